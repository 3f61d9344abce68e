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
}

/// All of them.
pub const THINGS: [Thing; 5] = [
    Thing { name: "table", remark: "The table.", mesh: board::mesh, paint: board::paint, texture: board::SIZE },
    Thing { name: "cup", remark: "A cup of tea.", mesh: cup::mesh, paint: cup::paint, texture: cup::SIZE },
    Thing {
        name: "matches",
        remark: "A box of matches.",
        mesh: matches::mesh,
        paint: matches::paint,
        texture: matches::SIZE,
    },
    Thing { name: "top", remark: "A spinning top.", mesh: top::mesh, paint: top::paint, texture: top::SIZE },
    Thing { name: "pencil", remark: "A pencil.", mesh: pencil::mesh, paint: pencil::paint, texture: pencil::SIZE },
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
