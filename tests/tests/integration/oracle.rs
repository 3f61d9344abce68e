//! The renderer against the slow, obvious rasteriser: every pixel of thousands of random polygons.

use fastrand::Rng;
use keitai_formats::{Rgb, Texture};
use keitai_render::{Backend, Clip, Compat, Framebuffer};
use keitai_tests::oracle::{Light, Polygon, Scene, Toon, View};
use keitai_tests::random;
use keitai_tests::sketch::{DrawTarget, in_submission_order};

/// Width and height of the pictures.
const SIDE: u32 = 64;

/// A unit is 256 pixels wide at a distance of 1.
const IN_PERSPECTIVE: View = View::Perspective { focal: 256, centre: SIDE as i64 / 2 };

/// Scene of a seed, apart from the settings.
struct Props {
    rng: Rng,
    textures: [Texture; 5],
    sphere: Texture,
    light: Option<Light>,
    toon: Option<Toon>,
    semi_transparent: bool,
    reflecting: bool,
    background: Framebuffer,
}

impl Props {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let sizes = [(256, 256), (128, 128), (100, 60), (1, 1), (16, 200)];
        let mut background = Framebuffer::new(SIDE, SIDE);
        background.pixels_mut().iter_mut().for_each(|pixel| *pixel = rng.u32(..1 << 24));
        let mut sphere = random::texture(&mut rng, 64, 64);
        sphere
            .palette
            .iter_mut()
            .step_by(7)
            .for_each(|c| *c = Rgb { r: rng.u8(..12), g: rng.u8(..12), b: rng.u8(..12) });
        Self {
            textures: sizes.map(|(w, h)| random::texture(&mut rng, w, h)),
            sphere,
            light: (rng.u8(..5) != 0).then(|| Light { intensity: 4096, ambient: rng.i32(0..=1024) }),
            toon: (rng.u8(..3) == 0).then(|| Toon { threshold: rng.u8(..), high: rng.u8(..), low: rng.u8(..) }),
            semi_transparent: rng.u8(..6) != 0,
            reflecting: rng.u8(..3) != 0,
            background,
            rng,
        }
    }

    fn scene<'a>(&'a self, compat: &'a Compat, view: View) -> Scene<'a> {
        Scene {
            view,
            textures: &self.textures,
            light: self.light,
            toon: self.toon,
            semi_transparent: self.semi_transparent,
            sphere: self.reflecting.then_some(&self.sphere),
            compat,
        }
    }
}

fn clip(rng: &mut Rng) -> Clip {
    let whole = Clip { left: 0, top: 0, right: SIDE as i32, bottom: SIDE as i32 };
    if rng.bool() { whole } else { random::clip(rng, SIDE as i32) }
}

/// Draws `rounds` pictures of up to `most` polygons each, all of one random scene, and compares them.
fn compare(seed: u64, compat: &Compat, view: View, backend: Backend, rounds: usize, most: usize) {
    let props = Props::new(seed);
    let mut rng = props.rng.clone();
    let scene = props.scene(compat, view);
    let mut target = DrawTarget::new(&scene, SIDE, SIDE, backend);
    for _ in 0..rounds {
        let mut polygons: Vec<Polygon> = (0..random::usize_in(&mut rng, 1..=most))
            .map(|_| random::polygon(&mut rng, SIDE as i16, props.textures.len()))
            .collect();
        if let View::Perspective { focal, centre } = view {
            polygons.iter_mut().for_each(|polygon| random::into_space(&mut rng, polygon, (focal, centre)));
        }
        in_submission_order(&mut polygons);
        let clip = clip(&mut rng);
        let mut picture = props.background.clone();
        target.draw(&polygons, &mut picture, clip);
        let (after, before) = (picture.pixels(), props.background.pixels());
        // The wrong pixels, and what the oracle has there.
        let wrong: Vec<(usize, String)> = match backend {
            Backend::Authentic => {
                let mut expected = before.to_vec();
                scene.draw(&polygons, &mut expected, i64::from(SIDE), clip);
                let wrong = (0..after.len()).filter(|&at| after[at] != expected[at]);
                wrong.map(|at| (at, format!("{:06x}", expected[at]))).collect()
            }
            Backend::Enhanced => {
                let expected = scene.enhanced(&polygons, before, i64::from(SIDE), clip);
                let unknown = expected.iter().filter(|pixel| pixel.is_unknown()).count();
                assert!(unknown < expected.len() / 4, "seed {seed}: {unknown} pixels are not checked");
                let wrong = (0..after.len()).filter(|&at| !expected[at].has(after[at]));
                wrong.map(|at| (at, format!("{:x?}, on {:06x}", expected[at], before[at]))).collect()
            }
        };
        if let Some((at, expected)) = wrong.first() {
            let Props { light, toon, semi_transparent, reflecting, .. } = &props;
            panic!(
                "seed {seed}, {compat:?}: {} pixels differ, the first at {}, {}: {:06x}; the oracle has {expected}\n\
                 light {light:?}, toon {toon:?}, blending {semi_transparent}, sphere {reflecting}, clip {clip:?}\n{polygons:#?}",
                wrong.len(),
                at % SIDE as usize,
                at / SIDE as usize,
                after[*at],
            );
        }
    }
}

#[test]
fn single_polygons_of_every_kind() {
    for seed in 0..400 {
        compare(seed, &Compat::default(), View::Parallel, Backend::Authentic, 50, 1);
    }
}

#[test]
fn many_polygons_in_one_picture() {
    for seed in 100..120 {
        compare(seed, &Compat::default(), View::Parallel, Backend::Authentic, 8, 80);
    }
}

#[test]
fn polygons_under_every_setting() {
    for seed in 1000..1200 {
        compare(seed, &random::compat(&mut Rng::with_seed(seed)), View::Parallel, Backend::Authentic, 20, 3);
    }
}

#[test]
fn single_polygons_of_the_enhanced_back_end() {
    for seed in 0..100 {
        compare(seed, &Compat::default(), View::Parallel, Backend::Enhanced, 50, 1);
    }
}

#[test]
fn single_polygons_of_the_enhanced_back_end_in_perspective() {
    for seed in 0..100 {
        compare(seed, &Compat::default(), IN_PERSPECTIVE, Backend::Enhanced, 50, 1);
    }
}

#[test]
fn polygons_of_the_enhanced_back_end_under_every_setting() {
    for seed in 1000..1060 {
        let compat = random::compat(&mut Rng::with_seed(seed));
        let view = if seed % 2 == 0 { View::Parallel } else { IN_PERSPECTIVE };
        compare(seed, &compat, view, Backend::Enhanced, 10, 3);
    }
}

#[test]
fn many_polygons_of_the_enhanced_back_end_in_one_picture() {
    for seed in 100..120 {
        for view in [View::Parallel, IN_PERSPECTIVE] {
            compare(seed, &Compat::default(), view, Backend::Enhanced, 4, 30);
        }
    }
}
