//! Recognises the kind of a file by its first bytes, and of a byte-swapped file by its last.

use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::options::{Limits, ReadOptions};
use crate::{bck, bmp, mbac, mtra, swap};

/// The kind of a file, and whether its bytes are swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recognised {
    /// Kind of the file.
    pub kind: Kind,
    /// The bytes are swapped; the readers undo that.
    pub swapped: bool,
}

/// Bytes of a text without an identifier that are searched for its version.
const TEXT_HEAD: usize = 4096;

/// Recognises a file. A byte-swapped file is read for that: its ends alone prove too little.
pub fn recognise(data: &[u8]) -> Result<Recognised> {
    let by_magic = [
        (mbac::MAGIC, Kind::Figure),
        (mtra::MAGIC, Kind::ActionTable),
        (bmp::MAGIC, Kind::Texture),
        (bck::MAGIC, Kind::BoneAnimation),
    ];
    if let Some(&(_, kind)) = by_magic.iter().find(|(magic, _)| data.starts_with(magic.as_bytes())) {
        return Ok(Recognised { kind, swapped: false });
    }
    if let Some(kind) = text(data) {
        return Ok(Recognised { kind, swapped: false });
    }
    match swapped(data) {
        Some(kind) => Ok(Recognised { kind, swapped: true }),
        None => Err(Error::UnknownKind { found: data[..data.len().min(8)].to_vec() }),
    }
}

/// Recognises a file whose name stands for the kind `named`. The content decides. A text may begin with anything; its name
/// decides when the content says nothing.
pub fn recognise_as(data: &[u8], named: Option<Kind>) -> Result<Recognised> {
    match (recognise(data), named) {
        (Err(_), Some(kind)) if kind.is_text() => Ok(Recognised { kind, swapped: false }),
        (recognised, _) => recognised,
    }
}

/// Recognises a text by a first comment that names the format, or by its version chunk.
fn text(data: &[u8]) -> Option<Kind> {
    let data = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data).trim_ascii_start();
    if data.starts_with(b";BAC") {
        return Some(Kind::FigureText);
    }
    if data.starts_with(b";TRA") {
        return Some(Kind::ActionText);
    }
    if !data.starts_with(b";") && !data.starts_with(b"(") {
        return None;
    }
    let head = &data[..data.len().min(TEXT_HEAD)];
    let holds = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
    match (holds(b"bacVersion"), holds(b"traVersion")) {
        (true, _) => Some(Kind::FigureText),
        (_, true) => Some(Kind::ActionText),
        _ => None,
    }
}

fn swapped(data: &[u8]) -> Option<Kind> {
    let options = ReadOptions { limits: Limits::NONE, ..ReadOptions::default() };
    if swap::looks_swapped(data, mbac::MAGIC) && mbac::read(data, &options).is_ok() {
        return Some(Kind::Figure);
    }
    if swap::looks_swapped(data, mtra::MAGIC) && mtra::read(data).is_ok() {
        return Some(Kind::ActionTable);
    }
    (swap::looks_swapped(data, bmp::MAGIC) && bmp::read(data, &options).is_ok()).then_some(Kind::Texture)
}
