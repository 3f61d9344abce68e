//! The revised dialect: the layout that a circulating description of MBAC gives, and that no known file has.
//!
//! Read only, and only when a file is not of the vendor's layout but keeps every rule of this one. Everything here rests
//! on that description alone. What it leaves open is decided so: bit fields are LSB-first; the table of the extended
//! header is kept and not interpreted; colour polygons have material bits and indices but no colour index, and are white.
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

use super::header::MAGIC;
use super::textured::{read_indices, reserved};
use super::{bones, vertices};
use crate::bits::BitReader;
use crate::bytes::Cursor;
use crate::error::{Error, Loaded, Place, Result, Section, WarningKind};
use crate::figure::{
    Axis, Bone, BoneMatrix, ColourPolygon, Figure, Material, Normals, PackedNormal, Pattern, PolygonRun, Rgb,
    TexturedPolygon, Trailer,
};
use crate::options::Limits;
use crate::trailer;

const QUAD: u16 = 0x8000;
const TRANSPARENT: u16 = 0x0001;
const ADDITIVE: u16 = 0x0010;
const ADD_BLEND: u16 = 0x0004;

/// Size of a bone: vertex count, parent, twelve s32.
const BONE_SIZE: usize = 52;

/// A file of the dialect: the figure, and what a figure has no place for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Revised {
    /// The figure.
    pub figure: Figure,
    /// The table of the extended header, of unknown meaning.
    pub unknown_table: Vec<AttributeRow>,
    /// The number of colours in the extended header, of unknown use.
    pub unknown_colours: u16,
    /// The flags of every polygon in the order of the file: textured triangles and quads, colour triangles and quads.
    pub flags: Vec<u16>,
}

/// A row of the extended header's table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AttributeRow {
    /// "Attribute id".
    pub id: u16,
    /// "Attribute flags".
    pub flags: u16,
    /// Two "material parameters" per material.
    pub parameters: Vec<[u16; 2]>,
}

struct Header {
    version: u16,
    vertex_format: u8,
    normal_format: u8,
    polygon_format: u8,
    vertices: usize,
    textured: [usize; 2],
    bones: usize,
    colour: [usize; 2],
}

/// Reads a file of the dialect. `decided_by` tells in the warning why it is taken for one.
pub(super) fn read(data: &[u8], limits: &Limits, decided_by: &'static str) -> Result<Loaded<Revised>> {
    let mut cursor = Cursor::new(data);
    cursor.warn(WarningKind::RevisedDialect { decided_by });
    let mut revised = Revised::default();
    let header = read_header(&mut cursor, limits, &mut revised)?;
    let figure = &mut revised.figure;
    figure.version = header.version;
    figure.vertices = vertices::read(&mut cursor, header.vertex_format, header.vertices)?;
    figure.normals = read_normals(&mut cursor, header.normal_format, header.vertices)?;
    read_polygons(&mut cursor, &header, &mut revised)?;
    let figure = &mut revised.figure;
    figure.bones = read_bones(&mut cursor, header.bones, header.vertices)?;
    figure.trailer = Some(read_trailer(&mut cursor)?);
    Ok(Loaded { document: revised, warnings: cursor.into_warnings() })
}

fn read_header(cursor: &mut Cursor<'_>, limits: &Limits, revised: &mut Revised) -> Result<Header> {
    cursor.magic(MAGIC)?;
    let version = cursor.u16()?;
    if !(3..=5).contains(&version) {
        return Err(Error::Version { supported: "3, 4 or 5", found: version });
    }
    let at = cursor.place();
    let formats = if version > 3 { cursor.array()? } else { [1, 0, 1, 1] };
    let [vertex_format, normal_format, polygon_format, bone_format] = formats;
    let known = [
        ("vertex format", "1 or 2", (1..=2).contains(&vertex_format), vertex_format),
        ("normal format", "0, 1 or 2", normal_format <= 2, normal_format),
        ("polygon format", "1, 2 or 3", (1..=3).contains(&polygon_format), polygon_format),
        ("bone format", "1", bone_format == 1, bone_format),
    ];
    for (field, expected, legal, found) in known {
        if !legal {
            return Err(Error::Field { section: Section::Header, at, field, expected, found: i64::from(found) });
        }
    }
    let at = cursor.place();
    let vertices = usize::from(cursor.u16()?);
    if vertices > limits.vertices {
        let [limit, found] = [limits.vertices, vertices];
        return Err(Error::Limit { section: Section::Header, at, field: "vertices", limit, found });
    }
    let textured = [usize::from(cursor.u16()?), usize::from(cursor.u16()?)];
    let bones = usize::from(cursor.u16()?);
    let mut colour = [0; 2];
    if polygon_format == 3 {
        colour = [usize::from(cursor.u16()?), usize::from(cursor.u16()?)];
        let materials = usize::from(cursor.u16()?);
        let attributes = usize::from(cursor.u16()?);
        revised.unknown_colours = cursor.u16()?;
        revised.unknown_table = read_table(cursor, attributes, materials)?;
    }
    Ok(Header { version, vertex_format, normal_format, polygon_format, vertices, textured, bones, colour })
}

fn read_table(cursor: &mut Cursor<'_>, rows: usize, materials: usize) -> Result<Vec<AttributeRow>> {
    cursor.enter(Section::PatternTable);
    cursor.need(rows * (4 + 4 * materials))?;
    let mut table = Vec::with_capacity(rows);
    for _ in 0..rows {
        let [id, flags] = [cursor.u16()?, cursor.u16()?];
        let parameters = (0..materials).map(|_| Ok([cursor.u16()?, cursor.u16()?])).collect::<Result<_>>()?;
        table.push(AttributeRow { id, flags, parameters });
    }
    Ok(table)
}

fn read_normals(cursor: &mut Cursor<'_>, format: u8, count: usize) -> Result<Normals> {
    cursor.enter(Section::Normals);
    match format {
        0 => Ok(Normals::None),
        1 => vertices::read_plain(cursor, count).map(Normals::Vectors),
        _ => {
            cursor.need(count * 3)?;
            (0..count).map(|_| read_byte_normal(cursor)).collect::<Result<_>>().map(Normals::Vectors)
        }
    }
}

/// x, y, and z or its sign, in 1/64; x == 64 marks an axis, whose code is in the low bits of y. Given as 4.12, because x
/// and y reach farther here than in the vendor's packed normals.
fn read_byte_normal(cursor: &mut Cursor<'_>) -> Result<[i16; 3]> {
    let at = cursor.place();
    let [x, y, z] = cursor.array::<3>()?.map(|byte| byte as i8);
    if x != 64 {
        return Ok(PackedNormal::Direction { x, y, z_negative: z < 0 }.to_vector());
    }
    let code = y as u8 & 7;
    match Axis::from_code(code) {
        Some(axis) => Ok(PackedNormal::Axis(axis).to_vector()),
        None => Err(Error::Field {
            section: Section::Normals,
            at,
            field: "axis code",
            expected: "0..=5",
            found: i64::from(code),
        }),
    }
}

struct Widths {
    format: u8,
    flags: u32,
    index: u32,
    texel: u32,
}

fn read_polygons(cursor: &mut Cursor<'_>, header: &Header, revised: &mut Revised) -> Result<()> {
    cursor.enter(Section::TexturedPolygons);
    let format = header.polygon_format;
    let mut bits = BitReader::new(cursor);
    let mut widths = Widths { format, flags: 16, index: 16, texel: 8 };
    if format >= 2 {
        widths = Widths { format, flags: flag_width(&mut bits)?, index: bits.width("index width")?, texel: 7 };
    }
    if format == 3 {
        widths.texel = bits.width("texel width")?;
        reserved(&mut bits)?;
    }
    let mut flags = Vec::new();
    let count = header.vertices;
    let figure = &mut revised.figure;
    let [triangles, quads] = header.textured;
    figure.polygons.textured_triangles = read_textured(&mut bits, &widths, triangles, count, &mut flags)?;
    figure.polygons.textured_quads = read_textured(&mut bits, &widths, quads, count, &mut flags)?;
    bits.cursor().enter(Section::ColourPolygons);
    let [triangles, quads] = header.colour;
    figure.polygons.colour_triangles = read_colour(&mut bits, &widths, triangles, count, &mut flags)?;
    figure.polygons.colour_quads = read_colour(&mut bits, &widths, quads, count, &mut flags)?;
    bits.finish();
    if triangles + quads > 0 {
        figure.palette = vec![Rgb { r: 255, g: 255, b: 255 }];
        cursor.warn(WarningKind::UndescribedColour { polygons: triangles + quads });
    }
    figure.texture_count = 1;
    let run = |[triangles, quads]: [usize; 2]| PolygonRun { triangles: triangles as u16, quads: quads as u16 };
    figure.patterns = vec![Pattern { colour: run(header.colour), textures: vec![run(header.textured)] }];
    warn_unknown_flags(cursor, &flags);
    revised.flags = flags;
    Ok(())
}

/// Flags are words: a wider field would hold what nothing describes.
fn flag_width(bits: &mut BitReader<'_, '_>) -> Result<u32> {
    let at = bits.place();
    let width = bits.width("flag width")?;
    if width <= 16 {
        return Ok(width);
    }
    let found = i64::from(width);
    Err(Error::Field { section: Section::TexturedPolygons, at, field: "flag width", expected: "0..=16", found })
}

fn read_textured<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    widths: &Widths,
    count: usize,
    vertex_count: usize,
    flags: &mut Vec<u16>,
) -> Result<Vec<TexturedPolygon<N>>> {
    let corner = u64::from(widths.index) + 2 * u64::from(widths.texel);
    bits.need(count, u64::from(widths.flags) + corner * N as u64)?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let material = read_flags::<N>(bits, widths, flags)?;
        let vertices = read_corners(bits, widths, vertex_count)?;
        let mut texels = [[0; 2]; N];
        for texel in texels.iter_mut().flatten() {
            let at = bits.place();
            let found = bits.ub(widths.texel)?;
            *texel = u8::try_from(found).map_err(|_| Error::Field {
                section: Section::TexturedPolygons,
                at,
                field: "texel",
                expected: "0..=255",
                found: i64::from(found),
            })?;
        }
        list.push(TexturedPolygon { material, vertices, texels });
    }
    Ok(list)
}

fn read_colour<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    widths: &Widths,
    count: usize,
    vertex_count: usize,
    flags: &mut Vec<u16>,
) -> Result<Vec<ColourPolygon<N>>> {
    bits.need(count, u64::from(widths.flags) + u64::from(widths.index) * N as u64)?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        // The colour key is a matter of textures.
        let material = Material(read_flags::<N>(bits, widths, flags)?.0 & !Material::COLOUR_KEY);
        let vertices = read_corners(bits, widths, vertex_count)?;
        list.push(ColourPolygon { material, vertices, colour: 0 });
    }
    Ok(list)
}

/// Flags of a polygon with N corners. The quad flag must be right in format 1 and goes without saying in the others.
fn read_flags<const N: usize>(bits: &mut BitReader<'_, '_>, widths: &Widths, flags: &mut Vec<u16>) -> Result<Material> {
    let at = bits.place();
    let word = bits.ub(widths.flags)? as u16;
    let [marked, quad] = [word & QUAD != 0, N == 4];
    if marked != quad && (marked || widths.format == 1) {
        return Err(Error::Field {
            section: bits.cursor().section(),
            at,
            field: "quad flag 0x8000",
            expected: if quad { "set on a quad" } else { "clear on a triangle" },
            found: i64::from(word),
        });
    }
    flags.push(word);
    let key = if word & TRANSPARENT != 0 { Material::COLOUR_KEY } else { 0 };
    let blend = if word & ADDITIVE != 0 { ADD_BLEND } else { 0 };
    Ok(Material(key | blend))
}

/// Vertex indices; in format 1 they are multiplied by 3.
fn read_corners<const N: usize>(
    bits: &mut BitReader<'_, '_>,
    widths: &Widths,
    vertex_count: usize,
) -> Result<[u16; N]> {
    if widths.format != 1 {
        return read_indices(bits, widths.index, vertex_count);
    }
    let at = bits.place();
    let tripled: [u16; N] = read_indices(bits, widths.index, 3 * vertex_count)?;
    if let Some(&index) = tripled.iter().find(|&&index| index % 3 != 0) {
        return Err(Error::Field {
            section: bits.cursor().section(),
            at,
            field: "vertex",
            expected: "a multiple of 3",
            found: i64::from(index),
        });
    }
    Ok(tripled.map(|index| index / 3))
}

fn warn_unknown_flags(cursor: &mut Cursor<'_>, flags: &[u16]) {
    let unknown = flags.iter().map(|word| word & !(QUAD | TRANSPARENT | ADDITIVE)).filter(|&word| word != 0);
    let bits = unknown.clone().fold(0, |all, word| all | word);
    if bits != 0 {
        cursor.warn(WarningKind::UnknownFlags { polygons: unknown.count(), bits });
    }
}

fn read_bones(cursor: &mut Cursor<'_>, count: usize, vertex_count: usize) -> Result<Vec<Bone>> {
    cursor.enter(Section::Bones);
    let start = cursor.place();
    let expected = count * BONE_SIZE + trailer::SIZE;
    if cursor.remaining() != expected {
        let found = cursor.remaining();
        let field = "bytes of bones and trailer";
        return Err(Error::Count { section: Section::Bones, at: start, field, expected, found });
    }
    let mut list = Vec::with_capacity(count);
    for index in 0..count {
        let vertex_count = cursor.u16()?;
        let at = cursor.place();
        let parent = bones::parent(cursor.i16()?, index, at)?;
        let mut elements = [0; 12];
        for (number, element) in elements.iter_mut().enumerate() {
            let at = cursor.place();
            *element = matrix_element(cursor.i32()?, number % 4 == 3, at)?;
        }
        list.push(Bone { vertex_count, parent, matrix: BoneMatrix(elements) });
    }
    bones::check_ownership(&list, vertex_count, start)?;
    Ok(list)
}

/// A 20.12 element as a figure has it: axes in 4.12, translation in model units, rounded half up.
fn matrix_element(found: i32, translation: bool, at: Place) -> Result<i16> {
    let value = if translation { (i64::from(found) + 2048) >> 12 } else { i64::from(found) };
    i16::try_from(value).map_err(|_| Error::Field {
        section: Section::Bones,
        at,
        field: "matrix element",
        expected: if translation { "-32768..=32767 units" } else { "-8.0..8.0" },
        found: i64::from(found),
    })
}

/// Both halves must hold the same text. Under the vendor's masking, read as this one, they do not hold text.
fn read_trailer(cursor: &mut Cursor<'_>) -> Result<Trailer> {
    cursor.enter(Section::Trailer);
    let mut half = || -> Result<([u8; 2], [u8; 8])> {
        let key: [u8; 2] = cursor.array()?;
        let masked: [u8; 8] = cursor.array()?;
        Ok((key, std::array::from_fn(|i| masked[i] ^ key[i & 1])))
    };
    let [(key, identifier), (_, second)] = [half()?, half()?];
    if identifier == second && identifier.iter().all(u8::is_ascii_graphic) {
        return Ok(Trailer { key, identifier });
    }
    let at = Place::Byte(cursor.offset() - trailer::SIZE);
    let found = i64::from(identifier[0]);
    Err(Error::Field { section: Section::Trailer, at, field: "identifier", expected: "two copies of one text", found })
}
