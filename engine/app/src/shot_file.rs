//! Writing shots with the files they need.

use std::io::Write;
use std::path::{Path, PathBuf};

use keitai_runtime::files::{self, Overwrite, StagedFile};
use keitai_runtime::shot::Recorded;

use crate::error::{Error, Result};

/// Writes a shot and its files into the shot's folder.
///
/// # Errors
/// When a file cannot be written, or a file of the same name and other content is there; nothing is written then.
pub fn write_shot(path: &Path, recorded: &Recorded) -> Result<()> {
    let text = recorded.shot.write().map_err(|error| Error::write(path, error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for (name, bytes) in &recorded.files {
        let file = folder.join(name);
        if std::fs::read(&file).is_ok_and(|there| there != *bytes) {
            return Err(Error::write(
                &file,
                "another file of this name is there; write the shot into a folder of its own",
            ));
        }
    }
    let stage = |path: &Path, bytes: &[u8]| -> Result<StagedFile> {
        let mut file = StagedFile::create(path, Overwrite::Force, &[]).map_err(|fault| Error::write(path, fault))?;
        file.write_all(bytes).map_err(|error| Error::write(path, error))?;
        Ok(file)
    };
    let mut outputs = Vec::new();
    for (name, bytes) in &recorded.files {
        outputs.push(stage(&folder.join(name), bytes)?);
    }
    outputs.push(stage(path, text.as_bytes())?);
    files::commit(outputs).map_err(|error| Error::write(&error.path, error.fault))
}

/// Writes `shot.ron` and its files into a new folder: the first unused of the names `keitai-0001`, `keitai-0002` and so on
/// in `folder`. Returns the path of the shot.
///
/// # Errors
/// When a file cannot be written, or all names up to 9999 are in use.
pub fn write_numbered_shot(folder: &Path, recorded: &Recorded) -> Result<PathBuf> {
    for number in 1..=9999 {
        let own = folder.join(format!("keitai-{number:04}"));
        match std::fs::create_dir(&own) {
            Ok(()) => {
                let path = own.join("shot.ron");
                return write_shot(&path, recorded).map(|()| path);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::write(&own, error)),
        }
    }
    Err(Error::write(&folder.join("keitai-9999"), "all names are in use"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locate::locate;
    use keitai_runtime::shot::{Player, Shot};
    use keitai_runtime::{Settings, Stage};

    #[test]
    fn a_written_shot_draws_the_same_and_overwrites_no_other_file() {
        let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/screen.ron");
        let (source, inside) = locate(&scene).unwrap();
        let mut stage = Stage::open_with(source, &inside, &Settings::default()).unwrap();
        (0..20).for_each(|_| stage.tick(&[]));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frame.ron");
        write_shot(&path, &stage.shot().unwrap()).unwrap();
        let shot = Shot::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let read = |name: &str| std::fs::read(folder.path().join(name));
        let mut player = Player::new(&shot, &Settings::default(), read).unwrap();
        let (mut ours, mut theirs) = (stage.framebuffer(), player.framebuffer());
        stage.draw(&mut ours);
        player.draw(0, &mut theirs).unwrap();
        assert_eq!(ours, theirs);

        // The same shot may be written again, but not over another file.
        let recorded = stage.shot().unwrap();
        write_shot(&path, &recorded).unwrap();
        std::fs::write(folder.path().join("sprout.mbac"), b"mine").unwrap();
        assert!(write_shot(&path, &recorded).unwrap_err().to_string().contains("sprout.mbac"));
        assert_eq!(std::fs::read(folder.path().join("sprout.mbac")).unwrap(), b"mine");

        // A folder of its own is always unused.
        let own = write_numbered_shot(folder.path(), &recorded).unwrap();
        assert_eq!(own, folder.path().join("keitai-0001/shot.ron"));
        assert_eq!(std::fs::read(&own).unwrap(), std::fs::read(&path).unwrap());
        assert_eq!(write_numbered_shot(folder.path(), &recorded).unwrap(), folder.path().join("keitai-0002/shot.ron"));
    }
}
