//! A running scene allocates nothing after a warm-up, and its memory does not grow.

use std::ops::Range;

use crate::content::stage;
use allocation_counter::{AllocationInfo, measure};
use keitai_render::{Framebuffer, Q16};
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::{Settings, Stage};

fn controls(tick: u32) -> [Controls; 2] {
    let held = [Button::Up, if tick % 90 < 60 { Button::Left } else { Button::Right }];
    [Controls { held: held.into_iter().collect(), ..Controls::IDLE }; 2]
}

/// Plays a scene, and returns what is allocated from tick `warm` on.
fn allocated(mut stage: Stage, [warm, end]: [u32; 2], draw: fn(&mut Stage, u32, &mut Framebuffer)) -> AllocationInfo {
    let mut picture = stage.framebuffer();
    let mut run = |ticks: Range<u32>| {
        for tick in ticks {
            stage.tick(&controls(tick));
            draw(&mut stage, tick, &mut picture);
        }
    };
    run(0..warm);
    measure(|| run(warm..end))
}

#[test]
fn ticks_and_pictures_allocate_nothing_after_a_warm_up() {
    for scene in ["demo", "versus", "sprites", "gallery", "light", "cameras", "screen", "menu", "tints"] {
        let stage = stage(&format!("{scene}.ron"), &Settings::default());
        let used = allocated(stage, [600, 900], |stage, _, picture| stage.draw(picture));
        assert_eq!(used.count_total, 0, "{scene}: {used:?}");
    }
}

#[test]
fn pictures_between_ticks_allocate_nothing() {
    let mut stage = stage("demo.ron", &Settings::default());
    stage.set_smooth(true);
    let half = |stage: &mut Stage, _, picture: &mut _| stage.draw_between(Q16::from_bits(0x8000), picture);
    let used = allocated(stage, [300, 600], half);
    assert_eq!(used.count_total, 0, "{used:?}");
}

#[test]
fn memory_does_not_grow_in_an_hour() {
    let used = allocated(stage("versus.ron", &Settings::default()), [3600, 30 * 3600], |stage, tick, picture| {
        if tick % 30 == 0 {
            stage.draw(picture);
        }
    });
    assert_eq!((used.bytes_current, used.count_total), (0, 0), "{used:?}");
}
