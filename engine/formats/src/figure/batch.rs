//! The polygons of a figure in batches. A batch holds the polygons of one pattern and one texture slot.
//!
//! A file has four lists of polygons. The counts of a pattern take the next run of each, so a batch is a range of the
//! triangle list and a range of the quad list.

use core::ops::Range;

use super::Figure;

/// The colour or texture slot that a batch is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// Colours of the palette; the ranges refer to the two colour lists.
    Colour,
    /// A texture slot; the ranges refer to the two textured lists.
    Texture(u16),
}

/// Consecutive polygons of a triangle list and of a quad list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Pattern of the polygons; 0 is always drawn.
    pub pattern: u16,
    /// Colour or texture slot.
    pub slot: Slot,
    /// Indices into the colour or the textured triangles.
    pub triangles: Range<usize>,
    /// Indices into the colour or the textured quads.
    pub quads: Range<usize>,
}

impl Figure {
    /// Returns all batches that hold polygons, by pattern; in a pattern first colour, then the textures by slot.
    ///
    /// The ranges lie within the lists of every figure that [`Figure::check`] accepts. It accepts the figures of
    /// readers.
    pub fn batches(&self) -> impl Iterator<Item = Batch> + '_ {
        let mut colour = [0usize; 2];
        let mut textured = [0usize; 2];
        let runs = (0..=u16::MAX).zip(&self.patterns).flat_map(|(number, pattern)| {
            let textures = (0..=u16::MAX).zip(&pattern.textures).map(|(slot, run)| (Slot::Texture(slot), run));
            core::iter::once((Slot::Colour, &pattern.colour))
                .chain(textures)
                .map(move |(slot, run)| (number, slot, run))
        });
        let batches = runs.map(move |(pattern, slot, run)| {
            let next = if slot == Slot::Colour { &mut colour } else { &mut textured };
            let [first_triangle, first_quad] = *next;
            *next = [first_triangle + usize::from(run.triangles), first_quad + usize::from(run.quads)];
            Batch { pattern, slot, triangles: first_triangle..next[0], quads: first_quad..next[1] }
        });
        batches.filter(|batch| !batch.triangles.is_empty() || !batch.quads.is_empty())
    }
}
