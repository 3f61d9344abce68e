//! Choices that outlive the program, in the file `panels.ron` beside those of the controls.

use std::path::{Path, PathBuf};

use crate::viewer::keys::PROGRAM;
use keitai_app::config_folder;
use keitai_app::files::{self, Overwrite};
use keitai_app::tool::PANELS_FILE;
use serde::Deserialize;

/// The largest file that is read, bytes.
const LARGEST: u64 = 4096;

/// Choices about the panels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Saved {
    pub(super) shown: bool,
}

impl Default for Saved {
    fn default() -> Self {
        Self { shown: true }
    }
}

impl Saved {
    pub(super) fn file() -> Option<PathBuf> {
        config_folder(PROGRAM).map(|folder| folder.join(PANELS_FILE))
    }

    /// Returns the choices in a file, or the defaults when there is no readable file.
    pub(super) fn load(file: &Path) -> Self {
        files::read_text(file, LARGEST).ok().and_then(|text| ron::from_str(&text).ok()).unwrap_or_default()
    }

    /// Saves the choices. When the file cannot be written, they last until the program ends.
    pub(super) fn save(self, file: &Path) {
        let text = format!("// Panels of the viewer.\n(shown: {})\n", self.shown);
        _ = files::write(file, text.as_bytes(), Overwrite::Force, &[]);
    }
}
