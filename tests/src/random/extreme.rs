//! Figures, actions, layouts, effects and lists whose numbers often lie at the ends of their ranges.

use super::{colour, pick, usize_in};
use fastrand::Rng;
use keitai_formats::{
    Action, Axis, Bone, BoneMatrix, ColourPolygon, Figure, Material, Normals, PackedNormal, Pattern, PatternKey,
    PolygonRun, RollKey, TexturedPolygon, Track, VectorKey,
};
use keitai_render::{AffineTrans, Angle, Clip, Effect, FigureLayout, Light, Projection, Q12, Shading, Vector3};

/// Any integer: the ends of the ranges of 8, 15, 16 and 32 bits, the units of the era, small ones, and all lengths.
pub fn integer(rng: &mut Rng) -> i32 {
    let ends = [0, 1, 2, 127, 128, 255, 256, 4095, 4096, 32767, 32768, 65535, 65536, i32::MAX - 1, i32::MAX];
    let size = match rng.u8(..4) {
        0 => pick(rng, ends),
        1 => rng.i32(0..300),
        2 => rng.i32(0..5000),
        _ => rng.i32(0..=i32::MAX) >> rng.u8(..31),
    };
    match rng.u8(..16) {
        0..6 => !size,
        6..9 => -size,
        _ => size,
    }
}

/// Returns the least or the largest integer.
fn end(rng: &mut Rng) -> i32 {
    if rng.bool() { i32::MIN } else { i32::MAX }
}

/// [`integer`] in 16 bits.
pub fn short(rng: &mut Rng) -> i16 {
    integer(rng) as i16
}

fn shorts<const N: usize>(rng: &mut Rng) -> [i16; N] {
    std::array::from_fn(|_| short(rng))
}

/// Returns a figure of up to three bones and a dozen polygons over two textures, which every reader could have given.
pub fn figure(rng: &mut Rng) -> Figure {
    let mut figure = Figure { version: 5, texture_count: 2, ..Figure::default() };
    let tame = rng.bool();
    for index in 0..rng.u16(1..=3) {
        let vertex_count = if rng.u8(..16) == 0 { rng.u16(1..200) } else { rng.u16(1..8) };
        let parent = (index > 0 && rng.bool()).then(|| rng.u16(..index));
        let matrix = if tame { BoneMatrix::IDENTITY } else { BoneMatrix(shorts(rng)) };
        figure.bones.push(Bone { vertex_count, parent, matrix });
    }
    let count: u16 = figure.bones.iter().map(|bone| bone.vertex_count).sum();
    let vertex = |rng: &mut Rng| if tame { [0; 3].map(|_: i16| rng.i16(-300..300)) } else { shorts(rng) };
    figure.vertices = (0..count).map(|_| vertex(rng)).collect();
    figure.normals = match rng.u8(..8) {
        0 => Normals::None,
        1..4 => Normals::Packed((0..count).map(|_| packed(rng)).collect()),
        _ => Normals::Vectors((0..count).map(|_| shorts(rng)).collect()),
    };
    figure.palette = (0..4).map(|_| colour(rng)).collect();
    for _ in 0..rng.u8(1..3) {
        let pattern = Pattern { colour: run(rng), textures: vec![run(rng), run(rng)] };
        let lists = &mut figure.polygons;
        lists.colour_triangles.extend((0..pattern.colour.triangles).map(|_| coloured(rng, count)));
        lists.colour_quads.extend((0..pattern.colour.quads).map(|_| coloured(rng, count)));
        for run in &pattern.textures {
            lists.textured_triangles.extend((0..run.triangles).map(|_| textured(rng, count)));
            lists.textured_quads.extend((0..run.quads).map(|_| textured(rng, count)));
        }
        figure.patterns.push(pattern);
    }
    figure
}

fn packed(rng: &mut Rng) -> PackedNormal {
    match rng.u8(..4) {
        0 => PackedNormal::Axis(pick(rng, Axis::ALL)),
        _ => PackedNormal::Direction { x: rng.i8(-63..64), y: rng.i8(-64..64), z_negative: rng.bool() },
    }
}

fn coloured<const N: usize>(rng: &mut Rng, vertices: u16) -> ColourPolygon<N> {
    let vertices = [0; N].map(|_: u16| rng.u16(..vertices));
    let material = Material(material(rng).0 & Material::COLOURED);
    ColourPolygon { material, vertices, colour: rng.u8(..4) }
}

fn textured<const N: usize>(rng: &mut Rng, vertices: u16) -> TexturedPolygon<N> {
    let vertices = [0; N].map(|_: u16| rng.u16(..vertices));
    let texels = [[0; 2]; N].map(|t: [u8; 2]| t.map(|_| rng.u8(..)));
    TexturedPolygon { material: material(rng), vertices, texels }
}

fn run(rng: &mut Rng) -> PolygonRun {
    PolygonRun { triangles: rng.u16(..4), quads: rng.u16(..4) }
}

fn material(rng: &mut Rng) -> Material {
    let one_sided = if rng.u8(..4) == 0 { Material::DOUBLE_FACE } else { 0 };
    Material((rng.u16(..) & 0x3F7 | Material::DOUBLE_FACE) & !one_sided)
}

/// Returns an action for up to `bones` bones with tracks of every type.
pub fn action(rng: &mut Rng, bones: usize) -> Action {
    let tracks = (0..usize_in(rng, ..=bones)).map(|_| track(rng)).collect();
    let patterns = frames(rng).into_iter().map(|frame| PatternKey { frame, mask: rng.u32(..) }).collect();
    Action { last_frame: rng.u16(..), tracks, patterns }
}

fn track(rng: &mut Rng) -> Track {
    let (translate, scale, rotate) = (vectors(rng), vectors(rng), vectors(rng));
    let roll: Vec<RollKey> = frames(rng).into_iter().map(|frame| RollKey { frame, angle: short(rng) }).collect();
    match rng.u8(..7) {
        0 => Track::Matrix(BoneMatrix(shorts(rng))),
        1 => Track::Identity,
        2 => Track::Scaled { translate, scale, rotate, roll },
        3 => Track::Turned { translate: shorts(rng), rotate, roll: short(rng) },
        4 => Track::Rolled { rotate, roll },
        5 => Track::Rotated { rotate },
        _ => Track::Moved { translate, rotate, roll },
    }
}

fn vectors(rng: &mut Rng) -> Vec<VectorKey> {
    frames(rng).into_iter().map(|frame| VectorKey { frame, value: shorts(rng) }).collect()
}

/// Ascending whole frames, among them at times the last there is.
fn frames(rng: &mut Rng) -> Vec<u16> {
    let mut frames: Vec<u16> = (0..rng.u8(..4)).map(|_| short(rng) as u16).collect();
    frames.sort_unstable();
    frames.dedup();
    frames
}

/// Any matrix; now and then one that keeps figures in sight.
pub fn transform(rng: &mut Rng) -> AffineTrans {
    if rng.u8(..3) == 0 {
        let turn = AffineTrans::rotation_y(Angle(integer(rng))).mul(&AffineTrans::rotation_x(Angle(integer(rng))));
        return AffineTrans::translation(0, 0, rng.i32(-50..800)).mul(&turn);
    }
    let largest = rng.u8(..4) == 0;
    AffineTrans::from_raw(std::array::from_fn(|_| if largest { end(rng) } else { integer(rng) }))
}

/// Any projection, possible or not.
pub fn projection(rng: &mut Rng) -> Projection {
    match rng.u8(..6) {
        0 => Projection::ParallelScale { x: fixed(rng), y: fixed(rng) },
        1 => Projection::ParallelSize { width: integer(rng), height: integer(rng) },
        2 => Projection::PerspectiveFov { near: integer(rng), far: integer(rng), angle: Angle(integer(rng)) },
        3 => Projection::PerspectiveFov {
            near: rng.i32(1..200),
            far: rng.i32(200..=32767),
            angle: Angle(rng.i32(1..=2047)),
        },
        4 => {
            Projection::PerspectiveSize { near: integer(rng), far: integer(rng), width: fixed(rng), height: fixed(rng) }
        }
        _ => Projection::PerspectiveSize {
            near: rng.i32(1..200),
            far: rng.i32(200..=32767),
            width: fixed(rng),
            height: fixed(rng),
        },
    }
}

fn fixed(rng: &mut Rng) -> Q12 {
    Q12::from_bits(integer(rng))
}

/// Returns a layout with any transform, projection and centre.
pub fn layout(rng: &mut Rng) -> FigureLayout {
    let mut layout = FigureLayout::default();
    layout.transform = transform(rng);
    // An impossible projection leaves the default in force.
    let _ = layout.set_projection(projection(rng));
    layout.centre = if rng.bool() { (16, 16) } else { (integer(rng), integer(rng)) };
    layout
}

/// Returns any light and shading, without a sphere map.
pub fn effect(rng: &mut Rng) -> Effect {
    let light = (rng.u8(..4) != 0).then(|| Light {
        direction: Vector3::new(integer(rng), integer(rng), integer(rng)),
        intensity: fixed(rng),
        ambient: fixed(rng),
    });
    let shading = if rng.bool() {
        Shading::Normal
    } else {
        Shading::Toon { threshold: rng.u8(..), high: rng.u8(..), low: rng.u8(..) }
    };
    Effect { light, shading, semi_transparent: rng.bool(), painter: rng.bool(), ..Effect::default() }
}

/// Any rectangle.
pub fn clip(rng: &mut Rng) -> Clip {
    if rng.bool() {
        return super::clip(rng, 32);
    }
    Clip { left: integer(rng), top: integer(rng), right: integer(rng), bottom: integer(rng) }
}

/// Returns the word of a primitive command without its count: any kind, any attributes, mostly legal.
pub fn command(rng: &mut Rng) -> u32 {
    let kind = rng.u32(1..=5) << 24;
    let bits = rng.u32(..1 << 16);
    match rng.u8(..10) {
        0 => rng.u32(..),
        _ => {
            kind | bits
                & !(if bits & 0xC00 == 0xC00 { 0x400 } else { 0 })
                & !(if bits & 0x300 == 0x100 { 0x100 } else { 0 })
        }
    }
}

/// Integers for primitives: vertices, parameters, colours.
pub fn integers(rng: &mut Rng, count: usize) -> Vec<i32> {
    let kind = rng.u8(..8);
    let any = |rng: &mut Rng| match kind {
        0 => end(rng),
        1..4 => integer(rng),
        _ => rng.i32(-100..400),
    };
    (0..count).map(|_| any(rng)).collect()
}

/// Returns a command list: mostly commands with as many arguments as they take, at times cut short or spoilt.
pub fn list(rng: &mut Rng) -> Vec<i32> {
    let mut words = vec![0xFE00_0001_u32 as i32];
    for _ in 0..rng.u8(1..12) {
        let opcode = pick(
            rng,
            [0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x90, 0x91, 0x92, 0x93, 0xA0, 0xA1, 0xAF, 0, 1, 1, 2, 2],
        );
        let arguments = match opcode {
            0xA0 => 1,
            0x81 | 0x85 | 0x90 | 0x91 => 2,
            0x92 | 0xAF => 3,
            0x84 | 0x93 | 0xA1 => 4,
            _ => 0,
        };
        if opcode < 3 {
            let count = rng.u32(..4);
            let command = command(rng);
            words.push((command & !0xFF_0000 | count << 16) as i32);
            // At most as many words as each kind needs, so that the list continues after it or inside it.
            let data = usize_in(rng, ..=count as usize * 33 + 9);
            words.extend(integers(rng, data));
            continue;
        }
        let inline = match opcode {
            0x81 => 2,
            0x86 | 0x87 => rng.u32(..3),
            _ => rng.u32(..16),
        };
        words.push((opcode << 24 | inline) as i32);
        words.extend(integers(rng, arguments));
    }
    if rng.u8(..8) == 0 {
        let spoilt = usize_in(rng, ..words.len());
        words[spoilt] = integer(rng);
    }
    words
}
