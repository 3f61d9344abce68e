//! The user's volume, in the file `sound.ron` beside those of the controls. All programs share it.

use std::path::PathBuf;

use keitai_files::{self as files, FileFault, Overwrite};
use serde::Deserialize;

/// The largest file that is read, bytes.
const LARGEST: u64 = 4096;

/// Volumes, 0..=100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Volume {
    /// Of everything.
    pub(crate) all: u8,
    /// Of the music.
    pub(crate) music: u8,
    /// Of the effects.
    pub(crate) effects: u8,
    /// Nothing is heard.
    pub(crate) muted: bool,
}

impl Default for Volume {
    fn default() -> Self {
        Self { all: 100, music: 100, effects: 100, muted: false }
    }
}

/// The file; `None` when the system knows no home folder.
#[derive(Debug, Default)]
pub(crate) struct VolumeFile(Option<PathBuf>);

impl VolumeFile {
    /// The file in the user's configuration folder.
    pub(crate) fn of_the_user() -> Self {
        let folders = directories::ProjectDirs::from("", "", "keitai");
        Self(folders.map(|folders| folders.config_dir().join("sound.ron")))
    }

    /// A file.
    #[cfg(test)]
    pub(crate) fn at(path: PathBuf) -> Self {
        Self(Some(path))
    }

    /// Returns the user's volume, or full volume when there is no readable file.
    pub(crate) fn load(&self) -> Volume {
        let text = self.0.as_ref().and_then(|path| files::read_text(path, LARGEST).ok());
        let volume = text.and_then(|text| ron::from_str::<Volume>(&text).ok());
        let in_range = |volume: &Volume| [volume.all, volume.music, volume.effects].iter().all(|part| *part <= 100);
        volume.filter(in_range).unwrap_or_default()
    }

    /// Saves a volume.
    pub(crate) fn save(&self, volume: &Volume) -> Result<(), FileFault> {
        let Some(path) = &self.0 else { return Ok(()) };
        let Volume { all, music, effects, muted } = volume;
        let text = format!(
            "// Volumes of all programs, 0 to 100.\n(all: {all}, music: {music}, effects: {effects}, muted: {muted})\n"
        );
        files::write(path, text.as_bytes(), Overwrite::Force, &[])
    }
}
