//! Files inside other bytes.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use keitai_exchange::SoundFormat;
use keitai_exchange::picture::write_png;
use keitai_exchange::scan::{BlockScan, Format, Hit, scan, scan_each};
use keitai_formats::{Kind, Texture, mtra};

fn asset(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(name)).unwrap()
}

#[test]
fn figures_tables_and_pictures_are_found_with_their_sizes() {
    let texture = Texture { width: 2, height: 1, palette: vec![Default::default(); 2], texels: vec![0, 1] };
    let files = [
        (Kind::Figure, asset("robots/tin.mbac")),
        (Kind::ActionTable, asset("robots/tin.mtra")),
        (Kind::Texture, asset("robots/tin.bmp")),
        (Kind::Png, write_png(&texture).unwrap()),
        (Kind::Figure, asset("robots/kabuto.mbac")),
    ];
    // Between them lie bytes that look like the start of a file: magics alone, and a figure without its last byte.
    let cut = &files[0].1[..files[0].1.len() - 1];
    let between = [&b"BMMT\x05\0MB\x05\0\x02\x02\x03\x01"[..], cut, b"\x89PNG\r\n\x1a\n\0\0\0"].concat();
    let (mut blob, mut expected) = (vec![1, 2, 3], Vec::new());
    for (kind, bytes) in &files {
        expected.push(Hit { offset: blob.len(), size: bytes.len(), format: Format::Kind(*kind), stream: None });
        blob.extend(bytes);
        blob.extend(&between);
    }
    assert_eq!(scan(&blob), expected);
    assert_eq!(scan(b""), []);
}

#[test]
fn sounds_end_where_their_formats_say() {
    let chunk = |name: &str, size: [u8; 4], data: &[u8]| [name.as_bytes(), &size, data].concat();
    let track = chunk("MTrk", [0, 0, 0, 4], b"\0\xFF\x2F\0");
    // Frames of AMR speech of 12 bytes, of silence and of none.
    let speech = [&b"#!AMR\n\x04"[..], &[7; 12], b"\x44", &[7; 5], b"\x7C"].concat();
    // Pages of a segment of 9 bytes, the second of which is the last one.
    let page = |flags: u8| [&b"OggS\0"[..], &[flags], &[0; 20], b"\x01\x09", &[1; 9]].concat();
    let files = [
        (SoundFormat::Smaf, chunk("MMMD", [0, 0, 0, 5], b"CNTI1")),
        (SoundFormat::Mfi, chunk("melo", [0, 0, 0, 3], b"abc")),
        (SoundFormat::Wave, chunk("RIFF", [8, 0, 0, 0], b"WAVEfmt ")),
        (SoundFormat::Qcelp, chunk("RIFF", [8, 0, 0, 0], b"QLCMfmt ")),
        (SoundFormat::Midi, [chunk("MThd", [0, 0, 0, 6], b"\0\x01\0\x02\0\x60"), track.clone(), track].concat()),
        (SoundFormat::Imelody, b"BEGIN:IMELODY\r\nMELODY:c2\r\nEND:IMELODY\r\n".to_vec()),
        (SoundFormat::Amr, speech),
        (SoundFormat::Vorbis, [page(2), page(4)].concat()),
    ];
    let (mut blob, mut expected) = (b"melody, RIFF, MMMD, OggS, MThd, #!AMR\n\xFF".to_vec(), Vec::new());
    for (format, bytes) in &files {
        expected.push(Hit { offset: blob.len(), size: bytes.len(), format: Format::Sound(*format), stream: None });
        blob.extend(bytes);
        blob.extend(b"\xFFAEM");
    }
    assert_eq!(scan(&blob), expected);
    let alone = Hit { offset: 0, size: 8, format: Format::Sound(SoundFormat::Aem), stream: None };
    assert_eq!(scan(b"AEM tune"), [alone]);
}

#[test]
fn tables_without_a_trailer_are_found_among_other_bytes() {
    let mut table = mtra::read(&asset("robots/tin.mtra")).unwrap().document;
    table.version = 4;
    table.actions.iter_mut().for_each(|action| action.patterns.clear());
    // Version 3 has no pattern keys either, and a trailer is not required. A trailer has 20 bytes.
    let mut bytes = mtra::write(&table).unwrap();
    bytes[2] = 3;
    bytes.truncate(bytes.len() - 20);
    let blob = [&b"pack"[..], &bytes, b"\x01other bytes", &bytes, &[0; 9], &bytes].concat();
    let (size, format, stream) = (bytes.len(), Format::Kind(Kind::ActionTable), None);
    let expected = [4, 16 + size, 25 + 2 * size].map(|offset| Hit { offset, size, format, stream });
    assert_eq!(scan(&blob), expected);
}

#[test]
fn joint_animations_are_found_and_packed_streams_are_looked_into() {
    // One joint whose curves have no keys.
    let end = 0x40 + 54u32;
    let mut joints = [&b"J3D1bck1"[..], &(0x20 + end).to_be_bytes(), &1u32.to_be_bytes(), &[0xFF; 16]].concat();
    joints.extend([&b"ANK1"[..], &end.to_be_bytes(), &[0, 0, 0, 9, 0, 1, 0, 0, 0, 0, 0, 0]].concat());
    [0x40, end, end, end].iter().for_each(|offset| joints.extend(offset.to_be_bytes()));
    joints.resize((0x20 + end) as usize, 0);
    let figure = asset("robots/tin.mbac");
    let mut zlib = ZlibEncoder::new(b"head".to_vec(), Compression::fast());
    zlib.write_all(&[b"in", &figure[..]].concat()).unwrap();
    let mut blob = zlib.finish().unwrap();
    let animation =
        Hit { offset: blob.len(), size: joints.len(), format: Format::Kind(Kind::BoneAnimation), stream: None };
    blob.extend(&joints);
    let gzip_at = blob.len();
    let mut gzip = GzEncoder::new(blob, Compression::fast());
    gzip.write_all(&joints).unwrap();
    let blob = gzip.finish().unwrap();
    let packed = Hit { offset: 2, size: figure.len(), format: Format::Kind(Kind::Figure), stream: Some(4) };
    let expected = [packed, animation, Hit { offset: 0, stream: Some(gzip_at), ..animation }];
    assert_eq!(scan(&blob), expected);
}

/// Such bytes end in time, and are given up where every start costs much.
#[test]
fn bytes_that_begin_files_again_and_again_end_in_time() {
    for (blob, is_given_up) in [
        // A header that promises 21845 vertices and a wide first block, which the following headers fill.
        (b"MB\x05\0\x02\0\x03\x01\x55\x55\0\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0".repeat(1 << 16), false),
        // Every name is a start, and its part is empty: all starts share the parts that follow.
        (b"\0\0\0\0\x89PNGcrc!".repeat(1 << 20), true),
        // Each has a pattern table of 257 rows of 515 pairs, which holds all that follow.
        (b"MB\x05\0\x02\x02\x03\x01".repeat(1 << 20), true),
    ] {
        assert_eq!(scan_each(&blob, &mut |hit, _| panic!("{hit:?}")).is_some(), is_given_up);
    }
}

#[test]
fn a_stream_that_is_too_large_is_named_and_what_follows_it_is_searched() {
    let mut zlib = ZlibEncoder::new(b"head".to_vec(), Compression::fast());
    zlib.write_all(&vec![0; (16 << 20) + 1]).unwrap();
    let mut blob = zlib.finish().unwrap();
    let figure = asset("robots/tin.mbac");
    let expected = Hit { offset: blob.len(), size: figure.len(), format: Format::Kind(Kind::Figure), stream: None };
    blob.extend(&figure);
    assert_eq!(scan_each(&blob, &mut |hit, _| assert_eq!(hit, expected)), Some(4));
}

/// On 32-bit machines such a part ends at the last possible offset, or beyond it.
#[test]
fn parts_of_png_files_may_be_as_large_as_their_size_says() {
    for less in 0..40 {
        let size = u32::MAX - less;
        assert_eq!(scan(&[&b"\x89PNG\r\n\x1a\n"[..], &size.to_be_bytes(), b"IDAT\0\0\0\0"].concat()), [], "{size}");
    }
}

/// Programs that read PNG files contain such bytes.
#[test]
fn many_starts_of_png_files_without_an_end_hide_no_file() {
    let texture = Texture { width: 1, height: 1, palette: vec![Default::default()], texels: vec![0] };
    let file = write_png(&texture).unwrap();
    let mut blob = b"\x89PNG\r\n\x1a\n\x7f\0\0\0IDAT".repeat(1000);
    blob.resize(25 << 20, 0);
    let expected = Hit { offset: blob.len(), size: file.len(), format: Format::Kind(Kind::Png), stream: None };
    blob.extend(&file);
    assert_eq!(scan(&blob), [expected]);
    let (mut blocks, mut hits) = (BlockScan::default(), Vec::new());
    let mut add = |hit, found: &[u8]| {
        assert_eq!(found, file);
        hits.push(hit);
    };
    blob.chunks(1_000_003).for_each(|block| blocks.push(block, &mut add));
    assert_eq!(blocks.finish(&mut add), None);
    assert_eq!(hits, [expected]);
}

#[test]
fn every_file_of_the_corpus_is_found_in_one_blob() {
    let Some(corpus) = std::env::var_os("KEITAI_CORPUS") else {
        println!("KEITAI_CORPUS is not set: skipped");
        return;
    };
    let mut files: Vec<_> =
        std::fs::read_dir(Path::new(&corpus).join("corpus")).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let contents: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap()).collect();
    let blob = contents.join(&b"filler"[..]);
    let hits = scan(&blob);
    assert_eq!(hits.len(), files.len());
    for ((hit, file), content) in hits.iter().zip(&files).zip(&contents) {
        let found = &blob[hit.offset..hit.offset + hit.size];
        // The bytes after the pixels of some textures do not belong to them.
        assert!(content.starts_with(found) && content.len() - found.len() <= 2, "{}", file.display());
    }
}
