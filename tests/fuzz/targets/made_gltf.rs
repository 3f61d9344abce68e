//! Valid exports of figures with tables, a few bytes of the document or its buffer changed: what is still imported is valid.

#![no_main]

use keitai_formats::Content;
use std::cell::RefCell;
use std::collections::BTreeMap;

use fastrand::Rng;
use keitai_exchange::gltf::{Options, Packaging, read, write};
use keitai_exchange::{Export, import};
use keitai_fuzz::made;
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

/// Bytes before the document of a GLB file.
const HEADER: usize = 20;
/// Exports that are edited. Each is written once, because writing takes twice as long as reading.
const EXPORTS: u16 = 4096;

thread_local! {
    static WRITTEN: RefCell<BTreeMap<u16, Vec<u8>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Writes the export with this number, or nothing where its figure cannot be written.
fn export(number: u16) -> Vec<u8> {
    let mut choices = [0; 16];
    Rng::with_seed(number.into()).fill(&mut choices);
    let Ok((figure, table)) = made::figure(&mut Unstructured::new(&choices)) else { return Vec::new() };
    let tables = [("walk".to_owned(), table)];
    let content = Content { name: "figure".to_owned(), figure, tables: tables.into(), ..Content::default() };
    match write(&content, "figure.glb", Packaging::Binary, &Options::default()) {
        Ok(Export { mut files, .. }) => files.swap_remove(0).1,
        Err(_) => Vec::new(),
    }
}

fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let number = input.int_in_range(0..=EXPORTS - 1)?;
    let mut bytes = WRITTEN.with_borrow_mut(|written| written.entry(number).or_insert_with(|| export(number)).clone());
    made::edit(input, &mut bytes, HEADER)?;
    let options = import::Options { dither: input.arbitrary()?, ..import::Options::default() };
    let Some(content) = read(&bytes, &mut |_| None, &options).document else { return Ok(()) };
    content.figure.check().expect("an imported figure is sound");
    for (_, table) in &content.tables {
        table.check().expect("an imported table is sound");
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    let _ = run(&mut Unstructured::new(data));
});
