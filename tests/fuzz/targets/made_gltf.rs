//! Valid exports of figures with tables, a few bytes of the document or its buffer changed: what is still imported is sound.

#![no_main]

use keitai_exchange::gltf::read::{self, read};
use keitai_exchange::gltf::{Options, Packaging, write};
use keitai_exchange::{Content, Export};
use keitai_fuzz::made;
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

/// Bytes before the document of a GLB file.
const HEADER: usize = 20;

fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let (figure, table) = made::figure(input)?;
    let tables = [("walk".to_owned(), table)];
    let bones = &[];
    let content = Content { name: "figure", figure: &figure, bones, textures: &[], tables: &tables, sphere: None };
    let export = write(&content, "figure.glb", Packaging::Binary, &Options::default());
    let Ok(Export { mut files, .. }) = export else { return Ok(()) };
    let (_, bytes) = files.swap_remove(0);
    let mut bytes = bytes;
    made::edit(input, &mut bytes, HEADER)?;
    let options = read::Options { dither: input.arbitrary()?, ..read::Options::default() };
    let Some(import) = read(&bytes, &mut |_| None, &options).document else { return Ok(()) };
    import.made.figure.check().expect("an imported figure is sound");
    for (_, table) in &import.tables {
        table.check().expect("an imported table is sound");
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    let _ = run(&mut Unstructured::new(data));
});
