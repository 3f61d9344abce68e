//! Places of entities before their first tick, of those that are put elsewhere, and of a scene that starts again.

use crate::content;
use crate::meshes::{self, plain, sprite};
use crate::reload::Folder;
use keitai_render::{Angle, Framebuffer, Q12, Q16, Vector3};
use keitai_runtime::world::{Burst, Tags, Transform, WorldTransform};
use keitai_runtime::{Random, Stage};

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
}

#[test]
fn a_prefab_that_is_spawned_at_a_place_keeps_its_turn_and_scale() {
    let mut stage = open(r#"(prefabs: {"flag": (turn: (0, deg(90), 0), scale: 0.5)}, ready: ["flag"])"#);
    let flag = stage.spawn_at("flag", [100, 50, 0].map(Q12::from_num)).unwrap();
    let turn = [Angle(0), Angle(1024), Angle(0)];
    let expected = Transform { turn, scale: Q12::lit("0.5"), ..Transform::at(100, 50, 0) };
    assert_eq!(*stage.world.get::<&Transform>(flag).unwrap(), expected);
}

#[test]
fn an_entity_that_is_placed_after_its_spawn_is_not_seen_on_the_way() {
    let mut stage = open(FLAG);
    stage.set_smooth(true);
    stage.tick(&[]);
    let flag = stage.spawn("flag").unwrap();
    *stage.world.get::<&mut Transform>(flag).unwrap() = Transform::at(100, 50, 0);
    stage.set_smooth(true);
    stage.tick(&[]);
    assert_eq!(red(&mut stage, between(HALF)), Some((100, 50)));
}

#[test]
fn particles_of_a_burst_are_drawn_where_they_start() {
    let mut stage = open("()");
    let sprite = sprite(stage.make_texture(&plain(meshes::RED)).unwrap());
    let burst = Burst { sprite, count: 3, speed: Q12::ONE, acceleration: [Q12::ZERO; 3], lifetime: 9 };
    for particle in burst.spawn([Q12::from_num(7); 3], &mut Random::new(1), &mut stage.world) {
        assert_eq!(stage.world.get::<&WorldTransform>(particle).unwrap().0.translation, [7; 3]);
    }
}

#[test]
fn a_grounded_entity_that_is_spawned_meets_no_wall_before_its_first_tick() {
    let mut stage = open(
        r#"(prefabs: {"car": (grounded: true, solid: Circle(5))}, ready: ["car"],
            entities: [(walls: [((500, -1000), (500, 1000))])])"#,
    );
    let car = stage.spawn_with("car", (Transform::at(1000, 0, 0),)).unwrap();
    stage.tick(&[]);
    assert_eq!(stage.world.get::<&Transform>(car).unwrap().rounded(), Vector3::new(1000, 0, 0));
}

#[test]
fn a_grounded_entity_is_on_the_ground_at_once() {
    let hill = "heights: (origin: (0, 0), spacing: 10, columns: 2, heights: [30, 30, 30, 30])";
    let scene = |entities: &str| {
        format!(r#"(prefabs: {{"car": (grounded: true)}}, ready: ["car"], entities: [({hill}), {entities}])"#)
    };
    let folder = Folder::new();
    let mut stage = folder.stage(&scene(""));
    let y = |stage: &Stage, car| stage.world.get::<&WorldTransform>(car).unwrap().0.translation[1];
    let car = stage.spawn_at("car", [5, 99, 5].map(Q12::from_num)).unwrap();
    assert_eq!(y(&stage, car), 30);
    stage.place(car, Transform::at(7, 99, 7));
    assert_eq!(y(&stage, car), 30);
    folder.change(&mut stage, "a.ron", scene(r#"(prefab: "car", at: (5, 99, 5))"#)).unwrap();
    assert_eq!(y(&stage, stage.entities()[1]), 30);
}

#[test]
fn a_camera_starts_from_the_place_of_its_target_on_the_ground() {
    let stage = open(
        r#"(entities: [
            (heights: (origin: (0, 0), spacing: 10, columns: 2, heights: [30, 30, 30, 30])),
            (name: "car", at: (5, 99, 5), grounded: true),
            (camera: (rig: Follow(target: "car", away: (0, 20, 40), ease: 0.1))),
        ])"#,
    );
    let camera = stage.camera.unwrap();
    assert_eq!(stage.world.get::<&Transform>(camera).unwrap().rounded(), Vector3::new(5, 50, 45));
}

#[test]
fn a_moved_entity_meets_its_wall_although_another_one_is_put_elsewhere() {
    let mut stage = open(
        r#"(entities: [
            (walls: [((500, -1000), (500, 1000))]),
            (name: "car", grounded: true, solid: Circle(5)),
            (name: "other", grounded: true, solid: Circle(5)),
        ])"#,
    );
    let [car, other] = ["car", "other"].map(|name| stage.named(name).unwrap());
    *stage.world.get::<&mut Transform>(car).unwrap() = Transform::at(1000, 0, 0);
    stage.place(other, Transform::at(2000, 0, 0));
    stage.tick(&[]);
    let x = |entity| stage.world.get::<&Transform>(entity).unwrap().rounded().x;
    assert_eq!([car, other].map(x), [495, 2000]);
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
    let tags = || (Tags(vec!["cup".into()]),);
    let [one, two] = [0; 2].map(|_| stage.world.spawn(tags()));
    stage.remove(one);
    let three = stage.world.spawn(tags());
    assert_eq!(stage.tagged("cup"), [three, two]);
}
