//! Shapes to paint, as signed distances in texels: negative inside, 0 at the edge.

/// Returns the distance of a point from the origin.
pub fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Returns a disc.
pub fn disc([cx, cy]: [f64; 2], radius: f64) -> impl Fn(f64, f64) -> f64 {
    move |x, y| length(x - cx, y - cy) - radius
}

/// Returns an ellipse (the distance is exact on the axes, near enough elsewhere).
pub fn ellipse([cx, cy]: [f64; 2], [rx, ry]: [f64; 2]) -> impl Fn(f64, f64) -> f64 {
    move |x, y| (length((x - cx) / rx, (y - cy) / ry) - 1.0) * rx.min(ry)
}

/// Returns a line of some thickness around a circle.
pub fn ring(centre: [f64; 2], radius: f64, thickness: f64) -> impl Fn(f64, f64) -> f64 {
    let disc = disc(centre, radius);
    move |x, y| disc(x, y).abs() - thickness / 2.0
}

/// Returns a rectangle with round corners, from one corner to the other.
pub fn plate([left, top]: [f64; 2], [right, bottom]: [f64; 2], corner: f64) -> impl Fn(f64, f64) -> f64 {
    let (cx, cy) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let (hx, hy) = ((right - left) / 2.0 - corner, (bottom - top) / 2.0 - corner);
    move |x, y| {
        let (dx, dy) = ((x - cx).abs() - hx, (y - cy).abs() - hy);
        length(dx.max(0.0), dy.max(0.0)) + dx.max(dy).min(0.0) - corner
    }
}

/// Returns a stroke through points.
pub fn stroke(points: &[[f64; 2]], thickness: f64) -> impl Fn(f64, f64) -> f64 + '_ {
    move |x, y| {
        let near = points.windows(2).map(|ends| segment(ends[0], ends[1], x, y)).fold(f64::INFINITY, f64::min);
        near - thickness / 2.0
    }
}

/// Returns a stroke whose thickness changes evenly from `thick[0]` to `thick[1]`.
pub fn taper(from: [f64; 2], to: [f64; 2], thick: [f64; 2]) -> impl Fn(f64, f64) -> f64 {
    move |x, y| {
        let part = along(from, to, x, y);
        segment(from, to, x, y) - (thick[0] + (thick[1] - thick[0]) * part) / 2.0
    }
}

/// Points of an arc; angles in degrees, 0 to the right, 90 down.
pub fn arc([cx, cy]: [f64; 2], [rx, ry]: [f64; 2], from: f64, to: f64) -> Vec<[f64; 2]> {
    let point = |i: i32| {
        let angle = (from + (to - from) * f64::from(i) / 16.0).to_radians();
        [cx + rx * libm::cos(angle), cy + ry * libm::sin(angle)]
    };
    (0..=16).map(point).collect()
}

fn along([ax, ay]: [f64; 2], [bx, by]: [f64; 2], x: f64, y: f64) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(1e-9)).clamp(0.0, 1.0)
}

fn segment(a: [f64; 2], b: [f64; 2], x: f64, y: f64) -> f64 {
    let part = along(a, b, x, y);
    length(x - a[0] - (b[0] - a[0]) * part, y - a[1] - (b[1] - a[1]) * part)
}
