//! Attributes on their way over a polygon, two to a word, so that one addition or product takes both.
//!
//! A pair is one whole number, `(high << 32) + low`. Each part has 8 bits before the point and 24 behind, which is as
//! much as counts: texel coordinates repeat every 256, and no shade is more. Wrapping is meant everywhere. What the low
//! part carries over changes the high one by 2^-24.

use crate::raster::Attribute;

/// Texel coordinates; shade and nothing; sphere coordinates, which are 6.26.
pub(super) type Pairs = [u64; 3];

/// Bits by which attributes in 8.24 are brought to what stands in pairs.
pub(super) const SCALE: [u32; 5] = [0, 0, 0, 2, 2];

/// The parts of pairs in order: the pair, and the bits by which the part is shifted there.
const PARTS: [(usize, u32); 5] = [(0, 32), (0, 0), (1, 32), (2, 32), (2, 0)];

/// Whether an attribute set uses a pair.
#[inline(always)]
pub(super) const fn uses(used: u8, pair: usize) -> bool {
    used & [Attribute::UV, Attribute::SHADE, Attribute::SPHERE][pair] != 0
}

/// Adds to one attribute of the pairs.
#[inline(always)]
pub(super) fn add(pairs: &mut Pairs, attribute: usize, value: i64) {
    let (pair, shift) = PARTS[attribute];
    pairs[pair] = pairs[pair].wrapping_add((value as u64) << shift);
}

/// The whole texel, `v << 8 | u`.
#[inline(always)]
pub(super) fn texel(pairs: &Pairs) -> u16 {
    (pairs[0] >> 56 | pairs[0] >> 16 & 0xFF00) as u16
}

/// The whole shade.
#[inline(always)]
pub(super) fn shade(pairs: &Pairs) -> u32 {
    (pairs[1] >> 56) as u32
}

/// The whole sphere texel, `f << 6 | e`.
#[inline(always)]
pub(super) fn reflection(pairs: &Pairs) -> usize {
    (pairs[2] >> 58 | pairs[2] >> 20 & 0xFC0) as usize
}

/// Pixels that are computed side by side, in the processor's vector registers.
pub(super) const LANES: usize = 4;

/// What the attributes of four neighbouring pixels have on the first one's, and what brings each to the next four.
pub(super) struct Stride {
    offsets: [[u32; LANES]; 5],
    steps: [[u32; LANES]; 5],
}

impl Stride {
    /// Not inlined: a compiler that sees lanes to be multiples of each other computes them one by one; not knowing it, it
    /// takes vector registers.
    #[inline(never)]
    pub(super) fn new(used: u8, step: &Pairs) -> Self {
        let mut stride = Self { offsets: [[0; LANES]; 5], steps: [[0; LANES]; 5] };
        for (i, (pair, shift)) in PARTS.into_iter().enumerate() {
            if used >> i & 1 != 0 {
                let step = (step[pair] >> shift) as u32;
                stride.offsets[i] = [0, step, step.wrapping_mul(2), step.wrapping_mul(3)];
                stride.steps[i] = [step.wrapping_mul(4); LANES];
            }
        }
        stride
    }
}

/// Attributes of four neighbouring pixels.
pub(super) struct Lanes([[u32; LANES]; 5]);

impl Lanes {
    #[inline(always)]
    pub(super) fn new(start: &Pairs, stride: &Stride) -> Self {
        Self(std::array::from_fn(|i| {
            let (pair, shift) = PARTS[i];
            stride.offsets[i].map(|offset| ((start[pair] >> shift) as u32).wrapping_add(offset))
        }))
    }

    /// Goes to the next four.
    #[inline(always)]
    pub(super) fn add(&mut self, used: u8, stride: &Stride) {
        for i in 0..5 {
            if used >> i & 1 != 0 {
                for lane in 0..LANES {
                    self.0[i][lane] = self.0[i][lane].wrapping_add(stride.steps[i][lane]);
                }
            }
        }
    }

    /// As [`texel`].
    #[inline(always)]
    pub(super) fn texels(&self) -> [u16; LANES] {
        let [u, v, ..] = &self.0;
        std::array::from_fn(|i| (v[i] >> 16 & 0xFF00 | u[i] >> 24) as u16)
    }

    /// As [`shade`].
    #[inline(always)]
    pub(super) fn shades(&self) -> [u32; LANES] {
        self.0[2].map(|shade| shade >> 24)
    }

    /// As [`reflection`].
    #[inline(always)]
    pub(super) fn reflections(&self) -> [usize; LANES] {
        let [.., e, f] = &self.0;
        std::array::from_fn(|i| (f[i] >> 20 & 0xFC0 | e[i] >> 26) as usize)
    }
}
