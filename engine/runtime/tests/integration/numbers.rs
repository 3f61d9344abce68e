//! Numbers in scenes, with and without a point, and pictures of sprites.

use crate::content::drawn;
use crate::scenes::{open, wrong};
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::world::{Playback, Sprite, Transform};

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
    let scene = |frames: &str| {
        let sprite = r#"sprite: (texture: "../art/robo.bmp", texels: (8, 0, 24, 16), size: (16, 16)"#;
        format!("(entities: [({sprite}, frames: ({frames})))])")
    };
    let mut stage = open(scene("count: 3, ticks: 2, mode: Once")).unwrap();
    let sprite = stage.entities()[0];
    let lefts = [0; 7].map(|_| {
        stage.tick(&[]);
        stage.world.get::<&Sprite>(sprite).unwrap().texels[0]
    });
    assert_eq!(lefts, [8, 8, 24, 24, 40, 40, 40]);
    let fault = |frames| wrong(scene(frames)).0;
    assert!(fault("count: 16, ticks: 1").ends_with("a count that fits side by side within 256 texels, found 16"));
    assert!(fault("count: 3, ticks: 0").ends_with("expected 1..=65535, found 0"));
}
