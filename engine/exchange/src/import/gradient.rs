//! Gradients of colours of vertices over large faces, which become small pictures in one texture.

use std::collections::BTreeMap;
use std::mem::take;

use keitai_convert::Target;
use keitai_formats::{Limits, Picture, Rgb};

use super::Options;
use super::gathered::Gathered;
use super::picture::Read;
use super::surface::Surfaces;
use crate::light::encoded;
use crate::picture::Raw;

/// The part of the area of all faces from which on a face is large.
const LARGE: f64 = 1e-3;
/// Levels between the corners of a face that has a gradient.
const APART: u8 = 24;
/// Texels along a side of a gradient, and gradients along a side of the texture.
const SIDE: usize = 16;
const ROW: usize = Limits::PLAYERS.texels / SIDE;

/// A triangle, its area, and the colours of its corners in linear light.
pub(super) type Gradient = (usize, f64, [[f64; 3]; 3]);

/// Returns whether the corners of a face differ in colour, and the face is a large part of `whole`, the area of all faces so far. Some
/// thousands of faces at most are.
pub(super) fn is_gradient(area: f64, whole: f64, levels: [Rgb; 3]) -> bool {
    let [a, b, c] = levels.map(|level| [level.r, level.g, level.b]);
    let is_apart = |part: usize| a[part].max(b[part]).max(c[part]) - a[part].min(b[part]).min(c[part]) > APART;
    area >= whole * LARGE && (0..3).any(is_apart)
}

/// Makes a texture of the gradients of the largest faces.
pub(super) fn bake(gathered: &mut Gathered, surfaces: &mut Surfaces, options: &Options) {
    let mut items = take(&mut gathered.gradients);
    items.sort_by(|(_, a, _), (_, b, _)| b.total_cmp(a));
    items.truncate(ROW * ROW);
    let slot = surfaces.pictures.len();
    if items.is_empty() || slot >= Limits::PLAYERS.textures || matches!(options.target, Target::V1 | Target::V2) {
        return;
    }
    let size = [items.len().min(ROW) * SIDE, items.len().div_ceil(ROW) * SIDE];
    let mut pixels = vec![[u8::MAX; 4]; size[0] * size[1]];
    let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
    for (place, (triangle, _, colours)) in items.into_iter().enumerate() {
        let Some(triangle) = gathered.triangles.get_mut(triangle) else { continue };
        let start = [place % ROW * SIDE, place / ROW * SIDE];
        for [x, y] in (0..SIDE * SIDE).map(|texel| [texel % SIDE, texel / SIDE]) {
            let last = (x + y).max(SIDE - 1) as f64;
            let [right, down] = [x as f64 / last, y as f64 / last];
            let shares = [1.0 - right - down, right, down];
            let Rgb { r, g, b } =
                encoded([0, 1, 2].map(|part| (0..3).map(|corner| colours[corner][part] * shares[corner]).sum()));
            pixels[(start[1] + y) * size[0] + start[0] + x] = [r, g, b, u8::MAX];
        }
        triangle.surface =
            *numbers.entry(triangle.surface).or_insert_with(|| surfaces.with_picture(triangle.surface, slot));
        let corners = [[0, 0], [SIDE - 1, 0], [0, SIDE - 1]];
        triangle.places =
            corners.map(|corner| [0, 1].map(|axis| ((start[axis] + corner[axis]) as f32 + 0.5) / size[axis] as f32));
        gathered.losses.shaded -= 1;
    }
    let [width, height] = size.map(|side| side as u16);
    let picture = Read::new(Raw::Colours(Picture { width, height, pixels }));
    surfaces.pictures.push(Some(Read { name: "gradients".to_owned(), ..picture }));
}
