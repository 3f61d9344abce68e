//! Files that several programs change at once.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::place::folder_of;
use crate::{FileFault, Overwrite, read, write};

/// The longest wait for another program. A change takes milliseconds, but the disk may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// Replaces a file by what `change` makes of its bytes; `None` stands for a file that is not there. Nobody else who calls
/// this changes the file in between. The file's folder is made when it is missing.
///
/// # Errors
/// When the file is there and cannot be read, when it is larger than `limit` bytes, when it cannot be written, and when
/// another program holds the lock for more than 30 seconds. The file is unchanged then.
pub fn update(path: &Path, limit: u64, change: impl FnOnce(Option<Vec<u8>>) -> Vec<u8>) -> Result<(), FileFault> {
    update_within(path, limit, PATIENCE, change)
}

fn update_within(
    path: &Path,
    limit: u64,
    patience: Duration,
    change: impl FnOnce(Option<Vec<u8>>) -> Vec<u8>,
) -> Result<(), FileFault> {
    let folder = folder_of(path);
    std::fs::create_dir_all(folder)?;
    // Freed when it is dropped, and by the system when the program ends.
    let _lock = lock(&lock_of(folder), patience)?;
    let old = match read(path, limit) {
        Ok(bytes) => Some(bytes),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => None,
        Err(fault) => return Err(fault),
    };
    write(path, &change(old), Overwrite::Force, &[])
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

    fn next(bytes: Option<Vec<u8>>) -> Vec<u8> {
        let number = bytes.and_then(|bytes| String::from_utf8(bytes).ok()?.parse().ok()).unwrap_or(0_u32);
        (number + 1).to_string().into_bytes()
    }

    /// Longer than any machine is busy: a test that waits so long has found a deadlock.
    const FOR_EVER: Duration = Duration::from_secs(3600);

    #[test]
    fn no_change_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/down/count");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..10).for_each(|_| update_within(&file, 64, FOR_EVER, next).unwrap()));
            }
        });
        assert_eq!(read(&file, 64).unwrap(), b"40");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("count");
        std::fs::write(&file, "12345").unwrap();
        let refused = update(&file, 4, |_| panic!("there is nothing to change"));
        assert!(matches!(refused, Err(FileFault::TooLarge { size: 5, limit: 4 })), "{refused:?}");
        assert_eq!(read(&file, 64).unwrap(), b"12345");
    }

    #[test]
    fn a_lock_that_another_holds_is_told_or_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("count");
        let place = lock_of(folder.path());
        let other = lock(&place, Duration::ZERO).unwrap();
        let short = Duration::from_millis(30);
        assert!(matches!(update_within(&file, 64, short, next), Err(FileFault::InUse)));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| update_within(&file, 64, FOR_EVER, next));
            thread::sleep(short);
            assert!(!file.exists(), "the lock is held");
            drop(other);
            waiting.join().unwrap().unwrap();
        });
        assert_eq!(read(&file, 64).unwrap(), b"1");
        // The lock of the one that gave up has been freed.
        update_within(&file, 64, FOR_EVER, next).unwrap();
    }
}
