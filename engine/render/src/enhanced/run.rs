//! What each pixel of a run becomes: one function per kind of polygon, chosen once per polygon.
//!
//! Order at a pixel: depth test, index, colour-key test, shade, blend, sphere texel, store, depth.

use crate::pixel::{Format, Rgb888};
use crate::raster::Walk;
use crate::raster::place::{LANES, Lanes, Place, Step, Stride};
use crate::raster::span::{Kind, Shade, Sphere, attributes};

/// What a polygon's pixels are made of.
pub(super) struct Paint<'a> {
    /// Texture indices, `v << 8 | u`.
    pub(super) texels: &'a [u8; 65536],
    pub(super) palette: &'a [u32; 256],
    /// A colour polygon's colour.
    pub(super) colour: u32,
    /// The shade of a polygon of constant shade, 0..=255.
    pub(super) shade: i32,
    /// Toon: shades above the first become the second, others the third.
    pub(super) toon: [i32; 3],
    /// Sphere texels to add.
    pub(super) sphere: &'a [u32; 4096],
    pub(super) slack: Slack,
}

/// How much deeper than what is there a pixel may be and still be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slack {
    None,
    /// The change of inverse depth for one model unit, in perspective.
    Perspective,
    /// The same, in parallel.
    Parallel,
}

impl Slack {
    #[inline(always)]
    fn of(self, q: u32) -> u64 {
        match self {
            Self::None => 0,
            Self::Perspective => ((u64::from(q) * u64::from(q)) >> 31) + 1,
            Self::Parallel => 4096,
        }
    }
}

/// Fraction bits of inverse depth along a run.
pub(super) const DEPTH_FRACTION: u32 = 6;

/// A run of pixels and its depth: inverse depth with [`DEPTH_FRACTION`] bits, and what each pixel adds.
pub(super) struct Pixels<'a> {
    pub(super) pixels: &'a mut [u32],
    /// As many as pixels.
    pub(super) depth: &'a mut [u32],
    pub(super) q: i64,
    pub(super) q_step: i64,
}

/// Draws a run; the attributes of the first pixel, and what each adds.
pub(super) type Run = fn(&Paint, Pixels, start: Walk, step: &Walk);

/// `c * m / 256` per channel, m being 0..=256.
#[inline(always)]
fn shaded(colour: u32, shade: i32) -> u32 {
    let m = (shade + (shade >> 7)) as u32;
    (((colour & 0xFF_00FF) * m) >> 8) & 0xFF_00FF | (((colour & 0xFF00) * m) >> 8) & 0xFF00
}

/// `SURFACE`: 0 colour, 1 texture, 2 texture with colour key. `SHADE`, `BLEND`: the variants in order, and shade 3 for
/// full brightness. `DEPTH`: tested, and written where the polygon is opaque.
fn run<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool, const DEPTH: bool>(
    paint: &Paint,
    Pixels { pixels, depth, mut q, q_step }: Pixels,
    start: Walk,
    step: &Walk,
) {
    let used = attributes(SURFACE != 0, SHADE == 1 || SHADE == 2, SPHERE);
    let (mut place, across) = (Place::new(start), Step::new(step));
    let keyed = SURFACE == 2;
    if !DEPTH || pixels.len() >= LONG && in_front(depth, q, q_step) {
        // Nothing hides any of it.
        if DEPTH && BLEND == 0 && !keyed {
            for stored in &mut *depth {
                *stored = (q >> DEPTH_FRACTION) as u32;
                q += q_step;
            }
        }
        let mut rest = &mut *pixels;
        if !keyed && rest.len() >= LONG {
            let (blocks, end) = rest.as_chunks_mut::<LANES>();
            let stride = Stride::new(used, step);
            let mut lanes = Lanes::new(&place, &stride);
            for block in &mut *blocks {
                let under = *block;
                let (texels, shades, reflections) = (lanes.texels(), lanes.shades(), lanes.reflections());
                *block = std::array::from_fn(|i| {
                    let index = if SURFACE == 0 { 0 } else { paint.texels[usize::from(texels[i])] };
                    drawn::<SURFACE, SHADE, BLEND, SPHERE>(paint, index, shades[i] as i32, reflections[i], under[i])
                });
                lanes.add(used, &stride);
            }
            place.skip(used, &across, LANES * blocks.len());
            rest = end;
        }
        let passed = depth.len() - rest.len();
        for (pixel, stored) in rest.iter_mut().zip(&mut depth[passed..]) {
            let index = index::<SURFACE>(paint, &place);
            if !keyed || index != 0 {
                let reflection = place.reflection.index();
                *pixel = drawn::<SURFACE, SHADE, BLEND, SPHERE>(paint, index, place.shade, reflection, *pixel);
                if DEPTH && BLEND == 0 && keyed {
                    *stored = (q >> DEPTH_FRACTION) as u32;
                }
            }
            if DEPTH && BLEND == 0 && keyed {
                q += q_step;
            }
            place.add(used, &across);
        }
        return;
    }
    for (pixel, stored) in pixels.iter_mut().zip(depth) {
        let here = (q >> DEPTH_FRACTION).clamp(0, i64::from(u32::MAX)) as u32;
        let nearer = here >= *stored;
        let index = index::<SURFACE>(paint, &place);
        let seen = nearer || u64::from(here) + paint.slack.of(here) >= u64::from(*stored);
        if seen && (!keyed || index != 0) {
            let reflection = place.reflection.index();
            *pixel = drawn::<SURFACE, SHADE, BLEND, SPHERE>(paint, index, place.shade, reflection, *pixel);
            if BLEND == 0 && nearer {
                *stored = here;
            }
        }
        q += q_step;
        place.add(used, &across);
    }
}

/// The shortest run whose depth is tested beforehand, and whose pixels are computed side by side.
const LONG: usize = 32;

/// Whether a run is as near as everything that is there, and its inverse depth in range.
#[inline(always)]
fn in_front(depth: &[u32], q: i64, q_step: i64) -> bool {
    let last = q.saturating_add(q_step.saturating_mul(depth.len() as i64 - 1));
    if (q | last) as u64 >> (32 + DEPTH_FRACTION) != 0 {
        return false;
    }
    let mut q = q;
    // No early end: so the loop goes through vector registers.
    depth.iter().fold(true, |all, stored| {
        let here = (q >> DEPTH_FRACTION) as u32;
        q += q_step;
        all & (here >= *stored)
    })
}

#[inline(always)]
fn index<const SURFACE: u8>(paint: &Paint, place: &Place) -> u8 {
    if SURFACE == 0 { 0 } else { paint.texels[place.texel.index()] }
}

/// What a pixel becomes.
#[inline(always)]
fn drawn<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    paint: &Paint,
    index: u8,
    shade: i32,
    reflection: usize,
    under: u32,
) -> u32 {
    let colour = if SURFACE == 0 { paint.colour } else { paint.palette[usize::from(index)] };
    let source = match SHADE {
        0 => shaded(colour, paint.shade),
        1 => shaded(colour, shade >> 16),
        2 => shaded(colour, paint.toon[if shade >> 16 > paint.toon[0] { 1 } else { 2 }]),
        _ => colour,
    };
    let blended = match BLEND {
        0 => source,
        1 => Rgb888::half(under, source),
        2 => Rgb888::add(under, source),
        _ => Rgb888::sub(under, source),
    };
    if SPHERE { Rgb888::add(blended, paint.sphere[reflection]) } else { blended }
}

/// The function for a kind of polygon; `bright`: of constant shade 255; with or without depth.
pub(super) fn select(kind: Kind, bright: bool, depth: bool) -> Run {
    match (kind.textured, kind.key) {
        (false, _) => shade::<0>(kind, bright, depth),
        (true, false) => shade::<1>(kind, bright, depth),
        (true, true) => shade::<2>(kind, bright, depth),
    }
}

fn shade<const SURFACE: u8>(kind: Kind, bright: bool, depth: bool) -> Run {
    match kind.shade {
        Shade::Constant if bright => blend::<SURFACE, 3>(kind, depth),
        Shade::Constant => blend::<SURFACE, 0>(kind, depth),
        Shade::Gouraud => blend::<SURFACE, 1>(kind, depth),
        Shade::Toon => blend::<SURFACE, 2>(kind, depth),
    }
}

fn blend<const SURFACE: u8, const SHADE: u8>(kind: Kind, depth: bool) -> Run {
    match kind.blend as u8 {
        0 => sphere::<SURFACE, SHADE, 0>(kind, depth),
        1 => sphere::<SURFACE, SHADE, 1>(kind, depth),
        2 => sphere::<SURFACE, SHADE, 2>(kind, depth),
        _ => sphere::<SURFACE, SHADE, 3>(kind, depth),
    }
}

fn sphere<const SURFACE: u8, const SHADE: u8, const BLEND: u8>(kind: Kind, depth: bool) -> Run {
    match (kind.sphere != Sphere::None, depth) {
        (false, false) => run::<SURFACE, SHADE, BLEND, false, false>,
        (false, true) => run::<SURFACE, SHADE, BLEND, false, true>,
        (true, false) => run::<SURFACE, SHADE, BLEND, true, false>,
        (true, true) => run::<SURFACE, SHADE, BLEND, true, true>,
    }
}
