//! Toon shading as MascotME draws it: triangles are cut along the threshold, each part in one level.

use crate::raster::Corner;

/// The part of a triangle whose shade is at least `limit` (8.8), or the part below it, as at most four corners around.
pub(crate) fn part(triangle: &[Corner; 3], limit: i32, at_least: bool) -> ([Corner; 4], usize) {
    let inside = |c: &Corner| (c.attributes[2] >= limit) == at_least;
    let (mut corners, mut count) = ([Corner::default(); 4], 0);
    let mut keep = |corner: Corner| {
        corners[count] = corner;
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
    (corners, count)
}

/// Where an edge passes the limit, computed from its darker end, so that both parts and both neighbours agree.
fn crossing(a: &Corner, b: &Corner, limit: i32) -> Corner {
    let (dark, bright) = if a.attributes[2] < b.attributes[2] { (a, b) } else { (b, a) };
    let whole = i64::from(bright.attributes[2] - dark.attributes[2]).max(1);
    let done = i64::from(limit - dark.attributes[2]);
    let between = |from: i32, to: i32| from + ((i64::from(to - from) * done).div_euclid(whole)) as i32;
    Corner {
        x: between(dark.x, bright.x),
        y: between(dark.y, bright.y),
        q: dark.q,
        attributes: std::array::from_fn(|i| between(dark.attributes[i], bright.attributes[i])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: i32, y: i32, shade: i32) -> Corner {
        Corner { x, y, attributes: [0, 0, shade << 8, 0, 0], ..Corner::default() }
    }

    #[test]
    fn a_triangle_falls_into_a_triangle_and_a_quad() {
        let triangle = [corner(0, 0, 0), corner(100, 0, 200), corner(0, 100, 0)];
        let (bright, count) = part(&triangle, 100 << 8, true);
        assert_eq!(bright[..count].iter().map(|c| (c.x, c.y)).collect::<Vec<_>>(), [(50, 0), (100, 0), (50, 50)]);
        let (dark, count) = part(&triangle, 100 << 8, false);
        let dark: Vec<_> = dark[..count].iter().map(|c| (c.x, c.y)).collect();
        assert_eq!(dark, [(0, 0), (50, 0), (50, 50), (0, 100)]);
    }

    #[test]
    fn one_side_of_the_limit_stays_whole() {
        let triangle = [corner(0, 0, 10), corner(9, 0, 20), corner(0, 9, 30)];
        assert_eq!(part(&triangle, 10 << 8, true), ([triangle[0], triangle[1], triangle[2], Corner::default()], 3));
        assert_eq!(part(&triangle, 10 << 8, false).1, 0);
    }
}
