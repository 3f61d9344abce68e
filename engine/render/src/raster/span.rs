//! Fill functions: the pixels of rows, one function per kind of polygon, chosen from a table once per polygon.
//!
//! Order at a pixel: index, colour-key test, shaded colour, blend, sphere texel, store. Attributes are 16.16.

use super::edge::Edge;
use super::kind::{BY_VALUE, FillTable, Kind, attributes, fill_table};
use super::lanes::{LANES, Lanes, widest};
use super::{Interpolants, RasterTarget, Strip};
use crate::pixel::{Format, Word};
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
    /// Toon: levels above the first become the second, others the third.
    pub(crate) toon: [i32; 3],
    /// Sphere texels to add.
    pub(crate) sphere: &'a [u32; 4096],
    pub(crate) format: Format,
}

/// Fills strips of a polygon. The second is the change of the attributes from column to column.
pub(crate) type FillFn = fn(&mut RasterTarget, &[Strip], &Interpolants, &PixelSource);

/// The fill functions by kind of polygon.
pub(crate) static FILLS: FillTable<FillFn> = fill_table!(fill_rows: FillFn);

/// Fills the strips of one kind of polygon. The parameters are those of [`fill_table`].
fn fill_rows<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    target: &mut RasterTarget,
    strips: &[Strip],
    across: &Interpolants,
    source: &PixelSource,
) {
    widest(
        #[inline(always)]
        || fill_strips::<SURFACE, SHADE, BLEND, SPHERE>(target, strips, across, source),
    );
}

#[inline(always)]
fn fill_strips<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    target: &mut RasterTarget,
    strips: &[Strip],
    across: &Interpolants,
    source: &PixelSource,
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE);
    let state = FillState::new(source);
    let within = Lanes::multiples(used, across);
    let block = Lanes::all(used, across, LANES as i32);
    let pitch = target.pitch as i64;
    let clip = target.clip;
    let (least, most) = (i64::from(clip.left), i64::from(clip.right));
    let pixels = &mut *target.pixels;
    let mut written = 0;
    for Strip { rows, left, right } in strips {
        let (top, bottom) = (rows.start.max(clip.top), rows.end.min(clip.bottom));
        if top >= bottom {
            continue;
        }
        // Columns lie between those of the first and the last row.
        let ends = |edge: &Edge| {
            let column = i64::from(edge.column(top));
            [column, column + i64::from(edge.dx()) * i64::from(bottom - top - 1)]
        };
        let ([left_top, left_bottom], [right_top, right_bottom]) = (ends(left), ends(right));
        let clipped = left_top.min(left_bottom) >> 16 < least || right_top.max(right_bottom) >> 16 > most;
        // Numbers of pixels, 48.16.
        let rows = i64::from(top - target.top)..i64::from(bottom - target.top);
        let number = |column: i64| ((rows.start * pitch) << 16) + column;
        let (mut from, mut to) = (number(left_top), number(right_top));
        let (from_step, to_step) = ((pitch << 16) + i64::from(left.dx()), (pitch << 16) + i64::from(right.dx()));
        let mut next = within;
        next.add(used, &Lanes::all(used, &left.attributes(used, top), 1));
        let down = Lanes::all(used, left.steps(), 1);
        for row in rows {
            let mut lanes = next;
            next.add(used, &down);
            let (mut start, mut end) = (from >> 16, to >> 16);
            (from, to) = (from + from_step, to + to_step);
            if clipped {
                let line = row * pitch;
                let first = start.max(line + least);
                lanes.add(used, &Lanes::all(used, across, (first - start) as i32));
                (start, end) = (first, end.min(line + most));
            }
            if let Some(run) = pixels.get_mut(start as usize..end as usize) {
                written += run.len();
                fill_run::<SURFACE, SHADE, BLEND, SPHERE>(&state, run, lanes, &block);
            }
        }
    }
    target.written += written as u64;
}

/// Fills a run of pixels, the first four at `lanes`, each four `step` further.
#[inline(always)]
fn fill_run<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
    state: &FillState,
    mut run: &mut [u32],
    mut lanes: Lanes,
    step: &Lanes,
) {
    let used = attributes(SURFACE != 0, SHADE != 0, SPHERE);
    if SURFACE == 0 && SHADE == 0 && BLEND == 0 && !SPHERE {
        return fill_colour(run, state.colour);
    }
    // Eight at a time, because a turn of the loop costs as much as a pixel.
    while run.len() >= 2 * LANES {
        let Some((blocks, rest)) = run.split_first_chunk_mut::<{ 2 * LANES }>() else { return };
        for block in blocks.as_chunks_mut::<LANES>().0 {
            state.draw::<SURFACE, SHADE, BLEND, SPHERE>(block, &lanes);
            lanes.add(used, step);
        }
        run = rest;
    }
    if run.len() >= LANES {
        let Some((block, rest)) = run.split_first_chunk_mut::<LANES>() else { return };
        state.draw::<SURFACE, SHADE, BLEND, SPHERE>(block, &lanes);
        lanes.add(used, step);
        run = rest;
    }
    if (1..LANES).contains(&run.len()) {
        state.draw_few::<SURFACE, SHADE, BLEND, SPHERE>(run, &lanes);
    }
}

/// Fills a run of pixels with one colour. Some pixels are filled twice: branches on the number of the last ones would
/// cost more, since it changes from row to row and processors guess it wrong.
#[inline(always)]
fn fill_colour(run: &mut [u32], colour: u32) {
    const LONG: usize = 2 * LANES;
    let len = run.len();
    if len >= LONG {
        for block in run.as_chunks_mut().0 {
            *block = [colour; LONG];
        }
        run[len - LONG..].copy_from_slice(&[colour; LONG]);
    } else if len >= LANES {
        run[..LANES].copy_from_slice(&[colour; LANES]);
        run[len - LANES..].copy_from_slice(&[colour; LANES]);
    } else if len > 0 {
        [run[0], run[len / 2], run[len - 1]] = [colour; 3];
    }
}

/// [`PixelSource`], looked up as far as a whole run allows.
struct FillState<'a> {
    texels: &'a [u8; 65536],
    palettes: &'a [u32; 8192],
    shades: &'a [u32; 32],
    sphere: &'a [u32; 4096],
    format: Format,
    kind: Kind,
    row: &'a [u32; 256],
    colour: u32,
    /// Toon: the greatest shade (8.24) that takes the second of the rows and colours, not the first.
    limit: u32,
    toon_rows: [&'a [u32; 256]; 2],
    toon_colours: [u32; 2],
}

/// Where four neighbouring pixels take their colours from; what a kind does not need is 0.
struct Sources {
    texels: [u32; LANES],
    /// Levels of shade; with a texture, of the palettes' rows.
    levels: [u32; LANES],
    /// 8.24.
    shades: [u32; LANES],
    reflections: [u32; LANES],
}

impl Sources {
    #[inline(always)]
    fn new<const SURFACE: u8, const SHADE: u8, const SPHERE: bool>(lanes: &Lanes) -> Self {
        Self {
            texels: if SURFACE == 0 { [0; LANES] } else { lanes.texels() },
            levels: match SHADE {
                1 if SURFACE == 0 => lanes.levels().to_array(),
                1 => (lanes.levels() << 8_u32).to_array(),
                _ => [0; LANES],
            },
            shades: if SHADE == 2 { lanes.shades() } else { [0; LANES] },
            reflections: if SPHERE { lanes.reflections() } else { [0; LANES] },
        }
    }
}

impl<'a> FillState<'a> {
    #[inline(always)]
    fn new(source: &'a PixelSource<'a>) -> Self {
        let levels = [1, 2].map(|i| (source.toon[i] & 31) as usize);
        let palette = |level: usize| &source.palettes.as_chunks().0[level & 31];
        let PixelSource { texels, palettes, shades, sphere, format, kind, .. } = *source;
        Self {
            texels,
            palettes,
            shades,
            sphere,
            format,
            kind,
            row: palette(source.level),
            colour: source.shades[source.level & 31],
            limit: (source.toon[0] << 27) as u32 | 0x7FF_FFFF,
            toon_rows: levels.map(palette),
            toon_colours: levels.map(|level| source.shades[level]),
        }
    }

    /// Draws four neighbouring pixels.
    #[inline(always)]
    fn draw<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        pixels: &mut [u32; LANES],
        lanes: &Lanes,
    ) {
        let Sources { texels, levels, shades, reflections } = Sources::new::<SURFACE, SHADE, SPHERE>(lanes);
        if BLEND == 0 && !SPHERE {
            // One store for each pixel: to make a vector of four takes fewer instructions and 3 % more time.
            for (i, pixel) in pixels.iter_mut().enumerate() {
                let index = self.index::<SURFACE>(texels[i]);
                if SURFACE != 2 || index != 0 {
                    *pixel = self.colour::<SURFACE, SHADE>((levels[i], shades[i]), index);
                }
            }
            return;
        }
        let indices = self.indices::<SURFACE, _>(texels);
        // Pictures of sprites have wide margins of index 0.
        if SURFACE == 2 && indices.iter().fold(0, |any, index| any | index) == 0 {
            return;
        }
        let colours = self.colours::<SURFACE, SHADE, _>(levels, shades, indices);
        let reflections = if SPHERE { self.reflections(reflections) } else { [0; LANES] };
        let (colours, reflections) = (u32x4::new(colours), u32x4::new(reflections));
        let drawn = self.blended::<_, BLEND, SPHERE>(u32x4::new(*pixels), colours, reflections).to_array();
        for (i, (pixel, drawn)) in pixels.iter_mut().zip(drawn).enumerate() {
            if SURFACE != 2 || indices[i] != 0 {
                *pixel = drawn;
            }
        }
    }

    /// Draws the first one to three of four neighbouring pixels: the first, the one in the middle and the last, which may be the
    /// same. Branches on their number would cost more.
    #[inline(always)]
    fn draw_few<const SURFACE: u8, const SHADE: u8, const BLEND: u8, const SPHERE: bool>(
        &self,
        run: &mut [u32],
        lanes: &Lanes,
    ) {
        let picks = [0, run.len() / 2, run.len() - 1];
        let Sources { texels, levels, shades, reflections } = Sources::new::<SURFACE, SHADE, SPHERE>(lanes);
        if BLEND == 0 && !SPHERE {
            for i in picks {
                let index = self.index::<SURFACE>(texels[i % LANES]);
                if SURFACE != 2 || index != 0 {
                    run[i] = self.colour::<SURFACE, SHADE>((levels[i % LANES], shades[i % LANES]), index);
                }
            }
            return;
        }
        let indices = self.indices::<SURFACE, _>(picked(texels, picks));
        let colours = self.colours::<SURFACE, SHADE, _>(picked(levels, picks), picked(shades, picks), indices);
        let reflections = if SPHERE { self.reflections(picked(reflections, picks)) } else { [0; 3] };
        // All are read before one is written.
        let under = four([run[picks[0]], run[picks[1]], run[picks[2]]]);
        let (colours, reflections) = (four(colours), four(reflections));
        let drawn = self.blended::<_, BLEND, SPHERE>(under, colours, reflections).to_array();
        for ((pick, index), drawn) in picks.into_iter().zip(indices).zip(drawn) {
            if SURFACE != 2 || index != 0 {
                run[pick] = drawn;
            }
        }
    }

    // These functions have few parameters for the kind of polygon, so that their closures are compiled a few times, not for each kind.

    #[inline(always)]
    fn indices<const SURFACE: u8, const N: usize>(&self, texels: [u32; N]) -> [usize; N] {
        texels.map(|texel| self.index::<SURFACE>(texel))
    }

    #[inline(always)]
    fn colours<const SURFACE: u8, const SHADE: u8, const N: usize>(
        &self,
        levels: [u32; N],
        shades: [u32; N],
        indices: [usize; N],
    ) -> [u32; N] {
        core::array::from_fn(|i| self.colour::<SURFACE, SHADE>((levels[i], shades[i]), indices[i]))
    }

    #[inline(always)]
    fn reflections<const N: usize>(&self, at: [u32; N]) -> [u32; N] {
        at.map(|at| self.sphere[at as usize & 0xFFF])
    }

    /// Returns the index of a texel; 0 without a texture.
    #[inline(always)]
    fn index<const SURFACE: u8>(&self, texel: u32) -> usize {
        if SURFACE == 0 { 0 } else { self.texels[texel as usize & 0xFFFF].into() }
    }

    /// Returns the shaded colour of a pixel whose texel has this index.
    #[inline(always)]
    fn colour<const SURFACE: u8, const SHADE: u8>(&self, (level, shade): (u32, u32), index: usize) -> u32 {
        match SHADE {
            0 if SURFACE == 0 => self.colour,
            0 => self.row[index & 0xFF],
            1 if SURFACE == 0 => self.shades[level as usize & 31],
            1 => self.palettes[level as usize & 0x1F00 | index & 0xFF],
            _ => {
                let dark = usize::from(shade <= self.limit);
                if SURFACE == 0 { self.toon_colours[dark] } else { self.toon_rows[dark][index & 0xFF] }
            }
        }
    }

    #[inline(always)]
    fn blended<W: Word, const BLEND: u8, const SPHERE: bool>(&self, under: W, colour: W, reflection: W) -> W {
        let Self { kind, format, .. } = *self;
        let colour = match if BLEND == BY_VALUE { kind.blend() as u8 } else { BLEND } {
            0 => colour,
            1 => format.half(under, colour),
            2 => format.add(under, colour),
            _ => format.sub(under, colour),
        };
        if SPHERE { format.add(colour, reflection) } else { colour }
    }
}

/// Returns the values of some of four neighbouring pixels.
#[inline(always)]
fn picked(values: [u32; LANES], picks: [usize; 3]) -> [u32; 3] {
    picks.map(|pick| values[pick % LANES])
}

/// Returns three values as a vector, the last twice.
#[inline(always)]
fn four([a, b, c]: [u32; 3]) -> u32x4 {
    u32x4::new([a, b, c, c])
}
