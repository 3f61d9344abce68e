//! Fill functions: the pixels of rows, one function per kind of polygon, chosen from a table once per polygon.
//!
//! Order at a pixel: index, colour-key test, shaded colour, blend, sphere texel, store. Attributes are 16.16.

use super::lanes::{LANES, LAST, Lanes, halves, padded};
use super::rows::Rows;
use super::{Attribute, Interpolants};
use crate::pixel::{Format, Word};
use keitai_formats::Blend;
use wide::u32x4;

/// Kind and sources of a polygon's pixels.
pub(crate) struct PixelSource<'a> {
    pub(crate) kind: Kind,
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
    pub(crate) format: Format,
}

/// The source of a pixel's shade level.
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

/// A kind of polygon, as far as its pixels are concerned. Without a blend nothing lies before or after it.
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

/// Slopes of a polygon's attributes, all 16.16.
pub(crate) struct Slopes<'a> {
    /// At the left end of the first row.
    pub(super) start: Interpolants,
    /// Change from row to row.
    pub(super) down: &'a Interpolants,
    /// Change from column to column.
    pub(super) across: &'a Interpolants,
}

/// Fills rows; returns the number of pixels visited.
pub(crate) type FillFn = fn(&mut [u32], pitch: usize, &Rows, &Slopes, &PixelSource) -> u64;

/// Blends one pixel.
pub(crate) type BlendFn = fn(Format, under: u32, colour: u32) -> u32;

impl Kind {
    /// Returns the function for the kind.
    pub(crate) fn choose<F: Copy>(self, functions: &FillTable<F>) -> F {
        let surface = usize::from(self.textured) + usize::from(self.textured && self.key);
        let blend = if self.sphere == Sphere::None { self.blend as usize } else { BY_VALUE.into() };
        functions[surface][self.shade as usize][blend]
    }

    /// Returns the attributes that run over the polygon, as bits.
    pub(crate) fn attributes(self) -> u8 {
        attributes(self.textured, self.shade != Shade::Constant, self.sphere != Sphere::None)
    }
}

/// Returns the set of attributes that run over a polygon.
#[inline(always)]
pub(crate) fn attributes(textured: bool, shaded: bool, reflecting: bool) -> u8 {
    let bits = |on: bool, bits: u8| if on { bits } else { 0 };
    bits(textured, Attribute::UV) | bits(shaded, Attribute::SHADE) | bits(reflecting, Attribute::SPHERE)
}

/// A blend that is looked up while pixels are drawn: kinds that are rare share a function.
pub(crate) const BY_VALUE: u8 = 4;

/// Functions by kind of polygon: by surface, shade, and blend without a sphere map, or with one.
pub(crate) type FillTable<F> = [[[F; 5]; 3]; 3];

/// Makes the table of a generic function. `SURFACE`: 0 colour, 1 texture, 2 texture with colour key. `SHADE`: the variants
/// of [`Shade`] in order. `BLEND`: those of [`Blend`], or [`BY_VALUE`]. `SPHERE`: whether sphere texels are added.
macro_rules! fill_table {
    ($fill:ident: $type:ty) => {{
        use $crate::raster::span::BY_VALUE;
        const fn shades<const SURFACE: u8>() -> [[$type; 5]; 3] {
            let constant: [$type; 5] = [
                $fill::<SURFACE, 0, 0, false>,
                $fill::<SURFACE, 0, 1, false>,
                $fill::<SURFACE, 0, 2, false>,
                $fill::<SURFACE, 0, 3, false>,
                $fill::<SURFACE, 0, BY_VALUE, true>,
            ];
            [constant, blends::<SURFACE, 1>(), blends::<SURFACE, 2>()]
        }
        const fn blends<const SURFACE: u8, const SHADE: u8>() -> [$type; 5] {
            let blended: $type = $fill::<SURFACE, SHADE, BY_VALUE, false>;
            [$fill::<SURFACE, SHADE, 0, false>, blended, blended, blended, $fill::<SURFACE, SHADE, BY_VALUE, true>]
        }
        [shades::<0>(), shades::<1>(), shades::<2>()]
    }};
}
pub(crate) use fill_table;

/// The fill functions by kind of polygon.
pub(crate) static FILLS: FillTable<FillFn> = fill_table!(fill_rows: FillFn);

/// Returns the function that blends single pixels.
pub(crate) fn blend_fn(blend: Blend) -> BlendFn {
    match blend {
        Blend::Normal => |_, _, colour| colour,
        Blend::Half => Format::half,
        Blend::Add => Format::add,
        Blend::Sub => Format::sub,
    }
}

/// Fills the rows of one kind of polygon. The parameters are those of [`fill_table`].
fn fill_rows<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    pixels: &mut [u32],
    pitch: usize,
    rows: &Rows,
    slopes: &Slopes,
    source: &PixelSource,
) -> u64 {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE);
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
            run::<SURFACE, SHADE, BLEND, SPHERE>(&state, blocks, last, lanes, &across);
        }
    }
    written as u64
}

/// A run of pixels, the first four at `lanes`, each four `across` further; of the last four those in `last`.
#[inline(always)]
fn run<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    state: &FillState,
    blocks: &mut [[u32; LANES]],
    last: u32x4,
    mut lanes: Lanes,
    across: &Lanes,
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE);
    let Some((end, blocks)) = blocks.split_last_mut() else { return };
    for block in blocks {
        *block = state.block::<SURFACE, SHADE, BLEND, SPHERE>(block, &lanes);
        lanes.add(used, across);
    }
    let drawn = state.block::<SURFACE, SHADE, BLEND, SPHERE>(end, &lanes);
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

    /// Returns the colours of four neighbouring pixels.
    #[inline(always)]
    fn block<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        under: &[u32; LANES],
        lanes: &Lanes,
    ) -> [u32; LANES] {
        let indices =
            if SURFACE == 0 { [0; LANES] } else { lanes.texels().map(|at| self.source.texels[usize::from(at)]) };
        let colours: [u32; LANES] = match SHADE {
            0 => indices.map(|index| if SURFACE == 0 { self.colour } else { self.row[usize::from(index)] }),
            1 => {
                let levels = lanes.levels();
                if SURFACE == 0 {
                    halves(levels).map(|level| self.source.shades[usize::from(level) & 31])
                } else {
                    let palettes = halves(levels << 8_u32);
                    std::array::from_fn(|i| {
                        self.source.palettes[usize::from(palettes[i] & 0x1F00 | u16::from(indices[i]))]
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
        let drawn = if BLEND == 0 {
            colours
        } else {
            let reflections = if !SPHERE {
                [0; LANES]
            } else {
                lanes.reflections().map(|at| self.source.sphere[usize::from(at) & 0xFFF])
            };
            blended::<_, BLEND, SPHERE>(self.source, u32x4::new(*under), u32x4::new(colours), u32x4::new(reflections))
                .to_array()
        };
        if SURFACE == 2 { std::array::from_fn(|i| if indices[i] == 0 { under[i] } else { drawn[i] }) } else { drawn }
    }
}

#[inline(always)]
fn blended<W: Word, const BLEND: u8, const SPHERE: bool>(
    &PixelSource { kind, format, .. }: &PixelSource,
    under: W,
    colour: W,
    reflection: W,
) -> W {
    let colour = if SPHERE && kind.sphere == Sphere::BeforeBlend { format.add(colour, reflection) } else { colour };
    let colour = match if BLEND == BY_VALUE { kind.blend as u8 } else { BLEND } {
        0 => colour,
        1 => format.half(under, colour),
        2 => format.add(under, colour),
        _ => format.sub(under, colour),
    };
    if SPHERE && kind.sphere == Sphere::AfterBlend { format.add(colour, reflection) } else { colour }
}
