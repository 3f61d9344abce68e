//! Projected and lit vertices: place on the screen, sort key, shade and outcode.

use crate::affine::AffineTrans;
use crate::block::{Block, LANES};
use crate::clip::ClipVertex;
use crate::project::{BoneToView, Outcode, Projector, ViewVertex};
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
    pub(crate) fn new(projector: &Projector, position: ViewVertex) -> Self {
        let screen = projector.screen_vertex(&position);
        let z = position.z();
        let outcode = Outcode::of(projector, z, (screen.x, screen.y));
        Self { screen, position, key: projector.sort_key(z), outcode }
    }

    pub(crate) fn blocks(buffer: &mut Vec<[Self; LANES]>, count: usize) -> &mut [[Self; LANES]] {
        if buffer.len() < count {
            buffer.resize(count, [Self::default(); LANES]);
        }
        &mut buffer[..count]
    }

    /// Projects vertices of a bone, whose coordinates are at most `reach`, whatever their sign.
    #[inline(always)]
    pub(crate) fn project(
        vertices: &mut [[Self; LANES]],
        places: impl Iterator<Item = Block>,
        (projector, bone, reach): (&Projector, &BoneToView, i64),
    ) {
        match projector.narrow(bone, reach) {
            Some(narrow) => widest(
                #[inline(always)]
                || {
                    for (vertices, places) in vertices.iter_mut().zip(places) {
                        let numerators = narrow.apply(&places);
                        let [x, y, inverse_z, key, outcode] = projector.place(numerators).map(i32x4::to_array);
                        let [a, b, depth] = numerators.map(i32x4::to_array);
                        for (i, vertex) in vertices.iter_mut().enumerate() {
                            let (x, y, inverse_z) = (x[i], y[i], inverse_z[i] as u32);
                            *vertex = Self {
                                screen: ScreenVertex { x, y, inverse_z, attributes: [0; 5] },
                                position: ViewVertex { across: [a[i].into(), b[i].into()], depth: depth[i].into() },
                                key: key[i],
                                outcode: outcode[i] as u8,
                            };
                        }
                    }
                },
            ),
            None => {
                for (vertices, places) in vertices.iter_mut().zip(places) {
                    for (i, vertex) in vertices.iter_mut().enumerate() {
                        *vertex = Self::new(projector, bone.apply(places.vector(i).map(i64::from)));
                    }
                }
            }
        }
    }

    /// Returns whether it lies between near and far.
    pub(crate) fn in_depth(&self) -> bool {
        self.outcode & (Outcode::NEAR | Outcode::FAR) == 0
    }

    /// Returns the distance in model units.
    pub(crate) fn z(&self) -> i32 {
        self.position.z()
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
