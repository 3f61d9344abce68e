//! Cross-overs between actions, and entities at bones.

use crate::content::{actions, copies_of, figure, open, picture};
use crate::scenes::wrong;
use keitai_formats::LoopMode;
use keitai_render::{Posture, Q16};
use keitai_runtime::Stage;
use keitai_runtime::world::{Figure, Part, Playback, WorldTransform};

#[test]
fn an_action_fades_in_and_a_child_follows_a_bone() {
    let scene = |fade: u32| {
        let text = format!(
            r#"(entities: [
                (name: "tin", figure: "assets/robots/tin.mbac", at: (0, 5, 0), turn: (0, deg(90), 0),
                    play: (action: 0, mode: Once, then: (action: 7, speed: -1.0, fade: {fade}))),
                (name: "hand", parent: "tin", bone: 11, at: (1, 2, 3)), (name: "child", parent: "tin", at: (1, 2, 3)),
            ])"#
        );
        let scene = ("a.ron".to_owned(), text.into_bytes());
        open("a.ron", copies_of(["assets/robots"]).chain([scene])).unwrap()
    };
    let (mut faded, mut sudden) = (scene(8), scene(0));
    let posture = |stage: &Stage| {
        let tin = stage.named("tin").unwrap();
        stage.world.get::<&Figure>(tin).unwrap().posture.clone()
    };
    let far = |one: &Posture, other: &Posture| {
        let bones = one.locals().iter().zip(other.locals());
        let elements = bones.flat_map(|(one, other)| one.to_raw().into_iter().zip(other.to_raw()));
        elements.map(|(a, b)| a.abs_diff(b)).max().unwrap()
    };
    let action = |stage: &Stage| {
        let tin = stage.named("tin").unwrap();
        stage.world.get::<&Playback>(tin).unwrap().part.action.action
    };
    let mut before = posture(&faded);
    while action(&faded) == 0 {
        assert_eq!(posture(&faded), posture(&sudden));
        before = posture(&faded);
        for stage in [&mut faded, &mut sudden] {
            stage.tick(&[]);
        }
    }
    let jump = |stage: &Stage| far(&posture(stage), &before);
    assert!(jump(&faded) * 4 < jump(&sudden), "{} of {}", jump(&faded), jump(&sudden));
    let digest = faded.digest();
    assert_ne!(digest, sudden.digest(), "a cross-over is part of the state");
    faded.propagate_transforms();
    assert_eq!(faded.digest(), digest);
    for tick in 1..=8 {
        assert_eq!(posture(&faded) == posture(&sudden), tick == 8, "tick {tick}");
        let place = |name| faded.world.get::<&WorldTransform>(faded.named(name).unwrap()).unwrap().0;
        let tin = faded.world.get::<&Figure>(faded.named("tin").unwrap()).unwrap();
        let mut bones = Vec::new();
        tin.posture.bones(&tin.model, &mut bones);
        let expected = place("tin").mul(&bones[11].0.mul(&keitai_render::AffineTrans::translation(1, 2, 3)));
        assert_eq!(place("hand"), expected);
        assert_ne!(place("child").translation, place("hand").translation);
        drop(tin);
        for stage in [&mut faded, &mut sudden] {
            stage.tick(&[]);
        }
    }
    assert_eq!(faded.digest(), sudden.digest());
    let bone = r#"(entities: [(name: "r", figure: "../art/robo.mbac"), (parent: "r", bone: 2)])"#;
    assert_eq!(wrong(bone).0, "scenes/a.ron:1:54: bone: expected 0..=1, found 2");
}

#[test]
fn actions_are_played_by_their_names() {
    let scene: &[u8] = br#"(entities: [
        (name: "robo", figure: "robo.mbac", play: (action: 0)), (name: "post"),
    ])"#;
    let files =
        [("a.ron", scene.to_vec()), ("robo.mbac", figure(1, 2)), ("robo.mtra", actions(2)), ("robo.bmp", picture(64))];
    let mut stage = open("a.ron", files).unwrap();
    let [robo, post] = ["robo", "post"].map(|name| stage.named(name).unwrap());
    let once = Part { mode: LoopMode::Once, fade: 3, ..Part::default() };
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
