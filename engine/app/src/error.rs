//! Errors of running a game, with a hint where one helps, and the exit code of each.

use std::fmt::{self, Debug, Display, Formatter};
use std::path::{Path, PathBuf};

use crate::files::FileFault;
use keitai_runtime::assets::AssetError;
use keitai_runtime::hecs;
use keitai_runtime::shot::ShotError;

/// Result of a call of this crate. A game returns it, too: `?` takes the errors of the engine's other crates.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a game does not run, or a file is not written.
#[derive(thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Error {
    /// The command line is wrong.
    #[error("{message}")]
    Usage { message: String, hint: String },
    /// A file cannot be read, or holds something else than expected.
    #[error("{}: {reason}", path.display())]
    Read { path: PathBuf, reason: String, hint: Option<String> },
    /// A file cannot be written.
    #[error("{}: cannot write: {reason}", path.display())]
    Write { path: PathBuf, reason: String },
    /// Data cannot be written on stdout.
    #[error("standard output: cannot write: {reason}")]
    Output { reason: String },
    /// Nobody reads stdout any more. The program ends without a message.
    #[error("standard output is closed")]
    Closed,
    /// A signal ended the program; the record was written.
    #[error("stopped by signal {signal}")]
    Signal { signal: u8 },
    /// A replay differs from its record.
    #[error("{message}")]
    Differs {
        /// The tick and the picture that was written.
        message: String,
        hint: Option<String>,
    },
    /// A record was made with a setup that the game does not accept.
    #[error("the record is of a game with the setup \"{found}\"{}", reason.as_ref().map_or(String::new(), |reason| format!(": {reason}")))]
    Setup {
        found: String,
        /// Fault of the setup, if the game reports one.
        reason: Option<String>,
    },
    /// An asset or a scene cannot be loaded or run.
    #[error(transparent)]
    Runtime(#[from] keitai_runtime::Error),
    /// The window cannot be opened or drawn.
    #[error(transparent)]
    Desktop(#[from] crate::desktop::Error),
    /// The mixer cannot be made, or the sound is too long for its file.
    #[error(transparent)]
    Sound(#[from] keitai_sound::Error),
    /// An error of the game itself, or of the system.
    #[error(transparent)]
    Game(Box<dyn std::error::Error + Send + Sync>),
}

/// Message and hint: Rust prints them when `main` returns the error.
impl Debug for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        self.hint().map_or(Ok(()), |hint| write!(f, "\nhint: {hint}"))
    }
}

impl From<AssetError> for Error {
    fn from(error: AssetError) -> Self {
        Self::Runtime(error.into())
    }
}

/// Errors of calls that a game makes itself.
macro_rules! errors_of_games {
    ($($error:ty),*) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::game(error)
            }
        }
    )*};
}

errors_of_games!(hecs::NoSuchEntity, hecs::ComponentError, hecs::QueryOneError, keitai_render::Error, ShotError);

impl Error {
    /// Wraps an error of a game.
    pub fn game(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Game(error.into())
    }

    /// A command line that is wrong.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage { message: message.into(), hint: hint.into() }
    }

    /// A file that cannot be read, without a hint.
    pub fn read(path: &Path, reason: impl Display) -> Self {
        Self::read_with_hint(path, reason, None)
    }

    /// A file that cannot be read.
    pub fn read_with_hint(path: &Path, reason: impl Display, hint: Option<String>) -> Self {
        Self::Read { path: path.to_owned(), reason: reason.to_string(), hint }
    }

    /// A file that cannot be written.
    pub fn write(path: &Path, reason: impl Display) -> Self {
        Self::Write { path: path.to_owned(), reason: reason.to_string() }
    }

    /// An output that cannot be written.
    pub fn output(path: &Path, fault: FileFault) -> Self {
        let usage = |hint| Self::usage(format!("{}: {fault}", path.display()), hint);
        match fault {
            FileFault::Exists => usage("--force overwrites it"),
            FileFault::IsInput | FileFault::Twice => usage("give the output another name"),
            fault => Self::write(path, fault),
        }
    }

    /// Returns whether the machine has no display for a window.
    pub fn is_no_display(&self) -> bool {
        matches!(self, Self::Desktop(crate::desktop::Error::NoDisplay(_)))
    }

    /// Returns the program's exit code: 2 for usage, 4 for a replay that differs, 128 and the number of a signal (13 for a
    /// closed stdout), 3 for everything else.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage { .. } => 2,
            Self::Differs { .. } => 4,
            Self::Closed => 128 + 13,
            Self::Signal { signal } => 128_u8.saturating_add(*signal),
            _ => 3,
        }
    }

    /// Returns a remedy, if one is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Usage { hint, .. } => Some(hint.clone()),
            Self::Read { hint, .. } | Self::Differs { hint, .. } => hint.clone(),
            Self::Runtime(error) => error.hint(),
            Self::Setup { .. } => Some(
                "replay it with the game that recorded it; `--headless --renew` plays its controls with the game's own setup"
                    .to_owned(),
            ),
            Self::Desktop(_) if self.is_no_display() => Some("--headless plays without a display".to_owned()),
            Self::Sound(_)
            | Self::Write { .. }
            | Self::Output { .. }
            | Self::Closed
            | Self::Signal { .. }
            | Self::Desktop(_)
            | Self::Game(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_main_that_returns_the_error_prints_message_and_hint() {
        let error = Error::usage("no such scene", "did you mean a.ron?");
        assert_eq!(format!("{error:?}"), "no such scene\nhint: did you mean a.ron?");
        assert_eq!(format!("{:?}", Error::game("out of fuel")), "out of fuel");
    }
}
