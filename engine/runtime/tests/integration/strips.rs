//! Strips that a scene lays along its paths.

use crate::meshes::at;
use crate::scenes::{open, wrong};
use keitai_render::{Q12, Vector3};
use keitai_runtime::world::{FigureInstance, Tint, Transform};

/// A straight road of 100 units width and 400 units length: its left half red, and a green line across from 100 to 200.
const SCENE: &str = r#"(
    background: 0x000001,
    paths: {"road": (points: [(at: (0, 0, 0), width: 100), (at: (0, 0, -400), width: 100)])},
    entities: [
        (name: "road", strips: [(path: "road", pieces: 4, lines: (1.0, 0.0), colour: 0xFF0000)]),
        (layer: 1, strips: [(path: "road", pieces: 2, from: 100, to: 200, lines: (0.5, -1.5), colour: 0x00FF00)]),
        (at: (0, 300, 200), camera: (rig: LookAt(offset: (0, 0, -150)))),
    ],
)"#;

#[test]
fn strips_cover_their_part_of_the_path() {
    let mut stage = open(SCENE).unwrap();
    let mut seen = |x, z| at(&mut stage, Vector3::new(x, 0, z));
    // The left of a traveller along -z is at -x.
    assert_eq!([seen(-45, -10), seen(-45, -390), seen(-5, -90), seen(-5, -210)], [0xFF0000; 4]);
    assert_eq!([seen(-20, -105), seen(70, -105), seen(-20, -195)], [0x00FF00; 3]);
    assert_eq!([seen(10, -90), seen(-45, 10), seen(-55, -10), seen(80, -150)], [1; 4]);
}

#[test]
fn strips_show_their_texels_and_are_tinted() {
    let scene = SCENE.replace("colour: 0xFF0000", r#"texture: "../art/robo.bmp", texels: (0, 0, 16, 32)"#);
    let mut stage = open(scene).unwrap();
    let road = stage.named("road").unwrap();
    let figure = FigureInstance::clone(&stage.world.get::<&FigureInstance>(road).unwrap());
    assert_eq!(figure.textures.len(), 1);
    let quad = figure.asset.figure.polygons.textured_quads[0];
    // Start and end on the left line, then start and end on the middle line: polygons have the order of a strip.
    let corners = quad.vertices.map(|vertex| figure.asset.figure.vertices[usize::from(vertex)]);
    assert_eq!(corners, [[-50, 0, 0], [-50, 0, -100], [0, 0, 0], [0, 0, -100]]);
    assert_eq!(quad.texels, [[0, 32], [0, 0], [16, 32], [16, 0]]);
    stage.world.insert_one(road, Tint { colour: 0x0000FF, share: Q12::ONE }).unwrap();
    assert_eq!(at(&mut stage, Vector3::new(-20, 0, -50)), 0x0000FF);
}

#[test]
fn an_entity_is_on_its_path_before_the_first_tick() {
    let robo = r#"entities: [(name: "robo", along: (path: "road", speed: 2.0, start: 150, side: 10)),"#;
    let stage = open(SCENE.replace("entities: [", robo)).unwrap();
    let transform = *stage.world.get::<&Transform>(stage.named("robo").unwrap()).unwrap();
    assert_eq!(transform.rounded(), Vector3::new(-10, 0, -150));
}

#[test]
fn the_fields_of_strips_are_checked() {
    let strip = |fields: &str| wrong(SCENE.replace("colour: 0xFF0000", fields)).0;
    let cases = [
        ("texels: (0, 0, 8, 8)", "`texels` has no effect without `texture`"),
        ("key: true", "`key` has no effect without `texture`"),
        ("colour: 0x1000000", ": expected 0x000000..=0xFFFFFF, found 0x1000000"),
        (r#"colour: 0, texture: "../art/robo.bmp""#, "`colour` has no effect with `texture`"),
        (r#"texture: "../art/robo.bmp", texels: (0, 0, 257, 8)"#, "expected 0..=256, found 257"),
        (r#"texture: "../art/rob.bmp""#, "art/rob.bmp: no such file"),
    ];
    for (fields, fault) in cases {
        let found = strip(fields);
        assert!(found.starts_with("scenes/a.ron:5:") && found.ends_with(fault), "{found}");
    }
    let other = |from: &str, to: &str| wrong(SCENE.replace(from, to)).0;
    assert!(other("pieces: 4", "pieces: 0").ends_with("expected 1..=32766, found 0"));
    assert!(other("pieces: 4", "pieces: 32767").ends_with("expected 1..=32766, found 32767"));
    assert!(
        other("lines: (1.0, 0.0)", "lines: (700.0, 0.0)")
            .ends_with("the strip is not within 32767 units of the origin along each axis")
    );
    let both = other("name: \"road\"", "figure: \"../art/robo.mbac\"");
    assert!(both.ends_with("`strips` has no effect with `figure`"), "{both}");
    let named = wrong(SCENE.replace("path: \"road\", pieces: 4", "path: \"raod\", pieces: 4"));
    assert_eq!(named.1.unwrap(), "did you mean \"road\"?");
}
