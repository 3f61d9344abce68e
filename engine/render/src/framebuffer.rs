//! Pictures to draw on: with pixels of their own, or with pixels of the caller.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use keitai_formats::{Rgb, Texture};
use xxhash_rust::xxh3::Xxh3;

use crate::lanes::widest;
use crate::raster::Clip;

/// A picture to draw on: a [`Framebuffer`], or [`Pixels`] of the caller.
pub trait Picture {
    /// Returns the width in pixels.
    fn width(&self) -> u32;

    /// Returns the height in pixels.
    fn height(&self) -> u32;

    /// Returns a row of pixels, or none below the picture. Their highest byte has no meaning.
    fn row(&self, y: u32) -> &[u32];

    /// Returns the pixels to draw on inside `area`, which lies inside the picture.
    fn open(&mut self, area: Clip) -> Rows<'_>;

    /// Ends drawing inside `area`.
    fn close(&mut self, _area: Clip) {}
}

/// The pixels of a picture while a renderer draws on it.
#[derive(Debug)]
pub struct Rows<'a> {
    pub(crate) pixels: &'a mut [u32],
    /// Number of pixels from a row to the next.
    pub(crate) pitch: usize,
    /// Whether [`Framebuffer::SLACK`] pixels follow the last.
    pub(crate) has_slack: bool,
}

/// A picture of 24-bit pixels, row by row from the top.
///
/// The authentic back end computes with 5 bits per channel; what it writes is stored expanded (`v << 3 | v >> 2`), so
/// that pixels nobody drew over keep the 24 bits they were given.
#[derive(Debug, Clone)]
pub struct Framebuffer {
    width: u32,
    height: u32,
    /// The pixels, and [`Self::SLACK`] more.
    pixels: Vec<u32>,
    /// The colour of every pixel outside the changed columns.
    background: u32,
    /// The columns that may have changed since the last [`Self::fill`], for each [`Self::ROWS`] rows.
    changed: Vec<Columns>,
    /// Kept from now on, if there is one.
    #[cfg(feature = "layout")]
    pub layout: Option<Layout>,
}

/// The texts and images that were drawn on a picture, in their order.
///
/// ```
/// # #[cfg(feature = "text")] {
/// # use keitai_render::{Canvas, Clip, Framebuffer, Layout, Lettering};
/// let mut picture = Framebuffer::new(240, 320);
/// picture.layout = Some(Layout::default());
/// Canvas::new(&mut picture).text("GO", 100, 20, Lettering::Normal, 0xFFFFFF);
/// let (width, height) = (2 * Lettering::Normal.width() as i32, Lettering::Normal.height() as i32);
/// let area = Clip { left: 100, top: 20, right: 100 + width, bottom: 20 + height };
/// assert_eq!(picture.layout.as_ref().unwrap().texts, [("GO".to_owned(), area)]);
/// Canvas::new(&mut picture).rectangle(90, 10, 60, 30, 0x402010);
/// assert!(picture.layout.unwrap().texts.is_empty());
/// # }
/// ```
#[cfg(feature = "layout")]
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Lines of texts, without those that an opaque rectangle or an image has covered since.
    pub texts: Vec<(alloc::string::String, Clip)>,
    /// Areas of images.
    pub images: Vec<Clip>,
}

/// Columns of a picture, the last exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Columns {
    left: usize,
    right: usize,
}

impl Columns {
    const NONE: Self = Self { left: usize::MAX, right: 0 };
}

impl PartialEq for Framebuffer {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height, &self.pixels) == (other.width, other.height, &other.pixels)
    }
}

impl Eq for Framebuffer {}

impl Framebuffer {
    /// Number of pixels after the last, always 0: code that draws up to eight at a time needs no special case at the
    /// end.
    pub(crate) const SLACK: usize = 7;

    /// Number of rows whose changes are noted together.
    const ROWS: usize = 16;

    /// Returns a black picture of `width` x `height` pixels.
    pub fn new(width: u32, height: u32) -> Self {
        let pixels = vec![0; width as usize * height as usize + Self::SLACK];
        let changed = vec![Columns::NONE; (height as usize).div_ceil(Self::ROWS)];
        Self {
            width,
            height,
            pixels,
            background: 0,
            changed,
            #[cfg(feature = "layout")]
            layout: None,
        }
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Sets every pixel to `colour`, 0xRRGGBB.
    pub fn fill(&mut self, colour: u32) {
        let width = self.width as usize;
        if colour != self.background {
            self.background = colour;
            self.changed.fill(Columns { left: 0, right: width });
        }
        // Most pixels often have this colour already. To leave them alone saves 4 to 6 % of the time of a frame with one figure
        // and 19 % of one with a few polygons.
        let len = self.pixels.len() - Self::SLACK;
        let rows = self.pixels[..len].chunks_mut(Self::ROWS * width.max(1)).zip(&mut self.changed);
        widest(
            #[inline(always)]
            || {
                for (rows, columns) in rows {
                    // Whole blocks if possible.
                    let (left, right) = (columns.left & !31, columns.right.next_multiple_of(32).min(width));
                    *columns = Columns::NONE;
                    if left < right && right - left > width / 4 * 3 {
                        fill_blocks::<128>(rows, colour);
                    } else if left < right {
                        // Closures of iterators would not be compiled for wider registers.
                        for row in rows.chunks_exact_mut(width) {
                            fill_blocks::<32>(&mut row[left..right], colour);
                        }
                    }
                }
            },
        );
    }

    /// Returns the pixels, 0x00RRGGBB.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels[..self.pixels.len() - Self::SLACK]
    }

    /// Returns the pixels, 0x00RRGGBB, to draw over.
    pub fn pixels_mut(&mut self) -> &mut [u32] {
        let len = self.pixels.len() - Self::SLACK;
        &mut self.change(Clip::at(0, 0, self.width, self.height))[..len]
    }

    /// Returns all pixels and the slack after them, which must be left at 0, to draw inside `area`, which lies inside
    /// the picture.
    pub(crate) fn change(&mut self, area: Clip) -> &mut [u32] {
        let [left, top, right, bottom] = [area.left, area.top, area.right, area.bottom].map(|at| at as usize);
        for columns in &mut self.changed[top / Self::ROWS..bottom.div_ceil(Self::ROWS)] {
            *columns = Columns { left: columns.left.min(left), right: columns.right.max(right) };
        }
        &mut self.pixels
    }

    /// Returns the picture as a texture. More than 256 colours become those that differ in the high 5, 4 or fewer bits of a channel, and
    /// of colours that become one the first is kept.
    ///
    /// ```
    /// # use keitai_render::{Compat, Framebuffer, TextureMap};
    /// let mut picture = Framebuffer::new(64, 64);
    /// picture.fill(0x20_4060);
    /// let texture = TextureMap::new(&picture.texture(), &Compat::default())?;
    /// # assert_eq!(texture.picture().texels, [0; 4096]);
    /// # Ok::<(), keitai_render::Error>(())
    /// ```
    pub fn texture(&self) -> Texture {
        let side = |pixels: u32| u16::try_from(pixels).unwrap_or(u16::MAX);
        let (width, height) = (side(self.width), side(self.height));
        let bits = [0xFF_FFFF, 0xF8_F8F8, 0xF0_F0F0, 0xE0_E0C0];
        let (palette, texels) = bits.into_iter().find_map(|mask| self.indexed(mask)).unwrap_or_default();
        Texture { width, height, palette, texels }
    }

    /// Returns a palette, and the index of each pixel, if the pixels have at most 256 colours in these bits.
    fn indexed(&self, mask: u32) -> Option<(Vec<Rgb>, Vec<u8>)> {
        let (mut palette, mut indices) = (Vec::new(), BTreeMap::new());
        let index = |pixel: &u32| {
            let index = *indices.entry(pixel & mask).or_insert_with(|| {
                palette.push(Rgb::from_hex(*pixel));
                palette.len() - 1
            });
            u8::try_from(index).ok()
        };
        let texels = self.pixels().iter().map(index).collect::<Option<_>>()?;
        Some((palette, texels))
    }

    /// Returns a hash of the size and of every pixel (XXH3, 64 bits): equal for equal pictures, on every machine.
    pub fn digest(&self) -> u64 {
        const RUN: usize = 256;
        let mut hash = Xxh3::new();
        hash.update(&self.width.to_le_bytes());
        hash.update(&self.height.to_le_bytes());
        let mut bytes = [0; 4 * RUN];
        for run in self.pixels().chunks(RUN) {
            for (place, pixel) in bytes.chunks_exact_mut(4).zip(run) {
                place.copy_from_slice(&pixel.to_le_bytes());
            }
            hash.update(&bytes[..4 * run.len()]);
        }
        hash.digest()
    }
}

impl Picture for Framebuffer {
    fn width(&self) -> u32 {
        self.width
    }

    fn height(&self) -> u32 {
        self.height
    }

    fn row(&self, y: u32) -> &[u32] {
        let width = self.width as usize;
        self.pixels().get(y as usize * width..).map_or(&[], |row| &row[..width.min(row.len())])
    }

    fn open(&mut self, area: Clip) -> Rows<'_> {
        let pitch = self.width as usize;
        Rows { pixels: self.change(area), pitch, has_slack: true }
    }
}

/// Pixels of the caller, drawn on in place: 0xAARRGGBB, row by row from the top.
///
/// The picture is opaque. Where something is drawn, alpha becomes 255 in the rectangle around all polygons of a flush.
#[derive(Debug)]
pub struct Pixels<'a> {
    pixels: &'a mut [u32],
    width: u32,
    height: u32,
    stride: usize,
}

impl<'a> Pixels<'a> {
    /// Returns a picture of `width` x `height` pixels whose rows begin `stride` pixels after each other; `None` if the rows overlap or
    /// there are fewer pixels.
    pub fn new(pixels: &'a mut [u32], width: u32, height: u32, stride: usize) -> Option<Self> {
        let rows = (height as usize).saturating_sub(1).checked_mul(stride)?;
        let needed = if width == 0 || height == 0 { 0 } else { rows.checked_add(width as usize)? };
        (stride >= width as usize && pixels.len() >= needed).then_some(Self { pixels, width, height, stride })
    }
}

impl Picture for Pixels<'_> {
    fn width(&self) -> u32 {
        self.width
    }

    fn height(&self) -> u32 {
        self.height
    }

    fn row(&self, y: u32) -> &[u32] {
        let row = if y < self.height { self.pixels.get(y as usize * self.stride..) } else { None };
        row.map_or(&[], |row| &row[..self.width as usize])
    }

    fn open(&mut self, _: Clip) -> Rows<'_> {
        Rows { pixels: self.pixels, pitch: self.stride, has_slack: false }
    }

    fn close(&mut self, area: Clip) {
        let [left, right, top, bottom] = [area.left, area.right, area.top, area.bottom].map(|at| at as usize);
        for row in top..bottom {
            let line = row * self.stride;
            for pixel in &mut self.pixels[line + left..line + right] {
                *pixel |= 0xFF00_0000;
            }
        }
    }
}

/// Sets pixels to a colour, `LEN` in each turn of the loop, which costs as much as three stores.
#[inline(always)]
fn fill_blocks<const LEN: usize>(pixels: &mut [u32], colour: u32) {
    let (blocks, rest) = pixels.as_chunks_mut::<LEN>();
    for block in blocks {
        *block = [colour; LEN];
    }
    for pixel in rest {
        *pixel = colour;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_that_of_the_size_and_the_bytes_of_the_pixels() {
        let mut picture = Framebuffer::new(3, 2);
        picture.fill(0x12_3456);
        picture.pixels_mut()[5] = 0xAB_CDEF;
        let mut bytes = vec![3, 0, 0, 0, 2, 0, 0, 0];
        bytes.extend([0x56, 0x34, 0x12, 0].repeat(5));
        bytes.extend([0xEF, 0xCD, 0xAB, 0]);
        assert_eq!(picture.digest(), xxhash_rust::xxh3::xxh3_64(&bytes));
        assert_eq!(picture, picture.clone());
        // Longer than a run, and no multiple of it.
        let mut large = Framebuffer::new(100, 7);
        let plain = large.digest();
        large.pixels_mut()[699] = 1;
        assert_ne!(large.digest(), plain);
    }

    #[test]
    fn filling_again_forgets_everything_drawn() {
        let mut picture = Framebuffer::new(40, 50);
        picture.fill(7);
        let clean = picture.clone();
        let areas = [[1, 2, 2, 3], [39, 0, 40, 50], [0, 15, 40, 17], [0, 49, 1, 50], [5, 20, 30, 21], [0, 0, 40, 50]];
        for [left, top, right, bottom] in areas {
            let pixels = picture.change(Clip { left, top, right, bottom });
            for row in top..bottom {
                pixels[(row * 40 + left) as usize..(row * 40 + right) as usize].fill(1);
            }
            assert_ne!(picture, clean);
            picture.fill(7);
            assert_eq!(picture, clean);
        }
        picture.pixels_mut()[1999] = 1;
        picture.fill(7);
        assert_eq!(picture, clean);
        picture.fill(9);
        assert_eq!(picture.pixels(), [9; 2000]);
        // A picture without pixels is legal.
        for (width, height) in [(0, 0), (0, 5), (5, 0)] {
            let mut none = Framebuffer::new(width, height);
            none.pixels_mut().fill(1);
            none.fill(2);
            assert!(none.pixels().is_empty());
        }
    }
}
