//! Binary documents to source text.
//!
//! What a file does not hold is made up in a fixed way: bones are "bone0", "bone1" and so on, groups "pattern0". What a
//! text cannot say is reported, never dropped in silence: every result is converted forth again and compared with the
//! file, see [`figure`](self::figure()) and [`actions`].

mod actions;
mod faces;
mod figure;
mod normals;
mod rotations;
pub mod rules;
mod search;

pub use actions::actions;
pub(crate) use figure::unused_bones;
pub use figure::{differences, figure};
pub(crate) use rotations::nearest as nearest_rotation;

/// The options of decompiling.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BackOptions<'t> {
    /// Width and height of the textures, by slot. A file does not hold them; without, 256 (128 for versions 3 and 4) is
    /// assumed, which gives the same file again.
    pub texture_sizes: &'t [[u16; 2]],
    /// Write the nearest text when a matrix cannot be expressed. Default: an error.
    pub force: bool,
}
