//! Broken files: every prefix of a small file, and every change of a bit or of a byte to an end of its range, gives a
//! document or a typed error. The fuzzer changes more. The allocator of this program has a ceiling of 64 MiB, so that a
//! reader that takes more is stopped. The ceiling applies to the whole process, so these tests are a program of their
//! own.
//!
//! The files are the fuzzer's seeds, and the small ones of a corpus outside the repository, when `KEITAI_CORPUS` names
//! one.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // errors fail the test

use std::alloc::System;
use std::fs;
use std::path::{Path, PathBuf};

use cap::Cap;
use keitai_formats::{ReadOptions, bac, bck, bmp, mbac, mtra, recognise, tra};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, 64 << 20);

/// Size of the largest corpus file that is broken; larger ones take long and break no other code.
const SMALL: u64 = 400;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Reads the bytes with every reader of binary files.
fn read(data: &[u8]) {
    let unlimited = ReadOptions::UNLIMITED;
    if let Ok(loaded) = mbac::read_with(data, &unlimited) {
        loaded.document.check().unwrap();
    }
    if let Ok(loaded) = mtra::read(data) {
        loaded.document.check().unwrap();
    }
    let _ = bmp::read_with(data, &unlimited);
    let _ = bmp::read_colours(data, &unlimited);
    if let Ok(loaded) = bck::read(data) {
        let _ = loaded.document.sample(0, 1.5);
    }
    let _ = recognise(data);
}

/// Cuts a file at every byte, and replaces every byte by each of `values`.
fn break_bytes(file: &[u8], read: fn(&[u8]), values: impl Fn(u8) -> Vec<u8>) {
    for length in 0..file.len() {
        read(&file[..length]);
    }
    let mut broken = file.to_vec();
    for (index, &byte) in file.iter().enumerate() {
        for value in values(byte) {
            broken[index] = value;
            read(&broken);
        }
        broken[index] = byte;
    }
}

/// Breaks a file of the kind that its extension names; returns `false` for other kinds.
fn break_file(kind: &str, file: &[u8]) -> bool {
    let bits_and_ends = |byte| (0..8).map(|bit| byte ^ (1 << bit)).chain([0, 1, 0x7F, 0x80, 0xFE, 0xFF]).collect();
    // The bytes that have a meaning in the grammar.
    let grammar = |_| b"()\";-9\n\0\xFF".to_vec();
    match kind {
        "mbac" | "mtra" | "bmp" | "bck" => break_bytes(file, read, bits_and_ends),
        "bac" => break_bytes(file, |text| drop(bac::read(text)), grammar),
        "tra" => break_bytes(file, |text| drop(tra::read(text)), grammar),
        _ => return false,
    }
    true
}

#[test]
fn seeds_of_the_fuzzer() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds");
    for kind in ["mbac", "mtra", "bmp", "bck", "bac", "tra"] {
        let paths = files(&seeds.join(kind));
        assert!(!paths.is_empty(), "no seeds for {kind}");
        for path in paths {
            break_file(kind, &fs::read(path).unwrap());
        }
    }
}

#[test]
fn files_of_the_corpus() {
    let Some(root) = std::env::var_os("KEITAI_CORPUS") else {
        println!("skipped: KEITAI_CORPUS is not set");
        return;
    };
    let small = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() <= SMALL);
    let paths = files(Path::new(&root)).into_iter().filter(small);
    // One thread: several wait for each other at every allocation, which the ceiling counts.
    let kinds = paths.filter_map(|path| Some((path.extension()?.to_str()?.to_owned(), path)));
    let broken = kinds.filter(|(kind, path)| break_file(kind, &fs::read(path).unwrap())).count();
    assert!(broken > 100, "{broken} small files in the corpus");
}
