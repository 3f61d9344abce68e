//! File formats of the phone 3D of 2003-2010: bytes and text to typed documents, and back.
//!
//! A document holds what the file says, in the file's own integers; every field tells its unit and range. Nothing here
//! knows about drawing, time or devices.

pub mod action;
pub mod error;
pub mod figure;
pub mod texture;

pub use action::{Action, ActionTable, PatternKey, RollKey, Track, VectorKey};
pub use error::{Error, Loaded, Result, Section, Warning, WarningKind};
pub use figure::{
    Axis, Blend, Bone, BoneMatrix, ColourPolygon, Figure, Material, Normals, PackedNormal, Pattern, PolygonRun,
    Polygons, Rgb, TexturedPolygon, Trailer,
};
pub use texture::Texture;
