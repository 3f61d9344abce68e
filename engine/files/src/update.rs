//! Files that several programs change at once.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::place::folder_of;
use crate::{FileFault, Overwrite, read, write};

/// Tries to get the lock, and the time between two of them: five seconds altogether. A change takes milliseconds, but
/// the disk may be busy.
const TRIES: u32 = 500;
const BETWEEN: Duration = Duration::from_millis(10);

/// Replaces a file by what `change` makes of its bytes; `None` stands for a file that is not there or cannot be read.
/// Nobody else who calls this changes the file in between. The file's folder is made when it is missing.
///
/// # Errors
/// When the file cannot be written, or another program holds the lock for more than five seconds.
pub fn update(path: &Path, limit: u64, change: impl FnOnce(Option<Vec<u8>>) -> Vec<u8>) -> Result<(), FileFault> {
    let folder = folder_of(path);
    std::fs::create_dir_all(folder)?;
    // Freed when it is dropped, and by the system when the program ends.
    let _lock = lock(&lock_of(folder), TRIES)?;
    write(path, &change(read(path, limit).ok()), Overwrite::Force, &[])
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

fn lock(path: &Path, tries: u32) -> Result<Option<File>, FileFault> {
    let file = if cfg!(unix) { File::open(path)? } else { File::create(path)? };
    for _ in 0..tries {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => sleep(BETWEEN),
            // Some network file systems know no locks; a change is then as safe as it can be.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
    }
    Err(FileFault::InUse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(bytes: Option<Vec<u8>>) -> Vec<u8> {
        let number = bytes.and_then(|bytes| String::from_utf8(bytes).ok()?.parse().ok()).unwrap_or(0_u32);
        (number + 1).to_string().into_bytes()
    }

    #[test]
    fn no_change_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/down/count");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..10).for_each(|_| update(&file, 64, next).unwrap()));
            }
        });
        assert_eq!(read(&file, 64).unwrap(), b"40");
    }

    #[test]
    fn a_lock_that_another_holds_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("count");
        let place = lock_of(folder.path());
        let other = lock(&place, 1).unwrap();
        assert!(matches!(lock(&place, 3), Err(FileFault::InUse)));
        drop(other);
        update(&file, 64, next).unwrap();
    }
}
