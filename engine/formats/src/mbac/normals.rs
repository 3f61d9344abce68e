//! Normals: none (format 0), plain 4.12 triples (format 1), or packed directions as a bit stream (format 2).
//!
//! A packed direction starts with ub(7) x. When x is 64, the bits of -64, an axis code of 3 bits follows; otherwise
//! sb(7) y and the sign of z in one bit. Format 1 is described, but no known file has it.

use crate::bits::{BitReader, BitWriter};
use crate::bytes::{Cursor, Sink};
use crate::diagnostic::Location;
use crate::error::{Error, Result, Section};
use crate::figure::{Axis, Normals, PackedNormal};
use alloc::vec::Vec;

use super::vertices::read_plain;

/// Value of x before an axis code.
const AXIS_MARK: u32 = 64;

pub(super) fn read(cursor: &mut Cursor<'_>, format: u8, count: usize) -> Result<Normals> {
    cursor.section = Section::Normals;
    match format {
        0 => Ok(Normals::None),
        1 => read_plain(cursor, count).map(Normals::Vectors),
        _ => read_packed(cursor, count).map(Normals::Packed),
    }
}

fn read_packed(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<PackedNormal>> {
    let mut bits = BitReader::new(cursor);
    bits.need(count, 7 + 3)?;
    let mut normals = Vec::with_capacity(count);
    for _ in 0..count {
        let at = bits.place();
        let x = bits.ub(7)?;
        normals.push(if x == AXIS_MARK {
            axis(bits.ub(3)? as u8, at)?
        } else {
            let x = ((x << 1) as u8 as i8) >> 1;
            PackedNormal::Direction { x, y: bits.sb(7)? as i8, z_negative: bits.ub(1)? == 1 }
        });
    }
    bits.finish();
    Ok(normals)
}

pub(super) fn axis(code: u8, at: Location) -> Result<PackedNormal> {
    let axis = Axis::from_code(code).map(PackedNormal::Axis);
    axis.ok_or(Error::field(Section::Normals, at, "axis code", "0..=5", code))
}

pub(super) fn write(sink: &mut Sink, normals: &Normals) {
    match normals {
        Normals::None => {}
        Normals::Vectors(vectors) => vectors.iter().for_each(|&vector| sink.vector(vector)),
        Normals::Packed(packed) => {
            let mut bits = BitWriter::new(sink);
            for normal in packed {
                match *normal {
                    PackedNormal::Axis(axis) => {
                        bits.ub(AXIS_MARK, 7);
                        bits.ub(axis as u32, 3);
                    }
                    PackedNormal::Direction { x, y, z_negative } => {
                        bits.sb(i16::from(x), 7);
                        bits.sb(i16::from(y), 7);
                        bits.ub(u32::from(z_negative), 1);
                    }
                }
            }
            bits.finish();
        }
    }
}
