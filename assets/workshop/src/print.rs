//! Small print: letters of 6 x 7 texels with an outline, in cells of 8 x 10, one sheet for every colour.
//!
//! The letters are drawn on paper squared 5 by 7 and made bold by a second stroke one texel to the right.

use crate::paint::{Canvas, Colour};

/// The letters of the sheets, in order, sixteen to a row.
pub const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?.,:-+/<>'&";
/// Width and height of a cell.
pub const CELL: [u16; 2] = [8, 10];
/// Cells in a row.
const COLUMNS: u16 = 16;

/// A colour that the letters come in: the name of its sheet, the upper and the lower end of a letter.
pub struct Ink {
    /// Part of the file's name.
    pub name: &'static str,
    top: Colour,
    bottom: Colour,
}

const fn ink(name: &'static str, top: u32, bottom: u32) -> Ink {
    Ink { name, top: Colour::hex(top), bottom: Colour::hex(bottom) }
}

/// All of them.
pub const INKS: [Ink; 4] = [
    ink("cream", 0xFFFFF4, 0xE8C890),
    ink("gold", 0xFFF29A, 0xF09818),
    ink("red", 0xFFA080, 0xE83020),
    ink("grey", 0xD8CCBC, 0x8C7C6C),
];

/// Rows from the top, five squares each, the leftmost the highest bit.
fn rows(letter: char) -> [u8; 7] {
    match letter {
        'A' => [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
        'B' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110],
        'C' => [0b01110, 0b10001, 0b10000, 0b10000, 0b10000, 0b10001, 0b01110],
        'D' => [0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110],
        'E' => [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
        'F' => [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000],
        'G' => [0b01110, 0b10001, 0b10000, 0b10011, 0b10001, 0b10001, 0b01111],
        'H' => [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
        'I' => [0b01110, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        'J' => [0b00111, 0b00010, 0b00010, 0b00010, 0b00010, 0b10010, 0b01100],
        'K' => [0b10001, 0b10010, 0b11100, 0b11000, 0b11100, 0b10010, 0b10001],
        'L' => [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
        'M' => [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001],
        'N' => [0b10001, 0b11001, 0b11001, 0b10101, 0b10011, 0b10011, 0b10001],
        'O' => [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
        'P' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000],
        'Q' => [0b01110, 0b10001, 0b10001, 0b10001, 0b10101, 0b10010, 0b01101],
        'R' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001],
        'S' => [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110],
        'T' => [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100],
        'U' => [0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
        'V' => [0b10001, 0b10001, 0b10001, 0b10001, 0b01010, 0b01010, 0b00100],
        'W' => [0b10001, 0b10001, 0b10001, 0b10101, 0b10101, 0b11011, 0b10001],
        'X' => [0b10001, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0b10001],
        'Y' => [0b10001, 0b10001, 0b01010, 0b00100, 0b00100, 0b00100, 0b00100],
        'Z' => [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b11111],
        '0' => [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
        '1' => [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        '2' => [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
        '3' => [0b11111, 0b00010, 0b00100, 0b00110, 0b00001, 0b10001, 0b01110],
        '4' => [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        '5' => [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        '6' => [0b01110, 0b10000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        '7' => [0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b01000, 0b01000],
        '8' => [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        '9' => [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00001, 0b01110],
        '!' => [0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00000, 0b00100],
        '?' => [0b01110, 0b10001, 0b00001, 0b00110, 0b00100, 0b00000, 0b00100],
        '.' => [0, 0, 0, 0, 0, 0, 0b00100],
        ',' => [0, 0, 0, 0, 0, 0b00100, 0b01000],
        ':' => [0, 0, 0b00100, 0, 0, 0b00100, 0],
        '-' => [0, 0, 0, 0b01110, 0, 0, 0],
        '+' => [0, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0],
        '/' => [0b00001, 0b00010, 0b00010, 0b00100, 0b01000, 0b01000, 0b10000],
        '<' => [0b00001, 0b00011, 0b00111, 0b01111, 0b00111, 0b00011, 0b00001],
        '>' => [0b10000, 0b11000, 0b11100, 0b11110, 0b11100, 0b11000, 0b10000],
        '\'' => [0b00100, 0b00100, 0b01000, 0, 0, 0, 0],
        '&' => [0b01100, 0b10010, 0b10100, 0b01000, 0b10101, 0b10010, 0b01101],
        _ => [0; 7],
    }
}

/// Returns whether a texel of a cell is of the letter itself.
fn inked(letter: char, x: i32, y: i32) -> bool {
    let square = |x: i32| (0..5).contains(&x) && rows(letter)[y as usize] >> (4 - x) & 1 == 1;
    (0..7).contains(&y) && (square(x) || square(x - 1))
}

/// Returns the sheet of a colour.
pub fn sheet(ink: &Ink) -> Canvas {
    let [width, height] = CELL;
    let count = ALPHABET.chars().count() as u16;
    let mut canvas = Canvas::new(width * COLUMNS, height * count.div_ceil(COLUMNS));
    let whole = canvas.whole();
    let letters: Vec<char> = ALPHABET.chars().collect();
    canvas.each(whole, |x, y, _| {
        let (x, y) = (x as u16, y as u16);
        let letter = *letters.get(usize::from(y / height * COLUMNS + x / width))?;
        let (x, y) = (i32::from(x % width) - 1, i32::from(y % height) - 1);
        if inked(letter, x, y) {
            return Some(ink.top.mix(ink.bottom, f64::from(y) / 6.0));
        }
        // Round every letter, and once more below it.
        let near = |reach: i32| (-1..=1).any(|dx| (-reach..=1).any(|dy| inked(letter, x + dx, y + dy)));
        near(2).then_some(Colour::hex(0x2A1414))
    });
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_drawn_and_differs_from_all_others() {
        let mut all: Vec<_> = ALPHABET.chars().map(rows).collect();
        assert!(all.iter().all(|rows| rows.iter().any(|row| *row != 0)));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), ALPHABET.chars().count());
    }
}
