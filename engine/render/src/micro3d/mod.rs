//! The calls of `com.mascotcapsule.micro3d.v3`: figures, action tables, and [`Graphics3D`] that anyone can make, on pictures of any
//! size.

pub mod command;
mod figure;
mod graphics;
mod recorder;
mod recording;
mod ron;

pub use figure::{ActionTable, Figure};
pub use graphics::Graphics3D;
pub use recorder::{AssetNames, PlayedAction, RecordedShot, ShotFrame, ShotRecorder};
