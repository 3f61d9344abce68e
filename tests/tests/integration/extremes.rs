//! Extreme matrices, projections, vertices, poses, settings, primitives and lists: no overflow, no panic, and nothing
//! drawn outside the clip. Tests are built with overflow checks, which is the point.

use fastrand::Rng;
use keitai_formats::Texture;
use keitai_render::{
    Backend, Clip, CommandList, Effect, FigureDraw, Framebuffer, Model, Posture, Primitives, PrimitivesDraw, Q16,
    Renderer, SphereMap, TextureMap, Vector3,
};
use keitai_tests::assert_clipped;
use keitai_tests::random::{compat, extreme, for_seeds, pick, rounds, textures, usize_in};
use std::sync::Arc;

/// A renderer of random settings, and what it draws with.
struct Studio {
    renderer: Renderer,
    textures: Vec<Arc<TextureMap>>,
    sphere: Arc<SphereMap>,
    picture: Framebuffer,
    before: Framebuffer,
    /// The colour of every pixel before, if that is one.
    ground: Option<u32>,
    clip: Clip,
}

impl Studio {
    fn new(rng: &mut Rng, textures: &[Texture], sphere: &Texture) -> Self {
        let compat = compat(rng);
        let size = |rng: &mut Rng| rng.u32(1..40);
        let (width, height) = (size(rng), size(rng));
        let mut before = Framebuffer::new(width, height);
        let ground = rng.bool().then(|| rng.u32(..1 << 24));
        match ground {
            Some(colour) => before.fill(colour),
            None => before.pixels_mut().iter_mut().for_each(|pixel| *pixel = rng.u32(..1 << 24)),
        }
        Self {
            renderer: Renderer::with_backend(width, height, compat, pick(rng, [Backend::Authentic, Backend::Enhanced])),
            textures: textures.iter().map(|t| Arc::new(TextureMap::new(t, &compat).unwrap())).collect(),
            sphere: Arc::new(SphereMap::new(sphere, &compat).unwrap()),
            picture: before.clone(),
            before,
            ground,
            clip: extreme::clip(rng),
        }
    }

    fn effect(&self, rng: &mut Rng) -> Effect {
        Effect { sphere_map: rng.bool().then(|| Arc::clone(&self.sphere)), ..extreme::effect(rng) }
    }

    /// Draws what is queued and looks for pixels changed outside the clip, and for any left when it is filled again.
    fn flush(&mut self) {
        self.renderer.flush(&mut self.picture);
        assert_clipped(&self.before, &self.picture, self.clip);
        if let Some(colour) = self.ground {
            let mut filled = self.picture.clone();
            filled.fill(colour);
            assert_eq!(filled, self.before);
        }
    }
}

/// Runs `scene` for many seeds, each on a fresh studio.
fn in_studios(scene: impl Fn(&mut Rng, &mut Studio)) {
    let (textures, sphere) = textures();
    for_seeds(0..rounds(3_000), |rng| {
        let mut studio = Studio::new(rng, &textures, &sphere);
        studio.renderer.set_clip(Some(studio.clip));
        scene(rng, &mut studio);
        studio.flush();
    });
}

#[test]
fn figures() {
    in_studios(|rng, studio| {
        for _ in 0..rng.u8(1..3) {
            let figure = extreme::figure(rng);
            let model = Model::new(&figure).unwrap();
            let mut posture = Posture::rest(&model);
            if rng.bool() {
                let action = extreme::action(rng, figure.bones.len());
                posture.set(&model, &action, Q16::from_bits(extreme::integer(rng)));
            }
            posture.set_pattern(rng.u32(..));
            let layout = extreme::layout(rng);
            let draw = FigureDraw {
                model: &model,
                posture: &posture,
                textures: &studio.textures[usize_in(rng, ..3)..],
                selected: rng.bool().then(|| usize_in(rng, ..4)),
                layout: &layout,
                effect: &studio.effect(rng),
                offset: (extreme::integer(rng), extreme::integer(rng)),
            };
            if rng.u8(..4) == 0 {
                studio.renderer.draw_figure(&draw, &mut studio.picture);
            } else {
                studio.renderer.render_figure(&draw);
            }
            let place = Vector3::new(extreme::integer(rng), extreme::integer(rng), extreme::integer(rng));
            studio.renderer.project(&layout, place);
        }
    });
}

#[test]
fn primitives() {
    in_studios(|rng, studio| {
        for _ in 0..rng.u8(1..4) {
            let count = if rng.u8(..20) == 0 { usize_in(rng, ..300) } else { usize_in(rng, 1..5) };
            let [vertices, normals, texcoords, colours] = [12, 12, 8, 1].map(|each| {
                let short = if rng.u8(..30) == 0 { 1 } else { 0 };
                extreme::integers(rng, (each * count).saturating_sub(short))
            });
            // Wrong commands and counts are refused, which is right.
            let _ = studio.renderer.render_primitives(&PrimitivesDraw {
                primitives: Primitives {
                    texture: rng.bool().then(|| &studio.textures[0]),
                    command: extreme::command(rng),
                    count,
                    vertices: &vertices,
                    normals: &normals,
                    texcoords: &texcoords,
                    colours: &colours,
                },
                layout: &extreme::layout(rng),
                effect: &studio.effect(rng),
                offset: (extreme::integer(rng), extreme::integer(rng)),
            });
        }
    });
}

#[test]
fn command_lists() {
    in_studios(|rng, studio| {
        let words = extreme::list(rng);
        let transforms: Vec<_> = (0..rng.u8(..3)).map(|_| extreme::transform(rng)).collect();
        let layout = extreme::layout(rng);
        let effect = studio.effect(rng);
        let offset = if rng.bool() { (0, 0) } else { (extreme::integer(rng), extreme::integer(rng)) };
        let list = CommandList {
            words: &words,
            textures: &studio.textures,
            transforms: &transforms,
            layout: &layout,
            effect: &effect,
            offset,
        };
        let result = studio.renderer.run_command_list(&list, &mut studio.picture);
        if result.is_err() {
            assert_eq!(studio.picture, studio.before, "a wrong list draws nothing");
        }
    });
}
