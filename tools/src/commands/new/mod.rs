//! `keitai new`: a folder with a game of its own, from a template.

mod templates;

use std::path::{Path, PathBuf};
use std::{env, fs};

use keitai_app::{Error as AppError, Signals, console, folder_of};

use crate::cli::New;
use crate::error::Error;

/// Path of the facade in the engine's folder.
const FACADE: &str = "engine/keitai";
/// Names that Cargo or the compiler keeps for itself, and the engine's.
const TAKEN: [&str; 9] = ["keitai", "test", "core", "std", "alloc", "deps", "build", "examples", "incremental"];
/// Endings of the files in which names are filled in.
const TEXTS: [&str; 6] = [".toml", ".rs", ".ron", ".md", ".sh", ".gitignore"];

struct Engine {
    /// The value of `keitai` in Cargo.toml.
    dependency: String,
    /// Where it comes from, for the user.
    origin: String,
    /// The versions that the engine was tested with.
    lock: Option<PathBuf>,
}

/// Makes the folder. A folder or a file of the same name is left alone.
pub(crate) fn run(arguments: &New) -> Result<(), Error> {
    let folder = &arguments.folder;
    let name = name_of(folder)?;
    if folder.symlink_metadata().is_ok() {
        return Err(Error::usage(format!("{}: already exists", folder.display()), "choose another name"));
    }
    let engine = engine(arguments.engine.as_deref())?;
    let signals = Signals::catch();
    let count = make(folder, name, arguments, &engine, &signals).map_err(|fault| AppError::write(folder, fault))?;
    if let Some(signal) = signals.caught() {
        return Err(AppError::Signal { signal }.into());
    }
    let origin = &engine.origin;
    console::print(&format!("wrote {}: {count} files, with {origin}; `cargo run` in it plays\n", folder.display()))?;
    Ok(())
}

/// Makes the folder whole or not at all: under a name of its own beside its place, then in its place. Returns the number of
/// files. After a signal nothing is left.
fn make(folder: &Path, name: &str, arguments: &New, engine: &Engine, signals: &Signals) -> std::io::Result<usize> {
    let parent = folder_of(folder);
    fs::create_dir_all(parent)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".keitai-new-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let unfinished = builder.tempdir_in(parent)?;
    let count = write(unfinished.path(), name, arguments, engine)?;
    if signals.caught().is_none() {
        fs::rename(unfinished.path(), folder)?;
        // The folder no longer has this name.
        let _ = unfinished.keep();
    }
    Ok(count)
}

/// Returns the name of a game: that of its folder, and of its package for Cargo.
fn name_of(folder: &Path) -> Result<&str, Error> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_word) {
        let better: String = name.chars().map(|c| if is_word(c) { c } else { '-' }).collect();
        let better = better.trim_matches(|c: char| !c.is_ascii_alphabetic());
        let hint = if better.is_empty() {
            "for example `keitai new hop`".to_owned()
        } else {
            format!("for example `{better}`")
        };
        let message =
            format!("`{}`: a name begins with a letter, and has letters, digits, `-` and `_`", folder.display());
        return Err(Error::usage(message, hint));
    }
    if TAKEN.contains(&name) {
        return Err(Error::usage(
            format!("`{name}` is a name of Cargo, the compiler or the engine"),
            format!("for example `{name}-game`"),
        ));
    }
    Ok(name)
}

/// Returns the dependency on the engine in a folder, at a git address or, when neither is given, in the checkout that this
/// program or the current folder is in, or else on the published crate of this program's version.
fn engine(given: Option<&str>) -> Result<Engine, Error> {
    if let Some(address) = given.filter(|given| given.contains("://") || given.starts_with("git@")) {
        let dependency = format!("{{ git = {} }}", toml_string(address));
        return Ok(Engine { dependency, origin: format!("Keitai of {address}"), lock: None });
    }
    let is_engine = |folder: &Path| folder.join(FACADE).join("Cargo.toml").is_file();
    let root = match given {
        Some(given) if is_engine(Path::new(given)) => PathBuf::from(given),
        Some(given) => {
            let hint = format!("give the folder of Keitai, which has `{FACADE}`, or a git address");
            return Err(Error::usage(format!("{given}: not a folder of Keitai"), hint));
        }
        None => {
            let places = [env::current_exe(), env::current_dir()].into_iter().flatten();
            let found = places.flat_map(|place| place.ancestors().map(Path::to_owned).collect::<Vec<_>>());
            let Some(found) = found.into_iter().find(|folder| is_engine(folder)) else {
                let version = env!("CARGO_PKG_VERSION");
                let origin = format!("the crate keitai {version} (--engine takes a checkout instead)");
                return Ok(Engine { dependency: toml_string(version), origin, lock: None });
            };
            found
        }
    };
    let root = std::path::absolute(&root).map_err(|fault| AppError::read(&root, fault))?;
    let facade = root.join(FACADE);
    let path =
        facade.to_str().ok_or_else(|| Error::usage(format!("{}: is not UTF-8", root.display()), "Cargo needs that"))?;
    let lock = Some(root.join("Cargo.lock")).filter(|lock| lock.is_file());
    let origin = format!("Keitai of {}", root.display());
    Ok(Engine { dependency: format!("{{ path = {} }}", toml_string(path)), origin, lock })
}

fn write(folder: &Path, name: &str, arguments: &New, engine: &Engine) -> std::io::Result<usize> {
    let mut count = 0;
    for (path, bytes) in templates::files(arguments.template) {
        let file = folder.join(path);
        fs::create_dir_all(folder_of(&file))?;
        if TEXTS.iter().any(|ending| path.ends_with(ending)) {
            let text = String::from_utf8_lossy(bytes).replace("{{name}}", name);
            let title = name.replace(['-', '_'], " ").to_uppercase();
            fs::write(file, text.replace("{{title}}", &title).replace("{{engine}}", &engine.dependency))?;
        } else {
            fs::write(file, bytes)?;
        }
        count += 1;
    }
    if let Some(lock) = &engine.lock {
        fs::write(folder.join("Cargo.lock"), fs::read(lock)?)?;
        count += 1;
    }
    Ok(count)
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
