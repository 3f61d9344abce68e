//! The table that the tray stands on, and the things on it, large beside robots of a hand's height.
//!
//! Everything stands on height 0 around its own origin; the table's surface is at height 0 too, and the tray stands 8
//! workshop units above it.

pub mod board;
pub mod cup;
pub mod matches;
pub mod pencil;
pub mod top;

use crate::mesh::Mesh;
use crate::paint::Canvas;
use crate::skeleton::Joint;
use crate::text::Sculpture;
use glam::DVec3;

const JOINTS: [Joint; 1] = [Joint { name: "thing", parent: None, at: DVec3::ZERO }];

/// A thing: its file name, what it is, its shape and its paint.
pub struct Thing {
    /// File name.
    pub name: &'static str,
    remark: &'static str,
    mesh: fn() -> Mesh,
    /// Paints its texture.
    pub paint: fn() -> Canvas,
    texture: [u16; 2],
    /// Whether it is also made in flat shading.
    pub in_facets: bool,
}

const fn thing(
    name: &'static str,
    remark: &'static str,
    mesh: fn() -> Mesh,
    paint: fn() -> Canvas,
    texture: [u16; 2],
) -> Thing {
    Thing { name, remark, mesh, paint, texture, in_facets: false }
}

/// All of them.
pub const THINGS: [Thing; 5] = [
    thing("table", "The table.", board::mesh, board::paint, board::SIZE),
    Thing { in_facets: true, ..thing("cup", "A cup of tea.", cup::mesh, cup::paint, cup::SIZE) },
    thing("matches", "A box of matches.", matches::mesh, matches::paint, matches::SIZE),
    thing("top", "A spinning top.", top::mesh, top::paint, top::SIZE),
    thing("pencil", "A pencil.", pencil::mesh, pencil::paint, pencil::SIZE),
];

impl Thing {
    /// Its sculpture.
    pub fn sculpture(&self) -> Sculpture<'static> {
        Sculpture {
            name: self.name,
            remarks: vec![self.remark.into(), "Built by keitai-workshop; see assets/README.md.".into()],
            texture: self.texture,
            joints: &JOINTS,
            parts: vec![(0, (self.mesh)())],
            groups: &[],
        }
    }
}
