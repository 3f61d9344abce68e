//! Converts source text to binary documents and back, checks documents and compares them.
//!
//! | to | use |
//! |---|---|
//! | turn a BAC6 document into a figure | [`fn@figure`] |
//! | turn TRA4 documents into actions | [`action`], [`table`] |
//! | turn them back into documents of text | [`decompile`] |
//! | turn a joint animation (BCK) into an action | [`bake`] |
//! | open a figure or actions of any kind | [`open_figure`], [`open_actions`] |
//! | find faults of a file | [`check`](mod@check) |
//! | compare two figures frame by frame | [`compare`] |
//!
//! Conversions return a [`Report`](keitai_formats::Report): the document, which is missing when
//! a diagnostic is an error under the [`Options`]' policy, and the diagnostics. All arithmetic is in 64-bit floats with
//! one rounding at the end, `floor(x + 0.5)`, unless a module says otherwise.
//!
//! ```
//! use keitai_convert::Options;
//! use keitai_formats::{Report, bac, mbac};
//!
//! # let text = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tin.bac"));
//! let Report { document: source, diagnostics: reading } = bac::read(text);
//! let Report { document: figure, diagnostics } = keitai_convert::figure(&source, reading, &Options::default());
//! diagnostics.iter().for_each(|diagnostic| eprintln!("{diagnostic}"));
//! if let Some(named) = figure {
//!     let bytes: Vec<u8> = mbac::write(&named.figure)?;
//! #   assert!(bytes.len() > 1000);
//! }
//! # Ok::<(), keitai_formats::Error>(())
//! ```
//!
//! The crate has no features. It opens no files, prints nothing and draws nothing; the work that a file can cause has
//! limits ([`WorkBudget`]).
#![warn(missing_debug_implementations)]

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
mod open;
mod options;
mod patterns;
mod reduction;
pub mod rules;
mod space;
mod target;
mod tracks;
mod vertices;

pub use actions::action;
pub use bake::{BakeOptions, Baked, Deviation, Pose, bake, track};
pub use figure::figure;
pub use open::{Actions, Error, open_actions, open_figure};
pub use options::{Choose, Keys, MatchBones, Options, Rest, Target, Tolerances, WorkBudget, ZSort};
pub use space::{pack_normal, passes_singularity, turn_to};
pub use target::{fit_target, table};
