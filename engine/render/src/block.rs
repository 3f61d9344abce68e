//! Vectors of four vertices side by side, for inner products in the processor's vector registers.

use crate::numbers::saturate;
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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Factors {
    xy: i16x8,
    z: i16x8,
    /// The vector, if a component has more than 16 bits or an inner product may have more than 32.
    wide: Option<[i32; 3]>,
}

impl Block {
    #[inline(always)]
    pub(crate) fn new(vectors: &[[i16; 3]; LANES]) -> Self {
        let xy = core::array::from_fn(|i| vectors[i / 2][i % 2]);
        let z = core::array::from_fn(|i| if i % 2 == 0 { vectors[i / 2][2] } else { 0 });
        Self { xy: i16x8::new(xy), z: i16x8::new(z) }
    }

    /// Returns the blocks of vectors. `narrow` turns each component into 16 bits.
    #[inline(always)]
    pub(crate) fn all<T: Copy + Default>(vectors: &[[T; 3]], narrow: impl Fn(T) -> i16) -> impl Iterator<Item = Self> {
        vectors.chunks(LANES).map(move |vectors| {
            let mut four = [[T::default(); 3]; LANES];
            match vectors.try_into() {
                Ok(vectors) => four = vectors,
                Err(_) => four[..vectors.len()].copy_from_slice(vectors),
            }
            Self::new(&four.map(|vector| vector.map(&narrow)))
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

    /// Returns the largest size of a component, at most 32768.
    pub(crate) fn reach(&self) -> i64 {
        let components = self.xy.as_array().iter().chain(self.z.as_array());
        components.map(|component| i64::from(component.unsigned_abs())).max().unwrap_or(0)
    }

    /// Returns the inner products; see [`Factors::saturating`].
    #[inline(always)]
    pub(crate) fn inner(&self, factors: &Factors) -> i32x4 {
        match factors.wide {
            None => self.inner_narrow(factors),
            Some(wide) => self.inner_wide(wide),
        }
    }

    /// Returns the inner products with [narrow](Factors::is_narrow) factors.
    #[inline(always)]
    pub(crate) fn inner_narrow(&self, factors: &Factors) -> i32x4 {
        // A sum of two products may wrap; the whole sum wraps back.
        self.xy.dot(factors.xy) + self.z.dot(factors.z)
    }

    #[inline(never)]
    fn inner_wide(&self, factors: [i32; 3]) -> i32x4 {
        let product = |(component, factor): (i16, i32)| i64::from(component) * i64::from(factor);
        let vector = |lane| self.vector(lane).into_iter().zip(factors).map(product).sum();
        i32x4::new(core::array::from_fn(|lane| saturate(vector(lane))))
    }
}

impl Factors {
    /// Returns factors whose inner products the caller knows to fit 32 bits.
    pub(crate) fn new(vector: [i32; 3]) -> Self {
        let [x, y, z] = vector.map(|component| component as i16);
        let narrow = [x, y, z].map(i32::from) == vector;
        Self {
            xy: i16x8::new([x, y, x, y, x, y, x, y]),
            z: i16x8::new([z, 0, z, 0, z, 0, z, 0]),
            wide: (!narrow).then_some(vector),
        }
    }

    /// Returns factors whose inner products beyond 32 bits become the nearest end of the range.
    pub(crate) fn saturating(vector: [i32; 3]) -> Self {
        let sum = vector.into_iter().map(i32::unsigned_abs).fold(0, u32::saturating_add);
        let factors = Self::new(vector);
        // Up to this sum no inner product with a vector of 16 bits exceeds 32.
        let wide = if sum > 65535 { Some(vector) } else { factors.wide };
        Self { wide, ..factors }
    }

    /// Returns whether [`Block::inner_narrow`] may be used: all components have 16 bits, and no product of saturating factors
    /// exceeds 32 bits.
    pub(crate) fn is_narrow(&self) -> bool {
        self.wide.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_products_beyond_32_bits_are_the_ends_of_the_range() {
        let ends = [i16::MIN, i16::MIN + 1, -1, 0, 1, i16::MAX];
        let wide = [i32::MIN, -32769, -32768, -4096, 0, 4096, 32767, 32768, i32::MAX];
        for [x, y, z] in ends.iter().flat_map(|&x| ends.iter().flat_map(move |&y| ends.map(|z| [x, y, z]))) {
            let vectors = [[x, y, z], [y, z, x], [z, x, y], [x, x, x], [z, z, y]];
            let blocks: Vec<Block> = Block::all(&vectors, |component| component).collect();
            assert_eq!(Block::vectors(&blocks, 0..5).collect::<Vec<_>>(), vectors);
            assert_eq!(blocks[1].vector(1), [0; 3]);
            for factors in wide.iter().flat_map(|&a| wide.iter().flat_map(move |&b| wide.map(|c| [a, b, c]))) {
                let found = blocks[0].inner(&Factors::saturating(factors)).to_array();
                let expected = [0, 1, 2, 3].map(|i| {
                    let products = [0, 1, 2].map(|j| i64::from(vectors[i][j]) * i64::from(factors[j]));
                    saturate(products.iter().sum())
                });
                assert_eq!(found, expected, "{vectors:?} {factors:?}");
            }
        }
    }
}
