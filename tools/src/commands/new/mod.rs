//! `keitai new`: a folder with a game of its own, from a template.

mod engine;
mod templates;

use std::fs;
use std::path::Path;

use keitai_app::{Error as AppError, Signals, console, folder_of};

use crate::cli::New;
use crate::error::Error;
use engine::Engine;

/// Names that Cargo or the compiler keeps for itself, and the engine's.
const TAKEN: [&str; 9] = ["keitai", "test", "core", "std", "alloc", "deps", "build", "examples", "incremental"];
/// Endings of the files in which names are filled in.
const TEXTS: [&str; 6] = [".toml", ".rs", ".ron", ".md", ".sh", ".gitignore"];

/// Makes the folder. A folder or a file of the same name is left alone.
pub(crate) fn run(arguments: &New) -> Result<(), Error> {
    let folder = &arguments.folder;
    let name = name_of(folder)?;
    if folder.symlink_metadata().is_ok() {
        return Err(Error::usage(format!("{}: already exists", folder.display()), "choose another name"));
    }
    let engine = Engine::find(arguments.engine.as_deref())?;
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
    if TAKEN.contains(&name) || name.replace('_', "-").starts_with("keitai-") {
        let message = format!("`{name}` is a name of Cargo, the compiler or the engine");
        return Err(Error::usage(message, format!("for example `my-{name}`")));
    }
    Ok(name)
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
    for (path, bytes) in engine.files {
        let file = folder.join("engine").join(path);
        fs::create_dir_all(folder_of(&file))?;
        fs::write(file, bytes)?;
    }
    if let Some(lock) = &engine.lock {
        fs::write(folder.join("Cargo.lock"), lock)?;
        count += 1;
    }
    Ok(count)
}
