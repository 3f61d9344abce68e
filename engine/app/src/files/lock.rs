//! Files that several programs change at once.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::{FileFault, folder_of};

/// The longest wait for another program. A change takes milliseconds, but the disk may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// Locks the folder of `path` and calls `act`. Other programs that call this function for a file in the same folder
/// wait. The folder is made when it is missing. File systems that do not support locking are used without a lock.
///
/// # Errors
/// When the folder cannot be made or locked, and when another program holds the lock for more than 30 seconds. `act` is not
/// called then.
pub fn locked<T>(path: &Path, act: impl FnOnce() -> T) -> Result<T, FileFault> {
    locked_within(path, PATIENCE, act)
}

fn locked_within<T>(path: &Path, patience: Duration, act: impl FnOnce() -> T) -> Result<T, FileFault> {
    let folder = folder_of(path);
    std::fs::create_dir_all(folder)?;
    // A file that is replaced cannot be locked, but its folder can, where folders can be opened.
    let lock = if cfg!(unix) { File::open(folder)? } else { File::create(folder.join(".lock"))? };
    let end = Instant::now() + patience;
    loop {
        match lock.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if Instant::now() < end => thread::sleep(Duration::from_millis(5)),
            Err(TryLockError::WouldBlock) => return Err(FileFault::InUse),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => break,
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
    }
    Ok(act())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

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
        let (_folder, file) = testing::place("deep/down/count");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..10).for_each(|_| count(&file, FOR_EVER).unwrap()));
            }
        });
        assert_eq!(std::fs::read(&file).unwrap(), b"40");
    }

    #[test]
    fn a_held_lock_is_an_error_in_the_end() {
        let (_folder, file) = testing::place("count");
        locked(&file, || {
            assert!(matches!(count(&file, Duration::from_millis(30)), Err(FileFault::InUse)));
        })
        .unwrap();
        count(&file, FOR_EVER).unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"1");
    }
}
