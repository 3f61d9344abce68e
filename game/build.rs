//! Lists the files of `assets` and `scenes` that the program embeds: an array of paths and contents in
//! `OUT_DIR/embedded.rs`. A crate for this would bring 20 others, among them a second compilation of regular expressions.
#![allow(clippy::print_stdout)] // Cargo reads the lines.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folders, and the kinds of files in them that are embedded.
const FOLDERS: [(&str, &[&str]); 2] =
    [("assets", &["mbac", "mtra", "bmp", "wav", "mid"]), ("scenes", &["ron", "replay"])];

/// The guide's programs read their scenes themselves.
const LEFT_OUT: &str = "scenes/guide";

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(name));
    let root = variable("CARGO_MANIFEST_DIR")?.join("..");
    let mut list = String::from("[\n");
    for (folder, kinds) in FOLDERS {
        println!("cargo::rerun-if-changed=../{folder}");
        add(&root.join(folder), folder, kinds, &mut list)?;
    }
    list.push(']');
    fs::write(variable("OUT_DIR")?.join("embedded.rs"), list)
}

/// Adds the files of a folder and of the folders in it, sorted by name, so that every build has the same order.
fn add(folder: &Path, name: &str, kinds: &[&str], list: &mut String) -> io::Result<()> {
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), format!("{name}/{}", entry.file_name().display()));
        if name == LEFT_OUT {
            continue;
        }
        if path.is_dir() {
            add(&path, &name, kinds, list)?;
        } else if path.extension().is_some_and(|found| kinds.iter().any(|kind| found == *kind)) || is_only_source(&path)
        {
            list.push_str(&format!("    ({name:?}, include_bytes!({path:?})),\n"));
        }
    }
    Ok(())
}

/// Returns whether a file is the source text of a figure or of actions that have no converted file beside it.
fn is_only_source(path: &Path) -> bool {
    [("bac", "mbac"), ("tra", "mtra")].iter().any(|(source, converted)| {
        path.extension().is_some_and(|found| found == *source) && !path.with_extension(converted).exists()
    })
}
