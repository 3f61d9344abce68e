//! Source text to binary documents and back, checks and comparisons.
//!
//! [`figure`] turns a BAC6 document into a figure, [`action`] turns TRA4 documents into actions. Nothing here
//! touches files. Every function returns a [`Report`](keitai_formats::Report): the document, which is missing when a diagnostic
//! is an error under the [`Options`]' policy, and the diagnostics. All arithmetic is in 64-bit floats with
//! one rounding at the end, `floor(x + 0.5)`, unless a module says otherwise.

mod actions;
mod axes;
mod bake;
mod bones;
mod channels;
pub mod check;
pub mod compare;
pub mod decompile;
mod faces;
mod figure;
mod materials;
mod normals;
mod open;
mod options;
mod patterns;
mod reduction;
pub mod rules;
mod space;
mod texels;
mod tracks;
mod vertices;
mod work_budget;

pub use actions::{action, table};
pub use bake::{BakeOptions, Baked, Deviation, Pose, bake, track};
pub use figure::{NamedFigure, RemovedBone, Skeleton, figure};
pub use normals::pack as pack_normal;
pub use open::{Actions, Error, open_actions, open_figure};
pub use options::{Choose, Keys, MatchBones, Options, Target, Tolerances, ZSort, trailer};
pub use tracks::{passes_singularity, turn_to};
pub use work_budget::WorkBudget;
