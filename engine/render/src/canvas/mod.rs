//! The 2D canvas: pictures, rectangles and text drawn on a [`Framebuffer`] under, between and over the 3D.
//!
//! Everything is in whole pixels from the top left corner, is cut off at the clip rectangle and the edges of the
//! picture, and is drawn at once, in the order of the calls; the polygons of a renderer are drawn when it is flushed.
//! Colours keep their 24 bits, as the 2D of a phone did not pass through its 3D; blending is that of polygons, with 8
//! bits per channel. Places of any size are legal. Nothing is allocated.

#[cfg(feature = "text")]
mod fonts;
#[cfg(feature = "text")]
mod lettering;
mod shapes;
#[cfg(feature = "text")]
mod wrap;

use keitai_formats::Blend;

#[cfg(feature = "text")]
pub use fonts::{Align, CellFont, Font, Lettering};
#[cfg(feature = "text")]
pub use wrap::{Overflow, TextLimits};

use crate::framebuffer::Framebuffer;
use crate::pixel::Format;
use crate::raster::Clip;
use crate::texture::TextureMap;

/// A framebuffer to draw flat things on. The `embedded-graphics` library can draw on it, too.
#[derive(Debug)]
pub struct Canvas<'a> {
    framebuffer: &'a mut Framebuffer,
    /// Lies inside the picture.
    bounds: Clip,
    /// Lies inside the bounds.
    clip: Clip,
    blend: Blend,
}

impl<'a> Canvas<'a> {
    /// Draws on all of `framebuffer`.
    pub fn new(framebuffer: &'a mut Framebuffer) -> Self {
        Self::within(framebuffer, None)
    }

    /// Draws on a rectangle of `framebuffer`, or on all of it; places still begin at the picture's corner.
    pub fn within(framebuffer: &'a mut Framebuffer, area: Option<Clip>) -> Self {
        let whole = Clip::at(0, 0, framebuffer.width(), framebuffer.height());
        let bounds = area.map_or(whole, |area| area.intersect(whole));
        Self { framebuffer, bounds, clip: bounds, blend: Blend::Normal }
    }

    /// Restricts drawing from now on to a rectangle; `None` restricts it to the whole canvas.
    pub fn set_clip(&mut self, clip: Option<Clip>) {
        self.clip = clip.map_or(self.bounds, |clip| clip.intersect(self.bounds));
    }

    /// Sets the blend function of everything that is drawn from now on.
    pub fn set_blend(&mut self, blend: Blend) {
        self.blend = blend;
    }

    /// Fills a rectangle, given in pixels, with `colour`, 0xRRGGBB.
    #[doc(alias = "fillRect")]
    pub fn rectangle(&mut self, x: i32, y: i32, width: u32, height: u32, colour: u32) {
        let (blend, colour) = (self.blend, colour & 0xFF_FFFF);
        #[cfg(feature = "layout")]
        self.cover(x, y, width, height);
        self.rows((x, y), (width, height), |_, pixels| lay(blend, pixels, core::iter::repeat(Some(colour))));
    }

    /// Darkens a rectangle, given in pixels, to a quarter, as a ground for text.
    pub fn shade(&mut self, x: i32, y: i32, width: u32, height: u32) {
        self.rows((x, y), (width, height), |_, pixels| {
            for pixel in pixels {
                *pixel = (*pixel >> 2) & 0x3F_3F3F;
            }
        });
    }

    /// Draws a part of a texture: left, top, right and bottom, of which right and bottom are exclusive. The part is cut
    /// to the texture. With `key`, texels of index 0 are left out. A right edge left of the left one draws the same
    /// texels from right to left, a bottom edge above the top one draws them from bottom to top. `x` and `y` are the
    /// top left corner of what is drawn.
    #[doc(alias = "drawImage")]
    pub fn image(&mut self, texture: &TextureMap, texels: [i32; 4], x: i32, y: i32, key: bool) {
        #[cfg(feature = "layout")]
        self.note_image(x, y, texels[0].abs_diff(texels[2]), texels[1].abs_diff(texels[3]));
        self.part(texture, texels, x, y, key);
    }

    fn part(&mut self, texture: &TextureMap, texels: [i32; 4], x: i32, y: i32, key: bool) {
        let [left, top, right, bottom] = texels;
        let (Some((columns, x)), Some((rows, y))) =
            (Side::new((left, right), texture.width(), x), Side::new((top, bottom), texture.height(), y))
        else {
            return;
        };
        let blend = self.blend;
        self.rows((x, y), (columns.length, rows.length), |(column, row), pixels| {
            let line = rows.texel(row) << 8;
            let texels = &texture.texels[line | columns.first..][..columns.length as usize];
            let colour = |&i: &u8| (i != 0 || !key).then(|| texture.palette[0][usize::from(i)]);
            match columns.mirrored {
                false => lay(blend, pixels, texels[column..].iter().map(colour)),
                true => lay(blend, pixels, texels.iter().rev().skip(column).map(colour)),
            }
        });
    }

    /// Draws another picture with its top left corner at a pixel.
    #[doc(alias = "drawImage")]
    pub fn picture(&mut self, picture: &Framebuffer, x: i32, y: i32) {
        let (blend, width) = (self.blend, picture.width() as usize);
        self.rows((x, y), (picture.width(), picture.height()), |(column, row), pixels| {
            lay(blend, pixels, picture.pixels()[row * width + column..].iter().map(|pixel| Some(*pixel)));
        });
    }

    /// Calls `paint` for each row of an area that can be seen, with the place in the area where it begins and its
    /// pixels.
    fn rows(
        &mut self,
        (x, y): (i32, i32),
        (width, height): (u32, u32),
        mut paint: impl FnMut((usize, usize), &mut [u32]),
    ) {
        let seen = Clip::at(x, y, width, height).intersect(self.clip);
        if seen.is_empty() {
            return;
        }
        let skipped = (i64::from(seen.left) - i64::from(x)) as usize;
        let pitch = self.framebuffer.width() as usize;
        let pixels = self.framebuffer.change(seen);
        for row in seen.top..seen.bottom {
            let line = row as usize * pitch;
            let pixels = &mut pixels[line + seen.left as usize..line + seen.right as usize];
            paint((skipped, (i64::from(row) - i64::from(y)) as usize), pixels);
        }
    }
}

/// Notes the areas of texts and images in [`Layout`](crate::Layout).
#[cfg(feature = "layout")]
impl Canvas<'_> {
    fn note_image(&mut self, x: i32, y: i32, width: u32, height: u32) {
        self.cover(x, y, width, height);
        if let Some(layout) = &mut self.framebuffer.layout {
            layout.images.push(Clip::at(x, y, width, height));
        }
    }

    /// Forgets the texts whose middle an opaque rectangle or an image covers.
    fn cover(&mut self, x: i32, y: i32, width: u32, height: u32) {
        if let Some(layout) = self.framebuffer.layout.as_mut().filter(|_| self.blend == Blend::Normal) {
            let area = Clip::at(x, y, width, height);
            layout.texts.retain(|(_, text)| !area.contains((text.left + text.right) / 2, (text.top + text.bottom) / 2));
        }
    }

    #[cfg(feature = "text")]
    fn note_text(&mut self, text: &str, x: i32, y: i32, (width, height): (u32, u32)) {
        let Some(layout) = &mut self.framebuffer.layout else { return };
        for (line, text) in (0..).zip(text.lines()).filter(|(_, line)| !line.is_empty()) {
            let top = y.saturating_add_unsigned(height.saturating_mul(line));
            let letters = text.chars().count() as u32;
            layout.texts.push((text.into(), Clip::at(x, top, width.saturating_mul(letters), height)));
        }
    }
}

/// The texels of an image along one side, inside the texture.
struct Side {
    first: usize,
    length: u32,
    /// The last texel is drawn first.
    mirrored: bool,
}

impl Side {
    /// Returns the texels between two edges, and the pixel where they begin when the first edge lies at `at`; `None` if
    /// the texture has none of them.
    fn new((from, to): (i32, i32), size: u16, at: i32) -> Option<(Self, i32)> {
        let mirrored = to < from;
        let (first, end) = (from.min(to).max(0), from.max(to).min(size.into()));
        // Texels outside the texture leave their pixels free.
        let skipped = if mirrored { i64::from(from) - i64::from(end) } else { i64::from(first) - i64::from(from) };
        let at = i32::try_from(i64::from(at) + skipped).ok()?;
        (first < end).then(|| (Self { first: first as usize, length: (end - first) as u32, mirrored }, at))
    }

    /// Returns the texel at a number of pixels from the beginning.
    fn texel(&self, pixel: usize) -> usize {
        self.first + if self.mirrored { self.length as usize - 1 - pixel } else { pixel }
    }
}

/// Lays colours on pixels; `None` leaves a pixel as it is.
#[inline]
fn lay(blend: Blend, pixels: &mut [u32], colours: impl Iterator<Item = Option<u32>>) {
    #[inline(always)]
    fn each(pixels: &mut [u32], colours: impl Iterator<Item = Option<u32>>, mix: impl Fn(u32, u32) -> u32) {
        for (pixel, colour) in pixels.iter_mut().zip(colours) {
            if let Some(colour) = colour {
                *pixel = mix(*pixel, colour);
            }
        }
    }
    match blend {
        Blend::Normal => each(pixels, colours, |_, colour| colour),
        Blend::Half => each(pixels, colours, |d, s| Format::RGB888.half(d, s)),
        Blend::Add => each(pixels, colours, |d, s| Format::RGB888.add(d, s)),
        Blend::Sub => each(pixels, colours, |d, s| Format::RGB888.sub(d, s)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::Compat;
    use keitai_formats::{Rgb, Texture};

    /// Returns the indices of the pixels that are not black.
    pub(super) fn lit(framebuffer: &Framebuffer) -> Vec<usize> {
        framebuffer.pixels().iter().enumerate().filter(|(_, p)| **p != 0).map(|(i, _)| i).collect()
    }

    /// 3 x 2 texels of indices 0..6, which are the reds 0x10, 0x20 and so on.
    fn six() -> TextureMap {
        let palette = (1..=6).map(|level| Rgb { r: level * 16, g: 0, b: 0 }).collect();
        let texture = Texture { width: 3, height: 2, palette, texels: (0..6).collect() };
        TextureMap::new(&texture, &Compat::default()).unwrap()
    }

    /// Returns the reds of a picture of 4 by 3 pixels after drawing.
    fn reds(draw: impl FnOnce(&mut Canvas)) -> Vec<u32> {
        let mut picture = Framebuffer::new(4, 3);
        draw(&mut Canvas::new(&mut picture));
        picture.pixels().iter().map(|pixel| pixel >> 16).collect()
    }

    #[test]
    fn a_rectangle_is_cut_at_every_edge() {
        let draw = |x, y, width, height| {
            let mut picture = Framebuffer::new(4, 3);
            Canvas::new(&mut picture).rectangle(x, y, width, height, 0x00FF_8001);
            assert!(picture.pixels().iter().all(|pixel| [0, 0x00FF_8001].contains(pixel)));
            lit(&picture)
        };
        assert_eq!(draw(-2, -1, 4, 3), [0, 1, 4, 5]);
        assert_eq!(draw(3, 2, 100, 100), [11]);
        let outside =
            [draw(4, 0, 10, 10), draw(0, i32::MAX, 10, 10), draw(i32::MIN, i32::MIN, u32::MAX >> 1, u32::MAX)];
        assert!(outside.concat().is_empty(), "{outside:?}");
        assert_eq!(draw(i32::MIN, i32::MIN, u32::MAX, u32::MAX).len(), 12);
    }

    #[test]
    fn nothing_is_drawn_outside_the_clip() {
        let mut picture = Framebuffer::new(4, 4);
        let mut canvas = Canvas::new(&mut picture);
        canvas.set_clip(Some(Clip { left: 1, top: 2, right: 3, bottom: 9 }));
        canvas.rectangle(0, 0, 4, 4, 7);
        #[cfg(feature = "text")]
        canvas.text("W", 0, 0, Lettering::Small, 7);
        canvas.image(&six(), [0, 0, 3, 2], 0, 0, false);
        assert_eq!(lit(&picture), [9, 10, 13, 14]);

        let mut canvas = Canvas::new(&mut picture);
        canvas.set_clip(Some(Clip { left: 3, top: 0, right: 1, bottom: 4 }));
        canvas.rectangle(0, 0, 4, 4, 9);
        canvas.set_clip(None);
        canvas.rectangle(0, 0, 1, 1, 9);
        assert_eq!(lit(&picture), [0, 9, 10, 13, 14]);
    }

    #[test]
    fn a_picture_is_drawn_on_another_and_cut_at_its_edges() {
        let mut small = Framebuffer::new(2, 2);
        small.pixels_mut().copy_from_slice(&[1, 2, 3, 4]);
        let draw = |x, y| {
            let mut picture = Framebuffer::new(3, 2);
            Canvas::new(&mut picture).picture(&small, x, y);
            picture.pixels().to_vec()
        };
        assert_eq!(draw(1, 0), [0, 1, 2, 0, 3, 4]);
        assert_eq!(draw(-1, 1), [0, 0, 0, 2, 0, 0]);
        assert_eq!(draw(2, -1), [0, 0, 3, 0, 0, 0]);
        assert_eq!(draw(i32::MIN, i32::MAX), [0; 6]);
    }

    #[test]
    fn rectangles_blend_like_polygons() {
        let mixed = |blend| {
            let mut picture = Framebuffer::new(1, 1);
            picture.fill(0x80_FF03);
            let mut canvas = Canvas::new(&mut picture);
            canvas.set_blend(blend);
            canvas.rectangle(0, 0, 1, 1, 0x90_0106);
            picture.pixels()[0]
        };
        assert_eq!(
            [Blend::Normal, Blend::Half, Blend::Add, Blend::Sub].map(mixed),
            [0x90_0106, 0x88_8004, 0xFF_FF09, 0x00_FE00]
        );
    }

    #[test]
    fn shading_keeps_channels_apart() {
        let mut picture = Framebuffer::new(1, 1);
        picture.fill(0x00FF_0007);
        Canvas::new(&mut picture).shade(0, 0, 1, 1);
        assert_eq!(picture.pixels(), [0x003F_0001]);
    }

    #[test]
    fn an_image_is_its_texels_and_its_key_is_left_out() {
        let draw = |key| reds(|canvas| canvas.image(&six(), [0, 0, 3, 2], 1, 1, key));
        assert_eq!(draw(true), [0, 0, 0, 0, 0, 0, 0x20, 0x30, 0, 0x40, 0x50, 0x60]);
        assert_eq!(draw(false)[5], 0x10);
    }

    #[test]
    fn images_with_exchanged_edges_are_mirrored() {
        let draw = |texels, x, y| reds(|canvas| canvas.image(&six(), texels, x, y, false));
        assert_eq!(draw([3, 0, 0, 2], 0, 0), [0x30, 0x20, 0x10, 0, 0x60, 0x50, 0x40, 0, 0, 0, 0, 0]);
        assert_eq!(draw([0, 2, 3, 0], 1, 1), [0, 0, 0, 0, 0, 0x40, 0x50, 0x60, 0, 0x10, 0x20, 0x30]);
        assert_eq!(draw([3, 2, 1, 0], 1, 0), [0, 0x60, 0x50, 0, 0, 0x30, 0x20, 0, 0, 0, 0, 0]);
        // Cut at the left and the top of the picture: the texels that are drawn first are missing.
        assert_eq!(draw([3, 2, 0, 0], -1, -1), [0x20, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        // Cut at the texture: an empty column at the left, an empty row at the top.
        assert_eq!(draw([4, 3, 1, 0], 0, 0), [0, 0, 0, 0, 0, 0x60, 0x50, 0, 0, 0x30, 0x20, 0]);
        assert_eq!(draw([2, 1, -1, -1], 1, 1), [0, 0, 0, 0, 0, 0x20, 0x10, 0, 0, 0, 0, 0]);
        assert_eq!(draw([i32::MAX, 2, i32::MIN, 0], i32::MIN, 0), [0; 12]);
    }

    #[test]
    fn parts_of_images_are_cut_at_the_picture_and_at_the_texture() {
        let draw = |texels, x, y| reds(|canvas| canvas.image(&six(), texels, x, y, false));
        assert_eq!(draw([1, 0, 2, 2], 3, -1), [0, 0, 0, 0x50, 0, 0, 0, 0, 0, 0, 0, 0], "half of the middle column");
        // A border of one texel around the texture is empty.
        assert_eq!(draw([-1, -1, 4, 3], 0, 0), [0, 0, 0, 0, 0, 0x10, 0x20, 0x30, 0, 0x40, 0x50, 0x60]);
        for (texels, x, y) in
            [([2, 1, 2, 0], 0, 0), ([i32::MIN, 0, i32::MAX, 2], 5, 0), ([0, 0, 3, 2], i32::MAX, i32::MIN)]
        {
            assert_eq!(draw(texels, x, y), [0; 12], "{texels:?}");
        }
    }
}
