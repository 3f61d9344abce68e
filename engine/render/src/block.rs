//! Vectors of four vertices side by side, for inner products in the processor's vector registers.

use core::ops::Range;
use wide::{i16x8, i32x4};

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
