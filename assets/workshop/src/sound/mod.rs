//! Sounds: instruments, tunes and effects, computed from formulas and scores.

pub mod font;
pub mod waves;
