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

    /// Reports a difference with everything that led to it.
    fn fail(
        &self,
        seed: u64,
        compat: &Compat,
        clip: Clip,
        polygons: &[Polygon],
        wrong: &[usize],
        drawn: &Framebuffer,
    ) -> ! {
        let at = wrong[0];
        panic!(
            "seed {seed}, {compat:?}: {} pixels differ, the first at {}, {}: {:06x}\n\
             light {:?}, toon {:?}, blending {}, sphere {}, clip {clip:?}\n{polygons:#?}",
            wrong.len(),
            at % SIDE as usize,
            at / SIDE as usize,
            drawn.pixels()[at],
            self.light,
            self.toon,
            self.semi_transparent,
            self.reflecting,
        );
    }
}

fn clip(rng: &mut Rng) -> Clip {
    let whole = Clip { left: 0, top: 0, right: SIDE as i32, bottom: SIDE as i32 };
    if rng.bool() { whole } else { random::clip(rng, SIDE as i32) }
}

/// Draws `rounds` pictures of up to `most` polygons each, all of one random scene, and compares them.
fn compare(seed: u64, compat: &Compat, rounds: usize, most: usize) {
    let props = Props::new(seed);
    let mut rng = props.rng.clone();
    let scene = props.scene(compat, View::Parallel);
    let mut target = DrawTarget::new(&scene, SIDE, SIDE, Backend::Authentic);
    for _ in 0..rounds {
        let mut polygons: Vec<Polygon> = (0..random::usize_in(&mut rng, 1..=most))
            .map(|_| random::polygon(&mut rng, SIDE as i16, props.textures.len()))
            .collect();
        in_submission_order(&mut polygons);
        let clip = clip(&mut rng);
        let mut drawn = props.background.clone();
        target.draw(&polygons, &mut drawn, clip);
        let mut expected = props.background.pixels().to_vec();
        scene.draw(&polygons, &mut expected, i64::from(SIDE), clip);
        let wrong: Vec<usize> = (0..expected.len()).filter(|&at| expected[at] != drawn.pixels()[at]).collect();
        if !wrong.is_empty() {
            eprintln!("the oracle has {:06x}", expected[wrong[0]]);
            props.fail(seed, compat, clip, &polygons, &wrong, &drawn);
        }
    }
}

/// Draws `rounds` pictures of up to `most` polygons each with the enhanced back end.
fn compare_enhanced(seed: u64, compat: &Compat, view: View, rounds: usize, most: usize) {
    let props = Props::new(seed);
    let mut rng = props.rng.clone();
    let scene = props.scene(compat, view);
    let mut target = DrawTarget::new(&scene, SIDE, SIDE, Backend::Enhanced);
    for _ in 0..rounds {
        let mut polygons: Vec<Polygon> = (0..random::usize_in(&mut rng, 1..=most))
            .map(|_| random::polygon(&mut rng, SIDE as i16, props.textures.len()))
            .collect();
        if let View::Perspective { focal, centre } = view {
            polygons.iter_mut().for_each(|polygon| random::into_space(&mut rng, polygon, (focal, centre)));
        }
        in_submission_order(&mut polygons);
        let clip = clip(&mut rng);
        let mut drawn = props.background.clone();
        target.draw(&polygons, &mut drawn, clip);
        let admissible = scene.enhanced(&polygons, props.background.pixels(), i64::from(SIDE), clip);
        let unknown = admissible.iter().filter(|pixel| pixel.is_unknown()).count();
        assert!(unknown < admissible.len() / 4, "seed {seed}: {unknown} pixels are not checked");
        let wrong: Vec<usize> = (0..admissible.len()).filter(|&at| !admissible[at].has(drawn.pixels()[at])).collect();
        if !wrong.is_empty() {
            eprintln!("the oracle has {:x?}, on {:06x}", admissible[wrong[0]], props.background.pixels()[wrong[0]]);
            props.fail(seed, compat, clip, &polygons, &wrong, &drawn);
        }
    }
}

#[test]
fn single_polygons_of_every_kind() {
    for seed in 0..400 {
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
    for seed in 1000..1200 {
        compare(seed, &random::compat(&mut Rng::with_seed(seed)), 20, 3);
    }
}

#[test]
fn single_polygons_of_the_enhanced_back_end() {
    for seed in 0..100 {
        compare_enhanced(seed, &Compat::default(), View::Parallel, 50, 1);
    }
}

#[test]
fn single_polygons_of_the_enhanced_back_end_in_perspective() {
    for seed in 0..100 {
        compare_enhanced(seed, &Compat::default(), IN_PERSPECTIVE, 50, 1);
    }
}

#[test]
fn polygons_of_the_enhanced_back_end_under_every_setting() {
    for seed in 1000..1060 {
        let compat = random::compat(&mut Rng::with_seed(seed));
        compare_enhanced(seed, &compat, if seed % 2 == 0 { View::Parallel } else { IN_PERSPECTIVE }, 10, 3);
    }
}

#[test]
fn many_polygons_of_the_enhanced_back_end_in_one_picture() {
    for seed in 100..120 {
        for view in [View::Parallel, IN_PERSPECTIVE] {
            compare_enhanced(seed, &Compat::default(), view, 4, 30);
        }
    }
}
