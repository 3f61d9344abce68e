//! The user's controls and their file.
//!
//! A missing or damaged file means the defaults, and never keeps a program from running. A damaged file is renamed to
//! `NAME.ron.bak` before a new one takes its place. Files are written whole or not at all.

use std::io;
use std::path::PathBuf;

use crate::files::{self, FileFault, Overwrite};
use keitai_runtime::controls::Maps;
use keitai_runtime::controls_file;

/// The largest file of controls, bytes.
const LARGEST: u64 = 1 << 16;

/// Default controls of a program, and the file for the user's own.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The file, if there is a folder for it. Without one nothing is saved.
    pub(crate) file: Option<PathBuf>,
    pub(crate) defaults: Maps,
}

impl Profile {
    /// Returns the user's controls. Without a file they are the defaults. A file with a fault gives the defaults and a message,
    /// with a remedy if one is known.
    pub fn load(&self) -> (Maps, Option<String>) {
        let Some(path) = &self.file else { return (self.defaults.clone(), None) };
        let parse = |text: &str| {
            let maps = controls_file::parse(&path.display().to_string(), text, &self.defaults);
            let hint = |hint| format!(" ({hint})");
            maps.map_err(|error| format!("{error}{}", error.hint().map_or_else(String::new, hint)))
        };
        match files::load(path, LARGEST, parse) {
            Ok(maps) => (maps.unwrap_or_else(|| self.defaults.clone()), None),
            Err(wrong) => (self.defaults.clone(), Some(format!("{wrong}; the defaults are used"))),
        }
    }

    /// Saves the user's controls; the file is removed when they equal the defaults. Returns the new name of a damaged
    /// old file.
    ///
    /// # Errors
    /// When the file cannot be written; the old one is unchanged, or has its new name.
    pub fn save(&self, maps: &Maps) -> Result<Option<PathBuf>, FileFault> {
        let Some(path) = &self.file else { return Err(io::Error::other("there is no configuration folder").into()) };
        let copy = if self.load().1.is_some() { files::keep_aside(path)? } else { None };
        if *maps == self.defaults {
            files::remove(path)?;
        } else {
            files::write(path, controls_file::text(maps, &self.defaults).as_bytes(), Overwrite::Force, &[])?;
        }
        Ok(copy)
    }
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::{Button, Key, Target};
    use tempfile::TempDir;

    use super::*;
    use crate::testing;

    fn profile() -> (TempDir, Profile) {
        let (folder, file) = testing::place("play.ron");
        (folder, Profile { file: Some(file), defaults: Maps::default() })
    }

    #[test]
    fn saved_controls_are_loaded_and_defaults_need_no_file() {
        let (_folder, profile) = profile();
        assert_eq!(profile.load(), (Maps::default(), None));
        let mut maps = Maps::default();
        maps.give_key(0, Target::Button(Button::A), Key::J);
        maps.pads = [1, 0, 2, 3];
        profile.save(&maps).unwrap();
        assert_eq!(profile.load(), (maps, None));
        profile.save(&profile.defaults).unwrap();
        assert!(!profile.file.as_ref().unwrap().exists());
        profile.save(&profile.defaults).unwrap();
    }

    #[test]
    fn a_damaged_file_is_reported_and_the_defaults_are_used() {
        let (_folder, profile) = profile();
        let file = profile.file.as_ref().unwrap();
        let load = |text: &[u8]| {
            std::fs::write(file, text).unwrap();
            let (maps, wrong) = profile.load();
            assert_eq!(maps, Maps::default());
            wrong.unwrap()
        };
        let wrong = load(b"(players: [(keys: {A: [Spce]})])");
        assert!(wrong.contains("play.ron:1:24: unknown name `Spce` (did you mean `Space`?)"), "{wrong}");
        assert!(load(&[b' '; 1 << 17]).contains("expected at most 65536"));
        assert!(load(b"\xff").contains("not UTF-8"));
    }

    #[test]
    fn a_wrong_file_is_kept_beside_the_new_one() {
        let (_folder, profile) = profile();
        let file = profile.file.as_ref().unwrap();
        let maps = Maps { pads: [3, 2, 1, 0], ..Maps::default() };
        std::fs::write(file, "a slip").unwrap();
        let copy = profile.save(&maps).unwrap().unwrap();
        assert_eq!(copy.file_name().unwrap(), "play.ron.bak");
        assert_eq!(std::fs::read_to_string(copy).unwrap(), "a slip");
        assert_eq!(profile.load(), (maps.clone(), None));
        // A file that can be read is replaced.
        assert_eq!(profile.save(&maps).unwrap(), None);
        std::fs::write(file, "another").unwrap();
        assert!(profile.save(&profile.defaults).unwrap().is_some());
        assert!(!file.exists(), "the defaults need no file");
    }
}
