//! The system's dialog that chooses files.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use native_dialog::DialogBuilder;

/// The files that were chosen, none when the dialog was closed, or the reason why there is no dialog.
type Answer = Result<Vec<PathBuf>, String>;

/// A dialog that may be open. The viewer goes on meanwhile.
#[derive(Default)]
pub(super) struct OpenDialog(Option<Receiver<Answer>>);

impl OpenDialog {
    pub(super) fn open(&mut self) {
        if self.0.is_some() {
            return;
        }
        let (sender, receiver) = channel();
        self.0 = Some(receiver);
        let ask = move || {
            let answer =
                DialogBuilder::file().set_title("Open figures, actions and textures").open_multiple_file().show();
            // Fails when the viewer was closed.
            _ = sender.send(answer.map_err(|error| error.to_string()));
        };
        // On macOS only the first thread shows dialogs.
        if cfg!(target_os = "macos") { ask() } else { _ = thread::spawn(ask) }
    }

    /// Returns the answer of a dialog that was closed since the last call.
    pub(super) fn answer(&mut self) -> Option<Answer> {
        let answer = self.0.as_ref()?.try_recv();
        if matches!(answer, Err(TryRecvError::Empty)) {
            return None;
        }
        self.0 = None;
        answer.ok()
    }
}
