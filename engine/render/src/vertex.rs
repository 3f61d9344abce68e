//! Vertices between view space and the screen.

use crate::block::LANES;
use crate::raster::{Attributes, ScreenVertex};
use alloc::vec::Vec;

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

impl Vertex {
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
