//! Limits of the bytes that a command reads and of the time that it takes, however many small files it unpacks: an
//! archive of some kilobytes could keep a machine busy for ever.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::Error;

/// Bytes that a command reads and unpacks.
const MOST_BYTES: u64 = 4 << 30;
/// Processor time that a command takes, seconds.
const MOST_SECONDS: u64 = 300;

/// Bytes that were read so far.
static READ: AtomicU64 = AtomicU64::new(0);
/// Whether the running command has a budget. The viewer has none: it runs as long as its user wants.
static IS_LIMITED: AtomicBool = AtomicBool::new(false);

/// Gives a budget to the command that begins.
pub(crate) fn begin(no_limits: bool) {
    IS_LIMITED.store(!no_limits, Ordering::Relaxed);
}

/// Counts bytes that were read or unpacked.
pub(crate) fn spend(bytes: usize) -> Result<(), Error> {
    READ.fetch_add(bytes as u64, Ordering::Relaxed);
    check()
}

/// Returns an error once the command has used up what it may read or take.
pub(crate) fn check() -> Result<(), Error> {
    if !IS_LIMITED.load(Ordering::Relaxed) {
        return Ok(());
    }
    if READ.load(Ordering::Relaxed) > MOST_BYTES {
        return Err(Error::Budget { used: format!("{} GiB are read and unpacked", MOST_BYTES >> 30) });
    }
    if seconds() > MOST_SECONDS {
        return Err(Error::Budget { used: format!("{MOST_SECONDS} seconds of processor time are used up") });
    }
    Ok(())
}

/// Returns the processor time of this program so far, seconds.
#[cfg(unix)]
fn seconds() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    u64::try_from(time.tv_sec).unwrap_or_default()
}

#[cfg(not(unix))]
fn seconds() -> u64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs()
}
