//! A large figure converts.

use keitai_convert::{Options, figure};
use keitai_formats::{bac, mbac};
use std::fmt::Write;

/// Returns a grid of 142 x 142 points and its quads, half of them textured, on two bones.
fn grid() -> String {
    const SIDE: usize = 142;
    let mut text = String::from(
        ";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure\n( Textures ( i2 256 256 ) )\n( Colors ( f3 1 0 0 ) )\n( Materials\n",
    );
    for (texture, colour) in [(0, -1), (-1, 0)] {
        writeln!(
            text,
            "( material ( blendMode normal ) ( doubleFace false ) ( transparent false ) ( lighting true ) \
             ( textureIndex {texture} ) ( colorIndex {colour} ) ( specular 0 ) )"
        )
        .unwrap();
    }
    text.push_str(")\n( Vertices ( coords\n");
    let points = || (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    points().for_each(|(x, y)| writeln!(text, "( pnt {x}.125 {y}.5 {} )", (x * y) % 97).unwrap());
    text.push_str(") ( normals\n");
    points().for_each(|(x, y)| writeln!(text, "( vct 0.{x} 0.{y} 0.5 )").unwrap());
    text.push_str(") )\n( Bones\n");
    let half = SIDE * SIDE / 2;
    for (child, vertices) in [(true, 0..half), (false, half..SIDE * SIDE)] {
        let list: Vec<String> = vertices.map(|vertex| vertex.to_string()).collect();
        let axes = "( translate 1 2 3 ) ( rotate 1 3 4 ) ( handle 1 3 2 )";
        let list = list.join(" ");
        writeln!(
            text,
            "( bone ( name \"b{child}\" ) ( hasChild {child} ) ( hasBrother false ) {axes} ( vertexIndices {list} ) )"
        )
        .unwrap();
    }
    text.push_str(")\n( TextureCoords ( f2 0 0 ) ( f2 1 0 ) ( f2 1 1 ) ( f2 0 1 ) )\n( Polygons\n");
    for (x, y) in points().filter(|(x, y)| *x < SIDE - 1 && *y < SIDE - 1) {
        let a = y * SIDE + x;
        let (b, c, d) = (a + 1, a + SIDE + 1, a + SIDE);
        let texels = if x % 2 == 0 { "0 1 2 3" } else { "-1 -1 -1 -1" };
        writeln!(text, "( face {} ( i4 {a} {b} {c} {d} ) ( i4 {texels} ) )", x % 2).unwrap();
    }
    text.push_str(") )\n");
    text
}

#[test]
fn twenty_thousand_vertices_and_faces() {
    let text = grid();
    let parsed = bac::read(text.as_bytes());
    let converted = figure(&parsed.document, parsed.diagnostics, &Options::default());
    let model = converted.document.unwrap().figure;
    let bytes = mbac::write(&model).unwrap();
    let report = mbac::read(&bytes).unwrap();
    assert_eq!(report.diagnostics, []);
    assert!(report.document == model, "the file holds another figure");
    assert_eq!((model.vertices.len(), model.polygons.textured_quads.len()), (20_164, 10_011));
}
