//! The scenes of the repository: each loads, plays 300 ticks, and then shows a picture that is pinned, in every build.
//!
//! When a picture changes on purpose, look at it and write its new digest here.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::controls::{Button, Controls, Stick};

const PINNED: [(&str, u64); 9] = [
    ("cameras.ron", 0x827c_d6ec_f795_dc83),
    ("chase.ron", 0x345e_6dc4_ea1d_47da),
    ("crowd.ron", 0xa2f0_837e_6b43_ad45),
    ("demo.ron", 0xe9dc_5319_eea3_b25e),
    ("gallery.ron", 0x4020_c47d_3a42_0d45),
    ("light.ron", 0x4e9a_c010_2838_4ee8),
    ("screen.ron", 0x79d1_970d_99ce_ca2d),
    ("sprites.ron", 0xf21a_a68b_4571_b0cd),
    ("versus.ron", 0xf486_6bef_c0c0_7018),
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
