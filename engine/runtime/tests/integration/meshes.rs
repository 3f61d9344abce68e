//! Paths of scenes, and meshes and textures that are made while a scene runs.

use std::sync::Arc;

use crate::content::{drawn, replayed};
use crate::scenes::{open, wrong};
use keitai_formats::{Blend, Material, Rgb, Texture};
use keitai_render::{Q12, TextureMap, Vector3};
use keitai_runtime::Stage;
use keitai_runtime::mesh::{Fill, Mesh};
use keitai_runtime::world::{Figure, Sprite, Transform};

const SCENE: &str = r#"(
    background: 0x000001,
    paths: {
        "road": (points: [(at: (0, 0, 0), width: 100), (at: (0, 0, -400), width: 100)]),
    },
    entities: [
        (at: (0, 300, 200), camera: (rig: LookAt(offset: (0, 0, -150)))),
    ],
)"#;

pub(crate) fn at(stage: &mut Stage, point: Vector3) -> u32 {
    let (x, y) = stage.pixel_of(point).unwrap();
    drawn(stage).pixels()[(y * 240 + x) as usize]
}

/// Returns the scene with a strip along its road, drawn with a texture of one colour.
pub(crate) fn road(colour: Rgb, lines: [Q12; 2]) -> (Stage, keitai_runtime::hecs::Entity) {
    let mut stage = open(SCENE).unwrap();
    let texture = stage.make_texture(&plain(colour)).unwrap();
    let mut mesh = Mesh::default();
    let fill = Fill::Texels { slot: 0, at: [[0, 0], [0, 7], [7, 7], [7, 0]] };
    mesh.add_strip(stage.scene().path("road").unwrap(), .., 8, lines, fill, Material(0));
    let road = stage.world.spawn((mesh.figure(vec![texture]).unwrap(), Transform::default()));
    stage.propagate_transforms();
    (stage, road)
}

pub(crate) fn plain(colour: Rgb) -> Texture {
    Texture { width: 8, height: 8, palette: vec![colour], texels: vec![0; 64] }
}

pub(crate) fn sprite(texture: Arc<TextureMap>) -> Sprite {
    let (texels, size, blend) = ([0, 0, 8, 8], [8, 8], Blend::Normal);
    Sprite { texture, texels, size, angle: 0, blend, key: false, screen: false }
}

pub(crate) const RED: Rgb = Rgb { r: 255, g: 0, b: 0 };
pub(crate) const EDGES: [Q12; 2] = [Q12::ONE, Q12::NEG_ONE];

#[test]
fn a_track_along_a_path_is_drawn_from_above() {
    let (mut stage, _) = road(RED, EDGES);
    let mut seen = |x, z| at(&mut stage, Vector3::new(x, 0, z));
    assert_eq!([seen(0, -20), seen(45, -200), seen(-45, -380)], [0xFF0000; 3]);
    assert_eq!([seen(60, -200), seen(0, 20), seen(0, -430)], [1; 3]);
    let (mut below, _) = road(RED, [Q12::NEG_ONE, Q12::ONE]);
    assert_eq!(at(&mut below, Vector3::new(0, 0, -200)), 1, "its front is below");
}

#[test]
fn textures_and_meshes_change_while_the_scene_runs() {
    let (mut stage, road) = road(RED, EDGES);
    let blue = stage.make_texture(&plain(Rgb { r: 0, g: 0, b: 255 })).unwrap();
    stage.world.get::<&mut Figure>(road).unwrap().textures[0] = Arc::clone(&blue);
    assert_eq!(at(&mut stage, Vector3::new(0, 0, -200)), 0xFF);
    let mut mesh = Mesh::default();
    mesh.add_strip(
        stage.scene().path("road").unwrap(),
        ..,
        1,
        [Q12::ZERO, Q12::NEG_ONE],
        Fill::Colour(0x00FF00),
        Material(0),
    );
    *stage.world.get::<&mut Figure>(road).unwrap() = mesh.figure(Vec::new()).unwrap();
    let mut seen = |x| at(&mut stage, Vector3::new(x, 0, -200));
    // The left of a traveller along -z is at -x.
    assert_eq!([seen(-20), seen(20)], [1, 0x00FF00]);
    assert_eq!(replayed(&stage.shot().unwrap()), drawn(&mut stage), "a shot holds the mesh");
}

#[test]
fn paths_that_are_missing_or_too_short_are_errors() {
    let stage = open(SCENE).unwrap();
    let missing = stage.scene().path("raod").unwrap_err();
    assert_eq!(missing.to_string(), "scenes/a.ron: there is no path \"raod\"");
    assert_eq!(missing.hint().unwrap(), "did you mean \"road\"?");
    let short = wrong("(paths: {\"a\": (points: [(at: (0, 0, 0))])})").0;
    assert!(short.starts_with("scenes/a.ron:1:15: points: expected 2..=4096"), "{short}");
}
