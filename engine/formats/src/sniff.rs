//! Recognises the kind of a file by its first bytes, and of a byte-swapped file by its last.

use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::options::{Limits, ReadOptions};
use crate::span::without_mark;
use crate::{bck, bmp, mbac, mtra, swap};

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
    let reversed = starts.into_iter().any(|start| swap::ends_reversed(tail, start));
    if reversed { Ends::MaybeSwapped } else { Ends::Unknown }
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
    let options = ReadOptions { limits: Limits::NONE, ..ReadOptions::default() };
    if swap::looks_swapped(data, mbac::MAGIC) && mbac::read_with(data, &options).is_ok() {
        return Some(Kind::Figure);
    }
    if swap::looks_swapped(data, mtra::MAGIC) && mtra::read(data).is_ok() {
        return Some(Kind::ActionTable);
    }
    if swap::looks_swapped(data, bmp::MAGIC) && bmp::read_with(data, &options).is_ok() {
        return Some(Kind::Texture);
    }
    swap::ends_reversed(data, PNG).then_some(Kind::Png)
}
