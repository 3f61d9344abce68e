//! Estimates of the pixels that polygons cover, before they are drawn.

use super::{Clip, ScreenVertex};

/// Boxes of up to this many pixels are not looked at more closely.
const SMALL: u64 = 1024;

/// Returns the pixels that a point, a line or a polygon in strip order covers inside `clip`, or more: those of the box around
/// its vertices, or of its area and its outline where that is less. `bits` are the fractional bits of the coordinates.
pub(crate) fn covered(vertices: &[ScreenVertex], clip: Clip, bits: u32) -> u64 {
    let Clip { left, top, right, bottom } = Clip::around(vertices);
    // A part of a pixel counts as a whole one.
    let end = |edge: i32| (edge.saturating_sub(1) >> bits).saturating_add(1);
    let around = Clip { left: left >> bits, top: top >> bits, right: end(right), bottom: end(bottom) }.intersect(clip);
    if around.is_empty() {
        return 0;
    }
    let pixels = u64::from(around.right.abs_diff(around.left)) * u64::from(around.bottom.abs_diff(around.top));
    if pixels <= SMALL { pixels } else { pixels.min(area_and_outline(vertices, bits)) }
}

fn area_and_outline(vertices: &[ScreenVertex], bits: u32) -> u64 {
    let across = |a: &ScreenVertex, b: &ScreenVertex| i128::from(b.x) - i128::from(a.x);
    let down = |a: &ScreenVertex, b: &ScreenVertex| i128::from(b.y) - i128::from(a.y);
    let twice: u128 = vertices
        .windows(3)
        .filter_map(|triangle| <&[ScreenVertex; 3]>::try_from(triangle).ok())
        .map(|[a, b, c]| (across(a, b) * down(a, c) - across(a, c) * down(a, b)).unsigned_abs())
        .sum();
    // The third side of a triangle is no longer than the other two.
    let outline: u128 = vertices
        .iter()
        .zip(vertices.iter().skip(1))
        .map(|(a, b)| 2 * (across(a, b).unsigned_abs() + down(a, b).unsigned_abs()))
        .sum();
    u64::try_from((twice >> (2 * bits + 1)) + (outline >> bits)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIP: Clip = Clip { left: 0, top: 0, right: 200, bottom: 100 };

    fn strip(vertices: &[(i32, i32)], bits: u32) -> Vec<ScreenVertex> {
        let vertex = |&(x, y): &(i32, i32)| ScreenVertex { x: x << bits, y: y << bits, ..ScreenVertex::default() };
        vertices.iter().map(vertex).collect()
    }

    #[test]
    fn boxes_areas_and_outlines() {
        for bits in [0, 4] {
            let covered = |vertices: &[(i32, i32)]| covered(&strip(vertices, bits), CLIP, bits);
            assert_eq!(covered(&[(10, 10), (20, 10), (10, 20)]), 121, "a small box");
            assert_eq!(covered(&[(-9000, -9000), (9000, -9000), (-9000, 9000), (9000, 9000)]), 20_000, "the clip");
            assert_eq!(covered(&[(300, 0), (400, 0), (300, 99)]), 0, "outside");
            assert_eq!(
                covered(&[(0, 0), (99, 0), (0, 99)]),
                99 * 99 / 2 + 2 * (99 + 99 + 99),
                "half a box, and its outline"
            );
            assert_eq!(covered(&[(0, 0), (99, 99)]), 2 * (99 + 99), "a line");
            assert_eq!(covered(&[(199, 99)]), 1, "a point");
        }
        let far = [(i32::MIN, i32::MIN), (i32::MAX, i32::MIN), (i32::MIN, i32::MAX), (i32::MAX, i32::MAX)];
        assert_eq!(covered(&strip(&far, 0), CLIP, 0), 20_000);
        assert_eq!(covered(&strip(&far, 0), CLIP, 4), 20_000);
    }
}
