//! The only byte reader and the only byte writer of this crate, and two parts of files that are built on them: bit
//! streams, and the trailer of MBAC and MTRA.
//!
//! Every read reports a file that ends too early, with the section; no other code indexes into a file. Integers are
//! little endian unless the name says `be`.

use crate::diagnostic::{Diagnostic, Diagnostics, Location, Report, Rule, counted, rules};
use crate::error::{Error, Result, Section};
use crate::figure::Trailer;
use alloc::vec::Vec;
use core::fmt;

/// A position in a file, the section it belongs to, and the diagnostics so far.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    data: &'a [u8],
    /// May lie beyond the end of the file; the next read fails then.
    pub(crate) offset: usize,
    pub(crate) section: Section,
    findings: Diagnostics,
}

macro_rules! reads {
    ($($name:ident: $type:ty = $from:ident;)*) => {
        $(pub(crate) fn $name(&mut self) -> Result<$type> {
            self.array().map(<$type>::$from)
        })*
    };
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self { data, offset: 0, section: Section::Header, findings: Diagnostics::default() }
    }

    reads! {
        u8: u8 = from_le_bytes;
        u16: u16 = from_le_bytes;
        i16: i16 = from_le_bytes;
        u32: u32 = from_le_bytes;
        i32: i32 = from_le_bytes;
        u16_be: u16 = from_be_bytes;
        i16_be: i16 = from_be_bytes;
        u32_be: u32 = from_be_bytes;
        f32_be: f32 = from_be_bytes;
    }

    /// Returns the current offset, for errors about the next field.
    pub(crate) fn place(&self) -> Location {
        Location::Byte(self.offset)
    }

    pub(crate) fn remaining(&self) -> usize {
        self.data.len().saturating_sub(self.offset)
    }

    /// Fails unless `needed` more bytes are left. Readers call this before they allocate.
    pub(crate) fn need(&self, needed: usize) -> Result<()> {
        let available = self.remaining();
        if needed <= available {
            return Ok(());
        }
        Err(Error::Truncated { section: self.section, offset: self.offset, needed, available })
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        self.need(count)?;
        let bytes = self.data.get(self.offset..self.offset.saturating_add(count)).unwrap_or_default();
        self.offset += bytes.len();
        Ok(bytes)
    }

    pub(crate) fn magic(&mut self, magic: &'static str) -> Result<()> {
        let rest = self.data.get(self.offset..).unwrap_or_default();
        let start = &rest[..magic.len().min(rest.len())];
        if start != magic.as_bytes() {
            let bytes = start.to_vec();
            return Err(Error::Magic { offset: self.offset, expected: magic, found: bytes });
        }
        self.offset += magic.len();
        Ok(())
    }

    /// Reads the magic and the version, which is `first` to 5.
    pub(crate) fn version(&mut self, magic: &'static str, first: u16, supported: &'static str) -> Result<u16> {
        self.magic(magic)?;
        let found = self.u16()?;
        if (first..=5).contains(&found) { Ok(found) } else { Err(Error::Version { supported, found }) }
    }

    pub(crate) fn vector(&mut self) -> Result<[i16; 3]> {
        Ok([self.i16()?, self.i16()?, self.i16()?])
    }

    /// Reads a 3x4 matrix, row by row.
    pub(crate) fn matrix(&mut self) -> Result<[i16; 12]> {
        let mut elements = [0; 12];
        for element in &mut elements {
            *element = self.i16()?;
        }
        Ok(elements)
    }

    /// Adds a diagnostic about the current offset.
    pub(crate) fn warn(&mut self, rule: &'static Rule, message: fmt::Arguments<'_>) {
        self.warn_at(self.offset, rule, message);
    }

    pub(crate) fn warn_at(&mut self, offset: usize, rule: &'static Rule, message: fmt::Arguments<'_>) {
        let section = self.section;
        let make = || Diagnostic::new(rule, Location::Byte(offset), format!("{section}: {message}"));
        self.findings.push_as(rule, rule.severity, make);
    }

    /// Returns a document with the diagnostics in file order.
    pub(crate) fn into_report<T>(self, document: T) -> Report<T> {
        self.findings.into_report(document)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Sink {
    pub(crate) bytes: Vec<u8>,
}

impl Sink {
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(crate) fn u16(&mut self, value: u16) {
        self.raw(&value.to_le_bytes());
    }

    pub(crate) fn i16(&mut self, value: i16) {
        self.raw(&value.to_le_bytes());
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.raw(&value.to_le_bytes());
    }

    pub(crate) fn vector(&mut self, components: [i16; 3]) {
        components.into_iter().for_each(|component| self.i16(component));
    }

    pub(crate) fn matrix(&mut self, elements: &[i16; 12]) {
        elements.iter().for_each(|&element| self.i16(element));
    }

    /// Writes the length of a list as a u16; fails with the list's place and name when the length does not fit.
    pub(crate) fn count(&mut self, section: Section, at: Location, field: &'static str, count: usize) -> Result<()> {
        let limit = usize::from(u16::MAX);
        let value = u16::try_from(count).map_err(|_| Error::Limit { section, at, field, limit, found: count })?;
        self.u16(value);
        Ok(())
    }
}

/// Width of the widest field, in bits.
pub(crate) const MAX_WIDTH: u32 = 32;

/// Reads a bit stream from the cursor's offset on. The first field is in the low bits of the first byte. A stream starts
/// and ends at byte boundaries; the pad bits before its end are zero. [`BitReader::finish`] leaves the cursor after it.
#[derive(Debug)]
pub(crate) struct BitReader<'c, 'a> {
    pub(crate) cursor: &'c mut Cursor<'a>,
    /// Bits already taken from the file but not yet read; the lowest is next.
    held: u64,
    held_count: u32,
}

impl<'c, 'a> BitReader<'c, 'a> {
    pub(crate) fn new(cursor: &'c mut Cursor<'a>) -> Self {
        Self { cursor, held: 0, held_count: 0 }
    }

    /// Returns the location of the byte that holds the next bit.
    pub(crate) fn place(&self) -> Location {
        Location::Byte(self.offset())
    }

    pub(crate) fn offset(&self) -> usize {
        self.cursor.offset - usize::from(self.held_count > 0)
    }

    /// Fails unless `count` items of `width` bits are left. Readers call this before they allocate.
    pub(crate) fn need(&self, count: usize, width: u64) -> Result<()> {
        let bits = (count as u64).saturating_mul(width).saturating_sub(u64::from(self.held_count));
        self.cursor.need(usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX))
    }

    /// Reads an unsigned field of 0..=32 bits.
    pub(crate) fn ub(&mut self, width: u32) -> Result<u32> {
        debug_assert!(width <= MAX_WIDTH);
        while self.held_count < width {
            self.held |= u64::from(self.cursor.u8()?) << self.held_count;
            self.held_count += 8;
        }
        let value = self.held & ((1 << width) - 1);
        self.held >>= width;
        self.held_count -= width;
        Ok(value as u32)
    }

    /// Reads a two's complement field of 1..=16 bits.
    pub(crate) fn sb(&mut self, width: u32) -> Result<i16> {
        debug_assert!((1..=16).contains(&width));
        let unused = 16 - width;
        let raw = self.ub(width)? as u16;
        Ok(((raw << unused) as i16) >> unused)
    }

    /// Reads a field of 8 bits that holds the width of other fields.
    pub(crate) fn width(&mut self, field: &'static str) -> Result<u32> {
        let at = self.place();
        let width = self.ub(8)?;
        if width > MAX_WIDTH {
            return Err(Error::field(self.cursor.section, at, field, "0..=32", width));
        }
        Ok(width)
    }

    /// Ends the stream at the next byte boundary.
    pub(crate) fn finish(self) {
        if self.held != 0 {
            let last = self.cursor.offset - 1;
            self.cursor.warn_at(last, &rules::PAD_BITS, format_args!("pad bits are not zero"));
        }
    }
}

/// Writes a bit stream at the end of a file.
#[derive(Debug)]
pub(crate) struct BitWriter<'s> {
    sink: &'s mut Sink,
    held: u64,
    held_count: u32,
}

impl<'s> BitWriter<'s> {
    pub(crate) fn new(sink: &'s mut Sink) -> Self {
        Self { sink, held: 0, held_count: 0 }
    }

    /// Writes the low `width` bits of `value`, 0..=32 of them.
    pub(crate) fn ub(&mut self, value: u32, width: u32) {
        debug_assert!(width <= MAX_WIDTH && u64::from(value) < 1 << width);
        self.held |= u64::from(value) << self.held_count;
        self.held_count += width;
        while self.held_count >= 8 {
            self.sink.u8(self.held as u8);
            self.held >>= 8;
            self.held_count -= 8;
        }
    }

    /// Writes `value` in two's complement of `width` bits, 1..=16.
    pub(crate) fn sb(&mut self, value: i16, width: u32) {
        self.ub(u32::from(value as u16) & ((1 << width) - 1), width);
    }

    /// Fills the last byte with zeros.
    pub(crate) fn finish(self) {
        if self.held_count > 0 {
            self.sink.u8(self.held as u8);
        }
    }
}

/// Bytes of a trailer: two records of two key bytes and eight masked bytes, which hold the same text. The first key is
/// arbitrary. The second key is a check value made from counts of the file; a computed 0 is stored as 0xAA [vendor
/// tool].
pub(crate) const TRAILER: usize = 20;

/// Returns the second key of a trailer, from the low bytes of two counts.
pub(crate) fn check_key(first: usize, second: usize) -> [u8; 2] {
    [first, second].map(|count| match (count & 0xFF) as u8 {
        0 => 0xAA,
        byte => byte,
    })
}

/// Reads the trailer from the rest of the file. When it is `required` and missing, there is a warning.
pub(crate) fn read_trailer(cursor: &mut Cursor<'_>, required: bool, check: [u8; 2]) -> Result<Option<Trailer>> {
    cursor.section = Section::Trailer;
    let rest = cursor.remaining();
    if rest < TRAILER {
        if required {
            cursor
                .warn(&rules::TRAILER_MISSING, format_args!("trailer missing: expected {TRAILER} bytes, found {rest}"));
        } else if rest > 0 {
            cursor.warn(&rules::TRAILING_BYTES, format_args!("{} after the end", counted(rest, "byte")));
        }
        return Ok(None);
    }
    let at = cursor.offset;
    let key = cursor.array()?;
    let identifier = unmask(key, cursor.array()?);
    let second_key = cursor.array()?;
    let second = unmask(second_key, cursor.array()?);
    if identifier != second {
        let [first, second] = [identifier.escape_ascii(), second.escape_ascii()];
        let message = format_args!("the two identifiers differ: \"{first}\" and \"{second}\"");
        cursor.warn_at(at, &rules::TRAILER_UNEQUAL, message);
    }
    if !identifier.is_ascii() {
        let message = format_args!("the identifier is not ASCII: \"{}\"", identifier.escape_ascii());
        cursor.warn_at(at, &rules::TRAILER_NOT_ASCII, message);
    }
    if second_key != check {
        let message =
            format_args!("check value does not match the counts: expected {check:02x?}, found {second_key:02x?}");
        cursor.warn_at(at + TRAILER / 2, &rules::TRAILER_CHECK, message);
    }
    let rest = cursor.remaining();
    if rest > 0 {
        cursor.warn(&rules::TRAILING_BYTES, format_args!("{} after the end", counted(rest, "byte")));
    }
    Ok(Some(Trailer { key, identifier }))
}

pub(crate) fn write_trailer(sink: &mut Sink, trailer: Trailer, check: [u8; 2]) {
    for key in [trailer.key, check] {
        sink.raw(&key);
        sink.raw(&mask(key, trailer.identifier));
    }
}

fn unmask(key: [u8; 2], masked: [u8; 8]) -> [u8; 8] {
    core::array::from_fn(|i| (masked[i] ^ key[i & 1]).wrapping_add(127))
}

fn mask(key: [u8; 2], plain: [u8; 8]) -> [u8; 8] {
    core::array::from_fn(|i| plain[i].wrapping_sub(127) ^ key[i & 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_in_the_check_key_is_written_as_aa() {
        assert_eq!(check_key(256, 257), [0xAA, 1]);
    }

    #[test]
    fn wrong_trailers_are_read_with_warnings() {
        let mut sink = Sink::default();
        write_trailer(&mut sink, Trailer::default(), [7, 9]);
        let mut bytes = sink.bytes;
        bytes[12] ^= 1;
        bytes.push(0);
        let mut cursor = Cursor::new(&bytes);
        assert_eq!(read_trailer(&mut cursor, true, [7, 8]), Ok(Some(Trailer::default())));
        let messages: Vec<String> = cursor.into_report(()).diagnostics.iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
            [
                "byte 0: warning[K013]: trailer: the two identifiers differ: \"HI000000\" and \"GI000000\"",
                "byte 10: warning[K011]: trailer: check value does not match the counts: expected [07, 08], found [07, 09]",
                "byte 20: warning[K015]: trailer: 1 byte after the end",
            ]
        );
    }
}
