//! The examples of `scenes/README.md` and `scenes/shots.md` load.

use std::path::Path;

use crate::content::{copies_of, open};
use keitai_runtime::Settings;
use keitai_runtime::shot::{Player, Shot};

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
