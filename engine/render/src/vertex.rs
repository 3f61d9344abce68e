//! Projected and lit vertices: place on the screen, sort key, shade and outcode.

use crate::affine::AffineTrans;
use crate::block::LANES;
use crate::clip::ClipVertex;
use crate::project::{Outcode, Projector, ViewVertex};
use crate::raster::ScreenVertex;
use crate::raster::lanes::widest;
use alloc::vec::Vec;
use wide::i32x4;

/// Projected and lit vertex with its outcode.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Vertex {
    /// Meaningful unless the vertex lies before the near plane. Texture coordinates belong to polygons and are 0 here.
    pub(crate) screen: ScreenVertex,
    pub(crate) position: ViewVertex,
    pub(crate) key: i32,
    /// Limits that the vertex lies beyond, see [`Outcode`].
    pub(crate) outcode: u8,
}

/// Buffers of a submission, kept between calls.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) projector: Option<Projector>,
    pub(crate) globals: Vec<AffineTrans>,
    pub(crate) vertices: Vec<[Vertex; LANES]>,
}

impl Vertex {
    pub(crate) fn blocks(buffer: &mut Vec<[Self; LANES]>, count: usize) -> &mut [[Self; LANES]] {
        if buffer.len() < count {
            buffer.resize(count, [Self::default(); LANES]);
        }
        &mut buffer[..count]
    }

    /// Projects vertices, four at a time.
    #[inline(always)]
    pub(crate) fn project(
        vertices: &mut [[Self; LANES]],
        projector: &Projector,
        numerators: impl Iterator<Item = [i32x4; 3]>,
    ) {
        widest(
            #[inline(always)]
            || vertices.iter_mut().zip(numerators).for_each(|(four, numerators)| *four = projector.place(numerators)),
        );
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
