//! glTF 2.0.

mod write;

pub use write::{Export, Options, Packaging, write};
