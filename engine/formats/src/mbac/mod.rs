//! Reads and writes MBAC, the figure file, as [`Figure`]: the order of the sections, the header and the pattern table.
//!
//! Modules for the other sections, each with reader and writer: vertices, normals and bones; polygons; the trailer is
//! shared with MTRA. The writer makes the choices of the vendor's converter, so a file of that converter is written back
//! unchanged. Some files need [`WriteOptions`] for their last vertex.
//!
//! | version | vertices | normals | polygons | also |
//! |---|---|---|---|---|
//! | 2, 3 | 1: plain | none | 1: plain | |
//! | 4 | 2: blocks | 2: packed | 2: bits | |
//! | 5 | 2: blocks | 2: packed | 3: bits with colour polygons | pattern table |
//!
//! The table shows the output of the vendor's converter. The reader accepts every combination of formats except polygon
//! format 3 in version 4, which no known file has. Normal formats 0 (none) and 1 (plain) are legal from version 4 on.
//!
//! The header and the pattern table:
//!
//! | field | type | present |
//! |---|---|---|
//! | magic "MB", version | u16 | always |
//! | vertex, normal, polygon, bone format | 4 x u8 | version 4, 5; otherwise 1, 0, 1, 1 |
//! | vertices, textured triangles, textured quads, bones | 4 x u16 | always |
//! | colour triangles, colour quads, textures, patterns, colours | 5 x u16 | polygon format 3; otherwise 0, 0, 1, 1, 0 |
//! | pattern table | per pattern 1 + textures pairs (u16 triangles, u16 quads) | version 5 |
//!
//! Pair 0 of a table row counts colour polygons, pair k those of texture k-1. The vendor's converter does not enforce
//! the limits of players.

mod polygons;
mod revised;
mod vertices;

use crate::bytes::{BitReader, BitWriter, Cursor, Sink, check_key, read_trailer, write_trailer};
use crate::diagnostic::{Diagnostic, Location, Report, rules};
use crate::error::{Error, Result, Section};
use crate::figure::{Figure, Normals, Pattern, PolygonRun, Polygons, Rgb, check_sums};
use crate::file::{Dialect, Kind, Limits, ReadOptions, read_either};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

pub(crate) const MAGIC: &str = "MB";

/// Reads a figure within the limits of players, in either dialect.
///
/// The byte swap of a swapped file is undone; a note says so. A warning reports the revised dialect.
pub fn read(data: &[u8]) -> Result<Report<Figure>> {
    read_with(data, &ReadOptions::default())
}

/// Reads a figure like [`read()`], with other limits or in one dialect.
pub fn read_with(data: &[u8], options: &ReadOptions) -> Result<Report<Figure>> {
    read_either(data, Kind::Figure, MAGIC, |data| match options.dialect {
        Dialect::Vendor => read_vendor(data, &options.limits),
        Dialect::Revised => revised::read(data, &options.limits, "the options ask for it"),
        Dialect::Auto => read_auto(data, &options.limits),
    })
}

/// Reads either layout. The vendor's layout is used when it fits to the last byte, and when neither fits.
fn read_auto(data: &[u8], limits: &Limits) -> Result<Report<Figure>> {
    let vendor = read_vendor(data, limits);
    let decided_by = match &vendor {
        Ok(report) if fits_exactly(&report.diagnostics) => return vendor,
        Ok(_) => "the length after the polygons",
        Err(error) => failed_test(error),
    };
    match revised::read(data, limits, decided_by) {
        Ok(revised) => Ok(revised),
        Err(revised) => vendor.map_err(|vendor| {
            if vendor == revised || matches!(vendor, Error::Magic { .. } | Error::Version { .. } | Error::Limit { .. })
            {
                return vendor;
            }
            Error::NoDialect { vendor: Box::new(vendor), revised: Box::new(revised) }
        }),
    }
}

/// Returns whether the file ends where the vendor's layout does, with a trailer unless its version has none.
fn fits_exactly(diagnostics: &[Diagnostic]) -> bool {
    let speaks_against =
        |finding: &Diagnostic| finding.is(&rules::TRAILER_MISSING) || finding.is(&rules::TRAILING_BYTES);
    !diagnostics.iter().any(speaks_against)
}

/// Returns the test of the vendor's layout that a file of the dialect failed.
fn failed_test(error: &Error) -> &'static str {
    match (error.section(), error) {
        (Section::Header, _) => "the formats in the header",
        (Section::PatternTable, _) => "the sums of the pattern table",
        (Section::Normals, _) => "the normals",
        (Section::ColourPolygons | Section::TexturedPolygons, Error::Index { .. }) => "the vertex indices",
        (Section::ColourPolygons | Section::TexturedPolygons, Error::Field { .. }) => "the polygon flags",
        _ => "the length after the polygons",
    }
}

fn read_vendor(data: &[u8], limits: &Limits) -> Result<Report<Figure>> {
    let mut cursor = Cursor::new(data);
    let header = Header::read(&mut cursor, limits)?;
    let patterns = header.read_patterns(&mut cursor)?;
    let vertices = vertices::read(&mut cursor, header.vertex_format, header.vertices)?;
    let normals = vertices::read_normals(&mut cursor, header.normal_format, header.vertices)?;
    // A file without colour polygons has no palette, but its header may still have a number of colours.
    let mut palette = vec![Rgb::default(); header.colours];
    let mut polygons = Polygons::default();
    let mut bits = BitReader::new(&mut cursor);
    if header.colour_triangles + header.colour_quads > 0 {
        palette = polygons::read_coloured(&mut bits, &header, &mut polygons)?;
    }
    if header.textured_triangles + header.textured_quads > 0 {
        polygons::read_textured(&mut bits, &header, &mut polygons)?;
    }
    bits.finish();
    let bones = vertices::read_bones(&mut cursor, header.bones, header.vertices)?;
    let trailer = read_trailer(&mut cursor, header.version > 3, header.check_key())?;
    let version = header.version;
    let texture_count = header.textures as u16;
    let figure = Figure { version, vertices, normals, palette, polygons, texture_count, patterns, bones, trailer };
    Ok(cursor.into_report(figure))
}

/// Choices of the writer that a [`Figure`] does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WriteOptions {
    /// A last vertex that needs fewer bits than the block before it gets a block of its own. Otherwise it joins that
    /// block.
    pub last_vertex_apart: bool,
}

/// Writes a figure as a file of its version, 3, 4 or 5. Content that the version cannot store is an error.
///
/// The formats are those of the vendor's converter for the version; [`Normals::Vectors`] are written as normal format
/// 1. The file has a trailer when the figure has one; players require it from version 4 on.
pub fn write(figure: &Figure) -> Result<Vec<u8>> {
    write_with(figure, WriteOptions::default())
}

/// Writes a figure like [`write()`], with other choices.
pub fn write_with(figure: &Figure, options: WriteOptions) -> Result<Vec<u8>> {
    if !(3..=5).contains(&figure.version) {
        return Err(Error::TargetVersion { supported: "3, 4 or 5", asked: figure.version });
    }
    figure.check()?;
    let mut sink = Sink::default();
    let header = Header::of(figure)?;
    header.write(&mut sink)?;
    if header.version == 5 {
        write_patterns(&mut sink, &figure.patterns);
    }
    vertices::write(&mut sink, header.vertex_format, &figure.vertices, options);
    vertices::write_normals(&mut sink, &figure.normals);
    let mut bits = BitWriter::new(&mut sink);
    if header.colour_triangles + header.colour_quads > 0 {
        polygons::write_coloured(&mut bits, figure);
    }
    if header.textured_triangles + header.textured_quads > 0 {
        polygons::write_textured(&mut bits, figure, header.polygon_format)?;
    }
    bits.finish();
    vertices::write_bones(&mut sink, &figure.bones);
    if let Some(trailer) = figure.trailer {
        write_trailer(&mut sink, trailer, header.check_key());
    }
    Ok(sink.bytes)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Header {
    version: u16,
    vertex_format: u8,
    normal_format: u8,
    polygon_format: u8,
    vertices: usize,
    textured_triangles: usize,
    textured_quads: usize,
    bones: usize,
    colour_triangles: usize,
    colour_quads: usize,
    textures: usize,
    patterns: usize,
    colours: usize,
}

impl Header {
    fn read(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Self> {
        cursor.section = Section::Header;
        let version = cursor.version(MAGIC, 2, "2, 3, 4 or 5")?;
        let mut header =
            Self { version, vertex_format: 1, polygon_format: 1, textures: 1, patterns: 1, ..Self::default() };
        if version >= 4 {
            header.vertex_format = format(cursor, "vertex format", 1..=2, "1 or 2")?;
            header.normal_format = format(cursor, "normal format", 0..=2, "0, 1 or 2")?;
            let at = cursor.offset;
            header.polygon_format = match version {
                4 => format(cursor, "polygon format", 1..=2, "1 or 2 in version 4")?,
                _ => format(cursor, "polygon format", 1..=3, "1, 2 or 3")?,
            };
            if version == 5 && header.polygon_format < 3 {
                let format = header.polygon_format;
                let message = format_args!("polygon format {format} in version 5: legal, but in no known file");
                cursor.warn_at(at, &rules::UNSEEN, message);
            }
            format(cursor, "bone format", 1..=1, "1")?;
        }
        header.vertices = count(cursor, "vertices", limits.vertices)?;
        header.textured_triangles = count(cursor, "textured triangles", usize::MAX)?;
        header.textured_quads = count(cursor, "textured quads", usize::MAX)?;
        header.bones = count(cursor, "bones", usize::MAX)?;
        if header.polygon_format == 3 {
            header.colour_triangles = count(cursor, "colour triangles", usize::MAX)?;
            header.colour_quads = count(cursor, "colour quads", usize::MAX)?;
            header.textures = count(cursor, "textures", limits.textures)?;
            let at = cursor.place();
            header.patterns = count(cursor, "patterns", limits.patterns)?;
            if header.patterns == 0 {
                return Err(Error::field(Section::Header, at, "patterns", "1 or more", 0));
            }
            header.colours = count(cursor, "colours", limits.colours)?;
        }
        Ok(header)
    }

    /// Makes the header that the vendor's converter writes for a checked figure.
    fn of(figure: &Figure) -> Result<Self> {
        let version = figure.version;
        let polygons = &figure.polygons;
        let (vertex_format, polygon_format) = match version {
            3 => (1, 1),
            4 => (2, 2),
            _ => (2, 3),
        };
        let normal_format = match &figure.normals {
            Normals::None => 0,
            Normals::Vectors(_) => 1,
            Normals::Packed(_) => 2,
        };
        if version == 3 && normal_format != 0 {
            return Err(unwritable(Section::Normals, Location::Document, version, "normals", normal_format));
        }
        let header = Self {
            version,
            vertex_format,
            normal_format,
            polygon_format,
            vertices: figure.vertices.len(),
            textured_triangles: polygons.textured_triangles.len(),
            textured_quads: polygons.textured_quads.len(),
            bones: figure.bones.len(),
            colour_triangles: polygons.colour_triangles.len(),
            colour_quads: polygons.colour_quads.len(),
            textures: usize::from(figure.texture_count),
            patterns: figure.patterns.len(),
            colours: figure.palette.len(),
        };
        if polygon_format < 3 {
            let [colour, colours] = [header.colour_triangles + header.colour_quads, header.colours];
            let contents = [
                (Section::ColourPolygons, colour != 0, "colour polygons", colour),
                (Section::ColourPolygons, colours != 0, "colours", colours),
                (Section::PatternTable, header.patterns != 1, "any but one pattern", header.patterns),
                (Section::PatternTable, header.textures != 1, "any but one texture", header.textures),
            ];
            for (section, present, what, number) in contents {
                if present {
                    return Err(unwritable(section, Location::Document, version, what, number as i64));
                }
            }
        }
        Ok(header)
    }

    fn write(&self, sink: &mut Sink) -> Result<()> {
        sink.raw(MAGIC.as_bytes());
        sink.u16(self.version);
        if self.version >= 4 {
            sink.raw(&[self.vertex_format, self.normal_format, self.polygon_format, 1]);
        }
        let counts = [
            ("vertices", self.vertices),
            ("textured triangles", self.textured_triangles),
            ("textured quads", self.textured_quads),
            ("bones", self.bones),
            ("colour triangles", self.colour_triangles),
            ("colour quads", self.colour_quads),
            ("textures", self.textures),
            ("patterns", self.patterns),
            ("colours", self.colours),
        ];
        let mut counts = counts.into_iter().take(if self.polygon_format == 3 { 9 } else { 4 });
        counts.try_for_each(|(field, count)| sink.count(Section::Header, Location::Document, field, count))
    }

    /// Returns the trailer's second key.
    fn check_key(&self) -> [u8; 2] {
        let polygons = self.textured_triangles + self.textured_quads + self.colour_triangles + self.colour_quads;
        check_key(self.vertices, polygons)
    }

    /// Reads the pattern table, or makes the single pattern of a file without a table. The sums of the rows must equal
    /// the counts of the header.
    fn read_patterns(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Pattern>> {
        let textured = PolygonRun { triangles: self.textured_triangles as u16, quads: self.textured_quads as u16 };
        if self.version < 5 {
            return Ok(vec![Pattern { colour: PolygonRun::default(), textures: vec![textured] }]);
        }
        cursor.section = Section::PatternTable;
        let at = cursor.place();
        cursor.need(self.patterns.saturating_mul(1 + self.textures).saturating_mul(4))?;
        let mut patterns = Vec::with_capacity(self.patterns);
        for _ in 0..self.patterns {
            let colour = read_run(cursor)?;
            let textures = (0..self.textures).map(|_| read_run(cursor)).collect::<Result<_>>()?;
            patterns.push(Pattern { colour, textures });
        }
        let lists = [self.colour_triangles, self.colour_quads, self.textured_triangles, self.textured_quads];
        check_sums(&patterns, lists, at)?;
        Ok(patterns)
    }
}

fn format(
    cursor: &mut Cursor<'_>,
    field: &'static str,
    known: RangeInclusive<u8>,
    expected: &'static str,
) -> Result<u8> {
    let at = cursor.place();
    let byte = cursor.u8()?;
    if known.contains(&byte) {
        return Ok(byte);
    }
    Err(Error::field(Section::Header, at, field, expected, byte))
}

fn count(cursor: &mut Cursor<'_>, field: &'static str, limit: usize) -> Result<usize> {
    let at = cursor.place();
    let number = usize::from(cursor.u16()?);
    if number <= limit {
        return Ok(number);
    }
    Err(Error::Limit { section: Section::Header, at, field, limit, found: number })
}

fn read_run(cursor: &mut Cursor<'_>) -> Result<PolygonRun> {
    Ok(PolygonRun { triangles: cursor.u16()?, quads: cursor.u16()? })
}

fn write_patterns(sink: &mut Sink, patterns: &[Pattern]) {
    for pattern in patterns {
        for run in core::iter::once(&pattern.colour).chain(&pattern.textures) {
            sink.u16(run.triangles);
            sink.u16(run.quads);
        }
    }
}

/// Makes the error for content that a version cannot store.
fn unwritable(section: Section, at: Location, version: u16, what: &'static str, value: impl Into<i64>) -> Error {
    Error::Unwritable { section, at, version, what, found: value.into() }
}
