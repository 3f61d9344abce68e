//! Sources of assets: a folder of the file system, an archive, or files in memory.
//!
//! Sizes are checked before files are read. Links that lead out of the folder are refused.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(feature = "archives")]
use keitai_exchange::archive::Archive;
use keitai_formats::Content;

use super::AssetPath;
use super::error::{AssetError, PathFault, Result};
use crate::files::{self, FileFault};

/// The most entries of a folder that are listed.
const MAX_FILES: usize = 4096;

/// The root of all asset paths.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Source {
    /// A folder, with all links resolved. Use [`Source::folder`].
    Folder(PathBuf),
    /// A ZIP or JAR archive in memory.
    #[cfg(feature = "archives")]
    Archive(Arc<Archive>),
    /// Files in memory by path, embedded in a binary or made by a test.
    Memory(Arc<BTreeMap<String, Cow<'static, [u8]>>>),
    /// The files of another source, of which some are figures in formats that only this importer reads.
    Importing(Arc<Source>, Arc<dyn Importer>),
}

/// Converts files of other formats, for [`Source::Importing`].
pub trait Importer: Debug + Send + Sync {
    /// Returns the figure in a file, or why it cannot be read; `None` for a file that is not converted. `file` is its place on
    /// the disk. Tables have the names that their files would have.
    fn import(&self, path: &AssetPath, file: Option<&Path>) -> Option<Result<Content, String>>;
}

impl Source {
    /// Returns a folder of the file system.
    pub fn folder(path: &Path) -> Result<Self> {
        let root = path.canonicalize().map_err(|error| io_error(path.display(), error))?;
        Ok(Self::Folder(root))
    }

    /// Returns files in memory, given by their paths, written with `/`, and their bytes.
    pub fn memory<P, B>(files: impl IntoIterator<Item = (P, B)>) -> Self
    where
        P: Into<String>,
        B: Into<Cow<'static, [u8]>>,
    {
        Self::Memory(Arc::new(files.into_iter().map(|(path, bytes)| (path.into(), bytes.into())).collect()))
    }

    /// Returns the folder of the files; `None` for files in memory and in archives.
    pub fn root(&self) -> Option<&Path> {
        match self {
            Self::Folder(root) => Some(root),
            Self::Importing(files, _) => files.root(),
            _ => None,
        }
    }

    /// Returns the path of a file on disk; `None` for files in memory and in archives.
    pub(crate) fn on_disk(&self, path: &AssetPath) -> Option<PathBuf> {
        Some(self.root()?.join(path.to_file()))
    }

    /// Returns the bytes of a file of at most `limit` bytes.
    ///
    /// # Errors
    /// When the file does not exist, is larger, cannot be read, or is a link out of the root.
    pub fn read(&self, path: &AssetPath, limit: u64) -> Result<Cow<'static, [u8]>> {
        let too_large = |size| AssetError::TooLarge { path: path.clone(), size, limit };
        match self {
            Self::Folder(root) => {
                let file = root.join(path.to_file());
                let real = file.canonicalize().map_err(|error| self.read_error(path, error))?;
                if !real.starts_with(root) {
                    return Err(AssetError::Path { path: path.to_string(), fault: PathFault::Outside });
                }
                files::read(&real, limit).map(Cow::Owned).map_err(|fault| match fault {
                    FileFault::TooLarge { size, .. } => too_large(size),
                    FileFault::Io(error) => self.read_error(path, error),
                    other => io_error(path, io::Error::other(other)),
                })
            }
            #[cfg(feature = "archives")]
            Self::Archive(archive) => match archive.size(path.as_str()) {
                None => Err(self.not_found(path)),
                Some(size) if size > limit => Err(too_large(size)),
                Some(_) => match archive.read(path.as_str()) {
                    Ok(bytes) => Ok(bytes.into_vec().into()),
                    Err(source) => Err(AssetError::Exchange { path: path.clone(), source }),
                },
            },
            Self::Memory(files) => match files.get(path.as_str()) {
                Some(bytes) if bytes.len() as u64 > limit => Err(too_large(bytes.len() as u64)),
                Some(bytes) => Ok(bytes.clone()),
                None => Err(self.not_found(path)),
            },
            Self::Importing(files, _) => files.read(path, limit),
        }
    }

    /// Returns the files directly in `folder`, in the order of their names. At most 4096 entries are listed. Fails when
    /// the folder cannot be read. A missing folder of files in memory or in an archive has no files.
    pub(crate) fn list(&self, folder: &AssetPath) -> Result<Vec<AssetPath>> {
        if let Some(root) = self.root() {
            std::fs::read_dir(root.join(folder.to_file())).map_err(|error| io_error(folder, error))?;
        }
        Ok(self.below(folder, 0))
    }

    /// Returns the files in `folder` and up to `deepest` folders below it, in the order of their names. At most 4096 files are
    /// listed, and none in hidden folders. Links to folders are not followed.
    pub fn below(&self, folder: &AssetPath, deepest: usize) -> Vec<AssetPath> {
        let mut paths = match self {
            Self::Folder(root) => {
                let (mut paths, mut folders, mut listed) = (Vec::new(), vec![(folder.clone(), 0)], 0);
                while let Some((folder, depth)) = folders.pop() {
                    let entries = std::fs::read_dir(root.join(folder.to_file())).into_iter().flatten().flatten();
                    for entry in entries.take(MAX_FILES - listed) {
                        listed += 1;
                        let (name, is_folder) = (entry.file_name(), entry.file_type().is_ok_and(|kind| kind.is_dir()));
                        if !is_folder {
                            paths.push(folder.child(&name));
                        } else if depth < deepest && !name.as_encoded_bytes().starts_with(b".") {
                            folders.push((folder.child(&name), depth + 1));
                        }
                    }
                }
                paths.retain(|path| root.join(path.to_file()).is_file());
                paths
            }
            #[cfg(feature = "archives")]
            Self::Archive(archive) => {
                let names = archive.entries().iter().map(|entry| entry.name.as_str());
                within(folder, deepest, names)
            }
            Self::Memory(files) => within(folder, deepest, files.keys().map(String::as_str)),
            Self::Importing(files, _) => return files.below(folder, deepest),
        };
        paths.sort();
        paths
    }

    fn read_error(&self, path: &AssetPath, error: io::Error) -> AssetError {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => self.not_found(path),
            _ => io_error(path, error),
        }
    }

    fn not_found(&self, path: &AssetPath) -> AssetError {
        let files = self.list(&path.folder()).unwrap_or_default();
        let similar = keitai_formats::text::nearest(path.name(), files.iter().map(AssetPath::name));
        let similar = files.iter().find(|file| Some(file.name()) == similar).map(AssetPath::shown_name);
        // The same path in another case.
        let elsewhere = || {
            let depth = path.as_str().matches('/').count();
            let files = self.below(&AssetPath::root(), depth);
            let file = files.iter().find(|file| file.as_str().to_lowercase() == path.as_str().to_lowercase())?;
            Some(file.to_string())
        };
        AssetError::NotFound { path: path.clone(), similar: similar.or_else(elsewhere) }
    }
}

/// Returns the paths in `folder` and up to `deepest` folders below it. A name such as `a//b`, which is not written like
/// a path, has none.
fn within<'a>(folder: &AssetPath, deepest: usize, names: impl Iterator<Item = &'a str>) -> Vec<AssetPath> {
    let path = |name: &str| Some(AssetPath::of_file(Path::new(name))).filter(|path| path.as_str() == name);
    let is_below = |path: &AssetPath| {
        let below = match folder.as_str() {
            "" => Some(path.as_str()),
            folder => path.as_str().strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
        };
        below.is_some_and(|below| below.matches('/').count() <= deepest)
    };
    names.filter_map(path).filter(is_below).take(MAX_FILES).collect()
}

fn io_error(path: impl ToString, source: io::Error) -> AssetError {
    AssetError::Io { path: path.to_string(), source: Arc::new(source) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Source {
        Source::memory([("a/one.bmp", &b"1"[..]), ("a/two.bmp", b"22"), ("a/b/three.bmp", b"333"), ("zero", b"")])
    }

    #[test]
    fn files_in_memory_are_listed_by_folder() {
        let names = |folder: &str| -> Vec<String> {
            memory().list(&AssetPath::new(folder).unwrap()).unwrap().iter().map(AssetPath::to_string).collect()
        };
        assert_eq!(names("a"), ["a/one.bmp", "a/two.bmp"]);
        assert_eq!(names("."), ["zero"]);
    }

    #[test]
    fn a_limit_holds_for_both_kinds() {
        let path = AssetPath::new("a/b/three.bmp").unwrap();
        assert_eq!(memory().read(&path, 3).unwrap().as_ref(), b"333");
        assert!(matches!(memory().read(&path, 2), Err(AssetError::TooLarge { size: 3, limit: 2, .. })));

        let folder = Source::folder(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let manifest = AssetPath::new("Cargo.toml").unwrap();
        assert!(folder.read(&manifest, 1 << 16).unwrap().starts_with(b"[package]"));
        assert!(matches!(folder.read(&manifest, 9), Err(AssetError::TooLarge { limit: 9, .. })));
        assert!(matches!(folder.read(&AssetPath::new("src").unwrap(), 9), Err(AssetError::Io { .. })));
    }

    #[test]
    fn a_missing_file_has_a_hint() {
        let missing = memory().read(&AssetPath::new("a/tow.bmp").unwrap(), 9).unwrap_err();
        assert_eq!(missing.to_string(), "a/tow.bmp: no such file");
        assert_eq!(missing.hint().unwrap(), "did you mean \"two.bmp\"?");
        let other_case = AssetPath::new("A/B/Three.bmp").unwrap();
        let missing = memory().read(&other_case, 9).unwrap_err();
        assert_eq!(missing.hint().unwrap(), "did you mean \"a/b/three.bmp\"?");
    }

    /// A name that is not UTF-8 is shown in a hint as in other messages.
    #[cfg(unix)]
    #[test]
    fn a_hint_names_a_file_of_any_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(std::ffi::OsStr::from_bytes(b"ab\xffcde.bmp")), "").unwrap();
        let path = AssetPath::of_file(Path::new(std::ffi::OsStr::from_bytes(b"ab\xffcdx.bmp")));
        let missing = Source::folder(folder.path()).unwrap().read(&path, 9).unwrap_err();
        assert_eq!(missing.to_string(), r"ab\xFFcdx.bmp: no such file");
        assert_eq!(missing.hint().unwrap(), r#"did you mean "ab\xFFcde.bmp"?"#);
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_root_and_to_devices_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        std::fs::write(root.join("plain"), "plain").unwrap();
        std::os::unix::fs::symlink("../secret", root.join("link")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", root.join("zero")).unwrap();
        std::os::unix::fs::symlink("plain", root.join("inner")).unwrap();
        let source = Source::folder(&root).unwrap();
        let read_file = |name: &str| source.read(&AssetPath::new(name).unwrap(), 99);
        assert_eq!(read_file("inner").unwrap().as_ref(), b"plain");
        for name in ["link", "zero"] {
            assert!(matches!(read_file(name), Err(AssetError::Path { fault: PathFault::Outside, .. })), "{name}");
        }
    }
}
