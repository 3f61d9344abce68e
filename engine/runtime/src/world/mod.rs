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

mod actions;
pub(crate) mod camera;
mod components;
mod digest;
pub(crate) mod draw;
pub(crate) mod draw_target;
pub(crate) mod effect;
pub(crate) mod figure;
mod gauge;
pub(crate) mod lifetime;
pub(crate) mod list_menu;
pub(crate) mod motion;
mod name;
pub(crate) mod parent;
pub mod path;
pub(crate) mod playback;
mod playhead;
pub(crate) mod previous_state;
pub(crate) mod reader;
pub(crate) mod rig;
pub(crate) mod screen;
pub(crate) mod solid;
pub(crate) mod sound;
pub(crate) mod sprite;
pub(crate) mod steer;
mod tint;
pub(crate) mod transform;

pub use actions::{ActionId, Actions};
pub use camera::Camera;
pub(crate) use digest::digest;
pub use effect::{FigureEffect, WorldLight};
pub use figure::{Hidden, Layer, Pattern};
pub use gauge::{Gauge, Side};
pub use keitai_formats::LoopMode;
pub use keitai_render::micro3d::Figure;
pub use lifetime::Lifetime;
pub use list_menu::{ListMenu, MenuChoice, MenuItem, MenuLook, MenuSounds};
pub use motion::Velocity;
pub use name::Name;
pub use parent::Parent;
pub use playback::{Part, Playback};
pub use playhead::Playhead;
pub use rig::{Rig, RigPath};
pub use screen::{Image, Rectangle, Text};
pub use solid::{Contact, Solid};
pub use sound::Music;
pub(crate) use sound::SoundCue;
pub use sound::{PlayedSound, Sounds};
pub use sprite::Sprite;
pub use sprite::SpriteFrames;
pub use tint::Tint;
pub use transform::{Transform, WorldTransform};

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
    play: Playback = Playback::read;
    pattern: Pattern = Pattern::read;
    layer: Layer = plain;
    hidden: Hidden = mark;
    effect: FigureEffect = FigureEffect::read;
    tint: Tint = Tint::read;
    sprite: Sprite = Sprite::read;
    frames: SpriteFrames;
    image: Image = Image::read;
    rectangle: Rectangle = plain;
    text: Text = Text::read;
    gauge: Gauge = Gauge::read;
    menu: ListMenu = ListMenu::read;
    light: WorldLight = plain;
    camera: Camera = Camera::read;
    rig: Rig;
    velocity: Velocity = plain;
    steer: Steer = Steer::read;
    solid: Solid = plain;
    lifetime: Lifetime = plain;
}
