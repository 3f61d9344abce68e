//! Pictures to draw on: one with pixels of its own, or pixels of the caller.

use crate::framebuffer::Framebuffer;
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

impl Picture for Framebuffer {
    fn width(&self) -> u32 {
        self.width()
    }

    fn height(&self) -> u32 {
        self.height()
    }

    fn row(&self, y: u32) -> &[u32] {
        let width = self.width() as usize;
        self.pixels().get(y as usize * width..).map_or(&[], |row| &row[..width.min(row.len())])
    }

    fn open(&mut self, area: Clip) -> Rows<'_> {
        let pitch = self.width() as usize;
        Rows { pixels: self.change(area), pitch, has_slack: true }
    }
}

/// Returns the rectangle of a picture.
pub(crate) fn bounds(picture: &dyn Picture) -> Clip {
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    Clip { left: 0, top: 0, right: side(picture.width()), bottom: side(picture.height()) }
}
