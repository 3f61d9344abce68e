//! Files that are written whole or not at all: first each under a passing name beside its place, then all moved there.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::files;

/// A file to be written.
#[derive(Debug)]
pub(super) struct Output {
    /// Path.
    pub(super) path: PathBuf,
    /// Contents.
    pub(super) bytes: Vec<u8>,
    /// Name of the input.
    pub(super) from: String,
}

/// Returns an error if an output would replace a file or another output.
pub(super) fn check(outputs: &[Output], force: bool) -> Result<(), Error> {
    let mut places = HashSet::new();
    for output in outputs {
        if !places.insert(&output.path) {
            let message = format!("two outputs would be {}", output.path.display());
            return Err(Error::Usage { message, hint: "convert them into different folders".to_owned() });
        }
        if !force && output.path.exists() {
            let message = format!("{} exists", output.path.display());
            return Err(Error::Usage { message, hint: "--force overwrites it".to_owned() });
        }
    }
    Ok(())
}

/// Writes all files, or none when one of them cannot be written.
pub(super) fn write(outputs: &[Output]) -> Result<(), Error> {
    let mut waiting = Vec::with_capacity(outputs.len());
    for output in outputs {
        let refuse = |error: &dyn std::fmt::Display| Error::write(&output.path, error);
        let folder = output.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(|error| refuse(&error))?;
        let mut file =
            tempfile::Builder::new().prefix(".keitai").tempfile_in(folder).map_err(|error| refuse(&error))?;
        file.write_all(&output.bytes).map_err(|error| refuse(&error))?;
        files::share(&file);
        waiting.push((file, output));
    }
    for (file, output) in waiting {
        file.persist(&output.path).map_err(|error| Error::write(&output.path, error.error))?;
    }
    Ok(())
}
