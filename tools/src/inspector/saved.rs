//! Choices that outlive the program, in the file `panels.ron` beside those of the controls.

use std::path::PathBuf;

use keitai_app::config_folder;
use keitai_files::{self as files, Overwrite};
use serde::Deserialize;

/// The largest file that is read, bytes.
const LARGEST: u64 = 4096;

/// Choices about the panels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Saved {
    /// The panels are shown.
    pub(super) shown: bool,
}

impl Default for Saved {
    fn default() -> Self {
        Self { shown: true }
    }
}

impl Saved {
    fn file() -> Option<PathBuf> {
        config_folder().map(|folder| folder.join("panels.ron"))
    }

    /// Returns the user's choices, or the defaults when there is no readable file.
    pub(super) fn load() -> Self {
        let text = Self::file().and_then(|path| files::read_text(&path, LARGEST).ok());
        text.and_then(|text| ron::from_str(&text).ok()).unwrap_or_default()
    }

    /// Saves the choices. Without a folder for them they last until the program ends.
    pub(super) fn save(self) {
        if let Some(path) = Self::file() {
            let text = format!("// Panels of the viewer.\n(shown: {})\n", self.shown);
            _ = files::write(&path, text.as_bytes(), Overwrite::Force, &[]);
        }
    }
}
