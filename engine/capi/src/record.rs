//! Writes recorded pictures: each as a folder with `shot.ron` and its files.

use std::fs;
use std::io::{ErrorKind, Result};
use std::path::PathBuf;

use keitai_render::micro3d::Recorded;

/// The variable of the environment with the folder for records.
const VARIABLE: &str = "KEITAI_RECORD";

/// Pictures that are still to be recorded.
#[derive(Debug, Default)]
pub(crate) struct Records {
    folder: PathBuf,
    pictures: u32,
    /// Number of the last folder.
    last: u32,
}

impl Records {
    pub(crate) fn new(folder: PathBuf, pictures: u32) -> Self {
        Self { folder, pictures, last: 0 }
    }

    pub(crate) fn of_environment() -> Self {
        std::env::var_os(VARIABLE).map_or_else(Self::default, |folder| Self::new(folder.into(), u32::MAX))
    }

    /// Returns whether the next picture is recorded.
    pub(crate) fn begin(&mut self) -> bool {
        let is_wanted = self.pictures > 0;
        self.pictures = self.pictures.saturating_sub(1);
        is_wanted
    }

    /// Writes a picture into the next unused folder.
    pub(crate) fn write(&mut self, recorded: &Recorded) -> Result<()> {
        fs::create_dir_all(&self.folder)?;
        let folder = loop {
            self.last = self.last.checked_add(1).ok_or(ErrorKind::StorageFull)?;
            let folder = self.folder.join(format!("bind-{:04}", self.last));
            match fs::create_dir(&folder) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                created => break created.map(|()| folder)?,
            }
        };
        for (name, bytes) in &recorded.files {
            fs::write(folder.join(name), bytes)?;
        }
        fs::write(folder.join("shot.ron"), &recorded.text)
    }
}
