//! The user's controls, in a file of the user's configuration folder.
//!
//! The folder is `~/.config/keitai` on Linux (or below `XDG_CONFIG_HOME`), `~/Library/Application Support/keitai` on macOS
//! and `%APPDATA%\keitai\config` on Windows. A missing or damaged file means the defaults, and never keeps a program from
//! running. Files are written whole or not at all.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use keitai_runtime::controls::{LARGEST_MAPS, Maps};

/// Default controls of a program, and the file for the user's own.
#[derive(Debug, Clone)]
pub struct Profile {
    file: Option<PathBuf>,
    defaults: Maps,
}

/// Controls read from the user's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// The user's controls, or the defaults.
    pub maps: Maps,
    /// Fault in the file, with a remedy if one is known.
    pub wrong: Option<String>,
}

impl Profile {
    /// The controls of the program `name`, in a file of that name in the user's configuration folder.
    pub fn new(name: &str, defaults: Maps) -> Self {
        // Without a home folder nothing is saved.
        let folders = ProjectDirs::from("", "", "keitai");
        Self { file: folders.map(|folders| folders.config_dir().join(format!("{name}.ron"))), defaults }
    }

    /// The controls in a file.
    pub fn at(file: PathBuf, defaults: Maps) -> Self {
        Self { file: Some(file), defaults }
    }

    /// Returns the program's default controls.
    pub fn defaults(&self) -> &Maps {
        &self.defaults
    }

    /// Returns the file for the user's controls, if there is a folder for it.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Returns the user's controls, or the defaults when there is no readable file.
    pub fn load(&self) -> Loaded {
        let defaults = |wrong| Loaded { maps: self.defaults.clone(), wrong };
        let Some(path) = &self.file else { return defaults(None) };
        let name = path.display().to_string();
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(LARGEST_MAPS + 1).read_to_string(&mut text));
        match read {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => defaults(None),
            Err(error) => defaults(Some(format!("{name}: {error}; the controls are as they were made"))),
            Ok(_) if text.len() as u64 > LARGEST_MAPS => defaults(Some(format!(
                "{name}: expected at most {LARGEST_MAPS} bytes; the controls are as they were made"
            ))),
            Ok(_) => match Maps::from_text(&name, &text, &self.defaults) {
                Ok(maps) => Loaded { maps, wrong: None },
                Err(error) => {
                    let hint = error.hint().map_or_else(String::new, |hint| format!(" ({hint})"));
                    defaults(Some(format!("{error}{hint}; the controls are as they were made")))
                }
            },
        }
    }

    /// Saves the user's controls; the file is removed when they equal the defaults.
    ///
    /// # Errors
    /// When the file cannot be written; the old one is unchanged.
    pub fn save(&self, maps: &Maps) -> std::io::Result<()> {
        let Some(path) = &self.file else { return Err(std::io::Error::other("there is no configuration folder")) };
        if *maps == self.defaults {
            return match std::fs::remove_file(path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        }
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(maps.to_text().as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::{Button, Key, Target};

    use super::*;

    fn profile(folder: &Path) -> Profile {
        Profile::at(folder.join("deep/down/play.ron"), Maps::default())
    }

    #[test]
    fn what_was_saved_is_loaded_and_defaults_need_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let profile = profile(folder.path());
        assert_eq!(profile.load(), Loaded { maps: Maps::default(), wrong: None });
        let mut maps = Maps::default();
        maps.give_key(0, Target::Button(Button::A), Key::J);
        maps.pads = [1, 0, 2, 3];
        profile.save(&maps).unwrap();
        assert_eq!(profile.load(), Loaded { maps, wrong: None });
        profile.save(profile.defaults()).unwrap();
        assert!(!profile.file().unwrap().exists());
        profile.save(profile.defaults()).unwrap();
    }

    #[test]
    fn a_wrong_file_is_told_and_the_defaults_are_in_force() {
        let folder = tempfile::tempdir().unwrap();
        let profile = profile(folder.path());
        let file = profile.file().unwrap();
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        let load = |text: &[u8]| {
            std::fs::write(file, text).unwrap();
            let loaded = profile.load();
            assert_eq!(loaded.maps, Maps::default());
            loaded.wrong.unwrap()
        };
        let wrong = load(b"(players: [(keys: {A: [Spce]})])");
        assert!(wrong.contains("play.ron:1:24: unknown name `Spce` (did you mean `Space`?)"), "{wrong}");
        assert!(load(&[b' '; 1 << 17]).contains("expected at most 65536 bytes"));
        assert!(load(b"\xff").contains("play.ron: "));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_written_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("deep"), "in the way").unwrap();
        let maps = Maps { pads: [3, 2, 1, 0], ..Maps::default() };
        assert!(profile(folder.path()).save(&maps).is_err());
    }
}
