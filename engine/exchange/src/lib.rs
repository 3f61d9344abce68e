//! Converts figures, actions and textures to the formats of today's tools, and back.
//!
//! Nothing here touches files: inputs and outputs are bytes. The arithmetic is in 64-bit floats from `libm`, so that
//! the same input gives the same bytes on every machine.
//!
//! ```
//! use keitai_exchange::gltf;
//! use keitai_formats::{Content, mbac};
//!
//! # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tin.mbac"));
//! let figure = mbac::read(bytes)?.document;
//! let content = Content { name: "tin".to_owned(), figure, ..Content::default() };
//! let export = gltf::write(&content, "tin.glb", gltf::Packaging::Binary, &gltf::Options::default())?;
//! let (name, glb) = &export.files[0];
//! # assert_eq!((name.as_str(), &glb[..4]), ("tin.glb", &b"glTF"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_debug_implementations)]
// Some functions for pictures serve models alone.
#![cfg_attr(not(feature = "models"), allow(dead_code, unused_imports))]

#[cfg(feature = "archives")]
pub mod archive;
#[cfg(feature = "models")]
mod distinct;
pub mod error;
#[cfg(feature = "models")]
mod export;
#[cfg(feature = "models")]
pub mod gltf;
#[cfg(feature = "models")]
pub mod import;
#[cfg(feature = "models")]
mod light;
pub mod memory;
#[cfg(feature = "models")]
mod mesh;
#[cfg(feature = "models")]
pub mod obj;
pub mod picture;
#[cfg(feature = "models")]
mod posture;
#[cfg(feature = "models")]
pub mod rules;
#[cfg(feature = "archives")]
pub mod scan;
#[cfg(feature = "archives")]
mod sounds;

pub use error::{Error, Result};
#[cfg(feature = "models")]
pub use export::Export;
pub use memory::{Bytes, Memory};
#[cfg(feature = "archives")]
pub use sounds::SoundFormat;
