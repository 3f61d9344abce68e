//! Entities of a scene before they are made, and their components.

use hecs::Entity;
use keitai_render::{Angle, Q12};

use super::entity::{AssetLookup, Builder};
use super::error_list::ErrorList;
use super::figure::Animation;
use super::file::{EntityFile, SolidFile, Turns, VelocityFile};
use crate::ron_text::number::Factor;
use crate::ron_text::{SceneFault, Step};
use crate::world::along::Along;
use crate::world::components::Components;
use crate::world::figure::{Hidden, Layer, Pattern};
use crate::world::lifetime::Lifetime;
use crate::world::motion::Velocity;
use crate::world::rig::{Rig, RigPath};
use crate::world::solid::{Meets, Solid};
use crate::world::steer::Steer;
use crate::world::terrain::Grounded;
use crate::world::text_key::TextKey;
use crate::world::transform::{Parent, ParentBone, Transform};
use crate::world::{Name, Tags};

/// Entity that a child belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner {
    /// Position of its template among those that are made together: those of the scene, or of a prefab.
    pub(super) position: usize,
    /// Number of the child among its children.
    pub(super) number: usize,
}

/// An entity of a scene with its components ready. Other entities are referred to by their position in the scene.
#[derive(Debug, Clone)]
pub(super) struct EntityTemplate {
    /// The components, without links to other entities.
    pub(super) components: Components,
    /// The entity that this one was written in as a child, and moves with.
    pub(super) owner: Option<Owner>,
    /// The entity that this one moves with, without an owner.
    pub(super) parent: Option<usize>,
    /// The target of the camera's rig.
    pub(super) rig_target: Option<usize>,
}

impl EntityTemplate {
    /// Returns the components with their links to `entities`, which are those of the scene, and to the owner in `group`.
    pub(super) fn linked(&self, entities: &[Entity], group: &[Entity]) -> Components {
        let entity = |position: Option<usize>| position.and_then(|position| entities.get(position).copied());
        let owner = self.owner.and_then(|owner| group.get(owner.position).copied());
        let rig = self.components.rig.map(|rig| Rig { target: entity(self.rig_target), ..rig });
        Components { parent: owner.or_else(|| entity(self.parent)).map(Parent), rig, ..self.components.clone() }
    }
}

impl Builder<'_> {
    /// Returns the entity itself.
    pub(super) fn template(&self, lookup: &mut AssetLookup, errors: &mut ErrorList) -> EntityTemplate {
        // Every field is named here and below, so that a new field or component that is forgotten does not compile.
        let EntityFile {
            name,
            prefab: _,   // replaced by its fields in `read`
            children: _, // entities of their own
            tags,
            at: _, // these three are the place
            turn: _,
            scale: _,
            parent,
            bone,
            repeat: _, // applied to the finished entity
            figure: _, // these eight belong to the animation
            strips: _,
            textures: _,
            texture: _,
            actions: _,
            action_names: _,
            play: _,
            events: _,
            pattern,
            layer,
            hidden,
            effect,
            tint,
            sprite,
            image,
            rectangle,
            text,
            number,
            gauge,
            menu,
            light,
            camera,
            velocity,
            along,
            steer: _, // goes with the animation
            solid,
            meets,
            walls,
            heights,
            grounded,
            sound,
            lifetime,
        } = &self.written.entity;
        let parent = errors.build(parent.as_ref(), |name| self.named(name, &[Step::Field("parent")]));
        self.refuse_fields_without_others(errors);
        let effect = errors.build(effect.as_ref(), |effect| self.effect(effect, lookup.assets));
        let tint = errors.build(tint.as_ref(), |tint| self.tint(tint));
        let sprite = errors.build(sprite.as_ref(), |sprite| self.sprite(sprite, lookup.assets));
        let (sprite, frames) = sprite.map_or((None, None), |(sprite, frames)| (Some(sprite), frames));
        let image = errors.build(image.as_ref(), |image| self.image(image, lookup.assets));
        let rectangle = errors.build(rectangle.as_ref(), |rectangle| self.rectangle(rectangle));
        let key = text.as_ref().and_then(|text| text.key.as_deref()).map(|key| TextKey(key.into()));
        let mut text = errors.build(text.as_ref(), |text| self.text(text, lookup.assets));
        let number = errors.build(number.as_ref(), |number| self.number(number, text.as_mut()));
        let gauge = errors.build(gauge.as_ref(), |gauge| self.gauge(gauge));
        let menu = errors.build(menu.as_ref(), |menu| self.menu(menu, lookup.assets));
        let light = errors.build(light.as_ref(), |light| self.light(light, &[Step::Field("light")]));
        let camera = errors.build(camera.as_ref(), |camera| self.camera(camera));
        let (camera, rig, rig_target) = camera.map_or((None, None, None), |parts| (Some(parts.0), parts.1, parts.2));
        let along = errors.build(along.as_ref(), |along| self.along(along));
        let sound = errors.build(sound.as_ref(), |sound| self.sound(sound, lookup.assets));
        let (Animation { figure, actions, playback, events }, steer) = self.animation(lookup, errors);
        let lifetime = lifetime.map(|ticks| self.whole(&[Step::Field("lifetime")], "lifetime", 1..=u32::MAX, ticks));
        self.refuse_movement_of_its_own(rig, errors);
        let components = Components {
            name: name.as_deref().map(|name| Name(name.into())),
            transform: Some(self.transform(along.as_ref())),
            parent: None,
            bone: bone.map(ParentBone),
            tags: tags.as_ref().map(|tags| Tags(tags.iter().map(|tag| tag.as_str().into()).collect())),
            figure,
            actions,
            playback,
            events,
            pattern: pattern.map(Pattern),
            layer: layer.map(Layer),
            hidden: hidden.unwrap_or(false).then_some(Hidden),
            effect,
            tint,
            sprite,
            frames,
            image,
            rectangle,
            text,
            key,
            number,
            gauge,
            menu,
            light,
            camera,
            rig,
            velocity: velocity.as_ref().map(velocity_component),
            along,
            steer,
            solid: solid.map(|solid| match solid {
                SolidFile::Circle(radius) => Solid::Circle(radius),
                SolidFile::Box(x, z) => Solid::Box(x, z),
            }),
            meets: meets.as_ref().map(|tags| Meets(tags.iter().map(|tag| tag.as_str().into()).collect())),
            walls: errors.build(walls.as_ref(), |walls| self.walls(walls)),
            heights: errors.build(heights.as_ref(), |heights| self.heights(heights)),
            grounded: grounded.unwrap_or(false).then_some(Grounded),
            sound,
            lifetime: lifetime.and_then(|ticks| errors.keep(ticks)).map(Lifetime),
        };
        EntityTemplate { components, owner: None, parent, rig_target }
    }

    /// Returns the place of the entity, which a path gives where it travels along one.
    fn transform(&self, along: Option<&Along>) -> Transform {
        let EntityFile { at, turn, scale, .. } = &self.written.entity;
        let mut transform = Transform {
            position: at.map_or([Q12::ZERO; 3], |(x, y, z)| [x.0, y.0, z.0]),
            turn: turn.map_or([Angle(0); 3], angles),
            scale: Q12::from_bits(scale.unwrap_or(Factor::ONE).0),
        };
        if let Some(along) = along {
            along.place(&mut transform);
        }
        transform
    }

    /// Returns the figure or the strips with what moves them, and the steering.
    fn animation(&self, lookup: &mut AssetLookup, errors: &mut ErrorList) -> (Animation, Option<Steer>) {
        let EntityFile { figure, strips, steer, .. } = &self.written.entity;
        let mut animation = match figure {
            Some(figure) => self.figure(figure, lookup, errors),
            None => {
                self.refuse_figure_fields(errors);
                Animation::default()
            }
        };
        if let Some(strips) = strips {
            animation.figure = errors.keep(self.strips(strips, lookup.assets));
        }
        let steer = steer.as_ref().filter(|_| figure.is_none() || animation.actions.is_some());
        let steer = errors.build(steer, |steer| self.steer(steer, &mut animation));
        (animation, steer)
    }

    /// Refuses fields that have no effect without others.
    fn refuse_fields_without_others(&self, errors: &mut ErrorList) {
        let EntityFile { meets, solid, bone, parent, .. } = &self.written.entity;
        if meets.is_some() && solid.is_none() {
            errors.add(self.error(&[Step::Field("meets")], SceneFault::Needs { field: "meets", needs: "solid" }));
        }
        if self.is_child {
            self.refuse_fields_of_owners(errors);
        } else if bone.is_some() && parent.is_none() {
            errors.add(self.error(&[Step::Field("bone")], SceneFault::Needs { field: "bone", needs: "parent" }));
        }
    }

    /// Refuses a rig and ground that would move an entity which moves with another one.
    fn refuse_movement_of_its_own(&self, rig: Option<Rig>, errors: &mut ErrorList) {
        let EntityFile { parent, grounded, .. } = &self.written.entity;
        if !self.is_child && parent.is_none() {
            return;
        }
        let other = "parent";
        if rig.is_some_and(|rig| rig.path != RigPath::Stay) {
            let steps = [Step::Field("camera"), Step::Field("rig")];
            errors.add(self.error(&steps, SceneFault::Excluded { field: "rig", other }));
        }
        if *grounded == Some(true) {
            errors.add(self.error(&[Step::Field("grounded")], SceneFault::Excluded { field: "grounded", other }));
        }
    }

    /// Refuses the fields that a child cannot have.
    fn refuse_fields_of_owners(&self, errors: &mut ErrorList) {
        let EntityFile { name, parent, repeat, .. } = &self.written.entity;
        let set = [("name", name.is_some()), ("parent", parent.is_some()), ("repeat", repeat.is_some())];
        for (field, _) in set.into_iter().filter(|(_, set)| *set) {
            errors.add(self.error(&[Step::Field(field)], SceneFault::Misplaced { field, place: "a child" }));
        }
    }

    /// Refuses the fields that only an entity with a figure can have.
    fn refuse_figure_fields(&self, errors: &mut ErrorList) {
        let entity = &self.written.entity;
        let set = [
            ("textures", entity.textures.is_some()),
            ("texture", entity.texture.is_some()),
            ("actions", entity.actions.is_some()),
            ("action_names", entity.action_names.is_some()),
            ("play", entity.play.is_some()),
            ("events", entity.events.is_some()),
            ("pattern", entity.pattern.is_some()),
            ("effect", entity.effect.is_some() && entity.strips.is_none()),
        ];
        for (field, _) in set.into_iter().filter(|(_, set)| *set) {
            errors.add(self.error(&[Step::Field(field)], SceneFault::Needs { field, needs: "figure" }));
        }
    }
}

fn velocity_component(velocity: &VelocityFile) -> Velocity {
    let VelocityFile { linear, acceleration, spin } = *velocity;
    Velocity { linear: linear.0, acceleration: acceleration.0, spin: spin.map_or([Angle(0); 3], angles) }
}

fn angles((x, y, z): Turns) -> [Angle; 3] {
    [x.0, y.0, z.0]
}
