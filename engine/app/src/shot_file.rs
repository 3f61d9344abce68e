//! Writing shots with the files they need.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::files::{self, FileFault, Overwrite};
use keitai_runtime::shot::RecordedShot;

use crate::error::{Error, Result};
use crate::picture::first_unused;

/// Writes a shot and its files into the shot's folder. `inputs` are the files that the program reads.
///
/// # Errors
/// When a file cannot be written; the shot is not written then. When a file of the same name and other content is there, or the
/// shot may not be overwritten; nothing is written then.
pub fn write_shot(path: &Path, recorded: &RecordedShot, overwrite: Overwrite, inputs: &[PathBuf]) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    files::check(path, overwrite, inputs).map_err(|fault| Error::output(path, fault))?;
    let mut missing = Vec::new();
    for (name, bytes) in &recorded.files {
        let file = folder.join(name);
        match files::read(&file, bytes.len() as u64) {
            Ok(there) if there == *bytes => {}
            Err(fault) if fault.kind() == ErrorKind::NotFound => missing.push((file, bytes)),
            _ => {
                return Err(Error::write(
                    &file,
                    "another file of this name is there; write the shot into a folder of its own",
                ));
            }
        }
    }
    for (file, bytes) in missing {
        write(&file, bytes, Overwrite::Refuse, inputs)?;
    }
    write(path, recorded.text.as_bytes(), overwrite, inputs)
}

fn write(path: &Path, bytes: &[u8], overwrite: Overwrite, inputs: &[PathBuf]) -> Result<()> {
    files::write(path, bytes, overwrite, inputs).map_err(|fault| Error::output(path, fault))
}

/// Writes `shot.ron` and its files into a new folder: the first unused of the names `name-0001`, `name-0002` and so on in
/// `folder`. Returns the path of the shot.
///
/// # Errors
/// When a file cannot be written, or all names up to 9999 are in use.
pub fn write_numbered_shot(folder: &Path, name: &str, recorded: &RecordedShot) -> Result<PathBuf> {
    let shot_folder = new_numbered_folder(folder, name)?;
    let path = shot_folder.join("shot.ron");
    // A folder without a shot is of no use.
    write_shot(&path, recorded, Overwrite::Refuse, &[]).map(|()| path).inspect_err(|_| {
        let _ = std::fs::remove_dir(&shot_folder);
    })
}

/// Makes a new folder: the first unused of the names `name-0001`, `name-0002` and so on in `folder`. Returns its path.
///
/// # Errors
/// When no folder can be made, or all names up to 9999 are in use.
pub fn new_numbered_folder(folder: &Path, name: &str) -> Result<PathBuf> {
    first_unused(folder, name, "", |path| {
        std::fs::create_dir(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => FileFault::Exists,
            _ => error.into(),
        })
    })
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
        let mut stage = Stage::open(source, &inside, &Settings::default()).unwrap();
        (0..20).for_each(|_| stage.tick(&[]));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frame.ron");
        write_shot(&path, &stage.shot().unwrap(), Overwrite::Refuse, &[]).unwrap();
        let shot = Shot::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let read_file = |name: &str| std::fs::read(folder.path().join(name));
        let mut player = Player::new(&shot, &Settings::default(), read_file).unwrap();
        let (mut ours, mut theirs) = (stage.framebuffer(), player.framebuffer());
        stage.draw(&mut ours);
        player.draw(0, &mut theirs).unwrap();
        assert_eq!(ours, theirs);

        // The same shot may be written again when asked, but not over another file.
        let recorded = stage.shot().unwrap();
        assert_eq!(write_shot(&path, &recorded, Overwrite::Refuse, &[]).unwrap_err().exit_code(), 2);
        write_shot(&path, &recorded, Overwrite::Force, &[]).unwrap();
        std::fs::write(folder.path().join("sprout.mbac"), b"mine").unwrap();
        assert!(write_shot(&path, &recorded, Overwrite::Force, &[]).unwrap_err().to_string().contains("sprout.mbac"));
        assert_eq!(std::fs::read(folder.path().join("sprout.mbac")).unwrap(), b"mine");
        for name in recorded.files.keys() {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join(name), b"mine").unwrap();
            write_shot(&folder.path().join("frame.ron"), &recorded, Overwrite::Force, &[]).unwrap_err();
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written beside {name}");
        }

        // A folder of its own is always unused.
        let second = write_numbered_shot(folder.path(), "hop", &recorded).unwrap();
        assert_eq!(second, folder.path().join("hop-0001/shot.ron"));
        assert_eq!(std::fs::read(&second).unwrap(), std::fs::read(&path).unwrap());
        assert_eq!(
            write_numbered_shot(folder.path(), "hop", &recorded).unwrap(),
            folder.path().join("hop-0002/shot.ron")
        );
    }
}
