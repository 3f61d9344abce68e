//! Folders: the root that a scene's paths start from, and the user's data folder.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use keitai_runtime::assets::{AssetPath, Source};

use crate::error::{Error, Result};

/// Remedy for a game in a web page that opens a scene by its path.
const NO_FOLDERS: &str =
    "a page has no folders: put the files into the program with `embed!`, and open the scene from `FILES.source()`";

/// Returns the root that a scene's paths start from, and the scene's path in it: the folder above the nearest `scenes`, or
/// else the scene's own folder.
pub fn locate(scene: &Path) -> Result<(Source, AssetPath)> {
    let hint = || cfg!(target_family = "wasm").then(|| NO_FOLDERS.to_owned());
    let whole = scene.canonicalize().map_err(|error| Error::read_with_hint(scene, error, hint()))?;
    let folder = whole.parent().unwrap_or(Path::new("/"));
    let above = folder.ancestors().find(|folder| folder.file_name() == Some(OsStr::new("scenes")));
    relative_to(above.and_then(Path::parent).unwrap_or(folder), &whole)
}

/// Returns a root folder, and the path of a file in it.
///
/// # Errors
/// When the file or the folder does not exist, or the file is not in the folder.
pub fn locate_in(root: &Path, file: &Path) -> Result<(Source, AssetPath)> {
    let whole = file.canonicalize().map_err(|error| Error::read(file, error))?;
    let folder = root.canonicalize().map_err(|error| Error::read(root, error))?;
    if !whole.starts_with(&folder) {
        return Err(Error::read(file, format!("is not in the root {}", root.display())));
    }
    relative_to(&folder, &whole)
}

fn relative_to(root: &Path, file: &Path) -> Result<(Source, AssetPath)> {
    let inside = file.strip_prefix(root).unwrap_or(file);
    Ok((Source::folder(root)?, AssetPath::of_file(inside)))
}

/// Returns the folder for the user's choices in a game with this [`GameInfo::folder`](crate::GameInfo::folder):
/// controls and volume. `None` when there is no home folder.
///
/// The folder `hop` is `~/.config/hop` on Linux (or below `XDG_CONFIG_HOME`), `~/Library/Application Support/hop` on
/// macOS and `%APPDATA%\hop\config` on Windows. Letters become lower case on Linux; other characters than letters,
/// digits, `-` and `_` become `-`. In a web page the folder is `hop/config` among the texts that the browser keeps.
pub fn config_folder(folder: &str) -> Option<PathBuf> {
    user_folder(folder, "config", ProjectDirs::config_dir)
}

/// Returns the folder for saved games, best times and ghosts of a game with this
/// [`GameInfo::folder`](crate::GameInfo::folder). `None` when there is no home folder.
///
/// The folder `hop` is `~/.local/share/hop` on Linux (or below `XDG_DATA_HOME`), the same as [`config_folder`] on macOS and
/// `%APPDATA%\hop\data` on Windows. In a web page the folder is `hop/data` among the texts that the browser keeps.
pub fn data_folder(folder: &str) -> Option<PathBuf> {
    user_folder(folder, "data", ProjectDirs::data_dir)
}

/// Returns a character that names of files may have on every system: `-` for other characters than letters, digits and `_`.
pub(crate) fn safe(c: char) -> char {
    if c.is_alphanumeric() || c == '_' { c } else { '-' }
}

/// Returns the folder that `find` selects from the system's folders.
#[cfg(not(target_family = "wasm"))]
fn user_folder(folder: &str, _name: &str, find: fn(&ProjectDirs) -> &Path) -> Option<PathBuf> {
    Some(find(&ProjectDirs::from("", "", &safe_name(folder)?)?).to_owned())
}

/// Returns the folder called `name` where the browser keeps texts.
#[cfg(target_family = "wasm")]
fn user_folder(folder: &str, name: &str, _find: fn(&ProjectDirs) -> &Path) -> Option<PathBuf> {
    web_sys::window()?.local_storage().ok()??;
    Some([&safe_name(folder)?, name].iter().collect())
}

fn safe_name(folder: &str) -> Option<String> {
    (!folder.is_empty()).then(|| folder.chars().map(safe).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_disk(source: &Source, path: &AssetPath) -> PathBuf {
        let Source::Folder(root) = source else { panic!("{source:?}") };
        root.join(path.to_file())
    }

    #[test]
    fn a_root_is_above_the_scenes_folder_or_given() {
        let base = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(base.path().join("scenes/more")).unwrap();
        for (file, inside) in [("scenes/more/a.ron", "scenes/more/a.ron"), ("b.ron", "b.ron")] {
            let file = base.path().join(file);
            std::fs::write(&file, "()").unwrap();
            let (source, path) = locate(&file).unwrap();
            assert_eq!(path.as_str(), inside);
            assert_eq!(on_disk(&source, &path), file.canonicalize().unwrap());
        }
        assert!(locate(&base.path().join("c.ron")).is_err());
        let base = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(base.path().join("shots/more")).unwrap();
        let file = base.path().join("shots/a.ron");
        std::fs::write(&file, "()").unwrap();
        assert_eq!(locate_in(base.path(), &file).unwrap().1.as_str(), "shots/a.ron");
        let error = locate_in(&base.path().join("shots/more"), &file).unwrap_err();
        assert!(error.to_string().contains("is not in the root"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_scene_may_have_any_name() {
        use std::os::unix::ffi::OsStrExt;
        let base = tempfile::tempdir().unwrap();
        let file = base.path().join(OsStr::from_bytes(b"scenes/\xFF/a: b*\xE4.ron"));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "()").unwrap();
        let (source, path) = locate(&file).unwrap();
        assert_eq!(source.read(&path, 9).unwrap().as_ref(), b"()");
        assert_eq!(on_disk(&source, &path), file.canonicalize().unwrap());
    }

    #[test]
    fn a_game_has_folders_of_its_own() {
        let names = ["hop", "../hop/x", ""].map(safe_name);
        assert_eq!(names, [Some("hop".to_owned()), Some("---hop-x".to_owned()), None]);
        assert_eq!(data_folder(""), None);
    }
}
