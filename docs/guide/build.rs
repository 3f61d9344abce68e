//! Writes the programs of the guide's chapters and of docs/bac.md to files in `OUT_DIR`. The pages are their source: a program is
//! all blocks of Rust of its page.
#![allow(clippy::print_stdout)] // Cargo reads the lines.

use std::path::PathBuf;
use std::{env, fs, io};

/// Pages, and the names of their programs. The program of the last chapter is a template of `keitai new`.
const PAGES: [(&str, &str); 9] = [
    ("01-robot.md", "robot"),
    ("02-steer.md", "steer"),
    ("03-scenes.md", "scenes"),
    ("04-actions.md", "actions"),
    ("05-tracks.md", "tracks"),
    ("06-menus.md", "menus"),
    ("07-sound.md", "sound"),
    ("08-records.md", "records"),
    ("../bac.md", "track_text"),
];

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR"))?);
    for (page, program) in PAGES {
        println!("cargo::rerun-if-changed={page}");
        let text = fs::read_to_string(page)?;
        let blocks = text.split("\n```rust\n").skip(1).filter_map(|block| block.split("\n```").next());
        // A file that is included has no comments about itself.
        let lines = blocks.flat_map(str::lines).filter(|line| !line.starts_with("//!"));
        fs::write(folder.join(program).with_extension("rs"), lines.collect::<Vec<_>>().join("\n"))?;
    }
    Ok(())
}
