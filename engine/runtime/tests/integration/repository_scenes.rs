//! The examples of `scenes/README.md` and `scenes/shots.md` load. The scenes of the repository: each loads, plays 300 ticks and
//! draws a picture with a known digest.
//!
//! When a picture changes on purpose, look at the picture and write its new digest in `scene_digests.txt`.

use std::collections::BTreeSet;
use std::path::Path;

use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Settings;
use keitai_runtime::assets::{AssetPath, Assets};
use keitai_runtime::controls::{Button, Controls, Stick};
use keitai_runtime::scene::Scene;
use keitai_runtime::shot::{Player, Shot};

use crate::content::{copies_of, drawn, files_in, open, repository, stage};

/// Scenes with the digests of their pictures.
fn pinned() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("scene_digests.txt").lines().filter_map(|line| line.split_once(' '))
}

fn controls(tick: u32) -> [Controls; 2] {
    let pad = |button: Button| Controls { held: [Button::Up, button].into_iter().collect(), ..Controls::IDLE };
    let stick = Controls { left: Stick { x: (tick % 200) as i8, y: -90 }, ..Controls::IDLE };
    match tick / 60 % 3 {
        0 => [pad(Button::Left), stick],
        1 => [stick, pad(Button::Right)],
        _ => [Controls::IDLE; 2],
    }
}

fn after_300_ticks(scene: &str) -> Framebuffer {
    let mut stage = stage(scene, &Settings::default());
    for tick in 0..300 {
        stage.tick(&controls(tick));
    }
    drawn(&mut stage)
}

#[test]
fn every_scene_draws_its_known_picture() {
    let mut wrong = Vec::new();
    for (scene, pinned) in pinned() {
        let picture = after_300_ticks(scene);
        let background = picture.pixels()[0];
        let count = picture.pixels().iter().filter(|pixel| **pixel != background).count();
        assert!(count > picture.pixels().len() / 20, "{scene} is almost empty: {count} pixels");
        let digest = format!("{:016x}", picture.digest());
        if digest != pinned {
            wrong.push(format!("{scene} {digest}"));
        }
    }
    assert!(wrong.is_empty(), "other pictures:\n{}", wrong.join("\n"));
}

#[test]
fn every_scene_has_a_known_picture() {
    let scenes = files_in("scenes");
    let scenes = scenes.iter().filter(|path| path.name().ends_with(".ron")).map(AssetPath::name);
    let known = pinned().map(|(scene, _)| scene).chain(["prefabs.ron"]);
    assert_eq!(scenes.collect::<BTreeSet<_>>(), known.collect());
}

#[test]
fn the_scenes_of_the_sample_game_and_of_the_guide_have_no_errors() {
    for path in ["scenes/sumo", "scenes/guide"].into_iter().flat_map(files_in) {
        if path.name().ends_with(".ron") && path.name() != "prefabs.ron" {
            let errors = Scene::errors(&mut Assets::new(repository(), Compat::default()), &path);
            assert!(errors.is_empty(), "{errors:#?}");
        }
    }
}

const README: &str = include_str!("../../../../scenes/README.md");
const SHOTS: &str = include_str!("../../../../scenes/shots.md");

#[test]
fn the_example_is_a_shot_that_draws() {
    let example = SHOTS.split("```ron\n").nth(1).unwrap().split("```").next().unwrap();
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let shot = Shot::parse(example).unwrap();
    let mut player = Player::new(&shot, &Settings::default(), |name| std::fs::read(scenes.join(name))).unwrap();
    let mut picture = player.framebuffer();
    player.draw(5, &mut picture).unwrap();
    let covered = picture.pixels().iter().filter(|pixel| **pixel != picture.pixels()[0]).count();
    assert!(covered > 5000, "{covered} pixels are too few for a robot");
}

#[test]
fn the_ten_lines_are_a_scene() {
    let example = README.split("```ron\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(example.lines().count() <= 10);
    let scene = ("scenes/a.ron".to_owned(), example.as_bytes().to_vec());
    let files = copies_of(["assets/ring", "assets/robots"]).chain([scene]);
    let mut stage = open("scenes/a.ron", files).unwrap_or_else(|error| panic!("{error}"));
    stage.tick(&[]);
    assert_eq!(stage.entities().len(), 4);
}
