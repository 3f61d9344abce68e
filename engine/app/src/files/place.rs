//! Places of outputs: the folder of a place, and the decision about a file that is there already.

use std::io;
use std::path::Path;

/// Decision about a file that stands in the place of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overwrite {
    /// Keep it, and fail.
    #[default]
    Refuse,
    /// Replace it.
    Force,
}

impl Overwrite {
    /// Returns [`Overwrite::Force`] when a `--force` was given.
    pub fn forced(force: bool) -> Self {
        if force { Self::Force } else { Self::Refuse }
    }
}

/// Returns the folder that a file stands in; `.` for a bare name.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns whether a name is taken, by a file or by anything else; links are not followed.
///
/// # Errors
/// When the system cannot tell.
pub(crate) fn is_taken(name: &Path) -> io::Result<bool> {
    match std::fs::symlink_metadata(name) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
