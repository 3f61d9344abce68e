//! Blending, tints and lights of entities.

use std::sync::Arc;

use keitai_formats::{Blend, Material, Rgb};
use keitai_render::{Angle, Q12, Vector3};
use keitai_runtime::Stage;
use keitai_runtime::hecs::Entity;
use keitai_runtime::mesh::{Fill, Mesh};
use keitai_runtime::world::path::{Path, PathPoint};
use keitai_runtime::world::{Figure, FigureEffect, Image, Sprite, Tint, Transform};

use crate::content::{drawn, replayed};
use crate::scenes::{open, wrong};
use crate::textures::{EDGES, RED, at, plain, road, sprite};

const MIDDLE: Vector3 = Vector3 { x: 0, y: 0, z: -200 };
const WHITE: Tint = Tint { colour: 0xFFFFFF, share: Q12::ONE };

/// Returns the pixel in the middle of the road after a change of the component.
fn with(stage: &mut Stage, road: Entity, tint: Option<Tint>) -> u32 {
    let _ = stage.world.remove_one::<Tint>(road);
    tint.into_iter().for_each(|tint| stage.world.insert_one(road, tint).unwrap());
    at(stage, MIDDLE)
}

#[test]
fn a_figure_is_blended_whatever_its_materials() {
    let (mut stage, road) = road(RED, EDGES);
    let mut pixel = |effect: FigureEffect| {
        stage.world.insert_one(road, effect).unwrap();
        at(&mut stage, MIDDLE)
    };
    assert_eq!(pixel(FigureEffect::default()), 0xFF0000);
    let half = FigureEffect { blend: Some(Blend::Half), ..FigureEffect::default() };
    // The mean of 31 and 0 in 5 bits is 15, shown as 0x7B.
    assert_eq!(pixel(half.clone()), 0x7B0000);
    assert_eq!(pixel(FigureEffect { blend: Some(Blend::Sub), ..half.clone() }), 0);
    assert_eq!(pixel(FigureEffect { opaque: true, ..half }), 0xFF0000);
}

#[test]
fn a_tint_mixes_textures_and_colours() {
    let (mut stage, road) = road(RED, EDGES);
    assert_eq!(with(&mut stage, road, Some(WHITE)), 0xFFFFFF);
    // Red and blue are 128 of 255 each, 15 of 31.
    let violet = Tint { colour: 0x0000FF, share: Q12::from_bits(2048) };
    assert_eq!(with(&mut stage, road, Some(violet)), 0x7B007B);
    assert_eq!(with(&mut stage, road, None), 0xFF0000);
    let mut mesh = Mesh::default();
    mesh.add_strip(stage.scene().path("road").unwrap(), .., 1, EDGES, Fill::Colour(0x00FF00), Material(0));
    *stage.world.get::<&mut Figure>(road).unwrap() = mesh.figure(Vec::new()).unwrap();
    assert_eq!(with(&mut stage, road, Some(violet)), 0x007B7B);
    assert_eq!(with(&mut stage, road, None), 0x00FF00);
}

#[test]
fn a_tint_mixes_sprites_and_images_and_leaves_the_key() {
    let mut stage = open("(background: 0x102030)").unwrap();
    let mut keyed = plain(RED);
    keyed.palette.push(Rgb { r: 0, g: 0, b: 255 });
    keyed.texels[1] = 1;
    let texture = stage.make_texture(&keyed).unwrap();
    let sprite = Sprite { key: true, screen: true, ..sprite(Arc::clone(&texture)) };
    let image = Image { texture, texels: [0, 0, 8, 8], key: true, blend: Blend::Normal, clip: None };
    let gold = Tint { colour: 0xFFFF00, share: Q12::ONE };
    stage.world.spawn((sprite, Transform::at(14, 14, 0), gold));
    stage.world.spawn((image, Transform::at(30, 10, 0), gold));
    stage.propagate_transforms();
    let picture = drawn(&mut stage);
    let row: Vec<u32> = [10, 11, 30, 31].iter().map(|x| picture.pixels()[10 * 240 + x]).collect();
    assert_eq!(row, [0x102030, 0xFFFF00, 0x102030, 0xFFFF00]);
}

#[test]
fn the_fields_of_a_scene_are_checked() {
    let scene =
        r#"(entities: [(figure: "../art/robo.mbac", effect: (blend: Half), tint: (colour: 0xFF, share: 0.25))])"#;
    let stage = open(scene).unwrap();
    let robo = stage.entities()[0];
    let tint = *stage.world.get::<&Tint>(robo).unwrap();
    assert_eq!(tint, Tint { colour: 0xFF, share: Q12::from_bits(1024) });
    assert_eq!(stage.world.get::<&FigureEffect>(robo).unwrap().blend, Some(Blend::Half));
    let many = "(figure: \"../art/robo.mbac\", tint: (colour: 0)),".repeat(1025);
    let many = wrong(format!("(entities: [{many}])")).0;
    assert!(many.ends_with("entities with a tint: expected at most 1024, found 1025"), "{many}");
}

/// Two lit squares side by side, under a light of the scene that leaves them at half.
const SQUARES: &str = r#"(size: (40, 20), entities: [
    (at: (0, 100, 0), turn: (deg(-90), 0, 0), camera: (projection: ParallelScale(1.0, 1.0))),
    (light: (direction: (0, -1, 0), intensity: 0.0, ambient: 0.5)),
    (figure: "../art/robo.mbac", at: (-10, 0, 0)),
    (figure: "../art/robo.mbac", at: (10, 0, 0), EFFECT),
])"#;

/// Returns the brightness of both squares, and that in a recorded shot.
fn seen(effect: &str) -> [[u32; 2]; 2] {
    let mut stage = open(SQUARES.replace("EFFECT", effect)).unwrap();
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
    let [row, shot] = seen("");
    assert_eq!((row[0], row), (row[1], shot));
    assert!((100..140).contains(&row[0]), "{row:?}");
    let [lit, shot] = seen("effect: (light: (direction: (0, -1, 0), intensity: 0.0, ambient: 1.0))");
    assert_eq!((lit, lit), (shot, [row[0], 255]));
    let [unlit, _] = seen("effect: (unlit: true, light: (direction: (0, -1, 0), ambient: 0.1))");
    assert_eq!(unlit, [row[0], 255]);
}
