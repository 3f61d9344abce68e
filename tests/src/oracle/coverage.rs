//! Pixels that a polygon covers, and its attributes there.
//!
//! A row y belongs to a polygon from its top corner's row to the one above its bottom corner's; in the row the columns
//! from its left edge's to the one before its right edge's, positions on edges being floored. Attributes start with
//! their value on the left edge and advance by one slope per column; the left edge's column takes them as they are.

use super::Corner;
use keitai_render::Compat;
use keitai_render::compat::{FillRule, RectQuad, SpanSlope};

/// Returns `floor(65536 / n)`.
fn reciprocal(n: i64) -> i64 {
    65536 / n
}

/// A place on a row: column in 16.16, attributes in 1/2^24.
#[derive(Debug, Clone, Copy)]
struct Place {
    x: i64,
    attributes: [i64; 5],
}

/// A filled part of a polygon; triangles and parallelograms from top to bottom.
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece {
    Triangle([Corner; 3], FillRule),
    /// A triangle with a slope per row from both edges.
    WalkedTriangle([Corner; 3], FillRule),
    Parallelogram([Corner; 4], FillRule),
    Rectangle {
        top_left: Corner,
        top_right: Corner,
        bottom_left: Corner,
    },
}

impl Piece {
    pub(super) fn triangle(mut corners: [Corner; 3], compat: &Compat) -> Self {
        corners.sort_by_key(|corner| corner.y); // stable: corners of one row keep their order
        match compat.span_slope {
            SpanSlope::MiddleRow => Self::Triangle(corners, compat.fill_rule),
            SpanSlope::EdgeWalk => Self::WalkedTriangle(corners, compat.fill_rule),
        }
    }

    /// Returns a quad in strip order as one piece, if it is one.
    pub(super) fn whole_quad(mut corners: [Corner; 4], compat: &Compat) -> Option<Self> {
        let [a, b, c, d] = corners;
        if compat.rect_quad == RectQuad::Never || (b.x - a.x, b.y - a.y) != (d.x - c.x, d.y - c.y) {
            return None;
        }
        let upright = (a.y == b.y && a.x == c.x) || (a.x == b.x && a.y == c.y);
        if !upright {
            corners.sort_by_key(|corner| corner.y);
            return Some(Self::Parallelogram(corners, compat.fill_rule));
        }
        let left = a.x.min(d.x);
        let right = a.x.max(d.x);
        let top = a.y.min(d.y);
        let bottom = a.y.max(d.y);
        let find = |x, y| corners.into_iter().find(|corner| (corner.x, corner.y) == (x, y));
        Some(Self::Rectangle {
            top_left: find(left, top)?,
            top_right: find(right, top)?,
            bottom_left: find(left, bottom)?,
        })
    }

    /// Returns the attributes at a pixel, whole; `None` where it is not covered.
    pub(super) fn at(&self, x: i64, y: i64) -> Option<[i64; 5]> {
        match *self {
            Self::Triangle(corners, rule) => triangle(corners, rule, x, y),
            Self::WalkedTriangle(corners, rule) => walked_triangle(corners, rule, x, y),
            Self::Parallelogram(corners, rule) => parallelogram(corners, rule, x, y),
            Self::Rectangle { top_left, top_right, bottom_left } => rectangle(top_left, top_right, bottom_left, x, y),
        }
    }
}

/// Row `y` on the edge from `upper` down to `lower`.
fn on_edge(rule: FillRule, upper: Corner, lower: Corner, y: i64) -> Place {
    if upper.y == lower.y {
        return at_corner(upper);
    }
    from_end(rule, upper, lower, y - upper.y)
}

/// Row `y` on the same edge, evaluated from its lower end.
fn on_edge_from_below(rule: FillRule, upper: Corner, lower: Corner, y: i64) -> Place {
    from_end(rule, lower, upper, lower.y - y)
}

/// Returns `rows` rows from `start` towards `end`.
fn from_end(rule: FillRule, start: Corner, end: Corner, rows: i64) -> Place {
    let height = (end.y - start.y).abs();
    let r = reciprocal(height);
    let column = match rule {
        FillRule::Edge16 => (end.x - start.x) * r,
        FillRule::Edge12 => (((end.x - start.x) << 12) / height) << 4,
    };
    Place {
        x: (start.x << 16) + column * rows,
        attributes: [0, 1, 2, 3, 4].map(|i| {
            let (from, to) = (start.attributes[i], end.attributes[i]);
            // The change per row is floored to 16.16; there are more bits only where an end has a fraction.
            ((from << 8) + (((to - from) * r) >> 8) * rows) << 8
        }),
    }
}

fn at_corner(corner: Corner) -> Place {
    Place { x: corner.x << 16, attributes: corner.attributes.map(|a| a << 16) }
}

/// Returns the change from column to column (16.16), taken between a corner and the place opposite on its row, and
/// whether the corner is on the left. The place opposite loses the fractions of its attributes.
fn slope(corner: Corner, opposite: Place) -> (bool, [i64; 5]) {
    let corner_left = opposite.x > corner.x << 16;
    let n = if corner_left {
        opposite.x.div_euclid(65536) + i64::from(opposite.x.rem_euclid(65536) != 0) - corner.x
    } else {
        corner.x - opposite.x.div_euclid(65536)
    };
    let slope = [0, 1, 2, 3, 4].map(|i| {
        let far = opposite.attributes[i].div_euclid(1 << 24) * 256;
        let near = corner.attributes[i];
        match n {
            0 => 0,
            _ if corner_left => ((far - near) * reciprocal(n)) >> 8,
            _ => ((near - far) * reciprocal(n)) >> 8,
        }
    });
    (corner_left, slope)
}

/// Column `x` of the row between two places.
fn in_row(left: Place, right: Place, slope: [i64; 5], x: i64) -> Option<[i64; 5]> {
    let first = left.x.div_euclid(65536);
    let end = right.x.div_euclid(65536);
    if !(first..end).contains(&x) {
        return None;
    }
    Some([0, 1, 2, 3, 4].map(|i| ((left.attributes[i] >> 8) + (x - first) * slope[i]) >> 16))
}

fn triangle([top, middle, bottom]: [Corner; 3], rule: FillRule, x: i64, y: i64) -> Option<[i64; 5]> {
    if !(top.y..bottom.y).contains(&y) {
        return None;
    }
    let (middle_left, slope) = slope(middle, on_edge(rule, top, bottom, middle.y));
    let long = on_edge(rule, top, bottom, y);
    let short = if y < middle.y { on_edge(rule, top, middle, y) } else { on_edge(rule, middle, bottom, y) };
    if middle_left { in_row(short, long, slope, x) } else { in_row(long, short, slope, x) }
}

fn parallelogram([top, first, second, bottom]: [Corner; 4], rule: FillRule, x: i64, y: i64) -> Option<[i64; 5]> {
    if !(top.y..bottom.y).contains(&y) {
        return None;
    }
    let (first_left, upper_slope) = slope(first, on_edge(rule, top, second, first.y));
    let slope =
        if y < second.y { upper_slope } else { slope(second, on_edge_from_below(rule, first, bottom, second.y)).1 };
    let first_side = if y < first.y {
        on_edge(rule, top, first, y)
    } else if first.y == second.y {
        // Both middle corners on one row: this side is not reset there, but goes on by the lower edge's step.
        let here = on_edge(rule, top, first, first.y);
        let start = at_corner(first);
        let moved = on_edge(rule, first, bottom, y);
        Place {
            x: here.x + moved.x - start.x,
            attributes: [0, 1, 2, 3, 4].map(|i| here.attributes[i] + moved.attributes[i] - start.attributes[i]),
        }
    } else {
        on_edge(rule, first, bottom, y)
    };
    let second_side = if y < second.y { on_edge(rule, top, second, y) } else { on_edge(rule, second, bottom, y) };
    if first_left { in_row(first_side, second_side, slope, x) } else { in_row(second_side, first_side, slope, x) }
}

fn rectangle(top_left: Corner, top_right: Corner, bottom_left: Corner, x: i64, y: i64) -> Option<[i64; 5]> {
    let (width, height) = (top_right.x - top_left.x, bottom_left.y - top_left.y);
    let (column, row) = (x - top_left.x, y - top_left.y);
    if !(0..width).contains(&column) || !(0..height).contains(&row) {
        return None;
    }
    // Tried first: u along rows, v along columns. No measurement decides.
    let across = side_steps(top_left, top_right, width, [0, 1]);
    let down = side_steps(top_left, bottom_left, height, [1, 0]);
    Some([0, 1, 2, 3, 4].map(|i| ((top_left.attributes[i] << 8) + column * across[i] + row * down[i]) >> 16))
}

/// Returns the change per pixel, 16.16, along a side of a rectangle. A texel coordinate that changes by as many texels as
/// there are pixels advances exactly, and then the other one not at all.
fn side_steps(from: Corner, to: Corner, length: i64, tried: [usize; 2]) -> [i64; 5] {
    let difference = |i: usize| to.attributes[i] - from.attributes[i];
    let mut steps = [0, 1, 2, 3, 4].map(|i| (difference(i) * reciprocal(length)) >> 8);
    for exact in tried {
        if difference(exact).abs() == length * 256 {
            steps[exact] = difference(exact).signum() << 16;
            steps[1 - exact] = 0;
            break;
        }
    }
    steps
}

/// MascotME's triangles: attributes on both edges and the slope by true division, texels and levels of shade having 12
/// fraction bits; one slope, over one column more than there are at the middle corner; and the start moved to the next
/// whole column and 1/4096 along its edge.
fn walked_triangle([top, middle, bottom]: [Corner; 3], rule: FillRule, x: i64, y: i64) -> Option<[i64; 5]> {
    if !(top.y..bottom.y).contains(&y) {
        return None;
    }
    // A level is 8 shades, so that the shade has 9 fraction bits.
    let fine = |corner: Corner, i: usize| if i == 2 { corner.attributes[i] * 2 } else { corner.attributes[i] * 16 };
    let place = |upper: Corner, lower: Corner, y: i64| {
        let (rows, height) = (y - upper.y, (lower.y - upper.y).max(1));
        let column = match rule {
            FillRule::Edge16 => (upper.x << 16) + (lower.x - upper.x) * reciprocal(height) * rows,
            FillRule::Edge12 => ((upper.x << 12) + ((lower.x - upper.x) << 12) / height * rows) << 4,
        };
        let steps = [0, 1, 2, 3, 4].map(|i| (fine(lower, i) - fine(upper, i)) / height);
        (column, [0, 1, 2, 3, 4].map(|i| fine(upper, i) + steps[i] * rows), steps)
    };
    let (opposite, far, _) = place(top, bottom, middle.y);
    let middle_left = opposite > middle.x << 16;
    let width = (opposite.div_euclid(65536) - middle.x).abs() + 1;
    let long = place(top, bottom, y);
    let short = if y < middle.y { place(top, middle, y) } else { place(middle, bottom, y) };
    let ((left, start, steps), (right, ..)) = if middle_left { (short, long) } else { (long, short) };
    let (first, end) = (left.div_euclid(65536), right.div_euclid(65536));
    if !(first..end).contains(&x) {
        return None;
    }
    Some([0, 1, 2, 3, 4].map(|i| {
        let slope = if middle_left { far[i] - fine(middle, i) } else { fine(middle, i) - far[i] } / width;
        let to_whole_column = (slope * (65536 - left.rem_euclid(65536))).div_euclid(65536);
        let fine = start[i] + steps[i].signum() + to_whole_column + (x - first) * slope;
        fine.div_euclid(if i == 2 { 512 } else { 4096 })
    }))
}
