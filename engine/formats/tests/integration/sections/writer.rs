//! Documents that no reader would accept, which every writer refuses.

use keitai_formats::{
    ActionTable, Bone, Error, Figure, Material, Normals, PackedNormal, Pattern, PolygonRun, Section, mbac,
};

use super::labelled::File;

fn refused(change: impl FnOnce(&mut Figure)) -> String {
    let mut figure = File::v5().figure();
    change(&mut figure);
    let error = mbac::write(&figure).unwrap_err();
    assert_eq!(error, figure.check().unwrap_err());
    assert_eq!(error.offset(), None, "a document has no bytes");
    error.to_string()
}

#[test]
fn unsound_figures() {
    let direction = PackedNormal::Direction { x: -64, y: 0, z_negative: false };
    type Change<'a> = &'a dyn Fn(&mut Figure);
    let cases: [(&str, Change); 9] = [
        ("normals number 0: normals: expected 3, found 1", &|figure| {
            figure.normals = Normals::Vectors(vec![[0; 3]]);
        }),
        ("normals number 0: x: expected -63..=63, found -64", &|figure| {
            figure.normals = Normals::Packed(vec![direction; 3]);
        }),
        ("pattern table number 0: patterns: expected 1 or more, found 0", &|figure| figure.patterns.clear()),
        ("pattern table number 1: textures: expected 1, found 0", &|figure| {
            figure.patterns.push(Pattern::default());
        }),
        ("pattern table number 0: textured quads: expected 0, found 4", &|figure| {
            figure.patterns[0].textures[0] = PolygonRun { triangles: 1, quads: 4 };
        }),
        ("textured polygons number 0: material: expected bits 0x3f7 only, found 8", &|figure| {
            figure.polygons.textured_triangles[0].material = Material(8);
        }),
        ("textured polygons number 0: vertex: expected an index below 3, found 3", &|figure| {
            figure.polygons.textured_triangles[0].vertices[1] = 3;
        }),
        ("bones number 0: parent: expected an index below 0, found 0", &|figure| {
            figure.bones[0].parent = Some(0);
        }),
        ("bones number 0: vertices of all bones: expected 3, found 4", &|figure| {
            figure.bones.push(Bone { vertex_count: 1, ..Bone::default() });
        }),
    ];
    for (message, change) in cases {
        assert_eq!(refused(change), message);
    }
}

#[test]
fn patterns_need_version_5() {
    let mut figure = File::v5().figure();
    figure.patterns.push(Pattern { textures: vec![PolygonRun::default()], ..Pattern::default() });
    figure.version = 4;
    let error = mbac::write(&figure).unwrap_err();
    assert_eq!(error.section(), Section::PatternTable);
    assert_eq!(error.to_string(), "pattern table number 0: version 4 cannot hold any but one pattern (2)");
}

#[test]
fn too_many_of_something() {
    let table = ActionTable { version: 5, actions: vec![Default::default(); 65536], ..ActionTable::default() };
    let error = keitai_formats::mtra::write(&table).unwrap_err();
    assert!(matches!(error, Error::Limit { field: "actions", limit: 65535, found: 65536, .. }), "{error}");
}
