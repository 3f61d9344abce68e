//! Source text to binary documents and back, checks and comparisons.
//!
//! [`figure`] turns a BAC6 document into a figure, [`action`] turns TRA4 documents into actions. Nothing here
//! touches files. Every function returns what it made together with everything that was noticed; the document is
//! missing when one of the findings is an error under the [`Options`]' policy. All arithmetic is in 64-bit floats with
//! one rounding at the end, `floor(x + 0.5)`, unless a module says otherwise.

mod actions;
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
pub use bake::{BakeOptions, Baked, Deviation, bake};
pub use figure::{NamedFigure, Skeleton, figure};
pub use open::{Actions, Error, Opened, open_actions, open_figure};
pub use options::{Choose, Keys, MatchBones, Options, Target, Tolerances, ZSort, trailer};

use keitai_formats::text::{Diagnostic, Severity};

/// A document made from another, and what was noticed on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Converted<T> {
    /// The document; `None` when a finding is an error.
    pub document: Option<T>,
    /// Findings, with their weight under the policy.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Converted<T> {
    /// Whether a finding is an error.
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}
