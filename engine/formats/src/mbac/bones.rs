//! Bones: 28 bytes each, u16 vertex count, s16 parent (-1 for a root), s16 matrix\[12\].

use crate::bytes::{Cursor, Sink};
use crate::diagnostic::Location;
use crate::error::{Error, Result, Section};
use crate::figure::{Bone, BoneMatrix, check_ownership};
use alloc::vec::Vec;

const SIZE: usize = 28;

pub(super) fn read(cursor: &mut Cursor<'_>, count: usize, vertex_count: usize) -> Result<Vec<Bone>> {
    cursor.section = Section::Bones;
    let start = cursor.place();
    cursor.need(count * SIZE)?;
    let mut bones = Vec::with_capacity(count);
    for index in 0..count {
        let vertex_count = cursor.u16()?;
        let at = cursor.place();
        let parent = parent(cursor.i16()?, index, at)?;
        let matrix = BoneMatrix(cursor.matrix()?);
        bones.push(Bone { vertex_count, parent, matrix });
    }
    check_ownership(&bones, vertex_count, start)?;
    Ok(bones)
}

/// Decodes a parent: -1, or the index of an earlier bone.
pub(super) fn parent(found: i16, index: usize, at: Location) -> Result<Option<u16>> {
    match u16::try_from(found) {
        Ok(parent) if usize::from(parent) < index => Ok(Some(parent)),
        Err(_) if found == -1 => Ok(None),
        _ => Err(Error::field(Section::Bones, at, "parent", "-1 or an earlier bone", found)),
    }
}

pub(super) fn write(sink: &mut Sink, bones: &[Bone]) {
    for bone in bones {
        sink.u16(bone.vertex_count);
        // The figure was checked: a parent is below 1 << 15.
        sink.i16(bone.parent.map_or(-1, |parent| parent as i16));
        sink.matrix(&bone.matrix.0);
    }
}
