//! What can be wrong with a file, and what may be odd about it.

use std::fmt;

/// Result of reading or writing a document.
pub type Result<T> = std::result::Result<T, Error>;

/// A part of a binary file, named as the format's description names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Section {
    Header,
    PatternTable,
    Vertices,
    Normals,
    ColourPolygons,
    TexturedPolygons,
    Bones,
    Trailer,
    ActionHeader,
    Track,
    PatternKeys,
    Palette,
    Pixels,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Header => "header",
            Self::PatternTable => "pattern table",
            Self::Vertices => "vertices",
            Self::Normals => "normals",
            Self::ColourPolygons => "colour polygons",
            Self::TexturedPolygons => "textured polygons",
            Self::Bones => "bones",
            Self::Trailer => "trailer",
            Self::ActionHeader => "action header",
            Self::Track => "track",
            Self::PatternKeys => "pattern keys",
            Self::Palette => "palette",
            Self::Pixels => "pixels",
        })
    }
}

/// Why a file cannot be read or a document cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file ends inside a section.
    #[error("{section} at byte {offset}: expected {needed} more bytes, found {available}")]
    Truncated {
        /// Where.
        section: Section,
        /// Byte offset in the file.
        offset: usize,
        /// Bytes the section needs.
        needed: usize,
        /// Bytes that are there.
        available: usize,
    },
}

/// A document, and what was odd about its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded<T> {
    /// The document.
    pub document: T,
    /// What was odd, in file order.
    pub warnings: Vec<Warning>,
}

/// Something odd that did not prevent reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Byte offset in the file.
    pub offset: usize,
    /// The section it was found in.
    pub section: Section,
    /// What it is.
    pub kind: WarningKind,
}

/// The kinds of oddity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// The trailer's second key is not the one the counts give.
    #[error("trailer check value does not match the counts")]
    TrailerCheck,
}
