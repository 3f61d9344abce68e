//! Pictures between ticks and the debug overlay never change the simulation.

use crate::content::{drawn, stage};
use keitai_render::Q16;
use keitai_runtime::controls::{Button, Controls, Input, Key};
use keitai_runtime::debug::{Debug, Times};
use keitai_runtime::{Settings, Stage};

fn controls() -> [Controls; 1] {
    [Controls { held: [Button::Up, Button::Left].into_iter().collect(), ..Controls::IDLE }]
}

#[test]
fn interpolation_does_not_change_the_simulation() {
    for scene in ["demo.ron", "versus.ron", "sprites.ron"] {
        let (mut plain, mut smooth) = (stage(scene, &Settings::default()), stage(scene, &Settings::default()));
        smooth.set_smooth(true);
        let (mut expected, mut picture) = (plain.framebuffer(), smooth.framebuffer());
        for _ in 0..90 {
            plain.draw(&mut expected);
            plain.tick(&controls());
            smooth.tick(&controls());
            assert_eq!(plain.digest(), smooth.digest(), "{scene}");
            smooth.draw_between(Q16::ZERO, &mut picture);
            assert_eq!(picture.digest(), expected.digest(), "{scene}: part 0 is the tick before");
            smooth.draw_between(Q16::from_bits(0x5555), &mut picture);
            smooth.draw_between(Q16::ONE, &mut picture);
            plain.draw(&mut expected);
            assert_eq!(picture.digest(), expected.digest(), "{scene}: part 1.0 is the tick itself");
        }
    }
}

#[test]
fn every_part_of_the_debug_overlay_is_drawn_and_changes_nothing() {
    let mut stage = stage("demo.ron", &Settings::default());
    (0..30).for_each(|_| stage.tick(&[]));
    let picture = drawn(&mut stage);
    let (before, world) = (picture.digest(), stage.digest());
    let mut debug = Debug::default();
    let mut seen = Vec::new();
    let look = |debug: &mut Debug, stage: &mut Stage| {
        let mut over = picture.clone();
        stage.draw_debug(debug, &Times::default(), &mut over);
        over.digest()
    };
    assert_eq!(look(&mut debug, &mut stage), before, "hidden at first");
    debug.press(Input::Key(Key::F3));
    // The parts shown by default are switched off, then each part is shown alone.
    debug.press(Input::Key(Key::Num1));
    debug.press(Input::Key(Key::Num2));
    seen.push(look(&mut debug, &mut stage));
    for key in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7] {
        debug.press(Input::Key(key));
        seen.push(look(&mut debug, &mut stage));
        debug.press(Input::Key(key));
    }
    // The keys of the volume select an entity only where the list of entities is shown.
    assert!(!debug.press(Input::Key(Key::F8)));
    debug.press(Input::Key(Key::Num7));
    assert!(debug.press(Input::Key(Key::F8)));
    seen.push(look(&mut debug, &mut stage));
    for at in 0..seen.len() {
        assert!(!seen[..at].contains(&seen[at]) && seen[at] != before, "part {at} draws nothing of its own");
    }
    debug.press(Input::Chord(0, Button::Select));
    assert_eq!(look(&mut debug, &mut stage), before);
    assert_eq!((drawn(&mut stage).digest(), stage.digest()), (before, world));
}
