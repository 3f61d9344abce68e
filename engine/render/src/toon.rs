//! Toon shading as MascotME draws it: triangles are cut along the threshold, each part in one level.

use crate::raster::ScreenVertex;

/// Returns the part of a triangle whose shade is at least `limit` (8.8), or the part below it, as at most four corners
/// around.
pub(crate) fn part(triangle: &[ScreenVertex; 3], limit: i32, at_least: bool) -> ([ScreenVertex; 4], usize) {
    let inside = |c: &ScreenVertex| (c.attributes[2] >= limit) == at_least;
    let (mut vertices, mut count) = ([ScreenVertex::default(); 4], 0);
    let mut keep = |vertex: ScreenVertex| {
        vertices[count] = vertex;
        count += 1;
    };
    for i in 0..3 {
        let (here, next) = (&triangle[i], &triangle[(i + 1) % 3]);
        if inside(here) {
            keep(*here);
        }
        if inside(here) != inside(next) {
            keep(crossing(here, next, limit));
        }
    }
    (vertices, count)
}

/// Returns the point at which an edge passes the limit, computed from its darker end, so that both parts and both neighbours
/// agree.
fn crossing(a: &ScreenVertex, b: &ScreenVertex, limit: i32) -> ScreenVertex {
    let (dark, bright) = if a.attributes[2] < b.attributes[2] { (a, b) } else { (b, a) };
    let whole = i64::from(bright.attributes[2] - dark.attributes[2]).max(1);
    let done = i64::from(limit - dark.attributes[2]);
    let between = |from: i32, to: i32| from + ((i64::from(to - from) * done).div_euclid(whole)) as i32;
    ScreenVertex {
        x: between(dark.x, bright.x),
        y: between(dark.y, bright.y),
        inverse_z: dark.inverse_z,
        attributes: std::array::from_fn(|i| between(dark.attributes[i], bright.attributes[i])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(x: i32, y: i32, shade: i32) -> ScreenVertex {
        ScreenVertex { x, y, attributes: [0, 0, shade << 8, 0, 0], ..ScreenVertex::default() }
    }

    #[test]
    fn a_triangle_falls_into_a_triangle_and_a_quad() {
        let triangle = [vertex(0, 0, 0), vertex(100, 0, 200), vertex(0, 100, 0)];
        let (bright, count) = part(&triangle, 100 << 8, true);
        assert_eq!(bright[..count].iter().map(|c| (c.x, c.y)).collect::<Vec<_>>(), [(50, 0), (100, 0), (50, 50)]);
        let (dark, count) = part(&triangle, 100 << 8, false);
        let dark: Vec<_> = dark[..count].iter().map(|c| (c.x, c.y)).collect();
        assert_eq!(dark, [(0, 0), (50, 0), (50, 50), (0, 100)]);
    }

    #[test]
    fn one_side_of_the_limit_stays_whole() {
        let triangle = [vertex(0, 0, 10), vertex(9, 0, 20), vertex(0, 9, 30)];
        assert_eq!(
            part(&triangle, 10 << 8, true),
            ([triangle[0], triangle[1], triangle[2], ScreenVertex::default()], 3)
        );
        assert_eq!(part(&triangle, 10 << 8, false).1, 0);
    }
}
