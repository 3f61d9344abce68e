//! The scenes of the repository: each loads, plays 300 ticks and draws a picture with a known digest.
//!
//! When a picture changes on purpose, look at the picture and write its new digest here.

use std::collections::BTreeSet;

use crate::content::{drawn, files_in, repository, stage};
use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Settings;
use keitai_runtime::assets::{AssetPath, Assets};
use keitai_runtime::controls::{Button, Controls, Stick};
use keitai_runtime::scene::Scene;

const PINNED: [(&str, u64); 25] = [
    ("blend.ron", 0x9e42_9312_ee3c_22f7),
    ("bones.ron", 0xc81a_527d_1383_c2a7),
    ("cameras.ron", 0x3ad0_b6b4_280c_f82e),
    ("chase.ron", 0x0e20_f1d5_ba10_f980),
    ("crowd.ron", 0x9694_b3f7_89d9_eca2),
    ("demo.ron", 0x3ff0_edb7_b0ae_4dd3),
    ("facets.ron", 0x1e64_44b6_fc02_d254),
    ("gallery.ron", 0xf82d_21cc_7027_7d18),
    ("layers.ron", 0x5093_4347_4b0c_006c),
    ("light.ron", 0x1b60_61ac_ff4c_5188),
    ("menu.ron", 0x7217_4574_91d1_1cc6),
    ("modes.ron", 0x5c43_2f26_1d04_298e),
    ("parade.ron", 0x6e39_08c2_f3b8_f44c),
    ("parallel.ron", 0x899f_ebd6_e4e2_88a6),
    ("patterns.ron", 0x9cc3_1bb5_02ca_67b7),
    ("screen.ron", 0x067e_6f19_63a1_2b29),
    ("sound.ron", 0x9e73_4fbd_0d0e_5020),
    ("sphere.ron", 0xf508_0804_3c8a_2024),
    ("sprites.ron", 0x2506_d16f_6c60_58f1),
    ("textures.ron", 0xfb9c_0d03_99d7_208b),
    ("tints.ron", 0x1936_a883_19d2_7f08),
    ("toon.ron", 0x6d6d_4d81_0db1_92c1),
    ("views.ron", 0xb410_d8f1_3f8d_43ee),
    ("versus.ron", 0xc98b_dbd9_40bb_c15e),
    ("windmill.ron", 0xfac0_940f_fe9d_fce2),
];

/// Returns the controls of two players who walk.
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
