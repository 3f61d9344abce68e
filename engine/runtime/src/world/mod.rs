//! The components of entities, and the systems that move and draw them.
//!
//! Components are plain data. World space is right-handed: x right, y up, z towards a viewer who looks at the front of a
//! figure that is not turned. Lengths are model units, angles have 4096 per turn, frames are 16.16, time is counted in
//! ticks. Arithmetic saturates at the ends of its range unless a module says otherwise.
//!
//! Where the order of entities matters, it is that of their numbers, [`Entity::id`](hecs::Entity::id). Entities are numbered
//! as they are made, those of a scene in the order of its file; a new one takes the number of one that was removed.
//!
//! Systems are plain functions. [`Stage::tick`](crate::Stage::tick) calls them in this order: steer, motion, along, terrain,
//! lifetime, sprite frames, playback, pose, transform propagation, camera, numbers, sound, solid.

pub(crate) mod along;
pub(crate) mod burst;
pub(crate) mod camera;
pub(crate) mod components;
mod digest;
pub(crate) mod draw;
pub(crate) mod draw_hook;
pub(crate) mod draw_target;
mod draw_warnings;
pub(crate) mod effect;
pub(crate) mod figure;
pub(crate) mod gauge;
pub(crate) mod lifetime;
pub(crate) mod list_menu;
pub(crate) mod motion;
pub(crate) mod number;
pub mod path;
pub(crate) mod playback;
pub(crate) mod playhead;
pub(crate) mod previous_state;
mod ray;
pub(crate) mod rig;
pub(crate) mod screen;
pub(crate) mod solid;
pub(crate) mod sound;
pub(crate) mod sprite;
mod state_hasher;
pub(crate) mod steer;
pub(crate) mod terrain;
pub(crate) mod text_key;
pub(crate) mod tint;
pub(crate) mod transform;
pub(crate) mod wall;

use std::sync::Arc;

pub use along::Along;
pub use burst::{Burst, SpriteFrames};
pub use camera::Camera;
pub(crate) use digest::digest;
pub use draw_hook::LayerDrawing;
pub(crate) use draw_target::{DrawTarget, PosedFigure};
pub use effect::{FigureEffect, WorldLight};
pub use figure::{FigureInstance, Hidden, Layer, Pattern};
pub use gauge::{Gauge, Side};
pub use keitai_formats::LoopMode;
pub use lifetime::Lifetime;
pub use list_menu::{ListMenu, MenuChoice, MenuCursor, MenuItem, MenuLook, MenuSounds};
pub use motion::Velocity;
pub use number::Number;
pub use playback::{ActionId, Actions, Event, Part, Playback};
pub use playhead::Playhead;
pub use ray::{RayHit, ray};
pub use rig::{Rig, RigPath};
pub use screen::{DrawMode, Image, Rectangle, Text};
pub use solid::{Contact, Meets, Solid};
pub use sound::{Music, PlayedSound, Sounds};
pub(crate) use sound::{SoundCue, SoundSource};
pub use sprite::Sprite;
pub use terrain::{Grounded, ground_at};
pub use tint::Tint;
pub use transform::{Parent, ParentBone, Transform, WorldTransform};

/// The name of an entity, unique within its scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(pub Arc<str>);

/// Words that a game finds entities by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags(pub Vec<Arc<str>>);

impl Tags {
    /// Returns whether `tag` is one of the words.
    pub fn has(&self, tag: &str) -> bool {
        self.0.iter().any(|own| &**own == tag)
    }
}
