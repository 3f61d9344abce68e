//! Bytes of outputs until they are written: in memory, and once there are many, in a file without a name.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::{Session, locked};
use crate::error::Error;

/// Bytes of all outputs that stay in memory.
const MOST: usize = 8 << 20;

/// The bytes of an output.
#[derive(Debug)]
pub(crate) enum Staged {
    Memory(Vec<u8>),
    /// A part of the file.
    Part {
        offset: u64,
        size: usize,
    },
}

/// The bytes in memory of all outputs, and the file of the others.
#[derive(Debug, Default)]
pub(super) struct Staging {
    in_memory: usize,
    file: Option<File>,
}

impl Staging {
    /// Writes bytes to the end of the file. Returns their offset.
    fn append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        let offset = file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)?;
        Ok(offset)
    }

    fn read(&mut self, offset: u64, size: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; size];
        let file = self.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl Session {
    /// Keeps the bytes of an output. Where no file can be made, such as in a web page, they stay in memory.
    pub(crate) fn stage(&self, bytes: Vec<u8>) -> Staged {
        let mut staging = locked(&self.0.staging);
        if staging.in_memory + bytes.len() > MOST
            && let Ok(offset) = staging.append(&bytes)
        {
            return Staged::Part { offset, size: bytes.len() };
        }
        staging.in_memory += bytes.len();
        Staged::Memory(bytes)
    }

    /// Returns the bytes of an output.
    pub(crate) fn staged<'s>(&self, staged: &'s Staged) -> Result<Cow<'s, [u8]>, Error> {
        match staged {
            Staged::Memory(bytes) => Ok(bytes.into()),
            Staged::Part { offset, size } => {
                let part = locked(&self.0.staging).read(*offset, *size);
                Ok(part.map_err(|error| Error::read(&std::env::temp_dir(), error))?.into())
            }
        }
    }
}

impl Staged {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Memory(bytes) => bytes.len(),
            Self::Part { size, .. } => *size,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_bytes_come_back_from_the_file() {
        let session = Session::default();
        let block = |number: u8| vec![number; 5 << 20];
        let staged: Vec<Staged> = (0..8).map(|number| session.stage(block(number))).collect();
        assert!(staged.iter().any(|staged| matches!(staged, Staged::Part { .. })));
        for (number, staged) in (0..).zip(&staged) {
            assert_eq!((staged.len(), &*session.staged(staged).unwrap()), (5 << 20, &block(number)[..]));
        }
    }
}
