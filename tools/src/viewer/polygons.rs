//! The polygons of a figure in the order in which the renderer counts them: pattern by pattern, in each the colour polygons
//! and then those of each texture, triangles before quads.

use keitai_formats::{ColourPolygon, Figure, Material, Slot, TexturedPolygon};

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
