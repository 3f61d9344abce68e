//! Pixels that a polygon covers, and its attributes there.
//!
//! A row y belongs to a polygon from its top corner's row to the one above its bottom corner's; in the row the columns
//! from its left edge's to the one before its right edge's, positions on edges being floored. Attributes start with
//! their value on the left edge and advance by one slope per column; the left edge's column takes them as they are.

use super::Corner;

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
    Triangle([Corner; 3]),
    Parallelogram([Corner; 4]),
    Rectangle { top_left: Corner, top_right: Corner, bottom_left: Corner },
}

impl Piece {
    pub(super) fn triangle(mut corners: [Corner; 3]) -> Self {
        corners.sort_by_key(|corner| corner.y); // stable: corners of one row keep their order
        Self::Triangle(corners)
    }

    /// Returns a quad in strip order as one piece, if it is one.
    pub(super) fn whole_quad(mut corners: [Corner; 4]) -> Option<Self> {
        let [a, b, c, d] = corners;
        if (b.x - a.x, b.y - a.y) != (d.x - c.x, d.y - c.y) {
            return None;
        }
        let upright = (a.y == b.y && a.x == c.x) || (a.x == b.x && a.y == c.y);
        if !upright {
            corners.sort_by_key(|corner| corner.y);
            return Some(Self::Parallelogram(corners));
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
            Self::Triangle(corners) => triangle(corners, x, y),
            Self::Parallelogram(corners) => parallelogram(corners, x, y),
            Self::Rectangle { top_left, top_right, bottom_left } => rectangle(top_left, top_right, bottom_left, x, y),
        }
    }
}

/// Row `y` on the edge from `upper` down to `lower`.
fn on_edge(upper: Corner, lower: Corner, y: i64) -> Place {
    if upper.y == lower.y {
        return at_corner(upper);
    }
    from_end(upper, lower, y - upper.y)
}

/// Returns `rows` rows from `start` towards `end`.
fn from_end(start: Corner, end: Corner, rows: i64) -> Place {
    let height = (end.y - start.y).abs();
    let r = reciprocal(height);
    Place {
        x: (start.x << 16) + (end.x - start.x) * r * rows,
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
    let corner_left = opposite.x >= corner.x << 16;
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

fn triangle([top, middle, bottom]: [Corner; 3], x: i64, y: i64) -> Option<[i64; 5]> {
    if !(top.y..bottom.y).contains(&y) {
        return None;
    }
    let (middle_left, slope) = slope(middle, on_edge(top, bottom, middle.y));
    let long = on_edge(top, bottom, y);
    let short = if y < middle.y { on_edge(top, middle, y) } else { on_edge(middle, bottom, y) };
    if middle_left { in_row(short, long, slope, x) } else { in_row(long, short, slope, x) }
}

fn parallelogram([top, first, second, bottom]: [Corner; 4], x: i64, y: i64) -> Option<[i64; 5]> {
    if !(top.y..bottom.y).contains(&y) {
        return None;
    }
    let (first_left, upper_slope) = slope(first, on_edge(top, second, first.y));
    // The row of the second corner is evaluated from the lower end of the edge opposite.
    let slope = if y < second.y { upper_slope } else { slope(second, from_end(bottom, first, bottom.y - second.y)).1 };
    let first_side = if y < first.y {
        on_edge(top, first, y)
    } else if first.y == second.y {
        // Both middle corners on one row: this side is not reset there, but continues by the lower edge's step.
        let here = on_edge(top, first, first.y);
        let start = at_corner(first);
        let moved = on_edge(first, bottom, y);
        Place {
            x: here.x + moved.x - start.x,
            attributes: [0, 1, 2, 3, 4].map(|i| here.attributes[i] + moved.attributes[i] - start.attributes[i]),
        }
    } else {
        on_edge(first, bottom, y)
    };
    let second_side = if y < second.y { on_edge(top, second, y) } else { on_edge(second, bottom, y) };
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
fn side_steps(from: Corner, to: Corner, length: i64, order: [usize; 2]) -> [i64; 5] {
    let difference = |i: usize| to.attributes[i] - from.attributes[i];
    let mut steps = [0, 1, 2, 3, 4].map(|i| (difference(i) * reciprocal(length)) >> 8);
    for exact in order {
        if difference(exact).abs() == length * 256 {
            steps[exact] = difference(exact).signum() << 16;
            steps[1 - exact] = 0;
            break;
        }
    }
    steps
}
