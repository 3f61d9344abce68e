//! Text and rectangles over a finished picture, in whole pixels: messages, legends, anything that is not 3D.
//!
//! [`Canvas`] lends a [`Framebuffer`] to the `embedded-graphics` library, whose fonts and shapes then serve; drawing
//! outside the picture is cut off.

use std::convert::Infallible;

use embedded_graphics::Drawable;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::iso_8859_1::{FONT_5X8, FONT_6X10};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::{IntoStorage, Rgb888};
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::{Baseline, Text};
use keitai_render::Framebuffer;

/// The two sizes of lettering; both are of fixed width and cover Latin-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lettering {
    /// 5 x 8 pixels: 48 letters across a picture of 240.
    Small,
    /// 6 x 10 pixels: 40 letters across a picture of 240.
    Normal,
}

impl Lettering {
    fn font(self) -> &'static MonoFont<'static> {
        match self {
            Self::Small => &FONT_5X8,
            Self::Normal => &FONT_6X10,
        }
    }

    /// Width of a letter, pixels.
    pub fn width(self) -> u32 {
        self.font().character_size.width
    }

    /// Height of a line, pixels.
    pub fn height(self) -> u32 {
        self.font().character_size.height
    }
}

/// A framebuffer as a place that `embedded-graphics` draws to.
#[derive(Debug)]
pub struct Canvas<'a> {
    framebuffer: &'a mut Framebuffer,
}

impl<'a> Canvas<'a> {
    /// Draws on `framebuffer`.
    pub fn new(framebuffer: &'a mut Framebuffer) -> Self {
        Self { framebuffer }
    }

    /// Writes `text` with its top-left corner at (x, y); `\n` begins a new line. Letters outside Latin-1 become `?`.
    pub fn text(&mut self, text: &str, x: i32, y: i32, lettering: Lettering, colour: u32) {
        let style = MonoTextStyle::new(lettering.font(), rgb(colour));
        let Ok(_) = Text::with_baseline(text, Point::new(x, y), style, Baseline::Top).draw(self);
    }

    /// Writes `text` in black around itself, so that it can be read over anything.
    pub fn outlined(&mut self, text: &str, x: i32, y: i32, lettering: Lettering, colour: u32) {
        for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            self.text(text, x + dx, y + dy, lettering, 0x000000);
        }
        self.text(text, x, y, lettering, colour);
    }

    /// Fills a rectangle.
    pub fn rectangle(&mut self, x: i32, y: i32, width: u32, height: u32, colour: u32) {
        let Ok(()) = self.fill_solid(&Rectangle::new(Point::new(x, y), Size::new(width, height)), rgb(colour));
    }

    /// Darkens a rectangle to a quarter, as a ground for text.
    pub fn shade(&mut self, x: i32, y: i32, width: u32, height: u32) {
        self.for_rows(&Rectangle::new(Point::new(x, y), Size::new(width, height)), |row| {
            for pixel in row {
                *pixel = (*pixel >> 2) & 0x003F_3F3F;
            }
        });
    }

    /// Calls `paint` with what each row of the picture shares with `area`. Edges saturate, so that areas of any size are
    /// legal.
    fn for_rows(&mut self, area: &Rectangle, mut paint: impl FnMut(&mut [u32])) {
        let inside = |start: i32, length: u32, limit: u32| {
            let end = start.saturating_add_unsigned(length).clamp(0, limit as i32);
            start.clamp(0, end) as usize..end as usize
        };
        let width = self.framebuffer.width();
        let columns = inside(area.top_left.x, area.size.width, width);
        let rows = inside(area.top_left.y, area.size.height, self.framebuffer.height());
        for row in self.framebuffer.pixels_mut().chunks_exact_mut(width.max(1) as usize).take(rows.end).skip(rows.start)
        {
            paint(&mut row[columns.clone()]);
        }
    }
}

impl OriginDimensions for Canvas<'_> {
    fn size(&self) -> Size {
        Size::new(self.framebuffer.width(), self.framebuffer.height())
    }
}

impl DrawTarget for Canvas<'_> {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = embedded_graphics::Pixel<Rgb888>>,
    {
        let (width, height) = (self.framebuffer.width(), self.framebuffer.height());
        for embedded_graphics::Pixel(at, colour) in pixels {
            let (Ok(x), Ok(y)) = (u32::try_from(at.x), u32::try_from(at.y)) else { continue };
            if x < width && y < height {
                let index = y as usize * width as usize + x as usize;
                if let Some(pixel) = self.framebuffer.pixels_mut().get_mut(index) {
                    *pixel = colour.into_storage();
                }
            }
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Rgb888) -> Result<(), Infallible> {
        self.for_rows(area, |row| row.fill(colour.into_storage()));
        Ok(())
    }
}

/// 0xRRGGBB as the library's colour.
fn rgb(colour: u32) -> Rgb888 {
    let [_, r, g, b] = colour.to_be_bytes();
    Rgb888::new(r, g, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(framebuffer: &Framebuffer) -> Vec<usize> {
        framebuffer.pixels().iter().enumerate().filter(|(_, p)| **p != 0).map(|(i, _)| i).collect()
    }

    #[test]
    fn a_rectangle_is_cut_at_every_edge() {
        let mut picture = Framebuffer::new(4, 3);
        Canvas::new(&mut picture).rectangle(-2, -1, 4, 3, 0x00FF_8001);
        assert_eq!(lit(&picture), [0, 1, 4, 5]);
        assert_eq!(picture.pixels()[5], 0x00FF_8001);

        let mut picture = Framebuffer::new(4, 3);
        Canvas::new(&mut picture).rectangle(3, 2, 100, 100, 1);
        assert_eq!(lit(&picture), [11]);

        let mut picture = Framebuffer::new(4, 3);
        Canvas::new(&mut picture).rectangle(4, 0, 10, 10, 1);
        Canvas::new(&mut picture).rectangle(0, i32::MAX, 10, 10, 1);
        assert!(lit(&picture).is_empty());
    }

    #[test]
    fn shading_keeps_channels_apart() {
        let mut picture = Framebuffer::new(1, 1);
        picture.fill(0x00FF_0007);
        Canvas::new(&mut picture).shade(0, 0, 1, 1);
        assert_eq!(picture.pixels(), [0x003F_0001]);
    }

    #[test]
    fn letters_stay_inside_their_box_and_the_picture() {
        let mut picture = Framebuffer::new(20, 12);
        Canvas::new(&mut picture).text("I", 6, 2, Lettering::Small, 0x00FF_FFFF);
        let lit = lit(&picture);
        assert!(!lit.is_empty());
        assert!(lit.iter().all(|i| (6..11).contains(&(i % 20)) && (2..10).contains(&(i / 20))), "{lit:?}");

        // Half outside on all sides, and letters the font lacks.
        Canvas::new(&mut picture).outlined("携帯 ÅW\nxyz", -3, -4, Lettering::Normal, 0x00FF_FFFF);
        Canvas::new(&mut picture).text("W", 18, 9, Lettering::Normal, 0x00FF_FFFF);
    }
}
