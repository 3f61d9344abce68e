//! Fonts of pixels in BDF, the text format of X11, in which free fonts of many scripts come.
//!
//! Letters become cells of the font's bounding box on textures of 256 x 256 texels. The codes of letters are those of Unicode, Latin-1,
//! JIS X 0208 or JIS X 0201, as the properties of the font say, or of Unicode when they say nothing.

use std::str::SplitAsciiWhitespace;

use keitai_formats::text::shift_jis;
use keitai_formats::{Rgb, Texture};

/// Side of a texture, texels.
const SIDE: usize = 256;
/// Most textures of a font: 16 MiB of texels.
const MOST_TEXTURES: usize = 256;

/// A fault in a line of a font.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {reason}")]
pub struct FontFault {
    line: usize,
    reason: &'static str,
}

#[derive(Debug, Default)]
pub(super) struct Letters {
    /// Width and height of a letter, texels.
    pub(super) cell: (u8, u8),
    pub(super) alphabet: String,
    pub(super) textures: Vec<Texture>,
}

/// Width, height, and the offset of the lower left corner from the origin on the base line, pixels.
#[derive(Debug, Clone, Copy, Default)]
struct Bounds {
    size: [u8; 2],
    at: [i16; 2],
}

impl Bounds {
    fn read(words: &mut SplitAsciiWhitespace) -> Option<Self> {
        fn pair<T: std::str::FromStr>(words: &mut SplitAsciiWhitespace) -> Option<[T; 2]> {
            Some([words.next()?.parse().ok()?, words.next()?.parse().ok()?])
        }
        Some(Self { size: pair(words)?, at: pair(words)? })
    }

    /// Returns the number of pixels from a base line of 0 down to the upper edge.
    fn top(self) -> i32 {
        -(i32::from(self.at[1]) + i32::from(self.size[1]))
    }
}

/// Reads a font, whose letters get palette index 1 with a colour.
pub(super) fn read(text: &str, colour: Rgb) -> Result<Letters, FontFault> {
    let mut letters = Letters::default();
    let (mut whole, mut bounds, mut letter) = (Bounds::default(), Bounds::default(), None);
    let (mut registry, mut encoding) = (String::new(), String::new());
    let mut count = 0;
    let mut lines = (1..).zip(text.lines());
    while let Some((line, text)) = lines.next() {
        let fault = |reason| FontFault { line, reason };
        let mut words = text.split_ascii_whitespace();
        let keyword = words.next().unwrap_or_default();
        if line == 1 && keyword != "STARTFONT" {
            return Err(fault("expected STARTFONT, with which a BDF file begins"));
        }
        let property = || words.clone().next().unwrap_or_default().trim_matches('"').to_ascii_uppercase();
        match keyword {
            "CHARSET_REGISTRY" => registry = property(),
            "CHARSET_ENCODING" => encoding = property(),
            "FONTBOUNDINGBOX" => {
                let is_empty = |bounds: &Bounds| bounds.size.contains(&0);
                whole = Bounds::read(&mut words).filter(|bounds| !is_empty(bounds)).ok_or_else(|| fault(BOUNDS))?;
                letters.cell = whole.size.into();
            }
            "ENCODING" => {
                let code =
                    words.next().and_then(|word| word.parse::<i32>().ok()).ok_or_else(|| fault("expected a code"))?;
                letter = letter_of(&registry, &encoding, code).ok_or_else(|| {
                    fault("the letters are none of Unicode (ISO10646), Latin-1 (ISO8859-1), JISX0208 and JISX0201")
                })?;
            }
            "BBX" => bounds = Bounds::read(&mut words).ok_or_else(|| fault(BOUNDS))?,
            "BITMAP" if letters.cell == (0, 0) => return Err(fault("expected FONTBOUNDINGBOX before the letters")),
            "BITMAP" => {
                let rows = lines.by_ref().take(bounds.size[1].into());
                // Letters without a code in the character set are left out.
                let Some(letter) = letter.take() else {
                    rows.for_each(drop);
                    continue;
                };
                let Some(corner) = letters.next_cell(count, colour) else {
                    return Err(fault("more letters than 256 textures of 256 x 256 texels hold"));
                };
                let texels = letters.textures.last_mut().map(|texture| &mut texture.texels[..]).unwrap_or_default();
                draw(texels, corner, whole, bounds, rows)?;
                letters.alphabet.push(letter);
                count += 1;
            }
            _ => {}
        }
    }
    if count == 0 {
        return Err(FontFault { line: text.lines().count(), reason: "the font has no letters" });
    }
    Ok(letters)
}

impl Letters {
    /// Returns the left and upper texel of the cell for a letter by its number in the last texture, which may be a new one.
    /// `None` when there are as many textures as a font may have.
    fn next_cell(&mut self, number: usize, colour: Rgb) -> Option<[usize; 2]> {
        let (width, height) = (usize::from(self.cell.0), usize::from(self.cell.1));
        let (columns, rows) = (SIDE / width, SIDE / height);
        let place = number % (columns * rows);
        if place == 0 {
            if self.textures.len() == MOST_TEXTURES {
                return None;
            }
            self.textures.push(blank(colour));
        }
        Some([place % columns * width, place / columns * height])
    }
}

/// Draws the numbered rows of a letter into its cell; what lies outside the font's bounding box is left out.
fn draw<'t>(
    texels: &mut [u8],
    corner: [usize; 2],
    whole: Bounds,
    bounds: Bounds,
    rows: impl Iterator<Item = (usize, &'t str)>,
) -> Result<(), FontFault> {
    let [width, height] = whole.size.map(i32::from);
    let left = i32::from(bounds.at[0]) - i32::from(whole.at[0]);
    for (y, (line, row)) in (bounds.top() - whole.top()..).zip(rows) {
        let digits = row.trim_ascii().chars().map(|digit| digit.to_digit(16));
        for (digit, first) in digits.zip((left..).step_by(4)) {
            let digit = digit.ok_or(FontFault { line, reason: "expected digits of base 16" })?;
            for x in (first..first + 4).filter(|x| digit >> (3 - (x - first)) & 1 == 1) {
                if (0..width).contains(&x) && (0..height).contains(&y) {
                    texels[(corner[1] + y as usize) * SIDE + corner[0] + x as usize] = 1;
                }
            }
        }
    }
    Ok(())
}

const BOUNDS: &str = "expected width and height, 0..=255 pixels, and x and y of the lower left corner";

fn blank(colour: Rgb) -> Texture {
    Texture {
        width: SIDE as u16,
        height: SIDE as u16,
        palette: vec![Rgb::default(), colour],
        texels: vec![0; SIDE * SIDE],
    }
}

/// Returns the letter of a code; inside, `None` for a code without a letter. `None` for an unknown character set.
fn letter_of(registry: &str, encoding: &str, code: i32) -> Option<Option<char>> {
    let Ok(code) = u32::try_from(code) else { return Some(None) };
    let japanese = |bytes: &[u8]| shift_jis(bytes).and_then(|text| text.chars().next());
    let [_, _, high, low] = code.to_be_bytes();
    Some(match registry.split('.').next().unwrap_or_default() {
        "" | "ISO10646" => char::from_u32(code),
        "ISO8859" if encoding == "1" => char::from_u32(code),
        "JISX0201" => japanese(&[low]),
        "JISX0208" if (0x21..=0x7E).contains(&high) && (0x21..=0x7E).contains(&low) => {
            let row = (high - 0x21) / 2;
            let first = if row < 0x1F { 0x81 + row } else { 0xC1 + row };
            let second = match (high % 2, low) {
                (0, _) => low + 0x7E,
                (_, 0x60..) => low + 0x20,
                _ => low + 0x1F,
            };
            japanese(&[first, second])
        }
        "JISX0208" => None,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "STARTFONT 2.1\nFONTBOUNDINGBOX 4 5 0 -1\n";

    fn letter(code: u32, bounds: &str, rows: &[&str]) -> String {
        format!("STARTCHAR x\nENCODING {code}\nDWIDTH 4 0\nBBX {bounds}\nBITMAP\n{}\nENDCHAR\n", rows.join("\n"))
    }

    #[test]
    fn letters_stand_on_their_base_line() {
        // Four rows above the base line and one below; "i" is one pixel wide, and begins one pixel to the right.
        let text = [
            HEAD,
            &letter(0x41, "3 4 0 0", &["40", "A0", "E0", "A0"]),
            &letter(0x69, "1 4 1 -1", &["80", "00", "80", "80"]),
        ];
        let letters = read(&text.concat(), Rgb::from_hex(0x102030)).unwrap();
        assert_eq!((letters.cell, &*letters.alphabet, letters.textures.len()), ((4, 5), "Ai", 1));
        let rows = letters.textures[0].texels.chunks(SIDE).map(|row| &row[..8]);
        let lines: Vec<String> = rows.take(5).map(|row| row.iter().map(u8::to_string).collect()).collect();
        assert_eq!(lines, ["01000000", "10100100", "11100000", "10100100", "00000100"]);
        assert_eq!(letters.textures[0].palette[1], Rgb { r: 0x10, g: 0x20, b: 0x30 });
    }

    #[test]
    fn codes_are_those_of_the_character_set() {
        let letter = |registry, code| letter_of(registry, "0", code).unwrap();
        // The first hiragana, the first kanji of level 1, the last one of level 2, and a half-width katakana.
        let known = [("JISX0208.1983", 0x2422, 'あ'), ("JISX0208.1990", 0x3021, '亜'), ("JISX0208.1983", 0x7426, '熙')];
        for (registry, code, expected) in
            known.into_iter().chain([("JISX0201.1976", 0xB1, 'ｱ'), ("ISO10646", 0x3042, 'あ')])
        {
            assert_eq!(letter(registry, code), Some(expected), "{registry} {code:#x}");
        }
        assert_eq!([letter("", -1), letter("JISX0208", 0x2020), letter("", 0xD800)], [None; 3]);
        assert_eq!(letter_of("KSC5601.1987", "0", 0x3021), None);
    }

    #[test]
    fn faults_name_their_lines() {
        let wrong = |text: &str| read(text, Rgb::default()).unwrap_err().line;
        assert_eq!([wrong("STARTCHAR"), wrong("STARTFONT 2.1\nFONTBOUNDINGBOX 0 5 0 0")], [1, 2]);
        assert_eq!([wrong("STARTFONT 2.1\nBITMAP"), wrong(HEAD)], [2, 2]);
        assert_eq!(wrong(&[HEAD, &letter(65, "3 1 0 0", &["G0"])].concat()), 8);
        // More letters than their textures hold.
        let many = [HEAD, &letter(65, "0 0 0 0", &[]).repeat(64 * 51 * 256 + 1)].concat();
        assert_eq!(wrong(&many), 2 + 7 * 64 * 51 * 256 + 5);
    }
}
