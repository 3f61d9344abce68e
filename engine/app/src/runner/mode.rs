//! How a game runs in a window and is shown: who controls it, how it is drawn and heard.

use keitai_runtime::controls::{Controls, PLAYERS};
use keitai_runtime::debug::Debug;
use keitai_runtime::replay::Recording;

use crate::desktop::Scaling;
use crate::record::RecordFile;
use crate::reload::SceneWatch;
use crate::speaker::Speaker;

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
    pub(crate) fn replay(recording: &Recording) -> Self {
        Self::Replay(recording.controls().copied().collect::<Vec<_>>().into_iter())
    }

    #[cfg(feature = "window")]
    pub(crate) fn record(&self) -> Option<RecordFile> {
        if let Self::Record(record) = self { Some(record.clone()) } else { None }
    }
}

/// How games are drawn in the window and heard. The choice outlives a game.
#[derive(Default)]
pub(crate) struct Display {
    /// Draws between ticks as well.
    pub(crate) smooth: bool,
    /// Size of the picture in the window.
    pub(crate) scaling: Scaling,
    /// Prints a line about each tick.
    pub(crate) trace: bool,
    pub(crate) debug: Debug,
    pub(crate) speaker: Speaker,
}
