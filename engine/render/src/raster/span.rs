//! What each pixel becomes: one function per kind of polygon, chosen from a table once per polygon.
//!
//! Order at a pixel: index, colour-key test, shaded colour, blend, sphere texel, store. Attributes are 16.16.

use super::lanes::{LANES, LAST, Lanes, padded};
use super::rows::Rows;
use super::{Attribute, Interpolants};
use crate::compat::PixelFormat;
use crate::pixel::{Format, Rgb555, Rgb565, Rgb888, Word};
use keitai_formats::Blend;
use wide::u32x4;

/// What a polygon's pixels are made of.
pub(crate) struct PixelSource<'a> {
    /// Texture indices, `v << 8 | u`.
    pub(crate) texels: &'a [u8; 65536],
    /// Palettes of 256 by shade level.
    pub(crate) palettes: &'a [u32; 8192],
    /// A colour polygon's pixels by shade level.
    pub(crate) shades: &'a [u32; 32],
    /// The level of a polygon of constant shade, 0..=31.
    pub(crate) level: usize,
    /// Toon: levels above the first are the second, others the third.
    pub(crate) toon: [i32; 3],
    /// Sphere texels to add.
    pub(crate) sphere: &'a [u32; 4096],
}

/// How a pixel's shade level comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shade {
    Constant,
    Gouraud,
    Toon,
}

/// When a sphere texel is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sphere {
    None,
    AfterBlend,
    BeforeBlend,
}

/// A kind of polygon, as far as its pixels are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) textured: bool,
    /// Index 0 is left out; textured only.
    pub(crate) key: bool,
    pub(crate) shade: Shade,
    /// Under a light: toon shading applies.
    pub(crate) lit: bool,
    pub(crate) blend: Blend,
    pub(crate) sphere: Sphere,
}

/// How attributes change over a polygon, all 16.16.
pub(crate) struct Slopes<'a> {
    /// At the left end of the first row.
    pub(super) start: Interpolants,
    /// What a row adds.
    pub(super) down: &'a Interpolants,
    /// What a column adds.
    pub(super) across: &'a Interpolants,
}

/// Fills rows; returns the number of pixels visited.
pub(crate) type FillFn = fn(&mut [u32], pitch: usize, &Rows, &Slopes, &PixelSource) -> u64;

/// What becomes of a pixel under a colour.
pub(crate) type BlendFn = fn(under: u32, colour: u32) -> u32;

impl Kind {
    /// The attributes that run over the polygon, as bits.
    pub(crate) fn attributes(self) -> u8 {
        attributes(self.textured, self.shade != Shade::Constant, self.sphere != Sphere::None)
    }

    fn index(self) -> usize {
        let surface = usize::from(self.textured) + usize::from(self.textured && self.key);
        ((surface * 3 + self.shade as usize) * 4 + self.blend as usize) * 3 + self.sphere as usize
    }
}

/// The set of attributes that run over a polygon.
#[inline(always)]
pub(crate) fn attributes(textured: bool, shaded: bool, reflecting: bool) -> u8 {
    let bits = |on: bool, bits: u8| if on { bits } else { 0 };
    bits(textured, Attribute::UV) | bits(shaded, Attribute::SHADE) | bits(reflecting, Attribute::SPHERE)
}

/// The band functions of one colour resolution, by [`Kind`].
#[derive(Clone, Copy)]
pub(crate) struct FillTable {
    fills: [FillFn; 108],
    /// By [`Blend`].
    blends: [BlendFn; 4],
}

impl FillTable {
    pub(crate) fn new(format: PixelFormat) -> Self {
        match format {
            PixelFormat::Rgb555 => Self::of::<Rgb555>(),
            PixelFormat::Rgb565 => Self::of::<Rgb565>(),
            PixelFormat::Rgb888 => Self::of::<Rgb888>(),
        }
    }

    pub(crate) fn get(&self, kind: Kind) -> FillFn {
        self.fills[kind.index()]
    }

    /// For single pixels of a colour.
    pub(crate) fn blend(&self, blend: Blend) -> BlendFn {
        self.blends[blend as usize]
    }

    fn of<F: Format>() -> Self {
        let mut table: [FillFn; 108] = [fill_rows::<F, 0, 0, 0, 0>; 108];
        let [flat, plain, keyed] = [shades::<F, 0>(), shades::<F, 1>(), shades::<F, 2>()];
        table[..36].copy_from_slice(&flat);
        table[36..72].copy_from_slice(&plain);
        table[72..].copy_from_slice(&keyed);
        Self { fills: table, blends: [|_, colour| colour, F::half, F::add, F::sub] }
    }
}

fn shades<F: Format, const SURFACE: u8>() -> [FillFn; 36] {
    let mut table: [FillFn; 36] = [fill_rows::<F, 0, 0, 0, 0>; 36];
    table[..12].copy_from_slice(&blends::<F, SURFACE, 0>());
    table[12..24].copy_from_slice(&blends::<F, SURFACE, 1>());
    table[24..].copy_from_slice(&blends::<F, SURFACE, 2>());
    table
}

fn blends<F: Format, const SURFACE: u8, const SHADE: u8>() -> [FillFn; 12] {
    [
        fill_rows::<F, SURFACE, SHADE, 0, 0>,
        fill_rows::<F, SURFACE, SHADE, 0, 1>,
        fill_rows::<F, SURFACE, SHADE, 0, 2>,
        fill_rows::<F, SURFACE, SHADE, 1, 0>,
        fill_rows::<F, SURFACE, SHADE, 1, 1>,
        fill_rows::<F, SURFACE, SHADE, 1, 2>,
        fill_rows::<F, SURFACE, SHADE, 2, 0>,
        fill_rows::<F, SURFACE, SHADE, 2, 1>,
        fill_rows::<F, SURFACE, SHADE, 2, 2>,
        fill_rows::<F, SURFACE, SHADE, 3, 0>,
        fill_rows::<F, SURFACE, SHADE, 3, 1>,
        fill_rows::<F, SURFACE, SHADE, 3, 2>,
    ]
}

/// `SURFACE`: 0 colour, 1 texture, 2 texture with colour key. `SHADE`, `BLEND`, `SPHERE`: the variants of [`Shade`],
/// [`Blend`] and [`Sphere`] in order.
fn fill_rows<F: Format, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: u8>(
    pixels: &mut [u32],
    pitch: usize,
    rows: &Rows,
    slopes: &Slopes,
    source: &PixelSource,
) -> u64 {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE != 0);
    let state = FillState::new(source);
    let across = Lanes::all(used, slopes.across, LANES as i32);
    let down = Lanes::all(used, slopes.down, 1);
    let mut next = Lanes::new(used, &slopes.start, slopes.across);
    let mut written = 0;
    let pixels = &mut pixels[rows.top() as usize * pitch..];
    for (first, count, hidden) in rows.iter() {
        let mut lanes = next;
        next.add(used, &down);
        if count > 0 {
            if hidden > 0 {
                lanes.add(used, &Lanes::all(used, slopes.across, hidden as i32));
            }
            written += count;
            let blocks = pixels[first..first + padded(count)].as_chunks_mut().0;
            let last = LAST[count % LANES];
            run::<F, SURFACE, SHADE, BLEND, SPHERE>(&state, blocks, last, lanes, &across);
        }
    }
    written as u64
}

/// A run of pixels, the first four at `lanes`, each four `across` further; of the last four those in `last`.
#[inline(always)]
fn run<F: Format, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: u8>(
    state: &FillState,
    blocks: &mut [[u32; LANES]],
    last: u32x4,
    mut lanes: Lanes,
    across: &Lanes,
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE != 0);
    let Some((end, blocks)) = blocks.split_last_mut() else { return };
    for block in blocks {
        *block = state.block::<F, SURFACE, SHADE, BLEND, SPHERE>(block, &lanes);
        lanes.add(used, across);
    }
    let drawn = state.block::<F, SURFACE, SHADE, BLEND, SPHERE>(end, &lanes);
    *end = last.bitselect(u32x4::new(drawn), u32x4::new(*end)).to_array();
}

/// [`PixelSource`], looked up as far as a whole run allows.
struct FillState<'a> {
    source: &'a PixelSource<'a>,
    row: &'a [u32; 256],
    colour: u32,
    /// Toon: the least shade (16.16) that takes the first of the rows and colours, not the second.
    limit: i32,
    toon_rows: [&'a [u32; 256]; 2],
    toon_colours: [u32; 2],
}

impl<'a> FillState<'a> {
    #[inline(always)]
    fn new(source: &'a PixelSource<'a>) -> Self {
        let levels = [1, 2].map(|i| (source.toon[i] & 31) as usize);
        let palette = |level: usize| &source.palettes.as_chunks().0[level & 31];
        Self {
            source,
            row: palette(source.level),
            colour: source.shades[source.level & 31],
            limit: (source.toon[0] + 1) << 19,
            toon_rows: levels.map(palette),
            toon_colours: levels.map(|level| source.shades[level]),
        }
    }

    /// What four neighbouring pixels become.
    #[inline(always)]
    fn block<F: Format, const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: u8>(
        &self,
        under: &[u32; LANES],
        lanes: &Lanes,
    ) -> [u32; LANES] {
        let indices =
            if SURFACE == 0 { [0; LANES] } else { lanes.texels().map(|at| self.source.texels[at as usize & 0xFFFF]) };
        let colours: [u32; LANES] = match SHADE {
            0 => indices.map(|index| if SURFACE == 0 { self.colour } else { self.row[usize::from(index)] }),
            1 => {
                let levels = lanes.levels();
                if SURFACE == 0 {
                    levels.to_array().map(|level| self.source.shades[level as usize & 31])
                } else {
                    let palettes = (levels << 8_u32).to_array();
                    std::array::from_fn(|i| {
                        self.source.palettes[(palettes[i] & 0x1F00) as usize | usize::from(indices[i])]
                    })
                }
            }
            _ => {
                let shades = lanes.shades();
                std::array::from_fn(|i| {
                    let dark = usize::from(shades[i] < self.limit);
                    if SURFACE == 0 { self.toon_colours[dark] } else { self.toon_rows[dark][usize::from(indices[i])] }
                })
            }
        };
        let drawn = if SPHERE == 0 && BLEND == 0 {
            colours
        } else {
            let reflections = if SPHERE == 0 {
                [0; LANES]
            } else {
                lanes.reflections().map(|at| self.source.sphere[at as usize & 0xFFF])
            };
            blended::<F, u32x4, BLEND, SPHERE>(u32x4::new(*under), u32x4::new(colours), u32x4::new(reflections))
                .to_array()
        };
        if SURFACE == 2 { std::array::from_fn(|i| if indices[i] == 0 { under[i] } else { drawn[i] }) } else { drawn }
    }
}

#[inline(always)]
fn blended<F: Format, W: Word, const BLEND: u8, const SPHERE: u8>(under: W, colour: W, reflection: W) -> W {
    let colour = if SPHERE == 2 { F::add(colour, reflection) } else { colour };
    let colour = match BLEND {
        0 => colour,
        1 => F::half(under, colour),
        2 => F::add(under, colour),
        _ => F::sub(under, colour),
    };
    if SPHERE == 1 { F::add(colour, reflection) } else { colour }
}
