//! Hot reload: watching the files of a running scene, and folders of single files.
//!
//! If the system cannot report changes, the console says so once and nothing is watched.

use std::fmt;
use std::path::{Path, PathBuf};

use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};

use crate::console;
use crate::error::Result;
use crate::game::Game;
use crate::locate::folder_of;
use crate::watch::Watcher;

/// Reloads the scene of a game when its files change.
pub(crate) struct SceneWatch {
    scene: AssetPath,
    watcher: Option<Watcher>,
}

impl SceneWatch {
    /// Watches the files of a scene on disk.
    pub(crate) fn new(stage: &Stage) -> Self {
        Self { scene: stage.scene().path.clone(), watcher: watcher(stage.source(), &stage.files()) }
    }

    /// Reloads the files that have changed; `None` when none have. After an error everything is as it was.
    pub(crate) fn poll(&mut self, game: &mut dyn Game) -> Option<Result<()>> {
        if game.stage().scene().path != self.scene {
            *self = Self::new(game.stage());
        }
        let watcher = self.watcher.as_mut()?;
        let changed = watcher.poll()?;
        // A scene that names other files now may have them in other folders.
        let reloaded = game.reload(&changed);
        Some(reloaded.and_then(|()| watcher.watch(&game.stage().files())))
    }
}

/// Watches folders anywhere on the machine for a program that loads single files.
pub struct FolderWatch(Vec<Watcher>);

impl fmt::Debug for FolderWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FolderWatch").finish_non_exhaustive()
    }
}

impl FolderWatch {
    /// Watches the folders of these files.
    pub fn new(files: &[PathBuf]) -> Self {
        let mut folders: Vec<&Path> = files.iter().map(|file| folder_of(file)).collect();
        folders.sort_unstable();
        folders.dedup();
        let watch = |folder: &Path| watcher(&Source::folder(folder).ok()?, &[AssetPath::root()]);
        Self(folders.into_iter().filter_map(watch).collect())
    }

    /// Returns whether a file in them has changed since the last call.
    pub fn changed(&mut self) -> bool {
        // Every watcher is polled, because each collects changes of its own.
        self.0.iter_mut().filter_map(Watcher::poll).count() > 0
    }
}

fn watcher(source: &Source, files: &[AssetPath]) -> Option<Watcher> {
    Watcher::new(source, files).unwrap_or_else(|error| {
        console::warn(&format!("{error}; changed files are not reloaded"));
        None
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use keitai_runtime::Settings;

    use super::*;
    use crate::stage_game::StageGame;

    const SCENE: &str = "(size: (64, 64), background: 0x102030, entities: [])";

    #[test]
    fn a_saved_scene_is_loaded_and_a_damaged_one_is_an_error_until_it_is_fixed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        std::fs::write(&file, SCENE).unwrap();
        let mut game = StageGame::open(&file, &Settings::default(), |stage, controls| stage.tick(controls)).unwrap();
        let mut watch = SceneWatch::new(game.stage());
        let mut save = |text: &str| {
            std::fs::write(&file, text).unwrap();
            let start = Instant::now();
            loop {
                if let Some(reloaded) = watch.poll(&mut game) {
                    return reloaded.map(|()| game.stage().scene().background);
                }
                assert!(start.elapsed() < Duration::from_secs(10), "no change was reported");
                std::thread::sleep(Duration::from_millis(10));
            }
        };
        assert_eq!(save(&SCENE.replace("0x102030", "0x302010")).unwrap(), 0x302010);
        let damaged = save(&SCENE.replace("background", "backgrund")).unwrap_err();
        assert!(damaged.to_string().starts_with("a.ron:1:"), "{damaged}");
        assert_eq!(save(SCENE).unwrap(), 0x102030);
    }
}
