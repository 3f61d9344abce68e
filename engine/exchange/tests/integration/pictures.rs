//! Conversion of pictures to textures and back.

use ::png::BitDepth::{self, Eight, Four, Sixteen, Two};
use ::png::ColorType;
use keitai_exchange::picture::{self, PictureFile, png_size, write_png};
use keitai_exchange::{Memory, Result};
use keitai_formats::{ReadOptions, Report, Rgb, Texture};

fn read(data: &[u8], options: &ReadOptions) -> Result<Report<Texture>> {
    picture::read(data, options, &Memory::unlimited())
}

fn load(data: &[u8], options: &ReadOptions) -> Result<PictureFile> {
    picture::load(data, options, &Memory::unlimited())
}

const RED: Rgb = Rgb { r: 200, g: 0, b: 0 };
const GREEN: Rgb = Rgb { r: 0, g: 200, b: 0 };
const BLUE: Rgb = Rgb { r: 0, g: 0, b: 200 };

fn texture() -> Texture {
    Texture { width: 3, height: 2, palette: vec![RED, GREEN, BLUE], texels: vec![0, 1, 2, 2, 1, 0] }
}

fn png(kind: ColorType, depth: BitDepth, [width, height]: [u32; 2], trns: &[u8], rows: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(kind);
    encoder.set_depth(depth);
    if kind == ColorType::Indexed {
        encoder.set_palette(vec![200, 0, 0, 0, 200, 0, 0, 0, 200]);
    }
    if !trns.is_empty() {
        encoder.set_trns(trns.to_vec());
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(rows).unwrap();
    writer.finish().unwrap();
    bytes
}

fn indexed(depth: BitDepth, trns: &[u8], rows: &[u8]) -> Texture {
    let bytes = png(ColorType::Indexed, depth, [3, 2], trns, rows);
    let read = read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(read.diagnostics, []);
    read.document
}

#[test]
fn an_alpha_beyond_the_palette_moves_no_colour() {
    let texels = [0, 1, 2, 2, 1, 0];
    assert_eq!(indexed(Eight, &[255, 255, 255, 0], &texels), texture());
}

#[test]
fn a_texture_is_the_same_after_png_and_back() {
    let bytes = write_png(&texture()).unwrap();
    assert_eq!(read(&bytes, &ReadOptions::default()).unwrap().document, texture());
    // Index 5 is beyond the palette and black.
    let beyond = Texture { texels: vec![0, 5, 0, 0, 0, 0], ..texture() };
    let read = read(&write_png(&beyond).unwrap(), &ReadOptions::default()).unwrap().document;
    assert_eq!((read.texels, read.palette.len(), read.palette[5]), (beyond.texels, 6, Rgb::default()));
}

#[test]
fn bytes_of_no_picture_are_no_damaged_bmp() {
    let told = |data: &[u8]| load(data, &ReadOptions::default()).unwrap_err().to_string();
    assert_eq!(told(b""), "the file is empty");
    assert_eq!(told(b"<html>"), "header at byte 0: not the start of any known format");
}

#[test]
fn palettes_are_kept_in_every_depth() {
    assert_eq!(indexed(Eight, &[], &[0, 1, 2, 2, 1, 0]), texture());
    assert_eq!(indexed(Four, &[], &[0x01, 0x20, 0x21, 0x00]), texture());
    assert_eq!(indexed(Two, &[], &[0b0001_1000, 0b1001_0000]), texture());
}

#[test]
fn a_transparent_colour_becomes_index_0() {
    let rows = [0, 1, 2, 2, 1, 0];
    assert_eq!(indexed(Eight, &[0], &rows), texture(), "it has index 0 already");
    let second = indexed(Eight, &[255, 127], &rows);
    assert_eq!((second.palette, second.texels), (vec![GREEN, RED, BLUE], vec![1, 0, 2, 2, 0, 1]));
    let two = indexed(Eight, &[255, 0, 0], &rows);
    assert_eq!((two.palette, two.texels), (vec![GREEN, RED, BLUE], vec![1, 0, 0, 0, 0, 1]));
    assert_eq!(indexed(Eight, &[255, 128, 255], &rows), texture(), "half and more is opaque");
}

#[test]
fn colours_of_any_kind_of_png_get_a_palette() {
    let read = |bytes: &[u8]| read(bytes, &ReadOptions::default()).unwrap();
    let rgba = png(ColorType::Rgba, Eight, [2, 1], &[], &[9, 8, 7, 255, 1, 2, 3, 0]);
    let texture = read(&rgba).document;
    assert_eq!((texture.texels, texture.palette[1]), (vec![1, 0], Rgb { r: 9, g: 8, b: 7 }));
    let grey = png(ColorType::Grayscale, Sixteen, [2, 1], &[], &[0x80, 0, 0xFF, 0xFF]);
    assert_eq!(read(&grey).document.palette[1..], [0x80, 0xFF].map(|v| Rgb { r: v, g: v, b: v }));
    // 400 colours do not fit.
    let rows: Vec<u8> = (0..400_u32).flat_map(|n| [(n % 20 * 12) as u8, (n / 20 * 12) as u8, 40]).collect();
    let many = read(&png(ColorType::Rgb, Eight, [20, 20], &[], &rows));
    assert!(many.document.palette.len() <= 256 && many.document.texels.iter().all(|index| *index > 0));
    assert!(many.diagnostics[0].to_string().contains("K028"), "{:?}", many.diagnostics);
}

#[test]
fn colours_far_from_a_given_palette_are_a_warning() {
    let grey = png(ColorType::Grayscale, Eight, [2, 1], &[], &[100, 200]);
    let code = |levels: [u8; 3]| {
        let palette = levels.map(|level| Rgb { r: level, g: level, b: level });
        let report = load(&grey, &ReadOptions::default()).unwrap().quantised(Some(&palette), false);
        report.diagnostics.iter().map(|found| found.rule.code).collect::<Vec<_>>()
    };
    assert_eq!(code([0, 100, 200]), [""; 0], "none has changed");
    assert_eq!([code([0, 60, 200]), code([0, 59, 200])], [["K028"], ["K030"]]);
}

#[test]
fn a_bitmap_without_a_palette_is_loaded_and_not_read() {
    let mut bmp = b"BM\x3A\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0".to_vec();
    bmp.resize(54, 0);
    bmp.extend([3, 2, 1, 0]);
    assert!(read(&bmp, &ReadOptions::default()).unwrap_err().to_string().contains("indexed colours"));
    let loaded = load(&bmp, &ReadOptions::default()).unwrap().quantised(None, false).document;
    assert_eq!((loaded.texels, loaded.palette[1]), (vec![1], Rgb { r: 1, g: 2, b: 3 }));
}

#[test]
fn another_palette_keeps_its_order_and_the_key() {
    let old = [RED, BLUE, GREEN];
    let mapped = PictureFile::Indexed(Report::new(texture(), vec![])).quantised(Some(&old), false);
    // Index 0 stays the key; green and blue change their places.
    assert_eq!((mapped.document.texels, mapped.document.palette), (vec![0, 2, 1, 1, 2, 0], old.to_vec()));
    assert_eq!(mapped.diagnostics, []);
}

#[test]
fn a_palette_may_end_within_a_colour() {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, 4, 1);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(Two);
    encoder.set_palette((0..8).collect::<Vec<u8>>());
    encoder.write_header().unwrap().write_image_data(&[0b00_01_10_11]).unwrap();
    let read = read(&bytes, &ReadOptions::default()).unwrap().document;
    assert_eq!(read.palette, [Rgb { r: 0, g: 1, b: 2 }, Rgb { r: 3, g: 4, b: 5 }]);
    assert_eq!(read.texels, [0, 1, 2, 3]);
}

#[test]
fn the_size_of_a_png_is_known_without_its_pixels() {
    let file = png(ColorType::Grayscale, Eight, [300, 2], &[], &[0; 600]);
    assert_eq!(png_size(&file[..40]), Some([300, 2]));
    assert_eq!(png_size(b"\x89PNG\r\n\x1a\n"), None);
}

#[test]
fn the_size_of_a_texture_is_known_where_it_can_be_read() {
    let options = ReadOptions::default();
    let indexed = write_png(&texture()).unwrap();
    let grey = png(ColorType::Grayscale, Eight, [250, 2], &[], &[0; 500]);
    let wide = png(ColorType::Grayscale, Eight, [257, 1], &[], &[0; 257]);
    let bmp = keitai_formats::bmp::write(&texture()).unwrap();
    for file in [&indexed[..], &grey, &wide, &bmp, &bmp[..60], &grey[..60], b"text"] {
        let whole = read(file, &options).map(|report| [report.document.width, report.document.height]);
        assert_eq!(picture::texture_size(file, &options, &Memory::unlimited()).ok(), whole.ok());
    }
    assert_eq!(picture::texture_size(&grey, &options, &Memory::unlimited()).ok(), Some([250, 2]));
}

#[test]
fn sizes_are_checked_before_memory_is_taken() {
    let wide = png(ColorType::Grayscale, Eight, [257, 1], &[], &[0; 257]);
    let error = read(&wide, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("width: expected at most 256, found 257"), "{error}");
    let unlimited = ReadOptions::UNLIMITED;
    assert_eq!(read(&wide, &unlimited).unwrap().document.width, 257);
    // The header with another size, and the check sum of its name and its 13 bytes.
    let mut endless = wide;
    endless[16..24].copy_from_slice(&[0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF]);
    let mut sum = flate2::Crc::new();
    sum.update(&endless[12..29]);
    endless[29..33].copy_from_slice(&sum.sum().to_be_bytes());
    let error = read(&endless, &unlimited).unwrap_err().to_string();
    assert!(error.contains("pixels"), "{error}");
    assert!(read(b"\x89PNG\r\n\x1a\n", &unlimited).is_err());
}
