//! Errors of the game.

use keitai::assets::AssetError;

/// An error of the game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A scene or one of its files cannot be loaded.
    #[error(transparent)]
    Runtime(#[from] keitai::LoadError),
    /// The record's setup is not one of this game.
    #[error("expected a record of two robots and a seed, such as `tin kabuto 7`, found `{found}`")]
    Setup {
        /// The setup.
        found: String,
    },
    /// The saved values cannot be read or written.
    #[error(transparent)]
    Engine(#[from] keitai::Error),
}

impl From<AssetError> for Error {
    fn from(error: AssetError) -> Self {
        Self::Runtime(error.into())
    }
}

impl From<Error> for keitai::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Runtime(error) => error.into(),
            Error::Engine(error) => error,
            other => Self::game(other),
        }
    }
}

/// Result of a call of this crate.
pub type Result<T> = std::result::Result<T, Error>;
