//! Paths that lead into archives: `game.jar!res/17`, and `games.zip!game.jar!res/17` in an archive in an archive.
//!
//! Names of files and of entries may have a `!`, too: a name that exists decides where it ends; of several, the longest
//! one.

use std::path::{Path, PathBuf};

use keitai_exchange::archive::normal;

use super::{Session, name};

/// Between the path of an archive and the name of an entry.
const MARK: char = '!';
/// Most marks of a path that may be those between names, counted from its end.
const MOST_MARKS: usize = 16;

pub(crate) fn join(archive: &Path, entry: &str) -> PathBuf {
    format!("{}{MARK}{entry}", archive.display()).into()
}

/// Returns the parts of a text before and after each `!`, from the last one on.
fn marks(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.rmatch_indices(MARK).take(MOST_MARKS).map(|(at, _)| (&text[..at], &text[at + MARK.len_utf8()..]))
}

impl Session {
    /// Returns the archive and the name of the entry that a path leads to; `None` for a path of the disk.
    pub(crate) fn split(&self, path: &Path) -> Option<(PathBuf, String)> {
        let text = path.to_str()?;
        if !text.contains(MARK) || path.exists() {
            return None;
        }
        let is_archive = |(archive, _): &(&str, &str)| {
            let path = Path::new(archive);
            self.mounted(path).is_some() || path.is_file()
        };
        let (archive, entry) = marks(text).find(is_archive)?;
        let (archive, entry) = self.within(archive.into(), entry);
        let entry = normal(&entry);
        (!entry.is_empty()).then_some((archive, entry))
    }

    /// Returns the archive and the name of the entry that the rest of a path leads to, after the name of an archive.
    fn within(&self, archive: PathBuf, rest: &str) -> (PathBuf, String) {
        // Most paths are decided without the archive, which takes long to open.
        let Some(last) = marks(rest).next() else { return (archive, rest.to_owned()) };
        let opened = self.open(&archive).ok();
        let holds = |name: &str| opened.as_ref().is_some_and(|opened| opened.contains(name));
        match marks(rest).find(|(inner, _)| holds(inner)) {
            _ if holds(rest) => (archive, rest.to_owned()),
            Some((inner, entry)) => self.within(join(&archive, &normal(inner)), entry),
            None => (join(&archive, &normal(last.0)), last.1.to_owned()),
        }
    }

    /// Returns the file of the disk or in memory that a path leads to or into.
    pub(crate) fn outermost(&self, path: &Path) -> PathBuf {
        self.split(path).map_or_else(|| path.to_owned(), |(archive, _)| self.outermost(&archive))
    }

    /// Returns the number of archives that a path leads into.
    pub(super) fn depth(&self, path: &Path) -> usize {
        self.split(path).map_or(0, |(archive, _)| 1 + self.depth(&archive))
    }

    /// Returns the place of a file or an entry below a folder or an archive, with `/` between names and after archives, and without
    /// names that are a dot.
    pub(crate) fn below(&self, root: &Path, path: &Path) -> Option<String> {
        let name = match self.split(path) {
            Some((archive, entry)) if archive == root => entry,
            Some((archive, entry)) => format!("{}/{entry}", self.below(root, &archive)?),
            None => path.strip_prefix(root).ok()?.to_string_lossy().into_owned(),
        };
        let name = name.replace('\\', "/");
        Some(name.split('/').filter(|part| *part != ".").collect::<Vec<_>>().join("/"))
    }

    /// Returns the folder of a file, on the disk or in an archive.
    pub(crate) fn folder(&self, path: &Path) -> PathBuf {
        match self.split(path) {
            Some((archive, entry)) => join(&archive, entry.rsplit_once('/').map_or("", |(folder, _)| folder)),
            None => path.parent().map(Path::to_owned).unwrap_or_default(),
        }
    }

    /// Returns the name of a file or an entry, without folders and archives.
    pub(crate) fn file_name(&self, path: &Path) -> Option<String> {
        match self.split(path) {
            Some((_, entry)) => entry.rsplit('/').next().map(str::to_owned),
            None => name(path),
        }
    }

    /// Returns the name of a file without its ending, in lower case.
    pub(crate) fn stem(&self, path: &Path) -> String {
        let name = self.file_name(path).unwrap_or_default();
        name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_lowercase()
    }

    /// Returns a text without the names under which archives in memory are known: users did not give them.
    pub(crate) fn without_mounts(&self, text: &str) -> String {
        let names = self.mounts().into_iter();
        names.fold(text.to_owned(), |text, path| text.replace(&format!("{}{MARK}", path.display()), ""))
    }
}

#[cfg(test)]
mod tests {
    use keitai_exchange::archive::Archive;

    use super::*;

    #[test]
    fn a_path_leads_into_an_archive_only_where_no_file_has_that_name() {
        let session = Session::default();
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let split = |name: &str| session.split(&path(name));
        std::fs::write(path("game.jar"), b"PK\x05\x06").unwrap();
        std::fs::write(path("wow!.mbac"), b"MB").unwrap();
        assert_eq!(split("game.jar!res/17"), Some((path("game.jar"), "res/17".to_owned())));
        assert_eq!(split("game.jar!a.zip!17"), Some((path("game.jar!a.zip"), "17".to_owned())));
        assert_eq!(["wow!.mbac", "game.jar", "game.jar!", "none.jar!17"].map(split), [None, None, None, None]);
        for name in ["game.jar!17", "game.jar!res/17"] {
            assert_eq!(session.file_name(&path(name)).as_deref(), Some("17"));
        }
        let deep = session.open(&path("game.jar!a.zip!b.zip")).unwrap_err().to_string();
        assert!(deep.ends_with("archives are read 2 deep"), "{deep}");
    }

    #[test]
    fn names_with_the_mark_are_found_where_they_are() {
        let session = Session::default();
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let pack = |name: &str, files: &[(&str, &[u8])]| {
            std::fs::write(path(name), Archive::pack(files).unwrap()).unwrap();
        };
        pack("a!b.jar", &[("x!y.mbac", b""), ("17", b"")]);
        let inner = std::fs::read(path("a!b.jar")).unwrap();
        pack("all.zip", &[("a!b.jar", &inner), ("x!17", b"")]);
        let parts =
            |text: &str| session.split(&path(text)).map(|(archive, entry)| (name(&archive).unwrap(), entry)).unwrap();
        for (text, archive, entry) in [
            ("a!b.jar!17", "a!b.jar", "17"),
            ("a!b.jar!x!y.mbac", "a!b.jar", "x!y.mbac"),
            ("all.zip!x!17", "all.zip", "x!17"),
            ("all.zip!a!b.jar", "all.zip", "a!b.jar"),
            ("all.zip!a!b.jar!17", "all.zip!a!b.jar", "17"),
            ("all.zip!a!b.jar!x!y.mbac", "all.zip!a!b.jar", "x!y.mbac"),
            ("all.zip!none.jar!17", "all.zip!none.jar", "17"),
        ] {
            assert_eq!(parts(text), (archive.to_owned(), entry.to_owned()), "{text}");
        }
        let place = |text: &str| session.below(&path("all.zip"), &path(text));
        assert_eq!(place("all.zip!a!b.jar!x!y.mbac").as_deref(), Some("a!b.jar/x!y.mbac"));
        assert_eq!(session.below(folder.path(), &path("a!b.jar!17")).as_deref(), Some("a!b.jar/17"));
        assert_eq!(place("all.zip!./res\\./17").as_deref(), Some("res/17"));
        assert_eq!(place("a!b.jar"), None);
    }
}
