//! Textures laid out for the span loops.
//!
//! A texture becomes 256 rows of 256 indices with the wrapping of coordinates already done, so that a fetch is two
//! masks and no comparison, and 32 palettes, one per shade level, in the pixels of the colour resolution in use.

use crate::compat::{Compat, PixelFormat, UvWrap};
use crate::error::{Error, Result};
use crate::pixel::{pack, reflected, shaded};
use alloc::boxed::Box;
use core::ops::Deref;
use keitai_formats::{Rgb, Texture, bmp};

/// Texels of polygons without a texture.
pub(crate) static NO_TEXELS: [u8; 65536] = [0; 65536];
/// Palettes of polygons without a texture.
pub(crate) static NO_PALETTES: [u32; 8192] = [0; 8192];
/// Pixels of the sphere map of polygons without one.
pub(crate) static NO_SPHERE: [u32; 4096] = [0; 4096];

/// A texture for figures and primitives.
#[doc(alias = "Texture")]
#[derive(Debug, Clone)]
pub struct TextureMap {
    size: (u16, u16),
    pub(crate) texels: Texels,
    /// Pixel of a palette index at a shade level, index `level << 8 | palette index`.
    pub(crate) palettes: Box<[u32; 8192]>,
    /// The palette with 8 bits per channel, for the enhanced back end, and the same for a colour key: the highest bit of
    /// its first entry is set.
    pub(crate) palette: Box<[[u32; 256]; 2]>,
}

/// Palette indices of a texture, index `v << 8 | u`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Texels {
    Own(Box<[u8; 65536]>),
    /// In read-only memory.
    Fixed(&'static [u8; 65536]),
}

impl Deref for Texels {
    type Target = [u8; 65536];

    #[inline(always)]
    fn deref(&self) -> &[u8; 65536] {
        match self {
            Self::Own(texels) => texels,
            Self::Fixed(texels) => texels,
        }
    }
}

/// A sphere map: 64x64 texels addressed by the direction of a normal.
#[derive(Debug, Clone)]
pub struct SphereMap {
    /// Pixel to add, index `v << 6 | u`.
    pub(crate) pixels: Box<[u32; 4096]>,
    /// Pixels with 8 bits per channel, for the enhanced back end.
    pub(crate) fine: Box<[u32; 4096]>,
    picture: Texture,
}

/// A texture is equal to itself alone: textures are shared, and their texels are not compared.
impl PartialEq for TextureMap {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self, other)
    }
}

/// A sphere map is equal to itself alone: sphere maps are shared, and their texels are not compared.
impl PartialEq for SphereMap {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self, other)
    }
}

impl TextureMap {
    /// Reads the bytes of a BMP file.
    ///
    /// # Errors
    /// When the bytes are damaged, or the picture is larger than 256x256.
    #[doc(alias = "Texture")]
    pub fn read(bytes: &[u8], compat: &Compat) -> Result<Self> {
        Self::new(&bmp::read(bytes)?.document, compat)
    }

    /// Lays a texture out for a renderer with these settings.
    ///
    /// # Errors
    /// When the texture is empty, larger than 256x256, or its texels do not fill its size.
    pub fn new(texture: &Texture, compat: &Compat) -> Result<Self> {
        check(texture)?;
        let (palettes, palette) = palettes(|index| palette_colour(texture, index), compat);
        let size = (texture.width, texture.height);
        Ok(Self { size, texels: Texels::Own(laid_out(texture, compat.uv_wrap)), palettes, palette })
    }

    /// Makes a texture of 256x256 texels that stay where they are, for programs with their art in read-only memory: it takes
    /// the memory of its palettes alone. Colours beyond the palette's end are black.
    pub fn from_static(texels: &'static [u8; 65536], palette: &[Rgb], compat: &Compat) -> Self {
        let (palettes, palette) = palettes(|index| palette.get(index).copied().unwrap_or_default(), compat);
        Self { size: (256, 256), texels: Texels::Fixed(texels), palettes, palette }
    }

    /// Returns the picture that the texture was made from, with a palette of 256 colours.
    pub fn picture(&self) -> Texture {
        let (width, height) = (usize::from(self.size.0), usize::from(self.size.1));
        let rows = self.texels.chunks_exact(256).take(height);
        Texture {
            width: self.size.0,
            height: self.size.1,
            palette: self.palette[0].iter().map(|pixel| Rgb::from_hex(*pixel)).collect(),
            texels: rows.flat_map(|row| &row[..width]).copied().collect(),
        }
    }

    /// Returns the texture with other colours, laid out for a renderer with these settings.
    pub fn recoloured(&self, change: impl Fn(Rgb) -> Rgb, compat: &Compat) -> Self {
        let (palettes, palette) = palettes(|index| change(Rgb::from_hex(self.palette[0][index])), compat);
        Self { size: self.size, texels: self.texels.clone(), palettes, palette }
    }

    /// Returns the width in texels, 1..=256.
    pub fn width(&self) -> u16 {
        self.size.0
    }

    /// Returns the height in texels, 1..=256.
    pub fn height(&self) -> u16 {
        self.size.1
    }
}

impl SphereMap {
    /// Reads the bytes of a BMP file.
    ///
    /// # Errors
    /// When the bytes are damaged, or the picture is not 64x64.
    #[doc(alias = "Texture")]
    pub fn read(bytes: &[u8], compat: &Compat) -> Result<Self> {
        Self::new(&bmp::read(bytes)?.document, compat)
    }

    /// Lays a sphere map out for a renderer with these settings.
    ///
    /// # Errors
    /// When the texture is not 64x64.
    pub fn new(texture: &Texture, compat: &Compat) -> Result<Self> {
        check(texture)?;
        if (texture.width, texture.height) != (64, 64) {
            return Err(Error::SphereSize { width: texture.width, height: texture.height });
        }
        let (mut pixels, mut fine) = (Box::new([0; 4096]), Box::new([0; 4096]));
        for (at, &index) in texture.texels.iter().enumerate() {
            // Index 0 adds nothing, whatever its colour.
            if index != 0 {
                let colour = palette_colour(texture, usize::from(index));
                (pixels[at], fine[at]) = (reflected(colour, compat.pixel_format), pack(colour));
                // Faithful: the viewer keeps black apart from index 0 by one level of blue.
                if pixels[at] == 0 && compat.pixel_format == PixelFormat::Rgb555 {
                    pixels[at] = 0x00_0008;
                }
            }
        }
        Ok(Self { pixels, fine, picture: texture.clone() })
    }

    /// Returns the picture that the sphere map was made from.
    pub fn picture(&self) -> &Texture {
        &self.picture
    }
}

/// Returns 256 rows of 256 indices, with those of texels outside the picture. The texture is not empty.
fn laid_out(texture: &Texture, uv_wrap: UvWrap) -> Box<[u8; 65536]> {
    let (width, height) = (usize::from(texture.width), usize::from(texture.height));
    let mut indices = Box::new([0; 65536]);
    for (row, line) in indices.chunks_exact_mut(256).zip(texture.texels.chunks_exact(width)) {
        row[..width].copy_from_slice(line);
    }
    if uv_wrap == UvWrap::Mask {
        let (pitch, rows) = (width.next_power_of_two(), height.next_power_of_two());
        for row in indices.chunks_exact_mut(256).take(height) {
            (pitch..256).for_each(|u| row[u] = row[u - pitch]);
        }
        (256 * rows..65536).for_each(|at| indices[at] = indices[at - 256 * rows]);
    }
    indices
}

/// Returns the pixels of colours by shade level and index, and the colours with 8 bits per channel.
fn palettes(colour: impl Fn(usize) -> Rgb, compat: &Compat) -> (Box<[u32; 8192]>, Box<[[u32; 256]; 2]>) {
    let colours: [Rgb; 256] = core::array::from_fn(colour);
    let mut palettes = Box::new([0; 8192]);
    for (at, pixel) in palettes.iter_mut().enumerate() {
        *pixel = shaded(colours[at & 255], (at >> 8) as u8, compat.pixel_format);
    }
    let mut fine = [colours.map(pack); 2];
    fine[1][0] |= 1 << 31;
    (palettes, Box::new(fine))
}

fn check(texture: &Texture) -> Result<()> {
    let (width, height, texels) = (texture.width, texture.height, texture.texels.len());
    let fits = (1..=256).contains(&width) && (1..=256).contains(&height);
    if fits && texels == usize::from(width) * usize::from(height) {
        Ok(())
    } else {
        Err(Error::TextureSize { width, height, texels })
    }
}

/// Returns a palette entry; black beyond the palette's end.
fn palette_colour(texture: &Texture, index: usize) -> Rgb {
    texture.palette.get(index).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_map_keeps_black_apart_from_index_0() {
        let mut texels = vec![0; 4096];
        (texels[1], texels[2]) = (1, 2);
        let palette = vec![Rgb::default(), Rgb { r: 4, g: 4, b: 4 }, Rgb { r: 9, g: 0, b: 0 }];
        let texture = Texture { width: 64, height: 64, palette, texels };
        let map = SphereMap::new(&texture, &Compat::default()).unwrap();
        assert_eq!(map.pixels[..3], [0, 0x00_0008, 0x08_0000]);
        let in_full = Compat { pixel_format: PixelFormat::Rgb888, ..Compat::default() };
        assert_eq!(SphereMap::new(&texture, &in_full).unwrap().pixels[..3], [0, 0x04_0404, 0x09_0000]);
    }

    fn noise(width: u16, height: u16) -> Texture {
        let palette = (0..=255).map(|i: u8| Rgb { r: i, g: i.wrapping_mul(7), b: 255 - i }).collect();
        let texels = (0..u32::from(width) * u32::from(height)).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8);
        Texture { width, height, palette, texels: texels.collect() }
    }

    #[test]
    fn a_texture_gives_its_picture_back_and_wraps_or_is_padded() {
        for (width, height) in [(1, 1), (5, 200), (64, 256), (170, 77), (256, 3), (256, 256)] {
            let picture = noise(width, height);
            let [width, height] = [width, height].map(usize::from);
            let (pitch, rows) = (width.next_power_of_two(), height.next_power_of_two());
            let texel = |u: usize, v: usize| if u < width && v < height { picture.texels[v * width + u] } else { 0 };
            let masked = |u: usize, v: usize| texel(u & (pitch - 1), v & (rows - 1));
            let check = |compat, expected: &dyn Fn(usize, usize) -> u8| {
                let map = TextureMap::new(&picture, &compat).unwrap();
                assert_eq!(map.picture(), picture);
                let same = |(at, texel): (usize, &u8)| *texel == expected(at & 255, at >> 8);
                assert!(map.texels.iter().enumerate().all(same), "{compat:?}, {width}x{height}");
            };
            check(Compat::engine(), &texel);
            check(Compat::viewer(), &masked);
        }
    }

    #[test]
    fn a_texture_in_read_only_memory_is_as_one_that_was_read() {
        static TEXELS: [u8; 65536] = [7; 65536];
        let palette = noise(1, 1).palette;
        let texture = Texture { width: 256, height: 256, palette: palette.clone(), texels: TEXELS.to_vec() };
        let map = TextureMap::from_static(&TEXELS, &palette, &Compat::default());
        let expected = TextureMap::new(&texture, &Compat::default()).unwrap();
        assert_eq!((map.picture(), &*map.texels), (expected.picture(), &*expected.texels));
        assert_eq!((map.palettes, map.palette), (expected.palettes, expected.palette));
    }

    #[test]
    fn a_recoloured_texture_is_one_of_another_palette() {
        let compat = Compat::default();
        let inverted = |Rgb { r, g, b }| Rgb { r: 255 - r, g: 255 - g, b: 255 - b };
        let mut picture = noise(3, 2);
        let map = TextureMap::new(&picture, &compat).unwrap().recoloured(inverted, &compat);
        picture.palette.iter_mut().for_each(|colour| *colour = inverted(*colour));
        let expected = TextureMap::new(&picture, &compat).unwrap();
        assert_eq!((map.size, map.texels), (expected.size, expected.texels));
        assert_eq!((map.palettes, map.palette), (expected.palettes, expected.palette));
    }
}
