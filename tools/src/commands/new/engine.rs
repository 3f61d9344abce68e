//! The engine that a game is built with.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{env, fs};

use keitai_app::Error as AppError;

use crate::error::Error;

/// The sources of the engine's crates inside the program: `FILES`, paths with `/` from the folder of the engine and their bytes, and
/// `LOCK`, the versions of other crates that they were tested with.
mod sources {
    include!(concat!(env!("OUT_DIR"), "/engine.rs"));
}

/// Path of the facade in a checkout, and in the folder of a game that has the engine.
const FACADE: &str = "engine/keitai";
/// The word for the published crate.
const REGISTRY: &str = "registry";

pub(super) struct Engine {
    /// The value of `keitai` in Cargo.toml.
    pub(super) dependency: String,
    /// Where it comes from, for the user.
    pub(super) origin: String,
    /// The versions of other crates that the engine was tested with.
    pub(super) lock: Option<Cow<'static, [u8]>>,
    /// The files that the game has in its folder `engine`.
    pub(super) files: &'static [(&'static str, &'static [u8])],
}

impl Engine {
    /// Returns the engine in a folder, at a git address or in the registry of Rust. When none is given, it is in the checkout that
    /// this program or the current folder is in, or else the game gets the sources in this program.
    pub(super) fn find(option: Option<&str>) -> Result<Self, Error> {
        match option {
            Some(REGISTRY) => {
                let version = env!("CARGO_PKG_VERSION");
                Ok(Self::elsewhere(toml_string(version), format!("the published crate keitai {version}")))
            }
            Some(address) if address.contains("://") || address.starts_with("git@") => {
                let dependency = format!("{{ git = {} }}", toml_string(address));
                Ok(Self::elsewhere(dependency, format!("Keitai of {address}")))
            }
            Some(folder) if is_engine(Path::new(folder)) => Self::checkout(Path::new(folder)),
            Some(folder) => {
                let hint = format!("give the folder of Keitai, which has `{FACADE}`, a git address or `{REGISTRY}`");
                Err(Error::usage(format!("{folder}: not a folder of Keitai"), hint))
            }
            None => {
                let places = [env::current_exe(), env::current_dir()].into_iter().flatten();
                let mut folders = places.flat_map(|place| place.ancestors().map(Path::to_owned).collect::<Vec<_>>());
                folders
                    .find(|folder| is_engine(folder))
                    .map_or_else(|| Ok(Self::inside()), |root| Self::checkout(&root))
            }
        }
    }

    fn elsewhere(dependency: String, origin: String) -> Self {
        Self { dependency, origin, lock: None, files: &[] }
    }

    fn inside() -> Self {
        Self {
            dependency: format!("{{ path = {FACADE:?} }}"),
            origin: format!("Keitai {} in its folder `engine`", env!("CARGO_PKG_VERSION")),
            lock: Some(sources::LOCK.into()),
            files: sources::FILES,
        }
    }

    fn checkout(root: &Path) -> Result<Self, Error> {
        let text_of = |path: &Path| fs::read(path).map_err(|fault| AppError::read(path, fault));
        let root = std::path::absolute(root).map_err(|fault| AppError::read(root, fault))?;
        let Some(facade) = root.join(FACADE).to_str().map(toml_string) else {
            return Err(Error::usage(format!("{}: is not UTF-8", root.display()), "Cargo needs that"));
        };
        let lock: PathBuf = root.join("Cargo.lock");
        Ok(Self {
            dependency: format!("{{ path = {facade} }}"),
            origin: format!("Keitai of {}", root.display()),
            lock: if lock.is_file() { Some(text_of(&lock)?.into()) } else { None },
            files: &[],
        })
    }
}

/// Returns whether a folder is a checkout of Keitai. A game with the engine in it is none.
fn is_engine(folder: &Path) -> bool {
    folder.join(FACADE).join("Cargo.toml").is_file() && !folder.join("engine/Cargo.toml").is_file()
}

fn toml_string(text: &str) -> String {
    let mut string = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => string.extend(['\\', c]),
            c if c.is_control() => string.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => string.push(c),
        }
    }
    string + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_as_toml_wants_it() {
        assert_eq!(toml_string("C:\\my \"games\"\u{1}"), r#""C:\\my \"games\"\u0001""#);
    }
}
