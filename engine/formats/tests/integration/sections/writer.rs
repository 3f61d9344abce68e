//! Documents that no reader would accept, which every writer refuses.

use keitai_formats::{
    Action, ActionTable, Bone, Diagnostic, Figure, Items, Material, Normals, PackedNormal, Pattern, PatternKey,
    PolygonRun, mbac, mtra,
};

use super::files::{self, VENDOR, figure};

const COLOURED: &str = "a colour triangle and quad stand before a textured triangle without a gap";

type Change<'a> = &'a dyn Fn(&mut Figure);

fn refused(change: impl FnOnce(&mut Figure)) -> String {
    let mut figure = figure("version 5");
    change(&mut figure);
    let error = mbac::write(&figure).unwrap_err();
    assert_eq!(error, figure.check().unwrap_err());
    assert_eq!(error.offset(), None, "a document has no bytes");
    error.to_string()
}

#[test]
fn unsound_figures() {
    let direction = PackedNormal::Direction { x: -64, y: 0, z_negative: false };
    let cases: [(&str, Change); 9] = [
        ("normals: normals: expected 3, found 1", &|figure| {
            figure.normals = Normals::Vectors(vec![[0; 3]]);
        }),
        ("normals number 0: x: expected -63..=63, found -64", &|figure| {
            figure.normals = Normals::Packed(vec![direction; 3]);
        }),
        ("pattern table: patterns: expected 1 or more, found 0", &|figure| figure.patterns.clear()),
        ("pattern table number 1: textures: expected 1, found 0", &|figure| {
            figure.patterns.push(Pattern::default());
        }),
        ("pattern table: textured quads: expected 0, found 4", &|figure| {
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
        ("bones: vertices of all bones: expected 3, found 4", &|figure| {
            figure.bones.push(Bone { vertex_count: 1, ..Bone::default() });
        }),
    ];
    for (message, change) in cases {
        assert_eq!(refused(change), message);
    }
}

#[test]
fn older_versions_hold_less() {
    let cases: [(u16, &str, Change); 6] = [
        (4, "colour polygons: version 4 cannot hold colour polygons (2)", &|figure| *figure = files::figure(COLOURED)),
        (3, "colour polygons: version 3 cannot hold colour polygons (2)", &|figure| *figure = files::figure(COLOURED)),
        (4, "pattern table: version 4 cannot hold any but one pattern (2)", &|figure| {
            figure.patterns.push(Pattern { textures: vec![PolygonRun::default()], ..Pattern::default() });
        }),
        (3, "normals: version 3 cannot hold normals (1)", &|figure| {
            figure.normals = Normals::Vectors(vec![[0; 3]; 3]);
        }),
        (4, "textured polygons number 0: version 4 cannot hold a texel above 127 (255)", &|_| {}),
        (3, "textured polygons number 0: version 3 cannot hold these material bits (32)", &|figure| {
            figure.polygons.textured_triangles[0].material = Material(Material::LIGHTING | Material::DOUBLE_FACE);
        }),
    ];
    for (version, message, change) in cases {
        let mut figure = figure("version 5");
        change(&mut figure);
        figure.version = version;
        let error = mbac::write(&figure).unwrap_err();
        assert_eq!((error.to_string().as_str(), error.rule().code), (message, "K029"));
    }
    let mut lit = figure("version 5");
    (lit.version, lit.normals) = (4, Normals::Vectors(vec![[0; 3]; 3]));
    lit.polygons.textured_triangles[0].texels = [[0; 2]; 3];
    assert_eq!(mbac::write(&lit).unwrap()[5], 1, "normal format 1 in version 4");
}

#[test]
fn too_many_of_something_is_told_with_its_action() {
    let mut table = ActionTable { version: 5, actions: vec![Action::default(); 65536], ..ActionTable::default() };
    let error = mtra::write(&table).unwrap_err();
    assert_eq!(error.to_string(), "header: actions: expected at most 65535, found 65536");
    assert_eq!(Diagnostic::from(&error).items, Items::default());
    table.actions.truncate(9);
    table.actions[7].patterns = vec![PatternKey { frame: 0, mask: 0 }; 65536];
    let error = mtra::write(&table).unwrap_err();
    assert_eq!(error.to_string(), "pattern keys number 7: pattern keys: expected at most 65535, found 65536");
    assert_eq!(Diagnostic::from(&error).items, Items { action: Some(7), ..Items::default() });
}

#[test]
fn higher_bits_make_the_material_wider() {
    let mut figure = figure("version 5");
    for (bits, width) in [(0x77, 7), (0x80, 8), (0x100, 10), (0x3F7, 10)] {
        figure.polygons.textured_triangles[0].material = Material(bits);
        let bytes = mbac::write(&figure).unwrap();
        assert_eq!(bytes[44], width, "{bits:#x}");
        let again = mbac::read_with(&bytes, &VENDOR).unwrap();
        assert_eq!(again.document, figure);
    }
}
