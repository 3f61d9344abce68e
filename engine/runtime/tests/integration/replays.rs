//! Replays play again with the same digests, and a difference is found in its tick.

use std::path::Path;

use crate::content;
use keitai_render::{Framebuffer, Q12};
use keitai_runtime::assets::AssetPath;
use keitai_runtime::controls::{Button, Buttons, Controls, Stick};
use keitai_runtime::replay::{Play, Recording};
use keitai_runtime::world::Transform;
use keitai_runtime::{Random, Settings, Stage, TickRate};

fn stage() -> Stage {
    content::stage("versus.ron", &Settings::default())
}

/// Records a play with a player who holds a button and one who moves a stick every tick.
fn play(ticks: u32) -> Recording {
    let mut stage = stage();
    let mut recording = Recording::new(&stage, TickRate::Hz30, 30, "");
    let mut chance = Random::new(7);
    for tick in 0..ticks {
        let stick = Stick { x: chance.between(-127, 127) as i8, y: chance.between(-127, 127) as i8 };
        let calm = Controls { held: Button::Up.into(), ..Controls::IDLE };
        let restless = Controls { left: stick, pressed: Buttons(tick & 0x11), ..Controls::IDLE };
        let controls = [if tick % 100 < 70 { calm } else { Controls::IDLE }, restless];
        stage.tick(&controls);
        recording.note(&controls, &mut stage);
    }
    recording
}

#[test]
fn a_recording_is_the_same_after_writing_and_parsing() {
    let recording = play(95);
    let text = recording.to_string();
    let copy = Recording::from_text("a.ron", &text).unwrap();
    assert_eq!(copy, recording);
    assert_eq!((copy.ticks(), copy.controls().count()), (95, 95));
    assert_eq!(text.matches("\n        0x").count(), 3, "digests of pictures");
    let text = text.replace("every:", "rate: 60,\n    every:");
    let faster = Recording::from_text("a.ron", &text).unwrap();
    assert_eq!(faster.to_string(), text);
    faster.verify(&mut stage(), |stage, controls| stage.tick(controls)).unwrap();
}

#[test]
fn the_scene_of_a_recording_may_have_any_name() {
    let mut recording = play(1);
    for name in ["a \"b\": *.ron", "back\\slash.ron", "\u{10FFC3}\u{202E}.ron", "zeile\n.ron"] {
        recording.scene = AssetPath::of_file(Path::new(name));
        let text = recording.to_string();
        assert_eq!(Recording::from_text("a.ron", &text).unwrap(), recording, "{text}");
    }
}

#[test]
fn ten_minutes_play_again_with_the_same_digests() {
    let recording = Recording::from_text("a.ron", &play(18_000).to_string()).unwrap();
    recording.verify(&mut stage(), |stage, controls| stage.tick(controls)).unwrap();
}

#[test]
fn a_picture_that_is_not_filled_is_recorded_without_those_before_it() {
    struct Dots(Stage);
    impl Play for Dots {
        fn stage(&mut self) -> &mut Stage {
            &mut self.0
        }
        fn draw(&mut self, picture: &mut Framebuffer) {
            picture.pixels_mut()[self.0.ticks() as usize] = 0xFF_FFFF;
        }
    }
    let mut dots = Dots(stage());
    let mut recording = Recording::new(&dots.0, TickRate::Hz30, 1, "");
    for _ in 0..3 {
        dots.0.tick(&[]);
        recording.note(&[], &mut dots);
    }
    let mut again = Dots(stage());
    for number in 1..=3 {
        again.0.tick(&[]);
        recording.compare(number, &mut again).unwrap();
    }
}

#[test]
fn the_first_tick_that_differs_is_returned() {
    let recording = play(120);
    let mut stage = stage();
    let shoved = stage.named("left").unwrap();
    let difference = recording
        .verify(&mut stage, |stage, controls| {
            stage.tick(controls);
            if stage.ticks() == 77 {
                stage.world.get::<&mut Transform>(shoved).unwrap().position[0] += Q12::from_bits(1);
            }
        })
        .unwrap_err();
    assert_eq!((difference.tick, difference.picture_only), (77, false));
}

#[test]
fn a_picture_that_differs_is_found_at_the_next_digest() {
    let recording = play(120);
    let mut stage = stage();
    stage.camera = None;
    let difference = recording.verify(&mut stage, |stage, controls| stage.tick(controls)).unwrap_err();
    assert_eq!((difference.tick, difference.picture_only), (30, true));
    assert!(difference.picture.pixels().iter().all(|pixel| *pixel == stage.scene().background));
}

#[test]
fn faulty_recordings_are_refused() {
    let wrong = |text: &str| Recording::from_text("a.ron", text).unwrap_err().to_string();
    let text = play(60).to_string();
    for (from, to, fault) in [
        ("version: 2", "version: 3", "3:14: expected 2..=2, found 3"),
        ("every:", "rate: 31, every:", "6:11: expected 15, 20, 30 or 60 ticks per second, found 31"),
        ("ticks: 60", "ticks: 61", "1:1: runs: expected 61 ticks, found 60"),
        ("every: 30", "every: 0", "6:12: expected 1..=4294967295, found 0"),
        ("every: 30", "every: 20", "1:1: pictures: expected one every 20 ticks, found 2"),
        ("seed:", "sead:", "5:5: unknown field `sead`"),
    ] {
        assert_eq!(wrong(&text.replace(from, to)), format!("a.ron:{fault}"));
    }
    let runs =
        "(version: 2, scene: \"a\", seed: 0, every: 9, ticks: 2, states: \"0000000000000000\", pictures: [],\n runs: [";
    let idle = "(0, 0, (0, 0), (0, 0)), ".repeat(5);
    assert!(wrong(&format!("{runs}(1, []),\n (1, [{idle}])])")).ends_with("expected at most 4 items"));
    let stick = wrong(&format!("{runs}(2, [(0, 0, (0, 128), (0, 0))])])"));
    assert_eq!(stick, "a.ron:2:25: the number 128 is out of bounds");
}
