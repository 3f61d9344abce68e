//! Pictures, statistics and errors do not depend on the number of threads that draw.

use fastrand::Rng;
use keitai_formats::Texture;
use keitai_render::{
    AffineTrans, Angle, Backend, CommandList, DrawnPolygon, Effect, FigureDraw, FigureLayout, Framebuffer, Model,
    Posture, Primitives, PrimitivesDraw, Projection, Q12, Renderer, SphereMap, Statistics, TextureMap,
};
use keitai_tests::random::{clip, compat, extreme, rounds, textures, usize_in};
use keitai_tests::{all_shots, player, shots};
use std::path::Path;
use std::sync::Arc;

const COUNTS: [usize; 4] = [2, 3, 4, 7];
const BACK_ENDS: [Backend; 2] = [Backend::Authentic, Backend::Enhanced];

/// Frames of the cases, of the worlds of `tests/speed`, and of the real content where it is available.
#[test]
fn shots_are_the_same_in_bands() {
    let mut all = all_shots(&["viewer", "shots", "speed"]);
    all.extend(shots(&Path::new(env!("CARGO_MANIFEST_DIR")).join("speed")));
    for (shot, backend) in all.iter().flat_map(|shot| BACK_ENDS.map(|backend| (shot, backend))) {
        let mut player = player(shot, None, backend);
        let [mut expected, mut result] = [player.framebuffer(), player.framebuffer()];
        for k in [0, 5] {
            let mut draw = |threads, picture: &mut Framebuffer| {
                player.renderer().set_threads(threads);
                player.renderer().reset_statistics();
                player.draw(k, picture).unwrap();
                player.renderer().statistics()
            };
            let statistics = draw(1, &mut expected);
            for threads in COUNTS {
                assert_eq!(draw(threads, &mut result), statistics, "{}, {backend:?}, {threads}", shot.display());
                assert!(result == expected, "{}, {backend:?}, {threads} threads, frame {k}", shot.display());
            }
        }
    }
}

#[derive(PartialEq)]
struct Outcome {
    picture: Framebuffer,
    statistics: Statistics,
    trace: Vec<DrawnPolygon>,
    errors: Vec<String>,
}

#[test]
fn extreme_scenes_are_the_same_in_bands() {
    let (textures, sphere) = textures();
    let (mut large, mut stopped, rounds) = (0, 0, rounds(2_000));
    for seed in 0..rounds {
        let expected = outcome(seed, 1, &textures, &sphere);
        large += u32::from(expected.statistics.pixels > 30_000);
        stopped += u32::from(expected.errors.iter().any(|error| error.contains("pixels")));
        for threads in COUNTS {
            let result = outcome(seed, threads, &textures, &sphere);
            assert_eq!(result.statistics, expected.statistics, "seed {seed}, {threads} threads");
            assert!(result == expected, "seed {seed}, {threads} threads");
        }
    }
    // That many scenes are worth several threads, and that many exceed a limit of pixels.
    assert!(large >= rounds as u32 / 10 && stopped >= rounds as u32 / 50, "{large} large, {stopped} stopped");
}

/// Draws figures, primitives and a command list with flushes between them, clips, and at times a limit of pixels.
fn outcome(seed: u64, threads: usize, textures: &[Texture], sphere: &Texture) -> Outcome {
    let rng = &mut Rng::with_seed(seed);
    let compat = compat(rng);
    let (width, height) = (rng.u32(1..300), rng.u32(1..260));
    let mut picture = Framebuffer::new(width, height);
    picture.pixels_mut().iter_mut().for_each(|pixel| *pixel = rng.u32(..1 << 24));
    let mut renderer = Renderer::with_backend(width, height, compat, BACK_ENDS[usize_in(rng, ..2)]);
    renderer.set_threads(threads);
    renderer.set_trace(true);
    let textures: Vec<_> = textures.iter().map(|t| Arc::new(TextureMap::new(t, &compat).unwrap())).collect();
    let sphere = Arc::new(SphereMap::new(sphere, &compat).unwrap());
    if rng.u8(..4) == 0 {
        renderer.limit_pixels(rng.u64(..100_000));
    }
    let mut errors = Vec::new();
    let mut note = |result: keitai_render::Result<()>| errors.extend(result.err().map(|error| error.to_string()));
    for _ in 0..rng.u8(1..6) {
        let effect = Effect { sphere_map: rng.bool().then(|| Arc::clone(&sphere)), ..extreme::effect(rng) };
        let layout = layout(rng, (width as i32 / 2, height as i32 / 2));
        renderer.set_clip(rng.bool().then(|| clip(rng, 256)));
        match rng.u8(..3) {
            0 => {
                let model = Model::new(&extreme::figure(rng)).unwrap();
                let posture = Posture::rest(&model);
                renderer.render_figure(&FigureDraw::new(&model, &posture, &textures, &layout, &effect));
            }
            1 => {
                let count = usize_in(rng, 1..40);
                let [mut vertices, normals, texcoords, colours] =
                    [12, 12, 8, 1].map(|each| extreme::integers(rng, each * count));
                if rng.u8(..4) != 0 {
                    vertices.fill_with(|| rng.i32(-150..150));
                }
                let primitives = Primitives {
                    texture: rng.bool().then(|| &textures[0]),
                    command: extreme::command(rng),
                    count,
                    vertices: &vertices,
                    normals: &normals,
                    texcoords: &texcoords,
                    colours: &colours,
                };
                note(renderer.render_primitives(&PrimitivesDraw::new(primitives, &layout, &effect)));
            }
            _ => {
                let words = extreme::list(rng);
                let transforms = [extreme::transform(rng)];
                let (layout, effect) = (&layout, &effect);
                let (words, transforms) = (&words[..], &transforms[..]);
                let list = CommandList { words, textures: &textures, transforms, layout, effect, offset: (0, 0) };
                note(renderer.run_command_list(&list, &mut picture));
            }
        }
        if rng.u8(..3) == 0 {
            renderer.flush(&mut picture);
        }
    }
    renderer.flush(&mut picture);
    note(renderer.check_pixel_limit());
    Outcome { picture, statistics: renderer.statistics(), trace: renderer.trace().to_vec(), errors }
}

/// Returns a layout around the point `centre`, mostly one that shows what is near the origin.
fn layout(rng: &mut Rng, centre: (i32, i32)) -> FigureLayout {
    if rng.u8(..4) == 0 {
        return extreme::layout(rng);
    }
    let mut layout = FigureLayout::default();
    let turn = AffineTrans::rotation_y(Angle(rng.i32(-500..500)));
    layout.transform = AffineTrans::translation(0, 0, 300).mul(&turn);
    layout.centre = centre;
    let projection = match rng.bool() {
        true => Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE },
        false => Projection::PerspectiveFov { near: 20, far: 5000, angle: Angle(800) },
    };
    layout.set_projection(projection).unwrap();
    layout
}
