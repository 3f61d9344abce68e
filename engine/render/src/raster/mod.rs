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
use alloc::vec::Vec;
use core::ops::Range;
use edge::{Corner, Edge};
use fearless_simd::{Level, Simd, i32x8};
use span::{FILLS, PixelSource};

/// Attributes that run over a polygon, 8.8 each: u, v, shade, and the two sphere coordinates.
pub(crate) type Attributes = [i32; 5];

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
    /// 8.8.
    pub(crate) attributes: Attributes,
    /// Pixels; in the enhanced back end 28.4.
    pub(crate) x: i32,
    /// Downwards, in the unit of `x`.
    pub(crate) y: i32,
    /// Inverse depth, larger is nearer; enhanced back end only.
    pub(crate) inverse_z: u32,
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
    /// Those of the polygon that is being drawn.
    pub(crate) strips: Vec<Strip>,
    /// Pixels visited so far.
    pub(crate) written: u64,
}

/// Rows of a polygon between two edges, inside the picture.
#[derive(Debug)]
pub(crate) struct Strip {
    rows: Range<i32>,
    /// Column of each edge in the first row, and its change from row to row, 16.16.
    left: [i32; 2],
    right: [i32; 2],
    /// Whether columns may lie outside the clip rectangle.
    clipped: bool,
    /// Attributes at the left edge in the first row, and their changes from row to row and from column to column, in the units of
    /// [`lanes`].
    values: [i32; 8],
    down: [i32; 8],
    across: [i32; 8],
}

impl RasterTarget<'_> {
    /// Draws a triangle or a quad in strip order; `whole` as in [`Item`](crate::queue::Item).
    #[inline(always)]
    pub(crate) fn polygon<S: Simd>(&mut self, simd: S, vertices: &[ScreenVertex], whole: bool, source: &PixelSource) {
        if source.kind.attributes() == 0 {
            self.scan::<_, false>(simd, vertices, false);
        } else {
            self.scan::<_, true>(simd, vertices, whole);
        }
        if !self.strips.is_empty() {
            source.kind.choose(&FILLS)(self, source);
            self.strips.clear();
        }
    }

    /// Finds the strips of a polygon, whose attributes are `RUNNING` or the same everywhere.
    #[inline(always)]
    fn scan<S: Simd, const RUNNING: bool>(&mut self, simd: S, vertices: &[ScreenVertex], whole: bool) {
        if RUNNING && whole && self.whole_quad(simd, vertices) {
            return;
        }
        for triangle in vertices.windows(3) {
            let [a, b, c] = triangle else { continue };
            self.triangle::<_, RUNNING>(simd, [a, b, c]);
        }
    }

    /// Returns whether a polygon may reach beyond the columns of the clip rectangle.
    #[inline(always)]
    fn is_clipped<S: Simd>(&self, corners: &[Corner<S>]) -> bool {
        // Edges lie between the corners.
        let Clip { left, right, .. } = self.clip;
        corners
            .iter()
            .any(|corner| corner.x.wrapping_sub(left).cast_unsigned() > right.wrapping_sub(left).cast_unsigned())
    }

    /// Keeps the rows between two edges, as far as the clip rectangle has them.
    #[inline(always)]
    fn strip<S: Simd, const RUNNING: bool>(
        &mut self,
        rows: Range<i32>,
        [left, right]: [&Edge<S>; 2],
        across: i32x8<S>,
        clipped: bool,
    ) {
        let rows = rows.start.max(self.clip.top)..rows.end.min(self.clip.bottom);
        if rows.is_empty() {
            return;
        }
        let in_lanes = |attributes: i32x8<S>| if RUNNING { lanes::in_lanes(attributes) } else { [0; 8] };
        self.strips.push(Strip {
            left: [left.column(rows.start), left.dx],
            right: [right.column(rows.start), right.dx],
            values: in_lanes(left.attributes(rows.start)),
            down: in_lanes(left.steps),
            across: in_lanes(across),
            rows,
            clipped,
        });
    }
}
