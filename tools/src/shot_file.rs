//! What is shown as a shot, with everything it is made of beside it.

use std::path::{Path, PathBuf};

use keitai_runtime::shot::Recorded;

use crate::error::Error;

/// Writes the shot and its files into the shot's folder. A file of another content is never overwritten.
pub(crate) fn write_shot(path: &Path, recorded: &Recorded) -> Result<(), Error> {
    let text = recorded.shot.write().map_err(|error| Error::write(path, error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for (name, bytes) in &recorded.files {
        let file = folder.join(name);
        if std::fs::read(&file).is_ok_and(|there| there != *bytes) {
            return Err(Error::write(
                &file,
                "another file of this name lies there; write the shot into a folder of its own",
            ));
        }
    }
    for (name, bytes) in &recorded.files {
        let file = folder.join(name);
        std::fs::write(&file, bytes).map_err(|error| Error::write(&file, error))?;
    }
    std::fs::write(path, text).map_err(|error| Error::write(path, error))
}

/// Writes `shot.ron` and its files into the first free of the folders `keitai-0001`, `keitai-0002` and so on.
pub(crate) fn write_numbered_shot(folder: &Path, recorded: &Recorded) -> Result<PathBuf, Error> {
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
    Err(Error::write(&folder.join("keitai-9999"), "all names are taken"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::play::locate;
    use keitai_runtime::shot::{Player, Shot};
    use keitai_runtime::{Settings, Stage};

    #[test]
    fn a_written_shot_draws_the_same_and_overwrites_nothing_else() {
        let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes/screen.ron");
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

        // Again is no harm; over something else is.
        let recorded = stage.shot().unwrap();
        write_shot(&path, &recorded).unwrap();
        std::fs::write(folder.path().join("sprout.mbac"), b"mine").unwrap();
        assert!(write_shot(&path, &recorded).unwrap_err().to_string().contains("sprout.mbac"));
        assert_eq!(std::fs::read(folder.path().join("sprout.mbac")).unwrap(), b"mine");

        // A folder of its own is always free.
        let own = write_numbered_shot(folder.path(), &recorded).unwrap();
        assert_eq!(own, folder.path().join("keitai-0001/shot.ron"));
        assert_eq!(std::fs::read(&own).unwrap(), std::fs::read(&path).unwrap());
        assert_eq!(write_numbered_shot(folder.path(), &recorded).unwrap(), folder.path().join("keitai-0002/shot.ron"));
    }
}
