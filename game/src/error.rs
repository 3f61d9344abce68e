//! What can go wrong in the game.

use std::path::PathBuf;

use keitai::assets::AssetError;

/// What can go wrong in the game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A scene or a file of it cannot be loaded.
    #[error(transparent)]
    Runtime(#[from] keitai::LoadError),
    /// A scene of the game lacks something that the game needs.
    #[error("{scene}: expected {expected}, found nothing of the kind")]
    Scene {
        /// The scene.
        scene: &'static str,
        /// What it should have.
        expected: &'static str,
    },
    /// A record is not one of this game.
    #[error("expected a record of two robots and a seed, such as `tin kabuto 7`, found `{found}`")]
    Setup {
        /// What it says.
        found: String,
    },
    /// The win streak cannot be kept.
    #[error("{}: cannot keep the win streak: {reason}", path.display())]
    Streak {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
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
            other => Self::game(other),
        }
    }
}

/// Result of a call of this crate.
pub type Result<T> = std::result::Result<T, Error>;
