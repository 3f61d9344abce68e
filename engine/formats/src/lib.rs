//! Reads and writes the file formats of the 3D phones of 2003-2010, bytes and text, as typed documents.
//!
//! A document holds the contents of a file in the file's own integers; every field names its unit and range.
//!
//! | file | module | document |
//! |---|---|---|
//! | MBAC, a figure | [`mbac`] | [`Figure`] |
//! | MTRA, an action table | [`mtra`] | [`ActionTable`] |
//! | BMP, a texture | [`bmp`] | [`Texture`] |
//! | BAC6 and TRA4, their source texts | [`bac`], [`tra`] | [`bac::Bac`], [`tra::Tra`] |
//! | BCK, a joint animation | [`bck`] | [`BoneAnimation`] |
//! | any of them | [`recognise`] | [`Kind`] |
//!
//! ```
//! use keitai_formats::{ReadOptions, Report, mbac};
//!
//! # let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tin.mbac"));
//! let Report { document: mut figure, diagnostics } = mbac::read(bytes)?;
//! diagnostics.iter().for_each(|diagnostic| eprintln!("{diagnostic}"));
//! // Twice as wide.
//! figure.vertices.iter_mut().for_each(|[x, ..]| *x = x.saturating_mul(2));
//! let wide: Vec<u8> = mbac::write(&figure)?;
//! # assert_eq!(mbac::read(&wide)?.document, figure);
//! # Ok::<(), keitai_formats::Error>(())
//! ```
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `std` (default) | the nearest known name in findings about texts; without it the crate needs only `core` and `alloc` |
//! | `serde` | reading and writing blend functions and loop modes |
//!
//! # Guarantees
//!
//! The crate opens no files, draws nothing, and has no clock and no unsafe code. Bytes of any origin end in a document
//! or an [`Error`] that names the byte: they neither panic nor take more memory than [`Limits`] and the length of the
//! input allow.
//!
//! Facts about the formats carry their evidence in brackets, for example [vendor tool]; docs/formats.md defines the
//! tags.
#![cfg_attr(not(test), no_std)]
#![warn(missing_debug_implementations)]

#[macro_use]
extern crate alloc;

mod action;
pub mod bac;
pub mod bck;
pub mod bmp;
mod bytes;
mod content;
pub mod diagnostic;
mod error;
mod figure;
mod file;
pub mod mbac;
pub mod mtra;
mod span;
pub mod text;
pub mod tra;

pub use action::{Action, ActionTable, KeyLists, PatternKey, RollKey, Track, VectorKey};
#[doc(inline)]
pub use bck::{BoneAnimation, Curve, CurveKey, JointCurves, JointPose, LoopMode};
#[doc(inline)]
pub use bmp::{Picture, Texture};
pub use content::{Content, RemovedBone, Skeleton};
pub use diagnostic::{Diagnostic, Diagnostics, Items, Location, Policy, Report, Rule, Severity, Vendor};
pub use error::{Error, Result, Section};
pub use figure::{
    Axis, Batch, Blend, Bone, BoneMatrix, ColourPolygon, Figure, Material, Normals, PackedNormal, Pattern, PolygonRun,
    Polygons, Rgb, Slot, TexturedPolygon, Trailer, bone_name, bounds,
};
pub use file::{
    BACKGROUND, DRAWN, Dialect, Ends, Kind, Limits, ReadOptions, Recognised, is_drawn, recognise, recognise_as,
    recognise_ends,
};

/// The byte swap of files in games by Fishlabs.
pub mod swap {
    pub use crate::file::{swap, undone};
}
