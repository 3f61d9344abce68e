//! Choices that outlive the program, in the file `panels.ron` beside those of the controls.

use std::path::{Path, PathBuf};

use keitai_app::config_folder;
use keitai_app::files::{self, Overwrite};
use keitai_app::tool::PANELS_FILE;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use crate::viewer::keys::PROGRAM;

/// The largest file that is read, bytes.
const LARGEST: u64 = 64 << 10;
/// Most recent files that are kept.
const MOST_RECENT: usize = 10;

/// Choices about the panels.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Saved {
    pub(super) shown: bool,
    /// Files, folders and archives that were opened, the last one first.
    pub(super) recent: Vec<PathBuf>,
}

impl Default for Saved {
    fn default() -> Self {
        Self { shown: true, recent: Vec::new() }
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
    pub(super) fn save(&self, file: &Path) {
        if let Ok(text) = ron::ser::to_string_pretty(self, PrettyConfig::new().new_line("\n")) {
            let text = format!("// Panels of the viewer.\n{text}\n");
            _ = files::write(file, text.as_bytes(), Overwrite::Force, &[]);
        }
    }

    pub(super) fn add_recent(&mut self, path: PathBuf) {
        // Paths that are not UTF-8 cannot be written.
        if path.to_str().is_some() {
            self.recent.retain(|recent| *recent != path);
            self.recent.insert(0, path);
            self.recent.truncate(MOST_RECENT);
        }
    }
}
