//! Toon shading as MascotME draws it: a triangle falls apart along the line where its shade passes the threshold.

use super::Corner;
use super::colour::Shade;
use super::light::{Toon, toon_level};
use keitai_render::Compat;
use keitai_render::compat::ToonEqual;

/// Returns the parts of a triangle, the bright one first, each as triangles around its first corner.
pub(super) fn parts(corners: [Corner; 3], toon: Toon, compat: &Compat) -> Vec<([Corner; 3], Shade)> {
    let level = toon_level(toon.threshold, compat);
    // The least level that is bright; of 8 shades, in 1/256 each.
    let least = level + i64::from(compat.toon_equal == ToonEqual::Low);
    let limit = least * 8 * 256;
    // There is a bright part only where 255 passes the threshold, and a dark one only where 0 does not.
    let shades = [(true, Shade::Constant(255)), (false, Shade::Constant(0))];
    shades
        .into_iter()
        .flat_map(|(bright, shade)| {
            let part = part(corners, limit, bright);
            (2..part.len()).map(move |i| ([part[0], part[i - 1], part[i]], shade)).collect::<Vec<_>>()
        })
        .collect()
}

fn part(corners: [Corner; 3], limit: i64, bright: bool) -> Vec<Corner> {
    let inside = |corner: Corner| (corner.attributes[2] >= limit) == bright;
    let mut part = Vec::new();
    for i in 0..3 {
        let (here, next) = (corners[i], corners[(i + 1) % 3]);
        if inside(here) {
            part.push(here);
        }
        if inside(here) != inside(next) {
            let (dark, light) = if inside(here) == bright { (next, here) } else { (here, next) };
            part.push(crossing(dark, light, limit));
        }
    }
    part
}

/// Returns the point at which the edge from a dark corner to a light one has the limit, rounded down.
fn crossing(dark: Corner, light: Corner, limit: i64) -> Corner {
    let (way, whole) = (limit - dark.attributes[2], light.attributes[2] - dark.attributes[2]);
    let at = |from: i64, to: i64| from + ((to - from) * way).div_euclid(whole);
    Corner {
        x: at(dark.x, light.x),
        y: at(dark.y, light.y),
        attributes: [0, 1, 2, 3, 4].map(|i| at(dark.attributes[i], light.attributes[i])),
    }
}
