//! Lights that figures bring themselves.

use crate::content::{drawn, replayed};
use crate::reload::Folder;
use crate::scenes::open;
use keitai_formats::Material;
use keitai_render::{Angle, Q12};
use keitai_runtime::mesh::{Fill, Mesh};
use keitai_runtime::world::path::{Path, PathPoint};
use keitai_runtime::world::{Figure, FigureEffect, WorldLight};

/// Two lit squares side by side, under a light of the scene that leaves them at half.
const SCENE: &str = r#"(size: (40, 20), entities: [
    (at: (0, 100, 0), turn: (deg(-90), 0, 0), camera: (projection: ParallelScale(1.0, 1.0))),
    (light: (direction: (0, -1, 0), intensity: 0.0, ambient: 0.5)),
    (figure: "../art/robo.mbac", at: (-10, 0, 0)),
    (figure: "../art/robo.mbac", at: (10, 0, 0), EFFECT),
])"#;

/// Returns the brightness of both squares, and that in a recorded shot.
fn seen(effect: &str) -> [[u32; 2]; 2] {
    let mut stage = open(SCENE.replace("EFFECT", effect)).unwrap();
    let point = |z| PathPoint { at: [0, 0, z].map(Q12::from_num), width: Q12::from_num(16), bank: Angle(0) };
    let middle = [point(30), point(-30)];
    let mut square = Mesh::default();
    let (edges, white) = ([Q12::ONE, Q12::NEG_ONE], Fill::Colour(0xFFFFFF));
    square.add_strip(&Path::new(&middle, false).unwrap(), .., 1, edges, white, Material(Material::LIGHTING));
    for figure in stage.world.query_mut::<&mut Figure>() {
        *figure = square.clone().figure(Vec::new()).unwrap();
    }
    [drawn(&mut stage), replayed(&stage.shot().unwrap())]
        .map(|picture| [10, 30].map(|x| picture.pixels()[10 * 40 + x] & 0xFF))
}

#[test]
fn a_figure_s_own_light_falls_on_it_alone_also_in_shots() {
    let [drawn, shot] = seen("");
    assert_eq!((drawn[0], drawn), (drawn[1], shot));
    assert!((100..140).contains(&drawn[0]), "{drawn:?}");
    let [own, shot] = seen("effect: (light: (direction: (0, -1, 0), intensity: 0.0, ambient: 1.0))");
    assert_eq!((own, own), (shot, [drawn[0], 255]));
    let [unlit, _] = seen("effect: (unlit: true, light: (direction: (0, -1, 0), ambient: 0.1))");
    assert_eq!(unlit, [drawn[0], 255]);
}

#[test]
fn a_light_without_a_direction_is_refused_at_its_place() {
    let error = open(r#"(entities: [(figure: "../art/robo.mbac", effect: (light: (direction: (0, 0, 0))))])"#);
    let error = error.err().unwrap().to_string();
    assert!(error.contains("direction") && error.starts_with("scenes/a.ron:1:"), "{error}");
}

#[test]
fn a_changed_light_is_applied_by_a_reload() {
    let folder = Folder::new();
    let scene = |ambient| {
        format!(
            "(entities: [(name: \"robo\", figure: \"robo.mbac\", effect: (light: (direction: (0, -1, 0), ambient: {ambient})))])"
        )
    };
    let mut stage = folder.stage(&scene("0.5"));
    folder.change(&mut stage, "a.ron", scene("0.25")).unwrap();
    let robo = stage.named("robo").unwrap();
    let ambient =
        stage.world.get::<&FigureEffect>(robo).unwrap().light.map(|WorldLight { ambient, .. }| ambient.to_bits());
    assert_eq!(ambient, Some(1024));
}
