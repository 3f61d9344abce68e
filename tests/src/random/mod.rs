//! Random polygons, textures and settings. Everything follows from a seed, which a failing test names.

pub mod extreme;
pub mod texts;

use crate::oracle::{NEAR, Polygon, Surface, Vertex};
use fastrand::Rng;
use keitai_formats::{Material, Rgb, Texture};
use keitai_render::{Clip, Compat, PixelFormat, UvWrap};
use std::ops::{Range, RangeBounds};

/// Returns the number of random scenes of a test: that of `KEITAI_ROUNDS`, or else the usual one.
pub fn rounds(usual: u64) -> u64 {
    std::env::var("KEITAI_ROUNDS").map_or(usual, |rounds| rounds.parse().unwrap())
}

/// Runs a test on the generator of every seed; the seed of a failure is printed.
pub fn for_seeds(seeds: Range<u64>, mut test: impl FnMut(&mut Rng)) {
    struct Named(u64);
    impl Drop for Named {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("seed {}", self.0);
            }
        }
    }
    for seed in seeds {
        let _named = Named(seed);
        test(&mut Rng::with_seed(seed));
    }
}

/// Returns a number of a range, from one seed the same on every machine: the generator's own numbers of this type differ with
/// its width.
pub fn usize_in(rng: &mut Rng, range: impl RangeBounds<usize>) -> usize {
    let [start, end] = [range.start_bound(), range.end_bound()].map(|bound| bound.map(|size| *size as u64));
    rng.u64((start, end)) as usize
}

/// Returns an indexed picture of random texels, index 0 among them often.
pub fn texture(rng: &mut Rng, width: u16, height: u16) -> Texture {
    let palette = (0..256).map(|_| colour(rng)).collect();
    let texel = |rng: &mut Rng| if rng.u8(..4) == 0 { 0 } else { rng.u8(..) };
    let texels = (0..usize::from(width) * usize::from(height)).map(|_| texel(rng)).collect();
    Texture { width, height, palette, texels }
}

/// Two textures, of which one has no even size, and a sphere map: always the same.
pub fn textures() -> ([Texture; 2], Texture) {
    let mut rng = Rng::with_seed(1);
    let textures = [texture(&mut rng, 128, 128), texture(&mut rng, 5, 200)];
    (textures, texture(&mut rng, 64, 64))
}

/// Any colour.
pub fn colour(rng: &mut Rng) -> Rgb {
    Rgb { r: rng.u8(..), g: rng.u8(..), b: rng.u8(..) }
}

/// Returns a rectangle that may reach beyond a picture of `size` x `size` pixels, at times empty or reversed.
pub fn clip(rng: &mut Rng, size: i32) -> Clip {
    let reversed = rng.u8(..8) == 0;
    let mut edges = || {
        let (a, b) = (rng.i32(-size / 4..size * 5 / 4), rng.i32(-size / 4..size * 5 / 4));
        if reversed { (a, b) } else { (a.min(b), a.max(b)) }
    };
    let ((left, right), (top, bottom)) = (edges(), edges());
    Clip { left, top, right, bottom }
}

/// Settings with every field chosen at random.
pub fn compat(rng: &mut Rng) -> Compat {
    Compat {
        pixel_format: pick(rng, [PixelFormat::Rgb555, PixelFormat::Rgb888]),
        uv_wrap: pick(rng, [UvWrap::Pad256, UvWrap::Mask]),
    }
}

/// Picks one of several.
pub fn pick<T, const N: usize>(rng: &mut Rng, choices: [T; N]) -> T {
    let chosen = usize_in(rng, ..N);
    choices.into_iter().nth(chosen).expect("within the array")
}

/// Returns a polygon of any kind around a picture of `size` x `size` pixels with `textures` textures.
pub fn polygon(rng: &mut Rng, size: i16, textures: usize) -> Polygon {
    let places = places(rng, size);
    let bits = [Material::LIGHTING, Material::SPHERE_MAP, Material::FLAT_SHADE];
    let mut material = Material::DOUBLE_FACE * u16::from(rng.u8(..4) != 0);
    material |= rng.u16(..) & (Material::COLOUR_KEY | Material::BLEND);
    material |= rng.u16(..) & (Material::SORT_NEAREST | Material::SORT_FARTHEST);
    for bit in bits {
        material |= bit * u16::from(rng.bool());
    }
    material |= Material::LIGHTING * u16::from(rng.bool());
    let even = rng.u8(..6) == 0;
    let normal = normal(rng);
    let depth = rng.i16(-100..100);
    let corner = |[x, y]: [i16; 2], rng: &mut Rng| Vertex {
        at: [x, y, depth + rng.i16(-20..20)],
        normal: if even { normal } else { self::normal(rng) },
        texel: [rng.u8(..), rng.u8(..)],
    };
    let mut corners: Vec<Vertex> = places.into_iter().map(|place| corner(place, rng)).collect();
    if rng.bool() {
        one_texel_per_pixel(rng, &mut corners);
    }
    let surface =
        if rng.u8(..3) == 0 { Surface::Colour(colour(rng)) } else { Surface::Texture(usize_in(rng, ..textures)) };
    Polygon { material: Material(material), corners, surface }
}

/// Moves the corners of a polygon, given by pixels, away from the viewer, as far as 16 bits allow: equally, a little or
/// very differently.
pub fn into_space(rng: &mut Rng, polygon: &mut Polygon, (focal, centre): (i64, i64)) {
    let most = 1 << rng.u8(5..12);
    let near = rng.i64(NEAR..most);
    let spread = pick(rng, [1, 1 + near / 50, 1 + near / 4, 8 * near]);
    for corner in &mut polygon.corners {
        let z = (near + rng.i64(0..spread)).min(i64::from(i16::MAX));
        let [x, y, _] = corner.at.map(i64::from);
        // As near as keeps both coordinates in the range.
        let farthest = (x - centre).abs().max((y - centre).abs()).max(1);
        let z = z.min(32_000 * focal / farthest).max(NEAR);
        corner.at = [(x - centre) * z / focal, (y - centre) * z / focal, z].map(|c| c as i16);
    }
}

/// Returns a normal that mostly faces the viewer, and at times lies along an axis.
fn normal(rng: &mut Rng) -> [i16; 3] {
    match rng.u8(..8) {
        0 => [4096, 0, 0],
        1 => [0, -4096, 0],
        2 => [0, 0, -4096],
        _ => [rng.i16(-4096..=4096), rng.i16(-4096..=4096), rng.i16(-4096..=2048)],
    }
}

/// Lets texel coordinates advance with the pixels from the first corner on, as pictures on screen rectangles do.
fn one_texel_per_pixel(rng: &mut Rng, corners: &mut [Vertex]) {
    let first = corners[0];
    let (turned, mirrored) = (rng.bool(), rng.bool());
    for corner in corners {
        let across = corner.at[0].wrapping_sub(first.at[0]) as u8;
        let down = corner.at[1].wrapping_sub(first.at[1]) as u8;
        let [du, dv] = if turned { [down, across] } else { [across, down] };
        let [u, v] = first.texel;
        corner.texel = [if mirrored { u.wrapping_sub(du) } else { u.wrapping_add(du) }, v.wrapping_add(dv)];
    }
}

/// Three or four pixels: small and screen-filling shapes, shapes that reach far off, slivers, flat sides, coinciding
/// corners, and the quads that are scanned as one figure.
fn places(rng: &mut Rng, size: i16) -> Vec<[i16; 2]> {
    // The renderer cuts what lies farther off than this, and cutting is not part of the rasteriser.
    const FAR: i16 = 8000;
    let reach = pick(rng, [size / 8, size / 2, size, size, size * 4, FAR]);
    let near = [rng.i16(-size / 4..size * 5 / 4), rng.i16(-size / 4..size * 5 / 4)];
    let about = |rng: &mut Rng, [x, y]: [i16; 2], reach: i16| {
        let mut moved = |c: i16| (c + rng.i16(-reach..=reach)).clamp(-FAR, FAR);
        [moved(x), moved(y)]
    };
    let mut corners = vec![near; 3 + usize::from(rng.bool())];
    for corner in &mut corners[1..] {
        *corner = about(rng, near, reach);
    }
    let sides = corners.len();
    match rng.u8(..10) {
        // Flat top, flat bottom or an upright side.
        0 => corners[1][1] = corners[0][1],
        1 => corners[sides - 1][1] = corners[sides - 2][1],
        2 => corners[2][0] = corners[0][0],
        // A sliver.
        3 => corners[1] = about(rng, corners[0], 3),
        // Two corners in one.
        4 => corners[usize_in(rng, ..sides)] = corners[usize_in(rng, ..sides)],
        // A parallelogram: b - a = d - c.
        5 | 6 if sides == 4 => {
            let [a, b, c] = [corners[0], corners[1], corners[2]];
            corners[3] = [0, 1].map(|i| (c[i] + b[i] - a[i]).clamp(-FAR, FAR));
            if rng.bool() {
                // Both middle corners on one row, or a flat top.
                let row = if rng.bool() { b[1] } else { a[1] };
                corners[2][1] = row;
                corners[3][1] = (row + b[1] - a[1]).clamp(-FAR, FAR);
            }
        }
        // A rectangle, started at any corner and in either direction.
        7..=9 if sides == 4 => {
            let [a, d] = [corners[0], corners[1]];
            let (b, c) = ([d[0], a[1]], [a[0], d[1]]);
            corners = if rng.bool() { vec![a, b, c, d] } else { vec![a, c, b, d] };
        }
        _ => {}
    }
    corners
}
