//! glTF 2.0.

mod write;

pub use write::{Options, Packaging, write};
