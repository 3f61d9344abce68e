//! The revised dialect: the layout of a circulating description of MBAC, which no known file has.
//!
//! A file is read in this dialect only when it does not have the vendor's layout and keeps every rule of the dialect.
//! Files of the dialect are not written. The description is the only source. Our decisions where it is silent: bit
//! fields are LSB-first; the table of the extended header is skipped; colour polygons have material bits and indices but
//! no colour index, and are white.
//!
//! | part | here | vendor's layout |
//! |---|---|---|
//! | versions | 3, 4, 5 | 2..=5 |
//! | extended header | polygon format 3 in any version, with an opaque table | counts by pattern, version 5 |
//! | packed normals | 3 bytes, in 1/64 | bit stream |
//! | polygon format 1 | indices times 3; flags 0x8000 quad, 1 transparent, 0x10 additive | plain indices; 1 quad, 2 key, 4 double |
//! | colour polygons | after the textured ones, in their bit stream | before them, with a palette |
//! | bone | 52 bytes, s32 matrix, translation divided by 4096 too | 28 bytes, s16, translation plain |
//! | trailer | always, plain XOR | optional up to version 3, with an offset of 127 |
//!
//! Polygons are textured triangles and quads, then colour triangles and quads, in one stream:
//!
//! | format | head | polygon |
//! |---|---|---|
//! | 1 | none | u16 flags, u16 indices times 3, u8 pairs u, v |
//! | 2 | ub(8) flag and index width | flags, indices, pairs of ub(7) |
//! | 3 | ub(8) flag, index and texel width, reserved | flags, indices, pairs of the texel width; none on colour polygons |

use super::polygons::{TexturedWidths as Widths, read_indices, read_texels, reserved};
use super::{Header, MAGIC, count, vertices};
use crate::bytes::{BitReader, Cursor, TRAILER};
use crate::diagnostic::{Location, Report, counted, rules};
use crate::error::{Error, Result, Section};
use crate::figure::{
    Blend, Bone, BoneMatrix, ColourPolygon, Figure, Material, Normals, PackedNormal, Pattern, PolygonRun, Rgb,
    TexturedPolygon, Trailer, check_ownership,
};
use crate::file::Limits;
use alloc::vec::Vec;

const QUAD: u16 = 0x8000;
/// Our colour key.
const TRANSPARENT: u16 = 0x0001;
/// Our blend function add.
const ADDITIVE: u16 = 0x0010;

/// Size of a bone in bytes: vertex count, parent, twelve s32.
const BONE_SIZE: usize = 52;

/// Reads a file of the dialect as a figure with one pattern, which holds all polygons. `decided_by` is the reason for the dialect
/// that the warning gives.
pub(super) fn read(data: &[u8], limits: &Limits, decided_by: &'static str) -> Result<Report<Figure>> {
    let mut cursor = Cursor::new(data);
    cursor.warn(&rules::REVISED, format_args!("read as the revised MBAC dialect: {decided_by}"));
    let header = read_header(&mut cursor, limits)?;
    let mut figure = Figure { version: header.version, ..Figure::default() };
    figure.vertices = vertices::read(&mut cursor, header.vertex_format, header.vertices)?;
    figure.normals = read_normals(&mut cursor, header.normal_format, header.vertices)?;
    read_polygons(&mut cursor, &header, &mut figure)?;
    figure.bones = read_bones(&mut cursor, header.bones, header.vertices)?;
    figure.trailer = Some(read_trailer(&mut cursor)?);
    Ok(cursor.into_report(figure))
}

fn read_header(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Header> {
    let version = cursor.version(MAGIC, 3, "3, 4 or 5")?;
    let at = cursor.place();
    let formats = if version > 3 { cursor.array()? } else { [1, 0, 1, 1] };
    let [vertex_format, normal_format, polygon_format, bone_format] = formats;
    let fields = [
        ("vertex format", "1 or 2", (1..=2).contains(&vertex_format), vertex_format),
        ("normal format", "0, 1 or 2", normal_format <= 2, normal_format),
        ("polygon format", "1, 2 or 3", (1..=3).contains(&polygon_format), polygon_format),
        ("bone format", "1", bone_format == 1, bone_format),
    ];
    for (field, expected, legal, format) in fields {
        if !legal {
            return Err(Error::field(Section::Header, at, field, expected, format));
        }
    }
    let mut header = Header { version, vertex_format, normal_format, polygon_format, ..Header::default() };
    header.vertices = count(cursor, "vertices", limits.vertices)?;
    header.textured_triangles = usize::from(cursor.u16()?);
    header.textured_quads = usize::from(cursor.u16()?);
    header.bones = usize::from(cursor.u16()?);
    if polygon_format == 3 {
        header.colour_triangles = usize::from(cursor.u16()?);
        header.colour_quads = usize::from(cursor.u16()?);
        let materials = usize::from(cursor.u16()?);
        let attributes = usize::from(cursor.u16()?);
        // The number of colours, of unknown use, and rows of unknown meaning: id, flags, and two parameters per material.
        cursor.u16()?;
        cursor.section = Section::PatternTable;
        cursor.take(attributes.saturating_mul(4 + 4 * materials))?;
    }
    Ok(header)
}

fn read_normals(cursor: &mut Cursor<'_>, format: u8, count: usize) -> Result<Normals> {
    if format < 2 {
        return vertices::read_normals(cursor, format, count);
    }
    cursor.section = Section::Normals;
    cursor.need(count * 3)?;
    (0..count).map(|_| read_byte_normal(cursor)).collect::<Result<_>>().map(Normals::Vectors)
}

/// Reads x, y, and z or its sign, in 1/64. x == 64 marks an axis, whose code is in the low bits of y. The result is
/// 4.12, because x and y have a larger range here than in the vendor's packed normals.
fn read_byte_normal(cursor: &mut Cursor<'_>) -> Result<[i16; 3]> {
    let at = cursor.place();
    let [x, y, z] = cursor.array::<3>()?.map(|byte| byte as i8);
    if x != 64 {
        return Ok(PackedNormal::Direction { x, y, z_negative: z < 0 }.to_vector());
    }
    Ok(vertices::axis(y as u8 & 7, at)?.to_vector())
}

/// Reads the polygons into the figure, all in one pattern.
fn read_polygons(cursor: &mut Cursor<'_>, header: &Header, figure: &mut Figure) -> Result<()> {
    cursor.section = Section::TexturedPolygons;
    let format = header.polygon_format;
    let mut bits = BitReader::new(cursor);
    let mut widths = Widths::PLAIN;
    if format >= 2 {
        widths = Widths { format, material: flag_width(&mut bits)?, index: bits.width("index width")?, texel: 7 };
    }
    if format == 3 {
        widths.texel = bits.width("texel width")?;
        reserved(&mut bits)?;
    }
    let mut reader = Reader { bits, widths, vertex_count: header.vertices, flags: Vec::new() };
    let [triangles, quads] = [header.textured_triangles, header.textured_quads];
    let textured = PolygonRun { triangles: triangles as u16, quads: quads as u16 };
    figure.polygons.textured_triangles = reader.textured(triangles)?;
    figure.polygons.textured_quads = reader.textured(quads)?;
    reader.bits.cursor.section = Section::ColourPolygons;
    let [triangles, quads] = [header.colour_triangles, header.colour_quads];
    let colour = PolygonRun { triangles: triangles as u16, quads: quads as u16 };
    figure.polygons.colour_triangles = reader.coloured(triangles)?;
    figure.polygons.colour_quads = reader.coloured(quads)?;
    let Reader { bits, flags, .. } = reader;
    bits.finish();
    if triangles + quads > 0 {
        figure.palette = vec![Rgb { r: 255, g: 255, b: 255 }];
        let polygons = counted(triangles + quads, "colour polygon");
        let message = format_args!("{polygons} without a described colour; they are white");
        cursor.warn(&rules::COLOUR_UNDESCRIBED, message);
    }
    figure.texture_count = 1;
    figure.patterns = vec![Pattern { colour, textures: vec![textured] }];
    warn_unknown_flags(cursor, &flags);
    Ok(())
}

/// Reads the width of the flags. Flags are words: no description covers a wider field.
fn flag_width(bits: &mut BitReader<'_, '_>) -> Result<u32> {
    let at = bits.place();
    let width = bits.width("flag width")?;
    if width <= 16 {
        return Ok(width);
    }
    Err(Error::field(Section::TexturedPolygons, at, "flag width", "0..=16", width))
}

/// A reader of polygons, and the flags of those that it has read.
struct Reader<'c, 'd> {
    bits: BitReader<'c, 'd>,
    widths: Widths,
    vertex_count: usize,
    flags: Vec<u16>,
}

impl Reader<'_, '_> {
    fn textured<const N: usize>(&mut self, count: usize) -> Result<Vec<TexturedPolygon<N>>> {
        let corner = u64::from(self.widths.index) + 2 * u64::from(self.widths.texel);
        self.bits.need(count, u64::from(self.widths.material) + corner * N as u64)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            let (material, vertices) = (self.material::<N>()?, self.corners()?);
            list.push(TexturedPolygon { material, vertices, texels: read_texels(&mut self.bits, self.widths.texel)? });
        }
        Ok(list)
    }

    fn coloured<const N: usize>(&mut self, count: usize) -> Result<Vec<ColourPolygon<N>>> {
        self.bits.need(count, u64::from(self.widths.material) + u64::from(self.widths.index) * N as u64)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            // Only textured polygons have a colour key.
            let material = Material(self.material::<N>()?.0 & !Material::COLOUR_KEY);
            list.push(ColourPolygon { material, vertices: self.corners()?, colour: 0 });
        }
        Ok(list)
    }

    /// Reads the flags of a polygon with N corners. The quad flag must be right in format 1 and may be absent in the
    /// others.
    fn material<const N: usize>(&mut self) -> Result<Material> {
        let at = self.bits.place();
        let word = self.bits.ub(self.widths.material)? as u16;
        let [marked, quad] = [word & QUAD != 0, N == 4];
        if marked != quad && (marked || self.widths.format == 1) {
            let expected = if quad { "set on a quad" } else { "clear on a triangle" };
            return Err(Error::field(self.bits.cursor.section, at, "quad flag 0x8000", expected, word));
        }
        self.flags.push(word);
        let key = if word & TRANSPARENT != 0 { Material::COLOUR_KEY } else { 0 };
        let blend = if word & ADDITIVE != 0 { Blend::Add.bits() } else { 0 };
        Ok(Material(key | blend))
    }

    /// Reads vertex indices; in format 1 they are multiplied by 3.
    fn corners<const N: usize>(&mut self) -> Result<[u16; N]> {
        if self.widths.format != 1 {
            return read_indices(&mut self.bits, self.widths.index, self.vertex_count);
        }
        let at = self.bits.place();
        let indices: [u16; N] = read_indices(&mut self.bits, self.widths.index, 3 * self.vertex_count)?;
        if let Some(&index) = indices.iter().find(|&&index| index % 3 != 0) {
            return Err(Error::field(self.bits.cursor.section, at, "vertex", "a multiple of 3", index));
        }
        Ok(indices.map(|index| index / 3))
    }
}

fn warn_unknown_flags(cursor: &mut Cursor<'_>, flags: &[u16]) {
    let words = flags.iter().map(|word| word & !(QUAD | TRANSPARENT | ADDITIVE)).filter(|&word| word != 0);
    let bits = words.clone().fold(0, |all, word| all | word);
    if bits != 0 {
        let polygons = counted(words.count(), "polygon");
        cursor.warn(&rules::UNKNOWN_FLAGS, format_args!("{polygons} with flags of unknown meaning: {bits:#06x}"));
    }
}

fn read_bones(cursor: &mut Cursor<'_>, count: usize, vertex_count: usize) -> Result<Vec<Bone>> {
    cursor.section = Section::Bones;
    let start = cursor.place();
    let expected = count * BONE_SIZE + TRAILER;
    if cursor.remaining() != expected {
        let size = cursor.remaining();
        let field = "bytes of bones and trailer";
        return Err(Error::Count { section: Section::Bones, at: start, field, expected, found: size });
    }
    let mut list = Vec::with_capacity(count);
    for index in 0..count {
        let vertex_count = cursor.u16()?;
        let at = cursor.place();
        let parent = vertices::parent(cursor.i16()?, index, at)?;
        let mut elements = [0; 12];
        for (number, element) in elements.iter_mut().enumerate() {
            let at = cursor.place();
            *element = matrix_element(cursor.i32()?, number % 4 == 3, at)?;
        }
        list.push(Bone { vertex_count, parent, matrix: BoneMatrix(elements) });
    }
    check_ownership(&list, vertex_count, start)?;
    Ok(list)
}

/// Converts a 20.12 element to that of a figure: axes in 4.12, translation in model units, rounded half up.
fn matrix_element(element: i32, translation: bool, at: Location) -> Result<i16> {
    let value = if translation { (i64::from(element) + 2048) >> 12 } else { i64::from(element) };
    let expected = if translation { "-32768..=32767 units" } else { "-8.0..8.0" };
    i16::try_from(value).map_err(|_| Error::field(Section::Bones, at, "matrix element", expected, element))
}

/// Reads the trailer, whose halves must hold the same text. A trailer with the vendor's mask does not give text when it
/// is read in this way.
fn read_trailer(cursor: &mut Cursor<'_>) -> Result<Trailer> {
    cursor.section = Section::Trailer;
    let mut half = || -> Result<([u8; 2], [u8; 8])> {
        let key: [u8; 2] = cursor.array()?;
        let masked: [u8; 8] = cursor.array()?;
        Ok((key, core::array::from_fn(|i| masked[i] ^ key[i & 1])))
    };
    let [(key, identifier), (_, second)] = [half()?, half()?];
    if identifier == second && identifier.iter().all(u8::is_ascii_graphic) {
        return Ok(Trailer { key, identifier });
    }
    let at = Location::Byte(cursor.offset - TRAILER);
    Err(Error::field(Section::Trailer, at, "identifier", "two copies of one text", identifier[0]))
}
