//! Reads and writes MBAC, the figure file, as [`Figure`].
//!
//! Modules for the sections of the format, each with reader and writer: header and pattern table; vertices, normals and
//! bones; polygons; the trailer is shared with MTRA. The writer makes the choices of the vendor's converter, so a file
//! of that converter is written back unchanged. Some files need [`WriteOptions`] for their last vertex.
//!
//! | version | vertices | normals | polygons | also |
//! |---|---|---|---|---|
//! | 2, 3 | 1: plain | none | 1: plain | |
//! | 4 | 2: blocks | 2: packed | 2: bits | |
//! | 5 | 2: blocks | 2: packed | 3: bits with colour polygons | pattern table |
//!
//! The table shows the output of the vendor's converter. The reader accepts every combination of formats except polygon
//! format 3 in version 4, which no known file has. Normal formats 0 (none) and 1 (plain) are legal from version 4 on.

mod colour;
mod header;
mod revised;
mod textured;
mod vertices;

pub(crate) use header::MAGIC;

use crate::bytes::{BitReader, BitWriter};
use crate::bytes::{Cursor, Sink};
use crate::diagnostic::{Diagnostic, Location, Report, rules};
use crate::error::{Error, Result, Section};
use crate::figure::{Figure, Polygons, Rgb};
use crate::kind::Kind;
use crate::options::{Dialect, Limits, ReadOptions};
use crate::{swap, trailer};
use alloc::boxed::Box;
use alloc::vec::Vec;
use header::Header;

/// Reads a figure within the limits of players, in either dialect.
///
/// The byte swap of a swapped file is undone; a note says so. A warning reports the revised dialect.
pub fn read(data: &[u8]) -> Result<Report<Figure>> {
    read_with(data, &ReadOptions::default())
}

/// Reads a figure like [`read()`], with other limits or in one dialect.
pub fn read_with(data: &[u8], options: &ReadOptions) -> Result<Report<Figure>> {
    swap::read_either(data, Kind::Figure, MAGIC, |data| match options.dialect {
        Dialect::Vendor => read_vendor(data, &options.limits),
        Dialect::Revised => revised::read(data, &options.limits, "the options ask for it"),
        Dialect::Auto => read_auto(data, &options.limits),
    })
}

/// Reads either layout. The vendor's layout is used when it fits to the last byte, and when neither fits.
fn read_auto(data: &[u8], limits: &Limits) -> Result<Report<Figure>> {
    let vendor = read_vendor(data, limits);
    let decided_by = match &vendor {
        Ok(loaded) if fits_exactly(&loaded.diagnostics) => return vendor,
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
        palette = colour::read(&mut bits, &header, &mut polygons)?;
    }
    if header.textured_triangles + header.textured_quads > 0 {
        textured::read(&mut bits, &header, &mut polygons)?;
    }
    bits.finish();
    let bones = vertices::read_bones(&mut cursor, header.bones, header.vertices)?;
    let trailer = trailer::read(&mut cursor, header.version > 3, header.check_key())?;
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
///
/// [`Normals::Vectors`]: crate::Normals::Vectors
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
    if header.has_table() {
        header::write_patterns(&mut sink, &figure.patterns);
    }
    vertices::write(&mut sink, header.vertex_format, &figure.vertices, options);
    vertices::write_normals(&mut sink, &figure.normals);
    let mut bits = BitWriter::new(&mut sink);
    if header.colour_triangles + header.colour_quads > 0 {
        colour::write(&mut bits, figure);
    }
    if header.textured_triangles + header.textured_quads > 0 {
        textured::write(&mut bits, figure, header.polygon_format)?;
    }
    bits.finish();
    vertices::write_bones(&mut sink, &figure.bones);
    if let Some(trailer) = figure.trailer {
        trailer::write(&mut sink, trailer, header.check_key());
    }
    Ok(sink.bytes)
}

/// Makes the error for content that a version cannot store.
fn unwritable(section: Section, at: Location, version: u16, what: &'static str, value: impl Into<i64>) -> Error {
    Error::Unwritable { section, at, version, what, found: value.into() }
}
