//! Draws a sheet of the screens of all sample games, as in the smallest window, and one as in a window of the usual size.
//!
//! `cargo run -p tin-sumo --example sheet -- FOLDER [WORD]` writes `small.png` and `usual.png`: of all screens, or of those whose
//! names have the word, such as `rally`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use keitai::Framebuffer;
use keitai::picture::encode_png;

#[path = "../tests/integration/tour.rs"]
mod tour;

const COLUMNS: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = std::path::Path::new(arguments.first().ok_or("FOLDER [WORD]")?);
    let word = arguments.get(1).map_or("", String::as_str);
    let mut pictures: Vec<Framebuffer> = Vec::new();
    for shown in tour::tour().into_iter().filter(|shown| shown.name.contains(word)) {
        if !pictures.contains(&shown.picture) {
            println!("{}: {}", pictures.len(), shown.name);
            pictures.push(shown.picture);
        }
    }
    for (name, scale) in [("small.png", 1), ("usual.png", 2)] {
        std::fs::write(folder.join(name), encode_png(&sheet(&pictures, scale))?)?;
    }
    Ok(())
}

/// Draws pictures side by side, each pixel as a square.
fn sheet(pictures: &[Framebuffer], scale: usize) -> Framebuffer {
    let (width, height) = (240 * scale, 320 * scale);
    let rows = pictures.len().div_ceil(COLUMNS);
    let mut sheet = Framebuffer::new((width * COLUMNS) as u32, (height * rows) as u32);
    let pixels = sheet.pixels_mut();
    for (number, picture) in pictures.iter().enumerate() {
        let (left, top) = (number % COLUMNS * width, number / COLUMNS * height);
        for y in 0..height {
            let line = &picture.pixels()[y / scale * 240..][..240];
            let start = (top + y) * width * COLUMNS + left;
            for (x, pixel) in pixels[start..start + width].iter_mut().enumerate() {
                *pixel = line[x / scale];
            }
        }
    }
    sheet
}
