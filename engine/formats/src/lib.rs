//! File formats of the phone 3D of 2003-2010: bytes and text to typed documents, and back.
//!
//! A document holds what the file says, in the file's own integers; every field tells its unit and range. Nothing here
//! knows about drawing, time or devices.

mod bits;
mod bytes;
mod trailer;

pub mod action;
pub mod bac;
pub mod bck;
pub mod bmp;
pub mod bone_animation;
pub mod diagnostic;
pub mod error;
pub mod figure;
pub mod kind;
pub mod mbac;
pub mod mtra;
pub mod options;
pub mod sniff;
pub mod swap;
pub mod text;
pub mod texture;
pub mod tra;

pub use action::{Action, ActionTable, PatternKey, RollKey, Track, VectorKey};
pub use bone_animation::{BoneAnimation, Curve, CurveKey, JointCurves, JointPose, LoopMode};
pub use diagnostic::{Diagnostic, Diagnostics, Items, Location, Policy, Report, Rule, Severity, Vendor};
pub use error::{Error, Result, Section};
pub use figure::{
    Axis, Batch, Blend, Bone, BoneMatrix, ColourPolygon, Figure, Material, Normals, PackedNormal, Pattern, PolygonRun,
    Polygons, Rgb, Slot, TexturedPolygon, Trailer,
};
pub use kind::Kind;
pub use options::{Dialect, Limits, ReadOptions};
pub use sniff::{Recognised, recognise, recognise_as};
pub use texture::Texture;
