//! Draws the pixels of polygons on the screen.
//!
//! The authentic fill rule: vertices are whole pixels; a polygon covers the rows from its top vertex to the one above
//! its bottom vertex, and in each row the columns from its left edge to the one before its right edge, edges floored.
//! An edge is always walked from its upper end, so that polygons sharing one neither overlap nor leave a gap.
//! [`triangle`] and [`quad`] decide which pixels; [`span`] decides what each becomes.

mod edge;
pub(crate) mod kind;
pub(crate) mod lanes;
mod line;
mod quad;
pub(crate) mod span;
mod triangle;

pub(crate) use line::line_pixels;
pub(crate) use triangle::by_row;

use crate::pixel::Format;
use core::ops::Range;
use edge::Edge;
use fearless_simd::Level;
use span::{FillFn, PixelSource};

/// Attributes that run over a polygon, 8.8 each: u, v, shade, and the two sphere coordinates.
pub(crate) type Attributes = [i32; 5];

/// Attributes along a run of pixels, 16.16.
pub(crate) type Interpolants = [i32; 5];

pub(crate) struct Attribute;

impl Attribute {
    /// Texel coordinates, the first two.
    pub(crate) const UV: u8 = 0b00011;
    /// The shade, the third.
    pub(crate) const SHADE: u8 = 0b00100;
    /// Sphere coordinates, the last two.
    pub(crate) const SPHERE: u8 = 0b11000;
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ScreenVertex {
    /// Pixels; in the enhanced back end 28.4.
    pub(crate) x: i32,
    /// Downwards, in the unit of `x`.
    pub(crate) y: i32,
    /// Inverse depth, larger is nearer; enhanced back end only.
    pub(crate) inverse_z: u32,
    /// 8.8.
    pub(crate) attributes: Attributes,
}

/// A rectangle of pixels; right and bottom are exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Clip {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Clip {
    pub(crate) const NOTHING: Self = Self { left: i32::MAX, top: i32::MAX, right: i32::MIN, bottom: i32::MIN };

    /// Returns the rectangle around the pixels of vertices whose coordinates have `fraction` fraction bits. Empty without
    /// vertices.
    #[inline(always)]
    pub(crate) fn around(vertices: &[ScreenVertex], fraction: u32) -> Self {
        let Self { left, top, right, bottom } =
            vertices.iter().fold(Self::NOTHING, |clip, &ScreenVertex { x, y, .. }| Self {
                left: clip.left.min(x),
                top: clip.top.min(y),
                right: clip.right.max(x),
                bottom: clip.bottom.max(y),
            });
        let [right, bottom] = [right, bottom].map(|last| (last >> fraction).saturating_add(1));
        Self { left: left >> fraction, top: top >> fraction, right, bottom }
    }

    /// Returns a rectangle by its corner and its size.
    pub(crate) fn at(left: i32, top: i32, width: u32, height: u32) -> Self {
        Self { left, top, right: left.saturating_add_unsigned(width), bottom: top.saturating_add_unsigned(height) }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    pub(crate) fn contains(self, x: i32, y: i32) -> bool {
        (self.top..self.bottom).contains(&y) && (self.left..self.right).contains(&x)
    }

    /// Returns the pixels in both rectangles.
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }
}

pub(crate) struct RasterTarget<'a> {
    /// Pixels from the first one of row `top` on.
    pub(crate) pixels: &'a mut [u32],
    pub(crate) pitch: usize,
    pub(crate) top: i32,
    /// Lies inside the picture, and not above `top`.
    pub(crate) clip: Clip,
    pub(crate) format: Format,
    /// Toon: levels above the first become the second, others the third.
    pub(crate) toon: [i32; 3],
    /// The vector registers to draw with.
    pub(crate) level: Level,
    /// Pixels visited so far.
    pub(crate) written: u64,
}

/// Fill function of a polygon and its sources.
#[derive(Clone, Copy)]
struct Brush<'a> {
    fill: FillFn,
    source: &'a PixelSource<'a>,
}

/// Rows between two edges.
pub(crate) struct Strip<'a> {
    rows: Range<i32>,
    left: &'a Edge,
    right: &'a Edge,
}

impl RasterTarget<'_> {
    /// Draws a triangle or a quad in strip order; `whole` as in [`Item`](crate::queue::Item).
    #[inline]
    pub(crate) fn polygon(&mut self, vertices: &[ScreenVertex], whole: bool, fill: FillFn, source: &PixelSource) {
        let scan = SCANS[usize::from(source.kind.attributes())];
        scan(self, vertices, whole, Brush { fill, source });
    }

    fn fill(&mut self, strips: &[Strip], across: &Interpolants, brush: Brush) {
        (brush.fill)(self, strips, across, brush.source);
    }
}

/// Finds the pixels of a polygon, which may be scanned as a whole quad, and fills them.
type ScanFn = fn(&mut RasterTarget, &[ScreenVertex], bool, Brush);

/// Scan functions by the attributes that run over a polygon. Sets that no polygon has take the function for all.
static SCANS: [ScanFn; 32] = {
    const UV: u8 = Attribute::UV;
    const SHADE: u8 = Attribute::SHADE;
    const SPHERE: u8 = Attribute::SPHERE;
    let mut scans: [ScanFn; 32] = [scan::<{ UV | SHADE | SPHERE }>; 32];
    scans[0] = scan::<0>;
    scans[UV as usize] = scan::<UV>;
    scans[SHADE as usize] = scan::<SHADE>;
    scans[SPHERE as usize] = scan::<SPHERE>;
    scans[(UV | SHADE) as usize] = scan::<{ UV | SHADE }>;
    scans[(UV | SPHERE) as usize] = scan::<{ UV | SPHERE }>;
    scans[(SHADE | SPHERE) as usize] = scan::<{ SHADE | SPHERE }>;
    scans
};

fn scan<const USED: u8>(target: &mut RasterTarget, vertices: &[ScreenVertex], whole_quad: bool, brush: Brush) {
    if let ([a, b, c, d], true) = (vertices, whole_quad)
        && target.whole_quad::<USED>([a, b, c, d], brush)
    {
        return;
    }
    for triangle in vertices.windows(3) {
        let [a, b, c] = triangle else { continue };
        target.triangle::<USED>([a, b, c], brush);
    }
}
