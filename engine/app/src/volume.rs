//! The user's volume, in the file `sound.ron` beside that of the controls.

use std::io::ErrorKind;
use std::path::PathBuf;

use crate::files::{self, FileFault, Overwrite};
use serde::Deserialize;

pub(crate) const FILE: &str = "sound.ron";
/// The largest file that is read, bytes.
const LARGEST: u64 = 4096;

/// Volumes, 0..=100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Volume {
    pub(crate) all: u8,
    pub(crate) music: u8,
    pub(crate) effects: u8,
    pub(crate) muted: bool,
}

impl Default for Volume {
    fn default() -> Self {
        Self { all: 100, music: 100, effects: 100, muted: false }
    }
}

/// The file; `None` when there is no home folder.
#[derive(Debug, Default)]
pub(crate) struct VolumeFile(pub(crate) Option<PathBuf>);

impl VolumeFile {
    /// Returns the user's volume, or full volume when there is no readable file, and the reason why an existing file cannot be used.
    pub(crate) fn load(&self) -> (Volume, Option<String>) {
        let Some(path) = &self.0 else { return Default::default() };
        let text = match files::read_text(path, LARGEST) {
            Err(fault) if fault.kind() == ErrorKind::NotFound => return Default::default(),
            text => text.ok(),
        };
        let is_volume = |volume: &Volume| [volume.all, volume.music, volume.effects].iter().all(|part| *part <= 100);
        let volume = text.and_then(|text| ron::from_str(&text).ok()).filter(is_volume);
        let wrong = || format!("{}: no volumes from 0 to 100; the sound has full volume", path.display());
        (volume.unwrap_or_default(), volume.is_none().then(wrong))
    }

    /// Saves a volume. A file that cannot be read, for example because of a slip in it, is renamed first; returns its new
    /// name.
    pub(crate) fn save(&self, volume: &Volume) -> Result<Option<PathBuf>, FileFault> {
        let Some(path) = &self.0 else { return Ok(None) };
        let kept = if self.load().1.is_some() { files::keep_aside(path)? } else { None };
        let Volume { all, music, effects, muted } = volume;
        let text = format!("// Volumes, 0 to 100.\n(all: {all}, music: {music}, effects: {effects}, muted: {muted})\n");
        files::write(path, text.as_bytes(), Overwrite::Force, &[])?;
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_file_with_a_slip_is_kept_beside_the_new_one() {
        let (_folder, path) = testing::place("sound.ron");
        let (file, quiet) = (VolumeFile(Some(path.clone())), Volume { all: 10, ..Volume::default() });
        assert_eq!((file.load().1, file.save(&quiet).unwrap()), (None, None));
        assert_eq!((file.load().0, file.save(&quiet).unwrap()), (quiet, None), "a file that can be read is replaced");
        for slip in ["(al: 20)", "(all: 120)", "", "(all: 300)", "\u{0}"] {
            std::fs::write(&path, slip).unwrap();
            let (volume, wrong) = file.load();
            assert_eq!(volume, Volume::default());
            assert!(wrong.unwrap().ends_with("sound.ron: no volumes from 0 to 100; the sound has full volume"));
            let kept = file.save(&quiet).unwrap().unwrap();
            assert_eq!(std::fs::read_to_string(&kept).unwrap(), slip);
            assert_eq!(file.load(), (quiet, None));
        }
        std::fs::write(&path, "(music: 40)").unwrap();
        assert_eq!(file.load(), (Volume { music: 40, ..Volume::default() }, None));
    }
}
