//! Shot files: their text, the shot in it, and a player with the files that it names.

use std::path::{Path, PathBuf};

use keitai_app::files::FileFault;
use keitai_app::{locate, locate_in};
use keitai_formats::text::other_encoding;
use keitai_runtime::Settings;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::shot::{Player, Shot};

use crate::error::Error;
use crate::session::contents::Contents;
use crate::session::{self, Session};
use keitai_runtime::ron_text::RonKind;

/// Largest text file that is read, bytes.
const LARGEST: u64 = 16 << 20;

/// Parses a shot. Another kind of RON file is an error that names its kind.
pub(crate) fn parse(path: &Path, text: &str) -> Result<Shot, Error> {
    Shot::parse(text).map_err(|error| match RonKind::of(text) {
        Some(kind) if kind != RonKind::Shot => Contents::Ron(kind).instead_of("a shot", path),
        _ => Error::read_with_hint(path, &error, error.hint()),
    })
}

/// Loads a shot and its files, which must be in `root`, or else in the root that a scene at the same place has. Stdin has
/// its place in `root` or the current folder.
pub(crate) fn player(
    session: &Session,
    path: &Path,
    shot: &Shot,
    settings: &Settings,
    root: Option<&Path>,
) -> Result<Player, Error> {
    let (source, inside) = source_of(session, path, root)?;
    Player::open(shot, settings, &source, &inside).map_err(|error| Error::read_with_hint(path, &error, error.hint()))
}

/// Returns the source of a scene's or a shot's files and its path in there, as [`player`] finds them. Models in it are figures.
pub(crate) fn source_of(session: &Session, path: &Path, root: Option<&Path>) -> Result<(Source, AssetPath), Error> {
    let (source, inside) = match root {
        _ if session::is_stdin(path) => (Source::folder(root.unwrap_or(Path::new(".")))?, AssetPath::of_file(path)),
        Some(root) => locate_in(root, path)?,
        None => locate(path)?,
    };
    Ok((session.importing(source, None), inside))
}

/// Reads the text of a shot, or of another RON file that a command expects. A file of a known other kind is an error
/// that names it.
pub(crate) fn read_expected(session: &Session, path: &Path, expected: &str) -> Result<String, Error> {
    match session.contents(path) {
        None if session.read(path).is_ok_and(|data| data.contains(&0) && other_encoding(&data).is_none()) => {
            let reason = format!("expected {expected}, found an unknown kind of file");
            Err(Error::read_with_hint(path, reason, Some(session::looks_inside(path))))
        }
        None | Some(Contents::Ron(_)) => read_text(session, path),
        Some(other) => Err(other.instead_of(expected, path)),
    }
}

/// Returns the root of a shot on the command line whose files are not all in the root that a scene at the same place has: the
/// deepest folder that contains the shot and all its files.
pub(crate) fn wider_root(path: &Path, shot: &Shot) -> Option<PathBuf> {
    if session::is_stdin(path) {
        return None;
    }
    let (_, inside) = locate(path).ok()?;
    let levels = shot.files().map(levels_up).max()?;
    let wider = levels > inside.as_str().matches('/').count();
    let place = path.canonicalize().ok().filter(|_| wider)?;
    place.parent()?.ancestors().nth(levels).map(Path::to_owned)
}

/// Returns the number of folders that a path leads up before it leads down.
fn levels_up(file: &str) -> usize {
    let (mut up, mut down) = (0, 0_usize);
    for name in file.split('/') {
        match name {
            "" | "." => {}
            ".." if down == 0 => up += 1,
            ".." => down -= 1,
            _ => down += 1,
        }
    }
    up
}

/// Reads the text of a RON file of at most 16 MiB, or stdin for `-`.
pub(crate) fn read_text(session: &Session, path: &Path) -> Result<String, Error> {
    let text = session.read_within(path, LARGEST).and_then(|data| keitai_app::files::text(data.into_vec()));
    text.map_err(|fault| {
        let hint = matches!(fault, FileFault::NotUtf8 { .. }).then(|| "save the text as UTF-8".to_owned());
        Error::read_with_hint(path, fault, hint)
    })
}
