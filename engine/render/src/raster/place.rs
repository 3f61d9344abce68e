//! Attributes on their way over a polygon, from pixel to pixel and from four pixels to the next four.
//!
//! Wrapping is meant everywhere: texel coordinates repeat every 256, and what is stepped past an edge is not used.

use super::{Attribute, Walk};

/// Two attributes in one word, so that one addition steps both: one in the high bits, the other in the low ones, each
/// with `WHOLE` bits before the point and 16 behind, which is as much as counts. The bits between them take the low
/// one's overflow, for as many steps as any polygon has pixels.
#[derive(Clone, Copy)]
pub(crate) struct Pair<const WHOLE: u32>(u64);

impl<const WHOLE: u32> Pair<WHOLE> {
    /// Both 16.16.
    #[inline(always)]
    fn new(high: i32, low: i32) -> Self {
        let low = low as u32 & (u32::MAX >> (16 - WHOLE));
        Self((high as u64) << (48 - WHOLE) | 1 << (47 - WHOLE) | u64::from(low))
    }

    /// What to add to a pair; both 16.16.
    #[inline(always)]
    fn step(high: i32, low: i32) -> u64 {
        let low = low << (16 - WHOLE) >> (16 - WHOLE);
        ((high as u64) << (48 - WHOLE)).wrapping_add(low as u64)
    }

    #[inline(always)]
    fn add(&mut self, step: u64) {
        self.0 = self.0.wrapping_add(step);
    }

    /// High and low with the whole part in the uppermost bits of a word.
    #[inline(always)]
    fn parts(self) -> [u32; 2] {
        let unused = 16 - WHOLE;
        [(self.0 >> 32) as u32 & (u32::MAX << unused), (self.0 as u32) << unused]
    }

    /// The whole parts, `low << WHOLE | high`.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        let low = if WHOLE < 16 { self.0 >> (16 - WHOLE) } else { self.0 };
        (self.0 >> (64 - WHOLE)) as usize | low as usize & ((1 << WHOLE) - 1) << WHOLE
    }
}

/// Attributes on their way over a polygon: texel and sphere coordinates in pairs, and the shade in 16.16.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) texel: Pair<8>,
    pub(crate) shade: i32,
    pub(crate) reflection: Pair<6>,
}

/// What a pixel, or a row, adds to a [`Place`].
#[derive(Clone, Copy)]
pub(crate) struct Step {
    texel: u64,
    pub(super) shade: i32,
    reflection: u64,
}

impl Place {
    /// From 16.16.
    #[inline(always)]
    pub(crate) fn new([u, v, s, e, f]: Walk) -> Self {
        Self { texel: Pair::new(u, v), shade: s, reflection: Pair::new(e, f) }
    }

    /// Takes many steps at once.
    #[inline(always)]
    pub(crate) fn skip(&mut self, used: u8, step: &Step, steps: usize) {
        let far = Step {
            texel: step.texel.wrapping_mul(steps as u64),
            shade: step.shade.wrapping_mul(steps as i32),
            reflection: step.reflection.wrapping_mul(steps as u64),
        };
        self.add(used, &far);
    }

    /// Takes a step with the attributes in use.
    #[inline(always)]
    pub(crate) fn add(&mut self, used: u8, step: &Step) {
        if used & Attribute::UV != 0 {
            self.texel.add(step.texel);
        }
        if used & Attribute::SHADE != 0 {
            self.shade = self.shade.wrapping_add(step.shade);
        }
        if used & Attribute::SPHERE != 0 {
            self.reflection.add(step.reflection);
        }
    }
}

impl Step {
    /// From 16.16.
    #[inline(always)]
    pub(crate) fn new([u, v, s, e, f]: &Walk) -> Self {
        Self { texel: Pair::<8>::step(*u, *v), shade: *s, reflection: Pair::<6>::step(*e, *f) }
    }
}

/// Pixels that are computed side by side, in the processor's vector registers.
pub(crate) const LANES: usize = 4;

/// What the attributes of four neighbouring pixels have on the first one's, and what brings each to the next four.
/// Texel coordinates are 8.24: they wrap by themselves, and a shift leaves the whole texel.
pub(crate) struct Stride {
    offsets: [[u32; LANES]; 5],
    steps: [[u32; LANES]; 5],
}

impl Stride {
    /// Not inlined: a compiler that sees lanes to be multiples of each other computes them one by one; not knowing it, it
    /// takes vector registers, and long runs need 7 instructions per pixel instead of 12.
    #[inline(never)]
    pub(crate) fn new(used: u8, slope: &Walk) -> Self {
        let mut stride = Self { offsets: [[0; LANES]; 5], steps: [[0; LANES]; 5] };
        for i in 0..5 {
            if used >> i & 1 != 0 {
                let step = (slope[i] << SPARE[i]) as u32;
                stride.offsets[i] = [0, step, step.wrapping_mul(2), step.wrapping_mul(3)];
                stride.steps[i] = [step.wrapping_mul(4); LANES];
            }
        }
        stride
    }
}

/// Bits of a word above the whole part of each attribute in 16.16, which do not count.
const SPARE: [u32; 5] = [8, 8, 0, 10, 10];

/// Attributes of four neighbouring pixels.
pub(crate) struct Lanes([[u32; LANES]; 5]);

impl Lanes {
    #[inline(always)]
    pub(crate) fn new(place: &Place, stride: &Stride) -> Self {
        let [u, v] = place.texel.parts();
        let [e, f] = place.reflection.parts();
        let first = [u, v, place.shade as u32, e, f];
        Self(std::array::from_fn(|i| stride.offsets[i].map(|offset| first[i].wrapping_add(offset))))
    }

    /// Goes to the next four.
    #[inline(always)]
    pub(crate) fn add(&mut self, used: u8, stride: &Stride) {
        for i in 0..5 {
            if used >> i & 1 != 0 {
                for lane in 0..LANES {
                    self.0[i][lane] = self.0[i][lane].wrapping_add(stride.steps[i][lane]);
                }
            }
        }
    }

    /// Whole texels, `v << 8 | u`.
    #[inline(always)]
    pub(crate) fn texels(&self) -> [u16; LANES] {
        let [u, v, ..] = &self.0;
        std::array::from_fn(|i| (v[i] >> 16 & 0xFF00 | u[i] >> 24) as u16)
    }

    /// Shades, 16.16.
    #[inline(always)]
    pub(crate) fn shades(&self) -> &[u32; LANES] {
        &self.0[2]
    }

    /// Whole sphere texels, `f << 6 | e`.
    #[inline(always)]
    pub(crate) fn reflections(&self) -> [usize; LANES] {
        let [.., e, f] = &self.0;
        std::array::from_fn(|i| (f[i] >> 20 & 0xFC0 | e[i] >> 26) as usize & 0xFFF)
    }
}
