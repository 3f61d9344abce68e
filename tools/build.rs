//! Lists the sources of the engine's crates without their tests, which `keitai new` writes into a game's folder, with the lock file
//! that they were tested with.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The crates that a game is built from.
const CRATES: [&str; 9] = ["formats", "convert", "exchange", "render", "sound", "runtime", "app", "browser", "keitai"];
/// Files and folders of a crate that a game does without.
const UNUSED: [&str; 5] = ["docs", "examples", "target", "tests", "tests.rs"];
/// The line above the tests at the end of a file.
const TESTS: &str = "\n#[cfg(test)]\nmod tests {\n";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut list = String::from("pub(super) const FILES: &[(&str, &[u8])] = &[\n");
    for name in CRATES {
        let folder = root.join("engine").join(name);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        find(&folder, &mut files)?;
        files.sort();
        for file in files {
            let within = file.strip_prefix(root.join("engine")).map_err(io::Error::other)?;
            let path = within.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
            match without_tests(&fs::read(&file)?) {
                None => add(&mut list, &path, &file),
                Some(code) => {
                    let copy = out.join(path.replace('/', "-"));
                    fs::write(&copy, code)?;
                    add(&mut list, &path, &copy);
                }
            }
        }
    }
    let manifest = root.join("Cargo.toml");
    println!("cargo::rerun-if-changed={}", manifest.display());
    fs::write(out.join("Cargo.toml"), workspace(&fs::read_to_string(manifest)?))?;
    add(&mut list, "Cargo.toml", &out.join("Cargo.toml"));
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        add(&mut list, licence, &root.join(licence));
    }
    list.push_str("];\n");
    let lock = root.join("Cargo.lock");
    list.push_str(&format!("pub(super) const LOCK: &[u8] = include_bytes!({:?});\n", lock.display().to_string()));
    fs::write(out.join("engine.rs"), list)
}

fn add(list: &mut String, path: &str, file: &Path) {
    list.push_str(&format!("    ({path:?}, include_bytes!({:?})),\n", file.display().to_string()));
}

/// Returns the manifest of a workspace that has the engine's crates alone, from that of the repository.
fn workspace(manifest: &str) -> String {
    let members = CRATES.map(|name| format!("{name:?}")).join(", ");
    let mut workspace = format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n");
    // The settings before the first section are replaced; profiles are those of the game.
    let sections = manifest.split_inclusive('\n').skip_while(|line| !line.starts_with("[workspace.package]"));
    for line in sections.take_while(|line| !line.starts_with("[profile")) {
        let is_outside = line.contains("path = ") && !line.contains("path = \"engine/");
        if !is_outside {
            workspace.push_str(&line.replace("path = \"engine/", "path = \""));
        }
    }
    workspace
}

/// Returns a source file without its tests, where they are its end.
fn without_tests(file: &[u8]) -> Option<&str> {
    let (code, tests) = str::from_utf8(file).ok()?.split_once(TESTS)?;
    let is_inside = |line: &str| line.is_empty() || line.starts_with(' ');
    tests.strip_suffix("\n}\n")?.lines().all(is_inside).then_some(code)
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if UNUSED.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        if path.is_dir() {
            find(&path, files)?;
        } else if !path.is_symlink() {
            // Links lead to the licences of the repository, which the engine has once.
            files.push(path);
        }
    }
    Ok(())
}
