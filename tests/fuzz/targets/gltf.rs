//! glTF: never a panic; a figure that is imported passes the check, and can be exported again.

#![no_main]

use keitai_exchange::gltf::{Options, Packaging, read, write};
use keitai_exchange::import;
use keitai_formats::Content;
use keitai_formats::Policy;
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let options = import::Options { patterns: data.len() % 2 == 1, ..import::Options::default() };
    let report = read(data, &mut |_| None, &options).under(Policy::default());
    let Some(content) = report.document.flatten() else { return };
    content.figure.check().expect("an imported figure is sound");
    for (_, table) in &content.tables {
        table.check().expect("an imported table is sound");
    }
    let content = Content { name: "figure".to_owned(), ..content };
    let _ = write(&content, "figure.glb", Packaging::Binary, &Options::default());
});
