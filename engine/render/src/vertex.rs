//! Projected and lit vertices: pixel, sort key, shade and outcode.

use crate::affine::AffineTrans;
use crate::block::{Block, LANES};
use crate::clip::ClipVertex;
use crate::project::{BoneToView, Outcode, Projector, ViewVertex};
use wide::i32x4;

/// Projected and lit vertex with its outcode.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Vertex {
    pub(crate) position: ViewVertex,
    /// Pixels; meaningful unless it lies before the near plane.
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) key: i32,
    /// Limits it lies beyond, see [`Outcode`].
    pub(crate) outcode: u8,
    /// 8.8.
    pub(crate) shade: u16,
    /// Sphere-map coordinates, 8.8.
    pub(crate) reflection: [i32; 2],
}

/// Buffers of a submission, kept between calls.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Of the last call.
    pub(crate) projector: Option<Projector>,
    pub(crate) globals: Vec<AffineTrans>,
    pub(crate) vertices: Vec<[Vertex; LANES]>,
}

impl Vertex {
    /// Projects a vertex.
    pub(crate) fn new(projector: &Projector, position: ViewVertex) -> Self {
        let (x, y) = projector.pixel(&position);
        let outcode = Outcode::of(projector, position.z, (x, y));
        Self { position, x, y, key: projector.sort_key(position.z), outcode, ..Self::default() }
    }

    /// Returns blocks of a buffer, to be written.
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
            Some(narrow) => {
                for (vertices, places) in vertices.iter_mut().zip(places) {
                    let numerators = narrow.apply(&places);
                    let [x, y, key, outcode] = projector.place(numerators).map(i32x4::to_array);
                    let [a, b, z] = numerators.map(i32x4::to_array);
                    for (i, vertex) in vertices.iter_mut().enumerate() {
                        let position = ViewVertex { across: [a[i].into(), b[i].into()], z: z[i] };
                        let (x, y, key, outcode) = (x[i], y[i], key[i], outcode[i] as u8);
                        *vertex = Self { position, x, y, key, outcode, ..Self::default() };
                    }
                }
            }
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
        self.position.z
    }

    /// As the end of a line.
    pub(crate) fn clip_vertex(&self) -> ClipVertex {
        ClipVertex { position: self.position, ..ClipVertex::default() }
    }
}
