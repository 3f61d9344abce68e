//! Files that several programs change at once.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::FileFault;
use super::place::folder_of;

/// The longest wait for another program. A change takes milliseconds, but the disk may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// Does something to a file while nobody else who calls this does anything to the files of its folder. The folder is made when it
/// is missing.
///
/// # Errors
/// When the folder cannot be made or locked, and when another program holds the lock for more than 30 seconds. Nothing is done
/// then.
pub fn locked<T>(path: &Path, act: impl FnOnce() -> T) -> Result<T, FileFault> {
    locked_within(path, PATIENCE, act)
}

fn locked_within<T>(path: &Path, patience: Duration, act: impl FnOnce() -> T) -> Result<T, FileFault> {
    let folder = folder_of(path);
    std::fs::create_dir_all(folder)?;
    // Freed when it is dropped, and by the system when the program ends.
    let _lock = lock(&lock_of(folder), patience)?;
    Ok(act())
}

/// Returns the file that is locked. A file that is replaced cannot be, but its folder can.
#[cfg(unix)]
fn lock_of(folder: &Path) -> PathBuf {
    folder.to_owned()
}

/// Returns the file that is locked. Folders cannot be opened here.
#[cfg(not(unix))]
fn lock_of(folder: &Path) -> PathBuf {
    folder.join(".lock")
}

/// Locks a file; `None` where the file system knows no locks. A change is then as safe as it can be.
fn lock(path: &Path, patience: Duration) -> Result<Option<File>, FileFault> {
    let file = if cfg!(unix) { File::open(path)? } else { File::create(path)? };
    match file.try_lock() {
        Ok(()) => return Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {}
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    // The system lets those who wait have the lock one after the other; a program that asks again and again may miss it every
    // time. Only a thread of its own can stop to wait. It frees a lock that comes too late.
    let (sender, locked) = mpsc::channel();
    thread::Builder::new().spawn(move || sender.send(file.lock().map(|()| file)))?;
    match locked.recv_timeout(patience) {
        Ok(locked) => Ok(Some(locked?)),
        Err(_) => Err(FileFault::InUse),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds 1 to the number in a file.
    fn count(file: &Path, patience: Duration) -> Result<(), FileFault> {
        let counted = || {
            let old = std::fs::read_to_string(file).map_or(0, |text| text.parse::<u32>().unwrap());
            std::fs::write(file, (old + 1).to_string())
        };
        Ok(locked_within(file, patience, counted)??)
    }

    /// Longer than any machine is busy: a test that waits so long has found a deadlock.
    const FOR_EVER: Duration = Duration::from_secs(3600);

    #[test]
    fn no_change_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/down/count");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..10).for_each(|_| count(&file, FOR_EVER).unwrap()));
            }
        });
        assert_eq!(std::fs::read(&file).unwrap(), b"40");
    }

    #[test]
    fn a_lock_that_another_holds_is_told_or_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("count");
        let place = lock_of(folder.path());
        let other = lock(&place, Duration::ZERO).unwrap();
        let short = Duration::from_millis(30);
        assert!(matches!(count(&file, short), Err(FileFault::InUse)));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| count(&file, FOR_EVER));
            thread::sleep(short);
            assert!(!file.exists(), "the lock is held");
            drop(other);
            waiting.join().unwrap().unwrap();
        });
        assert_eq!(std::fs::read(&file).unwrap(), b"1");
        // The lock of the one that gave up has been freed.
        count(&file, FOR_EVER).unwrap();
    }
}
