//! What entities are made of, and the systems that move them.
//!
//! Components are plain data. The space of the world is right-handed: x right, y up, z towards a viewer who looks at
//! the front of a figure that is not turned. Lengths are model units, angles have 4096 to a turn, frames are 16.16, time
//! is counted in ticks of 1/30 s. Arithmetic saturates at the ends of its range unless a module says otherwise.
//!
//! Systems are plain functions. A stage calls them in this order, and a game may call its own
//! between any two: [`steer`], [`motion`], [`terrain`], [`lifetime`], [`playback`], [`transform`], [`camera`], [`solid`].

pub mod camera;
pub(crate) mod components;
pub mod digest;
pub mod draw;
pub mod effect;
pub mod figure;
pub mod flat;
pub mod lifetime;
pub mod motion;
pub mod playback;
pub mod playhead;
pub mod previous_state;
pub mod solid;
pub mod sprite;
pub mod steer;
pub mod target;
pub mod terrain;
pub mod transform;

use std::sync::Arc;

/// What a scene calls an entity; unique within the scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(pub Arc<str>);

/// Words that a game finds its entities by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags(pub Vec<Arc<str>>);

impl Tags {
    /// Whether `tag` is among them.
    pub fn has(&self, tag: &str) -> bool {
        self.0.iter().any(|own| &**own == tag)
    }
}

/// The entity of this name.
pub fn named(world: &hecs::World, name: &str) -> Option<hecs::Entity> {
    world.query::<(hecs::Entity, &Name)>().iter().find(|(_, own)| &*own.0 == name).map(|(entity, _)| entity)
}
