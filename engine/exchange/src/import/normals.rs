//! Normals of primitives that have none, and triangles that run against theirs.

use glam::DVec3;

/// Most triangles of a primitive that get a normal each, as the format says: each has three vertices of its own. The
/// triangles of larger primitives get normals at their corners.
const MOST_FLAT: usize = 7000;

/// Returns for every new vertex its number among `positions`, and its normal; `triangles` get the new numbers.
pub(super) fn missing(positions: &[[f64; 3]], triangles: &mut [[u32; 3]]) -> (Vec<u32>, Vec<[f64; 3]>) {
    let across = |triangle: &[u32; 3]| across(positions, triangle);
    if triangles.len() > MOST_FLAT {
        // Longer products weigh more: those of larger triangles.
        let mut sums = vec![DVec3::ZERO; positions.len()];
        for triangle in triangles.iter() {
            for corner in triangle {
                sums.iter_mut().skip(*corner as usize).take(1).for_each(|sum| *sum += across(triangle));
            }
        }
        let normals = sums.into_iter().map(|sum| sum.normalize_or(DVec3::Z).to_array()).collect();
        return ((0..positions.len() as u32).collect(), normals);
    }
    let normals = triangles.iter().flat_map(|triangle| [across(triangle).normalize_or(DVec3::Z).to_array(); 3]);
    let normals = normals.collect();
    let sources = triangles.as_flattened().to_vec();
    for (first, own) in (0..).step_by(3).zip(triangles) {
        *own = [first, first + 1, first + 2];
    }
    (sources, normals)
}

/// Returns the number of triangles whose corners run opposite to the normals of their vertices.
pub(super) fn turned(positions: &[[f64; 3]], normals: &[[f64; 3]], triangles: &[[u32; 3]]) -> usize {
    let normal = |corner: &u32| normals.get(*corner as usize).copied().map(DVec3::from_array).unwrap_or_default();
    let is_turned = |triangle: &&[u32; 3]| {
        let across = across(positions, triangle);
        // Most triangles end with the first product, before lengths are computed. Normals that are bent around an edge
        // may lean away from it.
        let leans = |normal: DVec3| normal.normalize_or_zero().dot(across.normalize_or_zero()) < -0.5;
        triangle.iter().map(normal).all(|normal| normal.dot(across) < 0.0 && leans(normal))
    };
    triangles.iter().filter(is_turned).count()
}

/// Returns the product of two sides of a triangle: its normal, twice as long as its area.
fn across(positions: &[[f64; 3]], triangle: &[u32; 3]) -> DVec3 {
    let place = |corner: u32| positions.get(corner as usize).copied().map(DVec3::from_array).unwrap_or_default();
    let [a, b, c] = *triangle;
    let start = place(a);
    (place(b) - start).cross(place(c) - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_primitives_share_normals_and_turned_triangles_are_counted() {
        let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mut triangles = vec![[0, 1, 2]; MOST_FLAT + 1];
        let (sources, normals) = missing(&positions, &mut triangles);
        assert_eq!((sources, normals), (vec![0, 1, 2], vec![[0.0, 0.0, 1.0]; 3]));
        let turned = |corners: [u32; 3]| turned(&positions, &[[0.0, 0.0, 1.0]; 3], &[corners]);
        assert_eq!([turned([0, 1, 2]), turned([0, 2, 1])], [0, 1]);
    }
}
