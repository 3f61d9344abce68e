//! The renderer's stages, measured on a ball of 512 quads: posture, submission (projection, light, facing), sort and
//! flush, and the filling of a screen by each kind of polygon.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_arithmetic)]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use keitai_formats::{
    Action, Bone, Figure, Material, Normals, Pattern, PolygonRun, Polygons, Texture, TexturedPolygon, Track, VectorKey,
};
use keitai_render::{
    AffineTrans, Backend, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Light, Model, Posture, Projection,
    Q12, Q16, Renderer, TextureMap,
};
use std::sync::Arc;

const SIZE: (u32, u32) = (240, 320);

/// A textured ball of `columns` x `rows` quads around the origin.
fn ball(columns: u16, rows: u16, material: u16) -> Figure {
    let point = |i: u16, j: u16| {
        let (longitude, latitude) = (f64::from(i) / f64::from(columns), f64::from(j) / f64::from(rows));
        let (around, down) = (longitude * std::f64::consts::TAU, latitude * std::f64::consts::PI);
        [down.sin() * around.cos(), down.cos(), down.sin() * around.sin()]
    };
    let grid: Vec<[f64; 3]> = (0..=rows).flat_map(|j| (0..columns).map(move |i| point(i, j))).collect();
    let quads: Vec<TexturedPolygon<4>> = (0..rows)
        .flat_map(|j| (0..columns).map(move |i| (i, j)))
        .map(|(i, j)| {
            let (k, next) = ((i + 1) % columns, j + 1);
            let texel = |i: u16, j: u16| [(i * 255 / columns) as u8, (j * 255 / rows) as u8];
            TexturedPolygon {
                material: Material(material),
                vertices: [j * columns + i, j * columns + k, next * columns + i, next * columns + k],
                texels: [texel(i, j), texel(i + 1, j), texel(i, next), texel(i + 1, next)],
            }
        })
        .collect();
    figure(
        grid.iter().map(|p| p.map(|c| (c * 100.0) as i16)).collect(),
        grid.iter().map(|p| p.map(|c| (c * 4096.0) as i16)).collect(),
        quads,
    )
}

fn figure(vertices: Vec<[i16; 3]>, normals: Vec<[i16; 3]>, quads: Vec<TexturedPolygon<4>>) -> Figure {
    let textures = vec![PolygonRun { triangles: 0, quads: quads.len() as u16 }];
    Figure {
        version: 5,
        bones: vec![Bone { vertex_count: vertices.len() as u16, ..Bone::default() }],
        vertices,
        normals: Normals::Vectors(normals),
        polygons: Polygons { textured_quads: quads, ..Polygons::default() },
        texture_count: 1,
        patterns: vec![Pattern { textures, ..Pattern::default() }],
        ..Figure::default()
    }
}

/// A slanted quad over the whole screen.
fn wall(material: u16) -> Figure {
    let quad = TexturedPolygon {
        material: Material(material | Material::DOUBLE_FACE),
        vertices: [0, 1, 2, 3],
        texels: [[0, 0], [255, 20], [30, 200], [240, 255]],
    };
    let normals = vec![[0, 0, 4096], [2000, 0, 3000], [0, 3000, 2000], [0, 0, 4096]];
    figure(vec![[-300, 300, 0], [300, 280, 0], [-290, -300, 0], [300, -300, 0]], normals, vec![quad])
}

struct Stand {
    model: Model,
    posture: Posture,
    textures: Vec<Arc<TextureMap>>,
    layout: FigureLayout,
    effect: Effect,
    renderer: Renderer,
    picture: Framebuffer,
}

impl Stand {
    fn new(figure: &Figure, lit: bool, backend: Backend) -> Self {
        let compat = Compat::default();
        let model = Model::new(figure).unwrap();
        let palette = (0..=255).map(|v| keitai_formats::Rgb { r: v, g: 255 - v, b: v / 2 }).collect();
        let texels = (0..=65535_u16).map(|at| (at ^ at >> 7) as u8).collect();
        let texture = Texture { width: 256, height: 256, palette, texels };
        let mut layout = FigureLayout::default();
        layout.center = (120, 160);
        layout.transform = AffineTrans::from_raw([4096, 0, 0, 0, 0, -4096, 0, 0, 0, 0, -4096, 300]);
        layout
            .set_projection(Projection::PerspectiveFov { near: 1, far: 4096, angle: keitai_render::Angle(682) })
            .unwrap();
        let light = Light {
            direction: keitai_render::Vector3::new(500, 500, 500),
            intensity: Q12::from_bits(2000),
            ambient: Q12::from_bits(2000),
        };
        Self {
            posture: Posture::rest(&model),
            model,
            textures: vec![Arc::new(TextureMap::new(&texture, &compat).unwrap())],
            layout,
            effect: Effect { light: lit.then_some(light), ..Effect::default() },
            renderer: Renderer::with_backend(SIZE.0, SIZE.1, compat, backend),
            picture: Framebuffer::new(SIZE.0, SIZE.1),
        }
    }

    fn submit(&mut self) {
        self.renderer.render_figure(&FigureDraw {
            model: &self.model,
            posture: &self.posture,
            textures: &self.textures,
            selected: None,
            layout: &self.layout,
            effect: &self.effect,
            offset: (0, 0),
        });
    }
}

fn stages(criterion: &mut Criterion) {
    let mut stand = Stand::new(&ball(32, 16, Material::LIGHTING), true, Backend::Authentic);
    let keys = vec![VectorKey { frame: 0, value: [0, 0, 4096] }, VectorKey { frame: 100, value: [4096, 0, 0] }];
    let action = Action { last_frame: 100, tracks: vec![Track::Rotated { rotate: keys }], patterns: Vec::new() };
    criterion.bench_function("posture of a bone", |b| {
        b.iter(|| stand.posture.set(&stand.model, &action, Q16::from_num(37), &Compat::default()));
    });
    criterion.bench_function("submit 512 quads", |b| {
        b.iter(|| {
            stand.submit();
            stand.renderer.discard();
        });
    });
    criterion.bench_function("sort and draw 512 quads", |b| {
        b.iter_batched_ref(
            || {
                let mut stand = Stand::new(&ball(32, 16, Material::LIGHTING), true, Backend::Authentic);
                stand.submit();
                stand
            },
            |stand| stand.renderer.flush(&mut stand.picture),
            BatchSize::SmallInput,
        );
    });
}

fn fills(criterion: &mut Criterion) {
    for backend in [Backend::Authentic, Backend::Enhanced] {
        let mut group = criterion.benchmark_group(format!("fill the screen, {backend:?}"));
        group.throughput(Throughput::Elements(u64::from(SIZE.0) * u64::from(SIZE.1)));
        for (name, material, lit) in [
            ("texture", 0, false),
            ("colour key", Material::COLOUR_KEY, false),
            ("half", 2, false),
            ("add", 4, false),
            ("Gouraud", Material::LIGHTING, true),
        ] {
            let mut stand = Stand::new(&wall(material), lit, backend);
            group.bench_function(name, |b| {
                b.iter(|| {
                    stand.submit();
                    stand.renderer.flush(&mut stand.picture);
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, stages, fills);
criterion_main!(benches);
