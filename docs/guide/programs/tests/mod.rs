//! The pages with programs, scenes and pictures hold what the programs and scenes are and draw today.
//!
//! `KEITAI_BLESS=1` rewrites pictures, records and the gallery.

mod chapters;
mod figure_text;
mod gallery;

use std::fs;
use std::path::{Path, PathBuf};

use super::*;

/// Returns the folder of the guide. Tests, like the programs, start in the folder of the repository.
fn guide() -> PathBuf {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::env::set_current_dir(guide.join("../..")).unwrap();
    guide.to_owned()
}

fn blesses() -> bool {
    std::env::var_os("KEITAI_BLESS").is_some_and(|value| value == "1")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the blocks of code in a language, each with its lines.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    // The block that is open, and whether it is of the language.
    let mut open: Option<(bool, String)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(start), None) => open = Some((start == language, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take().filter(|(counts, _)| *counts).map(|(_, block)| block)),
            (None, Some((_, block))) => block.extend([line, "\n"]),
            (None, None) => (),
        }
    }
    blocks
}

/// Compares texts line by line, without empty lines: those between two blocks are not in the page.
fn assert_same(what: &str, page: &str, file: &str) {
    let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    let (page, file) = (lines(page), lines(file));
    let other = page.iter().zip(&file).find(|(page, file)| page != file);
    assert_eq!(other, None, "{what}: the page and the file differ");
    assert_eq!(page.len(), file.len(), "{what}: the page and the file have different numbers of lines");
}

/// Opens a scene with the settings that a program has without options.
fn open(scene: &Path) -> Stage {
    let (source, path) = locate(scene).unwrap();
    Stage::open(source, &path, &Settings::default()).unwrap_or_else(|error| panic!("{}: {error}", scene.display()))
}

fn picture_after(stage: &mut Stage, ticks: u32) -> Framebuffer {
    for _ in 0..ticks {
        stage.tick(&[]);
    }
    let mut picture = stage.framebuffer();
    stage.draw(&mut picture);
    picture
}

/// Returns size and bytes of a picture. Its file depends on the compressor, which other crates of the build may choose.
fn pixels(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    (frame.width, frame.height, pixels)
}

/// Compares a file of a page with its content of today, or rewrites it.
fn assert_file(path: &Path, content: &[u8]) {
    if blesses() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let found = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let is_picture = path.extension().is_some_and(|ending| ending == "png");
    assert!(
        if is_picture { pixels(&found) == pixels(content) } else { found == content },
        "{} is not what it would be today: see the head of docs/guide/programs/tests",
        path.display()
    );
}
