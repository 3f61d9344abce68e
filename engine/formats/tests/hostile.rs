//! Broken files: every prefix and every change of a single byte of small files gives a document or a typed error. The
//! allocator of this program has a ceiling of 64 MiB, so that a reader that takes more is stopped.
//!
//! Besides files of its own, the test breaks the small ones of a corpus outside the repository, when `KEITAI_CORPUS`
//! names one.

#![allow(clippy::unwrap_used)]

use std::alloc::System;
use std::fs;
use std::path::PathBuf;

use cap::Cap;
use keitai_formats::{
    Action, ActionTable, Bone, Figure, Limits, Material, Pattern, PolygonRun, ReadOptions, RollKey, Texture,
    TexturedPolygon, Track, VectorKey, bac, bck, bmp, mbac, mtra, recognise, tra,
};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, 64 << 20);

/// Larger files would take long and have nothing more to break.
const SMALL: usize = 600;

/// Hands the bytes to every reader that could take them for its own.
fn read(data: &[u8]) {
    let unlimited = ReadOptions { limits: Limits::NONE, ..ReadOptions::default() };
    if let Ok(loaded) = mbac::read(data, &unlimited) {
        loaded.document.check().unwrap();
    }
    if let Ok(loaded) = mtra::read(data, &unlimited) {
        loaded.document.check().unwrap();
    }
    let _ = bmp::read(data, &unlimited);
    if let Ok(loaded) = bck::read(data, &unlimited) {
        let _ = loaded.document.sample(0, 1.5);
    }
    let _ = recognise(data);
}

fn break_everywhere(file: &[u8]) {
    for length in 0..file.len() {
        read(&file[..length]);
    }
    let mut broken = file.to_vec();
    for index in 0..file.len() {
        for _ in 0..=255 {
            broken[index] = broken[index].wrapping_add(1);
            read(&broken);
        }
    }
}

/// Texts have many bytes that mean nothing; these replacements are the ones that do.
fn break_text(text: &[u8], read: fn(&[u8])) {
    for length in 0..text.len() {
        read(&text[..length]);
    }
    let mut broken = text.to_vec();
    for index in 0..text.len() {
        for value in *b"()\";-9\n\0\xFF" {
            broken[index] = value;
            read(&broken);
        }
        broken[index] = text[index];
    }
}

fn figure(version: u16) -> Vec<u8> {
    let polygon = TexturedPolygon { material: Material(0), vertices: [0, 1, 2], texels: [[1, 2]; 3] };
    let mut figure = Figure {
        version,
        vertices: vec![[0, 0, 0], [300, 0, 0], [0, 20, -5000]],
        texture_count: 1,
        patterns: vec![Pattern { textures: vec![PolygonRun { triangles: 1, quads: 0 }], ..Pattern::default() }],
        bones: vec![Bone { vertex_count: 3, ..Bone::default() }],
        trailer: Some(Default::default()),
        ..Figure::default()
    };
    figure.polygons.textured_triangles.push(polygon);
    mbac::write(&figure).unwrap()
}

fn action_table() -> Vec<u8> {
    let vectors = vec![VectorKey { frame: 0, value: [1, 2, 3] }, VectorKey { frame: 9, value: [0; 3] }];
    let rolls = vec![RollKey { frame: 0, angle: 5 }];
    let tracks = vec![
        Track::Matrix(Default::default()),
        Track::Scaled { translate: vectors.clone(), scale: vectors.clone(), rotate: vectors, roll: rolls },
    ];
    let action = Action { last_frame: 9, tracks, ..Action::default() };
    let table = ActionTable { version: 5, bone_count: 2, actions: vec![action], trailer: Some(Default::default()) };
    mtra::write(&table).unwrap()
}

#[test]
fn files_of_our_own() {
    let texture = Texture { width: 5, height: 3, palette: vec![Default::default(); 4], texels: vec![3; 15] };
    let files = [figure(3), figure(4), figure(5), action_table(), bmp::write(&texture).unwrap()];
    files.iter().for_each(|file| break_everywhere(file));
    break_text(include_bytes!("../../../tests/fuzz/seeds/bac/wedge"), |text| drop(bac::read(text)));
    break_text(include_bytes!("../../../tests/fuzz/seeds/tra/nod"), |text| drop(tra::read(text)));
}

#[test]
fn files_of_the_corpus() {
    let Some(root) = std::env::var_os("KEITAI_CORPUS") else {
        println!("skipped: KEITAI_CORPUS is not set");
        return;
    };
    let mut broken = 0;
    let mut folders = vec![PathBuf::from(root)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let file = fs::read(&path).unwrap();
            if file.len() > SMALL {
                continue;
            }
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("mbac" | "mtra" | "bmp" | "bck") => break_everywhere(&file),
                Some("bac") => break_text(&file, |text| drop(bac::read(text))),
                Some("tra") => break_text(&file, |text| drop(tra::read(text))),
                _ => continue,
            }
            broken += 1;
        }
    }
    assert!(broken > 100, "{broken} small files in the corpus");
}
