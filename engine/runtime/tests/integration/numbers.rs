//! Numbers in scenes, with and without a point, pictures of sprites, and the messages of texts that cannot be read.

use crate::scenes::{open, wrong};
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::world::{Playback, Sprite, Transform};

#[test]
fn a_text_without_its_closing_quote_is_named() {
    let unclosed = |scene: &str| wrong(scene).0.replace("scenes/a.ron:", "");
    assert_eq!(unclosed("(entities: [(name: \"a, figure: \"b.mbac\")])"), "1:20: a text without a closing quote");
    assert_eq!(unclosed("(entities: [\n (name: \"a),\n (name: \"b\"),\n])"), "2:9: a text without a closing quote");
    assert_eq!(unclosed("(entities: [(name: \"a)])"), "1:20: a text without a closing quote");
    assert_eq!(wrong("(entities: [(name: \"a)])").1.unwrap(), "add `\"` where the text ends");
}

#[test]
fn a_missing_field_is_named_with_its_owner() {
    let missing = |entity: &str| wrong(format!("(entities: [({entity})])")).0.split(": ").nth(1).unwrap().to_owned();
    assert_eq!(
        missing("camera: (rig: Chase(target: \"a\", offset: (0, 0, 0), height: 1))"),
        "missing field `distance` of `Chase`"
    );
    assert_eq!(missing("steer: (turn: 1)"), "missing field `speed` of `steer`");
    assert_eq!(missing("events: [(action: 0)]"), "missing field `frame` of `events`");
}

#[test]
fn numbers_are_whole_or_decimals_or_degrees_or_names() {
    let whole = r#"(figure: "../art/robo.mbac", at: (1, 0, -2), turn: (0, 1024, 0), scale: 6144, events: [(action: 0, frame: 4,
        name: "hit")], play: (action: 0, speed: 98304, start: 4), velocity: (linear: (2048, 0, -4096), spin: (0, -512, 0)),
        steer: (speed: 14336, turn: 64), camera: (projection: PerspectiveFov(10, 4096, 1024), rig: Orbit(distance: 9,
        pitch: 256)), light: (direction: (0, -1, 0), intensity: 3072))"#;
    let decimal = r#"(figure: "../art/robo.mbac", at: (1.0, 0, -2), turn: (0, deg(90), 0), scale: 1.5, events: [(action: 0,
        frame: 4, name: "hit")], play: (action: 0, speed: 1.5, start: "hit"), velocity: (linear: (0.5, 0, -1.0),
        spin: (0, deg(-45), 0)), steer: (speed: 3.5, turn: deg(5.625)), camera: (projection: PerspectiveFov(10, 4096,
        deg(90)), rig: Orbit(distance: 9, pitch: deg(22.5))), light: (direction: (0, -1, 0), intensity: 0.75))"#;
    let state = |entity: &str| {
        let mut stage = open(format!("(entities: [{entity}])")).unwrap_or_else(|error| panic!("{error}"));
        let controls = Controls { held: [Button::Up, Button::Left].into_iter().collect(), ..Controls::IDLE };
        stage.tick(&[controls]);
        let mut picture = stage.framebuffer();
        stage.draw(&mut picture);
        let frame = stage.world.get::<&Playback>(stage.entities()[0]).unwrap().head.frame;
        (stage.digest(), picture.digest(), frame)
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
    let mut lefts = Vec::new();
    for _ in 0..7 {
        stage.tick(&[]);
        lefts.push(stage.world.get::<&Sprite>(sprite).unwrap().texels[0]);
    }
    assert_eq!(lefts, [8, 8, 24, 24, 40, 40, 40]);
    let fault = |frames| wrong(scene(frames)).0;
    assert!(
        fault("count: 16, ticks: 1").ends_with("count: expected 1 or more, side by side within 256 texels, found 16")
    );
    assert!(fault("count: 3, ticks: 0").ends_with("ticks: expected at least 1, found 0"));
}

#[test]
fn errors_of_decimals_colours_and_directions() {
    let fault = |entity: &str| wrong(format!("(entities: [({entity})])")).0.replace("scenes/a.ron:", "");
    assert_eq!(fault("lifetime: 2.5"), "1:24: a whole number was expected, found 2.5");
    assert_eq!(
        fault("turn: (0, 45.0, 0)"),
        "1:24: expected an angle such as deg(45), below deg(188743680), or a whole number of 1/4096 turns from \
         -2147483648 to 4294967295, found 45.0"
    );
    assert_eq!(
        fault("scale: \"big\""),
        "1:21: expected a decimal from -524288.0 to below 524288.0, or a whole number of 1/4096 from -2147483648 to \
         2147483647, found \"big\""
    );
    let mixed = "`1` beside a decimal is 1/4096: expected a point in both, or in none";
    assert!(fault("velocity: (linear: (1, 2.5, 0))").ends_with(mixed));
    assert_eq!(
        wrong(
            "(entities: [(figure: \"../art/robo.mbac\", events: [(action: 0, frame: 2, name: \"hit\")],\n play: (action: 0, start: \"hti\"))])"
        ),
        ("scenes/a.ron:2:27: there is no event \"hti\"".into(), Some("did you mean \"hit\"?".into()))
    );
    assert_eq!(
        wrong("(background: 0x1000000)").0,
        "scenes/a.ron:1:14: background: expected 0x000000..=0xFFFFFF, found 16777216"
    );
    let colour = "colour: expected 0x000000..=0xFFFFFF, found 4278190080";
    assert_eq!(fault("rectangle: (size: (1, 1), colour: 0xFF000000)"), format!("1:48: {colour}"));
    assert_eq!(fault("text: (text: \"a\", colour: 0xFF000000)"), format!("1:40: {colour}"));
    assert_eq!(fault("light: (direction: (0, 0, 0))"), "1:33: length of the direction: expected more than 0, found 0");
}
