//! Drawing of a game's own between the layers of a scene.

use std::cell::RefCell;
use std::rc::Rc;

use crate::content::{drawn, replayed};
use crate::meshes::{EDGES, RED, at, plain, road, sprite};
use crate::scenes::open;
use keitai_formats::Material;
use keitai_render::{AffineTrans, Q16, Vector3};
use keitai_runtime::Stage;
use keitai_runtime::mesh::{Fill, Mesh};
use keitai_runtime::world::{FigureEffect, FigureInstance, LayerDrawing, Rectangle, Sprite, Transform};

const ROAD: Vector3 = Vector3 { x: 0, y: 0, z: -200 };

fn strip(stage: &Stage, colour: u32) -> FigureInstance {
    let mut mesh = Mesh::default();
    mesh.add_strip(stage.scene().path("road").unwrap(), .., 8, EDGES, Fill::Colour(colour), Material(0));
    mesh.figure(Vec::new()).unwrap()
}

#[test]
fn figures_are_drawn_in_the_layer_that_the_hook_names() {
    let (mut stage, _) = road(RED, EDGES);
    let green = strip(&stage, 0x00FF00);
    let mut seen = |layers: &[i16], height: i32| {
        let (green, place) = (green.clone(), AffineTrans::translation(0, height, 0));
        stage.set_draw_hook(layers, move |drawing: &mut LayerDrawing| {
            drawing.figure(&green, &place, &FigureEffect::default());
        });
        at(&mut stage, ROAD)
    };
    assert_eq!(seen(&[1], -20), 0x00FF00, "a later layer covers the road");
    assert_eq!(seen(&[-1], 20), 0xFF0000, "the road covers an earlier layer");
    // In the road's own layer depth decides.
    assert_eq!([seen(&[0], -20), seen(&[0], 20)], [0xFF0000, 0x00FF00]);
    assert_eq!(seen(&[], 20), 0xFF0000);
}

#[test]
fn the_screen_of_the_hook_is_between_the_world_and_the_texts_of_its_layer() {
    let mut stage = open(
        r#"(size: (32, 8), background: 0x010101, entities: [
            (sprite: (texture: "../art/robo.bmp", size: (4096, 4096), key: false)),
            (at: (8, 0, 0), rectangle: (size: (8, 8), colour: 0x00FF00)),
        ])"#,
    )
    .unwrap();
    let calls = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&calls);
    stage.set_draw_hook(&[3, 0], move |drawing| {
        log.borrow_mut().push((drawing.layer, drawing.camera));
        let (left, colour) = if drawing.layer == 0 { (4, 0xFF0000) } else { (14, 0x0000FF) };
        let bar = Rectangle { size: (8, 8), colour, ..Rectangle::default() };
        drawing.rectangle(&bar, Vector3::new(left, 0, 0));
    });
    let picture = drawn(&mut stage);
    let row: Vec<u32> = [3, 4, 7, 8, 13, 14, 21, 22].iter().map(|x| picture.pixels()[*x]).collect();
    assert_eq!(row, [0, 0xFF0000, 0xFF0000, 0x00FF00, 0x00FF00, 0x0000FF, 0x0000FF, 0]);
    let camera = stage.camera.unwrap();
    assert_eq!(*calls.borrow(), [(0, camera), (3, camera)], "layers in order, also one without entities");
}

#[test]
fn the_hook_draws_in_every_view_between_ticks_and_in_shots() {
    let mut stage = open(
        r#"(size: (80, 40), entities: [
            (name: "mover", velocity: (linear: (10.0, 0, 0))),
            (at: (0, 0, 100), camera: (area: (0, 0, 40, 40), projection: ParallelSize(40, 40))),
            (at: (0, 0, 100), camera: (area: (40, 0, 40, 40), projection: ParallelSize(40, 40))),
        ])"#,
    )
    .unwrap();
    let mover = stage.named("mover").unwrap();
    let dot = Sprite { size: [4, 4], ..sprite(stage.make_texture(&plain(RED)).unwrap()) };
    stage.set_draw_hook(&[0], move |drawing| {
        let place = drawing.place(mover).unwrap();
        drawing.sprite(&dot, place.transform(Vector3::default()));
        let lost = drawing.place(drawing.camera).is_some();
        assert!(lost, "cameras have a place, too");
    });
    stage.set_smooth(true);
    stage.tick(&[]);
    stage.tick(&[]);
    let mut picture = stage.framebuffer();
    stage.draw_between(Q16::from_bits(0x8000), &mut picture);
    let middles = |picture: &keitai_render::Framebuffer| -> Vec<usize> {
        (0..80).filter(|x| picture.pixels()[20 * 80 + x] == 0xFF0000).collect()
    };
    // 15 units right of the middle, in both halves.
    assert_eq!(middles(&picture), [33, 34, 35, 36, 73, 74, 75, 76]);
    let again = replayed(&stage.shot().unwrap());
    stage.draw(&mut picture);
    assert_eq!(again.digest(), picture.digest());
    assert_eq!(middles(&again).len(), 4, "the right edge of each half cuts the dot");
    stage.world.insert_one(mover, Transform::default()).unwrap();
}
