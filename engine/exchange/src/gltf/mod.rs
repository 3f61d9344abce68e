//! glTF 2.0.

mod light;
pub mod read;
mod write;

pub use write::{Options, Packaging, write};
