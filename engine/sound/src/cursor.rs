//! A cursor over the bytes of a file. A read beyond the end fails, and its error names the section and the byte.

use crate::error::{Error, Result};

/// The unread part of a file, or of a block of it.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    /// Offset of the unread part in the file.
    pub(crate) offset: usize,
    section: &'static str,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8], section: &'static str) -> Self {
        Self { bytes, offset: 0, section }
    }

    pub(crate) fn left(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the next byte without reading it.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.first().copied()
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let available = self.bytes.len();
        let Some((bytes, rest)) = self.bytes.split_at_checked(count) else {
            return Err(Error::Truncated { section: self.section, offset: self.offset, needed: count, available });
        };
        self.bytes = rest;
        self.offset += count;
        Ok(bytes)
    }

    /// Reads a block of `count` bytes as a section of its own.
    pub(crate) fn block(&mut self, count: usize, section: &'static str) -> Result<Self> {
        let offset = self.offset;
        Ok(Self { bytes: self.take(count)?, offset, section })
    }

    pub(crate) fn expect(&mut self, expected: &'static str) -> Result<()> {
        let offset = self.offset;
        if self.take(expected.len())? == expected.as_bytes() {
            return Ok(());
        }
        Err(Error::Magic { section: self.section, offset, expected })
    }

    pub(crate) fn u8(&mut self) -> Result<u8> {
        self.array().map(|[byte]: [u8; 1]| byte)
    }

    pub(crate) fn u16_le(&mut self) -> Result<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32_le(&mut self) -> Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u16_be(&mut self) -> Result<u16> {
        self.array().map(u16::from_be_bytes)
    }

    pub(crate) fn u32_be(&mut self) -> Result<u32> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// Returns the error for the field of `size` bytes that was read last.
    pub(crate) fn field(&self, size: usize, field: &'static str, expected: &'static str, found: i64) -> Error {
        Error::Field { section: self.section, offset: self.offset.saturating_sub(size), field, expected, found }
    }
}
