//! Results of jobs: staged outputs and diagnostics, and the step that writes the outputs. None is written when one of them may not be.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use keitai_app::files::{self, Overwrite};
use keitai_app::{Error as AppError, console};
use keitai_formats::diagnostic::{counted, escaped, is_unsafe};
use keitai_formats::{Diagnostic, Policy, Report, Severity};

use crate::cli::Convert;
use crate::error::Error;
use crate::session::{Session, Staged};
use crate::terminal;

#[derive(Default)]
pub(super) struct Done {
    pub(super) outputs: Vec<Output>,
    pub(super) inputs: Vec<Input>,
    /// The files that were read, which no output may replace.
    pub(super) files: Vec<PathBuf>,
    /// The others are written even if this one has an error: it is one of several models, or in an archive.
    pub(super) may_be_left_out: bool,
}

/// Diagnostics of an input, and its text if it is one.
pub(super) struct Input {
    pub(super) path: PathBuf,
    text: Option<Vec<u8>>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Done {
    pub(super) fn of(output: Output) -> Self {
        Self { outputs: vec![output], ..Self::default() }
    }

    /// Returns the error of an input as its only diagnostic, so that the other inputs are converted and reported too.
    pub(super) fn failed(path: &Path, error: &Error) -> Self {
        let path = match error {
            Error::App(AppError::Read { path, .. }) | Error::Format { path, .. } => path,
            _ => path,
        };
        let input = Input { path: path.to_owned(), text: None, diagnostics: vec![error.diagnostic()] };
        Self { inputs: vec![input], ..Self::default() }
    }

    /// Returns the error of an input as a warning.
    pub(super) fn warned(path: &Path, error: &Error, strict: bool) -> Self {
        let warning = Diagnostic { severity: Severity::Warning, ..error.diagnostic() };
        let mut done = Self::default();
        done.note(path, vec![warning], strict);
        done
    }

    pub(super) fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.inputs.iter().flat_map(|input| &input.diagnostics)
    }

    pub(super) fn has_error(&self) -> bool {
        self.diagnostics().any(|finding| finding.severity == Severity::Error)
    }

    /// Keeps the diagnostics of a conversion and returns its document.
    pub(super) fn take<T>(
        &mut self,
        path: &Path,
        text: Option<Vec<u8>>,
        converted: Report<Option<T>>,
        strict: bool,
    ) -> Option<T> {
        let Report { document, diagnostics } = converted;
        match text {
            // Texts are converted under a policy.
            Some(_) => {
                let text = text.filter(|_| !diagnostics.is_empty());
                self.inputs.push(Input { path: path.to_owned(), text, diagnostics });
            }
            None => self.note(path, diagnostics, strict),
        }
        document
    }

    /// Keeps diagnostics that no policy has changed yet.
    pub(super) fn note(&mut self, path: &Path, mut diagnostics: Vec<Diagnostic>, strict: bool) {
        if strict {
            Policy { strict, vendor: false }.apply(&mut diagnostics);
        }
        self.inputs.push(Input { path: path.to_owned(), text: None, diagnostics });
    }
}

/// Prints diagnostics, and writes the outputs if there are no errors.
pub(super) fn finish(session: &Session, done: Vec<Done>, arguments: &Convert) -> Result<(), Error> {
    for Input { path, text, diagnostics } in done.iter().flat_map(|done| &done.inputs) {
        terminal::print(path, text.as_deref(), diagnostics);
    }
    let left_out = done.iter().filter(|done| done.may_be_left_out && done.has_error()).count();
    let counted_ones = || done.iter().filter(|done| !done.may_be_left_out || !done.has_error());
    let count =
        |severity: Severity| counted_ones().flat_map(Done::diagnostics).filter(|one| one.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let inputs: Vec<PathBuf> = done.iter().flat_map(|done| &done.files).cloned().collect();
    let outputs: Vec<Output> = done.into_iter().flat_map(|done| done.outputs).collect();
    let overwrite = Overwrite::forced(arguments.force || arguments.dry_run);
    if errors > 0 {
        let refused = faults(&outputs, overwrite, &inputs);
        refused.iter().for_each(Error::report);
        return Err(Error::Unconverted { errors: errors + refused.len(), warnings });
    }
    check(&outputs, overwrite, &inputs)?;
    if !arguments.dry_run {
        write(session, &outputs, overwrite)?;
    }
    let plan = |output: &Output| match (arguments.dry_run, arguments.force || !output.path.exists()) {
        (false, _) => "",
        (true, true) => " would be written",
        (true, false) => " would not be written: the file exists, and --force is not given",
    };
    let line = |output: &Output| {
        let path = output.path.display().to_string();
        let (from, size) = (escaped(&output.from), counted(output.bytes.len(), "byte"));
        format!("{from} -> {} ({size}){}\n", escaped(&path), plan(output))
    };
    // Many lines are printed in parts, for the sake of memory.
    for part in outputs.chunks(1000) {
        console::print(&part.iter().map(line).collect::<String>())?;
    }
    if warnings > 0 {
        console::note(&format!("{}; `keitai explain CODE` explains each", counted(warnings, "warning")));
    }
    match left_out {
        0 => Ok(()),
        _ => Err(Error::Found(format!("{} cannot be converted", counted(left_out, "file")))),
    }
}

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
