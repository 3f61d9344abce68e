//! The revised dialect, from files that only this module writes: no real file is known.

use keitai_formats::{BoneMatrix, Dialect, Error, Figure, Limits, Material, Normals, ReadOptions, Rgb, Trailer, mbac};

use super::labelled::{Bits, File, I16, I32, Piece, Raw, Text, U8, U16, lines};

const AUTO: ReadOptions = ReadOptions::UNLIMITED;

/// Returns a bone with 20.12 elements: X turned to Y, moved by (-2, 0.5, 100).
fn bone(vertices: u16, parent: i16) -> Vec<Piece> {
    let mut pieces = vec![U16(vertices), I16(parent)];
    pieces.extend([0, -4096, 0, -2 * 4096, 4096, 0, 0, 2048, 0, 0, 4096, 100 * 4096].map(I32));
    pieces
}

/// "VF000000" under two keys, by plain XOR.
fn trailer() -> Vec<Piece> {
    let record = |key: [u8; 2]| {
        let masked = b"VF000000".iter().enumerate().map(|(i, plain)| plain ^ key[i % 2]);
        Raw(key.into_iter().chain(masked).collect())
    };
    vec![record([1, 2]), record([3, 4])]
}

/// Version 3: four vertices, a triangle and a quad.
#[rustfmt::skip]
fn v3() -> File {
    File {
        version: vec![Text("MB"), U16(3)],
        formats: vec![],
        counts: vec![
            U16(4), // vertices
            U16(1), // textured triangles
            U16(1), // textured quads
            U16(2), // bones
        ],
        table: vec![],
        vertices: [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3].map(I16).to_vec(),
        normals: vec![],
        polygons: vec![
            U16(0x0011),                      // transparent, additive
            U16(0), U16(3), U16(9),           // vertices, times 3
            U8(1), U8(2), U8(3), U8(4), U8(5), U8(6),
            U16(0x8000),                      // quad
            U16(0), U16(3), U16(6), U16(9),
            U8(1), U8(2), U8(3), U8(4), U8(5), U8(6), U8(7), U8(8),
        ],
        bones: [bone(3, -1), bone(1, 0)].concat(),
        trailer: trailer(),
    }
}

/// Version 5: a textured triangle and quad and a colour triangle, byte normals, and a table of one row.
#[rustfmt::skip]
fn v5() -> File {
    File {
        version: vec![Text("MB"), U16(5)],
        formats: vec![U8(2), U8(2), U8(3), U8(1)],
        counts: vec![
            U16(4), U16(1), U16(1), U16(2),
            U16(1), // flat triangles
            U16(0), // flat quads
            U16(2), // materials
            U16(1), // attributes
            U16(7), // colours
        ],
        table: vec![
            U16(40), U16(41),                     // id, flags
            U16(1), U16(2), U16(3), U16(4),       // two parameters of two materials
        ],
        vertices: vec![Bits([(3, 8)].into_iter().chain((0..12).map(|value| (value / 3, 8))).collect())],
        normals: vec![Raw(vec![
            64, 0xF8 | 5, 0,       // an axis: -Z
            32, 0, 1,              // z above 0
            0, (-64i8) as u8, 0x80,
            127, 127, 0xFF,        // beyond the unit circle
        ])],
        polygons: vec![Bits(vec![
            (5, 8),                // width of the flags
            (2, 8),                // of an index
            (7, 8),                // of a texel coordinate
            (0, 8),                // reserved
            (0x01, 5), (0, 2), (1, 2), (2, 2), // transparent triangle
            (1, 7), (2, 7), (3, 7), (4, 7), (5, 7), (6, 7),
            (0x10, 5), (0, 2), (1, 2), (2, 2), (3, 2), // additive quad
            (1, 7), (2, 7), (3, 7), (4, 7), (5, 7), (6, 7), (7, 7), (8, 7),
            (0x02, 5), (3, 2), (2, 2), (1, 2), // flat triangle with an unknown flag
        ])],
        bones: [bone(3, -1), bone(1, 0)].concat(),
        trailer: trailer(),
    }
}

fn read(file: &File) -> (Figure, Vec<String>) {
    let loaded = mbac::read_with(&file.bytes(), &AUTO).unwrap();
    loaded.document.check().unwrap();
    let warnings = lines(&loaded.diagnostics);
    (loaded.document, warnings)
}

fn decided_by(file: &File) -> String {
    let first = read(file).1.remove(0);
    let reason = first.strip_prefix("byte 0: warning[K024]: header: read as the revised MBAC dialect: ");
    reason.unwrap_or_else(|| panic!("{first}")).to_owned()
}

#[test]
fn version_3() {
    let (figure, warnings) = read(&v3());
    assert_eq!(figure.version, 3);
    let triangle = figure.polygons.textured_triangles[0];
    assert_eq!((triangle.material, triangle.vertices), (Material(Material::COLOUR_KEY | 4), [0, 1, 3]));
    let quad = figure.polygons.textured_quads[0];
    assert_eq!((quad.material, quad.vertices, quad.texels[3]), (Material(0), [0, 1, 2, 3], [7, 8]));
    assert_eq!(figure.bones[0].matrix, BoneMatrix([0, -4096, 0, -2, 4096, 0, 0, 1, 0, 0, 4096, 100]));
    assert_eq!(figure.bones[1].parent, Some(0));
    assert_eq!(figure.trailer, Some(Trailer { key: [1, 2], identifier: *b"VF000000" }));
    let expected = "byte 0: warning[K024]: header: read as the revised MBAC dialect: the polygon flags";
    assert_eq!(warnings, [expected]);
}

#[test]
fn version_5() {
    let (figure, warnings) = read(&v5());
    // z = sqrt(4096^2 - 2048^2) = 3547.24; outside the unit circle it is -1 with the sign of z.
    let normals = vec![[0, 0, -4096], [2048, 0, 3547], [0, -4096, 0], [8128, 8128, 64]];
    assert_eq!(figure.normals, Normals::Vectors(normals));
    assert_eq!(figure.polygons.textured_triangles[0].material, Material(Material::COLOUR_KEY));
    assert_eq!(figure.polygons.textured_quads[0].material, Material(4));
    assert_eq!(figure.polygons.colour_triangles[0].vertices, [3, 2, 1]);
    assert_eq!(figure.palette, [Rgb { r: 255, g: 255, b: 255 }]);
    assert!(warnings[1].contains("[K026]: colour polygons: 1 colour polygon without a described colour"));
    assert!(warnings[2].contains("[K025]: colour polygons: 1 polygon with flags of unknown meaning: 0x0002"));
    assert_eq!(warnings.len(), 3);
}

#[test]
fn the_warning_names_the_test_that_decided() {
    // Without the quad and the additive flag the vendor's layout fits up to an index.
    let mut file = v3();
    file.counts[2] = U16(0);
    file.polygons.truncate(10);
    file.polygons[0] = U16(0);
    assert_eq!(decided_by(&file), "the vertex indices");
    // With small indices it fits up to the bones.
    file.polygons[3] = U16(3);
    assert_eq!(decided_by(&file), "the length after the polygons");
    // One bone fits the vendor's layout, but bytes are left over.
    file.counts[3] = U16(1);
    file.bones = bone(4, -1);
    assert_eq!(decided_by(&file), "the length after the polygons");
    // The table does not count polygons.
    assert_eq!(decided_by(&v5()), "the sums of the pattern table");
    // The vendor has no polygon format 3 in version 4.
    assert_eq!(decided_by(&File { version: vec![Text("MB"), U16(4)], ..v5() }), "the formats in the header");
}

#[test]
fn the_options_choose() {
    let vendor = ReadOptions::new(Limits::NONE, Dialect::Vendor);
    assert!(matches!(mbac::read_with(&v3().bytes(), &vendor), Err(Error::Field { field: "material", .. })));
    let revised = ReadOptions::new(Limits::NONE, Dialect::Revised);
    assert!(mbac::read_with(&v3().bytes(), &revised).is_ok());
    assert!(mbac::read_with(&File::v5().bytes(), &revised).is_err());
    assert_eq!(mbac::read_with(&File::v5().bytes(), &AUTO).unwrap().diagnostics, [], "the vendor's layout comes first");
}

#[test]
fn every_rule_must_hold() {
    type Change = fn(&mut File);
    let changes: [(&str, Change); 7] = [
        ("vertex: expected a multiple of 3, found 4", |file| file.polygons[2] = U16(4)),
        ("vertex: expected an index below 12, found 12", |file| file.polygons[3] = U16(12)),
        ("quad flag 0x8000: expected set on a quad, found 0", |file| file.polygons[10] = U16(0)),
        ("quad flag 0x8000: expected clear on a triangle, found 32768", |file| file.polygons[0] = U16(0x8000)),
        ("vertices of all bones: expected 4, found 3", |file| file.bones[14] = U16(0)),
        ("bytes of bones and trailer: expected 124, found 104", |file| file.trailer.clear()),
        ("identifier: expected two copies of one text", |file| {
            file.trailer = super::labelled::trailer(4, 2);
        }),
    ];
    for (message, change) in changes {
        let mut file = v3();
        change(&mut file);
        let Error::NoDialect { vendor, revised } = mbac::read_with(&file.bytes(), &AUTO).unwrap_err() else {
            panic!("{message}")
        };
        assert!(revised.to_string().contains(message), "{revised}");
        let both = Error::NoDialect { vendor: vendor.clone(), revised };
        assert!(both.to_string().starts_with(&vendor.to_string()), "the vendor's error comes first: {both}");
    }
}

#[test]
fn a_vendor_file_with_a_broken_trailer_stays_one() {
    let file = File { trailer: trailer(), ..File::v5() };
    let (figure, warnings) = read(&file);
    assert_eq!(figure.bones, File::v5().figure().bones);
    assert!(warnings.iter().all(|warning| !warning.contains("[K024]")), "{warnings:?}");
    let file = File { trailer: vec![], ..File::v5() };
    let [only] = &read(&file).1[..] else { panic!("one warning") };
    assert!(only.ends_with("[K012]: trailer: trailer missing: expected 20 bytes, found 0"), "{only}");
}

#[test]
fn matrix_elements_must_fit() {
    let mut file = v3();
    file.bones[2] = I32(40_000);
    let revised = ReadOptions::new(Limits::NONE, Dialect::Revised);
    let error = mbac::read_with(&file.bytes(), &revised).unwrap_err();
    assert!(error.to_string().ends_with("matrix element: expected -8.0..8.0, found 40000"), "{error}");
}
