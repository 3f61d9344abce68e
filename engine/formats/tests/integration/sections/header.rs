//! Header and pattern table.

use keitai_formats::{Dialect, Error, Limits, Location, Pattern, PolygonRun, ReadOptions, Section, mbac};

use super::labelled::{File, Text, U8, U16, VENDOR, lines};

fn field(offset: usize, field: &'static str, expected: &'static str, found: i64) -> Error {
    Error::Field { section: Section::Header, at: Location::Byte(offset), field, expected, found }
}

#[test]
fn three_versions_of_one_figure() {
    let v5 = File::v5().figure();
    assert_eq!(v5.version, 5);
    assert_eq!(v5.vertices, [[0, 0, 0], [10, 0, 0], [0, 10, -10]]);
    assert_eq!(v5.polygons.textured_triangles[0].texels, [[0, 0], [255, 0], [0, 128]]);
    let v3 = File::v3().figure();
    assert_eq!(v3.version, 3);
    assert_eq!((&v3.vertices, &v3.bones, &v3.polygons), (&v5.vertices, &v5.bones, &v5.polygons));
    assert_eq!((&v3.patterns, v3.texture_count), (&v5.patterns, 1));
    let v4 = File::v4().figure();
    assert_eq!(v4.version, 4);
    assert_eq!(v4.polygons.textured_triangles[0].texels, [[0, 0], [127, 0], [0, 64]]);
}

#[test]
fn version_2_is_read_as_3() {
    let file = File { version: vec![Text("MB"), U16(2)], ..File::v3() };
    let figure = file.figure();
    assert_eq!(figure.version, 2);
    assert_eq!(figure.polygons, File::v3().figure().polygons);
    assert_eq!(mbac::write(&figure), Err(Error::TargetVersion { supported: "3, 4 or 5", asked: 2 }));
}

#[test]
fn other_magic_or_version() {
    let file = File { version: vec![Text("MX"), U16(5)], ..File::v5() };
    assert_eq!(file.error(), Error::Magic { offset: 0, expected: "MB", found: b"MX".to_vec() });
    for version in [0, 1, 6, 0x0500] {
        let file = File { version: vec![Text("MB"), U16(version)], ..File::v5() };
        assert_eq!(file.error(), Error::Version { supported: "2, 3, 4 or 5", found: version });
    }
    let empty = mbac::read_with(b"", &VENDOR).unwrap_err();
    assert_eq!(empty, Error::Magic { offset: 0, expected: "MB", found: vec![] });
    assert_eq!(empty.to_string(), "header at byte 0: expected \"MB\", found other bytes");
}

#[test]
fn formats_that_do_not_exist_and_no_pattern() {
    let formats = |formats: [u8; 4]| File { formats: formats.map(U8).to_vec(), ..File::v5() };
    assert_eq!(formats([3, 0, 3, 1]).error(), field(4, "vertex format", "1 or 2", 3));
    assert_eq!(formats([2, 3, 3, 1]).error(), field(5, "normal format", "0, 1 or 2", 3));
    assert_eq!(formats([2, 0, 4, 1]).error(), field(6, "polygon format", "1, 2 or 3", 4));
    assert_eq!(formats([2, 0, 3, 2]).error(), field(7, "bone format", "1", 2));
    let mut without_patterns = File::v5();
    without_patterns.counts[7] = U16(0);
    assert_eq!(without_patterns.error(), field(22, "patterns", "1 or more", 0));
    let v4 = File { formats: [2, 0, 3, 1].map(U8).to_vec(), ..File::v4() };
    assert_eq!(v4.error(), field(6, "polygon format", "1 or 2 in version 4", 3));
}

#[test]
fn version_5_with_older_polygons_is_unseen() {
    let v4 = File::v4();
    let file = File { version: vec![Text("MB"), U16(5)], table: File::v5().table, ..v4 };
    let expected = "byte 6: warning[K017]: header: polygon format 2 in version 5: legal, but in no known file";
    assert_eq!(file.warnings(), [expected]);
}

#[test]
fn limits_of_players() {
    // Offsets of the counts: vertices 8, textures 20, patterns 22, colours 24.
    let cases = [(0, 8, "vertices", 21845), (6, 20, "textures", 16), (7, 22, "patterns", 33), (8, 24, "colours", 256)];
    for (index, offset, field, limit) in cases {
        let mut file = File::v5();
        file.counts[index] = U16(limit as u16 + 1);
        let at = Location::Byte(offset);
        let count = limit + 1;
        assert_eq!(file.error(), Error::Limit { section: Section::Header, at, field, limit, found: count });
        let unlimited = ReadOptions::new(Limits::NONE, Dialect::Vendor);
        let error = mbac::read_with(&file.bytes(), &unlimited).err();
        assert!(!matches!(error, Some(Error::Limit { section: Section::Header, .. })), "{error:?}");
    }
}

#[test]
fn the_table_sums_up_to_the_counts() {
    let mut file = File::v5();
    file.table[2] = U16(2);
    let message = "pattern table at byte 26: textured triangles: expected 1, found 2";
    assert_eq!(file.error().to_string(), message);
}

#[test]
#[rustfmt::skip]
fn rows_are_patterns_and_columns_colour_and_textures() {
    let mut file = File::v5();
    file.counts[6] = U16(2);
    file.counts[7] = U16(2);
    file.table = vec![
        U16(0), U16(0), // pattern 0, colour
        U16(0), U16(0), // texture 0
        U16(0), U16(0), // texture 1
        U16(0), U16(0), // pattern 1, colour
        U16(0), U16(0), // texture 0
        U16(1), U16(0), // texture 1
    ];
    let figure = file.figure();
    let none = PolygonRun::default();
    let one = PolygonRun { triangles: 1, quads: 0 };
    assert_eq!(
        figure.patterns,
        [
            Pattern { colour: none, textures: vec![none, none] },
            Pattern { colour: none, textures: vec![none, one] },
        ]
    );
    let batches: Vec<_> = figure.batches().collect();
    assert_eq!(batches.len(), 1);
    assert_eq!((batches[0].pattern, batches[0].slot), (1, keitai_formats::Slot::Texture(1)));
    assert_eq!((batches[0].triangles.clone(), batches[0].quads.clone()), (0..1, 0..0));
}

#[test]
fn a_figure_of_as_many_patterns_and_textures_as_a_file_can_name_has_batches() {
    let most = usize::from(u16::MAX);
    let one = PolygonRun { triangles: 1, quads: 0 };
    let mut patterns = vec![Pattern::default(); most];
    patterns[most - 1].textures = vec![one; most];
    let figure = keitai_formats::Figure { patterns, ..Default::default() };
    let last = figure.batches().last().unwrap();
    assert_eq!((last.pattern, last.slot), (u16::MAX - 1, keitai_formats::Slot::Texture(u16::MAX - 1)));
}

#[test]
fn colours_without_colour_polygons_are_a_number_only() {
    let mut file = File::v5();
    file.counts[8] = U16(2);
    let figure = file.figure();
    assert_eq!(figure.palette, [keitai_formats::Rgb::default(); 2]);
    assert_eq!(mbac::write(&figure).unwrap(), file.bytes());
}

#[test]
fn every_truncation_is_an_error_within_the_file() {
    let whole = File::v5().bytes();
    for length in 2..whole.len() - 20 {
        let error = mbac::read_with(&whole[..length], &VENDOR).unwrap_err();
        assert!(matches!(error, Error::Truncated { .. }), "{length} bytes: {error:?}");
        assert!(error.offset().is_some_and(|offset| offset <= length));
    }
    let report = mbac::read_with(&whole[..whole.len() - 1], &VENDOR).unwrap();
    let expected = "warning[K012]: trailer: trailer missing: expected 20 bytes, found 19";
    assert_eq!(lines(&report.diagnostics), [format!("byte {}: {expected}", whole.len() - 20)]);
}
