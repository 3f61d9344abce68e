//! Textures and actions that a user has chosen for a figure, kept in a RON file: `game.jar.ron` for the figures of
//! `game.jar`, and `robo.mbac.ron` for `robo.mbac`.
//!
//! Names are those of entries, or paths from the folder of the file.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use keitai_app::files::{self, Overwrite};
use keitai_app::{Error as AppError, folder_of};
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use super::archives::{self, MARK};
use super::is_stdin;
use crate::error::Error;

/// Largest file of choices, bytes.
const LARGEST: u64 = 1 << 20;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    figures: BTreeMap<String, Names>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Names {
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    textures: Option<Vec<String>>,
}

/// The files chosen for a figure: its actions and its textures. `None` leaves them to be found beside it.
pub(crate) type Choice = [Option<Vec<PathBuf>>; 2];

/// Reads what was chosen for a figure; without a file nothing was.
pub(crate) fn read(figure: &Path) -> Result<Choice, Error> {
    let place = Place::of(figure);
    if is_stdin(figure) || !place.file.is_file() {
        return Ok(Choice::default());
    }
    let Names { actions, textures } = load(&place)?.figures.remove(&place.name(figure)?).unwrap_or_default();
    let paths = |names: Option<Vec<String>>| {
        names.map(|names| names.iter().map(|name| place.path(name)).collect::<Result<_, _>>()).transpose()
    };
    Ok([paths(actions)?, paths(textures)?])
}

/// Keeps what was chosen for a figure, in place of what was kept for it before. Returns the file.
pub(crate) fn write(
    figure: &Path,
    actions: Option<&[PathBuf]>,
    textures: Option<&[PathBuf]>,
) -> Result<PathBuf, Error> {
    if is_stdin(figure) {
        return Err(super::not_from_stdin("a figure with kept files"));
    }
    let place = Place::of(figure);
    let names = |paths: Option<&[PathBuf]>| {
        paths.map(|paths| paths.iter().map(|path| place.name(path)).collect::<Result<_, _>>()).transpose()
    };
    let names = Names { actions: names(actions)?, textures: names(textures)? };
    let mut contents = if place.file.exists() { load(&place)? } else { Contents::default() };
    contents.figures.insert(place.name(figure)?, names);
    let text = options().to_string_pretty(&contents, PrettyConfig::new().compact_arrays(true));
    let text = text.map_err(|error| Error::write(&place.file, error))? + "\n";
    let refuse = |fault| AppError::output(&place.file, fault);
    files::write(&place.file, text.as_bytes(), Overwrite::Force, &[]).map_err(refuse)?;
    Ok(place.file)
}

/// Returns the line, the column and the fault of a text that is not such a file.
pub(crate) fn fault(text: &str) -> Option<(usize, usize, String)> {
    let error = options().from_str::<Contents>(text).err()?;
    Some((error.span.start.line, error.span.start.col, error.code.to_string()))
}

fn load(place: &Place) -> Result<Contents, Error> {
    let text = files::read_text(&place.file, LARGEST).map_err(|fault| Error::read(&place.file, fault))?;
    options().from_str(&text).map_err(|error| Error::read(&place.file, error))
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The file of choices of a figure, and where the files that it names are.
struct Place {
    file: PathBuf,
    /// The archive of the disk that the figure is in.
    archive: Option<PathBuf>,
}

impl Place {
    fn of(figure: &Path) -> Self {
        let outermost = archives::outermost(figure);
        let mut file = outermost.clone().into_os_string();
        file.push(".ron");
        Self { file: file.into(), archive: Some(outermost).filter(|outermost| outermost != figure) }
    }

    fn name(&self, path: &Path) -> Result<String, Error> {
        let name = match &self.archive {
            Some(archive) => path
                .to_str()
                .and_then(|path| path.strip_prefix(archive.to_str()?)?.strip_prefix(MARK).map(str::to_owned)),
            None => relative(folder_of(&self.file), path),
        };
        name.ok_or_else(|| {
            let message = format!("{} cannot be named in {}", path.display(), self.file.display());
            let hint = "files of an archive are kept with figures of that archive only";
            Error::usage(message, hint)
        })
    }

    fn path(&self, name: &str) -> Result<PathBuf, Error> {
        match &self.archive {
            Some(archive) => Ok(archives::join(archive, name)),
            None if Path::new(name).is_absolute() => {
                Err(Error::read(&self.file, format!("\"{name}\" is not a path from the folder of the figure")))
            }
            None => Ok(super::in_folder(folder_of(&self.file), Path::new(name))),
        }
    }
}

/// Returns the path from a folder to a file, with `/` between names; `None` for a name that is not UTF-8.
fn relative(folder: &Path, file: &Path) -> Option<String> {
    let [folder, parent] = [folder, folder_of(file)].map(|path| path.canonicalize().ok());
    let (folder, file) = (folder?, parent?.join(file.file_name()?));
    let shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Some(".."));
    let down = file.components().skip(shared).map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    Some(up.chain(down).collect::<Option<Vec<_>>>()?.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_as_it_was_written_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(path("a/b")).unwrap();
        for name in ["a/robo.mbac", "a/b/skin.bmp", "walk.mtra"] {
            std::fs::write(path(name), "").unwrap();
        }
        let robo = path("a/robo.mbac");
        let (actions, textures) = ([path("walk.mtra")], [path("a/b/skin.bmp")]);
        assert_eq!(read(&robo).unwrap(), Choice::default());
        let file = write(&robo, Some(&actions), Some(&textures)).unwrap();
        assert_eq!(file, path("a/robo.mbac.ron"));
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("\"../walk.mtra\"") && text.contains("\"b/skin.bmp\""), "{text}");
        let [own_actions, own_textures] = read(&robo).unwrap().map(Option::unwrap);
        assert_eq!(own_actions[0].canonicalize().unwrap(), actions[0].canonicalize().unwrap());
        assert_eq!(own_textures, textures);
        write(&robo, Some(&[]), None).unwrap();
        assert_eq!(read(&robo).unwrap(), [Some(Vec::new()), None]);

        std::fs::write(path("game.jar"), b"PK\x05\x06").unwrap();
        let [one, two] = ["game.jar!res/1", "game.jar!res/2"].map(path);
        write(&one, None, Some(&[path("game.jar!res/3")])).unwrap();
        write(&two, Some(&[]), None).unwrap();
        assert_eq!(read(&one).unwrap(), [None, Some(vec![path("game.jar!res/3")])]);
        assert_eq!(write(&one, None, Some(&textures)).unwrap_err().exit_code(), 2);
    }

    #[test]
    fn a_file_of_choices_with_an_error_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let robo = folder.path().join("robo.mbac");
        for text in [
            "(figures: {\"robo.mbac\": (texture: [])})",
            "(figures",
            "(figures: {\"robo.mbac\": (textures: [\"/a\"])})",
        ] {
            std::fs::write(folder.path().join("robo.mbac.ron"), text).unwrap();
            assert_eq!(read(&robo).unwrap_err().exit_code(), 3, "{text}");
        }
        assert_eq!(fault("(figures: {},\n more: 1)").unwrap().0, 2);
        assert_eq!(fault("(figures: {\"a\": (textures: [\"b\"])})"), None);
    }
}
