//! Builds the art of `assets/`: small programs that model, paint and animate, write the era's source texts and pictures,
//! and convert the texts to the files that players read. The texts are the one source of the converted files.
//!
//! Everything is computed with 64-bit floats and a portable sine, so that every machine builds the same bytes.

pub mod bake;
pub mod form;
pub mod gauges;
pub mod lacquer;
pub mod lettering;
pub mod medals;
pub mod mesh;
pub mod paint;
pub mod print;
pub mod rally;
pub mod robot;
pub mod room;
pub mod shadow;
pub mod skeleton;
pub mod sound;
pub mod sparks;
pub mod springs;
pub mod stance;
pub mod table;
pub mod text;
pub mod tray;
pub mod works;

pub use works::{Error, Work, all};
