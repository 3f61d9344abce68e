//! Files that are shown and change meanwhile.
//!
//! Where the system has no way to tell of changes, the console says so once and nothing is followed.

use std::path::{Path, PathBuf};

use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::watch::Watcher;

use crate::error::Error;

/// The files of a scene.
pub(crate) struct FollowedScene(Option<Watcher>);

impl FollowedScene {
    /// Follows the files of a scene on disk.
    pub(crate) fn new(stage: &Stage) -> Self {
        Self(watcher(stage.assets().source(), &stage.files()))
    }

    /// Loads again what has changed; `None` when nothing has. After an error everything is as it was.
    pub(crate) fn reload(&mut self, stage: &mut Stage) -> Option<Result<(), Error>> {
        let watcher = self.0.as_mut()?;
        let changed = watcher.poll()?;
        // A scene that is made of other files now may have them in other folders.
        Some(stage.reload(&changed).and_then(|()| watcher.watch(&stage.files())).map_err(Error::from))
    }
}

/// The folders of files from anywhere on the machine.
pub(crate) struct FollowedFolders(Vec<Watcher>);

impl FollowedFolders {
    /// Follows the folders of these files.
    pub(crate) fn new(files: &[PathBuf]) -> Self {
        let mut folders: Vec<&Path> = files.iter().map(|file| folder_of(file)).collect();
        folders.sort_unstable();
        folders.dedup();
        let watch = |folder: &Path| watcher(&Source::folder(folder).ok()?, &[AssetPath::root()]);
        Self(folders.into_iter().filter_map(watch).collect())
    }

    /// Whether something in them has changed since it was last asked.
    pub(crate) fn changed(&mut self) -> bool {
        // Every one is asked, for each keeps count of its own.
        self.0.iter_mut().filter_map(Watcher::poll).count() > 0
    }
}

/// The folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn watcher(source: &Source, files: &[AssetPath]) -> Option<Watcher> {
    Watcher::new(source, files).unwrap_or_else(|error| {
        eprintln!("warning: {error}; changes will not show");
        None
    })
}
