//! Models, archives and pictures of other programs.

#![no_main]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use fastrand::Rng;
use keitai_app::picture::encode_png;
use keitai_exchange::archive::{Archive, is_safe};
use keitai_exchange::gltf::{self, Packaging};
use keitai_exchange::picture::{self, PictureFile};
use keitai_exchange::scan::{Format, scan, scan_each};
use keitai_exchange::{Export, Memory, import, obj};
use keitai_formats::{Content, Dialect, Limits, Picture, Policy, ReadOptions, mbac, mtra};
use keitai_fuzz::{Target, chosen, made};
use keitai_render::Framebuffer;
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    chosen(&[
        ("archive", read_archive),
        ("scan", scan_bytes),
        ("gltf", read_gltf),
        ("obj", read_obj),
        ("picture", read_picture),
        ("made_gltf", |data| {
            let _ = made_gltf(&mut Unstructured::new(data));
        }),
        ("made_archive", |data| {
            let _ = made_archive(&mut Unstructured::new(data));
        }),
    ])
});

fuzz_target!(|data: &[u8]| TARGET(data));

/// No entry has more bytes than it states; an archive with an entry replaced can be read.
fn read_archive(data: &[u8]) {
    let Ok(archive) = Archive::open(data.to_vec()) else { return };
    let mut replaced = false;
    for entry in archive.entries() {
        assert!(!is_safe(&entry.name) || !entry.name.split('/').any(|part| part == ".."));
        match archive.read(&entry.name) {
            Ok(bytes) if !replaced => {
                replaced = true;
                assert!(bytes.len() < 1 << 23, "{} bytes from {}", bytes.len(), data.len());
                replace(&archive, &entry.name);
            }
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn replace(archive: &Archive, name: &str) {
    if let Ok(patched) = archive.with_replaced(name, b"new") {
        let again = Archive::open(patched).expect("what was written can be read");
        assert_eq!(again.read(name).expect("the new entry"), b"new");
    }
}

/// Files inside any bytes lie in order, and pictures can be loaded or are refused.
fn scan_bytes(data: &[u8]) {
    let mut end = 0;
    for hit in scan(data).into_iter().filter(|hit| hit.stream.is_none()) {
        assert!(hit.offset >= end && hit.size > 0);
        end = hit.offset + hit.size;
        if matches!(hit.format, Format::Kind(kind) if kind.is_texture())
            && let Some(loaded) = load(&data[hit.offset..end], 1024)
        {
            let texture = loaded.quantised(None, false).document;
            assert_eq!(texture.texels.len(), usize::from(texture.width) * usize::from(texture.height));
        }
    }
}

fn load(data: &[u8], texels: usize) -> Option<PictureFile> {
    let limits = Limits { texels, ..Limits::NONE };
    picture::load(data, &ReadOptions::new(limits, Dialect::Auto), &Memory::unlimited()).ok()
}

/// A figure that is imported passes the check, and can be exported again.
fn read_gltf(data: &[u8]) {
    let options = import::Options { patterns: data.len() % 2 == 1, ..import::Options::default() };
    let report = gltf::read(data, &mut |_| None, &options).under(Policy::default());
    let Some(content) = report.document.flatten() else { return };
    check(&content);
    let content = Content { name: "figure".to_owned(), ..content };
    let _ = gltf::write(&content, "figure.glb", Packaging::Binary, &gltf::Options::default());
}

fn check(content: &Content) {
    content.figure.check().expect("an imported figure is sound");
    for (_, table) in &content.tables {
        table.check().expect("an imported table is sound");
    }
}

/// A figure that is imported passes the check. A material library follows the first zero byte.
fn read_obj(data: &[u8]) {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let (text, library) = (parts.next().unwrap_or_default(), parts.next());
    let mut beside = |_: &str| library.map(<[u8]>::to_vec);
    let report = obj::read(text, &mut beside, &import::Options::default()).under(Policy::default());
    report.document.flatten().iter().for_each(check);
}

/// Pictures of `--ref`: what is read is written and read again the same.
fn read_picture(data: &[u8]) {
    /// The longest side of a picture that is read, pixels.
    const SIDE: usize = 256;
    let read = |data: &[u8]| -> Option<Picture> {
        Some(match load(data, SIDE)? {
            PictureFile::Indexed(report) => report.document.picture(),
            PictureFile::Colours(picture) => picture,
        })
    };
    let Some(mut picture) = read(data).filter(|picture| !picture.pixels.is_empty()) else { return };
    let mut frame = Framebuffer::new(picture.width.into(), picture.height.into());
    for (pixel, [r, g, b, _]) in frame.pixels_mut().iter_mut().zip(&picture.pixels) {
        *pixel = u32::from_be_bytes([0, *r, *g, *b]);
    }
    // Nothing is transparent in what is written.
    picture.pixels.iter_mut().for_each(|pixel| pixel[3] = 255);
    let written = encode_png(&frame).expect("what was read can be written");
    assert_eq!(read(&written), Some(picture));
}

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
    match gltf::write(&content, "figure.glb", Packaging::Binary, &gltf::Options::default()) {
        Ok(Export { mut files, .. }) => files.swap_remove(0).1,
        Err(_) => Vec::new(),
    }
}

/// Valid exports of figures with tables, a few bytes of the document or its buffer changed: what is still imported is
/// valid.
fn made_gltf(input: &mut Unstructured<'_>) -> Result<()> {
    /// Bytes before the document of a GLB file.
    const HEADER: usize = 20;
    let number = input.int_in_range(0..=EXPORTS - 1)?;
    let mut bytes = WRITTEN.with_borrow_mut(|written| written.entry(number).or_insert_with(|| export(number)).clone());
    made::edit(input, &mut bytes, HEADER)?;
    let options = import::Options { dither: input.arbitrary()?, ..import::Options::default() };
    gltf::read(&bytes, &mut |_| None, &options).document.iter().for_each(check);
    Ok(())
}

/// Valid archives of figures, tables and other bytes, a few bytes changed: what can be read has the stated size, a replaced
/// entry comes back, and a scan finds what lies inside.
fn made_archive(input: &mut Unstructured<'_>) -> Result<()> {
    let (figure, table) = made::figure(input)?;
    let mut files = Vec::new();
    for _ in 0..input.int_in_range(1..=4)? {
        let name: String = input.arbitrary()?;
        let bytes = match input.int_in_range(0..=3)? {
            0 => mbac::write(&figure).unwrap_or_default(),
            1 => mtra::write(&table).unwrap_or_default(),
            2 => Archive::pack(&[("17", input.arbitrary::<&[u8]>()?)]).unwrap_or_default(),
            _ => input.arbitrary::<&[u8]>()?.to_vec(),
        };
        files.push((name, bytes));
    }
    let Ok(mut bytes) = Archive::pack(&files) else { return Ok(()) };
    made::edit(input, &mut bytes, 0)?;
    scan_each(&bytes, &mut |hit, file| assert_eq!(hit.size, file.len()));
    let Ok(archive) = Archive::open(bytes) else { return Ok(()) };
    for entry in archive.entries() {
        let Ok(content) = archive.read(&entry.name) else { continue };
        assert_eq!(content.len() as u64, entry.size);
        replace(&archive, &entry.name);
    }
    Ok(())
}
