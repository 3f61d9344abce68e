//! The components of entities, and the systems that move and draw them.
//!
//! Components are plain data. World space is right-handed: x right, y up, z towards a viewer who looks at the front of a
//! figure that is not turned. Lengths are model units, angles have 4096 per turn, frames are 16.16, time is counted in
//! ticks. Arithmetic saturates at the ends of its range unless a module says otherwise.
//!
//! Where the order of entities matters, it is that of their numbers, [`Entity::id`](hecs::Entity::id). Entities are numbered
//! as they are made, those of a scene in the order of its file; a new one takes the number of one that was removed.
//!
//! Systems are plain functions. [`Stage::tick`](crate::Stage::tick) calls them in this order: steer, motion, lifetime, sprite
//! frames, playback, pose, transform propagation, camera, solid.

pub(crate) mod camera;
mod components;
pub(crate) mod draw;
pub(crate) mod effect;
pub(crate) mod figure;
mod gauge;
pub(crate) mod lifetime;
pub(crate) mod list_menu;
pub(crate) mod motion;
mod name;
pub mod path;
pub(crate) mod playback;
pub(crate) mod previous_state;
pub(crate) mod reader;
pub(crate) mod rig;
pub(crate) mod screen;
pub(crate) mod solid;
pub(crate) mod sound;
pub(crate) mod sprite;
pub(crate) mod steer;
pub(crate) mod transform;

pub use camera::Camera;
pub use effect::{FigureEffect, Tint, WorldLight};
pub use figure::{ActionId, Actions, Hidden, Layer, Pattern};
pub use gauge::{Gauge, Side};
pub use keitai_formats::LoopMode;
pub use keitai_render::micro3d::Figure;
pub use lifetime::Lifetime;
pub use list_menu::{ListMenu, MenuChoice, MenuItem, MenuLook, MenuSounds};
pub use motion::Velocity;
pub use name::Name;
pub use playback::{Part, Playback, Playhead};
pub use rig::{Rig, RigPath};
pub use screen::{Image, Rectangle, Text};
pub use solid::{Contact, Solid};
pub(crate) use sound::SoundCue;
pub use sound::{Music, PlayedSound, Sounds};
pub use sprite::{Sprite, SpriteFrames};
pub use transform::{Parent, Transform, WorldTransform};

use std::hash::Hasher;

use crate::game_hasher::GameHasher;
use components::{SceneComponent, components};
use reader::{EntityTemplate, Fields, Loader, Reader, mark, plain};
use steer::Steer;

components! {
    others: ["prefab", "children", "at", "turn", "scale", "textures", "texture", "actions", "action_names"];
    name: Name = Name::read;
    transform: Transform;
    parent: Parent = Parent::read;
    figure: Figure = figure::read;
    actions: Actions;
    play: Playback = Playback::read, with figure;
    pattern: Pattern = plain, with figure;
    layer: Layer = plain;
    hidden: Hidden = mark;
    effect: FigureEffect = FigureEffect::read, with figure;
    tint: Tint = plain, with figure sprite image;
    sprite: Sprite = Sprite::read;
    frames: SpriteFrames;
    image: Image = Image::read;
    rectangle: Rectangle = plain;
    text: Text = Text::read;
    gauge: Gauge = plain, with rectangle image;
    menu: ListMenu = ListMenu::read;
    light: WorldLight = plain;
    camera: Camera = Camera::read;
    rig: Rig;
    velocity: Velocity = plain;
    steer: Steer = Steer::read;
    solid: Solid = plain;
    lifetime: Lifetime = plain;
}

/// Returns one number for the state of a world: places, playback, views, and the selection and values of menus.
///
/// Each entity is hashed on its own and the hashes are added up, so that the order in which a world stores its entities
/// does not matter. Components of a game are left out; only their effect on the state above is included. Entities with
/// neither a place nor a camera are left out, too.
pub(crate) fn digest(world: &hecs::World) -> u64 {
    let mut hasher = GameHasher::default();
    let archetypes = world
        .archetypes()
        .filter(|entities| entities.has::<Transform>() || entities.has::<WorldTransform>() || entities.has::<Camera>());
    archetypes.map(|entities| hash(entities, &mut hasher)).fold(u64::from(world.len()), u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use hecs::World;
    use keitai_render::Angle;

    use super::*;

    #[test]
    fn the_digest_follows_the_state_and_not_the_order_of_archetypes() {
        let mut world = World::new();
        let one = world.spawn((Transform::at(1, 2, 3),));
        let two = world.spawn((Transform::at(4, 5, 6), Playback::default()));
        let before = digest(&world);
        // An entity that gains a component moves after the others.
        world.insert_one(one, "a tag").unwrap();
        assert_eq!(digest(&world), before);

        world.get::<&mut Transform>(one).unwrap().turn[1] = Angle(1);
        let turned = digest(&world);
        assert_ne!(turned, before);
        world.get::<&mut Playback>(two).unwrap().head.ended = true;
        assert_ne!(digest(&world), turned);
    }

    #[test]
    fn matrices_and_views_count_with_and_without_a_transform() {
        let mut world = World::new();
        let placed = world.spawn((WorldTransform::default(),));
        let camera = world.spawn((Camera::new(Camera::PROJECTION),));
        let playing = world.spawn((Transform::default(), Playback::default(), Camera::new(Camera::PROJECTION)));
        let mut digests = vec![digest(&world)];
        world.get::<&mut WorldTransform>(placed).unwrap().0.translation[2] += 1;
        digests.push(digest(&world));
        for entity in [camera, playing] {
            world.get::<&mut Camera>(entity).unwrap().view.translation[2] += 1;
            digests.push(digest(&world));
        }
        assert!((1..4).all(|at| !digests[..at].contains(&digests[at])), "{digests:?}");
    }
}
