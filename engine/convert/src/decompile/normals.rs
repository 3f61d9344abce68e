//! Converts packed normals to directions that pack to them again.

use crate::normals::pack;
use crate::space::Vector;
use keitai_formats::PackedNormal;

/// Returns a direction for a code, and true when it packs to that code: some codes stand for no direction of length
/// one.
pub fn unpack(normal: PackedNormal) -> ([f64; 3], bool) {
    let direction = match normal {
        PackedNormal::Axis(axis) => axis.scaled(1).map(f64::from),
        // Only the zero vector gives this code; it is drawn as +Z.
        PackedNormal::Direction { x: 0, y: 0, z_negative: false } => [0.0; 3],
        PackedNormal::Direction { x, y, z_negative } => inside(x, y, z_negative),
    };
    (direction, pack(direction) == normal)
}

/// Returns the direction nearest to the middle of the code's cell whose z has the right sign. In units of 1/4096: x and
/// y may be up to 32 from 64 times the code, z is -32..4063 when positive and -4064..-33 when negative.
fn inside(x: i8, y: i8, z_negative: bool) -> Vector {
    let middle = [f64::from(x) * 64.0, f64::from(y) * 64.0];
    let [most, least] = if z_negative { [4063.0f64, 34.0] } else { [4062.0, 0.0] };
    let radius = libm::hypot(middle[0], middle[1]);
    let wanted = radius.clamp(aside(most), aside(least));
    // The corners of the cell nearest to and farthest from the axis, a little inside.
    let away = |c: f64, by: f64| if c < 0.0 { c - by } else { c + by };
    let [near, far] = [-31.4f64, 31.4].map(|by| middle.map(|c| if c == 0.0 { by.max(0.0) } else { away(c, by) }));
    let towards = if wanted < radius { near } else { far };
    let mut share = (0.0, 1.0);
    let point = |t: f64| [0, 1].map(|c| middle[c] + (towards[c] - middle[c]) * t);
    for _ in 0..50 {
        let half = (share.0 + share.1) / 2.0;
        let [px, py] = point(half);
        let reached = if wanted < radius { libm::hypot(px, py) <= wanted } else { libm::hypot(px, py) >= wanted };
        share = if reached { (share.0, half) } else { (half, share.1) };
    }
    let [px, py] = point(share.1);
    let pz = aside(libm::hypot(px, py));
    [px, py, if z_negative { -pz } else { pz }].map(|c| c / 4096.0)
}

/// Returns the third side: `sqrt(4096^2 - r^2)`.
fn aside(r: f64) -> f64 {
    (4096.0 * 4096.0 - r * r).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::normalised;

    #[test]
    fn every_code_that_the_converter_writes_comes_back() {
        let mut codes = std::collections::HashSet::new();
        for a in 0..400 {
            for b in 0..200 {
                let (a, b) = (f64::from(a) * 0.0157, f64::from(b) * 0.0157);
                codes.insert(pack(normalised([a.cos() * b.sin(), a.sin() * b.sin(), b.cos()])));
            }
        }
        assert!(codes.len() > 10_000);
        let lost: Vec<_> = codes.iter().filter(|code| !unpack(**code).1).collect();
        assert!(lost.is_empty(), "{} of {}: {:?}", lost.len(), codes.len(), &lost[..lost.len().min(20)]);
    }

    #[test]
    fn a_code_longer_than_one_is_told() {
        assert!(!unpack(PackedNormal::Direction { x: 60, y: 60, z_negative: false }).1);
        assert!(unpack(PackedNormal::Direction { x: 0, y: 0, z_negative: false }).1, "the zero vector");
    }
}
