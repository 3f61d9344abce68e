//! The components that a scene can give an entity, one row each.
//!
//! A row holds the field, the component's type, the test that a reloaded scene still says the same, the line of the debug
//! overlay (`None` for none) and the part that counts in the state digest. Everything that handles all components is
//! generated from the rows. A row without one of these does not compile, and neither does `scene::build` when it leaves
//! out a row.

use std::any::TypeId;
use std::sync::Arc;

use hecs::{Component, Entity, EntityBuilder, EntityRef, World};
use keitai_formats::counted;
use keitai_render::Q12;

use super::along::Along;
use super::burst::SpriteFrames;
use super::camera::Camera;
use super::effect::{FigureEffect, WorldLight};
use super::figure::{FigureInstance, Hidden, Layer, Pattern};
use super::gauge::Gauge;
use super::lifetime::Lifetime;
use super::list_menu::ListMenu;
use super::motion::Velocity;
use super::number::Number;
use super::playback::{Actions, FrameEvents, Playback};
use super::rig::Rig;
use super::screen::{Image, Rectangle, Text};
use super::solid::{Meets, Solid};
use super::sound::SoundSource;
use super::sprite::Sprite;
use super::state_hasher::StateHasher;
use super::steer::Steer;
use super::terrain::{Grounded, Heights};
use super::text_key::TextKey;
use super::tint::Tint;
use super::transform::{Parent, ParentBone, Transform, WorldTransform};
use super::wall::Walls;
use super::{Name, Tags};

macro_rules! components {
    ($($field:ident: $component:ty, $unchanged:expr, $line:expr, $state:expr;)*) => {
        /// The components of one entity, as a scene gives them.
        #[derive(Debug, Clone)]
        pub(crate) struct Components {
            $(pub(crate) $field: Option<$component>,)*
        }

        impl Components {
            /// Gives an entity these components.
            pub(crate) fn insert(self, entity: Entity, world: &mut World) {
                let mut builder = EntityBuilder::new();
                builder.add(WorldTransform::default());
                $(if let Some(component) = self.$field {
                    builder.add(component);
                })*
                // Fails for an entity that does not exist; the caller has just spawned it.
                let _ = world.insert(entity, builder.build());
            }

            /// Inserts every component that differs from `old` and removes those that only `old` has.
            pub(crate) fn replace(self, old: Self, entity: Entity, world: &mut World) {
                let mut changed = EntityBuilder::new();
                $(replace::<$component>(world, entity, (old.$field, self.$field), $unchanged, &mut changed);)*
                // Fails for an entity that does not exist; the caller has checked that it does.
                let _ = world.insert(entity, changed.build());
            }
        }

        /// Describes the components of an entity for the debug overlay, a line each.
        pub(crate) fn describe(entity: EntityRef) -> Vec<String> {
            let mut lines = Vec::new();
            $(
                let line: fn(&$component) -> Option<String> = $line;
                lines.extend(entity.get::<&$component>().and_then(|component| line(&component)));
            )*
            if let Some(WorldTransform(matrix)) = entity.get::<&WorldTransform>().as_deref() {
                lines.push(format!("world position {:?}", matrix.translation));
            }
            let known = [TypeId::of::<WorldTransform>(), $(TypeId::of::<$component>()),*];
            let others = entity.component_types().filter(|own| !known.contains(own)).count();
            if others > 0 {
                lines.push(format!("{others} of the game's own"));
            }
            lines
        }

        /// Hashes the components that count in the state digest, in the order of the rows.
        pub(super) fn hash(entity: EntityRef, hasher: &mut StateHasher) {
            $(
                let state: Option<fn(&$component, &mut StateHasher)> = $state;
                if let Some((state, component)) = state.zip(entity.get::<&$component>()) {
                    state(&component, hasher);
                }
            )*
        }
    };
}

components! {
    name: Name, Name::eq, |_| None, None;
    transform: Transform, Transform::eq, |Transform { position, turn, scale }| {
        let [x, y, z] = turn.map(|angle| angle.0);
        Some(format!("at {} turn {x} {y} {z} scale {}", decimals(*position), decimal(*scale)))
    }, Some(|Transform { position, turn, scale }, hasher| {
        position.iter().for_each(|c| hasher.write(c.to_bits()));
        turn.iter().for_each(|angle| hasher.write(angle.0));
        hasher.write(scale.to_bits());
    });
    parent: Parent, Parent::eq, |Parent(parent)| Some(format!("parent {}", parent.id())), None;
    bone: ParentBone, ParentBone::eq, |ParentBone(bone)| Some(format!("at bone {bone}")), None;
    tags: Tags, Tags::eq, |Tags(tags)| Some(format!("tags {}", tags.join(" "))), None;
    figure: FigureInstance, same_figure, |figure| {
        Some(format!("figure {} textures {}", figure.asset.path, figure.textures.len()))
    }, None;
    actions: Actions, Actions::eq, |actions| Some(counted(actions.iter().count(), "action")), None;
    playback: Playback, Playback::eq, |playback| {
        let (id, frame) = (playback.part.action, playback.head.frame.to_bits());
        let share = ((i64::from(frame) & 0xFFFF) * 100) >> 16;
        Some(format!("plays {}:{} frame {}.{share:02} {:?}", id.table, id.action, frame >> 16, playback.part.mode))
    }, Some(|Playback { part, head, crossed, .. }, hasher| {
        hasher.write(part.action.table as i32);
        hasher.write(part.action.action as i32);
        hasher.write(part.speed.to_bits());
        hasher.write(head.frame.to_bits());
        hasher.write(i32::from(head.returning) | i32::from(head.ended) << 1);
        if let Some(crossed) = crossed {
            hasher.write(i32::from(*crossed));
        }
    });
    events: FrameEvents, FrameEvents::eq, |FrameEvents(events)| Some(counted(events.len(), "event")), None;
    pattern: Pattern, Pattern::eq, |Pattern(pattern)| Some(format!("pattern {pattern:#x}")), None;
    layer: Layer, Layer::eq, |Layer(layer)| Some(format!("layer {layer}")), None;
    hidden: Hidden, Hidden::eq, |_| Some("hidden".to_owned()), None;
    effect: FigureEffect, FigureEffect::eq, |effect| {
        Some(format!("effect {:?}{}", effect.shading, if effect.unlit { " unlit" } else { "" }))
    }, None;
    tint: Tint, Tint::eq, |Tint { colour, share }| Some(format!("tint {colour:06x} {}", decimal(*share))), None;
    sprite: Sprite, Sprite::eq, |sprite| Some(format!("sprite {:?} {:?}", sprite.size, sprite.blend)), None;
    frames: SpriteFrames, SpriteFrames::eq, |frames| Some(counted(frames.count, "picture")), None;
    image: Image, Image::eq, |image| Some(format!("image {:?}", image.texels)), None;
    rectangle: Rectangle, Rectangle::eq, |Rectangle { size, colour, .. }| {
        Some(format!("rectangle {size:?} {colour:06x}"))
    }, None;
    text: Text, Text::eq, |text| Some(format!("text {:?}", text.text)), None;
    key: TextKey, TextKey::eq, |TextKey(key)| Some(format!("text of {key:?}")), None;
    number: Number, Number::eq, |number| Some(format!("number {}", number.value)), None;
    gauge: Gauge, Gauge::eq, |gauge| Some(format!("gauge {} of {}", gauge.value, gauge.full)), None;
    menu: ListMenu, same_menu, |menu| Some(format!("menu {:?}", menu.selected())), Some(ListMenu::hash);
    light: WorldLight, WorldLight::eq, |light| {
        Some(format!("light {} + {}", decimal(light.intensity), decimal(light.ambient)))
    }, None;
    camera: Camera, same_camera, |camera| Some(format!("camera {:?}", camera.projection)), Some(|camera, hasher| {
        camera.view.to_raw().into_iter().for_each(|element| hasher.write(element));
    });
    rig: Rig, Rig::eq, |rig| Some(format!("rig {:?}", rig.path)), None;
    velocity: Velocity, Velocity::eq, |Velocity { linear, acceleration, .. }| {
        Some(format!("velocity {} acceleration {}", decimals(*linear), decimals(*acceleration)))
    }, None;
    along: Along, Along::eq, |along| Some(format!("along a path, {} travelled", decimal(along.travelled))), None;
    steer: Steer, Steer::eq, |steer| Some(format!("steered by player {}", steer.player + 1)), None;
    solid: Solid, Solid::eq, |solid| Some(format!("solid {solid:?}")), None;
    meets: Meets, Meets::eq, |Meets(tags)| Some(format!("meets {}", tags.join(" "))), None;
    walls: Walls, Walls::eq, |Walls(walls)| Some(format!("{} walls", walls.len())), None;
    heights: Heights, Heights::eq, |_| Some("heights".to_owned()), None;
    grounded: Grounded, Grounded::eq, |_| Some("grounded".to_owned()), None;
    sound: SoundSource, SoundSource::eq, |SoundSource { cue, looped, .. }| {
        Some(format!("sound {}{}", cue.asset.path, if *looped { " looped" } else { "" }))
    }, None;
    lifetime: Lifetime, Lifetime::eq, |Lifetime(ticks)| Some(format!("{} left", counted(*ticks, "tick"))), None;
}

/// Adds a component that differs to `changed`, or removes from the entity one that only the old scene has.
fn replace<T: Component>(
    world: &mut World,
    entity: Entity,
    old_and_new: (Option<T>, Option<T>),
    unchanged: fn(&T, &T) -> bool,
    changed: &mut EntityBuilder,
) {
    match old_and_new {
        (Some(old), Some(new)) if unchanged(&old, &new) => {}
        (_, Some(new)) => drop(changed.add(new)),
        (Some(_), None) => {
            // Fails when the game has removed the component already.
            let _ = world.remove_one::<T>(entity);
        }
        (None, None) => {}
    }
}

impl Components {
    /// Sets a text with a key, and the items of a menu. `lookup` returns the text of a key.
    pub(crate) fn translate(&mut self, mut lookup: impl FnMut(&str) -> Arc<str>) {
        if let Some((key, text)) = self.key.as_ref().zip(self.text.as_mut()) {
            key.set(text, self.number.as_mut(), &mut lookup);
        }
        if let Some(menu) = &mut self.menu {
            menu.translate(&mut lookup);
        }
    }
}

/// Compares the fields that a scene sets; the postures are computed.
fn same_figure(a: &FigureInstance, b: &FigureInstance) -> bool {
    (&a.asset, &a.textures, a.selected) == (&b.asset, &b.textures, b.selected)
}

/// Compares the fields that a scene sets; the selection changes in play.
fn same_menu(a: &ListMenu, b: &ListMenu) -> bool {
    a.has_items_of(b) && a.look == b.look
}

/// Compares the fields that a scene sets; the view is computed.
fn same_camera(a: &Camera, b: &Camera) -> bool {
    Camera { view: b.view, ..*a } == *b
}

/// Returns a number with two decimals, rounded down.
fn decimal(number: Q12) -> String {
    let hundredths = (i64::from(number.to_bits()) * 100) >> 12;
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

fn decimals(numbers: [Q12; 3]) -> String {
    numbers.map(decimal).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_component_has_its_line_and_the_game_s_own_are_counted() {
        struct Own;
        let mut world = World::new();
        let velocity = Velocity { linear: [Q12::from_bits(-2048), Q12::ZERO, Q12::ONE], ..Velocity::default() };
        let rectangle = Rectangle { size: (4, 2), colour: 0xAA, ..Rectangle::default() };
        let solid = Solid::Circle(60);
        let robot = world.spawn((Name("tin".into()), Transform::at(1, -2, 3), velocity, solid, rectangle, Own));
        assert_eq!(
            describe(world.entity(robot).unwrap()),
            [
                "at 1.00 -2.00 3.00 turn 0 0 0 scale 1.00",
                "rectangle (4, 2) 0000aa",
                "velocity -0.50 0.00 1.00 acceleration 0.00 0.00 0.00",
                "solid Circle(60)",
                "1 of the game's own",
            ]
        );
    }
}
