//! Bit streams inside a file. The first field is in the low bits of the first byte.
//!
//! A stream starts and ends at byte boundaries; the pad bits before its end are zero.

use crate::bytes::{Cursor, Sink};
use crate::diagnostic::{Location, rules};
use crate::error::{Error, Result};

/// Width of the widest field, in bits.
pub(crate) const MAX_WIDTH: u32 = 32;

/// Reads a bit stream from the cursor's offset on. [`BitReader::finish`] leaves the cursor after the stream.
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
