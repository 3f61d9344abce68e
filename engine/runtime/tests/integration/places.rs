//! Places of entities before their first tick, of those that are put elsewhere, and of a scene that starts again.

use crate::content;
use keitai_render::{Framebuffer, Q12, Q16};
use keitai_runtime::Stage;
use keitai_runtime::world::{Layer, Transform};

const RED: u32 = 0xFF_0000;
const HALF: Q16 = Q16::from_bits(0x8000);

fn open(scene: &str) -> Stage {
    content::open("a.ron", [("a.ron", scene.as_bytes().to_vec())]).unwrap()
}

/// Returns the upper left red pixel of a picture that `draw` draws.
fn red(stage: &mut Stage, draw: impl FnOnce(&mut Stage, &mut Framebuffer)) -> Option<(usize, usize)> {
    let mut picture = stage.framebuffer();
    draw(stage, &mut picture);
    picture.pixels().iter().position(|pixel| *pixel == RED).map(|at| (at % 240, at / 240))
}

fn between(part: Q16) -> impl FnOnce(&mut Stage, &mut Framebuffer) {
    move |stage, picture| stage.draw_between(part, picture)
}

/// A prefab that shows its place.
const FLAG: &str = r#"(prefabs: {"flag": (rectangle: (size: (4, 4), colour: 0xFF0000))}, ready: ["flag"])"#;

/// An entity that is seen by its child.
const POLE: &str = r#"(entities: [
    (name: "pole", at: (10, 10, 0), velocity: (linear: (20.0, 0.0, 0.0))),
    (parent: "pole", rectangle: (size: (4, 4), colour: 0xFF0000)),
])"#;

#[test]
fn a_spawned_entity_is_drawn_at_its_place_at_once() {
    let mut stage = open(FLAG);
    stage.set_smooth(true);
    stage.tick(&[]);
    let flag = stage.spawn_with("flag", (Transform::at(100, 50, 0),)).unwrap();
    assert_eq!(red(&mut stage, Stage::draw), Some((100, 50)));
    stage.tick(&[]);
    assert_eq!(red(&mut stage, between(HALF)), Some((100, 50)), "not on the way from the origin");
    stage.world.get::<&mut Transform>(flag).unwrap().position[0] = Q12::from_num(110);
    stage.tick(&[]);
    assert_eq!(red(&mut stage, between(HALF)), Some((105, 50)));
    stage.remove(flag);
    let flag = stage.spawn("flag").unwrap();
    *stage.world.get::<&mut Transform>(flag).unwrap() = Transform::at(100, 50, 0);
    stage.set_smooth(true);
    stage.tick(&[]);
    assert_eq!(red(&mut stage, between(HALF)), Some((100, 50)), "placed after its spawn");
}

#[test]
fn an_entity_that_is_put_elsewhere_is_not_seen_on_the_way_and_nor_are_its_children() {
    let mut stage = open(POLE);
    stage.set_smooth(true);
    stage.tick(&[]);
    let pole = stage.named("pole").unwrap();
    stage.place(pole, Transform::at(110, 10, 0));
    assert_eq!(red(&mut stage, between(Q16::ZERO)), Some((110, 10)));
}

#[test]
fn a_scene_that_starts_again_is_not_seen_on_the_way_back() {
    let mut stage = open(POLE);
    stage.set_smooth(true);
    (0..5).for_each(|_| stage.tick(&[]));
    assert_eq!(red(&mut stage, between(HALF)), Some((100, 10)));
    stage.restart();
    assert_eq!(red(&mut stage, between(Q16::ZERO)), Some((10, 10)));
    stage.tick(&[]);
    assert_eq!(red(&mut stage, between(HALF)), Some((20, 10)));
}

#[test]
fn a_new_entity_takes_the_number_of_one_that_was_removed() {
    let mut stage = open("()");
    let [one, two] = [0; 2].map(|_| stage.world.spawn((Layer(7),)));
    stage.remove(one);
    let three = stage.world.spawn((Layer(7),));
    assert_eq!(content::on_layer(&stage, 7), [three, two]);
}
