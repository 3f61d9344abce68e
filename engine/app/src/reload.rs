//! Hot reload: watching the files of a running scene, and folders of single files.
//!
//! If the system cannot report changes, the console says so once and nothing is watched.

use std::path::PathBuf;
use std::time::Duration;

use keitai_runtime::assets::AssetPath;
use web_time::Instant;

use crate::console;
use crate::error::{Error, Result};
use crate::files::folder_of;
use crate::game::Game;
use crate::watch::Watcher;

/// Time between two checks of which files scenes use. A check allocates, so one per tick would be too many.
const LOOK: Duration = Duration::from_millis(200);
/// Time after which files with a fault are read again before the fault is reported: they may be half written.
const AGAIN: Duration = Duration::from_millis(300);

pub(crate) struct SceneWatch {
    /// `None` until a scene has files, and inside where the system cannot watch them.
    watcher: Option<Option<Watcher>>,
    /// Time of the last search for files that the scenes use.
    looked: Instant,
    /// Files that could not be loaded, and the time of the first try.
    faulty: Option<(Vec<PathBuf>, Instant)>,
}

impl SceneWatch {
    pub(crate) fn new(game: &mut dyn Game) -> Self {
        let mut watch = Self { watcher: None, looked: Instant::now(), faulty: None };
        // The error is dropped: a watcher that cannot begin reports that itself.
        let _ = watch.look(game);
        watch
    }

    /// Watches the files of the game's scenes.
    fn look(&mut self, game: &mut dyn Game) -> Result<()> {
        self.looked = Instant::now();
        let files: Vec<PathBuf> = game.stages().into_iter().flat_map(|stage| stage.assets().files_on_disk()).collect();
        match &mut self.watcher {
            Some(watcher) => watcher.as_mut().map_or(Ok(()), |watcher| watcher.watch(files)),
            None => {
                self.watcher = (!files.is_empty()).then(|| watcher(files));
                Ok(())
            }
        }
    }

    /// Reloads the files that have changed; `None` when none have, or when one may be half written. A scene with an error stays as
    /// it was.
    pub(crate) fn poll(&mut self, game: &mut dyn Game) -> Option<Result<()>> {
        // Another screen and the game itself may use other files than before.
        if self.looked.elapsed() >= LOOK
            && let Err(error) = self.look(game)
        {
            return Some(Err(error));
        }
        let mut changed = self.watcher.iter_mut().flatten().find_map(Watcher::poll).unwrap_or_default();
        let is_new = !changed.is_empty();
        let faulty = self.faulty.take_if(|(_, since)| is_new || since.elapsed() >= AGAIN);
        let (files, since) = faulty.unwrap_or_else(|| (Vec::new(), Instant::now()));
        changed.extend(files);
        let mut result = None;
        for stage in game.stages() {
            let Some(root) = stage.assets().source().root() else { continue };
            let inside = changed.iter().filter_map(|file| file.strip_prefix(root).ok()).map(AssetPath::of_file);
            let inside: Vec<AssetPath> = inside.collect();
            if !inside.is_empty() {
                result = Some(result.unwrap_or(Ok(())).and(stage.reload(&inside)));
            }
        }
        let result = result?;
        if result.is_err() && since.elapsed() < AGAIN {
            self.faulty = Some((changed, since));
            return None;
        }
        Some(result.map_err(Error::from).and(self.look(game)))
    }
}

/// Watches folders anywhere on the machine for a program that loads single files.
#[derive(Debug)]
pub struct FolderWatch(Option<Watcher>);

impl FolderWatch {
    /// Watches these files, and all assets in their folders.
    pub fn new(files: &[PathBuf]) -> Self {
        let place = |file: &PathBuf| Some(folder_of(file).canonicalize().ok()?.join(file.file_name()?));
        let files: Vec<PathBuf> = files.iter().filter_map(place).collect();
        Self(if files.is_empty() { None } else { watcher(files) })
    }

    /// Returns whether one of them has changed since the last call.
    pub fn changed(&mut self) -> bool {
        self.0.as_mut().and_then(Watcher::poll).is_some()
    }
}

fn watcher(files: Vec<PathBuf>) -> Option<Watcher> {
    let warn = |error: &Error| console::warn(&format!("{error}; changed files are not reloaded"));
    Watcher::new(files).inspect_err(warn).ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use keitai_runtime::world::Layer;
    use keitai_runtime::{Settings, Stage};

    use super::*;
    use crate::locate::locate;
    use crate::stage_game::StageGame;
    use crate::testing::{self, Stages};

    const SCENE: &str = "(size: (64, 64), background: 0x102030, entities: [])";

    /// Writes a scene, and returns a game that shows it and the watch over its files.
    fn watched(file: &Path, scene: &str) -> (impl Game, SceneWatch) {
        std::fs::write(file, scene).unwrap();
        let mut game = StageGame::open(file, &Settings::default(), |stage, controls| stage.tick(controls)).unwrap();
        let watch = SceneWatch::new(&mut game);
        (game, watch)
    }

    fn reloaded(watch: &mut SceneWatch, game: &mut dyn Game) -> Result<()> {
        testing::wait(|| watch.poll(game))
    }

    #[test]
    fn a_file_that_a_scene_names_is_loaded_as_soon_as_it_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let (mut game, mut watch) = watched(&place("a.ron"), "()");
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
        std::fs::write(place("new.parts/more/car.ron"), r#"(prefabs: {"car": (layer: 2)})"#).unwrap();
        reloaded(&mut watch, &mut game).unwrap();
        assert_eq!(game.stage().world.query_mut::<&Layer>().into_iter().count(), 1);
    }

    #[test]
    fn a_file_that_the_game_has_read_is_watched_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        std::fs::create_dir(place("levels")).unwrap();
        std::fs::write(place("levels/1.txt"), "#..#").unwrap();
        let (mut game, mut watch) = watched(&place("a.ron"), "()");
        let level = AssetPath::new("levels/1.txt").unwrap();
        assert_eq!(*game.stage().assets().read(&level, 4).unwrap(), *b"#..#");
        assert!(game.stage().assets().read(&level, 3).is_err());
        // The next look finds what was read.
        std::thread::sleep(LOOK);
        assert!(watch.poll(&mut game).is_none());
        std::fs::write(place("levels/1.txt"), "#.##").unwrap();
        reloaded(&mut watch, &mut game).unwrap();
        assert_eq!(*game.stage().assets().read(&level, 4).unwrap(), *b"#.##");
    }

    #[test]
    fn scenes_of_several_folders_are_watched() {
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let file = |index: usize| folders[index].path().join("a.ron");
        let stage = |index: usize| {
            std::fs::write(file(index), SCENE).unwrap();
            let (source, path) = locate(&file(index)).unwrap();
            Stage::open(source, &path, &Settings::default()).unwrap()
        };
        let mut game = Stages([0, 1].map(stage).into());
        let mut watch = SceneWatch::new(&mut game);
        for index in [1, 0] {
            std::fs::write(file(index), SCENE.replace("0x102030", "0x302010")).unwrap();
            reloaded(&mut watch, &mut game).unwrap();
            assert_eq!(game.0[index].scene().background, 0x302010);
        }
    }

    #[test]
    fn a_saved_scene_is_loaded_and_a_damaged_one_is_an_error_until_it_is_fixed() {
        let (_folder, file) = testing::place("a.ron");
        let (mut game, mut watch) = watched(&file, SCENE);
        let mut save = |text: &str| {
            std::fs::write(&file, text).unwrap();
            reloaded(&mut watch, &mut game).map(|()| game.stage().scene().background)
        };
        assert_eq!(save(&SCENE.replace("0x102030", "0x302010")).unwrap(), 0x302010);
        let damaged = save(&SCENE.replace("background", "backgrund")).unwrap_err();
        assert!(damaged.to_string().starts_with("a.ron:1:"), "{damaged}");
        assert_eq!(save(SCENE).unwrap(), 0x102030);
    }

    #[test]
    fn a_file_that_is_half_written_is_read_again_and_not_reported() {
        let (_folder, file) = testing::place("a.ron");
        let (mut game, mut watch) = watched(&file, SCENE);
        std::fs::write(&file, &SCENE[..30]).unwrap();
        while watch.faulty.is_none() {
            assert!(watch.poll(&mut game).is_none());
            std::thread::sleep(Duration::from_millis(10));
        }
        std::fs::write(&file, SCENE.replace("0x102030", "0x302010")).unwrap();
        reloaded(&mut watch, &mut game).unwrap();
        assert_eq!(game.stage().scene().background, 0x302010);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_behind_a_link_is_loaded_again() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let prefabs = |x: i32| format!("(prefabs: {{\"car\": (at: ({x}, 0, 0))}})");
        std::fs::create_dir(place("more")).unwrap();
        std::fs::write(place("more/1"), prefabs(1)).unwrap();
        std::os::unix::fs::symlink(place("more/1"), place("cars.ron")).unwrap();
        let scene = "(include: [\"cars.ron\"], entities: [(prefab: \"car\", name: \"a\")])";
        let (mut game, mut watch) = watched(&place("a.ron"), scene);
        std::fs::write(place("more/1"), prefabs(2)).unwrap();
        reloaded(&mut watch, &mut game).unwrap();
        let stage = game.stage();
        let car = stage.named("a").unwrap();
        assert_eq!(stage.world.get::<&keitai_runtime::world::Transform>(car).unwrap().rounded().x, 2);
    }
}
