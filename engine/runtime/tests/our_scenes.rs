//! The scenes of the repository: each loads, plays 300 ticks, and then shows a picture that is pinned, in every build.
//!
//! When a picture changes on purpose, look at it and write its new digest here.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::controls::{Button, Controls, Stick};

const PINNED: [(&str, u64); 20] = [
    ("blend.ron", 0x061d_bbdc_18fd_19f8),
    ("cameras.ron", 0x508a_a92e_38b0_723a),
    ("chase.ron", 0x572b_6355_cb5d_78c7),
    ("crowd.ron", 0xfb5b_22bf_930b_b245),
    ("demo.ron", 0xbb89_d9d3_a2ae_1d11),
    ("facets.ron", 0xa9c3_c7c4_24d7_ce02),
    ("gallery.ron", 0x4852_57dd_8390_ad6a),
    ("hills.ron", 0x910b_6493_a689_ec35),
    ("layers.ron", 0xd7cd_dbb7_69ff_876a),
    ("light.ron", 0xf92d_015b_f8fd_362e),
    ("modes.ron", 0x6f71_81d2_34f0_0c55),
    ("parallel.ron", 0x74dc_8b7a_8966_bd24),
    ("patterns.ron", 0xebad_8b46_62da_dcf9),
    ("screen.ron", 0x5664_957c_2db4_b38c),
    ("sphere.ron", 0xfbf7_d207_afc2_2ea6),
    ("sprites.ron", 0x8a5b_b3ae_6cb7_8302),
    ("textures.ron", 0xf8cd_d797_e917_dcc9),
    ("toon.ron", 0x6d28_3e53_4d3d_6af0),
    ("views.ron", 0x85cd_1bf9_806b_c66c),
    ("versus.ron", 0x0bd7_76ae_803f_9d61),
];

fn root() -> Source {
    Source::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

/// Both players walk about.
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
    let path = AssetPath::new("scenes").unwrap().join(scene).unwrap();
    let mut stage = Stage::open(root(), &path, Compat::default()).unwrap_or_else(|error| panic!("{error}"));
    let mut picture = stage.framebuffer();
    for tick in 0..300 {
        stage.tick(&controls(tick));
    }
    stage.draw(&mut picture);
    picture
}

#[test]
fn every_scene_shows_its_pinned_picture() {
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
fn no_scene_is_forgotten() {
    let scenes = root().list(&AssetPath::new("scenes").unwrap()).unwrap();
    let scenes = scenes.iter().filter(|path| path.has_extension("ron")).map(AssetPath::name);
    let known = PINNED.iter().map(|(scene, _)| *scene).chain(["prefabs.ron"]);
    let sorted = |names: &mut Vec<&str>| names.sort_unstable();
    let (mut scenes, mut known): (Vec<_>, Vec<_>) = (scenes.collect(), known.collect());
    sorted(&mut scenes);
    sorted(&mut known);
    assert_eq!(scenes, known);
}
