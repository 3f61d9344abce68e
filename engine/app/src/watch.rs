//! Reports files that change while a scene or a view runs.
//!
//! The folders of the files in use are watched, not the files themselves: programs save by replacing a file, and new files
//! may be companions of a figure. Changes are reported after 80 ms without further changes, so that a file is not read
//! while it is written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use keitai_runtime::assets::AssetPath;
use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use web_time::Instant;

use crate::error::{Error, Result};

/// Time without changes before changes are reported.
const QUIET: Duration = Duration::from_millis(80);

#[derive(Debug)]
pub(crate) struct Watcher {
    system: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    files: Vec<PathBuf>,
    folders: BTreeSet<PathBuf>,
    /// Files behind links, by their places.
    linked: BTreeMap<PathBuf, PathBuf>,
    changed: BTreeSet<PathBuf>,
    last: Instant,
}

impl Watcher {
    pub(crate) fn new(files: Vec<PathBuf>) -> Result<Self> {
        let (sender, events) = channel();
        let system = notify::recommended_watcher(sender).map_err(|error| Error::game(error.to_string()))?;
        let mut watcher = Self {
            system,
            events,
            files: Vec::new(),
            folders: BTreeSet::new(),
            linked: BTreeMap::new(),
            changed: BTreeSet::new(),
            last: Instant::now(),
        };
        watcher.watch(files)?;
        Ok(watcher)
    }

    /// Watches the folders of these files and no others. In place of a folder that is missing the one above it is
    /// watched, so that its creation is noticed.
    pub(crate) fn watch(&mut self, files: Vec<PathBuf>) -> Result<()> {
        if files == self.files {
            return Ok(());
        }
        self.files = files;
        self.watch_folders()
    }

    fn watch_folders(&mut self) -> Result<()> {
        let behind = |file: &PathBuf| Some((file.canonicalize().ok().filter(|real| real != file)?, file.clone()));
        self.linked = self.files.iter().filter_map(behind).collect();
        let files = self.files.iter().chain(self.linked.keys());
        let folders: BTreeSet<PathBuf> = files.filter_map(|file| nearest_folder(file)).collect();
        for folder in self.folders.difference(&folders) {
            // Fails when the folder was removed, which ends the watch too.
            let _ = self.system.unwatch(folder);
        }
        for folder in folders.difference(&self.folders) {
            let refused = |source| Error::game(format!("{}: cannot be watched: {source}", folder.display()));
            self.system.watch(folder, RecursiveMode::NonRecursive).map_err(refused)?;
        }
        self.folders = folders;
        Ok(())
    }

    /// Ends the watches of a folder that was removed or renamed, and of folders in it: they do not see new folders of the
    /// same names.
    fn end_watches(&mut self, path: &Path) {
        for folder in self.folders.extract_if(.., |folder| folder.starts_with(path)) {
            // Fails when the system has ended the watch.
            let _ = self.system.unwatch(&folder);
            self.last = Instant::now();
            self.changed.insert(folder);
        }
    }

    /// Returns the files that have changed, or `None`. Does not wait.
    pub(crate) fn poll(&mut self) -> Option<Vec<PathBuf>> {
        while let Ok(event) = self.events.try_recv() {
            let Ok(event) = event else { continue };
            if event.kind.is_access() {
                continue;
            }
            if event.kind.is_remove() || matches!(event.kind, EventKind::Modify(ModifyKind::Name(_))) {
                event.paths.iter().for_each(|path| self.end_watches(path));
            }
            for path in event.paths {
                let path = self.linked.get(&path).cloned().unwrap_or(path);
                if is_used(&self.files, &path) {
                    self.changed.insert(path);
                    self.last = Instant::now();
                }
            }
        }
        if self.changed.is_empty() || self.last.elapsed() < QUIET {
            return None;
        }
        // Folders that are new now are watched before their files are read, so that no later change is missed. The
        // error of a folder that cannot be watched comes with the files that name it.
        let _ = self.watch_folders();
        Some(std::mem::take(&mut self.changed).into_iter().collect())
    }
}

/// Returns the folder of a file, or the nearest one above it that is there.
fn nearest_folder(file: &Path) -> Option<PathBuf> {
    file.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_owned)
}

/// Returns whether scenes use such files as the changed one, or whether it is one of `files` or a folder of them.
fn is_used(files: &[PathBuf], path: &Path) -> bool {
    AssetPath::of_file(path).may_be_asset() || files.iter().any(|file| file.starts_with(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn only_files_of_scenes_are_reported() {
        let files = ["/base/a/own.txt", "/base/v1.2/b/robo.mbac"].map(PathBuf::from);
        let is_used = |path: &&str| is_used(&files, &Path::new("/base").join(path));
        for path in ["a/robo.MBAC", "scenes/a.ron", "a/push.wav", "a/skin.png", "17", "a/own.txt", "v1.2"] {
            assert!(is_used(&path), "{path}");
        }
        for path in ["a/other.txt", "v1.3", "v1.2/c.txt", "a/robo.mbac~", "a/.robo.swp"] {
            assert!(!is_used(&path), "{path}");
        }
    }

    fn wait(watcher: &mut Watcher) -> Vec<PathBuf> {
        testing::wait(|| watcher.poll())
    }

    #[test]
    fn saved_and_renamed_files_are_reported_and_others_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let path = |name: &str| root.join(name);
        let write = |name: &str| std::fs::write(path(name), name).unwrap();
        ["a.ron", "robo.bmp"].into_iter().for_each(write);
        let mut watcher = Watcher::new(vec![path("a.ron"), path("robo.bmp")]).unwrap();
        ["robo.bmp", "notes.txt"].into_iter().for_each(write);
        assert_eq!(wait(&mut watcher), [path("robo.bmp")]);

        // A log that grows all the time delays nothing.
        std::thread::scope(|scope| {
            let log = || {
                write("log.txt");
                std::thread::sleep(QUIET / 8);
            };
            let log = scope.spawn(move || (0..60).for_each(|_| log()));
            write("robo.bmp");
            assert_eq!(wait(&mut watcher), [path("robo.bmp")]);
            assert!(!log.is_finished());
        });

        // Some editors save by renaming a new file over the old one.
        write("a.ron.new");
        std::fs::rename(path("a.ron.new"), path("a.ron")).unwrap();
        assert_eq!(wait(&mut watcher), [path("a.ron")]);
        assert_eq!(watcher.poll(), None);
    }

    #[test]
    fn folders_that_are_replaced_are_watched_again() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().canonicalize().unwrap().join("game");
        let write = |name: &str| {
            std::fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            std::fs::write(root.join(name), name).unwrap();
        };
        let files = ["a.ron", "art/of/robo.bmp"];
        let paths = files.map(|file| root.join(file));
        files.into_iter().for_each(write);
        let mut watcher = Watcher::new(paths.to_vec()).unwrap();
        let mut check = |replace: &dyn Fn()| {
            replace();
            files.into_iter().for_each(write);
            assert!(wait(&mut watcher).iter().any(|changed| paths[1].starts_with(changed)));
            // Changes in the new folders are reported.
            files.into_iter().for_each(write);
            assert_eq!(wait(&mut watcher), paths);
        };
        for folder in [root.join("art/of"), root.join("art"), root.clone()] {
            check(&|| std::fs::remove_dir_all(&folder).unwrap());
            check(&|| {
                std::fs::rename(&folder, base.path().join(folder.file_name().unwrap()).with_extension("old")).unwrap()
            });
        }
    }
}
