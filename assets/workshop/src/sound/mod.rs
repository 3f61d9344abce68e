//! Sounds: instruments, tunes and effects, computed from formulas and scores.

pub mod effects;
pub mod font;
pub mod measure;
pub mod rally;
pub mod score;
pub mod tunes;
pub mod waves;
