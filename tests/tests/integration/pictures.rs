//! Pictures drawn by the original, compared with ours pixel by pixel.

use keitai_render::{Backend, Compat, PixelFormat};
use keitai_tests::{Picture, corpus, draw, references, shots};
use std::path::Path;

/// Draws all pictures of a folder of vectors, prints a line for each that differs and what its index says of it, and writes it
/// below `target/tmp/vectors`. Returns the number of pictures, and each different one with its number of pixels.
fn different(folder: &Path, compat: Compat) -> (usize, Vec<(String, usize)>) {
    let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap();
    let (mut pictures, mut different) = (0, Vec::new());
    for shot in shots(folder) {
        let name = shot.file_stem().unwrap().to_string_lossy().into_owned();
        let references = references(&shot);
        assert!(!references.is_empty(), "{name} has no picture");
        let about = index.lines().find_map(|line| line.split_once('\t').filter(|(of, _)| *of == name));
        let about = about.and_then(|(_, rest)| rest.split('\t').next()).unwrap_or_default();
        for (k, path) in references {
            pictures += 1;
            let drawn = Picture::from(&draw(&shot, k, Some(compat), Backend::Authentic));
            let wrong = Picture::read(&path).different_from(&drawn);
            if wrong != 0 {
                drawn.write(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("vectors").join(path.file_name().unwrap()));
                println!("{name:26} frame {k:3}: {wrong:6} pixels differ ({about})");
                different.push((name.clone(), wrong));
            }
        }
    }
    println!("{}: {} of {pictures} pictures differ", folder.display(), different.len());
    (pictures, different)
}

#[test]
fn the_phone_engine() {
    let Some(corpus) = corpus() else { return };
    let compat = Compat { pixel_format: PixelFormat::Rgb888, ..Compat::engine() };
    assert_eq!(different(&corpus.join("vectors/engine"), compat), (100, Vec::new()));
    // Shots drawn at random; what differs is open, and most of it has numbers that no game has.
    let (pictures, mut different) = different(&corpus.join("vectors/engine_r4"), compat);
    different.retain(|(name, _)| !name.starts_with("c_"));
    assert_eq!((pictures, different), (86, Vec::new()));
}

#[test]
fn the_viewer() {
    let Some(corpus) = corpus() else { return };
    for (folder, pictures) in [("viewer", 108), ("viewer_more", 19), ("viewer_r3", 65), ("viewer_r4", 24)] {
        let found = different(&corpus.join("vectors").join(folder), Compat::viewer());
        assert_eq!(found, (pictures, Vec::new()));
    }
}
