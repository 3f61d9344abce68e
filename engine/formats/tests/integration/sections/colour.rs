//! The block of colour polygons.

use keitai_formats::{ColourPolygon, Error, Figure, Material, Rgb, mbac};

use super::labelled::{Bits, File, U16, trailer};

/// One colour triangle, one colour quad and the textured triangle of [`File::v5`], over four vertices and two colours.
fn file(colour_block: Vec<(u32, u32)>) -> File {
    let mut file = File::v5();
    for (index, count) in [(0, 4), (4, 1), (5, 1), (8, 2)] {
        file.counts[index] = U16(count);
    }
    file.table[0] = U16(1);
    file.table[1] = U16(1);
    file.vertices = vec![Bits([(3, 8)].into_iter().chain([(0, 8); 12]).collect())];
    let Bits(textured) = &file.polygons[0] else { panic!() };
    file.polygons = vec![Bits(colour_block.into_iter().chain(textured.iter().copied()).collect())];
    file.bones = super::labelled::bone(4, -1);
    file.trailer = trailer(4, 3);
    file
}

#[rustfmt::skip]
fn block() -> Vec<(u32, u32)> {
    vec![
        (6, 8),                           // width of the material
        (2, 8),                           // of an index
        (8, 8),                           // of a palette channel
        (8, 8),                           // of a colour index
        (0, 8),                           // reserved
        (255, 8), (128, 8), (0, 8),       // colour 0
        (1, 8), (2, 8), (3, 8),           // colour 1
        (0x02 | 0x08, 6),                 // add and double face, shifted right
        (0, 2), (1, 2), (2, 2), (1, 8),   // triangle of colour 1
        (0x10 | 0x20, 6),                 // lighting and sphere map, shifted right
        (0, 2), (1, 2), (2, 2), (3, 2), (0, 8), // quad of colour 0, in strip order
    ]
}

pub(crate) fn figure() -> Figure {
    file(block()).figure()
}

#[test]
fn colour_polygons_stand_before_textured_ones_without_a_gap() {
    let figure = figure();
    assert_eq!(figure.palette, [Rgb { r: 255, g: 128, b: 0 }, Rgb { r: 1, g: 2, b: 3 }]);
    let material = Material(Material::DOUBLE_FACE | 0x004);
    assert_eq!(figure.polygons.colour_triangles, [ColourPolygon { material, vertices: [0, 1, 2], colour: 1 }]);
    let material = Material(Material::LIGHTING | Material::SPHERE_MAP);
    assert_eq!(figure.polygons.colour_quads, [ColourPolygon { material, vertices: [0, 1, 2, 3], colour: 0 }]);
    assert_eq!(figure.polygons.textured_triangles[0].texels, [[0, 0], [255, 0], [0, 128]]);
    assert_eq!(mbac::write(&figure).unwrap(), file(block()).bytes());
}

#[test]
fn narrow_channels_are_stretched() {
    let mut block = block();
    block[2] = (5, 8);
    for (field, value) in block[5..11].iter_mut().zip([0, 1, 16, 30, 31, 15]) {
        *field = (value, 5);
    }
    // 255 * v / 31, rounded down.
    let palette = file(block).figure().palette;
    assert_eq!(palette, [Rgb { r: 0, g: 8, b: 131 }, Rgb { r: 246, g: 255, b: 123 }]);
}

#[test]
fn faults_name_their_byte() {
    let faulty = |field: usize, value: (u32, u32)| {
        let mut block = block();
        block[field] = value;
        file(block)
    };
    // The head has 5 bytes, the palette 6, and 12 bits lie before the colour.
    let at = file(block()).polygons_at();
    let material = format!("colour polygons at byte {}: material: expected bits 0x1fb only, found 4", at + 5 + 6);
    assert_eq!(faulty(11, (0x04, 6)).error().to_string(), material);
    let colour = format!("colour polygons at byte {}: colour: expected an index below 2, found 2", at + 5 + 6 + 1);
    assert_eq!(faulty(15, (2, 8)).error().to_string(), colour);
    let reserved = "warning[K017]: colour polygons: reserved byte 9: legal, but in no known file";
    assert_eq!(faulty(4, (9, 8)).warnings(), [format!("byte {}: {reserved}", at + 4)]);
    let mut wide = block();
    (wide[0], wide[11]) = ((32, 8), (0x8000_0000, 32));
    assert!(matches!(file(wide).error(), Error::Field { field: "material", found: 0x8000_0000, .. }));
}
