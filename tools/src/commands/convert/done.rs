//! Results of jobs: staged outputs and diagnostics, and the step that writes the outputs.

use std::path::{Path, PathBuf};

use keitai_app::files::Overwrite;
use keitai_app::{Error as AppError, console};
use keitai_formats::diagnostic::escaped;
use keitai_formats::{Diagnostic, Policy, Report, Severity, counted};

use super::output::{self, Output};
use crate::cli::Convert;
use crate::diagnostics;
use crate::error::Error;
use crate::session::Session;

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

fn is_error(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
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
        self.diagnostics().any(is_error)
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
        diagnostics::print(path, text.as_deref(), diagnostics);
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
        let refused = output::faults(&outputs, overwrite, &inputs);
        refused.iter().for_each(Error::report);
        return Err(Error::Unconverted { errors: errors + refused.len(), warnings });
    }
    output::check(&outputs, overwrite, &inputs)?;
    if !arguments.dry_run {
        output::write(session, &outputs, overwrite)?;
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
