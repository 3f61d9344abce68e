//! Doubtful texts of figures: which are errors, and how the others are read.

use keitai_convert::{Options, figure};
use keitai_formats::{Report, bac};

/// A text with one triangle of three points in one bone.
const TEXT: &str = ";BAC
( Head ( bacVersion 6.0 ) )
( Figure ( name \"f\" ) ( Textures ( i2 16 16 ) ) ( Colors ( f3 1 0 0 ) )
  ( Materials ( material ( blendMode normal ) ( doubleFace false ) ( transparent false ) ( lighting false )
    ( textureIndex -1 ) ( colorIndex 0 ) ( specular 0 ) ) )
  ( Vertices ( coords ( pnt 0 0 0 ) ( pnt 9 0 0 ) ( pnt 0 9 0 ) ) )
  ( Bones ( bone ( name \"b\" ) ( hasChild false ) ( hasBrother false )
    ( translate 0 0 0 ) ( rotate 0 0 1 ) ( handle 0 1 0 ) ( vertexIndices 0 1 2 ) ) )
  ( TextureCoords ( f2 0 0 ) ( f2 1 0 ) ( f2 0 1 ) )
  ( Polygons ( face 0 ( i3 0 1 2 ) ( i3 -1 -1 -1 ) ) ) )";

/// Converts the text with parts of it replaced. Returns whether there is a figure, and the codes of the findings.
fn codes(parts: &[(&str, &str)]) -> (bool, Vec<&'static str>) {
    let replaced = |text: String, (part, other): &(&str, &str)| {
        assert!(text.contains(part), "{part}");
        text.replace(part, other)
    };
    let text = parts.iter().fold(TEXT.to_owned(), replaced);
    let parsed = bac::read(text.as_bytes());
    let Report { document, diagnostics } = figure(&parsed.document, parsed.diagnostics, &Options::default());
    (document.is_some(), diagnostics.iter().map(|finding| finding.rule.code).collect())
}

#[test]
fn indices_colours_and_sizes_out_of_range_are_reported_once() {
    let texture = ("textureIndex -1", "textureIndex 0");
    let texels = ("i3 -1 -1 -1", "i3 0 1 2");
    let faces = ("( Polygons", "( Polygons ( face 0 ( i3 0 1 2 ) ( i3 -1 -1 -1 ) )");
    let (no_colours, colour) = (("( Colors ( f3 1 0 0 ) )", ""), ("colorIndex 0", "colorIndex -3"));
    type Case<'a> = (&'a [(&'a str, &'a str)], bool, &'a [&'a str]);
    let cases: [Case<'_>; 14] = [
        (&[], true, &[]),
        (&[("colorIndex 0", "colorIndex -1")], true, &[]),
        (&[colour], false, &["C015"]),
        (&[no_colours, colour], false, &["C015"]),
        (&[faces, ("colorIndex 0", "colorIndex 5")], false, &["C015"]),
        (&[faces, ("f3 1 0 0", "f3 2 0 0")], false, &["C022"]),
        (&[("textureIndex -1", "textureIndex -2")], false, &["C014"]),
        (&[texture], true, &["C018"]),
        (&[texture, texels], true, &[]),
        (&[texture, ("i3 -1 -1 -1", "i3 0 1 -1")], true, &["C018"]),
        (&[texture, ("i3 -1 -1 -1", "i3 0 1 -2")], false, &["C017"]),
        (&[texture, texels, ("i2 16 16", "i2 0 16")], false, &["C021"]),
        (&[texture, texels, ("i2 16 16", "i2 257 1")], true, &["C021"]),
        (&[texture, texels, ("i2 16 16", "i2 256 1")], true, &[]),
    ];
    for (parts, converts, expected) in cases {
        assert_eq!(codes(parts), (converts, expected.to_vec()), "{parts:?}");
    }
}

#[test]
fn a_figure_without_a_face_is_an_error() {
    let face = "( face 0 ( i3 0 1 2 ) ( i3 -1 -1 -1 ) ) )";
    let (converted, rules) = codes(&[(face, ") ( DynamicPolygons ( group ( name \"g\" ) ) )")]);
    assert!(!converted && rules.contains(&"C038"), "{rules:?}");
    let (converted, rules) =
        codes(&[(face, ") ( DynamicPolygons ( group ( face 0 ( i3 0 1 2 ) ( i3 -1 -1 -1 ) ) ) )")]);
    assert!(converted && !rules.contains(&"C038"), "{rules:?}");
}
