//! Bytes of outputs until they are written: in memory, and once there are many, in a file without a name.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use crate::error::Error;

/// Bytes that are held in memory.
const MOST: usize = 16 << 20;

#[derive(Debug)]
pub(crate) struct Held(Place);

#[derive(Debug)]
enum Place {
    Memory(Vec<u8>),
    File { offset: u64, size: usize },
}

/// The bytes in memory of all outputs, and the file of the others.
static HOLD: Mutex<Hold> = Mutex::new(Hold { in_memory: 0, file: None });

struct Hold {
    in_memory: usize,
    file: Option<File>,
}

impl From<Vec<u8>> for Held {
    /// Takes the bytes of an output. Where no file can be made, such as in a web page, they stay in memory.
    fn from(bytes: Vec<u8>) -> Self {
        let mut hold = HOLD.lock().unwrap_or_else(PoisonError::into_inner);
        if hold.in_memory + bytes.len() > MOST
            && let Ok(offset) = hold.append(&bytes)
        {
            return Self(Place::File { offset, size: bytes.len() });
        }
        hold.in_memory += bytes.len();
        Self(Place::Memory(bytes))
    }
}

impl Hold {
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

impl Held {
    pub(crate) fn len(&self) -> usize {
        match &self.0 {
            Place::Memory(bytes) => bytes.len(),
            Place::File { size, .. } => *size,
        }
    }

    pub(crate) fn bytes(&self) -> Result<Cow<'_, [u8]>, Error> {
        match &self.0 {
            Place::Memory(bytes) => Ok(bytes.into()),
            Place::File { offset, size } => {
                let mut hold = HOLD.lock().unwrap_or_else(PoisonError::into_inner);
                let read = hold.read(*offset, *size);
                Ok(read.map_err(|error| Error::read(&std::env::temp_dir(), error))?.into())
            }
        }
    }

    pub(crate) fn into_vec(self) -> Result<Vec<u8>, Error> {
        match self.0 {
            Place::Memory(bytes) => Ok(bytes),
            Place::File { .. } => self.bytes().map(Cow::into_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_bytes_come_back_from_the_file() {
        let block = |number: u8| vec![number; 5 << 20];
        let held: Vec<Held> = (0..8).map(|number| block(number).into()).collect();
        assert!(held.iter().any(|held| matches!(held.0, Place::File { .. })));
        for (number, held) in (0..).zip(&held) {
            assert_eq!((held.len(), &*held.bytes().unwrap()), (5 << 20, &block(number)[..]));
        }
        assert_eq!(held.into_iter().next_back().unwrap().into_vec().unwrap(), block(7));
    }
}
