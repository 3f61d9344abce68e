//! The viewer: its state and what a tick of controls and mouse does to it ([`state`], [`hand`]), the camera ([`camera`],
//! [`framing`]), the files on show ([`load`], [`subject`], [`polygons`]), the scene they become ([`scene`], [`ground`],
//! [`background`], [`effects`]), what is selected and hidden of it ([`pick`], [`selection`], [`visibility`]), records ([`recording`]), and the keys and
//! buttons ([`keys`], [`legend`]).
//!
//! Nothing here depends on a window: the same state and controls give the same picture in a test.

mod address;
pub(crate) mod background;
pub(crate) mod camera;
pub(crate) mod effects;
pub(crate) mod framing;
pub(crate) mod ground;
pub(crate) mod hand;
#[cfg(feature = "inspector")]
mod inspection;
pub(crate) mod keys;
pub(crate) mod legend;
pub(crate) mod load;
pub(crate) mod pick;
pub(crate) mod polygons;
pub(crate) mod recording;
pub(crate) mod scene;
pub(crate) mod selection;
pub(crate) mod state;
pub(crate) mod subject;
pub(crate) mod tour;
#[cfg_attr(not(feature = "inspector"), allow(dead_code, reason = "only the panels hide parts"))]
pub(crate) mod visibility;
#[cfg(feature = "inspector")]
pub(crate) mod words;
