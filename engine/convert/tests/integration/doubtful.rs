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
fn negative_indices_other_than_minus_one_are_out_of_range() {
    assert_eq!(codes(&[]), (true, vec![]));
    assert_eq!(codes(&[("colorIndex 0", "colorIndex -1")]), (true, vec![]));
    assert_eq!(codes(&[("colorIndex 0", "colorIndex -3")]), (false, vec!["C015"]));
    assert_eq!(codes(&[("( Colors ( f3 1 0 0 ) )", ""), ("colorIndex 0", "colorIndex -3")]), (false, vec!["C015"]));
    assert_eq!(codes(&[("textureIndex -1", "textureIndex -2")]), (false, vec!["C014"]));
    let texture = ("textureIndex -1", "textureIndex 0");
    assert_eq!(codes(&[texture, ("i3 -1 -1 -1", "i3 0 1 2")]), (true, vec![]));
    assert_eq!(codes(&[texture, ("i3 -1 -1 -1", "i3 0 1 -1")]), (true, vec!["C018"]));
    assert_eq!(codes(&[texture, ("i3 -1 -1 -1", "i3 0 1 -2")]), (false, vec!["C017"]));
}

#[test]
fn a_wrong_colour_is_reported_once_however_many_faces_have_it() {
    let faces = ("( Polygons", "( Polygons ( face 0 ( i3 0 1 2 ) ( i3 -1 -1 -1 ) )");
    assert_eq!(codes(&[faces, ("f3 1 0 0", "f3 2 0 0")]), (false, vec!["C022"]));
    assert_eq!(codes(&[faces, ("colorIndex 0", "colorIndex 5")]), (false, vec!["C015"]));
}

#[test]
fn a_face_without_texture_coordinates_is_reported_once() {
    assert_eq!(codes(&[("textureIndex -1", "textureIndex 0")]), (true, vec!["C018"]));
}

#[test]
fn a_texture_without_texels_is_an_error() {
    let used = [("textureIndex -1", "textureIndex 0"), ("i3 -1 -1 -1", "i3 0 1 2")];
    for (size, expected) in
        [("0 16", (false, vec!["C021"])), ("257 1", (true, vec!["C021"])), ("256 1", (true, vec![]))]
    {
        let size = format!("i2 {size}");
        assert_eq!(codes(&[used[0], used[1], ("i2 16 16", &size)]), expected, "{size}");
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
