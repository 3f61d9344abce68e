//! Header and pattern table.
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

use super::unwritable;
use crate::bytes::{Cursor, Sink};
use crate::diagnostic::{Location, rules};
use crate::error::{Error, Result, Section};
use crate::figure::{Figure, Normals, Pattern, PolygonRun, check_sums};
use crate::options::Limits;
use crate::trailer;
use alloc::vec::Vec;

pub(crate) const MAGIC: &str = "MB";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Header {
    pub(super) version: u16,
    pub(super) vertex_format: u8,
    pub(super) normal_format: u8,
    pub(super) polygon_format: u8,
    pub(super) vertices: usize,
    pub(super) textured_triangles: usize,
    pub(super) textured_quads: usize,
    pub(super) bones: usize,
    pub(super) colour_triangles: usize,
    pub(super) colour_quads: usize,
    pub(super) textures: usize,
    pub(super) patterns: usize,
    pub(super) colours: usize,
}

impl Header {
    pub(super) fn read(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Self> {
        cursor.section = Section::Header;
        cursor.magic(MAGIC)?;
        let version = cursor.u16()?;
        if !(2..=5).contains(&version) {
            return Err(Error::Version { supported: "2, 3, 4 or 5", found: version });
        }
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
    pub(super) fn of(figure: &Figure) -> Result<Self> {
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
            let unheld = [
                (Section::ColourPolygons, colour != 0, "colour polygons", colour),
                (Section::ColourPolygons, colours != 0, "colours", colours),
                (Section::PatternTable, header.patterns != 1, "any but one pattern", header.patterns),
                (Section::PatternTable, header.textures != 1, "any but one texture", header.textures),
            ];
            for (section, present, what, number) in unheld {
                if present {
                    return Err(unwritable(section, Location::Document, version, what, number as i64));
                }
            }
        }
        Ok(header)
    }

    pub(super) fn write(&self, sink: &mut Sink) -> Result<()> {
        sink.raw(MAGIC.as_bytes());
        sink.u16(self.version);
        if self.version >= 4 {
            sink.raw(&[self.vertex_format, self.normal_format, self.polygon_format, 1]);
        }
        let mut counts = vec![
            ("vertices", self.vertices),
            ("textured triangles", self.textured_triangles),
            ("textured quads", self.textured_quads),
            ("bones", self.bones),
        ];
        if self.polygon_format == 3 {
            counts.extend([
                ("colour triangles", self.colour_triangles),
                ("colour quads", self.colour_quads),
                ("textures", self.textures),
                ("patterns", self.patterns),
                ("colours", self.colours),
            ]);
        }
        counts.into_iter().try_for_each(|(field, count)| sink.count(Section::Header, Location::Document, field, count))
    }

    pub(super) fn has_table(&self) -> bool {
        self.version == 5
    }

    /// Returns the trailer's second key.
    pub(super) fn check_key(&self) -> [u8; 2] {
        let polygons = self.textured_triangles + self.textured_quads + self.colour_triangles + self.colour_quads;
        trailer::check_key(self.vertices, polygons)
    }

    /// Reads the pattern table, or makes the single pattern of a file without a table. The sums of the rows must equal
    /// the counts of the header.
    pub(super) fn read_patterns(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Pattern>> {
        let textured = PolygonRun { triangles: self.textured_triangles as u16, quads: self.textured_quads as u16 };
        if !self.has_table() {
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
    known: core::ops::RangeInclusive<u8>,
    expected: &'static str,
) -> Result<u8> {
    let at = cursor.place();
    let byte = cursor.u8()?;
    if known.contains(&byte) {
        return Ok(byte);
    }
    Err(Error::field(Section::Header, at, field, expected, byte))
}

pub(super) fn count(cursor: &mut Cursor<'_>, field: &'static str, limit: usize) -> Result<usize> {
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

pub(super) fn write_patterns(sink: &mut Sink, patterns: &[Pattern]) {
    for pattern in patterns {
        for run in core::iter::once(&pattern.colour).chain(&pattern.textures) {
            sink.u16(run.triangles);
            sink.u16(run.quads);
        }
    }
}
