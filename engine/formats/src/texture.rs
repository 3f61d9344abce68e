//! The texture document: an 8-bit indexed picture, and pictures without a palette.

use crate::figure::Rgb;
use alloc::vec::Vec;

/// An indexed picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Texture {
    /// Width in texels, 1 or more; players take up to 256.
    pub width: u16,
    /// Height in texels, 1 or more; players take up to 256.
    pub height: u16,
    /// Up to 256 colours; an index beyond them is black.
    pub palette: Vec<Rgb>,
    /// Palette indices, row by row from the top, `width` to a row.
    pub texels: Vec<u8>,
}

impl Texture {
    /// Most colours of a palette: indices have 8 bits.
    pub const MOST_COLOURS: usize = 256;

    /// Returns the texture as colours, all of them opaque; an index beyond the palette is black.
    pub fn picture(&self) -> Picture {
        let colour = |&index: &u8| {
            let colour = self.palette.get(usize::from(index)).copied().unwrap_or_default();
            [colour.r, colour.g, colour.b, 255]
        };
        Picture { width: self.width, height: self.height, pixels: self.texels.iter().map(colour).collect() }
    }
}

/// A picture with a colour per pixel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Red, green, blue and alpha, 0..=255, row by row from the top; alpha 255 is opaque.
    pub pixels: Vec<[u8; 4]>,
}
