//! Painting textures: a canvas of true colours, brushes for tin, and the reduction to 256 colours.

pub mod brush;
pub mod canvas;
pub mod colour;
pub mod quantise;
pub mod shape;

pub use brush::Brush;
pub use canvas::{Canvas, Tile};
pub use colour::Colour;
