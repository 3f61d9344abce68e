//! Values that change linearly: over a triangle on the screen, along runs of its pixels, and from one block of pixels to the next.
//! A block has eight pixels with AVX2, otherwise four.
//!
//! Values stay below 2^44, and lose bits in triangles wider than 2^18, so that the numerators of slopes fit 64 bits.
//! Everything else wraps: the slopes of a thin triangle may exceed 64 bits, but their sum at a pixel inside the triangle is
//! right, because values there do not.

use crate::lanes::{Lanes, multiples};
use crate::raster::ScreenVertex;
use fearless_simd::{Bytes, Simd, SimdBase};

/// A value at the centre of the frame's origin, and what a pixel to the right and a pixel down add.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Plane {
    pub(super) value: i64,
    pub(super) right: i64,
    pub(super) down: i64,
}

/// The width from which nothing is drawn, as on whole pixels; 28.4.
const TOO_WIDE: i64 = 1 << 19;

/// The shape of a triangle, from which planes are set up; coordinates are 28.4.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// The pixel in which the first vertex lies.
    pub(super) origin: (i64, i64),
    /// Vector from the first vertex to the centre of the origin.
    centre: (i64, i64),
    /// Vector from the first vertex to the second.
    b: (i64, i64),
    /// Vector from the first vertex to the third.
    c: (i64, i64),
    /// Pixels across the triangle, at least in width and in height.
    pub(super) pixels: i64,
    /// `2^62 / area`, the area being twice the triangle's in 1/256 pixel.
    reciprocal: i64,
    /// Bits that values lose.
    lost: u32,
}

impl Frame {
    /// Returns `None` for a triangle without area, and for one too wide at its middle row. The vertices are sorted from top to
    /// bottom.
    pub(super) fn new([a, b, c]: [&ScreenVertex; 3]) -> Option<Self> {
        let from = |p: &ScreenVertex| (i64::from(p.x) - i64::from(a.x), i64::from(p.y) - i64::from(a.y));
        let (b, c) = (from(b), from(c));
        let side = |b: i64, c: i64| b.max(c).max(0) - b.min(c).min(0);
        let extent = side(b.0, c.0).max(c.1);
        let area = b.0 * c.1 - b.1 * c.0;
        let centre = [a.x, a.y].map(|at| 8 - i64::from(at & 15));
        (area != 0 && area.abs() < TOO_WIDE * c.1).then(|| Self {
            origin: (i64::from(a.x >> 4), i64::from(a.y >> 4)),
            centre: (centre[0], centre[1]),
            b,
            c,
            pixels: (extent >> 4) + 2,
            reciprocal: (1 << 62) / area,
            lost: 46_u32.saturating_sub(extent.leading_zeros()),
        })
    }

    /// Returns whether the vertices run clockwise on the screen.
    pub(super) fn clockwise(&self) -> bool {
        self.reciprocal > 0
    }

    /// Returns the plane through a value at each vertex.
    #[inline(always)]
    pub(super) fn plane(&self, [a, b, c]: [i64; 3]) -> Plane {
        let (b, c) = ((b - a) >> self.lost, (c - a) >> self.lost);
        // 16 times numerator / area. The reciprocal's error is the same in both slopes; the plane moves by less than
        // any fraction that matters.
        let slope = |numerator: i64| {
            ((i128::from(numerator) * i128::from(self.reciprocal) + (1 << 57)) >> (58 - self.lost)) as i64
        };
        let right = slope(b * self.c.1 - c * self.b.1);
        let down = slope(c * self.b.0 - b * self.c.0);
        let value = right.wrapping_mul(self.centre.0).wrapping_add(down.wrapping_mul(self.centre.1));
        Plane { value: a + (value >> 4), right, down }
    }
}

impl Plane {
    /// Returns the value at the centre of a pixel, counted from the origin.
    #[inline(always)]
    pub(super) fn at(&self, x: i64, y: i64) -> i64 {
        self.value.wrapping_add(self.right.wrapping_mul(x)).wrapping_add(self.down.wrapping_mul(y))
    }
}

/// Interpolants of a pixel: u, v and shade in 8.24, sphere coordinates in 6.26. Texture coordinates wrap by themselves,
/// and a shift leaves the whole texel.
pub(super) type Values = [u32; 5];

/// A run of pixels: inverse depth and interpolants of the first pixel, and what each pixel adds to the interpolants.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Run {
    /// Index of the first pixel, and of its depth if that is tested.
    pub(super) pixels: u32,
    /// At least 1.
    pub(super) count: u32,
    /// Inverse depth, larger is nearer, with the fraction bits of [`Slope`].
    pub(super) depth: i32,
    pub(super) start: Values,
    pub(super) step: Values,
}

/// Change of inverse depth and interpolants along all runs of a polygon.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slope {
    /// Added to the inverse depth by each pixel.
    pub(super) depth: i32,
    /// Fraction bits of inverse depths.
    pub(super) fraction: u32,
    /// Whether each pixel of every run adds `values` to the interpolants, and a run's own step is not used.
    pub(super) linear: bool,
    pub(super) values: Values,
}

/// Inverse depth along all runs of a polygon.
#[derive(Clone, Copy)]
pub(super) struct DepthSteps<S: Simd> {
    /// Change from the first pixel of a block to each of its pixels.
    within: S::u32s,
    /// Change from block to block.
    next: u32,
    fraction: u32,
}

impl<S: Simd> DepthSteps<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, slope: &Slope) -> Self {
        Self {
            within: multiples(simd, slope.depth as u32),
            next: (slope.depth as u32).wrapping_mul(S::u32s::LEN as u32),
            fraction: slope.fraction,
        }
    }

    /// Returns whole inverse depths.
    #[inline(always)]
    pub(super) fn depths(&self, block: &Block<S>) -> S::i32s {
        block.depth.bitcast::<S::i32s>() >> self.fraction
    }
}

/// Change of the attributes from one pixel to the next; only those that are used are set.
#[derive(Clone, Copy)]
pub(super) struct Steps<S: Simd> {
    /// Change from the first pixel of a block to each of its pixels.
    within: [S::u32s; 5],
    /// Change from block to block.
    next: [u32; 5],
}

impl<S: Simd> Steps<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, used: u8, step: &Values) -> Self {
        let mut steps = Self { within: [S::u32s::splat(simd, 0); 5], next: [0; 5] };
        each(used, |i| {
            steps.within[i] = multiples(simd, step[i]);
            steps.next[i] = step[i].wrapping_mul(S::u32s::LEN as u32);
        });
        steps
    }
}

/// Depth and interpolants of a block of neighbouring pixels.
#[derive(Clone, Copy)]
pub(super) struct Block<S: Simd> {
    depth: S::u32s,
    pub(super) values: Lanes<S::u32s>,
}

impl<S: Simd> Block<S> {
    /// Returns the first block of a run; `used` is the set of attributes.
    #[inline(always)]
    pub(super) fn new(used: u8, run: &Run, depths: &DepthSteps<S>, steps: &Steps<S>) -> Self {
        let mut values = steps.within;
        each(used, |i| values[i] += run.start[i]);
        Self { depth: depths.within + run.depth as u32, values: Lanes(values) }
    }

    /// Moves to the next block of the run.
    #[inline(always)]
    pub(super) fn forward(&mut self, used: u8, depths: &DepthSteps<S>, steps: &Steps<S>) {
        self.depth += depths.next;
        each(used, |i| self.values.0[i] += steps.next[i]);
    }
}

/// Returns the bits of the first lanes, at least one.
#[inline(always)]
pub(super) fn first<S: Simd>(simd: S, lanes: usize) -> S::i32s {
    // Loaded: compilers narrow what they see compared, and widen it again.
    static BITS: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
    S::i32s::from_slice(simd, &BITS[(8 - lanes) & 7..][..S::i32s::LEN])
}

/// Calls `act` for each attribute in a set. An iterator would not be unrolled.
#[inline(always)]
pub(super) fn each(used: u8, mut act: impl FnMut(usize)) {
    for i in 0..5 {
        if used >> i & 1 != 0 {
            act(i);
        }
    }
}
