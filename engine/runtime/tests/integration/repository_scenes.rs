//! The examples of `scenes/README.md` and `scenes/shots.md` load. The scenes of the repository: each loads, plays 300 ticks and
//! draws a picture with a known digest.
//!
//! When a picture changes on purpose, look at the picture and write its new digest here.

use std::collections::BTreeSet;
use std::path::Path;

use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Settings;
use keitai_runtime::assets::{AssetPath, Assets};
use keitai_runtime::controls::{Button, Controls, Stick};
use keitai_runtime::scene::Scene;
use keitai_runtime::shot::{Player, Shot};

use crate::content::{copies_of, drawn, files_in, open, repository, stage};

const PINNED: [(&str, u64); 23] = [
    ("blend.ron", 0x9e42_9312_ee3c_22f7),
    ("cameras.ron", 0x07de_dc68_203f_c587),
    ("chase.ron", 0x0e20_f1d5_ba10_f980),
    ("crowd.ron", 0xcf43_f885_335a_b6e2),
    ("demo.ron", 0x62c2_157a_857a_ba1b),
    ("facets.ron", 0x1e64_44b6_fc02_d254),
    ("gallery.ron", 0x7f60_8d3a_ce63_418f),
    ("layers.ron", 0xd79b_bed0_8dc5_de0b),
    ("light.ron", 0x493a_5737_b9d7_bfcf),
    ("menu.ron", 0x7217_4574_91d1_1cc6),
    ("modes.ron", 0x9d41_beb2_3b62_9d34),
    ("parallel.ron", 0x8ac4_51e1_9e77_f646),
    ("patterns.ron", 0x926a_9376_0275_877d),
    ("screen.ron", 0xc5f6_e1df_91b6_e1a4),
    ("sound.ron", 0x9e73_4fbd_0d0e_5020),
    ("sphere.ron", 0xa1b7_c7e3_4d75_b9ca),
    ("sprites.ron", 0x2506_d16f_6c60_58f1),
    ("textures.ron", 0xdc89_0c84_4bd5_6bff),
    ("tints.ron", 0xcc3c_41a5_6e47_aa80),
    ("toon.ron", 0x6d6d_4d81_0db1_92c1),
    ("views.ron", 0xc827_badb_7ecb_6514),
    ("versus.ron", 0xa838_4c16_e374_461d),
    ("windmill.ron", 0xfac0_940f_fe9d_fce2),
];

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
    for (scene, pinned) in PINNED {
        let picture = after_300_ticks(scene);
        let background = picture.pixels()[0];
        let drawn = picture.pixels().iter().filter(|pixel| **pixel != background).count();
        assert!(drawn > picture.pixels().len() / 20, "{scene} is almost empty: {drawn} pixels");
        let found = picture.digest();
        if found != pinned {
            wrong.push(format!("{scene}: {found:#018x}"));
        }
    }
    assert!(wrong.is_empty(), "other pictures:\n{}", wrong.join("\n"));
}

#[test]
fn every_scene_has_a_known_picture() {
    let scenes = files_in("scenes");
    let scenes = scenes.iter().filter(|path| path.name().ends_with(".ron")).map(AssetPath::name);
    let known = PINNED.iter().map(|(scene, _)| *scene).chain(["prefabs.ron"]);
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
