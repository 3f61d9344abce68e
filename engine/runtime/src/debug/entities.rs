//! Entities and their components in words.

use std::any::TypeId;

use hecs::{Component, Entity, EntityRef, World};
use keitai_render::Q12;

use crate::world::camera::{Camera, Rig};
use crate::world::effect::{FigureEffect, WorldLight};
use crate::world::figure::{FigureInstance, Hidden, Layer, Pattern};
use crate::world::lifetime::Lifetime;
use crate::world::motion::Velocity;
use crate::world::playback::{Actions, FrameEvents, Playback};
use crate::world::solid::Solid;
use crate::world::sprite::Sprite;
use crate::world::steer::Steer;
use crate::world::terrain::{Grounded, Heights, Walls};
use crate::world::transform::{Parent, Transform, WorldTransform};
use crate::world::{Name, Tags};

/// All entities, in the order of their numbers.
pub(super) fn sorted(world: &World) -> Vec<Entity> {
    let mut entities: Vec<Entity> = world.iter().map(|entity| entity.entity()).collect();
    entities.sort_unstable_by_key(|entity| entity.id());
    entities
}

/// An entity in a few words: its number, its name, what it is drawn as.
pub(super) fn title(world: &World, entity: Entity) -> String {
    let Ok(parts) = world.entity(entity) else { return entity.id().to_string() };
    let name = parts.get::<&Name>().map_or_else(String::new, |name| format!(" {}", name.0));
    let figure = parts.get::<&FigureInstance>().map(|figure| figure.asset.path.name().to_owned());
    let kind = figure.or_else(|| parts.has::<Sprite>().then(|| "sprite".to_owned()));
    let kind = kind.or_else(|| parts.has::<Camera>().then(|| "camera".to_owned()));
    let kind = kind.or_else(|| parts.has::<WorldLight>().then(|| "light".to_owned()));
    format!("{}{name} {}", entity.id(), kind.unwrap_or_default()).trim_end().to_owned()
}

/// Its components, a line each.
pub(super) fn components(world: &World, entity: Entity) -> Vec<String> {
    let Ok(parts) = world.entity(entity) else { return Vec::new() };
    let mut list = List { parts, lines: Vec::new(), known: Vec::new() };
    list.tell(|Transform { position, turn, scale }| {
        let [x, y, z] = turn.map(|angle| angle.0);
        format!("at {} turn {x} {y} {z} scale {}", numbers(*position), number(*scale))
    });
    list.tell(|WorldTransform(place)| format!("place {:?}", place.translation));
    list.tell(|Parent(parent)| format!("parent {}", parent.id()));
    list.tell(|Tags(tags)| format!("tags {}", tags.join(" ")));
    list.tell(|playback: &Playback| {
        let (id, frame) = (playback.part.action, playback.head.frame.to_bits());
        let share = ((i64::from(frame) & 0xFFFF) * 100) >> 16;
        format!("plays {}:{} frame {}.{share:02} {:?}", id.table, id.action, frame >> 16, playback.part.mode)
    });
    list.tell(|Velocity { linear, acceleration, .. }| {
        format!("moves {} by {}", numbers(*linear), numbers(*acceleration))
    });
    list.tell(|steer: &Steer| format!("steered by player {}", steer.player + 1));
    list.tell(|solid: &Solid| format!("solid {solid:?}"));
    list.tell(|_: &Grounded| "grounded".to_owned());
    list.tell(|Walls(walls)| format!("{} walls", walls.len()));
    list.tell(|_: &Heights| "heights".to_owned());
    list.tell(|Lifetime(ticks)| format!("lives {ticks} ticks"));
    list.tell(|Layer(layer)| format!("layer {layer}"));
    list.tell(|Pattern(pattern)| format!("pattern {pattern:#x}"));
    list.tell(|_: &Hidden| "hidden".to_owned());
    list.tell(|camera: &Camera| format!("camera {:?}", camera.projection));
    list.tell(|rig: &Rig| format!("rig {:?}", rig.path));
    list.tell(|light: &WorldLight| format!("light {} + {}", number(light.intensity), number(light.ambient)));
    list.tell(|effect: &FigureEffect| {
        format!("effect {:?}{}", effect.shading, if effect.unlit { " unlit" } else { "" })
    });
    list.tell(|sprite: &Sprite| format!("sprite {:?} {:?}", sprite.size, sprite.blend));
    list.tell(|figure: &FigureInstance| format!("figure {} textures {}", figure.asset.path, figure.textures.len()));
    list.tell(|actions: &Actions| format!("knows {} actions", actions.iter().count()));
    list.tell(|FrameEvents(events)| format!("{} events", events.len()));
    list.skip::<Name>();
    list.finish()
}

/// Lines about the components of one entity.
struct List<'a> {
    parts: EntityRef<'a>,
    lines: Vec<String>,
    known: Vec<TypeId>,
}

impl List<'_> {
    fn tell<T: Component>(&mut self, text: impl FnOnce(&T) -> String) {
        self.skip::<T>();
        if let Some(component) = self.parts.get::<&T>() {
            self.lines.push(text(&component));
        }
    }

    fn skip<T: Component>(&mut self) {
        self.known.push(TypeId::of::<T>());
    }

    /// What only the game knows has no words; it is counted.
    fn finish(mut self) -> Vec<String> {
        let others = self.parts.component_types().filter(|own| !self.known.contains(own)).count();
        if others > 0 {
            self.lines.push(format!("and {others} of the game's own"));
        }
        self.lines
    }
}

/// Two decimals, rounded down.
fn number(number: Q12) -> String {
    let hundredths = (i64::from(number.to_bits()) * 100) >> 12;
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

fn numbers(numbers: [Q12; 3]) -> String {
    numbers.map(number).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entity_is_told_with_its_components() {
        struct Own;
        let mut world = World::new();
        world.spawn(());
        let velocity = Velocity { linear: [Q12::from_bits(-2048), Q12::ZERO, Q12::ONE], ..Velocity::default() };
        let robot = world.spawn((Name("tin".into()), Transform::at(1, -2, 3), velocity, Solid::Circle(60), Own));
        assert_eq!(sorted(&world).len(), 2);
        assert_eq!(title(&world, robot), "1 tin");
        assert_eq!(
            components(&world, robot),
            [
                "at 1.00 -2.00 3.00 turn 0 0 0 scale 1.00",
                "moves -0.50 0.00 1.00 by 0.00 0.00 0.00",
                "solid Circle(60)",
                "and 1 of the game's own",
            ]
        );
    }
}
