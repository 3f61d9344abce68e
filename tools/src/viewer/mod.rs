//! The viewer: its state and what a tick of controls does to it ([`state`]), the camera ([`camera`]), the files on show
//! ([`load`], [`subject`]), the scene they become ([`scene`]), and the keys and buttons ([`keys`], [`legend`]).
//!
//! Nothing here depends on a window: the same state and controls give the same picture in a test.

pub(crate) mod camera;
pub(crate) mod keys;
pub(crate) mod legend;
pub(crate) mod load;
pub(crate) mod scene;
pub(crate) mod state;
pub(crate) mod subject;
pub(crate) mod tour;
