//! The block of textured polygons, in its three formats.

use keitai_formats::{Error, Location, Material, Section, mbac};

use super::labelled::{Bits, File, U8, U16};

/// [`File::v5`] with these polygon bits.
fn v5(fields: Vec<(u32, u32)>) -> File {
    File { polygons: vec![Bits(fields)], ..File::v5() }
}

fn fields() -> Vec<(u32, u32)> {
    let Bits(fields) = File::v5().polygons.remove(0) else { panic!() };
    fields
}

#[test]
fn any_width_is_read() {
    let mut wide = fields();
    wide[0] = (32, 8);
    wide[1] = (17, 8);
    wide[2] = (9, 8);
    for (index, width) in [(4, 32), (5, 17), (6, 17), (7, 17)] {
        wide[index].1 = width;
    }
    wide[8..].iter_mut().for_each(|field| field.1 = 9);
    assert_eq!(v5(wide).figure().polygons, File::v5().figure().polygons);

    // No bits for the material and one for an index: all indices 0 or 1.
    let mut narrow = fields();
    narrow[0] = (0, 8);
    narrow[4] = (0, 0);
    narrow[1] = (1, 8);
    for (index, value) in [(5, 0), (6, 1), (7, 0)] {
        narrow[index] = (value, 1);
    }
    let polygon = v5(narrow).figure().polygons.textured_triangles[0];
    assert_eq!((polygon.material, polygon.vertices), (Material(0), [0, 1, 0]));

    let mut too_wide = fields();
    too_wide[1] = (33, 8);
    let file = v5(too_wide);
    let at = file.polygons_at() + 1;
    let message = format!("textured polygons at byte {at}: index width: expected 0..=32, found 33");
    assert_eq!(file.error().to_string(), message);
}

#[test]
fn a_texel_beyond_a_byte() {
    let mut wide = fields();
    wide[2] = (9, 8);
    wide[8..].iter_mut().for_each(|field| field.1 = 9);
    wide[10].0 = 256;
    let error = v5(wide).error();
    assert!(matches!(error, Error::Field { field: "texel", found: 256, .. }), "{error}");
}

#[test]
fn a_vertex_that_is_not_there() {
    let mut beyond = fields();
    beyond[7].0 = 3;
    let file = v5(beyond);
    // 4 head bytes, 7 + 2 + 2 bits before it.
    let at = Location::Byte(file.polygons_at() + 4 + 1);
    let error = Error::Index { section: Section::TexturedPolygons, at, field: "vertex", count: 3, found: 3 };
    assert_eq!(error.to_string(), "textured polygons at byte 49: vertex: expected an index below 3, found 3");
    assert_eq!(file.error(), error);
}

#[test]
fn illegal_material_bits_of_each_format() {
    let mut bits = fields();
    bits[4].0 = 0x08;
    assert!(matches!(v5(bits).error(), Error::Field { field: "material", found: 8, .. }));

    let mut wide = fields();
    (wide[0], wide[4]) = ((32, 8), (0x1_0000, 32));
    assert!(matches!(v5(wide).error(), Error::Field { field: "material", found: 0x1_0000, .. }));

    let Bits(mut bits) = File::v4().polygons.remove(0) else { panic!() };
    bits[0] = (8, 8);
    bits[2] = (0x80, 8);
    let file = File { polygons: vec![Bits(bits)], ..File::v4() };
    assert!(matches!(file.error(), Error::Field { field: "material", found: 0x80, .. }));

    for word in [1, 8, 0x8000] {
        let mut file = File::v3();
        file.polygons[0] = U16(word);
        let at = file.polygons_at();
        let message = format!("textured polygons at byte {at}: material: expected bits 0x6 only, found {word}");
        assert_eq!(file.error().to_string(), message);
    }
}

#[test]
#[rustfmt::skip]
fn plain_quads() {
    let mut file = File::v3();
    file.counts[1] = U16(0);
    file.counts[2] = U16(1);
    file.polygons = vec![
        U16(1 | 4),                       // quad, double face
        U16(0), U16(1), U16(2), U16(1),   // vertices
        U8(1), U8(2), U8(3), U8(4), U8(5), U8(6), U8(7), U8(8), // texels
    ];
    let figure = file.figure();
    let quad = figure.polygons.textured_quads[0];
    assert_eq!((quad.material, quad.vertices), (Material(Material::DOUBLE_FACE), [0, 1, 2, 1]));
    assert_eq!(quad.texels, [[1, 2], [3, 4], [5, 6], [7, 8]]);
    assert_eq!(mbac::write(&figure).unwrap(), file.bytes());
    file.polygons[0] = U16(4);
    assert!(matches!(file.error(), Error::Field { expected: "bit 0x1, and bits 0x6 only", .. }));
}

#[test]
fn higher_bits_make_the_material_wider() {
    let mut figure = File::v5().figure();
    let polygons_at = File::v5().polygons_at();
    for (bits, width) in [(0x77, 7), (0x80, 8), (0x100, 10), (0x3F7, 10)] {
        figure.polygons.textured_triangles[0].material = Material(bits);
        let bytes = mbac::write(&figure).unwrap();
        assert_eq!(bytes[polygons_at], width, "{bits:#x}");
        let again = mbac::read_with(&bytes, &super::labelled::VENDOR).unwrap();
        assert_eq!(again.document, figure);
    }
}
