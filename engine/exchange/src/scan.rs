//! Finds figures, actions, pictures and sounds inside any bytes, also in zlib and gzip streams among them.
//!
//! A file is found where the magic and the version fit, everything up to the end is read without an error, and the
//! trailer is there if the version has one. BMP files are found by their header, joint animations by the size in
//! theirs. PNG files and sounds are followed from part to part. A stream is used if its check sum is right.

use std::fmt;
use std::io::Read;

use flate2::bufread::{GzDecoder, ZlibDecoder};

use crate::sounds::SoundFormat;
use keitai_formats::diagnostic::rules;
use keitai_formats::{Dialect, Kind, Limits, Location, ReadOptions, Report, Section, bck, bmp, mbac, mtra};

/// Largest file inside another, bytes.
const LARGEST: usize = 16 << 20;
/// Bytes of a block-wise search that are kept besides those of the largest file.
const AHEAD: usize = 4 << 20;
/// Most bytes that are read at places without a file. Bytes that begin a figure again and again are given up then.
const WASTE: usize = 256 << 20;
/// Most bytes that are unpacked from streams.
const UNPACKED: usize = 256 << 20;
/// Least bytes that are counted for reading at a place, and for a stream.
const LEAST_WASTE: usize = 64;
const LEAST_PACKED: usize = 256;
/// Bytes of a part of a PNG file without its data: size, name and check sum.
const PNG_PART: usize = 12;
/// Bytes of the first part of a trailer.
const TRAILER_HALF: usize = 10;
/// Versions from which on a file ends with a trailer.
const TRAILER_SINCE: u16 = 4;
/// Offsets of the numbers of textures and patterns in a figure with a pattern table.
const TEXTURES: usize = 20;
const PATTERNS: usize = 22;
/// Largest side of a bitmap, texels: larger ones are data that look like a header.
const MOST_SIDE: usize = 2048;

/// A file inside other bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Offset of its first byte, in the unpacked bytes of a stream.
    pub offset: usize,
    /// Size, bytes.
    pub size: usize,
    /// Format of the file.
    pub format: Format,
    /// Offset of the stream that it is packed in.
    pub stream: Option<usize>,
}

/// Format of a file inside other bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A file that Keitai reads, other than a sound.
    Kind(Kind),
    /// A sound.
    Sound(SoundFormat),
}

impl Format {
    /// Returns the usual ending of files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.ending(),
            Self::Sound(format) => format.ending(),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => kind.fmt(f),
            Self::Sound(format) => format.fmt(f),
        }
    }
}

/// Returns the file that begins at an offset; `None` when there is none.
pub fn file_at(data: &[u8], offset: usize) -> Option<Hit> {
    let (format, size) = file(data.get(offset..)?, offset == 0)?.ok()?;
    Some(Hit { offset, size, format, stream: None })
}

/// Returns the files inside `data`, in their order. None lies inside another.
pub fn scan(data: &[u8]) -> Vec<Hit> {
    let mut hits = Vec::new();
    scan_each(data, &mut |hit, _| hits.push(hit));
    hits
}

/// Calls a function with each file inside `data` and its bytes, in their order. Returns the offset from which on not
/// all was searched, because the work is limited.
pub fn scan_each(data: &[u8], each: &mut dyn FnMut(Hit, &[u8])) -> Option<usize> {
    let mut search = Search::new(UNPACKED, WASTE);
    search.run(data, true, each);
    search.missed
}

/// A search in bytes that come block by block. No more than 20 MiB of them are kept.
#[derive(Debug)]
pub struct BlockScan {
    search: Search,
    /// The bytes from the offset of the search on.
    window: Vec<u8>,
}

impl Default for BlockScan {
    fn default() -> Self {
        Self { search: Search::new(UNPACKED, WASTE), window: Vec::new() }
    }
}

impl BlockScan {
    /// Adds a block. Calls `each` as [`scan_each`] does.
    pub fn push(&mut self, block: &[u8], each: &mut dyn FnMut(Hit, &[u8])) {
        if self.search.is_over {
            return;
        }
        self.window.extend_from_slice(block);
        if self.window.len() >= LARGEST + AHEAD {
            let before = self.search.offset;
            self.search.run(&self.window, false, each);
            self.window.drain(..(self.search.offset - before).min(self.window.len()));
        }
    }

    /// Ends the search. Returns what [`scan_each`] does.
    pub fn finish(mut self, each: &mut dyn FnMut(Hit, &[u8])) -> Option<usize> {
        self.search.run(&self.window, true, each);
        self.search.missed
    }
}

/// The place of a search, and the work that it may still do.
#[derive(Debug)]
struct Search {
    offset: usize,
    /// Bytes that may still be read from streams. Without any from the start, streams are not looked for.
    packed: usize,
    has_streams: bool,
    /// Bytes that may still be read at places without a file.
    waste: usize,
    /// The offset from which on not all was searched.
    missed: Option<usize>,
    is_over: bool,
}

impl Search {
    fn new(packed: usize, waste: usize) -> Self {
        Self { offset: 0, packed, has_streams: packed > 0, waste, missed: None, is_over: false }
    }

    /// Finds files in bytes that begin at the current offset: up to their end, or as long as enough of them follow for any file.
    fn run(&mut self, data: &[u8], to_end: bool, each: &mut dyn FnMut(Hit, &[u8])) {
        let start = self.offset;
        while let Some(rest) = data.get(self.offset - start..).filter(|rest| !self.is_over && !rest.is_empty()) {
            if !to_end && rest.len() < LARGEST {
                return;
            }
            self.step(&rest[..rest.len().min(LARGEST)], each);
        }
    }

    fn step(&mut self, rest: &[u8], each: &mut dyn FnMut(Hit, &[u8])) {
        let offset = self.offset;
        match file(rest, offset == 0) {
            Some(Ok((format, size))) => {
                each(Hit { offset, size, format, stream: None }, &rest[..size]);
                self.offset += size.max(1);
                return;
            }
            Some(Err(waste)) if waste > self.waste => return self.stop(),
            Some(Err(waste)) => self.waste -= waste,
            None if self.has_streams && is_stream(rest) => {
                let most = self.packed.min(LARGEST);
                let (whole, size, bytes) = unpack(rest, most);
                self.packed -= bytes.len().max(size).max(LEAST_PACKED).min(self.packed);
                if whole {
                    let mut inside = Self::new(0, self.waste);
                    inside.run(&bytes, true, &mut |hit, bytes| each(Hit { stream: Some(offset), ..hit }, bytes));
                    self.waste = inside.waste;
                    if inside.is_over {
                        return self.stop();
                    }
                    self.offset += size;
                    return;
                }
                self.missed = self.missed.or((bytes.len() == most).then_some(offset));
            }
            None => {}
        }
        self.offset += 1;
    }

    fn stop(&mut self) {
        self.missed = self.missed.or(Some(self.offset));
        self.is_over = true;
    }
}

/// Returns whether bytes begin like a zlib or a gzip stream.
fn is_stream(data: &[u8]) -> bool {
    match *data {
        [0x1F, 0x8B, 8, flags, ..] => flags < 0x20,
        // Deflate with a window of up to 32 KiB and no dictionary; the two bytes are a multiple of 31.
        [method, flags, ..] => {
            method & 0x8F == 8 && flags & 0x20 == 0 && (usize::from(method) << 8 | usize::from(flags)) % 31 == 0
        }
        _ => false,
    }
}

/// Unpacks a stream of at most `most` bytes. Returns whether it is whole, the bytes that were read, and what was
/// unpacked.
fn unpack(data: &[u8], most: usize) -> (bool, usize, Vec<u8>) {
    fn read(mut decoder: impl Read, most: usize) -> (bool, Vec<u8>) {
        let mut bytes = Vec::new();
        let whole = decoder.by_ref().take(most as u64).read_to_end(&mut bytes).is_ok();
        // The check sum is read at the end.
        (whole && !bytes.is_empty() && matches!(decoder.read(&mut [0]), Ok(0)), bytes)
    }
    let mut rest = data;
    let (whole, bytes) = match data {
        [0x1F, ..] => read(GzDecoder::new(&mut rest), most),
        _ => read(ZlibDecoder::new(&mut rest), most),
    };
    (whole, data.len() - rest.len(), bytes)
}

/// Reads the file at the start of `data`; `None` when no known kind begins like this. The error is the number of bytes
/// that were read for nothing. Sounds without a size are the `whole` of the bytes.
fn file(data: &[u8], whole: bool) -> Option<Result<(Format, usize), usize>> {
    let (kind, size) = match data {
        [b'M', b'B', 2..=5, 0, ..] => (Kind::Figure, figure(data)),
        [b'M', b'T', 2..=5, 0, ..] => (Kind::ActionTable, actions(data)),
        [b'B', b'M', ..] if is_bitmap(data) => (Kind::Texture, bitmap(data)),
        [0x89, b'P', b'N', b'G', ..] => (Kind::Png, png(data)),
        [b'J', b'3', b'D', b'1', b'b', b'c', b'k', ..] => (Kind::BoneAnimation, animation(data)),
        _ => {
            let format = SoundFormat::of(data)?;
            let size = format.size(data, whole).map_err(|waste| waste.max(LEAST_WASTE));
            return Some(size.map(|size| (Format::Sound(format), size)));
        }
    };
    Some(size.map(|size| (Format::Kind(kind), size)))
}

fn figure(data: &[u8]) -> Result<usize, usize> {
    let report = mbac::read_with(data, &ReadOptions::new(Limits::NONE, Dialect::Vendor));
    // The sums of a pattern table are compared when all of it was read; the error names its start.
    let is_table = report.as_ref().is_err_and(|error| error.section() == Section::PatternTable);
    let table = if is_table { 4 * word(data, PATTERNS) * (1 + word(data, TEXTURES)) } else { 0 };
    whole(data, report, |figure| (figure.version, figure.trailer.is_some())).map_err(|waste| waste + table)
}

fn actions(data: &[u8]) -> Result<usize, usize> {
    whole(data, mtra::read(data), |table| (table.version, table.trailer.is_some()))
}

/// Reads a joint animation, which has its size in the header.
fn animation(data: &[u8]) -> Result<usize, usize> {
    let size = data.get(8..).and_then(|rest| rest.first_chunk()).map(|size| u32::from_be_bytes(*size) as usize);
    let bytes = size.and_then(|size| data.get(..size)).ok_or(LEAST_WASTE)?;
    bck::read(bytes).map(|_| bytes.len()).map_err(|_| bytes.len().max(LEAST_WASTE))
}

/// Returns whether a header of a known size with one plane follows.
fn is_bitmap(data: &[u8]) -> bool {
    let planes = if word(data, 14) == 12 { 22 } else { 26 };
    word(data, 12) == 0 && word(data, 16) == 0 && word(data, planes) == 1
}

/// Returns a number of 16 bits; 0 beyond the end.
fn word(data: &[u8], at: usize) -> usize {
    data.get(at..at + 2).map_or(0, |bytes| usize::from(bytes[0]) | usize::from(bytes[1]) << 8)
}

fn bitmap(data: &[u8]) -> Result<usize, usize> {
    let limits = Limits { texels: MOST_SIDE, ..Limits::NONE };
    let report = bmp::read_with(data, &ReadOptions::new(limits, Dialect::Auto));
    // The format needs no trailer.
    whole(data, report, |_| (TRAILER_SINCE, true))
}

/// Returns the end of a file that was read from the start of `data`. `facts` gives its version, and whether it has what
/// belongs to its end.
fn whole<T>(
    data: &[u8],
    result: keitai_formats::Result<Report<T>>,
    facts: impl Fn(&T) -> (u16, bool),
) -> Result<usize, usize> {
    let waste = |count: usize| count.max(LEAST_WASTE);
    let report = result.map_err(|error| waste(error.offset().unwrap_or(data.len())))?;
    let offset_of = |rule| match report.diagnostics.iter().find(|fault| fault.is(rule))?.location {
        Location::Byte(offset) => Some(offset),
        _ => None,
    };
    let size = offset_of(&rules::TRAILING_BYTES).unwrap_or(data.len());
    // The start of a trailer whose two parts differ, and the second part of one whose value does not fit.
    let unlike = offset_of(&rules::TRAILER_UNEQUAL).or_else(|| offset_of(&rules::TRAILER_NOT_ASCII));
    let unfit = || offset_of(&rules::TRAILER_CHECK).map(|offset| offset - TRAILER_HALF);
    match facts(&report.document) {
        // Files of such versions may have a trailer or not: the bytes that follow are none.
        (..TRAILER_SINCE, _) => Ok(unlike.or_else(unfit).unwrap_or(size)),
        (_, true) if unlike.is_none() => Ok(size),
        _ => Err(waste(size)),
    }
}

/// Returns the size of a PNG file: a signature, and parts of a size, a name, data and a check sum up to the part IEND.
/// The data are skipped, so that they are not counted when there is no end.
fn png(data: &[u8]) -> Result<usize, usize> {
    let (mut offset, mut waste) = (8, LEAST_WASTE);
    while let Some(part) = data.get(offset..).and_then(|rest| rest.first_chunk::<8>()) {
        waste += PNG_PART;
        let size = u32::from_be_bytes([part[0], part[1], part[2], part[3]]) as usize;
        offset = offset.checked_add(size).and_then(|end| end.checked_add(PNG_PART)).ok_or(waste)?;
        if &part[4..] == b"IEND" {
            return if offset <= data.len() { Ok(offset) } else { Err(waste) };
        }
    }
    Err(waste)
}
