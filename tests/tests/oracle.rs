//! The renderer against the slow, obvious rasteriser: every pixel of thousands of random polygons.

#![allow(clippy::panic)] // a difference is reported with everything that led to it

use fastrand::Rng;
use keitai_render::{Clip, Compat, Framebuffer};
use keitai_tests::oracle::{Light, Polygon, Scene, Toon};
use keitai_tests::random;
use keitai_tests::sketch::{Easel, in_submission_order};

const SIZE: i16 = 64;

/// Draws `rounds` pictures of up to `most` polygons each, all of one random scene, and compares them.
fn compare(seed: u64, compat: &Compat, rounds: usize, most: usize) {
    let mut rng = Rng::with_seed(seed);
    let textures = [(256, 256), (128, 128), (100, 60), (1, 1), (16, 200)].map(|(w, h)| random::texture(&mut rng, w, h));
    let sphere = random::texture(&mut rng, 64, 64);
    let intensity = |rng: &mut Rng| rng.i32(0..=4096);
    let scene = Scene {
        textures: &textures,
        light: (rng.u8(..5) != 0).then(|| Light { intensity: 4096, ambient: intensity(&mut rng) / 4 }),
        toon: (rng.u8(..3) == 0).then(|| Toon { threshold: rng.u8(..), high: rng.u8(..), low: rng.u8(..) }),
        semi_transparent: rng.u8(..6) != 0,
        sphere: (rng.u8(..3) != 0).then_some(&sphere),
        compat,
    };
    let size = u32::from(SIZE.unsigned_abs());
    let mut easel = Easel::new(&scene, size, size);
    let mut background = Framebuffer::new(size, size);
    background.pixels_mut().iter_mut().for_each(|pixel| *pixel = rng.u32(..1 << 24));
    for round in 0..rounds {
        let mut polygons: Vec<Polygon> =
            (0..rng.usize(1..=most)).map(|_| random::polygon(&mut rng, SIZE, textures.len())).collect();
        in_submission_order(&mut polygons, compat.submit_order);
        let whole = Clip { left: 0, top: 0, right: size as i32, bottom: size as i32 };
        let clip = if rng.bool() { whole } else { random::clip(&mut rng, size as i32) };
        let mut drawn = background.clone();
        easel.draw(&polygons, &mut drawn, clip);
        let mut expected = background.pixels().to_vec();
        scene.draw(&polygons, &mut expected, i64::from(size), clip);
        if let Some(at) = expected.iter().zip(drawn.pixels()).position(|(a, b)| a != b) {
            let wrong = expected.iter().zip(drawn.pixels()).filter(|(a, b)| a != b).count();
            panic!(
                "seed {seed}, round {round}, {compat:?}: {wrong} pixels differ, the first at {}, {}: oracle {:06x}, renderer {:06x}\n\
                 light {:?}, toon {:?}, blending {}, sphere {}, clip {clip:?}\n{polygons:#?}",
                at % size as usize,
                at / size as usize,
                expected[at],
                drawn.pixels()[at],
                scene.light,
                scene.toon,
                scene.semi_transparent,
                scene.sphere.is_some(),
            );
        }
    }
}

#[test]
fn single_polygons_of_every_kind() {
    for seed in 0..600 {
        compare(seed, &Compat::default(), 50, 1);
    }
}

#[test]
fn many_polygons_in_one_picture() {
    for seed in 100..120 {
        compare(seed, &Compat::default(), 8, 80);
    }
}

#[test]
fn polygons_under_every_setting() {
    for seed in 1000..1500 {
        compare(seed, &random::compat(&mut Rng::with_seed(seed)), 20, 3);
    }
}
