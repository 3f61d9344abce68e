//! Harness for tests that span crates: where real content is found, how pictures are compared, and what the renderer
//! is held against.
#![allow(clippy::print_stdout, clippy::print_stderr)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a harness: whatever is wrong fails the test

pub mod case;
pub mod oracle;
mod picture;
pub mod random;
pub mod sketch;

pub use picture::{read_png, write_png};

use keitai_render::{Backend, Clip, Compat, Framebuffer};
use keitai_runtime::Settings;
use keitai_runtime::shot::{Player, Shot};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder of real content, from `KEITAI_CORPUS`; says so on stderr when it is not set.
pub fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("KEITAI_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: KEITAI_CORPUS is not set");
    }
    folder
}

/// Loads a shot file; `compat` wins over its own settings.
///
/// # Panics
/// When the shot cannot be played.
pub fn player(path: &Path, compat: Option<Compat>, backend: Backend) -> Player {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let shot = Shot::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let folder = path.parent().unwrap();
    let read = |name: &str| fs::read(folder.join(name));
    let settings = Settings { compat, backend: Some(backend), ..Settings::default() };
    Player::new(&shot, &settings, read).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Draws frame `k` of a shot file.
///
/// # Panics
/// When the shot cannot be played.
pub fn draw(path: &Path, k: i32, compat: Option<Compat>, backend: Backend) -> Framebuffer {
    let mut player = player(path, compat, backend);
    let mut framebuffer = player.framebuffer();
    player.draw(k, &mut framebuffer).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    framebuffer
}

/// Checks that drawing has changed a picture inside the clip only, and that every pixel is a colour.
///
/// # Panics
/// When the check fails.
pub fn assert_clipped(before: &Framebuffer, after: &Framebuffer, clip: Clip) {
    let Clip { left, top, right, bottom } = clip;
    let width = before.width() as usize;
    let (from, to) = (left.max(0) as usize, right.max(left).max(0) as usize);
    let rows = after.pixels().chunks_exact(width).zip(before.pixels().chunks_exact(width));
    for (y, (after, before)) in (0..).zip(rows) {
        // Whole parts of a row are compared at once: the fuzzer does this for every input.
        let unchanged = if (top..bottom).contains(&y) {
            after[..from.min(width)] == before[..from.min(width)] && after[to.min(width)..] == before[to.min(width)..]
        } else {
            after == before
        };
        assert!(unchanged, "row {y}: pixels outside {clip:?} were drawn\n{before:06x?}\n{after:06x?}");
    }
    let all = after.pixels().iter().fold(0, |all, pixel| all | pixel);
    assert!(all < 1 << 24, "a pixel is no colour: the bits of all are {all:08x}");
}

/// Returns the shot files of a folder, in order.
///
/// # Panics
/// When the folder cannot be read.
pub fn shots(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut shots: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    shots.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    shots.sort();
    shots
}

/// Returns the shots of the cases, and those in folders of the real content where it is available.
pub fn all_shots(folders: &[&str]) -> Vec<PathBuf> {
    let real = corpus().into_iter().flat_map(|corpus| {
        folders.iter().flat_map(move |folder| shots(&corpus.join("vectors").join(folder))).collect::<Vec<_>>()
    });
    case::shots().into_iter().chain(real).collect()
}

/// Returns the pictures `<shot>_k<N>.png` beside a shot, with their N.
pub fn references(shot: &Path) -> Vec<(i32, PathBuf)> {
    let stem = shot.file_stem().unwrap().to_string_lossy().into_owned();
    let mut list: Vec<(i32, PathBuf)> = fs::read_dir(shot.parent().unwrap())
        .unwrap()
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            let k = path
                .file_name()?
                .to_str()?
                .strip_prefix(&stem)?
                .strip_prefix("_k")?
                .strip_suffix(".png")?
                .parse()
                .ok()?;
            Some((k, path))
        })
        .collect();
    list.sort();
    list
}
