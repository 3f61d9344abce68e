//! glTF: never a panic; a figure that is imported passes the check, and can be exported again.

#![no_main]

use keitai_exchange::Content;
use keitai_exchange::gltf::read::{self, read};
use keitai_exchange::gltf::{Options, Packaging, write};
use keitai_formats::Policy;
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let options = read::Options { patterns: data.len() % 2 == 1, ..read::Options::default() };
    let report = read(data, &mut |_| None, &options).under(Policy::default());
    let Some(import) = report.document.flatten() else { return };
    let figure = &import.made.figure;
    figure.check().expect("an imported figure is sound");
    for (_, table) in &import.tables {
        table.check().expect("an imported table is sound");
    }
    let textures: Vec<_> = import.textures.into_iter().map_while(|texture| texture).collect();
    let content = Content {
        name: "figure",
        figure,
        bones: &import.made.skeleton.bones,
        textures: &textures,
        tables: &import.tables,
        sphere: import.sphere.as_ref(),
    };
    let _ = write(&content, "figure.glb", Packaging::Binary, &Options::default());
});
