//! The viewer, in plain values: what its user does ([`state`]), how the camera stands ([`camera`]), what is shown
//! ([`stage`]) and which keys and buttons do what ([`keys`], [`legend`]).
//!
//! Nothing here knows a window: the same state and controls give the same picture in a test.

pub(crate) mod camera;
pub(crate) mod keys;
pub(crate) mod legend;
pub(crate) mod stage;
pub(crate) mod state;
pub(crate) mod subject;
