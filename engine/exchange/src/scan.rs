//! Finds figures, action tables and pictures inside any bytes.
//!
//! A place counts when the magic and the version fit, everything up to the end is read without an error, and the trailer
//! is there where the version has one. BMP files count by their header. PNG files are followed from part to part.

use keitai_formats::diagnostic::rules;
use keitai_formats::{Dialect, Kind, Limits, Location, ReadOptions, Report, Trailer, bmp, mbac, mtra};

/// Largest file inside another, bytes.
const LARGEST: usize = 16 << 20;
/// Bytes that may be read at places that turn out to be nothing: bytes that begin a figure again and again are given up.
const WASTE: usize = 256 << 20;
/// Bytes that reading at a place counts at least.
const LEAST_WASTE: usize = 64;
/// Bytes of a part of a PNG file without its data: size, name and check sum.
const PNG_PART: usize = 12;
/// Versions from which on a file ends with a trailer.
const TRAILER_SINCE: u16 = 4;
/// Largest side of a bitmap, texels: larger ones are data that look like a header.
const MOST_SIDE: usize = 2048;

/// A file inside other bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Offset of its first byte.
    pub offset: usize,
    /// Size, bytes.
    pub size: usize,
    /// Kind of the file.
    pub kind: Kind,
}

/// Returns the files inside `data`, in their order. None lies inside another.
pub fn scan(data: &[u8]) -> Vec<Hit> {
    let (mut hits, mut offset, mut waste) = (Vec::new(), 0, WASTE);
    while let Some(rest) = data.get(offset..).filter(|rest| !rest.is_empty()) {
        let rest = &rest[..rest.len().min(LARGEST)];
        match file(rest) {
            Some(Ok((kind, size))) => {
                hits.push(Hit { offset, size, kind });
                offset += size.max(1);
                continue;
            }
            Some(Err(read)) if read > waste => break,
            Some(Err(read)) => waste -= read,
            None => {}
        }
        offset += 1;
    }
    hits
}

/// Reads the file at the start of `data`; `None` when no known kind begins like this. The error is the number of bytes that
/// were read for nothing.
fn file(data: &[u8]) -> Option<Result<(Kind, usize), usize>> {
    let (kind, size) = match data {
        [b'M', b'B', 2..=5, 0, ..] => (Kind::Figure, figure(data)),
        [b'M', b'T', 2..=5, 0, ..] => (Kind::ActionTable, actions(data)),
        [b'B', b'M', ..] if is_bitmap(data) => (Kind::Texture, bitmap(data)),
        [0x89, b'P', b'N', b'G', ..] => (Kind::Png, png(data)),
        _ => return None,
    };
    Some(size.map(|size| (kind, size)))
}

fn figure(data: &[u8]) -> Result<usize, usize> {
    let options = ReadOptions { limits: Limits::NONE, dialect: Dialect::Vendor };
    whole(data, mbac::read(data, &options), |figure| is_ended(figure.version, figure.trailer))
}

fn actions(data: &[u8]) -> Result<usize, usize> {
    whole(data, mtra::read(data), |table| is_ended(table.version, table.trailer))
}

/// Returns whether a file of this version ends as it should.
fn is_ended(version: u16, trailer: Option<Trailer>) -> bool {
    version < TRAILER_SINCE || trailer.is_some()
}

/// Returns whether a header of a known size with one plane follows.
fn is_bitmap(data: &[u8]) -> bool {
    let word = |at: usize| data.get(at..at + 2).map_or(0, |bytes| usize::from(bytes[0]) | usize::from(bytes[1]) << 8);
    let planes = if word(14) == 12 { 22 } else { 26 };
    word(12) == 0 && word(16) == 0 && word(planes) == 1
}

fn bitmap(data: &[u8]) -> Result<usize, usize> {
    let limits = Limits { texels: MOST_SIDE, ..Limits::NONE };
    let report = bmp::read(data, &ReadOptions { limits, ..ReadOptions::default() });
    whole(data, report, |_| true)
}

/// Returns where a file ends that was read from the start of `data`.
fn whole<T>(
    data: &[u8],
    read: keitai_formats::Result<Report<T>>,
    is_sound: impl Fn(&T) -> bool,
) -> Result<usize, usize> {
    let waste = |read: usize| read.max(LEAST_WASTE);
    let report = read.map_err(|error| waste(error.offset().unwrap_or(data.len())))?;
    let end = report.diagnostics.iter().find(|found| found.is(&rules::TRAILING_BYTES)).map(|found| found.location);
    let size = match end {
        Some(Location::Byte(offset)) => offset,
        _ => data.len(),
    };
    let unsound = [&rules::TRAILER_UNEQUAL, &rules::TRAILER_NOT_ASCII];
    let doubtful = report.diagnostics.iter().any(|found| unsound.iter().any(|rule| found.is(rule)));
    if is_sound(&report.document) && !doubtful { Ok(size) } else { Err(waste(size)) }
}

/// Returns the size of a PNG file: a signature, and parts of a size, a name, data and a check sum up to the part IEND. The data
/// are skipped, so that they do not count when there is no end.
fn png(data: &[u8]) -> Result<usize, usize> {
    let (mut offset, mut read) = (8, LEAST_WASTE);
    while let Some(part) = data.get(offset..).and_then(|rest| rest.first_chunk::<8>()) {
        read += PNG_PART;
        let size = u32::from_be_bytes([part[0], part[1], part[2], part[3]]) as usize;
        offset = offset.checked_add(size).and_then(|end| end.checked_add(PNG_PART)).ok_or(read)?;
        if &part[4..] == b"IEND" {
            return if offset <= data.len() { Ok(offset) } else { Err(read) };
        }
    }
    Err(read)
}
