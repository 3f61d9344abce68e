//! Writes recorded pictures: each as a folder with `shot.ron` and its files.

use std::fs;
use std::io::{ErrorKind, Result};
use std::path::PathBuf;

use keitai_render::micro3d::RecordedShot;

/// The variable of the environment with the folder for records.
const VARIABLE: &str = "KEITAI_RECORD";

/// Records of all pictures of a Graphics3D.
#[derive(Debug)]
pub(crate) struct Records {
    folder: PathBuf,
    /// Number of the last folder.
    last: u32,
}

impl Records {
    /// Returns records in the folder that the environment names, if it does.
    pub(crate) fn of_environment() -> Option<Self> {
        Some(Self { folder: std::env::var_os(VARIABLE)?.into(), last: 0 })
    }

    /// Writes a picture into the next unused folder.
    pub(crate) fn write(&mut self, recorded: &RecordedShot) -> Result<()> {
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
