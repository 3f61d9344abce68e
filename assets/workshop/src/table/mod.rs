//! The table under the tray and the objects on it. The robots are as high as a hand, so the objects look large.
//!
//! Every object stands at height 0 around its own origin. The table's surface is at height 0 too; the tray is 8 workshop
//! units above it.

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

/// An object on the table: file name, description, shape and texture.
pub struct Thing {
    /// File name.
    pub name: &'static str,
    remark: &'static str,
    mesh: fn() -> Mesh,
    /// Function that paints the texture.
    pub paint: fn() -> Canvas,
    texture: [u16; 2],
    /// Whether a second file has the object in flat shading.
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

/// All objects.
pub const THINGS: [Thing; 5] = [
    thing("table", "The table.", board::mesh, board::paint, board::SIZE),
    Thing { in_facets: true, ..thing("cup", "A cup of tea.", cup::mesh, cup::paint, cup::SIZE) },
    thing("matches", "A box of matches.", matches::mesh, matches::paint, matches::SIZE),
    thing("top", "A spinning top.", top::mesh, top::paint, top::SIZE),
    thing("pencil", "A pencil.", pencil::mesh, pencil::paint, pencil::SIZE),
];

impl Thing {
    /// Returns the object's sculpture.
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
