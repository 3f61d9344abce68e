//! The texels of pictures that faces show.

use super::gathered::{Gathered, Triangle};
use super::surface::Surfaces;

/// Most texels that are visited; faces after that show all of their pictures.
const MOST_TEXELS: usize = 1 << 25;

/// Returns for every texel of the pictures of these sizes, by slot, the area of the figure that shows it.
pub(super) fn areas(gathered: &Gathered, surfaces: &Surfaces, sizes: &[[u16; 2]]) -> Vec<Vec<u64>> {
    let mut areas: Vec<Vec<u64>> =
        sizes.iter().map(|[width, height]| vec![0; usize::from(*width) * usize::from(*height)]).collect();
    // Triangles that show all of their pictures, by slot.
    let mut whole = vec![0; sizes.len()];
    let mut rest = MOST_TEXELS;
    for triangle in &gathered.triangles {
        let slot = surfaces.all.get(triangle.surface as usize).and_then(|surface| surface.slot);
        let Some((texels, size)) = slot.and_then(|slot| Some((areas.get_mut(slot)?, *sizes.get(slot)?))) else {
            continue;
        };
        if texels.is_empty() {
            continue;
        }
        let spans = spans(triangle, size, &mut rest);
        let count: usize = spans.iter().map(|(_, columns)| columns[1] - columns[0]).sum();
        if spans.is_empty() {
            whole.iter_mut().skip(slot.unwrap_or_default()).take(1).for_each(|faces| *faces += 1);
            continue;
        }
        // At least 1, so that every texel that is shown counts.
        let area = (gathered.area_of(triangle.vertices) * 16.0 / count as f64) as u64 + 1;
        let [width, height] = size.map(usize::from);
        for (row, [from, to]) in spans {
            let start = row % height * width;
            (from..to).map(|column| start + column % width).for_each(|texel| {
                texels.iter_mut().skip(texel).take(1).for_each(|sum| *sum = sum.saturating_add(area));
            });
        }
    }
    for (texels, faces) in areas.iter_mut().zip(whole).filter(|(_, faces)| *faces > 0) {
        texels.iter_mut().for_each(|texel| *texel = texel.saturating_add(faces));
    }
    areas
}

/// Returns the rows of texels that a triangle touches, each with the columns; none when there is no `rest` of work. A picture that repeats is
/// continued to the right and below.
fn spans(triangle: &Triangle, [width, height]: [u16; 2], rest: &mut usize) -> Vec<(usize, [usize; 2])> {
    let places = triangle.places.map(|[u, v]| [f64::from(u) * f64::from(width), f64::from(v) * f64::from(height)]);
    let least = |axis: usize| places.iter().fold(f64::INFINITY, |least, place| least.min(place[axis]));
    let most = |axis: usize| places.iter().fold(f64::NEG_INFINITY, |most, place| most.max(place[axis]));
    let away =
        [(0, width), (1, height)].map(|(axis, side)| (least(axis) / f64::from(side.max(1))).floor() * f64::from(side));
    let places = places.map(|[x, y]| [x - away[0], y - away[1]]);
    let [right, bottom] = [most(0) - away[0], most(1) - away[1]];
    let texels = (right + 2.0) * (bottom + 2.0);
    if !texels.is_finite() || texels > *rest as f64 {
        *rest = 0;
        return Vec::new();
    }
    *rest -= texels as usize;
    let mut spans = Vec::new();
    for row in (least(1) - away[1]).floor() as usize..=bottom.ceil() as usize {
        // Texels are rounded: those up to half a texel away are touched, too.
        let band = [row as f64 - 0.5, row as f64 + 1.5];
        let mut columns = [f64::INFINITY, f64::NEG_INFINITY];
        for [a, b] in [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner| places[corner])) {
            let at = |y: f64| if a[1] == b[1] { a[0] } else { a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) };
            let (low, high) = (a[1].min(b[1]).max(band[0]), a[1].max(b[1]).min(band[1]));
            if low <= high {
                let ends = if a[1] == b[1] { [a[0], b[0]] } else { [at(low), at(high)] };
                columns = [columns[0].min(ends[0]).min(ends[1]), columns[1].max(ends[0]).max(ends[1])];
            }
        }
        if columns[0] <= columns[1] {
            spans.push((row, [(columns[0] - 0.5).floor().max(0.0) as usize, (columns[1] + 0.5).floor() as usize + 1]));
        }
    }
    spans
}
