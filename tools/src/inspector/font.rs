//! The panels' font: the bitmap font 6x13 of `embedded-graphics` as a TrueType font, which is the form that egui reads.
//!
//! Every run of pixels in a row of a glyph becomes a rectangle. At the size of 13 pixels the rectangles lie on whole pixels,
//! so the text looks as that on the picture does. The tables are those of Apple's and Microsoft's public specification.

use embedded_graphics::geometry::{OriginDimensions, Point};
use embedded_graphics::image::GetPixel;
use embedded_graphics::mono_font::{MonoFont, iso_8859_1};
use embedded_graphics::pixelcolor::BinaryColor;

/// Height of a line, pixels.
pub(super) const HEIGHT: u16 = 13;

/// Font units in a pixel.
const UNITS: i16 = 64;

/// Characters of the font: the printable ones of ISO 8859-1, in two ranges, and the ellipsis.
const RANGES: [(u16, u16); 3] = [(0x20, 0x7E), (0xA0, 0xFF), (ELLIPSIS as u16, ELLIPSIS as u16)];
/// The end of a text that is cut. The bitmap font does not have it, so it is three dots on the baseline.
const ELLIPSIS: char = '…';

/// Returns the bytes of the TrueType font.
pub(super) fn truetype() -> Vec<u8> {
    let font = &iso_8859_1::FONT_6X13;
    let mut glyphs = Bytes::default();
    // The first glyph stands for missing characters.
    let mut places = vec![0];
    let characters =
        RANGES.into_iter().flat_map(|(first, last)| first..=last).filter_map(|code| char::from_u32(code.into()));
    for character in std::iter::once('?').chain(characters) {
        glyph(font, character, &mut glyphs);
        places.push(glyphs.0.len() as u32);
    }
    let count = (places.len() - 1) as u16;
    let width = pixels(font.character_size.width);
    let ascent = pixels(font.baseline + 1);
    let descent = ascent - pixels(HEIGHT.into());

    let mut head = Bytes::default();
    head.u32(0x0001_0000).u32(0x0001_0000).u32(0).u32(0x5F0F_3CF5).u16(0).u16((HEIGHT as i16 * UNITS) as u16);
    head.zeros(16).i16(0).i16(descent).i16(width).i16(ascent).u16(0).u16(HEIGHT).i16(2).i16(1).i16(0);
    let mut hhea = Bytes::default();
    hhea.u32(0x0001_0000).i16(ascent).i16(descent).i16(0).i16(width).zeros(22).u16(1);
    let mut hmtx = Bytes::default();
    hmtx.i16(width).i16(0).zeros(2 * usize::from(count - 1));
    let mut maxp = Bytes::default();
    maxp.u32(0x0001_0000).u16(count).zeros(26);
    let mut loca = Bytes::default();
    places.into_iter().for_each(|place| _ = loca.u32(place));
    file(&[
        (*b"cmap", character_map()),
        (*b"glyf", glyphs),
        (*b"head", head),
        (*b"hhea", hhea),
        (*b"hmtx", hmtx),
        (*b"loca", loca),
        (*b"maxp", maxp),
    ])
}

fn pixels(count: u32) -> i16 {
    count as i16 * UNITS
}

/// Appends the outline of a character: a contour for every run of pixels.
fn glyph(font: &MonoFont, character: char, to: &mut Bytes) {
    let (width, height) = (font.character_size.width as i32, font.character_size.height as i32);
    let index = font.glyph_mapping.index(character) as i32;
    let columns = (font.image.size().width as i32 / width).max(1);
    let (left, top) = (index % columns * width, index / columns * height);
    let is_set = |x: i32, y: i32| match character {
        ELLIPSIS => x < width && x % 2 == 1 && y == font.baseline as i32,
        _ => x < width && font.image.pixel(Point::new(left + x, top + y)) == Some(BinaryColor::On),
    };
    let mut runs: Vec<[i16; 4]> = Vec::new();
    for y in 0..height {
        let mut x = 0;
        while x < width {
            let end = (x..).find(|x| !is_set(*x, y)).unwrap_or(x);
            if end > x {
                let upper = (font.baseline as i32 + 1 - y) as i16 * UNITS;
                runs.push([x as i16 * UNITS, upper - UNITS, end as i16 * UNITS, upper]);
            }
            x = end + 1;
        }
    }
    let (Some(low), Some(high)) = (
        runs.iter().copied().reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), 0, 0]),
        runs.iter().copied().reduce(|a, b| [0, 0, a[2].max(b[2]), a[3].max(b[3])]),
    ) else {
        return;
    };
    to.i16(runs.len() as i16).i16(low[0]).i16(low[1]).i16(high[2]).i16(high[3]);
    (1..=runs.len()).for_each(|run| _ = to.u16(run as u16 * 4 - 1));
    to.u16(0);
    // Every point is on the outline and has two bytes for each coordinate.
    runs.iter().for_each(|_| to.0.extend([1; 4]));
    let corners: Vec<[i16; 2]> =
        runs.iter().flat_map(|[l, b, r, t]| [[*l, *b], [*l, *t], [*r, *t], [*r, *b]]).collect();
    for axis in 0..2 {
        let mut last = 0;
        for corner in &corners {
            to.i16(corner[axis] - last);
            last = corner[axis];
        }
    }
    to.align();
}

/// Returns the table of characters: format 4, a segment for each range.
fn character_map() -> Bytes {
    let segments: Vec<(u16, u16)> = RANGES.into_iter().chain([(0xFFFF, 0xFFFF)]).collect();
    let count = segments.len() as u16;
    let mut map = Bytes::default();
    map.u16(0).u16(1).u16(0).u16(3).u32(12);
    let length = 16 + 8 * count;
    let power = 1 << count.ilog2();
    map.u16(4).u16(length).u16(0).u16(2 * count).u16(2 * power).u16(power.ilog2() as u16).u16(2 * (count - power));
    segments.iter().for_each(|(_, last)| _ = map.u16(*last));
    map.u16(0);
    segments.iter().for_each(|(first, _)| _ = map.u16(*first));
    // The first character has glyph 1.
    let mut glyph = 1_u16;
    for (first, last) in &segments {
        map.u16(if *first == 0xFFFF { 1 } else { glyph.wrapping_sub(*first) });
        glyph = glyph.wrapping_add(last - first + 1);
    }
    map.zeros(2 * usize::from(count));
    map
}

/// Returns a font file of these tables, which are in the order of their names.
fn file(tables: &[([u8; 4], Bytes)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let power = 1_u16 << count.ilog2();
    let mut file = Bytes::default();
    file.u32(0x0001_0000).u16(count).u16(16 * power).u16(power.ilog2() as u16).u16(16 * (count - power));
    let mut place = 12 + 16 * tables.len();
    for (name, table) in tables {
        file.0.extend(name);
        file.u32(0).u32(place as u32).u32(table.0.len() as u32);
        place += table.0.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        file.0.extend(&table.0);
        file.align();
    }
    file.0
}

/// Big-endian bytes.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn u16(&mut self, value: u16) -> &mut Self {
        self.0.extend(value.to_be_bytes());
        self
    }

    fn i16(&mut self, value: i16) -> &mut Self {
        self.u16(value.cast_unsigned())
    }

    fn u32(&mut self, value: u32) -> &mut Self {
        self.0.extend(value.to_be_bytes());
        self
    }

    fn zeros(&mut self, count: usize) -> &mut Self {
        self.0.resize(self.0.len() + count, 0);
        self
    }

    fn align(&mut self) {
        self.0.resize(self.0.len().next_multiple_of(4), 0);
    }
}
