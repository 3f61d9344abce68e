//! The scenes of the repository: each loads, plays 300 ticks and draws a picture with a known digest.
//!
//! When a picture changes on purpose, look at the picture and write its new digest here.

use crate::content::{files_in, repository, stage};
use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Settings;
use keitai_runtime::assets::{AssetPath, Assets};
use keitai_runtime::controls::{Button, Controls, Stick};
use keitai_runtime::scene::Scene;

const PINNED: [(&str, u64); 28] = [
    ("blend.ron", 0x061d_bbdc_18fd_19f8),
    ("bones.ron", 0xa9ec_b11f_85f7_589e),
    ("cameras.ron", 0xf1f0_f9f6_5f53_98c7),
    ("chase.ron", 0xaa78_6967_1c36_c458),
    ("crowd.ron", 0xfafc_1288_9234_e29b),
    ("demo.ron", 0xeed8_56e1_3892_54a0),
    ("facets.ron", 0x1e64_44b6_fc02_d254),
    ("gallery.ron", 0x7bfb_ecee_6545_de32),
    ("hills.ron", 0xaadd_e238_dbdb_82bf),
    ("layers.ron", 0x9477_43e7_557b_dc03),
    ("light.ron", 0xd01d_2644_21db_4c05),
    ("menu.ron", 0xd190_f60c_bbdc_e8c3),
    ("modes.ron", 0x182e_814d_7f19_8a9a),
    ("parade.ron", 0xc60a_9188_5c62_ac96),
    ("parallel.ron", 0xe6ce_73a2_30de_4f65),
    ("patterns.ron", 0x394b_4bb3_6df8_4749),
    ("rails.ron", 0x0657_4bc5_10fd_b390),
    ("screen.ron", 0x06e6_6fc1_620d_3bcb),
    ("sound.ron", 0x748d_227d_7a47_3e2e),
    ("sphere.ron", 0xc72b_3a9f_5c4d_0a20),
    ("sprites.ron", 0xc2ac_e3a7_9142_a181),
    ("textures.ron", 0x0ce0_8792_5bcd_4c64),
    ("tints.ron", 0xba03_0689_763d_d56e),
    ("toon.ron", 0x146e_35c0_1a23_543a),
    ("tracks.ron", 0x2a8d_f086_411e_e61b),
    ("views.ron", 0x5d2e_8fc1_3d8c_b6fd),
    ("versus.ron", 0xa753_8707_dc06_4ea1),
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
    let mut picture = stage.framebuffer();
    for tick in 0..300 {
        stage.tick(&controls(tick));
    }
    stage.draw(&mut picture);
    picture
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
    let sorted = |names: &mut Vec<&str>| names.sort_unstable();
    let (mut scenes, mut known): (Vec<_>, Vec<_>) = (scenes.collect(), known.collect());
    sorted(&mut scenes);
    sorted(&mut known);
    assert_eq!(scenes, known);
}

#[test]
fn the_scenes_of_the_sample_game_and_of_the_guide_have_no_errors() {
    for path in ["scenes/sumo", "scenes/guide"].into_iter().flat_map(files_in) {
        if path.name().ends_with(".ron") && !["prefabs.ron", "menus-texts.ron"].contains(&path.name()) {
            let errors = Scene::errors(&mut Assets::new(repository(), Compat::default()), &path);
            assert!(errors.is_empty(), "{errors:#?}");
        }
    }
}
