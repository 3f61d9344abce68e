//! A running scene allocates nothing after a warm-up, and its memory does not grow.

use crate::content::stage;
use allocation_counter::measure;
use keitai_render::Q16;
use keitai_runtime::Settings;
use keitai_runtime::controls::{Button, Controls};

fn controls(tick: u32) -> [Controls; 2] {
    let held = [Button::Up, if tick % 90 < 60 { Button::Left } else { Button::Right }];
    [Controls { held: held.into_iter().collect(), ..Controls::IDLE }; 2]
}

#[test]
fn ticks_and_pictures_allocate_nothing_after_a_warm_up() {
    for scene in [
        "demo.ron",
        "versus.ron",
        "sprites.ron",
        "gallery.ron",
        "light.ron",
        "cameras.ron",
        "screen.ron",
        "hills.ron",
        "menu.ron",
        "tints.ron",
    ] {
        let mut stage = stage(scene, &Settings::default());
        let mut picture = stage.framebuffer();
        let mut run = |ticks: std::ops::Range<u32>| {
            for tick in ticks {
                stage.tick(&controls(tick));
                stage.draw(&mut picture);
            }
        };
        run(0..600);
        let used = measure(|| run(600..900));
        assert_eq!(used.count_total, 0, "{scene}: {used:?}");
    }
}

#[test]
fn pictures_between_ticks_allocate_nothing() {
    let mut stage = stage("demo.ron", &Settings::default());
    stage.set_smooth(true);
    let mut picture = stage.framebuffer();
    let mut run = |ticks: std::ops::Range<u32>| {
        for tick in ticks {
            stage.tick(&controls(tick));
            stage.draw_between(Q16::from_bits(0x8000), &mut picture);
        }
    };
    run(0..300);
    let used = measure(|| run(300..600));
    assert_eq!(used.count_total, 0, "{used:?}");
}

#[test]
fn memory_does_not_grow_in_an_hour() {
    let mut stage = stage("versus.ron", &Settings::default());
    let mut picture = stage.framebuffer();
    let mut run = |ticks: std::ops::Range<u32>| {
        for tick in ticks {
            stage.tick(&controls(tick));
            if tick % 30 == 0 {
                stage.draw(&mut picture);
            }
        }
    };
    run(0..3600);
    let used = measure(|| run(3600..30 * 3600));
    assert_eq!((used.bytes_current, used.count_total), (0, 0), "{used:?}");
}
