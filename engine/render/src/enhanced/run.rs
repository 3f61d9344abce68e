//! What each pixel of a run becomes: one function per kind of polygon, chosen once per polygon.
//!
//! Order at a pixel: depth test, index, colour-key test, shade, blend, sphere texel, store, depth.

use super::pair::{self, LANES, Lanes, Pairs, Stride};
use super::surface::DEPTH_FRACTION;
use crate::pixel::{Format, Rgb888};
use crate::raster::span::{Kind, Shade, Sphere, attributes};

/// What a polygon's pixels are made of.
#[derive(Clone, Copy)]
pub(super) struct Paint<'a> {
    /// Texture indices, `v << 8 | u`.
    pub(super) texels: &'a [u8; 65536],
    pub(super) palette: &'a [u32; 256],
    /// A colour polygon's colour.
    pub(super) colour: u32,
    /// The shade of a polygon of constant shade, 0..=255.
    pub(super) shade: u32,
    /// Toon: shades above the first become the second, others the third.
    pub(super) toon: [i32; 3],
    /// Sphere texels to add.
    pub(super) sphere: &'a [u32; 4096],
    /// Whether depth counts.
    pub(super) tested: bool,
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

    /// Whether a pixel is drawn that lies behind what is there.
    #[cold]
    #[inline(never)]
    fn passes(self, here: i32, stored: i32) -> bool {
        let here = here.max(0) as u32;
        u64::from(here) + self.of(here) >= stored as u64
    }
}

/// A run of pixels: the attributes of the first, and what each adds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Run {
    /// The first one's number among all pixels.
    pub(super) pixels: usize,
    /// The same among all depths.
    pub(super) depths: usize,
    pub(super) count: usize,
    /// Inverse depth, larger is nearer, with [`DEPTH_FRACTION`].
    pub(super) q: i64,
    pub(super) q_step: i64,
    pub(super) start: Pairs,
    pub(super) step: Pairs,
}

/// Draws runs on a picture and its depths.
pub(super) type Fill = fn(&Paint, &[Run], pixels: &mut [u32], depths: &mut [i32]);

/// `c * m / 256` per channel, m being 0..=256.
#[inline(always)]
fn shaded(colour: u32, shade: u32) -> u32 {
    let m = shade + (shade >> 7);
    (((colour & 0xFF_00FF) * m) >> 8) & 0xFF_00FF | (((colour & 0xFF00) * m) >> 8) & 0xFF00
}

/// `SURFACE`: 0 colour, 1 texture, 2 texture with colour key. `SHADE`, `BLEND`: the variants in order, and shade 3 for
/// full brightness.
fn fill<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    paint: &Paint,
    runs: &[Run],
    pixels: &mut [u32],
    depths: &mut [i32],
) {
    let keyed = SURFACE == 2;
    let paint = &Paint { ..*paint };
    for run in runs {
        let Run { count, mut q, q_step, start: mut place, .. } = *run;
        let pixels = &mut pixels[run.pixels..][..count];
        let depths = &mut depths[run.depths..][..count];
        if !keyed && count >= long(SHADE, BLEND, SPHERE) {
            let depth = Depth::new(run);
            if depth.in_front(depths) {
                visible::<SURFACE, SHADE, BLEND, SPHERE>(paint, run, depth, pixels, depths);
                continue;
            }
        }
        let mut seen = count;
        for (i, (pixel, stored)) in pixels.iter_mut().zip(&mut *depths).enumerate() {
            let here = (q >> DEPTH_FRACTION) as i32;
            if here < *stored {
                seen = i;
                break;
            }
            let index = index::<SURFACE>(paint, &place);
            if !keyed || index != 0 {
                *pixel = paint.pixel::<SURFACE, SHADE, BLEND, SPHERE>(index, &place, *pixel);
                if BLEND == 0 {
                    *stored = here;
                }
            }
            q = q.wrapping_add(q_step);
            forward::<SURFACE, SHADE, SPHERE>(&mut place, &run.step);
        }
        if seen < count {
            let rest = Run { q, start: place, ..*run };
            hidden::<SURFACE, SHADE, BLEND, SPHERE>(paint, &rest, &mut pixels[seen..], &mut depths[seen..]);
        }
    }
}

/// Draws a run of which something may be hidden.
#[inline(never)]
fn hidden<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    paint: &Paint,
    run: &Run,
    pixels: &mut [u32],
    depths: &mut [i32],
) {
    let keyed = SURFACE == 2;
    let Run { mut q, q_step, start: mut place, .. } = *run;
    for (pixel, stored) in pixels.iter_mut().zip(depths) {
        let (here, there) = ((q >> DEPTH_FRACTION) as i32, *stored);
        if here >= there || paint.slack.passes(here, there) {
            let index = index::<SURFACE>(paint, &place);
            if !keyed || index != 0 {
                *pixel = paint.pixel::<SURFACE, SHADE, BLEND, SPHERE>(index, &place, *pixel);
                if BLEND == 0 {
                    *stored = here.max(there);
                }
            }
        }
        q = q.wrapping_add(q_step);
        forward::<SURFACE, SHADE, SPHERE>(&mut place, &run.step);
    }
}

/// The shortest run whose depth is tested beforehand, and whose pixels are computed side by side: as long as that takes
/// to be worth its beginning.
const fn long(shade: u8, blend: u8, sphere: bool) -> usize {
    match (shade, blend, sphere) {
        (3, 0, false) => 32,
        _ => 16,
    }
}

/// The inverse depth of a run in 32 bits.
#[derive(Clone, Copy)]
struct Depth {
    q: i32,
    step: i32,
    fraction: u32,
}

impl Depth {
    #[inline(always)]
    fn new(run: &Run) -> Self {
        let last = run.q.wrapping_add(run.q_step.wrapping_mul(run.count as i64));
        let most = (run.q.max(last) >> DEPTH_FRACTION) as u32;
        let fraction = most.leading_zeros().saturating_sub(2).min(DEPTH_FRACTION);
        let narrow = |q: i64| (q >> (DEPTH_FRACTION - fraction)) as i32;
        Self { q: narrow(run.q), step: narrow(run.q_step), fraction }
    }

    /// Whether all of it is as near as what is there.
    #[inline(always)]
    fn in_front(mut self, depths: &[i32]) -> bool {
        // No early end: so the loop goes through vector registers.
        depths.iter().fold(true, |all, there| all & (self.next() >= *there))
    }

    #[inline(always)]
    fn next(&mut self) -> i32 {
        let here = self.q >> self.fraction;
        self.q = self.q.wrapping_add(self.step);
        here
    }
}

/// Draws a run of which nothing is hidden.
#[inline(never)]
fn visible<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    paint: &Paint,
    run: &Run,
    mut depth: Depth,
    pixels: &mut [u32],
    depths: &mut [i32],
) {
    let used = used::<SURFACE, SHADE, SPHERE>();
    if BLEND == 0 {
        depths.iter_mut().for_each(|stored| *stored = depth.next());
    }
    let stride = Stride::new(used, &run.step);
    let mut lanes = Lanes::new(&run.start, &stride);
    let (blocks, rest) = pixels.as_chunks_mut::<LANES>();
    let passed = LANES * blocks.len();
    for block in blocks {
        let under = *block;
        let (texels, shades, reflections) = (lanes.texels(), lanes.shades(), lanes.reflections());
        *block = std::array::from_fn(|i| {
            let index = if SURFACE == 0 { 0 } else { paint.texels[usize::from(texels[i])] };
            drawn::<SURFACE, SHADE, BLEND, SPHERE>(paint, index, shades[i], reflections[i], under[i])
        });
        lanes.add(used, &stride);
    }
    let mut place: Pairs = std::array::from_fn(|i| run.start[i].wrapping_add(run.step[i].wrapping_mul(passed as u64)));
    for pixel in rest {
        *pixel = paint.pixel::<SURFACE, SHADE, BLEND, SPHERE>(index::<SURFACE>(paint, &place), &place, *pixel);
        forward::<SURFACE, SHADE, SPHERE>(&mut place, &run.step);
    }
}

/// Goes to the next pixel.
#[inline(always)]
fn forward<const SURFACE: u8, const SHADE: u8, const SPHERE: bool>(place: &mut Pairs, step: &Pairs) {
    for i in 0..3 {
        if pair::uses(used::<SURFACE, SHADE, SPHERE>(), i) {
            place[i] = place[i].wrapping_add(step[i]);
        }
    }
}

/// The attributes in use.
#[inline(always)]
fn used<const SURFACE: u8, const SHADE: u8, const SPHERE: bool>() -> u8 {
    attributes(SURFACE != 0, SHADE == 1 || SHADE == 2, SPHERE)
}

#[inline(always)]
fn index<const SURFACE: u8>(paint: &Paint, place: &Pairs) -> u8 {
    if SURFACE == 0 { 0 } else { paint.texels[usize::from(pair::texel(place))] }
}

impl Paint<'_> {
    #[inline(always)]
    fn pixel<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        index: u8,
        place: &Pairs,
        under: u32,
    ) -> u32 {
        drawn::<SURFACE, SHADE, BLEND, SPHERE>(self, index, pair::shade(place), pair::reflection(place), under)
    }
}

/// What a pixel becomes.
#[inline(always)]
fn drawn<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    paint: &Paint,
    index: u8,
    shade: u32,
    reflection: usize,
    under: u32,
) -> u32 {
    let colour = if SURFACE == 0 { paint.colour } else { paint.palette[usize::from(index)] };
    let source = match SHADE {
        0 => shaded(colour, paint.shade),
        1 => shaded(colour, shade),
        2 => shaded(colour, paint.toon[if shade as i32 > paint.toon[0] { 1 } else { 2 }] as u32),
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

/// The function for a kind of polygon; `bright`: of constant shade 255.
pub(super) fn select(kind: Kind, bright: bool) -> Fill {
    match (kind.textured, kind.key) {
        (false, _) => shade::<0>(kind, bright),
        (true, false) => shade::<1>(kind, bright),
        (true, true) => shade::<2>(kind, bright),
    }
}

fn shade<const SURFACE: u8>(kind: Kind, bright: bool) -> Fill {
    match kind.shade {
        Shade::Constant if bright => blend::<SURFACE, 3>(kind),
        Shade::Constant => blend::<SURFACE, 0>(kind),
        Shade::Gouraud => blend::<SURFACE, 1>(kind),
        Shade::Toon => blend::<SURFACE, 2>(kind),
    }
}

fn blend<const SURFACE: u8, const SHADE: u8>(kind: Kind) -> Fill {
    match kind.blend as u8 {
        0 => sphere::<SURFACE, SHADE, 0>(kind),
        1 => sphere::<SURFACE, SHADE, 1>(kind),
        2 => sphere::<SURFACE, SHADE, 2>(kind),
        _ => sphere::<SURFACE, SHADE, 3>(kind),
    }
}

fn sphere<const SURFACE: u8, const SHADE: u8, const BLEND: u8>(kind: Kind) -> Fill {
    if kind.sphere == Sphere::None { fill::<SURFACE, SHADE, BLEND, false> } else { fill::<SURFACE, SHADE, BLEND, true> }
}
