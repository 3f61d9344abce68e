//! Pictures of the cases, of the original pixel by pixel, and of all real content by their digests: the same in debug and
//! release builds.

use keitai_formats::{ReadOptions, bmp, mbac, mtra};
use keitai_render::{Backend, Compat, PixelFormat};
use keitai_tests::{case, corpus, draw, read_png, references, shots, write_png};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

const CONTENT: &str = "tests with real files, output of the vendor's converter and pictures of the vendor's viewer";

/// Prints whether the tests with real content run, and from which folder, past the harness, which hides what passing tests
/// print.
#[test]
fn real_content_runs_or_is_skipped() {
    let line = match std::env::var_os("KEITAI_CORPUS") {
        None => {
            format!("KEITAI_CORPUS is not set: skipped are {CONTENT}. To run them: KEITAI_CORPUS=FOLDER cargo test")
        }
        Some(folder) => {
            assert!(Path::new(&folder).join("corpus").is_dir(), "{} has no folder `corpus`", folder.display());
            format!("KEITAI_CORPUS is {}: {CONTENT} run", folder.display())
        }
    };
    writeln!(std::io::stderr(), "{line}").unwrap();
}

#[test]
fn every_case_draws_what_it_says() {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let failures: Vec<String> = case::folders().iter().flat_map(|folder| case::run(folder, &output)).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn files_of_the_cases_are_written_as_they_were_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let options = ReadOptions::default();
    let paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(paths.len(), 14);
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        let written = match path.extension().and_then(|ending| ending.to_str()) {
            Some("mbac") => mbac::write(&mbac::read_with(&bytes, &options).unwrap().document),
            Some("mtra") => mtra::write(&mtra::read(&bytes).unwrap().document),
            _ => bmp::write(&bmp::read_with(&bytes, &options).unwrap().document),
        };
        assert!(written.unwrap() == bytes, "{}", path.display());
    }
}

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
            let (picture, expected) = (draw(&shot, k, Some(compat), Backend::Authentic), read_png(&path));
            assert_eq!((picture.width(), picture.height()), (expected.width(), expected.height()), "size");
            let wrong = picture.pixels().iter().zip(expected.pixels()).filter(|(a, b)| a != b).count();
            if wrong != 0 {
                let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("vectors").join(path.file_name().unwrap());
                write_png(&picture, &file);
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
        let result = different(&corpus.join("vectors").join(folder), Compat::viewer());
        assert_eq!(result, (pictures, Vec::new()));
    }
}

/// Frame 0 of every shot, and the frames that others drew too.
#[test]
fn shots_of_real_content() {
    let Some(corpus) = corpus() else { return };
    let mut digests = String::from("shot\tframe\tauthentic\tenhanced\n");
    for folder in ["engine", "viewer", "viewer_more", "viewer_r3", "shots"] {
        for shot in shots(&corpus.join("vectors").join(folder)) {
            let frames: BTreeSet<i32> = references(&shot).into_iter().map(|(k, _)| k).chain([0]).collect();
            let name = shot.file_stem().unwrap().to_string_lossy();
            for k in frames {
                let [authentic, enhanced] =
                    [Backend::Authentic, Backend::Enhanced].map(|backend| draw(&shot, k, None, backend).digest());
                digests += &format!("{folder}/{name}\t{k}\t{authentic:016x}\t{enhanced:016x}\n");
            }
        }
    }
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/digests.tsv"), &digests);
}

/// Compares a text of one result per line with a recorded one, or records it when blessing. A difference names all lines
/// that differ.
fn check(path: &Path, text: &str) {
    if case::blessing() {
        return std::fs::write(path, text).unwrap();
    }
    let recorded = std::fs::read_to_string(path).unwrap();
    let missing = |line: &&str, of: &str| !of.lines().any(|other| other == *line);
    let gone = recorded.lines().filter(|line| missing(line, text)).map(|line| format!("recorded: {line}"));
    let new = text.lines().filter(|line| missing(line, &recorded)).map(|line| format!("drawn:    {line}"));
    let differences: Vec<String> = gone.chain(new).collect();
    assert!(differences.is_empty(), "{}:\n{}", path.display(), differences.join("\n"));
}
