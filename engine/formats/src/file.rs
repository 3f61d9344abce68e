//! Files as a whole: their kinds, the options that readers take, and the byte swap of some games.

use crate::diagnostic::{Diagnostic, Location, Report, rules};
use crate::error::{Error, Result};
use crate::span::without_mark;
use crate::{bck, bmp, mbac, mtra};
use alloc::vec::Vec;
use core::fmt;

/// A kind of file that is recognised by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// MBAC, a figure.
    Figure,
    /// MTRA, an action table.
    ActionTable,
    /// BMP, a texture.
    Texture,
    /// BCK, a bone animation of J3D.
    BoneAnimation,
    /// BAC6, the text of a figure.
    FigureText,
    /// TRA4, the text of an action.
    ActionText,
    /// PNG, a picture that may stand for a texture. Another crate reads it.
    Png,
    /// A ZIP or JAR archive. Another crate reads it.
    Archive,
    /// M3G, the scene format of JSR 184. Nothing here reads it.
    M3g,
}

impl Kind {
    const ALL: [Self; 9] = {
        use Kind::*;
        [Figure, ActionTable, Texture, BoneAnimation, FigureText, ActionText, Png, Archive, M3g]
    };

    /// Returns the kind of a file name extension. The extension has no dot; upper and lower case are the same.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let ending = if ending.eq_ignore_ascii_case("zip") { Self::Archive.ending() } else { ending };
        Self::ALL.into_iter().find(|kind| kind.ending().eq_ignore_ascii_case(ending))
    }

    /// Returns whether files of this kind hold a figure.
    pub fn is_figure(self) -> bool {
        matches!(self, Self::Figure | Self::FigureText)
    }

    /// Returns whether files of this kind hold actions.
    pub fn is_actions(self) -> bool {
        matches!(self, Self::ActionTable | Self::ActionText | Self::BoneAnimation)
    }

    /// Returns whether files of this kind can be textures.
    pub fn is_texture(self) -> bool {
        matches!(self, Self::Texture | Self::Png)
    }

    /// Returns the usual file name extension, without a dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Figure => "mbac",
            Self::ActionTable => "mtra",
            Self::Texture => "bmp",
            Self::BoneAnimation => "bck",
            Self::FigureText => "bac",
            Self::ActionText => "tra",
            Self::Png => "png",
            Self::Archive => "jar",
            Self::M3g => "m3g",
        }
    }

    /// Returns whether files of this kind are source texts.
    pub fn is_text(self) -> bool {
        matches!(self, Self::FigureText | Self::ActionText)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Archive => f.write_str("ZIP"),
            kind => f.write_str(&kind.ending().to_ascii_uppercase()),
        }
    }
}

/// The kind of a file, and whether its bytes are swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recognised {
    /// Kind of the file.
    pub kind: Kind,
    /// The bytes are swapped; the readers undo that.
    pub swapped: bool,
}

/// First bytes of a PNG file.
const PNG: &[u8] = b"\x89PNG\r\n\x1A\n";

/// First bytes of each kind. An archive without entries has only an end.
const STARTS: [(&[u8], Kind); 10] = [
    (mbac::MAGIC.as_bytes(), Kind::Figure),
    (mtra::MAGIC.as_bytes(), Kind::ActionTable),
    (bmp::MAGIC.as_bytes(), Kind::Texture),
    (bck::MAGIC.as_bytes(), Kind::BoneAnimation),
    (PNG, Kind::Png),
    (b"PK\x03\x04", Kind::Archive),
    (b"PK\x05\x06", Kind::Archive),
    (b"RARC", Kind::Archive),
    (b"Yaz0", Kind::Archive),
    (b"\xABJSR184\xBB\r\n\x1A\n", Kind::M3g),
];

/// Recognises a file. A file that looks byte-swapped is read as a whole: its ends alone prove too little.
pub fn recognise(data: &[u8]) -> Result<Recognised> {
    if let Some(kind) = plain(data) {
        return Ok(Recognised { kind, swapped: false });
    }
    match swapped(data) {
        Some(kind) => Ok(Recognised { kind, swapped: true }),
        None => Err(Error::UnknownKind { found: data[..data.len().min(8)].to_vec() }),
    }
}

/// Recognises a file whose name has an ending of the kind `named`. The content decides. A text may begin with anything,
/// so its name decides when the content is not recognised.
pub fn recognise_as(data: &[u8], named: Option<Kind>) -> Result<Recognised> {
    match (recognise(data), named) {
        (Err(_), Some(kind)) if kind.is_text() => Ok(Recognised { kind, swapped: false }),
        (recognised, _) => recognised,
    }
}

/// The kind of a file of which only the ends are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ends {
    /// The kind is certain.
    Kind(Kind),
    /// The bytes may be swapped; the whole file has to be recognised.
    MaybeSwapped,
    /// No known kind.
    Unknown,
}

impl Ends {
    /// Bytes at the start of a file in which a text without an identifier is searched for its version.
    pub const HEAD: usize = 4096;
}

/// Recognises a file by its first [`Ends::HEAD`] bytes and its last two. Two letters alone prove too little in a file
/// of any name: a version or the size of a header has to follow.
pub fn recognise_ends(head: &[u8], tail: &[u8]) -> Ends {
    let followed = |kind| match kind {
        Kind::Figure | Kind::ActionTable => matches!(head, [_, _, 2..=5, 0, ..]),
        Kind::Texture => matches!(head.get(14..18), Some([12 | 40 | 52 | 56 | 108 | 124, 0, 0, 0])),
        _ => true,
    };
    if let Some(kind) = plain(head).filter(|kind| followed(*kind)) {
        return Ends::Kind(kind);
    }
    let starts = [mbac::MAGIC.as_bytes(), mtra::MAGIC.as_bytes(), bmp::MAGIC.as_bytes(), &PNG[..2]];
    let is_reversed = starts.into_iter().any(|start| ends_reversed(tail, start));
    if is_reversed { Ends::MaybeSwapped } else { Ends::Unknown }
}

/// Recognises a file by its first bytes.
fn plain(data: &[u8]) -> Option<Kind> {
    // A MIDI file begins like an action table.
    if data.starts_with(b"MThd") {
        return None;
    }
    STARTS.iter().find(|(start, _)| data.starts_with(start)).map(|(_, kind)| *kind).or_else(|| text(data))
}

/// Recognises a text by a first comment that names the format, or by its version chunk.
fn text(data: &[u8]) -> Option<Kind> {
    let data = without_mark(data).trim_ascii_start();
    if data.starts_with(b";BAC") {
        return Some(Kind::FigureText);
    }
    if data.starts_with(b";TRA") {
        return Some(Kind::ActionText);
    }
    if !data.starts_with(b";") && !data.starts_with(b"(") {
        return None;
    }
    let head = &data[..data.len().min(Ends::HEAD)];
    let holds = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
    match (holds(b"bacVersion"), holds(b"traVersion")) {
        (true, _) => Some(Kind::FigureText),
        (_, true) => Some(Kind::ActionText),
        _ => None,
    }
}

fn swapped(data: &[u8]) -> Option<Kind> {
    let options = ReadOptions::UNLIMITED;
    if looks_swapped(data, mbac::MAGIC) && mbac::read_with(data, &options).is_ok() {
        return Some(Kind::Figure);
    }
    if looks_swapped(data, mtra::MAGIC) && mtra::read(data).is_ok() {
        return Some(Kind::ActionTable);
    }
    if looks_swapped(data, bmp::MAGIC) && bmp::read_with(data, &options).is_ok() {
        return Some(Kind::Texture);
    }
    ends_reversed(data, PNG).then_some(Kind::Png)
}

/// Keyword and text in PNG files of pictures that Keitai has drawn. They are not textures, even where they have the
/// name of one.
pub const DRAWN: [&str; 2] = ["Software", "Keitai, drawn picture"];

/// The usual background of pictures of figures, 0xRRGGBB.
pub const BACKGROUND: u32 = 0x33_3377;

/// Returns whether a PNG file is a picture that Keitai has drawn: [`DRAWN`] follows its header.
pub fn is_drawn(data: &[u8]) -> bool {
    const HEAD: usize = 128;
    let mark = DRAWN.join("\0");
    data.starts_with(b"\x89PNG") && data[..data.len().min(HEAD)].windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// Swaps the bytes of a file as games by Fishlabs do; a second swap undoes the first.
///
/// The first n bytes are exchanged with the last n; n depends on the length. A file is taken as swapped when it does
/// not start with its format's magic but ends with the magic reversed, and can be read once the swap is undone. The
/// rule comes from a public tool; no such file was available.
pub fn swap(data: &mut [u8]) {
    let length = data.len();
    let count = match length {
        0..100 => 10 + length % 10,
        100..200 => 50 + length % 20,
        200..300 => 80 + length % 20,
        _ => 100 + length % 50,
    };
    // In files so short that the ends overlap, some pairs are exchanged twice.
    for first in 0..count.min(length) {
        data.swap(first, length - 1 - first);
    }
}

/// Returns whether the ends of a file look as if its format had this magic and its bytes were swapped.
pub(crate) fn looks_swapped(data: &[u8], magic: &str) -> bool {
    !data.starts_with(magic.as_bytes()) && ends_reversed(data, magic.as_bytes())
}

/// Returns whether the last bytes are `start` in reverse order.
pub(crate) fn ends_reversed(data: &[u8], start: &[u8]) -> bool {
    data.len() >= start.len() && data.iter().rev().zip(start).all(|(a, b)| a == b)
}

/// Returns the bytes of a file with the swap undone, and a note about it.
pub fn undone(data: &[u8], kind: Kind) -> (Vec<u8>, Diagnostic) {
    let mut bytes = data.to_vec();
    swap(&mut bytes);
    let message = format!("header: byte-swapped {kind} file, as games by Fishlabs have them; undone");
    (bytes, Diagnostic::new(&rules::SWAPPED, Location::Byte(0), message))
}

/// Reads a file. When that fails and the file looks swapped, reads it with the swap undone.
pub(crate) fn read_either<T>(
    data: &[u8],
    kind: Kind,
    magic: &str,
    read: impl Fn(&[u8]) -> Result<Report<T>>,
) -> Result<Report<T>> {
    let as_it_is = read(data);
    if as_it_is.is_ok() || !looks_swapped(data, magic) {
        return as_it_is;
    }
    let (bytes, note) = undone(data, kind);
    match read(&bytes) {
        Ok(mut report) => {
            report.diagnostics.insert(0, note);
            Ok(report)
        }
        // A picture without a palette, which is read as colours.
        Err(error @ Error::NoPalette { .. }) => Err(error),
        Err(_) => as_it_is,
    }
}

/// Limits and layout that a reader accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Counts above these are errors.
    pub limits: Limits,
    /// Layout of MBAC files to expect.
    pub dialect: Dialect,
}

impl ReadOptions {
    /// Reads whatever the formats themselves allow.
    pub const UNLIMITED: Self = Self::new(Limits::NONE, Dialect::Auto);

    /// Reads files within limits, and figures of a layout.
    pub const fn new(limits: Limits, dialect: Dialect) -> Self {
        Self { limits, dialect }
    }
}

/// Limits on counts. The vendor's converter writes figures beyond the limits of the original players; no known player
/// reads such figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Vertices of a figure.
    pub vertices: usize,
    /// Texture slots of a figure.
    pub textures: usize,
    /// Patterns of a figure, including pattern 0.
    pub patterns: usize,
    /// Colours of a figure.
    pub colours: usize,
    /// Texels on a side of a texture.
    pub texels: usize,
}

impl Limits {
    /// The limits of the original players.
    pub const PLAYERS: Self = Self { vertices: 21845, textures: 16, patterns: 33, colours: 256, texels: 256 };

    /// Only the limits of the formats themselves.
    pub const NONE: Self = Self {
        vertices: usize::MAX,
        textures: usize::MAX,
        patterns: usize::MAX,
        colours: usize::MAX,
        texels: usize::MAX,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::PLAYERS
    }
}

/// Layouts of MBAC files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// The vendor's layout; the revised one when only that fits in every respect.
    #[default]
    Auto,
    /// Only the vendor's layout.
    Vendor,
    /// Only the revised layout.
    Revised,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_swapped_bytes_depends_on_the_length() {
        for (length, moved) in [(40, 10), (99, 19), (150, 60), (299, 99), (300, 100), (349, 149)] {
            let before: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            let mut bytes = before.clone();
            swap(&mut bytes);
            let is_moved = |index: usize| index < moved || index >= length - moved;
            let from = |index: usize| if is_moved(index) { length - 1 - index } else { index };
            assert_eq!(bytes, (0..length).map(|index| before[from(index)]).collect::<Vec<_>>(), "{length} bytes");
        }
    }

    /// n is 12, 15, 19 and 10: pairs that the ends share are swapped, then swapped back.
    #[test]
    fn short_files_swap_some_pairs_twice() {
        for (length, is_reversed) in [(0, false), (12, false), (15, false), (19, false), (20, true)] {
            let before: Vec<u8> = (0..length).collect();
            let mut bytes = before.clone();
            swap(&mut bytes);
            let reversed = before.iter().rev().copied().collect();
            assert_eq!(bytes, if is_reversed { reversed } else { before }, "{length} bytes");
        }
    }
}
