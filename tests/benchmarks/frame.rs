//! The renderer's stages, one by one: posture of a skeleton, projection and light of vertices, submission, the sort,
//! short rows; the filling of a screen by each kind of polygon; and a crowd of 1,000 figures, each in its own posture.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_arithmetic)]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use keitai_formats::{
    Action, Bone, Figure, Material, Normals, Pattern, PolygonRun, Polygons, Texture, TexturedPolygon, Track, VectorKey,
};
use keitai_render::{
    AffineTrans, Backend, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Light, Model, Posture, Projection,
    Q12, Q16, Renderer, Shading, SphereMap, TextureMap,
};
use std::sync::Arc;

const SIZE: (u32, u32) = (240, 320);

/// Returns a textured ball of `columns` x `rows` quads around the origin.
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

/// Returns a slanted quad over the whole screen.
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
        let shine = Texture { width: 64, height: 64, texels: vec![7; 64 * 64], ..texture.clone() };
        let sphere = Arc::new(SphereMap::new(&shine, &compat).unwrap());
        let mut layout = FigureLayout::default();
        layout.centre = (120, 160);
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
            effect: Effect { light: lit.then_some(light), sphere_map: Some(sphere), ..Effect::default() },
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

/// Returns a figure of 26 bones in a chain of limbs, a box of six quads on each.
fn robot(material: u16) -> Figure {
    let corner = |i: u16| [[-5, 5][usize::from(i & 1)], [0, 12][usize::from(i >> 1 & 1)], [-4, 4][usize::from(i >> 2)]];
    // Strips, clockwise from outside.
    let sides: [[u16; 4]; 6] = [[0, 2, 1, 3], [5, 7, 4, 6], [4, 6, 0, 2], [1, 3, 5, 7], [2, 6, 3, 7], [4, 0, 5, 1]];
    let bones: Vec<Bone> = (0..26_u16)
        .map(|i| {
            let parent = if i == 0 { None } else { Some(if i % 5 == 1 { 0 } else { i - 1 }) };
            let aside = if i % 5 == 1 { (i as i16 / 5 - 2) * 9 } else { 0 };
            let matrix = keitai_formats::BoneMatrix([4096, 0, 0, aside, 0, 4096, 0, 12, 0, 0, 4096, 0]);
            Bone { parent, vertex_count: 8, matrix }
        })
        .collect();
    let quads = (0..26_u16)
        .flat_map(|bone| sides.map(|side| side.map(|corner| bone * 8 + corner)))
        .map(|vertices| TexturedPolygon {
            material: Material(material),
            vertices,
            texels: [[0, 0], [40, 0], [0, 40], [40, 40]],
        })
        .collect();
    let vertices: Vec<[i16; 3]> = (0..26 * 8).map(|i| corner(i % 8)).collect();
    let normals = vertices.iter().map(|v| v.map(|c| if c > 0 { 2365 } else { -2365 })).collect();
    Figure { bones, ..figure(vertices, normals, quads) }
}

/// Returns an action of 60 frames that turns and rolls every bone.
fn walk() -> Action {
    let turn = |i: i16| {
        let value = |frame: u16| [300 * (i % 7), 4000, (frame as i16 % 40) * 50 - 900];
        (0..=6).map(|k| VectorKey { frame: k * 10, value: value(k * 10 + i as u16) }).collect()
    };
    let track = |i: i16| {
        let roll = (0..=6).map(|k| keitai_formats::RollKey { frame: k * 10, angle: k as i16 * 100 + i }).collect();
        Track::Rolled { rotate: turn(i), roll }
    };
    Action { last_frame: 60, tracks: (0..26).map(track).collect(), patterns: Vec::new() }
}

fn stages(criterion: &mut Criterion) {
    let mut stand = Stand::new(&robot(0), false, Backend::Authentic);
    let action = walk();
    criterion.bench_function("posture of 26 bones", |b| {
        b.iter(|| stand.posture.set(&stand.model, &action, Q16::from_num(37)));
    });
    for (name, lit) in [("project 544 vertices", false), ("project and light 544 vertices", true)] {
        let whole = ball(32, 16, Material::LIGHTING);
        // One polygon is left, so that the figure is taken as lit.
        let mut figure = Figure { texture_count: 1, ..whole };
        figure.polygons.textured_quads.truncate(1);
        figure.patterns[0].textures[0].quads = 1;
        let mut stand = Stand::new(&figure, lit, Backend::Authentic);
        criterion.bench_function(name, |b| {
            b.iter(|| {
                stand.submit();
                stand.renderer.discard();
            });
        });
    }
    let mut stand = Stand::new(&ball(32, 16, Material::LIGHTING), true, Backend::Authentic);
    criterion.bench_function("submit 512 quads", |b| {
        b.iter(|| {
            stand.submit();
            stand.renderer.discard();
        });
    });
    // So far away that no quad covers a row: the time is that of the sort and of the queue.
    let mut far = Stand::new(&ball(32, 16, Material::DOUBLE_FACE), false, Backend::Authentic);
    far.layout.transform.translation = [0, 0, 4000];
    far.layout.transform.linear = far.layout.transform.linear.map(|row| row.map(|v| v / 64));
    criterion.bench_function("sort 512 dots", |b| {
        b.iter(|| {
            far.submit();
            far.renderer.flush(&mut far.picture);
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

/// Draws 1,000 figures, each in its own posture and place, in one flush.
fn crowd(criterion: &mut Criterion) {
    let action = walk();
    let mut group = criterion.benchmark_group("crowd of 1,000");
    group.sample_size(20);
    for (name, material, lit, backend) in [
        ("texture, Authentic", 0, false, Backend::Authentic),
        ("Gouraud, Authentic", Material::LIGHTING, true, Backend::Authentic),
        ("texture, Enhanced", 0, false, Backend::Enhanced),
    ] {
        let mut stand = Stand::new(&robot(material), lit, backend);
        group.bench_function(name, |b| {
            b.iter(|| {
                for i in 0..1000 {
                    let frame = Q16::from_bits(i * 7919 % (60 << 16));
                    stand.posture.set(&stand.model, &action, frame);
                    let (column, row) = (i % 40 - 20, i / 40);
                    stand.layout.transform.translation = [column * 40, 400 - row * 30, 1400];
                    stand.submit();
                }
                stand.renderer.flush(&mut stand.picture);
            });
        });
    }
    group.finish();
}

fn fills(criterion: &mut Criterion) {
    for backend in [Backend::Authentic, Backend::Enhanced] {
        let mut group = criterion.benchmark_group(format!("fill the screen, {backend:?}"));
        group.throughput(Throughput::Elements(u64::from(SIZE.0) * u64::from(SIZE.1)));
        let toon = Shading::Toon { threshold: 128, high: 255, low: 96 };
        for (name, material, lit, shading) in [
            ("texture", 0, false, Shading::Normal),
            ("colour key", Material::COLOUR_KEY, false, Shading::Normal),
            ("half", 2, false, Shading::Normal),
            ("add", 4, false, Shading::Normal),
            ("sub", 6, false, Shading::Normal),
            ("colour key and half", Material::COLOUR_KEY | 2, false, Shading::Normal),
            ("flat", Material::LIGHTING | Material::FLAT_SHADE, true, Shading::Normal),
            ("Gouraud", Material::LIGHTING, true, Shading::Normal),
            ("toon", Material::LIGHTING, true, toon),
            ("sphere map", Material::LIGHTING | Material::SPHERE_MAP, true, Shading::Normal),
        ] {
            let mut stand = Stand::new(&wall(material), lit, backend);
            stand.effect.shading = shading;
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

criterion_group!(benches, stages, fills, crowd);
criterion_main!(benches);
