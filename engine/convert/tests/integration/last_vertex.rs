//! The block of a narrow last vertex under the two policies.

use keitai_convert::{Options, figure};
use keitai_formats::bac;

/// Returns a text of `count` points in one bone, the last one narrow. Faces use all points, or the last three.
fn text(count: usize, all: bool) -> String {
    let points: String = (1..count).map(|index| format!("( pnt 600 {index} 0 ) ")).collect();
    let indices: String = (0..count).map(|index| format!(" {index}")).collect();
    let first = if all { 2 } else { count - 1 };
    let face = |last| format!("( face 0 ( i3 {} {} {last} ) ( i3 -1 -1 -1 ) ) ", last - 2, last - 1);
    let faces: String = (first..count).map(face).collect();
    format!(
        ";BAC
        ( Head ( bacVersion 6.0 ) )
        ( Figure ( name \"f\" ) ( Colors ( f3 1 1 1 ) )
        ( Materials ( material ( blendMode normal ) ( doubleFace false ) ( transparent false ) ( lighting false )
          ( textureIndex -1 ) ( colorIndex 0 ) ( specular 0 ) ) )
        ( Vertices ( coords {points} ( pnt 1 2 3 ) ) )
        ( Bones ( bone ( name \"b\" ) ( hasChild false ) ( hasBrother false ) ( translate 0 0 0 ) ( rotate 0 0 1 )
          ( handle 0 1 0 ) ( vertexIndices {indices} ) ) )
        ( Polygons {faces} ) )"
    )
}

fn first_block(text: &str, options: &Options) -> u8 {
    let parsed = bac::read_under(text.as_bytes(), options.policy);
    let made = figure(&parsed.document, parsed.diagnostics, options).document.unwrap();
    // The header has 26 bytes, the pattern table of a figure without textures 4. Blocks are of 13 bits.
    made.to_bytes().unwrap()[30] - (2 << 6) + 1
}

#[test]
fn whole_lists_of_four_to_seven_vertices_end_apart_when_the_vendor_deletes_unused_bones() {
    let vendor = Options::vendor();
    let keeping = Options { keep_unused_bones: true, ..vendor };
    for (count, apart) in [(3, 0), (4, 1), (5, 1), (7, 1), (8, 0), (30, 0)] {
        let whole = text(count as usize, true);
        assert_eq!(first_block(&whole, &vendor), count - apart, "{count}");
        assert_eq!(first_block(&whole, &keeping), count, "{count}");
        assert_eq!(first_block(&whole, &Options::default()), count, "{count}");
        assert_eq!(first_block(&text(count as usize, false), &vendor), 3, "{count}");
    }
}
