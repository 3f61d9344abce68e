//! Outputs of a conversion. None is written when one of them may not be.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use keitai_app::files::{self, Overwrite};
use keitai_formats::diagnostic::is_unsafe;

use crate::error::Error;
use crate::session::{Session, Staged};

#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Staged,
    pub(crate) from: Box<str>,
}

impl Output {
    pub(crate) fn new(path: impl Into<PathBuf>, bytes: Staged, from: impl Display) -> Self {
        Self { path: path.into(), bytes, from: from.to_string().into() }
    }
}

/// Returns the errors of outputs that would replace an input, another output, or without `--force` any file.
pub(crate) fn faults(outputs: &[Output], overwrite: Overwrite, inputs: &[PathBuf]) -> Vec<Error> {
    let (mut paths, mut twice, mut known) = (Vec::new(), Vec::new(), BTreeMap::new());
    for Output { path, from, .. } in outputs {
        match known.insert(path, from) {
            None => paths.push(path.as_path()),
            Some(other) => {
                let message = format!("{}: would be written twice, for {other} and for {from}", path.display());
                twice.push(Error::usage(message, "convert one of them alone, with the name of its output after -o"));
            }
        }
    }
    let others = files::check_all(&paths, overwrite, inputs).into_iter().map(Error::from);
    odd_names(&paths).chain(others).chain(twice).collect()
}

/// Returns the last of the [`faults`], and reports those before.
pub(crate) fn check(outputs: &[Output], overwrite: Overwrite, inputs: &[PathBuf]) -> Result<(), Error> {
    let mut faults = faults(outputs, overwrite, inputs);
    let last = faults.pop();
    faults.iter().for_each(Error::report);
    last.map_or(Ok(()), Err)
}

/// Writes all files, one after the other, after a [`check`].
pub(crate) fn write(session: &Session, outputs: &[Output], overwrite: Overwrite) -> Result<(), Error> {
    outputs.iter().try_for_each(|Output { path, bytes, .. }| {
        let written = files::write(path, &session.staged(bytes)?, overwrite, &[]);
        written.map_err(|fault| keitai_app::Error::output(path, fault).into())
    })
}

/// Returns the errors of names with characters that control a terminal or cannot be seen.
fn odd_names<'p>(paths: &'p [&Path]) -> impl Iterator<Item = Error> + 'p {
    let is_odd = |path: &&&Path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(is_unsafe));
    paths.iter().filter(is_odd).map(|path| {
        let message = format!("{}: the name of an output has characters that cannot be seen", path.display());
        Error::usage(message, "give -o with another name")
    })
}
