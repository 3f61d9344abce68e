//! Hot reload: watching the files of a running scene, and folders of single files.
//!
//! If the system cannot report changes, the console says so once and nothing is watched.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use keitai_runtime::assets::{AssetPath, Source};
use web_time::Instant;

use crate::console;
use crate::error::Result;
use crate::game::Game;
use crate::locate::folder_of;
use crate::watch::Watcher;

/// Time between two looks for the files that scenes use. A look allocates, so that one per tick would be too many.
const LOOK: Duration = Duration::from_millis(200);

/// Reloads the scenes of a game when their files change.
pub(crate) struct SceneWatch {
    root: Option<PathBuf>,
    watcher: Option<Watcher>,
    /// When the files that the scenes use were last looked for.
    looked: Instant,
}

impl SceneWatch {
    /// Watches the files of a game's scenes on disk.
    pub(crate) fn new(game: &mut dyn Game) -> Self {
        let mut watch = Self { root: None, watcher: None, looked: Instant::now() };
        // Without an error: a watcher that cannot begin says so itself.
        let _ = watch.look(game);
        watch
    }

    /// Watches the files that the scenes use now.
    fn look(&mut self, game: &mut dyn Game) -> Result<()> {
        self.looked = Instant::now();
        let Some((root, files)) = used(game) else { return Ok(()) };
        if self.root.as_ref() != Some(&root) {
            self.watcher = watcher(&Source::Folder(root.clone()), &files);
            self.root = Some(root);
            return Ok(());
        }
        self.watcher.as_mut().map_or(Ok(()), |watcher| watcher.watch(files))
    }

    /// Reloads the files that have changed; `None` when none have. A scene with an error stays as it was.
    pub(crate) fn poll(&mut self, game: &mut dyn Game) -> Option<Result<()>> {
        // Another screen and the game itself may use other files than before.
        if self.looked.elapsed() >= LOOK
            && let Err(error) = self.look(game)
        {
            return Some(Err(error));
        }
        let changed = self.watcher.as_mut()?.poll()?;
        let reloaded = game.reload(&changed);
        Some(reloaded.and(self.look(game)))
    }
}

/// Returns the folder that the paths of a game's scenes start from, and the files of all scenes from there. Where scenes have
/// several folders, that of the uppermost one counts.
fn used(game: &mut dyn Game) -> Option<(PathBuf, Vec<AssetPath>)> {
    let mut used: Option<(PathBuf, Vec<AssetPath>)> = None;
    for stage in game.stages() {
        let Source::Folder(root) = stage.source() else { continue };
        let (first, files) = used.get_or_insert_with(|| (root.clone(), Vec::new()));
        if first == root {
            files.extend(stage.files());
        }
    }
    used
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

    use keitai_runtime::Settings;

    use super::*;
    use crate::stage_game::StageGame;

    const SCENE: &str = "(size: (64, 64), background: 0x102030, entities: [])";

    /// Waits for a reload.
    fn reloaded(watch: &mut SceneWatch, game: &mut dyn Game) -> Result<()> {
        let start = Instant::now();
        loop {
            if let Some(reloaded) = watch.poll(game) {
                return reloaded;
            }
            assert!(start.elapsed() < Duration::from_secs(10), "no change was reported");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn a_file_that_a_scene_names_is_loaded_as_soon_as_it_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        std::fs::write(place("a.ron"), "()").unwrap();
        let mut game =
            StageGame::open(&place("a.ron"), &Settings::default(), |stage, controls| stage.tick(controls)).unwrap();
        let mut watch = SceneWatch::new(&mut game);
        std::fs::write(place("a.ron"), r#"(include: ["new.parts/more/car.ron"], entities: [(prefab: "car")])"#)
            .unwrap();
        let refused = reloaded(&mut watch, &mut game).unwrap_err();
        assert!(refused.to_string().contains("new.parts/more/car.ron: no such file"), "{refused}");
        // The folders come first, as with a slow copy.
        for folder in ["new.parts", "new.parts/more"] {
            assert!(watch.poll(&mut game).is_none());
            std::fs::create_dir(place(folder)).unwrap();
            assert!(reloaded(&mut watch, &mut game).is_err());
        }
        std::fs::write(place("new.parts/more/car.ron"), r#"(prefabs: {"car": (tags: ["car"])})"#).unwrap();
        reloaded(&mut watch, &mut game).unwrap();
        assert_eq!(game.stage().tagged("car").len(), 1);
    }

    #[test]
    fn a_file_that_the_game_has_read_is_watched_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        std::fs::create_dir(place("levels")).unwrap();
        std::fs::write(place("a.ron"), "()").unwrap();
        std::fs::write(place("levels/1.txt"), "#..#").unwrap();
        let mut game =
            StageGame::open(&place("a.ron"), &Settings::default(), |stage, controls| stage.tick(controls)).unwrap();
        let mut watch = SceneWatch::new(&mut game);
        assert_eq!(*game.stage().read("levels/1.txt", 4).unwrap(), *b"#..#");
        assert!(game.stage().read("levels/1.txt", 3).is_err());
        // The next look finds what was read.
        std::thread::sleep(LOOK);
        assert!(watch.poll(&mut game).is_none());
        std::fs::write(place("levels/1.txt"), "#.##").unwrap();
        reloaded(&mut watch, &mut game).unwrap();
        assert_eq!(*game.stage().read("levels/1.txt", 4).unwrap(), *b"#.##");
    }

    #[test]
    fn a_saved_scene_is_loaded_and_a_damaged_one_is_an_error_until_it_is_fixed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        std::fs::write(&file, SCENE).unwrap();
        let mut game = StageGame::open(&file, &Settings::default(), |stage, controls| stage.tick(controls)).unwrap();
        let mut watch = SceneWatch::new(&mut game);
        let mut save = |text: &str| {
            std::fs::write(&file, text).unwrap();
            reloaded(&mut watch, &mut game).map(|()| game.stage().scene().background)
        };
        assert_eq!(save(&SCENE.replace("0x102030", "0x302010")).unwrap(), 0x302010);
        let damaged = save(&SCENE.replace("background", "backgrund")).unwrap_err();
        assert!(damaged.to_string().starts_with("a.ron:1:"), "{damaged}");
        assert_eq!(save(SCENE).unwrap(), 0x102030);
    }
}
