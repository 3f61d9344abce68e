//! Errors of commands: a line for the user, a hint if one helps, and the exit code.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use keitai_app::{Error as AppError, console};
use keitai_formats::diagnostic::{counted, rules::UNREADABLE};
use keitai_formats::{Diagnostic, Location};
use keitai_runtime::assets::AssetError;

/// Exit code of a panic.
pub(crate) const BUG: u8 = 70;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Error {
    /// The content of a file is not that of its format.
    #[error("{}: {error}", path.display())]
    Format { path: PathBuf, error: keitai_formats::Error },
    /// Texts have errors, which were printed.
    #[error("{}, {}; nothing was written", counted(*errors, "error"), counted(*warnings, "warning"))]
    Unconverted { errors: usize, warnings: usize },
    /// A check has errors, or other diagnostics that `--deny` names. Numbers of diagnostics.
    #[error("{0}")]
    Found(String),
    /// Some of the files in folders and archives cannot be read, which was reported. The number of those files.
    #[error("{0}")]
    Unread(String),
    /// A command has reached its limit of bytes or of time. The part of the budget that is used up.
    #[error("stopped: {0}")]
    Budget(String),
    /// The command line is wrong, a file cannot be read or written, a picture or a posture differs from its reference, or a game
    /// cannot run.
    #[error(transparent)]
    App(#[from] AppError),
}

impl From<AssetError> for Error {
    fn from(error: AssetError) -> Self {
        Self::App(error.into())
    }
}

impl From<keitai_runtime::Error> for Error {
    fn from(error: keitai_runtime::Error) -> Self {
        Self::App(error.into())
    }
}

impl From<Error> for AppError {
    fn from(error: Error) -> Self {
        match error {
            Error::App(error) => error,
            other => Self::game(other),
        }
    }
}

impl Error {
    /// Returns the error of a wrong command line.
    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        AppError::usage(message, hint).into()
    }

    /// Returns the error of a file that cannot be read, without a hint.
    pub(crate) fn read(path: &Path, reason: impl Display) -> Self {
        AppError::read(path, reason).into()
    }

    pub(crate) fn read_with_hint(path: &Path, reason: impl Display, hint: Option<String>) -> Self {
        AppError::read_with_hint(path, reason, hint).into()
    }

    /// Returns the error of a file whose content is wrong.
    pub(crate) fn format(path: &Path, error: keitai_formats::Error) -> Self {
        Self::Format { path: path.to_owned(), error }
    }

    /// Returns the error of a file that cannot be written.
    pub(crate) fn write(path: &Path, reason: impl Display) -> Self {
        AppError::write(path, reason).into()
    }

    /// Returns the diagnostic of a file that cannot be read.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let (reason, hint) = match self {
            Self::Format { error, .. } => return error.into(),
            Self::App(AppError::Read { reason, hint, .. }) => (reason.clone(), hint.clone()),
            error => (error.to_string(), error.hint()),
        };
        Diagnostic { note: hint, ..Diagnostic::new(&UNREADABLE, Location::Document, reason) }
    }

    /// Returns the exit code: 1 diagnostics, 2 usage, 3 cannot read, parse or write, 4 differs.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Found(_) | Self::Unread(_) => 1,
            Self::Format { .. } | Self::Unconverted { .. } | Self::Budget(_) => 3,
            Self::App(error) => error.exit_code(),
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::App(error) if error.is_no_display() => {
                Some("without a display `keitai shot FILE -o out.png` writes a picture".to_owned())
            }
            Self::App(error) => error.hint(),
            Self::Budget(_) => Some("give fewer files, or --no-limits".to_owned()),
            Self::Format { .. } | Self::Unread(_) => None,
            Self::Unconverted { .. } | Self::Found(_) => Some("`keitai explain CODE` explains a finding".to_owned()),
        }
    }

    /// Prints a line on stderr, and a second one with the hint.
    pub(crate) fn report(&self) {
        console::error("keitai", &self.to_string(), self.hint().as_deref());
    }
}
