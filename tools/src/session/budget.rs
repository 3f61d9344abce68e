//! Limits of the bytes that a command reads, of the time that it takes, and of its memory, however many small files it unpacks: an
//! archive of some kilobytes could keep a machine busy for ever.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use keitai_app::files::FileFault;
use keitai_exchange::memory::SMALL;
use keitai_exchange::{Bytes, Memory};

use super::locked;
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
