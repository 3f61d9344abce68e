use keitai_runtime::controls::Stick;

use super::*;

fn subject() -> Subject {
    let actions = [10, 0, 157].map(|last| Playable { last, mode: LoopMode::Loop }).into();
    let names = ["0 stand", "1 fall", "2 walk"].map(str::to_owned).into();
    Subject { actions, names, patterns: 2, lit: true }
}

fn hold(button: Button) -> Controls {
    Controls { held: button.into(), ..Controls::IDLE }
}

fn pressed(viewer: &mut Viewer, buttons: &[Button]) {
    for button in buttons {
        viewer.tick(&Controls::press(*button), &subject());
    }
}

#[test]
fn a_figure_without_actions_that_is_loaded_again_is_seen_as_before() {
    let mut viewer = Viewer { pattern: PatternChoice::All, ..Viewer::default() };
    let before = viewer.clone();
    viewer.set_reloaded_subject(&Subject::default());
    assert_eq!(viewer, before);
}

#[test]
fn an_action_loops_before_its_last_frame() {
    let mut viewer = Viewer::default();
    let frames: Vec<_> = (0..12)
        .map(|_| {
            viewer.tick(&Controls::IDLE, &subject());
            viewer.whole_frame()
        })
        .collect();
    assert_eq!(frames, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2]);
}

#[test]
fn an_action_ends_as_its_file_says_and_plays_again_when_asked() {
    let once = |mode| Subject {
        actions: vec![Playable { last: 3, mode }],
        names: vec!["0 tin".to_owned()],
        ..Subject::default()
    };
    let frames = |mode, ticks: usize| -> Vec<i32> {
        let mut viewer = Viewer::default();
        let tick = |_| {
            viewer.tick(&Controls::IDLE, &once(mode));
            viewer.whole_frame()
        };
        (0..ticks).map(tick).collect()
    };
    assert_eq!(frames(LoopMode::Once, 6), [1, 2, 3, 3, 3, 3]);
    assert_eq!(frames(LoopMode::OnceAndReset, 5), [1, 2, 0, 0, 0]);
    assert_eq!(frames(LoopMode::MirroredOnce, 8), [1, 2, 3, 2, 1, 0, 0, 0]);
    assert_eq!(frames(LoopMode::MirroredLoop, 8), [1, 2, 3, 2, 1, 0, 1, 2]);

    let (subject, mut viewer) = (once(LoopMode::Once), Viewer::default());
    (0..9).for_each(|_| _ = viewer.tick(&Controls::IDLE, &subject));
    viewer.tick(&Controls::press(Button::A), &subject);
    assert_eq!((viewer.whole_frame(), viewer.playing, viewer.said.as_deref()), (1, true, Some("playing again")));
    viewer.tick(&Controls::press(Button::A), &subject);
    assert_eq!((viewer.whole_frame(), viewer.playing), (1, false), "on its way it is paused");
    viewer.tick(&Controls::press(Button::R), &subject);
    assert_eq!(viewer.said.as_deref(), Some("action 0 tin of 1, 3 frames, once"));
}

#[test]
fn actions_go_round_both_ways_and_start_over() {
    let mut viewer = Viewer::default();
    pressed(&mut viewer, &[Button::L]);
    assert_eq!(viewer.action, 2);
    assert_eq!(viewer.said.as_deref(), Some("action 2 walk of 3, 157 frames"));
    pressed(&mut viewer, &[Button::R, Button::R]);
    assert_eq!((viewer.action, viewer.whole_frame()), (1, 0));
    for _ in 0..5 {
        viewer.tick(&Controls::IDLE, &subject());
    }
    assert_eq!(viewer.whole_frame(), 0, "an action of one frame stands still");
}

#[test]
fn stepping_pauses_and_wraps_and_repeats_when_held() {
    let mut viewer = Viewer::default();
    pressed(&mut viewer, &[Button::Left]);
    assert_eq!((viewer.whole_frame(), viewer.playing), (10, false));
    viewer.tick(&Controls::IDLE, &subject());
    pressed(&mut viewer, &[Button::Right]);
    assert_eq!(viewer.whole_frame(), 0);
    assert_eq!(viewer.said.as_deref(), Some("frame 0 of 10"));
    for _ in 0..9 {
        viewer.tick(&hold(Button::Right), &subject());
    }
    assert_eq!(viewer.whole_frame(), 0);
    for _ in 0..5 {
        viewer.tick(&hold(Button::Right), &subject());
    }
    assert_eq!(viewer.whole_frame(), 3);
}

#[test]
fn speeds_match_their_names() {
    let mut viewer = Viewer::default();
    pressed(&mut viewer, &[Button::Down]);
    assert_eq!(viewer.said.as_deref(), Some("speed 0.50"));
    let before = viewer.head.frame.to_bits();
    viewer.tick(&Controls::IDLE, &subject());
    assert_eq!(viewer.head.frame.to_bits() - before, 0x8000);
    pressed(&mut viewer, &[Button::Down; 9]);
    assert_eq!(viewer.said.as_deref(), Some("speed 0.06"));
    pressed(&mut viewer, &[Button::Up; 12]);
    assert_eq!(viewer.said.as_deref(), Some("speed 8.00"));
}

#[test]
fn patterns_go_from_the_actions_over_each_to_all() {
    let mut viewer = Viewer::default();
    let masks: Vec<_> = (0..4)
        .map(|_| {
            pressed(&mut viewer, &[Button::Y]);
            viewer.pattern.mask()
        })
        .collect();
    assert_eq!(masks, [Some(2), Some(4), Some(u32::MAX), None]);
    assert_eq!(PatternChoice::One(32).mask(), Some(0));
}

#[test]
fn the_camera_stays_within_bounds() {
    let mut viewer = Viewer::default();
    let far = Stick { x: 127, y: 127 };
    let everything = Controls { left: far, right: far, ..hold(Button::R2) };
    for _ in 0..10_000 {
        viewer.tick(&everything, &subject());
    }
    let Orbit { yaw, pitch, zoom, pan, .. } = viewer.orbit;
    assert_eq!((pitch, pan, zoom), (1024, (16384, 16384), 4_194_304));
    assert!((0..4096).contains(&yaw));

    pressed(&mut viewer, &[Button::Start]);
    assert_eq!(viewer.orbit, Orbit::default());
    for _ in 0..500 {
        viewer.tick(&hold(Button::L2), &subject());
    }
    assert_eq!(viewer.orbit.zoom, 512);
}

#[test]
fn backgrounds_are_the_colours_and_then_the_checker() {
    let mut viewer = Viewer::default();
    let mut seen = Vec::new();
    for _ in 0..7 {
        seen.push((viewer.background, viewer.backdrop));
        pressed(&mut viewer, &[Button::B]);
    }
    assert!(seen[..5].iter().all(|(_, backdrop)| *backdrop == Background::Plain));
    assert_eq!((seen[5].1, seen[6]), (Background::Checker, seen[0]));
}

#[test]
fn switches_switch_and_tell() {
    let mut viewer = Viewer::default();
    pressed(&mut viewer, &[Button::B, Button::Select, Button::X]);
    assert!(viewer.light && viewer.legend == 1);
    assert_eq!(viewer.background, 0x000000);
    assert_eq!(viewer.said.as_deref(), Some("light on"));
}

#[test]
fn a_pad_can_ask_for_a_picture_and_quit() {
    let mut viewer = Viewer::default();
    assert_eq!(viewer.tick(&Controls::press(Button::R3), &subject()), Some(WindowCommand::Screenshot));
    assert_eq!(viewer.tick(&hold(Button::R3), &subject()), None);
    let both = Controls { held: [Button::Start, Button::Select].into_iter().collect(), ..Controls::IDLE };
    assert_eq!(viewer.tick(&both, &subject()), Some(WindowCommand::Quit));
}

#[test]
fn a_figure_without_actions_can_be_looked_at() {
    let mut viewer = Viewer::starting_at(3, Some(70_000));
    let subject = Subject::default();
    for button in Button::ALL.into_iter().filter(|button| *button != Button::R3) {
        assert_eq!(viewer.tick(&Controls::press(button), &subject), None);
    }
    viewer.tick(&Controls::press(Button::R), &subject);
    assert_eq!(viewer.said.as_deref(), Some("no action"));
}

#[test]
fn a_start_at_a_frame_is_paused_there() {
    let mut viewer = Viewer::starting_at(2, Some(12));
    viewer.tick(&Controls::IDLE, &subject());
    assert_eq!((viewer.action, viewer.whole_frame(), viewer.playing), (2, 12, false));
    let mut viewer = Viewer::starting_at(0, Some(99));
    viewer.tick(&Controls::IDLE, &subject());
    assert_eq!(viewer.whole_frame(), 10, "beyond the end is the end");
}

#[test]
fn a_range_beyond_the_end_of_a_reloaded_action_is_dropped() {
    let mut viewer = Viewer { range: Some((4, 9)), ..Viewer::default() };
    let subject = |last| Subject { actions: vec![Playable { last, mode: LoopMode::Loop }], ..Subject::default() };
    viewer.set_reloaded_subject(&subject(9));
    assert_eq!(viewer.range, Some((4, 9)));
    viewer.set_reloaded_subject(&subject(8));
    assert_eq!(viewer.range, None);
}
