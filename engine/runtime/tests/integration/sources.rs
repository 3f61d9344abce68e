//! Source texts and joint animations in scenes, in shots and as companion files.

use crate::content::{corpus, figure, joints, open, path};
use keitai_render::{Compat, Posture, Q16, Vector3};
use keitai_runtime::Settings;
use keitai_runtime::assets::{Assets, Source, companions};
use keitai_runtime::shot::{Player, Shot};
use keitai_runtime::world::{Figure, LoopMode, Playback};

/// Plays a joint animation of ten frames, and returns its mode and the first vertex after each tick.
fn played(code: u8, mode: &str) -> (LoopMode, Vec<i32>) {
    let scene =
        format!("(entities: [(name: \"a\", figure: \"a.mbac\", play: (action: \"walk\", speed: 262144{mode}))])");
    let files = [
        ("a.ron", scene.into_bytes()),
        ("a.mbac", figure(0, 3)),
        ("walk.bck", joints(3, code)),
        ("stranger.bck", joints(2, code)),
    ];
    let mut stage = open("a.ron", files).unwrap();
    let entity = stage.named("a").unwrap();
    let mode = stage.world.get::<&Playback>(entity).unwrap().part.mode;
    let places = (0..8).map(|_| {
        stage.tick(&[]);
        let figure = stage.world.get::<&Figure>(entity).unwrap();
        let mut positions: Vec<Vector3> = Vec::new();
        figure.posture.positions(&figure.model, &mut positions);
        positions[0].x
    });
    (mode, places.collect())
}

#[test]
fn joint_animations_play_in_the_mode_of_their_file() {
    // Four frames per tick, one unit per frame.
    assert_eq!(played(0, ""), (LoopMode::Once, vec![4, 8, 9, 9, 9, 9, 9, 9]));
    assert_eq!(played(1, ""), (LoopMode::OnceAndReset, vec![4, 8, 0, 0, 0, 0, 0, 0]));
    assert_eq!(played(2, ""), (LoopMode::Loop, vec![4, 8, 3, 7, 2, 6, 1, 5]));
    assert_eq!(played(3, ""), (LoopMode::MirroredOnce, vec![4, 8, 6, 2, 0, 0, 0, 0]));
    assert_eq!(played(4, ""), (LoopMode::MirroredLoop, vec![4, 8, 6, 2, 2, 6, 8, 4]));
    assert_eq!(played(0, ", mode: Loop").0, LoopMode::Loop, "the mode of the scene takes precedence");
}

#[test]
fn joint_animations_are_companion_files_and_play_in_shots() {
    let files = [("a.mbac", figure(0, 3)), ("walk.bck", joints(3, 2)), ("other.bck", joints(2, 2))];
    let mut assets = Assets::new(Source::memory(files.clone()), Compat::default());
    let companions = companions::find(&mut assets, &path("a.mbac")).unwrap();
    assert_eq!(companions.actions.iter().map(|actions| actions.path.name()).collect::<Vec<_>>(), ["walk.bck"]);

    let shot = r#"(size: (8, 8), background: 0, figures: {"f": "a.mbac"}, actions: {"w": "walk.bck"},
        frame: [Posture(figure: "f", actions: "w", action: 0, start: 0, step: 65536), Render("f", 0, 0)])"#;
    let shot = Shot::parse(shot).unwrap_or_else(|error| panic!("{error}"));
    let read_file = |name: &str| Ok(files.iter().find(|(known, _)| *known == name).unwrap().1.clone());
    assert!(Player::new(&shot, &Settings::default(), read_file).is_ok());
}

/// Returns the code of a printed sample, which is between code marks after its heading.
fn printed(document: &str, heading: &str) -> Option<Vec<u8>> {
    let text = std::fs::read_to_string(corpus()?.join("seeds").join(document)).unwrap();
    let sample = &text[text.find(heading).unwrap() + heading.len()..];
    let end = sample.find("[Sample").or_else(|| sample.find('【')).unwrap_or(sample.len());
    Some(sample[..end].split("```").skip(1).step_by(2).collect::<String>().into_bytes())
}

#[test]
fn the_printed_samples_play() {
    for figure in ["[Sample01.bac]", "[Sample02.bac]"] {
        for (action, last) in [("【Sample01.tra】", 10), ("【Sample02.tra】", 10), ("【Sample03.tra】", 44)] {
            let (Some(bac), Some(tra)) = (printed("bac6_en.txt", figure), printed("tra4_ja.txt", action)) else {
                return;
            };
            let mut assets = Assets::new(Source::memory([("a.bac", bac), ("a.tra", tra)]), Compat::default());
            let parts = companions::find(&mut assets, &path("a.bac")).unwrap();
            assert!(parts.action_problems.is_empty(), "{figure} {action}: {:?}", parts.action_problems);
            assert!(!parts.diagnostics.is_empty() && !parts.actions[0].diagnostics.is_empty(), "{figure} {action}");
            let moves = &parts.actions[0].table.actions[0];
            assert_eq!(moves.last_frame, last);
            let places = |frame: u16| {
                let mut posture = Posture::rest(&parts.figure.model);
                posture.set(&parts.figure.model, moves, Q16::from_num(frame));
                let mut positions = Vec::new();
                posture.positions(&parts.figure.model, &mut positions);
                (positions, posture.pattern())
            };
            assert_ne!(places(0), places(9), "{figure} {action}");
        }
    }
}
