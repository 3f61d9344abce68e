//! Command lists and primitives under any settings, matrices, projections and clips, in both back ends: never a panic,
//! never a pixel outside the clip unless a list sets its own, and a list that is wrong draws nothing.
//!
//! A picture has a border of 4 pixels that no clip reaches into; pixels around the clip within it are checked as well.

#![no_main]

use std::cell::RefCell;
use std::sync::Arc;

use fastrand::Rng;
use keitai_formats::Blend;
use keitai_fuzz as _;
use keitai_render::{
    AffineTrans, Angle, Backend, Clip, CommandList, Effect, Error, FigureLayout, Framebuffer, Light, Primitives,
    PrimitivesDraw, Projection, Q12, Renderer, Shading, SphereMap, TextureMap, Vector3,
};
use keitai_tests::assert_clipped;
use keitai_tests::random::{compat, textures};
use libfuzzer_sys::fuzz_target;

const SIZE: (u32, u32) = (40, 32);
const BORDER: i32 = 4;
/// Settings that are tried; the first is the default.
const SETTINGS: u64 = 64;

/// Settings in one back end, ready to draw.
struct Studio {
    renderer: Renderer,
    textures: Vec<Arc<TextureMap>>,
    sphere: Arc<SphereMap>,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::new(Table::new());
}

/// Everything that is made once and used by all runs.
struct Table {
    studios: Vec<Studio>,
    before: Framebuffer,
    picture: Framebuffer,
}

impl Table {
    fn new() -> Self {
        let mut before = Framebuffer::new(SIZE.0, SIZE.1);
        before.pixels_mut().iter_mut().zip(0..).for_each(|(pixel, at)| *pixel = (at * 0x3_1507) & 0xFF_FFFF);
        Self { studios: studios(), picture: before.clone(), before }
    }
}

fn studios() -> Vec<Studio> {
    let (textures, sphere) = textures();
    let settings =
        (0..SETTINGS).map(|seed| if seed == 0 { Default::default() } else { compat(&mut Rng::with_seed(seed)) });
    let both = settings.flat_map(|compat| [Backend::Authentic, Backend::Enhanced].map(|backend| (compat, backend)));
    let studio = |(compat, backend)| Studio {
        renderer: Renderer::with_backend(SIZE.0, SIZE.1, compat, backend),
        textures: textures.iter().map(|t| Arc::new(TextureMap::new(t, &compat).expect("a texture"))).collect(),
        sphere: Arc::new(SphereMap::new(&sphere, &compat).expect("a sphere map")),
    };
    both.map(studio).collect()
}

/// The input, read front to back; zeros after its end.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> u8 {
        let (byte, rest) = self.0.split_first().map_or((0, self.0), |(byte, rest)| (*byte, rest));
        self.0 = rest;
        byte
    }

    fn word(&mut self) -> i32 {
        i32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    fn words<const N: usize>(&mut self) -> [i32; N] {
        std::array::from_fn(|_| self.word())
    }

    fn rest(self) -> Vec<i32> {
        self.0.chunks_exact(4).map(|word| i32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
    }

    fn clip(&mut self) -> Clip {
        let edge = |byte: u8, size: u32| BORDER + i32::from(byte) % (size as i32 - 2 * BORDER + 1);
        let [left, right] = [0; 2].map(|_| edge(self.byte(), SIZE.0));
        let [top, bottom] = [0; 2].map(|_| edge(self.byte(), SIZE.1));
        Clip { left, top, right, bottom }
    }

    fn layout(&mut self) -> FigureLayout {
        let mut layout = FigureLayout::default();
        layout.transform = AffineTrans::from_raw(self.words());
        let [a, b, c, d] = self.words();
        let projection = match self.byte() & 3 {
            0 => Projection::ParallelScale { x: Q12::from_bits(a), y: Q12::from_bits(b) },
            1 => Projection::ParallelSize { width: a, height: b },
            2 => Projection::PerspectiveFov { near: a, far: b, angle: Angle(c) },
            _ => Projection::PerspectiveSize { near: a, far: b, width: Q12::from_bits(c), height: Q12::from_bits(d) },
        };
        // An impossible projection leaves the default in force.
        let _ = layout.set_projection(projection);
        let [x, y] = self.words();
        layout.centre = (x, y);
        layout
    }

    fn effect(&mut self, sphere: &Arc<SphereMap>) -> Effect {
        let bits = self.byte();
        let on = |bit: u8| bits & bit != 0;
        let [x, y, z, intensity, ambient] = self.words();
        let [threshold, high, low] = [0; 3].map(|_| self.byte());
        let [intensity, ambient] = [intensity, ambient].map(Q12::from_bits);
        Effect {
            light: on(1).then_some(Light { direction: Vector3::new(x, y, z), intensity, ambient }),
            shading: if on(2) { Shading::Toon { threshold, high, low } } else { Shading::Normal },
            semi_transparent: on(4),
            sphere_map: on(8).then(|| Arc::clone(sphere)),
            painter: on(16),
            blend: [None, Some(Blend::Half), Some(Blend::Add), Some(Blend::Sub)][usize::from(bits >> 6)],
        }
    }
}

fuzz_target!(|data: &[u8]| TABLE.with_borrow_mut(|Table { studios, before, picture }| {
    let mut input = Input(data);
    let count = studios.len();
    let studio = &mut studios[usize::from(input.byte()) % count];
    let clip = input.clip();
    let layout = input.layout();
    let effect = input.effect(&studio.sphere);
    let (x, y) = (input.word(), input.word());
    let what = input.byte();
    let mut allowed = clip;
    picture.pixels_mut().copy_from_slice(before.pixels());
    studio.renderer.set_clip(Some(clip));
    if what & 1 == 0 {
        let transforms = [AffineTrans::from_raw(input.words()), layout.transform];
        let mut words = input.rest();
        if what & 2 == 0 {
            words.insert(0, 0xFE00_0001_u32 as i32);
        }
        // A list may have a clip of its own, in place of the renderer's.
        if words.iter().any(|word| word.to_be_bytes()[0] == 0x84) {
            allowed = Clip { left: 0, top: 0, right: SIZE.0 as i32, bottom: SIZE.1 as i32 };
        }
        let list = CommandList {
            words: &words,
            textures: &studio.textures,
            transforms: &transforms,
            layout: &layout,
            effect: &effect,
            offset: (x, y),
        };
        if let Err(error) = studio.renderer.run_command_list(&list, picture) {
            assert!(picture == before && studio.renderer.queued() == 0, "{error}");
            names_its_word(&error, words.len());
        }
    } else {
        let (command, count) = (input.word() as u32, usize::from(input.byte()));
        let [normals, texcoords, colours] = [0; 3].map(|_| usize::from(input.byte()));
        let words = input.rest();
        let part = |length: usize| &words[words.len().saturating_sub(4 * length)..];
        // Mostly a command that exists.
        let command = if what & 2 == 0 { ((command % 5 + 1) << 24) | (command & 0xF7FF & !0x100) } else { command };
        let result = studio.renderer.render_primitives(&PrimitivesDraw {
            primitives: Primitives {
                texture: studio.textures.get(usize::from(what >> 2 & 3)),
                command,
                count,
                vertices: &words,
                normals: part(normals),
                texcoords: part(texcoords),
                colours: part(colours),
            },
            layout: &layout,
            effect: &effect,
            offset: (x, y),
        });
        assert!(result.is_ok() || studio.renderer.queued() == 0);
    }
    studio.renderer.flush(picture);
    assert_clipped(before, picture, allowed);
}));

fn names_its_word(error: &Error, words: usize) {
    match error {
        Error::ListVersion { .. } => {}
        Error::ListCommand { word, .. } | Error::ListEnd { word, .. } | Error::InList { word, .. } => {
            assert!((1..words).contains(word), "{error}")
        }
        other => panic!("not the error of a list: {other}"),
    }
}
