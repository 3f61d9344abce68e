//! Files that change while a scene or a view runs.
//!
//! The folders of the files in use are watched, not the files: programs save by writing a new file over the old, and new
//! files may belong to a figure too. A change is told when nothing more has happened for a moment, so that nobody reads
//! half a file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::assets::{ACTION_ENDINGS, AssetPath, FIGURE_ENDINGS, Source, TEXTURE_ENDINGS};
use crate::error::{Error, Result};

/// How long it must have been quiet.
const QUIET: Duration = Duration::from_millis(80);

/// Tells which files have changed.
pub struct Watcher {
    root: PathBuf,
    system: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    folders: BTreeSet<AssetPath>,
    changed: BTreeSet<AssetPath>,
    last: Instant,
}

impl Watcher {
    /// Watches the folders of these files; `None` when they are not on disk.
    ///
    /// # Errors
    /// When the system has no way to tell.
    pub fn new(source: &Source, files: &[AssetPath]) -> Result<Option<Self>> {
        let Source::Folder(root) = source else { return Ok(None) };
        let (sender, events) = channel();
        let system = notify::recommended_watcher(sender)
            .map_err(|source| Error::Watch { folder: AssetPath::root(), source: Arc::new(source) })?;
        let mut watcher = Self {
            root: root.clone(),
            system,
            events,
            folders: BTreeSet::new(),
            changed: BTreeSet::new(),
            last: Instant::now(),
        };
        watcher.watch(files)?;
        Ok(Some(watcher))
    }

    /// Watches the folders of these files, and of no others.
    ///
    /// # Errors
    /// When a folder cannot be watched.
    pub fn watch(&mut self, files: &[AssetPath]) -> Result<()> {
        let folders: BTreeSet<AssetPath> = files.iter().map(AssetPath::folder).collect();
        for folder in self.folders.difference(&folders) {
            // It may be gone, and what is not watched any more needs no end.
            let _ = self.system.unwatch(&self.root.join(folder.as_str()));
        }
        for folder in folders.difference(&self.folders) {
            self.system
                .watch(&self.root.join(folder.as_str()), RecursiveMode::NonRecursive)
                .map_err(|source| Error::Watch { folder: folder.clone(), source: Arc::new(source) })?;
        }
        self.folders = folders;
        Ok(())
    }

    /// The files that have changed, when it is quiet; ask as often as you like, it does not wait.
    pub fn poll(&mut self) -> Option<Vec<AssetPath>> {
        while let Ok(event) = self.events.try_recv() {
            let Ok(event) = event else { continue };
            if event.kind.is_access() {
                continue;
            }
            let root = &self.root;
            self.changed.extend(event.paths.iter().filter_map(|path| seen_from(root, path)));
            self.last = Instant::now();
        }
        if self.changed.is_empty() || self.last.elapsed() < QUIET {
            return None;
        }
        Some(std::mem::take(&mut self.changed).into_iter().collect())
    }
}

/// The path of a file that scenes are made of.
fn seen_from(root: &Path, path: &Path) -> Option<AssetPath> {
    let names = path.strip_prefix(root).ok()?.components().map(|name| name.as_os_str().to_str());
    let path = AssetPath::new(&names.collect::<Option<Vec<&str>>>()?.join("/")).ok()?;
    let mut endings = FIGURE_ENDINGS.iter().chain(&ACTION_ENDINGS).chain(&TEXTURE_ENDINGS).chain(&["ron"]);
    endings.any(|ending| path.has_extension(ending)).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_scenes_are_made_of_counts() {
        let seen = |path: &str| seen_from(Path::new("/root"), Path::new(path)).map(|path| path.to_string());
        assert_eq!(seen("/root/a/robo.MBAC"), Some("a/robo.MBAC".to_owned()));
        assert_eq!(seen("/root/scenes/a.ron"), Some("scenes/a.ron".to_owned()));
        assert_eq!((seen("/root/a/robo.mbac~"), seen("/root/a/.robo.swp"), seen("/other/a.ron")), (None, None, None));
    }

    #[test]
    fn files_in_memory_are_not_watched() {
        assert!(Watcher::new(&Source::memory([("a.ron", &b"()"[..])]), &[]).unwrap().is_none());
    }
}
