//! Attributes two to a word, so that one addition or product takes both.
//!
//! A pair is one whole number, `(high << 32) + low`. Each part has 8 bits before the point and 24 behind, which is as
//! much as counts: texel coordinates repeat every 256, and no shade is more. Wrapping is meant everywhere. What the low
//! part carries over changes the high one by 2^-24.

use crate::raster::Attribute;

/// Texel coordinates; shade and nothing; sphere coordinates, which are 6.26.
pub(super) type Pairs = [u64; 3];

/// Bits by which attributes in 8.24 are brought to what stands in pairs.
pub(super) const SCALE: [u32; 5] = [0, 0, 0, 2, 2];

/// Where each attribute stands: the pair, and the bits by which it is shifted there.
pub(super) const PARTS: [(usize, u32); 5] = [(0, 32), (0, 0), (1, 32), (2, 32), (2, 0)];

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

/// One attribute of the pairs, to the nearest: a low part with a sign has been paid for by the high one.
#[inline(always)]
pub(super) fn part(pairs: &Pairs, attribute: usize) -> u32 {
    let (pair, shift) = PARTS[attribute];
    (pairs[pair].wrapping_add((1 << shift) >> 1) >> shift) as u32
}
