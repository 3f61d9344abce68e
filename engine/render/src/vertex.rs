//! Vertices, four at a time: as models have them, and on their way from view space to the screen.

use crate::affine::AffineTrans;
use crate::raster::{Attributes, ScreenVertex};
use alloc::vec::Vec;
use core::ops::Range;
use wide::{i16x8, i32x4};

/// Vertices whose numbers stand side by side in the processor's vector registers.
pub(crate) const LANES: usize = 4;

/// Places or normals of four vertices; those after a bone's last are 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    /// x and y of each vertex.
    xy: i16x8,
    /// z of each vertex, and 0.
    z: i16x8,
}

/// A vector for inner products with those of blocks.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Factors {
    xy: i16x8,
    z: i16x8,
    /// The vector, if a component has more than 16 bits.
    wide: Option<[i32; 3]>,
}

impl Block {
    #[inline(always)]
    pub(crate) fn new(vectors: &[[i16; 3]; LANES]) -> Self {
        let xy = core::array::from_fn(|i| vectors[i / 2][i % 2]);
        let z = core::array::from_fn(|i| if i % 2 == 0 { vectors[i / 2][2] } else { 0 });
        Self { xy: i16x8::new(xy), z: i16x8::new(z) }
    }

    /// Returns the blocks of vectors.
    pub(crate) fn all(vectors: &[[i16; 3]]) -> impl Iterator<Item = Self> {
        vectors.chunks(LANES).map(|vectors| {
            let mut four = [[0; 3]; LANES];
            four[..vectors.len()].copy_from_slice(vectors);
            Self::new(&four)
        })
    }

    /// Returns the vectors of a range of vertices.
    pub(crate) fn vectors(blocks: &[Self], vertices: Range<usize>) -> impl Iterator<Item = [i16; 3]> {
        vertices.map(|vertex| blocks[vertex / LANES].vector(vertex % LANES))
    }

    /// Returns the vector of one of the four vertices.
    pub(crate) fn vector(&self, lane: usize) -> [i16; 3] {
        let (xy, z) = (self.xy.as_array(), self.z.as_array());
        [xy[2 * lane], xy[2 * lane + 1], z[2 * lane]]
    }

    /// Returns the inner products, which wrap.
    #[inline(always)]
    pub(crate) fn inner(&self, factors: &Factors) -> i32x4 {
        match factors.wide {
            None => self.xy.dot(factors.xy) + self.z.dot(factors.z),
            Some(wide) => self.inner_wide(wide),
        }
    }

    #[inline(never)]
    fn inner_wide(&self, factors: [i32; 3]) -> i32x4 {
        let product = |(component, factor): (i16, i32)| i32::from(component).wrapping_mul(factor);
        let vector = |lane| self.vector(lane).into_iter().zip(factors).map(product).fold(0, i32::wrapping_add);
        i32x4::new(core::array::from_fn(vector))
    }
}

impl Factors {
    pub(crate) fn new(vector: [i32; 3]) -> Self {
        let [x, y, z] = vector.map(|component| component as i16);
        let narrow = [x, y, z].map(i32::from) == vector;
        Self { xy: in_pairs([x, y]), z: in_pairs([z, 0]), wide: (!narrow).then_some(vector) }
    }
}

/// The transform from the space of one bone to a [`ViewVertex`]: factors and a constant for each of its numbers, all 20.12.
#[derive(Debug)]
pub(crate) struct ToView([([i32; 3], i32x4); 3]);

impl ToView {
    /// Returns the transform that a matrix makes.
    pub(crate) fn new(transform: &AffineTrans) -> Self {
        // Rounded half up, and the translation in 20.12.
        Self(transform.raw_rows().map(|[x, y, z, t]| ([x, y, z], i32x4::splat((t << 12).wrapping_add(2048)))))
    }

    /// Transforms four vertices of a figure at a time.
    #[inline(always)]
    pub(crate) fn blocks<'a>(&self, places: &'a [Block]) -> impl Iterator<Item = [i32x4; 3]> + use<'a> {
        let rows = self.0.map(|(factors, constant)| (Factors::new(factors), constant));
        places.iter().map(move |block| rows.each_ref().map(|(factors, constant)| block.inner(factors) + *constant))
    }

    /// Transforms four places at a time.
    #[inline(always)]
    pub(crate) fn places<'a>(&self, places: &'a [[i32; 3]]) -> impl Iterator<Item = [i32x4; 3]> + use<'a> {
        let rows = self.0.map(|(factors, constant)| (factors.map(i32x4::splat), constant));
        places.chunks(LANES).map(move |places| {
            let mut four = [[0; 3]; LANES];
            four[..places.len()].copy_from_slice(places);
            let [x, y, z] = side_by_side(four);
            rows.map(|([a, b, c], constant)| x * a + y * b + z * c + constant)
        })
    }
}

/// A vertex between view space and the screen: scaled x and y, which are linear in space and thus what clipping cuts, and
/// the distance with half a unit more; 20.12.
pub(crate) type ViewVertex = [i32; 3];

/// A polygon vertex in view space.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ClipVertex {
    pub(crate) position: ViewVertex,
    pub(crate) attributes: Attributes,
}

/// Projected and lit vertex with its outcode.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Vertex {
    /// Meaningful unless the vertex lies before the near plane. Texture coordinates belong to polygons and are 0 here.
    pub(crate) screen: ScreenVertex,
    pub(crate) position: ViewVertex,
    pub(crate) key: i32,
    /// Limits that the vertex lies beyond, see [`Outcode`].
    pub(crate) outcode: i32,
}

impl Vertex {
    /// Returns the first blocks of a buffer, which grows if it has fewer.
    pub(crate) fn blocks(buffer: &mut Vec<[Self; LANES]>, count: usize) -> &mut [[Self; LANES]] {
        if buffer.len() < count {
            buffer.resize(count, [Self::default(); LANES]);
        }
        &mut buffer[..count]
    }

    /// Returns whether it is drawn as a point, or as the centre of a sprite.
    pub(crate) fn is_drawn(&self) -> bool {
        self.outcode & (Outcode::DEPTH | Outcode::OFF) == 0
    }

    /// Returns the distance in model units.
    pub(crate) fn z(&self) -> i32 {
        self.position[2] >> 12
    }

    /// Returns the shade, 8.8.
    pub(crate) fn shade(&self) -> i32 {
        self.screen.attributes[2]
    }

    /// Returns the vertex as the end of a line.
    pub(crate) fn clip_vertex(&self) -> ClipVertex {
        ClipVertex { position: self.position, ..ClipVertex::default() }
    }
}

/// The limits a vertex can lie beyond. A polygon whose vertices all lie beyond the same one cannot be seen.
pub(crate) struct Outcode;

impl Outcode {
    pub(crate) const NEAR: i32 = 1;
    pub(crate) const FAR: i32 = 2;
    /// Farther off the screen than 16 bits reach, in perspective: what is not cut is not drawn then.
    pub(crate) const OFF: i32 = 4;
    pub(crate) const LEFT: i32 = 8;
    pub(crate) const RIGHT: i32 = 16;
    pub(crate) const ABOVE: i32 = 32;
    pub(crate) const BELOW: i32 = 64;
    /// The limits of the distance: a polygon with a vertex beyond one has to be cut.
    pub(crate) const DEPTH: i32 = Self::NEAR | Self::FAR;
    /// The edges of the picture.
    pub(crate) const SIDES: i32 = Self::LEFT | Self::RIGHT | Self::ABOVE | Self::BELOW;
}

/// Returns the numbers of four vertices side by side.
#[inline(always)]
pub(crate) fn side_by_side([a, b, c, d]: [ViewVertex; 4]) -> [i32x4; 3] {
    [0, 1, 2].map(|axis| i32x4::new([a[axis], b[axis], c[axis], d[axis]]))
}

/// Returns four times the same pair.
fn in_pairs(pair: [i16; 2]) -> i16x8 {
    bytemuck::cast(i32x4::splat(bytemuck::cast(pair)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_products_wrap() {
        let ends = [i16::MIN, i16::MIN + 1, -1, 0, 1, i16::MAX];
        let wide = [i32::MIN, -32769, -32768, -4096, 0, 4096, 32767, 32768, i32::MAX];
        for [x, y, z] in ends.iter().flat_map(|&x| ends.iter().flat_map(move |&y| ends.map(|z| [x, y, z]))) {
            let vectors = [[x, y, z], [y, z, x], [z, x, y], [x, x, x], [z, z, y]];
            let blocks: Vec<Block> = Block::all(&vectors).collect();
            assert_eq!(Block::vectors(&blocks, 0..5).collect::<Vec<_>>(), vectors);
            assert_eq!(blocks[1].vector(1), [0; 3]);
            for factors in wide.iter().flat_map(|&a| wide.iter().flat_map(move |&b| wide.map(|c| [a, b, c]))) {
                let result = blocks[0].inner(&Factors::new(factors)).to_array();
                let expected = [0, 1, 2, 3].map(|i| {
                    let products = [0, 1, 2].map(|j| i64::from(vectors[i][j]) * i64::from(factors[j]));
                    products.iter().sum::<i64>() as i32
                });
                assert_eq!(result, expected, "{vectors:?} {factors:?}");
            }
        }
    }
}
