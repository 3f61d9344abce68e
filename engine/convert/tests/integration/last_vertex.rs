//! The block of a narrow last vertex under the two policies.

use keitai_convert::{Options, figure};
use keitai_formats::bac;

/// Returns a text of `count` points in one bone, the last one narrow; its only faces use the last three points.
fn text(count: usize) -> String {
    let points: String = (1..count).map(|index| format!("( pnt 600 {index} 0 )")).collect();
    let indices: String = (0..count).map(|index| format!(" {index}")).collect();
    let corners = format!("{} {} {}", count - 3, count - 2, count - 1);
    format!(
        ";BAC
        ( Head ( bacVersion 6.0 ) )
        ( Figure ( name \"f\" ) ( Colors ( f3 1 1 1 ) )
        ( Materials ( material ( blendMode normal ) ( doubleFace false ) ( transparent false ) ( lighting false )
          ( textureIndex -1 ) ( colorIndex 0 ) ( specular 0 ) ) )
        ( Vertices ( coords {points} ( pnt 1 2 3 ) ) )
        ( Bones ( bone ( name \"b\" ) ( hasChild false ) ( hasBrother false ) ( translate 0 0 0 ) ( rotate 0 0 1 )
          ( handle 0 1 0 ) ( vertexIndices {indices} ) ) )
        ( Polygons ( face 0 ( i3 {corners} ) ( i3 -1 -1 -1 ) ) ) )"
    )
}

/// Returns the vertices of the file and the first byte of their blocks.
fn first_block(count: usize, options: &Options) -> (usize, u8) {
    let parsed = bac::read_under(text(count).as_bytes(), options.policy);
    let made = figure(&parsed.document, parsed.diagnostics, options).document.unwrap();
    let bytes = made.to_bytes().unwrap();
    // The header has 26 bytes, the pattern table of a figure without textures 4.
    (made.figure.vertices.len(), bytes[30])
}

#[test]
fn lists_of_four_to_seven_vertices_end_apart_under_the_vendors_policy() {
    // Blocks of 13 bits: all three vertices, or two and then one of 8 bits.
    let (joined, apart) = ((3, 2 << 6 | 2), (3, 2 << 6 | 1));
    for (count, vendors) in [(3, joined), (4, apart), (5, apart), (7, apart), (8, joined), (30, joined)] {
        assert_eq!(first_block(count, &Options::vendor()), vendors, "{count}");
        assert_eq!(first_block(count, &Options::default()), joined, "{count}");
    }
}
