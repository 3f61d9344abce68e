//! Figures, actions and textures to the formats of today's tools, and back.
//!
//! Nothing here touches files: inputs and outputs are bytes. The arithmetic is in 64-bit floats from `libm`, so that the same
//! input gives the same bytes on every machine.

pub mod archive;
mod content;
pub mod error;
mod export;
pub mod gltf;
mod matrix;
mod mesh;
pub mod obj;
pub mod picture;
mod posed;
pub mod rules;
pub mod scan;

pub use content::Content;
pub use error::{Error, Result};
pub use export::Export;
