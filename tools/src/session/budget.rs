//! Limits of what a command reads and takes, however many small files it unpacks: an archive of some kilobytes could keep a machine
//! busy for ever. The bytes of its outputs are staged: in memory, and once there are many, in a file without a name.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use keitai_app::files::FileFault;
use keitai_exchange::memory::SMALL;
use keitai_exchange::{Bytes, Memory};

use super::{Session, locked};
use crate::error::Error;

/// Bytes that a command reads and unpacks.
const MOST_BYTES: u64 = 4 << 30;
/// Processor time that a command takes, seconds.
const MOST_SECONDS: u64 = 300;
/// Bytes of the buffers of a command, besides four times those of its inputs. The program itself takes the rest of 64 MiB.
const MOST_MEMORY: u64 = 40 << 20;

#[derive(Debug)]
pub(super) struct Budget {
    /// Whether bytes and time are limited. Those of the viewer are not: it runs as long as its user wants.
    is_limited: bool,
    /// Bytes that were read so far.
    spent: AtomicU64,
    pub(super) memory: Memory,
    /// Large inputs that memory was given for, once each: a command may read a file several times.
    inputs: Mutex<HashSet<PathBuf>>,
    #[cfg(windows)]
    start: std::time::Instant,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            is_limited: false,
            spent: 0.into(),
            memory: Memory::new(MOST_MEMORY),
            inputs: Mutex::default(),
            #[cfg(windows)]
            start: std::time::Instant::now(),
        }
    }
}

impl Budget {
    pub(super) fn limited() -> Self {
        Self { is_limited: true, ..Self::default() }
    }

    pub(super) fn unlimited() -> Self {
        Self { memory: Memory::unlimited(), ..Self::default() }
    }

    /// Takes memory for the bytes of a file of the disk, or of stdin, which is given four times their number.
    pub(super) fn hold_input(&self, path: &Path, data: Vec<u8>) -> Result<Bytes, FileFault> {
        let size = data.len() as u64;
        if data.len() > SMALL && locked(&self.inputs).insert(path.to_owned()) {
            self.memory.grow(4 * size);
        }
        self.memory.hold(data).map_err(|lack| FileFault::TooLarge { size, limit: lack.rest })
    }

    /// Counts bytes of a file that were read or unpacked.
    pub(super) fn spend(&self, path: &Path, bytes: u64) -> Result<(), Error> {
        self.spent.fetch_add(bytes, Ordering::Relaxed);
        self.check(Some(path))
    }

    /// Returns an error once everything is used up. The error names the file that was read last.
    pub(super) fn check(&self, path: Option<&Path>) -> Result<(), Error> {
        if !self.is_limited {
            return Ok(());
        }
        let at = path.map_or_else(String::new, |path| format!(" at {}", path.display()));
        if self.spent.load(Ordering::Relaxed) > MOST_BYTES {
            return Err(Error::Budget(format!("{} GiB are read and unpacked{at}", MOST_BYTES >> 30)));
        }
        if self.seconds() > MOST_SECONDS {
            return Err(Error::Budget(format!("{MOST_SECONDS} seconds of processor time are used up{at}")));
        }
        Ok(())
    }

    /// Returns the processor time of this program so far, seconds.
    #[cfg(unix)]
    fn seconds(&self) -> u64 {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        u64::try_from(time.tv_sec).unwrap_or_default()
    }

    #[cfg(windows)]
    fn seconds(&self) -> u64 {
        self.start.elapsed().as_secs()
    }

    /// A web page has no such time, and its session no limits.
    #[cfg(not(any(unix, windows)))]
    fn seconds(&self) -> u64 {
        0
    }
}

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
