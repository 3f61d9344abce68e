//! Reports files that change while a scene or a view runs.
//!
//! The folders of the files in use are watched, not the files themselves: programs save by replacing a file, and new files
//! may be companions of a figure. Changes are reported after 80 ms without further changes, so that a file is not read
//! while it is written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use keitai_runtime::assets::AssetPath;
use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::error::{Error, Result};

/// Time without changes before changes are reported.
const QUIET: Duration = Duration::from_millis(80);

pub(crate) struct Watcher {
    root: PathBuf,
    system: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    files: Vec<AssetPath>,
    folders: BTreeSet<AssetPath>,
    /// Files behind links, by their places.
    linked: BTreeMap<PathBuf, AssetPath>,
    changed: BTreeSet<AssetPath>,
    last: Instant,
}

impl Watcher {
    pub(crate) fn new(root: PathBuf, files: Vec<AssetPath>) -> Result<Self> {
        let (sender, events) = channel();
        let system = notify::recommended_watcher(sender).map_err(|source| unwatched(&AssetPath::root(), source))?;
        let mut watcher = Self {
            root,
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
    pub(crate) fn watch(&mut self, files: Vec<AssetPath>) -> Result<()> {
        if files == self.files {
            return Ok(());
        }
        self.files = files;
        self.watch_folders()
    }

    fn watch_folders(&mut self) -> Result<()> {
        let folders: BTreeSet<AssetPath> = self.files.iter().map(|file| self.nearest_folder(file)).collect();
        for folder in self.folders.difference(&folders) {
            // Fails when the folder was removed, which ends the watch too.
            let _ = self.system.unwatch(&self.root.join(folder.to_file()));
        }
        for folder in folders.difference(&self.folders) {
            self.system
                .watch(&self.root.join(folder.to_file()), RecursiveMode::NonRecursive)
                .map_err(|source| unwatched(folder, source))?;
        }
        self.folders = folders;
        self.watch_linked();
        Ok(())
    }

    /// Watches the folders of files behind links. One that cannot be watched changes nothing.
    fn watch_linked(&mut self) {
        let linked = self.files.iter().filter_map(|file| {
            let place = self.root.join(file.to_file());
            let real = place.canonicalize().ok().filter(|real| *real != place)?;
            Some((real, file.clone()))
        });
        let before = std::mem::replace(&mut self.linked, linked.collect());
        let folders = |linked: &BTreeMap<PathBuf, AssetPath>| -> BTreeSet<PathBuf> {
            linked.keys().filter_map(|file| Some(file.parent()?.to_owned())).collect()
        };
        let own: BTreeSet<PathBuf> = self.folders.iter().map(|folder| self.root.join(folder.to_file())).collect();
        let (before, after) = (folders(&before), folders(&self.linked));
        for folder in before.difference(&after).filter(|folder| !own.contains(*folder)) {
            let _ = self.system.unwatch(folder);
        }
        for folder in after.difference(&before).filter(|folder| !own.contains(*folder)) {
            let _ = self.system.watch(folder, RecursiveMode::NonRecursive);
        }
    }

    /// Returns the folder of a file, or the nearest one above it that is there.
    fn nearest_folder(&self, file: &AssetPath) -> AssetPath {
        let mut folder = file.folder();
        while folder != AssetPath::root() && !self.root.join(folder.to_file()).is_dir() {
            folder = folder.folder();
        }
        folder
    }

    /// Ends the watches of a folder that was removed or renamed, and of folders in it: they do not see new folders of the
    /// same names.
    fn end_watches(&mut self, path: &Path) {
        let place = |folder: &AssetPath| self.root.join(folder.to_file());
        let gone: Vec<_> = self.folders.extract_if(.., |folder| place(folder).starts_with(path)).collect();
        for folder in &gone {
            // Fails when the system has ended the watch.
            let _ = self.system.unwatch(&place(folder));
            self.last = Instant::now();
        }
        self.changed.extend(gone);
    }

    /// Returns the files that have changed, or `None`. Does not wait.
    pub(crate) fn poll(&mut self) -> Option<Vec<AssetPath>> {
        while let Ok(event) = self.events.try_recv() {
            let Ok(event) = event else { continue };
            if event.kind.is_access() {
                continue;
            }
            if event.kind.is_remove() || matches!(event.kind, EventKind::Modify(ModifyKind::Name(_))) {
                event.paths.iter().for_each(|path| self.end_watches(path));
            }
            let used = |path: &PathBuf| {
                let behind = self.linked.get(path).cloned();
                behind.or_else(|| used_path(&self.root, &self.files, path))
            };
            for path in event.paths.iter().filter_map(used) {
                self.changed.insert(path);
                self.last = Instant::now();
            }
        }
        if self.changed.is_empty() || self.last.elapsed() < QUIET {
            return None;
        }
        if !self.root.is_dir() {
            // Nothing reports that the root is there again, so it is looked for.
            self.last = Instant::now();
            return None;
        }
        // Folders that are new now are watched before their files are read, so that no later change is missed. The
        // error of a folder that cannot be watched comes with the files that name it.
        let _ = self.watch_folders();
        Some(std::mem::take(&mut self.changed).into_iter().collect())
    }
}

/// Returns the path of a changed file when scenes use such files, or when it is one of `files` or a folder of them.
fn used_path(root: &Path, files: &[AssetPath], path: &Path) -> Option<AssetPath> {
    let path = AssetPath::of_file(path.strip_prefix(root).ok()?);
    let leads_to = |file: &AssetPath| {
        file.as_str().strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    (path.may_be_asset() || files.iter().any(leads_to)).then_some(path)
}

fn unwatched(folder: &AssetPath, source: notify::Error) -> Error {
    Error::game(format!("{folder}: cannot be watched: {source}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_scenes_are_reported() {
        let files = ["a/own.txt", "v1.2/b/robo.mbac"].map(|file| AssetPath::new(file).unwrap());
        let seen = |path: &str| used_path(Path::new("/base"), &files, Path::new(path)).map(|path| path.to_string());
        for used in ["a/robo.MBAC", "scenes/a.ron", "a/push.wav", "a/skin.png", "17", "a/own.txt", "v1.2"] {
            assert_eq!(seen(&format!("/base/{used}")).as_deref(), Some(used));
        }
        for other in
            ["root/a/other.txt", "root/v1.3", "root/v1.2/c.txt", "root/a/robo.mbac~", "root/a/.robo.swp", "other/a.ron"]
        {
            assert_eq!(seen(&format!("/{other}")), None, "{other}");
        }
    }

    fn wait(watcher: &mut Watcher) -> Vec<AssetPath> {
        let start = Instant::now();
        loop {
            if let Some(changed) = watcher.poll() {
                return changed;
            }
            assert!(start.elapsed() < Duration::from_secs(10), "nothing was reported");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn saved_and_renamed_files_are_reported_and_others_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| std::fs::write(folder.path().join(name), name).unwrap();
        let path = |name: &str| AssetPath::new(name).unwrap();
        ["a.ron", "robo.bmp"].into_iter().for_each(write);
        let root = folder.path().canonicalize().unwrap();
        let mut watcher = Watcher::new(root, vec![path("a.ron"), path("robo.bmp")]).unwrap();
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
        std::fs::rename(folder.path().join("a.ron.new"), folder.path().join("a.ron")).unwrap();
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
        let own = files.map(|file| AssetPath::new(file).unwrap());
        files.into_iter().for_each(write);
        let mut watcher = Watcher::new(root.clone(), own.to_vec()).unwrap();
        let mut check = |replace: &dyn Fn()| {
            replace();
            files.into_iter().for_each(write);
            assert!(wait(&mut watcher).iter().any(|changed| own[1].as_str().starts_with(changed.as_str())));
            // Changes in the new folders are reported.
            files.into_iter().for_each(write);
            assert_eq!(wait(&mut watcher), own);
        };
        for folder in [root.join("art/of"), root.join("art"), root.clone()] {
            check(&|| std::fs::remove_dir_all(&folder).unwrap());
            check(&|| {
                std::fs::rename(&folder, base.path().join(folder.file_name().unwrap()).with_extension("old")).unwrap()
            });
        }
    }
}
