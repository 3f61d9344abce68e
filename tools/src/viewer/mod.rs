//! The viewer: its state and what a tick of controls and mouse does to it ([`state`], [`hand`]), the camera ([`camera`],
//! [`framing`]), the current files ([`files`], [`load`], [`subject`]), the scene they become and what is behind it ([`scene`],
//! [`background`]), the polygons and which of them are selected ([`polygons`]), records ([`recording`]), and the keys and buttons
//! ([`keys`], [`legend`]). With the feature `inspector` there is also what only panels show and change ([`inspection`],
//! [`visibility`]).
//!
//! Nothing here depends on a window: the same state and controls give the same picture in a test.

pub(crate) mod background;
pub(crate) mod camera;
pub(crate) mod files;
pub(crate) mod framing;
pub(crate) mod hand;
#[cfg(feature = "inspector")]
mod inspection;
pub(crate) mod keys;
pub(crate) mod legend;
pub(crate) mod load;
pub(crate) mod polygons;
pub(crate) mod recording;
pub(crate) mod scene;
pub(crate) mod state;
pub(crate) mod subject;
pub(crate) mod tour;
#[cfg(feature = "inspector")]
pub(crate) mod visibility;
