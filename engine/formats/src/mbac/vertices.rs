//! Vertices: bone-local s16 triples, plain (format 1) or as a bit stream of blocks (format 2).
//!
//! A block starts with 8 bits: the number of its vertices minus one in the low 6, the width of its components (8, 10,
//! 13 or 16 bits) in the high 2. The writer follows the vendor tool. Each vertex has the smallest width that holds it,
//! but a single narrower vertex joins the block before it when the next vertex is at least as wide as the block. The
//! last vertex of the file joins too, unless [`WriteOptions`] say otherwise. A block ends when the width changes and
//! after 64 vertices.
//!
//! Normals: none (format 0), plain 4.12 triples (format 1), or packed directions as a bit stream (format 2).
//!
//! A packed direction starts with ub(7) x. When x is 64, the bits of -64, an axis code of 3 bits follows; otherwise
//! sb(7) y and the sign of z in one bit. Format 1 is described, but no known file has it.
//!
//! Bones: 28 bytes each, u16 vertex count, s16 parent (-1 for a root), s16 matrix\[12\].

use super::WriteOptions;
use crate::bytes::{BitReader, BitWriter, Cursor, Sink};
use crate::diagnostic::Location;
use crate::error::{Error, Result, Section};
use crate::figure::{Axis, Bone, BoneMatrix, Normals, PackedNormal, check_ownership};
use alloc::vec::Vec;

const WIDTHS: [u32; 4] = [8, 10, 13, 16];
const MAX_BLOCK: usize = 64;

pub(super) fn read(cursor: &mut Cursor<'_>, format: u8, count: usize) -> Result<Vec<[i16; 3]>> {
    cursor.section = Section::Vertices;
    if format == 1 {
        return read_plain(cursor, count);
    }
    read_blocks(cursor, count)
}

/// Reads `count` plain triples; normal format 1 has the same layout.
fn read_plain(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<[i16; 3]>> {
    cursor.need(count * 6)?;
    (0..count).map(|_| cursor.vector()).collect()
}

fn read_blocks(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<[i16; 3]>> {
    let mut bits = BitReader::new(cursor);
    bits.need(count, 3 * 8)?;
    let mut vertices = Vec::with_capacity(count);
    while vertices.len() < count {
        let at = bits.place();
        let head = bits.ub(8)? as usize;
        let width = WIDTHS[head >> 6];
        let block = (head & 63) + 1;
        let rest = count - vertices.len();
        if block > rest {
            let (field, expected) = ("vertices in the block", "a block within the vertices");
            return Err(Error::field(Section::Vertices, at, field, expected, block as i64));
        }
        for _ in 0..block {
            vertices.push([bits.sb(width)?, bits.sb(width)?, bits.sb(width)?]);
        }
    }
    bits.finish();
    Ok(vertices)
}

pub(super) fn write(sink: &mut Sink, format: u8, vertices: &[[i16; 3]], options: WriteOptions) {
    if format == 1 {
        return vertices.iter().for_each(|&vertex| sink.vector(vertex));
    }
    let mut bits = BitWriter::new(sink);
    let mut rest = vertices;
    let codes = width_codes(vertices, options);
    for run in codes.chunk_by(|a, b| a == b) {
        let (vertices, after) = rest.split_at(run.len());
        rest = after;
        for (block, code) in vertices.chunks(MAX_BLOCK).zip(run) {
            bits.ub((code << 6 | (block.len() - 1)) as u32, 8);
            block.iter().flatten().for_each(|&component| bits.sb(component, WIDTHS[*code]));
        }
    }
    bits.finish();
}

/// Returns the width codes that the vendor's tool gives to the vertices.
fn width_codes(vertices: &[[i16; 3]], options: WriteOptions) -> Vec<usize> {
    let mut codes: Vec<usize> = vertices.iter().map(width_code).collect();
    for single in 1..codes.len() {
        let before = codes[single - 1];
        let joins = codes.get(single + 1).map_or(!options.last_vertex_apart, |after| before <= *after);
        if codes[single] < before && joins {
            codes[single] = before;
        }
    }
    codes
}

fn width_code(vertex: &[i16; 3]) -> usize {
    let needed = |component: &i16| 17 - (component ^ (component >> 15)).leading_zeros();
    let needed = vertex.iter().map(needed).max().unwrap_or(0);
    WIDTHS.iter().position(|&width| width >= needed).unwrap_or(WIDTHS.len() - 1)
}

/// Value of x before an axis code.
const AXIS_MARK: u32 = 64;

pub(super) fn read_normals(cursor: &mut Cursor<'_>, format: u8, count: usize) -> Result<Normals> {
    cursor.section = Section::Normals;
    match format {
        0 => Ok(Normals::None),
        1 => read_plain(cursor, count).map(Normals::Vectors),
        _ => read_packed_normals(cursor, count).map(Normals::Packed),
    }
}

fn read_packed_normals(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<PackedNormal>> {
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

pub(super) fn write_normals(sink: &mut Sink, normals: &Normals) {
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

const BONE_SIZE: usize = 28;

pub(super) fn read_bones(cursor: &mut Cursor<'_>, count: usize, vertex_count: usize) -> Result<Vec<Bone>> {
    cursor.section = Section::Bones;
    let start = cursor.place();
    cursor.need(count * BONE_SIZE)?;
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
pub(super) fn parent(word: i16, index: usize, at: Location) -> Result<Option<u16>> {
    match u16::try_from(word) {
        Ok(parent) if usize::from(parent) < index => Ok(Some(parent)),
        Err(_) if word == -1 => Ok(None),
        _ => Err(Error::field(Section::Bones, at, "parent", "-1 or an earlier bone", word)),
    }
}

pub(super) fn write_bones(sink: &mut Sink, bones: &[Bone]) {
    for bone in bones {
        sink.u16(bone.vertex_count);
        // The figure was checked: a parent is below 1 << 15.
        sink.i16(bone.parent.map_or(-1, |parent| parent as i16));
        sink.matrix(&bone.matrix.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_width_that_holds_a_vertex_is_used() {
        for (component, code) in
            [(0, 0), (127, 0), (-128, 0), (128, 1), (-129, 1), (511, 1), (512, 2), (4095, 2), (-4097, 3)]
        {
            assert_eq!(width_code(&[0, component, 0]), code, "{component}");
        }
        assert_eq!(width_code(&[i16::MIN, 0, i16::MAX]), 3);
    }

    #[test]
    fn one_narrow_vertex_does_not_split_a_block() {
        let vertices = |widths: &[i16]| widths.iter().map(|&width| [1 << (width - 2), 0, 0]).collect::<Vec<_>>();
        let codes = |widths: &[i16]| width_codes(&vertices(widths), WriteOptions::default());
        assert_eq!(codes(&[10, 10, 8, 8, 10, 8, 10, 8]), [1, 1, 0, 0, 1, 1, 1, 1]);
        assert_eq!(codes(&[13, 10, 13, 16, 13]), [2, 2, 2, 3, 3]);
        assert_eq!(codes(&[8, 10, 8, 16, 10, 13]), [0, 1, 1, 3, 1, 2]);

        let apart = WriteOptions { last_vertex_apart: true };
        assert_eq!(width_codes(&vertices(&[16, 8, 16, 16, 8]), apart), [3, 3, 3, 3, 0]);
        assert_eq!(width_codes(&vertices(&[16, 16, 8, 10]), apart), [3, 3, 0, 1]);
    }

    #[test]
    fn blocks_end_at_a_new_width_and_at_64() {
        let mut vertices = vec![[1, 2, 3]; 65];
        vertices.push([1000, 0, 0]);
        let mut sink = Sink::default();
        write(&mut sink, 2, &vertices, WriteOptions::default());
        let bytes = sink.bytes;
        assert_eq!(bytes[0], 63, "64 vertices of width 8");
        assert_eq!(bytes[1 + 64 * 3], 0, "one vertex of width 8");
        assert_eq!(bytes[2 + 65 * 3], 2 << 6, "one vertex of width 13");
        assert_eq!(bytes.len(), 3 + 65 * 3 + 5);
        assert_eq!(read(&mut Cursor::new(&bytes), 2, 66), Ok(vertices));
    }
}
