//! Converts binary documents to source text.
//!
//! Names that a file does not hold are generated: bones are "bone0", "bone1" and so on, groups "pattern0". Losses are
//! reported: every result is compiled again and compared with the file, see [`figure`](self::figure()) and [`actions`].

mod actions;
mod faces;
mod figure;
mod frames;
mod search;

pub use actions::actions;
pub(crate) use figure::unused_bones;
pub use figure::{differences, figure};
pub(crate) use search::nearest_rotation;
pub use search::unpack_normal;

/// Facts that a file lacks and its text needs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DecompileOptions<'t> {
    /// Width and height of the textures, by slot; zeros for one that is not known. A file does not hold them. Default:
    /// 256, or 128 for versions 3 and 4, which gives the same file again.
    pub texture_sizes: &'t [[u16; 2]],
    /// The file that the figure was read from. The text is then converted to bytes and compared with it. Default: only
    /// the figure is compared.
    pub file: Option<&'t [u8]>,
    /// Write the nearest text when a matrix cannot be expressed. Default: an error.
    pub force: bool,
}
