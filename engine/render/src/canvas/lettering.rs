//! Writes texts on the canvas, which `embedded-graphics` can draw on, too.

use core::convert::Infallible;

use embedded_graphics::Drawable;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::pixelcolor::{IntoStorage, Rgb888};
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::{Baseline, Text};

use super::{Align, Canvas, CellFont, Font, Lettering, TextLimits, lay};
use crate::raster::Clip;

impl Canvas<'_> {
    /// Writes `text` with the top of its first line at (x, y); `\n` begins a new line.
    pub fn write(&mut self, text: &str, x: i32, y: i32, font: &Font, align: Align) {
        self.write_within(text, (x, y), font, align, TextLimits::default());
    }

    /// Writes `text` within limits, with the top of its first line at a pixel; `\n` begins a new line.
    pub fn write_within(&mut self, text: &str, at: (i32, i32), font: &Font, align: Align, limits: TextLimits) {
        let (width, height) = font.letter();
        let (x, mut top) = at;
        for line in font.lines(text, limits) {
            let length = line.letters().saturating_mul(width);
            let left = match align {
                Align::Left => x,
                Align::Centre => x.saturating_sub_unsigned(length.div_ceil(2)),
                Align::Right => x.saturating_sub_unsigned(length),
            };
            self.write_line(line.text, left, top, font);
            if !line.ellipsis.is_empty() {
                let letters = line.letters() - line.ellipsis.chars().count() as u32;
                self.write_line(line.ellipsis, left.saturating_add_unsigned(letters.saturating_mul(width)), top, font);
            }
            top = top.saturating_add_unsigned(height);
        }
    }

    fn write_line(&mut self, line: &str, left: i32, top: i32, font: &Font) {
        match font {
            Font::Plain { lettering, colour, outlined: false } => self.text(line, left, top, *lettering, *colour),
            Font::Plain { lettering, colour, outlined: true } => self.outlined(line, left, top, *lettering, *colour),
            Font::Cells(font) => self.letters(line, left, top, font),
        }
    }

    /// Writes `text` in plain lettering with its top-left corner at (x, y); `\n` begins a new line. Letters that the lettering
    /// lacks become their nearest ones of ASCII, or else `?`.
    #[doc(alias = "drawString")]
    pub fn text(&mut self, text: &str, x: i32, y: i32, lettering: Lettering, colour: u32) {
        #[cfg(feature = "layout")]
        self.note_text(text, x, y, (lettering.width(), lettering.height()));
        self.plain(text, x, y, lettering, colour);
    }

    fn plain(&mut self, text: &str, x: i32, y: i32, lettering: Lettering, colour: u32) {
        // No picture is that wide, and the library does not check its sums for overflow.
        const FAR: core::ops::RangeInclusive<i32> = -(1 << 24)..=1 << 24;
        if !(FAR.contains(&x) && FAR.contains(&y)) {
            return;
        }
        let mut draw = |text: &str, (x, y), font| {
            let style = MonoTextStyle::new(font, rgb(colour));
            let Ok(_) = Text::with_baseline(text, Point::new(x, y), style, Baseline::Top).draw(self);
        };
        if text.chars().all(|letter| letter <= '\u{ff}') {
            return draw(text, (x, y), lettering.font());
        }
        for (top, line) in (y..).step_by(lettering.height() as usize).zip(text.split('\n')) {
            for (left, letter) in (x..).step_by(lettering.width() as usize).zip(line.chars()) {
                let (font, letter) = lettering.glyph(letter);
                draw(letter.encode_utf8(&mut [0; 4]), (left, top), font);
            }
        }
    }

    /// Writes a caption of the program itself, on a ground that [`Self::shade`] has darkened: [`Self::text`] with full stops
    /// and colons of two by two pixels, because those of the lettering look like plus signs.
    pub fn caption(&mut self, text: &str, x: i32, y: i32, lettering: Lettering, colour: u32) {
        #[cfg(feature = "layout")]
        self.note_text(text, x, y, (lettering.width(), lettering.height()));
        let (width, height) = (lettering.width() as i32, lettering.height() as i32);
        let foot = lettering.font().baseline as i32 - 1;
        for (line, text) in (0..).zip(text.lines()) {
            let top = y.saturating_add(line * height);
            let mut left = x;
            for piece in text.split_inclusive(['.', ':']) {
                let letters = piece.trim_end_matches(['.', ':']);
                self.plain(letters, left, top, lettering, colour);
                left = left.saturating_add(letters.chars().count() as i32 * width);
                let dots: &[i32] = match &piece[letters.len()..] {
                    "." => &[0],
                    ":" => &[0, height * 2 / 5],
                    _ => break,
                };
                for raised in dots {
                    let (left, top) = (left.saturating_add(width / 2 - 1), top.saturating_add(foot - raised));
                    self.rectangle(left, top, 2, 2, colour);
                }
                left = left.saturating_add(width);
            }
        }
    }

    /// Writes `text` in black around itself, so that it can be read over anything.
    pub fn outlined(&mut self, text: &str, x: i32, y: i32, lettering: Lettering, colour: u32) {
        #[cfg(feature = "layout")]
        self.note_text(text, x, y, (lettering.width(), lettering.height()));
        for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            self.plain(text, x.saturating_add(dx), y.saturating_add(dy), lettering, 0x000000);
        }
        self.plain(text, x, y, lettering, colour);
    }

    fn letters(&mut self, line: &str, x: i32, y: i32, font: &CellFont) {
        #[cfg(feature = "layout")]
        self.note_text(line, x, y, (font.cell().0.into(), font.cell().1.into()));
        let mut left = x;
        for letter in line.chars() {
            if let Some((texture, texels)) = font.texels(letter) {
                self.part(texture, texels, left, y, true);
            }
            left = left.saturating_add(font.cell().0.into());
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

    fn draw_iter<I>(&mut self, pixels: I) -> core::result::Result<(), Infallible>
    where
        I: IntoIterator<Item = embedded_graphics::Pixel<Rgb888>>,
    {
        let (clip, pitch) = (self.clip, self.framebuffer.width() as usize);
        for embedded_graphics::Pixel(at, colour) in pixels {
            if clip.contains(at.x, at.y) {
                let pixel = Clip { left: at.x, top: at.y, right: at.x + 1, bottom: at.y + 1 };
                let index = at.y as usize * pitch + at.x as usize;
                let pixel = &mut self.framebuffer.change(pixel)[index..=index];
                lay(self.blend, pixel, core::iter::once(Some(colour.into_storage())));
            }
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Rgb888) -> core::result::Result<(), Infallible> {
        let (Point { x, y }, Size { width, height }) = (area.top_left, area.size);
        self.rectangle(x, y, width, height, colour.into_storage());
        Ok(())
    }
}

/// Returns 0xRRGGBB as the library's colour.
fn rgb(colour: u32) -> Rgb888 {
    let [_, r, g, b] = colour.to_be_bytes();
    Rgb888::new(r, g, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::tests::lit;
    use crate::compat::Compat;
    use crate::framebuffer::Framebuffer;
    use crate::texture::TextureMap;
    use alloc::sync::Arc;
    use keitai_formats::{Rgb, Texture};

    #[test]
    fn dots_of_captions_are_squares() {
        let mut picture = Framebuffer::new(12, 10);
        Canvas::new(&mut picture).caption(".:", 0, 0, Lettering::Normal, 7);
        let row = |y: usize, columns: &[usize]| columns.iter().map(|x| y * 12 + x).collect::<Vec<_>>();
        let rows = [row(2, &[8, 9]), row(3, &[8, 9]), row(6, &[2, 3, 8, 9]), row(7, &[2, 3, 8, 9])];
        assert_eq!(lit(&picture), rows.concat());
    }

    #[test]
    fn captions_have_their_letters_where_other_texts_have_them() {
        let [mut picture, mut expected] = [Framebuffer::new(60, 24), Framebuffer::new(60, 24)];
        Canvas::new(&mut picture).caption("a:ß..C\n.携: d", 3, 2, Lettering::Normal, 7);
        let mut canvas = Canvas::new(&mut expected);
        canvas.text("a ß  C\n 携  d", 3, 2, Lettering::Normal, 7);
        // The left end of each square and its line, and 4 rows higher the upper ones of colons.
        for (left, top, upper) in [(11, 8, true), (23, 8, false), (29, 8, false), (5, 18, false), (17, 18, true)] {
            canvas.rectangle(left, top, 2, 2, 7);
            if upper {
                canvas.rectangle(left, top - 4, 2, 2, 7);
            }
        }
        assert_eq!(lit(&picture), lit(&expected));
    }

    #[test]
    fn texts_allocate_nothing() {
        let font = Font::Cells(CellFont::new(letters(), (2, 1), "abcd").unwrap());
        let limits = TextLimits { width: Some(6), lines: Some(2), ..TextLimits::default() };
        let mut picture = Framebuffer::new(60, 24);
        let mut canvas = Canvas::new(&mut picture);
        let used = allocation_counter::measure(|| {
            canvas.caption("12.5 ms: a.b\nc: d", 0, 0, Lettering::Normal, 7);
            canvas.outlined("1.5\n2", 0, 0, Lettering::Small, 7);
            canvas.write_within("ab cd ab cd", (0, 0), &font, Align::Centre, limits);
        });
        assert_eq!(used.count_total, 0);
    }

    /// Returns `ab` over `cd`, two texels wide and one high each; a's right texel is cut out.
    fn letters() -> Arc<TextureMap> {
        let palette = (0..8).map(|index| Rgb { r: 0, g: 0, b: index }).collect();
        let texture = Texture { width: 5, height: 2, palette, texels: vec![1, 0, 2, 3, 9, 4, 5, 6, 7, 9] };
        Arc::new(TextureMap::new(&texture, &Compat::default()).unwrap())
    }

    #[test]
    fn plain_letters_stay_inside_their_box_and_the_picture() {
        let mut picture = Framebuffer::new(20, 12);
        Canvas::new(&mut picture).text("I", 6, 2, Lettering::Small, 0x00FF_FFFF);
        let lit = lit(&picture);
        assert!(!lit.is_empty());
        assert!(lit.iter().all(|i| (6..11).contains(&(i % 20)) && (2..10).contains(&(i / 20))), "{lit:?}");

        // Half outside on all sides, letters that the font lacks, and places far outside.
        let mut canvas = Canvas::new(&mut picture);
        canvas.outlined("携帯 ÅW\nxyz", -3, -4, Lettering::Normal, 0x00FF_FFFF);
        canvas.text("W", 18, 9, Lettering::Normal, 0x00FF_FFFF);
        canvas.outlined("W", i32::MAX, i32::MIN, Lettering::Normal, 0x00FF_FFFF);
    }

    #[test]
    fn letters_of_a_texture_stand_side_by_side_and_unknown_ones_are_gaps() {
        let font = Font::Cells(CellFont::new(letters(), (2, 1), "abcd").unwrap());
        let mut picture = Framebuffer::new(6, 2);
        Canvas::new(&mut picture).write("d?a\nb", 0, 0, &font, Align::Left);
        assert_eq!(picture.pixels(), [6, 7, 0, 0, 1, 0, 2, 3, 0, 0, 0, 0]);

        let mut picture = Framebuffer::new(6, 3);
        let mut canvas = Canvas::new(&mut picture);
        canvas.write("b", 6, 0, &font, Align::Right);
        canvas.write("cb\nd", 3, 1, &font, Align::Centre);
        assert_eq!(picture.pixels(), [0, 0, 0, 0, 2, 3, 0, 4, 5, 2, 3, 0, 0, 0, 6, 7, 0, 0]);
        Canvas::new(&mut picture).write("ab", i32::MAX, i32::MAX, &font, Align::Left);
        Canvas::new(&mut picture).write("ab", i32::MIN, i32::MIN, &font, Align::Right);

        // In any order, and the first cell of two for one letter.
        let font = Font::Cells(CellFont::new(letters(), (2, 1), "zabz").unwrap());
        let mut picture = Framebuffer::new(6, 1);
        Canvas::new(&mut picture).write("bza", 0, 0, &font, Align::Left);
        assert_eq!(picture.pixels(), [4, 5, 1, 0, 2, 3]);
    }

    #[test]
    fn letters_come_from_several_textures() {
        let font = CellFont::of_textures([letters(), letters()], (2, 1), "abcdefg").unwrap();
        assert_eq!(font.textures().map(|(_, letters)| letters).collect::<Vec<_>>(), ["abcd", "efg"]);
        let mut picture = Framebuffer::new(8, 1);
        Canvas::new(&mut picture).write("fbhg", 0, 0, &Font::Cells(font), Align::Left);
        assert_eq!(picture.pixels(), [2, 3, 2, 3, 0, 0, 4, 5]);
        assert!(CellFont::of_textures([letters(), letters()], (2, 1), "abcdefghi").is_err());
    }

    #[test]
    fn an_ellipsis_follows_the_text_and_counts_for_the_alignment() {
        let font = Font::Cells(CellFont::new(letters(), (2, 1), "ab.…").unwrap());
        let limits = TextLimits { width: Some(4), lines: Some(1), ..TextLimits::default() };
        let mut picture = Framebuffer::new(6, 1);
        Canvas::new(&mut picture).write_within("bbb", (6, 0), &font, Align::Right, limits);
        assert_eq!(picture.pixels(), [0, 0, 2, 3, 6, 7]);
    }

    fn drawn(text: &str, lettering: Lettering) -> Vec<usize> {
        let mut picture = Framebuffer::new(24, 20);
        Canvas::new(&mut picture).text(text, 0, 0, lettering, 1);
        lit(&picture)
    }

    #[test]
    fn plain_letters_cover_latin_1() {
        let pixels = |letter: char, lettering| drawn(&letter.to_string(), lettering);
        for lettering in [Lettering::Small, Lettering::Normal] {
            let unknown = pixels('携', lettering);
            let printed: Vec<char> = ('!'..='~').chain('¡'..='ÿ').filter(|c| !matches!(c, '?' | '\u{ad}')).collect();
            for letter in &printed {
                let shape = pixels(*letter, lettering);
                assert!(!shape.is_empty() && shape != unknown, "{letter} {lettering:?}");
            }
            // An accent makes a difference.
            for (plain, accented) in "AEIOUNCaeiounc".chars().zip("ÄÉÎÕÜÑÇäéîõüñç".chars()) {
                assert_ne!(pixels(plain, lettering), pixels(accented, lettering), "{accented} {lettering:?}");
            }
        }
    }

    #[test]
    fn plain_letters_cover_latin_greek_and_cyrillic_and_others_are_their_nearest_ones() {
        for lettering in [Lettering::Small, Lettering::Normal] {
            for letter in "ŚĆŻŁęąźńěščřžýŮőűğİışșțăÎŒœŸŠĀēĪūģķļņĈĝĥĴŝŭΆΩλέψςЖЁщъыэюяІїє€".chars()
            {
                assert!(drawn(&letter.to_string(), lettering) != drawn("?", lettering), "{letter}");
            }
            assert_eq!(drawn("a—b\n…", lettering), drawn("a-b\n.", lettering));
            assert_eq!(drawn("ż携", lettering), drawn("ż?", lettering));
        }
        assert_eq!(['Ж', '…', '?', '携'].map(Lettering::shows), [true, true, true, false]);
    }

    #[test]
    fn an_alphabet_fits_its_texture() {
        let refused = |cell, alphabet| CellFont::new(letters(), cell, alphabet).unwrap_err().to_string();
        let several = "the alphabet has 5 letters, expected at most 4, the cells of 2x1 texels in the texture";
        let one = "the alphabet has 1 letter, expected at most 0, the cells of 0x1 texels in the texture";
        assert_eq!([refused((2, 1), "abcde"), refused((0, 1), "a")], [several, one]);
        assert!(CellFont::new(letters(), (0, 0), "").is_ok());
    }

    #[test]
    fn text_blends() {
        use keitai_formats::Blend;
        let mut picture = Framebuffer::new(5, 8);
        picture.fill(0x20);
        let mut canvas = Canvas::new(&mut picture);
        canvas.set_blend(Blend::Half);
        canvas.text("I", 0, 0, Lettering::Small, 0x60);
        let mut levels: Vec<u32> = picture.pixels().to_vec();
        levels.sort_unstable();
        levels.dedup();
        assert_eq!(levels, [0x20, 0x40]);
    }
}
