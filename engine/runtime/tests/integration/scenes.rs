//! Scenes from text to picture, and their numbers with and without a point.

use keitai_formats::LoopMode;
use keitai_render::Q16;
use keitai_runtime::assets::Source;
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::world::{Part, Playback, Sprite, Transform, WorldTransform};
use keitai_runtime::{Error, Settings, Stage};
use keitai_sound::wave;

use crate::content;
use crate::content::{actions, drawn, figure, path, picture};

pub(crate) fn source(scene: impl Into<Vec<u8>>) -> Source {
    Source::memory([
        ("scenes/a.ron", scene.into()),
        ("scenes/prefabs.ron", br#"(prefabs: {"robo": (figure: "../art/robo.mbac", scale: 2048)})"#.to_vec()),
        ("scenes/plain.ron", b"(entities: [()])".to_vec()),
        (
            "scenes/fonts.ron",
            br#"(fonts: {"letters": (texture: "../art/robo.bmp", cell: (8, 8), alphabet: "01")})"#.to_vec(),
        ),
        ("art/robo.mbac", figure(1, 2)),
        ("art/robo.bmp", picture(64)),
        ("art/robo.mtra", actions(2)),
        ("art/three.mtra", actions(3)),
        ("art/bare/bare.mbac", figure(1, 1)),
        ("art/broken.mbac", b"MB\x05".to_vec()),
        ("art/a.wav", wave::write(8000, 1, &[0, 9000]).unwrap()),
        ("art/bad.wav", b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0".to_vec()),
    ])
}

pub(crate) fn open(scene: impl Into<Vec<u8>>) -> Result<Stage, Error> {
    Stage::open(source(scene), &path("scenes/a.ron"), &Settings::default())
}

/// Returns the message and the hint of a scene's first error.
#[track_caller]
pub(crate) fn wrong(scene: impl Into<Vec<u8>>) -> (String, Option<String>) {
    let error = open(scene).err().unwrap();
    (error.to_string(), error.hint())
}

#[test]
fn an_empty_scene_is_an_empty_picture() {
    let mut stage = open("()").unwrap();
    stage.tick(&[]);
    let picture = drawn(&mut stage);
    assert_eq!((picture.width(), picture.height()), (240, 320));
    assert!(picture.pixels().iter().all(|pixel| *pixel == 0));
}

#[test]
fn unset_fields_are_those_of_the_prefab() {
    let stage = open(
        r#"(
            include: ["prefabs.ron"],
            prefabs: {"near": (at: (1, 2, 3), layer: 2)},
            entities: [
                (name: "one", prefab: "robo", at: (7, 0, 0)),
                (name: "two", prefab: "near", at: (4, 5, 6), parent: "one"),
            ],
        )"#,
    )
    .unwrap();
    let place = |name| {
        let entity = stage.named(name).unwrap();
        stage.world.get::<&WorldTransform>(entity).unwrap().0
    };
    assert_eq!(place("one").to_raw(), [2048, 0, 0, 7, 0, 2048, 0, 0, 0, 0, 2048, 0]);
    assert_eq!(place("two").translation, [9, 3, 3]);
}

#[test]
fn a_steered_figure_walks_while_a_button_is_held() {
    let mut stage = open(
        r#"(entities: [(
            name: "robo", figure: "../art/robo.mbac",
            steer: (speed: 8192, turn: 64, moving: (action: "robo", mode: MirroredLoop), idle: (action: 0, speed: 0)),
        )])"#,
    )
    .unwrap();
    let robo = stage.named("robo").unwrap();
    let state = |stage: &Stage| {
        let frame = stage.world.get::<&Playback>(robo).unwrap().head.frame;
        (stage.world.get::<&Transform>(robo).unwrap().rounded().z, frame.to_num::<i32>())
    };
    let up = Controls { held: Button::Up.into(), ..Controls::IDLE };
    (0..11).for_each(|_| stage.tick(&[up]));
    assert_eq!(state(&stage), (22, 7), "eleven frames of nine, and back");
    stage.tick(&[Controls::IDLE]);
    assert_eq!(state(&stage), (22, 0));
}

#[test]
fn an_action_that_has_ended_stays_at_its_end_until_the_other_one_begins() {
    let mut stage = open(
        r#"(entities: [(
            name: "robo", figure: "../art/robo.mbac",
            steer: (speed: 1.0, turn: 64, idle: (action: 0, mode: Once), moving: (action: 0, speed: -3.0, mode: Once)),
        )])"#,
    )
    .unwrap();
    let robo = stage.named("robo").unwrap();
    let up = Controls { held: Button::Up.into(), ..Controls::IDLE };
    let mut after = |controls: Controls, ticks: usize| {
        (0..ticks).for_each(|_| stage.tick(&[controls]));
        stage.world.get::<&Playback>(robo).unwrap().head.frame.to_num::<i32>()
    };
    assert_eq!([after(Controls::IDLE, 8), after(Controls::IDLE, 4)], [8, 9]);
    assert_eq!([after(up, 1), after(up, 5), after(Controls::IDLE, 2)], [6, 0, 2]);
}

#[test]
fn a_play_starts_at_its_frame_or_in_the_direction_of_play() {
    let frame = |play: &str| {
        let entity = format!(
            r#"figure: "../art/robo.mbac", textures: ["../art/robo.bmp"], actions: ["../art/robo.mtra"],
            action_names: {{"go": 0}}, play: (action: "go", {play})"#
        );
        let stage = open(format!("(entities: [({entity})])")).unwrap();
        let head = stage.world.get::<&Playback>(stage.entities()[0]).unwrap().head;
        assert!(!head.ended);
        head.frame.to_num::<i32>()
    };
    // The action has the frames 0 to 9.
    let plays = ["start: 2", "speed: -1.0, mode: Once", "speed: -1.0, start: 0", "mode: MirroredLoop, start: 7.0"];
    assert_eq!(plays.map(frame), [2, 9, 0, 7]);
}

#[test]
fn overlapping_solids_are_contacts() {
    let mut stage = open(
        r#"(entities: [
            (name: "a", solid: Circle(10), velocity: (linear: (4096, 0, 0))),
            (name: "b", at: (22, 50, 0), solid: Circle(10)),
        ])"#,
    )
    .unwrap();
    let counts = [0; 4].map(|_| {
        stage.tick(&[]);
        stage.contacts.len()
    });
    assert_eq!(counts, [0, 0, 1, 1]);
    assert_eq!(stage.contacts[0].push, [-2, 0]);
    assert_eq!(stage.contacts[0].first, stage.named("a").unwrap());
}

#[test]
fn ready_prefabs_can_be_spawned() {
    let scene = r#"(
        include: ["prefabs.ron"],
        prefabs: {"hat": (parent: "base", at: (0, 9, 0)), "unused": (figure: "../art/missing.mbac")},
        ready: ["robo", "hat"],
        entities: [(name: "base", at: (5, 0, 0))],
    )"#;
    let mut stage = open(scene).unwrap();
    let count = stage.world.len();
    let robo = stage.spawn("robo").unwrap();
    let hat = stage.spawn("hat").unwrap();
    assert_eq!(stage.world.len(), count + 2);
    assert!(stage.spawn("unused").is_err());
    stage.tick(&[]);
    assert_eq!(stage.world.get::<&Transform>(robo).unwrap().scale.to_bits(), 2048);
    assert_eq!(stage.world.get::<&WorldTransform>(hat).unwrap().0.translation, [5, 9, 0]);
}

#[test]
fn actions_are_played_by_their_names() {
    let scene: &[u8] = br#"(entities: [
        (name: "robo", figure: "robo.mbac", play: (action: 0)), (name: "post"),
    ])"#;
    let files =
        [("a.ron", scene.to_vec()), ("robo.mbac", figure(1, 2)), ("robo.mtra", actions(2)), ("robo.bmp", picture(64))];
    let mut stage = content::open("a.ron", files).unwrap();
    let [robo, post] = ["robo", "post"].map(|name| stage.named(name).unwrap());
    let once = Part { mode: LoopMode::Once, ..Part::default() };
    stage.play(robo, "robo", once).unwrap();
    let next = Part { speed: Q16::from_num(2), ..Part::default() };
    stage.world.get::<&mut Playback>(robo).unwrap().next = Some(next);
    let playing = |stage: &Stage| *stage.world.get::<&Playback>(robo).unwrap();
    assert_eq!((playing(&stage).part, playing(&stage).head.frame), (once, Q16::ZERO));
    (0..20).for_each(|_| stage.tick(&[]));
    assert_eq!(playing(&stage).part.speed, 2);
    let refused = |stage: &mut Stage, entity, name| {
        let error = stage.play(entity, name, once).unwrap_err();
        format!("{error}; {}", error.hint().unwrap_or_default())
    };
    assert_eq!(refused(&mut stage, robo, "rubo"), "a.ron: there is no action \"rubo\"; did you mean \"robo\"?");
    assert_eq!(refused(&mut stage, post, "robo"), "a.ron: there is no played figure with the action \"robo\"; ");
}

#[test]
fn numbers_are_whole_or_decimals_or_degrees_or_names() {
    let whole = r#"(figure: "../art/robo.mbac", at: (1, 0, -2), turn: (0, 1024, 0), scale: 6144, play: (action: 0, speed: 98304,
        start: 4), velocity: (linear: (2048, 0, -4096), spin: (0, -512, 0)),
        steer: (speed: 14336, turn: 64), camera: (projection: PerspectiveFov(10, 4096, 1024), rig: Orbit(distance: 9,
        pitch: 256)), light: (direction: (0, -1, 0), intensity: 3072))"#;
    let decimal = r#"(figure: "../art/robo.mbac", at: (1.0, 0, -2), turn: (0, deg(90), 0), scale: 1.5, play: (action: 0,
        speed: 1.5, start: 4.0), velocity: (linear: (0.5, 0, -1.0),
        spin: (0, deg(-45), 0)), steer: (speed: 3.5, turn: deg(5.625)), camera: (projection: PerspectiveFov(10, 4096,
        deg(90)), rig: Orbit(distance: 9, pitch: deg(22.5))), light: (direction: (0, -1, 0), intensity: 0.75))"#;
    let state = |entity: &str| {
        let mut stage = open(format!("(entities: [{entity}])")).unwrap_or_else(|error| panic!("{error}"));
        let controls = Controls { held: [Button::Up, Button::Left].into_iter().collect(), ..Controls::IDLE };
        stage.tick(&[controls]);
        let frame = stage.world.get::<&Playback>(stage.entities()[0]).unwrap().head.frame;
        (stage.digest(), drawn(&mut stage).digest(), frame)
    };
    assert_eq!(state(whole), state(decimal));
    assert_eq!(state(decimal).2, keitai_render::Q16::from_num(5.5));
    let half = open("(entities: [(name: \"a\", at: (0.5, 0, 0)), (name: \"b\", at: (0.4, 0, 0))])").unwrap();
    let place = |name| half.world.get::<&Transform>(half.named(name).unwrap()).unwrap().position[0].to_bits();
    assert_eq!((place("a"), place("b")), (2048, 1638));
}

#[test]
fn a_sprite_shows_its_pictures_one_after_the_other() {
    let sprite = r#"sprite: (texture: "../art/robo.bmp", texels: (8, 0, 24, 16), size: (16, 16)"#;
    let mut stage = open(format!("(entities: [({sprite}, frames: (count: 3, ticks: 2, mode: Once)))])")).unwrap();
    let sprite = stage.entities()[0];
    let lefts = [0; 7].map(|_| {
        stage.tick(&[]);
        stage.world.get::<&Sprite>(sprite).unwrap().texels[0]
    });
    assert_eq!(lefts, [8, 8, 24, 24, 40, 40, 40]);
}
