//! Letters for texts: plain ones in two sizes, or those of a texture.

use crate::error::{Error, Result};
use crate::texture::TextureMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use embedded_graphics::mono_font::iso_8859_1::{FONT_5X8, FONT_6X10};
use embedded_graphics::mono_font::{
    MonoFont, iso_8859_2, iso_8859_3, iso_8859_4, iso_8859_5, iso_8859_7, iso_8859_9, iso_8859_10, iso_8859_13,
    iso_8859_14, iso_8859_15, iso_8859_16,
};

/// The two sizes of plain lettering; both are of fixed width and cover Latin, Greek and Cyrillic letters. They are the fonts 5x8 and
/// 6x10 of X11, which are in the public domain, as `embedded-graphics` has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lettering {
    /// 5 x 8 pixels: 48 letters across a picture of 240.
    Small,
    /// 6 x 10 pixels: 40 letters across a picture of 240.
    Normal,
}

/// Letters cut from textures of one size: cells of one size, row by row from the top left, in the order of an alphabet.
/// Index 0 of a texture is left out; a letter that the alphabet lacks is a gap.
#[derive(Debug, Clone, PartialEq)]
pub struct CellFont {
    textures: Arc<[Arc<TextureMap>]>,
    cell: (u8, u8),
    alphabet: Arc<str>,
    /// Letters with the numbers of their cells, in the order of letters.
    cells: Arc<[(char, u32)]>,
}

/// A font of the 2D canvas.
#[derive(Debug, Clone, PartialEq)]
pub enum Font {
    /// The fixed letters of [`Lettering`].
    Plain {
        /// Size of the letters.
        lettering: Lettering,
        /// 0xRRGGBB.
        colour: u32,
        /// Whether letters have a black outline, so that they can be read over anything.
        outlined: bool,
    },
    /// Letters of a texture.
    Cells(CellFont),
}

/// Alignment of a line of text to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Align {
    /// The line begins at the position.
    #[default]
    Left,
    /// The position is the middle of the line; a half pixel goes to the left.
    Centre,
    /// The line ends at the position.
    Right,
}

/// The fonts of letters outside Latin-1, in both sizes.
static FURTHER: [[&MonoFont<'static>; 2]; 11] = [
    [&iso_8859_5::FONT_5X8, &iso_8859_5::FONT_6X10],
    [&iso_8859_7::FONT_5X8, &iso_8859_7::FONT_6X10],
    [&iso_8859_2::FONT_5X8, &iso_8859_2::FONT_6X10],
    [&iso_8859_3::FONT_5X8, &iso_8859_3::FONT_6X10],
    [&iso_8859_4::FONT_5X8, &iso_8859_4::FONT_6X10],
    [&iso_8859_9::FONT_5X8, &iso_8859_9::FONT_6X10],
    [&iso_8859_10::FONT_5X8, &iso_8859_10::FONT_6X10],
    [&iso_8859_13::FONT_5X8, &iso_8859_13::FONT_6X10],
    [&iso_8859_14::FONT_5X8, &iso_8859_14::FONT_6X10],
    [&iso_8859_15::FONT_5X8, &iso_8859_15::FONT_6X10],
    [&iso_8859_16::FONT_5X8, &iso_8859_16::FONT_6X10],
];

/// The nearest letters of ASCII to those that the fonts lack.
const NEAREST: [(&str, char); 17] = [
    ("‐‑‒–—―−", '-'),
    ("‘’‚‛′", '\''),
    ("“”„‟″", '"'),
    ("‹", '<'),
    ("›", '>'),
    ("…․", '.'),
    ("•∙", '*'),
    ("⁄", '/'),
    ("\u{2002}\u{2003}\u{2009}\u{202f}\u{feff}", ' '),
    ("€", 'E'),
    ("ĬǏ", 'I'),
    ("ĭǐ", 'i'),
    ("ŎƠǑ", 'O'),
    ("ŏơǒ", 'o'),
    ("ĿŁ", 'L'),
    ("ŀłſ", 'l'),
    ("ŉ", 'n'),
];

/// Returns whether a font has a letter. A font shows a question mark in place of others.
fn has(font: &MonoFont, letter: char) -> bool {
    letter == '?' || font.glyph_mapping.index(letter) != font.glyph_mapping.index('?')
}

impl Lettering {
    /// Returns the font of a letter, and what it shows: the letter itself, its nearest one of ASCII, or a question mark.
    pub(super) fn glyph(self, letter: char) -> (&'static MonoFont<'static>, char) {
        let further = FURTHER.iter().map(|sizes| sizes[self as usize]);
        let latin = (letter <= '\u{ff}').then(|| self.font());
        match latin.into_iter().chain(further).find(|font| has(font, letter)) {
            Some(font) => (font, letter),
            None => {
                let nearest = NEAREST.iter().find(|(letters, _)| letters.contains(letter));
                (self.font(), nearest.map_or('?', |(_, nearest)| *nearest))
            }
        }
    }

    /// Returns whether a letter is shown as itself or as its nearest one of ASCII.
    pub fn shows(letter: char) -> bool {
        letter == '?' || Self::Small.glyph(letter).1 != '?'
    }

    pub(super) fn font(self) -> &'static MonoFont<'static> {
        match self {
            Self::Small => &FONT_5X8,
            Self::Normal => &FONT_6X10,
        }
    }

    /// Returns the width of a letter, pixels.
    pub fn width(self) -> u32 {
        self.font().character_size.width
    }

    /// Returns the height of a line, pixels.
    pub fn height(self) -> u32 {
        self.font().character_size.height
    }
}

/// Returns the number of cells that a texture has room for.
fn cells_of(texture: &TextureMap, cell: (u8, u8)) -> usize {
    let along = |size: u16, cell: u8| usize::from(size).checked_div(usize::from(cell)).unwrap_or(0);
    along(texture.width(), cell.0) * along(texture.height(), cell.1)
}

impl CellFont {
    /// Letters of `cell` texels each.
    ///
    /// # Errors
    /// When the texture has fewer cells than the alphabet has letters.
    pub fn new(texture: Arc<TextureMap>, cell: (u8, u8), alphabet: impl Into<Arc<str>>) -> Result<Self> {
        Self::of_textures([texture], cell, alphabet)
    }

    /// Letters of `cell` texels each from several textures, as many from each as the first one has room for.
    ///
    /// # Errors
    /// When the textures have fewer cells than the alphabet has letters.
    pub fn of_textures(
        textures: impl Into<Arc<[Arc<TextureMap>]>>,
        cell: (u8, u8),
        alphabet: impl Into<Arc<str>>,
    ) -> Result<Self> {
        let (textures, alphabet) = (textures.into(), alphabet.into());
        let cells = textures.len() * textures.first().map_or(0, |texture| cells_of(texture, cell));
        let letters = alphabet.chars().count();
        if letters > cells {
            return Err(Error::Alphabet { letters, cells, cell });
        }
        let mut cells: Vec<(char, u32)> = alphabet.chars().zip(0..).collect();
        cells.sort_unstable();
        Ok(Self { textures, cell, alphabet, cells: cells.into() })
    }

    /// Returns the textures that letters are cut from, each with its letters.
    pub fn textures(&self) -> impl ExactSizeIterator<Item = (&Arc<TextureMap>, &str)> {
        let mut rest = &*self.alphabet;
        self.textures.iter().map(move |texture| {
            let end = rest.char_indices().nth(cells_of(texture, self.cell)).map_or(rest.len(), |(end, _)| end);
            let (letters, others) = rest.split_at(end);
            rest = others;
            (texture, letters)
        })
    }

    /// Returns the width and height of a letter, pixels.
    pub fn cell(&self) -> (u8, u8) {
        self.cell
    }

    /// Returns whether the alphabet has a letter.
    pub fn has(&self, letter: char) -> bool {
        self.place(letter).is_some()
    }

    /// Returns the number of the first cell of a letter.
    fn place(&self, letter: char) -> Option<usize> {
        let place = self.cells.partition_point(|(other, _)| *other < letter);
        self.cells.get(place).filter(|(other, _)| *other == letter).map(|(_, index)| *index as usize)
    }

    /// Returns the texture of a letter and the part that shows it: left, top, right and bottom, of which right and
    /// bottom are exclusive.
    pub(super) fn texels(&self, letter: char) -> Option<(&TextureMap, [i32; 4])> {
        let (index, each) = (self.place(letter)?, cells_of(self.textures.first()?, self.cell));
        let texture = self.textures.get(index / each)?;
        let index = (index % each) as i32;
        let (width, height) = (i32::from(self.cell.0), i32::from(self.cell.1));
        let columns = i32::from(texture.width()) / width;
        let (left, top) = (index % columns * width, index / columns * height);
        Some((texture, [left, top, left + width, top + height]))
    }
}

impl Font {
    /// Returns the width of a letter and height of a line, pixels.
    pub fn letter(&self) -> (u32, u32) {
        match self {
            Self::Plain { lettering, .. } => (lettering.width(), lettering.height()),
            Self::Cells(font) => (font.cell.0.into(), font.cell.1.into()),
        }
    }
}
