//! The polygons of a figure in the order in which the renderer counts them, and the polygon, vertex and bone under a pixel.
//!
//! The order is pattern by pattern, in each the colour polygons and then those of each texture, triangles before quads. The renderer
//! reports the outline of every polygon that it paints, in the order of painting; the last one that covers the pixel is on top. Texels
//! of a colour key are seen through.

use std::sync::Arc;

use keitai_formats::{ColourPolygon, Figure, Material, Slot, TexturedPolygon};
use keitai_runtime::assets::TextureAsset;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Polygon {
    /// Pattern that shows the polygon; 0 is always drawn.
    pub(crate) pattern: u16,
    /// Texture slot, or the colours of the palette.
    pub(crate) slot: Slot,
    /// Index in its list of the file.
    pub(crate) index: usize,
    pub(crate) material: Material,
    /// Index into the palette, for colour polygons.
    pub(crate) colour: Option<u8>,
    sides: usize,
    vertices: [u16; 4],
    texels: [[u8; 2]; 4],
}

impl Polygon {
    /// Returns the indices of the vertices; those of a quad in strip order.
    pub(crate) fn vertices(&self) -> &[u16] {
        &self.vertices[..self.sides]
    }

    /// Returns the texel at each vertex; none for a colour polygon.
    pub(crate) fn texels(&self) -> &[[u8; 2]] {
        &self.texels[..if self.colour.is_none() { self.sides } else { 0 }]
    }

    /// Returns the edges: for each the positions of its two vertices in [`Self::vertices`].
    pub(crate) fn edges(&self) -> &'static [[usize; 2]] {
        if self.sides == 3 { &[[0, 1], [1, 2], [2, 0]] } else { &[[0, 1], [1, 3], [3, 2], [2, 0]] }
    }

    /// Returns the triangles that make up the polygon, as positions in [`Self::vertices`].
    pub(crate) fn triangles(&self) -> &'static [[usize; 3]] {
        if self.sides == 3 { &[[0, 1, 2]] } else { &[[0, 1, 2], [2, 1, 3]] }
    }
}

/// Returns all polygons of a figure in the renderer's order.
pub(crate) fn polygons(figure: &Figure) -> Vec<Polygon> {
    let lists = &figure.polygons;
    let mut all = Vec::new();
    for batch in figure.batches() {
        let (pattern, slot) = (batch.pattern, batch.slot);
        match slot {
            Slot::Colour => {
                all.extend(part(&lists.colour_triangles, &batch.triangles).map(|(i, p)| coloured(pattern, i, p)));
                all.extend(part(&lists.colour_quads, &batch.quads).map(|(i, p)| coloured(pattern, i, p)));
            }
            Slot::Texture(_) => {
                all.extend(
                    part(&lists.textured_triangles, &batch.triangles).map(|(i, p)| textured(pattern, slot, i, p)),
                );
                all.extend(part(&lists.textured_quads, &batch.quads).map(|(i, p)| textured(pattern, slot, i, p)));
            }
        }
    }
    all
}

fn part<'a, P>(list: &'a [P], range: &std::ops::Range<usize>) -> impl Iterator<Item = (usize, &'a P)> {
    range.clone().zip(list.get(range.clone()).unwrap_or_default())
}

fn coloured<const N: usize>(pattern: u16, index: usize, polygon: &ColourPolygon<N>) -> Polygon {
    let mut vertices = [0; 4];
    vertices[..N].copy_from_slice(&polygon.vertices);
    let (material, colour) = (polygon.material, Some(polygon.colour));
    Polygon { pattern, slot: Slot::Colour, index, material, colour, sides: N, vertices, texels: [[0; 2]; 4] }
}

fn textured<const N: usize>(pattern: u16, slot: Slot, index: usize, polygon: &TexturedPolygon<N>) -> Polygon {
    let (mut vertices, mut texels) = ([0; 4], [[0; 2]; 4]);
    vertices[..N].copy_from_slice(&polygon.vertices);
    texels[..N].copy_from_slice(&polygon.texels);
    Polygon { pattern, slot, index, material: polygon.material, colour: None, sides: N, vertices, texels }
}

pub(crate) type Pixel = (i32, i32);

/// A polygon under a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) figure: usize,
    /// Index of the polygon in the renderer's order.
    pub(crate) polygon: usize,
    /// Place of the nearest vertex among the polygon's vertices.
    pub(crate) corner: usize,
}

/// The selected polygon, vertex and bone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Selection {
    /// Index of the polygon in the renderer's order.
    pub(crate) polygon: Option<usize>,
    /// Place of the vertex among the polygon's.
    pub(crate) corner: usize,
    pub(crate) bone: Option<usize>,
}

/// Returns whether the pixel is inside a triangle or a quad in strip order; edges are inside, halves without an area
/// are not.
pub(crate) fn covers(corners: &[Pixel], at: Pixel) -> bool {
    corners.windows(3).any(|half| {
        let sides = [(0, 1), (1, 2), (2, 0)].map(|(from, to)| side(half[from], half[to], at));
        // The sides add up to twice the area.
        sides.iter().sum::<i64>() != 0 && (sides.iter().all(|side| *side >= 0) || sides.iter().all(|side| *side <= 0))
    })
}

/// Returns twice the signed area of a triangle.
fn side(a: Pixel, b: Pixel, c: Pixel) -> i64 {
    let [a, b, c] = [a, b, c].map(|(x, y)| (i64::from(x), i64::from(y)));
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Returns the place of the vertex that is nearest to a pixel. `corners` are the pixels of the vertices, where they are between the
/// planes.
pub(crate) fn nearest(corners: &[Option<Pixel>], at: Pixel) -> usize {
    let away = |(x, y): &Pixel| (i64::from(*x) - i64::from(at.0)).pow(2) + (i64::from(*y) - i64::from(at.1)).pow(2);
    let far = |corner: &Option<Pixel>| corner.as_ref().map_or(i64::MAX, away);
    (0..corners.len()).min_by_key(|corner| far(&corners[*corner])).unwrap_or(0)
}

/// Returns whether the texel under the pixel is left out by the colour key.
pub(crate) fn is_seen_through(
    polygon: &Polygon,
    corners: &[Option<Pixel>],
    at: Pixel,
    textures: &[Arc<TextureAsset>],
) -> bool {
    let Slot::Texture(slot) = polygon.slot else { return false };
    if !polygon.material.has(Material::COLOUR_KEY) {
        return false;
    }
    let Some(texture) = textures.get(usize::from(slot)).map(|asset| &asset.texture) else { return false };
    let Some([u, v]) = texel(polygon, corners, at) else { return false };
    let (width, height) = (usize::from(texture.width), usize::from(texture.height));
    u < width && v < height && texture.texels.get(v * width + u) == Some(&0)
}

/// Returns the texel under a pixel of a polygon, mapped affinely as the authentic back end does.
fn texel(polygon: &Polygon, corners: &[Option<Pixel>], at: Pixel) -> Option<[usize; 2]> {
    let texels = polygon.texels();
    for triangle in polygon.triangles() {
        let [a, b, c] = triangle.map(|corner| corners.get(corner).copied().flatten());
        let (Some(a), Some(b), Some(c)) = (a, b, c) else { continue };
        let area = side(a, b, c);
        if area == 0 || !covers(&[a, b, c], at) {
            continue;
        }
        let shares = [side(b, c, at), side(c, a, at), side(a, b, at)];
        let along = |axis: usize| {
            let sum: i64 = (0..3).map(|i| shares[i] * i64::from(texels[triangle[i]][axis])).sum();
            usize::try_from(sum.div_euclid(area)).unwrap_or(0)
        };
        return (!texels.is_empty()).then(|| [along(0), along(1)]);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quad_in_strip_order_covers_both_halves_and_its_edges() {
        let quad = [(10, 10), (20, 10), (10, 20), (20, 20)];
        assert!([(10, 10), (12, 12), (19, 19), (20, 20)].into_iter().all(|at| covers(&quad, at)));
        assert!(![(9, 15), (21, 15), (15, 21)].into_iter().any(|at| covers(&quad, at)));
        assert!(!covers(&quad[..2], (15, 10)), "a line covers nothing");
        assert!(!covers(&[(0, 0), (5, 5), (9, 9)], (30, 30)), "nor does a flat triangle, beyond its ends");
        assert_eq!(nearest(&[Some((0, 0)), None, Some((9, 9))], (6, 6)), 2);
    }
}
