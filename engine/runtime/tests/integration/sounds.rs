//! Sounds of scenes: which are requested in which tick, how loud, and what is refused.

use crate::content::{self, actions, figure, picture};
use crate::reload::Folder;
use keitai_render::Q12;
use keitai_runtime::{Error, Stage};
use keitai_sound::wave;

fn open(scene: &str) -> Result<Stage, Error> {
    let click = wave::write(8000, 1, &[0, 9000, -9000, 0]).unwrap();
    let files = [
        ("scenes/a.ron", scene.as_bytes().to_vec()),
        ("scenes/more.ron", br#"(sounds: {"far": (file: "../art/b.wav", far: 2000)})"#.to_vec()),
        ("art/robo.mbac", figure(1, 2)),
        ("art/robo.bmp", picture(64)),
        ("art/robo.mtra", actions(2)),
        ("art/a.wav", click.clone()),
        ("art/b.wav", click),
        // Sounds in JARs have names without an ending.
        ("art/5", vec![254, 1, 69, 16]),
    ];
    content::open("scenes/a.ron", files)
}

/// Returns the requested sounds, and takes them.
fn asked(stage: &mut Stage) -> Vec<(String, i32, i32)> {
    let played = stage.sounds.played.drain(..);
    played.map(|sound| (sound.asset.path.name().to_owned(), sound.level.volume, sound.level.pan)).collect()
}

#[test]
fn a_game_plays_sounds_by_name_and_changes_the_music() {
    let mut stage = open(
        r#"(include: ["more.ron"], sounds: {"near": (file: "../art/a.wav", volume: 2048)},
            music: (file: "../art/5", fade: 30), entities: [(camera: ())])"#,
    )
    .unwrap();
    assert_eq!(stage.sounds.music.as_ref().map(|music| music.fade), Some(30));
    let half = Q12::from_num(1) / 2;
    stage.play_sound("near", half, None);
    stage.play_sound("nearer", half, None);
    stage.play_sound("far", half, Some([Q12::from_num(-1512), Q12::ZERO, Q12::ZERO]));
    // Half of the way from 1024 to 2000 is left, times a half.
    assert_eq!(asked(&mut stage), [("a.wav".to_owned(), 1024, 0), ("b.wav".to_owned(), 1024, -3072)]);
    stage.set_music(Some("far"), 5);
    stage.set_music(Some("none"), 5);
    assert_eq!(stage.sounds.music.as_ref().unwrap().asset.path.name(), "b.wav");
    let nearer = "scenes/a.ron: there is no sound \"nearer\"; did you mean \"near\"?";
    let warnings = [nearer, "scenes/a.ron: there is no sound \"none\""].map(str::to_owned);
    assert_eq!((stage.take_warnings(), stage.take_warnings()), (warnings.into(), [].into()));
    stage.set_music(None, 5);
    assert!(stage.sounds.music.is_none());
    stage.restart();
    assert_eq!(stage.sounds.music.as_ref().unwrap().asset.path.name(), "5");
}

#[test]
fn sounds_that_a_changed_scene_has_no_longer_take_no_room() {
    let folder = Folder::new();
    // All sounds of a scene have at most 2^24 frames.
    let third = wave::write(8000, 1, &[0; (1 << 24) / 3 + 1]).unwrap();
    ["1.wav", "2.wav", "3.wav"].into_iter().for_each(|name| folder.write(name, &third));
    let scene = |music: u32| format!(r#"(music: (file: "{music}.wav"), sounds: {{"a": (file: "1.wav")}})"#);
    let mut stage = folder.stage(&scene(2));
    folder.change(&mut stage, "a.ron", scene(3)).unwrap();
    assert_eq!(stage.sounds.music.as_ref().unwrap().asset.path.name(), "3.wav");
    let all = scene(3).replace("sounds: {", r#"sounds: {"b": (file: "2.wav"), "#);
    let error = folder.change(&mut stage, "a.ron", all).unwrap_err().to_string();
    assert!(error.ends_with("frames of all samples: expected at most 16777216"), "{error}");
}

#[test]
fn the_world_does_not_hear() {
    let scene = r#"(sounds: {"a": (file: "../art/a.wav")}, entities: [(camera: ()), (velocity: (linear: (9, 9, 9)))])"#;
    let [mut silent, mut loud] = [0; 2].map(|_| open(scene).unwrap());
    for _ in 0..20 {
        silent.tick(&[]);
        loud.tick(&[]);
        loud.play_sound("a", Q12::ONE, None);
        assert_eq!(silent.digest(), loud.digest());
    }
    assert_eq!((silent.sounds.played.len(), loud.sounds.played.len()), (0, 20));
}

#[test]
fn a_sound_is_declared_once() {
    let twice = open(r#"(include: ["more.ron"], sounds: {"far": (file: "../art/a.wav")})"#).err().unwrap();
    assert_eq!(twice.to_string(), "scenes/more.ron:1:11: sound \"far\" is defined twice");
}
