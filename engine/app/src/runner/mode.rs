//! Source of the controls of a game in a window: the players, or a record.

use keitai_runtime::controls::{Controls, PLAYERS};
use keitai_runtime::replay::Recording;

use crate::record::RecordFile;
use crate::reload::SceneWatch;

/// Source of the controls, and what they are written to.
pub(crate) enum Mode {
    /// The players control the game, and changed files are reloaded.
    Free(Option<SceneWatch>),
    /// The players control the game, and everything is recorded. Files are not reloaded.
    Record(RecordFile),
    /// A record controls the game. Files are not reloaded.
    Replay(std::vec::IntoIter<[Controls; PLAYERS]>),
}

impl Mode {
    /// The controls of a record, tick by tick.
    pub(crate) fn replay(recording: &Recording) -> Self {
        Self::Replay(recording.controls().copied().collect::<Vec<_>>().into_iter())
    }

    #[cfg(feature = "window")]
    pub(crate) fn record(&self) -> Option<RecordFile> {
        if let Self::Record(record) = self { Some(record.clone()) } else { None }
    }
}
