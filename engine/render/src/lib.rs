//! Integer-only software renderer: figure, posture, layout and effect to pixels.
#![deny(clippy::float_arithmetic)]

mod framebuffer;

pub use framebuffer::Framebuffer;
