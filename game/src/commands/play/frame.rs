//! The picture of a scene as a shot, with everything it is made of beside it.

use std::path::Path;

use keitai_runtime::Stage;

use crate::error::Error;

/// Writes the shot and its files into the shot's folder. A file of another content is never overwritten.
pub(super) fn write_shot(path: &Path, stage: &mut Stage) -> Result<(), Error> {
    let recorded = stage.shot()?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::play::locate;
    use keitai_runtime::Settings;
    use keitai_runtime::shot::{Player, Shot};

    #[test]
    fn a_written_shot_draws_the_same_and_overwrites_nothing_else() {
        let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes/screen.ron");
        let (source, inside) = locate(&scene).unwrap();
        let mut stage = Stage::open_with(source, &inside, &Settings::default()).unwrap();
        (0..20).for_each(|_| stage.tick(&[]));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frame.ron");
        write_shot(&path, &mut stage).unwrap();
        let shot = Shot::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let read = |name: &str| std::fs::read(folder.path().join(name));
        let mut player = Player::new(&shot, &Settings::default(), read).unwrap();
        let (mut ours, mut theirs) = (stage.framebuffer(), player.framebuffer());
        stage.draw(&mut ours);
        player.draw(0, &mut theirs).unwrap();
        assert_eq!(ours, theirs);

        // Again is no harm; over something else is.
        write_shot(&path, &mut stage).unwrap();
        std::fs::write(folder.path().join("sprout.mbac"), b"mine").unwrap();
        assert!(write_shot(&path, &mut stage).unwrap_err().to_string().contains("sprout.mbac"));
        assert_eq!(std::fs::read(folder.path().join("sprout.mbac")).unwrap(), b"mine");
    }
}
