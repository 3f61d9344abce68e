//! What may be odd about a file without preventing that it is read.

use std::fmt;

use crate::error::Section;
use crate::kind::Kind;

/// A document, and what was odd about its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded<T> {
    /// The document.
    pub document: T,
    /// What was odd, in file order.
    pub warnings: Vec<Warning>,
}

impl<T> Loaded<T> {
    /// The same warnings with another document.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Loaded<U> {
        Loaded { document: change(self.document), warnings: self.warnings }
    }
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

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.section, self.offset, self.kind)
    }
}

/// The kinds of oddity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// The trailer's second key is not the one the counts give.
    #[error("trailer check value does not match counts: expected {expected:02x?}, found {found:02x?}")]
    TrailerCheck {
        /// The key that the counts give.
        expected: [u8; 2],
        /// The key that is there.
        found: [u8; 2],
    },
    /// There is no trailer, in a version that has one.
    #[error("trailer missing: expected 20 bytes, found {found}")]
    TrailerMissing {
        /// Bytes that are left for it.
        found: usize,
    },
    /// The two copies of the trailer's identifier differ.
    #[error("the trailer's two identifiers differ: \"{}\" and \"{}\"", first.escape_ascii(), second.escape_ascii())]
    TrailerUnequal {
        /// Under the first key.
        first: [u8; 8],
        /// Under the second key.
        second: [u8; 8],
    },
    /// The trailer's identifier is not text.
    #[error("the trailer's identifier is not ASCII: \"{}\"", identifier.escape_ascii())]
    TrailerNotAscii {
        /// The identifier.
        identifier: [u8; 8],
    },
    /// The file goes on after its end.
    #[error("{count} bytes after the end")]
    TrailingBytes {
        /// How many.
        count: usize,
    },
    /// The bits that fill up the last byte of a bit stream are not zero.
    #[error("pad bits are not zero")]
    PadBits,
    /// A legal value that no known file has.
    #[error("{field} {found}: legal, but in no known file")]
    Unseen {
        /// Which field.
        field: &'static str,
        /// Its value.
        found: u32,
    },
    /// A redundant count does not match what it counts.
    #[error("{field}: the file holds {expected}, its header says {found}")]
    HeaderCount {
        /// What is counted.
        field: &'static str,
        /// What the file holds.
        expected: u32,
        /// What the header says.
        found: u32,
    },
    /// The first key of a list is not at frame 0; its value holds from frame 0 on.
    #[error("first key at frame {frame} instead of 0")]
    LateFirstKey {
        /// Its frame.
        frame: u16,
    },
    /// The pattern keys of an action are not in ascending order of frames.
    #[error("pattern key at frame {frame} follows one at frame {previous}")]
    PatternKeyOrder {
        /// Frame of the earlier key in the file.
        previous: u16,
        /// Frame of the later one.
        frame: u16,
    },
    /// Texels beyond the palette; they are black.
    #[error("{texels} texels beyond the {colours} colours of the palette, the highest with index {highest}")]
    PaletteIndex {
        /// Number of such texels.
        texels: usize,
        /// The highest index.
        highest: u8,
        /// Length of the palette.
        colours: usize,
    },
    /// The offset of the pixels lies inside the palette; the pixels are read after it.
    #[error("pixel offset {found} lies inside the palette, which ends at {expected}")]
    RasterOverlap {
        /// Where the palette ends.
        expected: usize,
        /// The offset in the header.
        found: usize,
    },
    /// The file was obfuscated by swapping bytes between its ends. Offsets are those after undoing it.
    #[error("byte-swapped {0} file, as games by Fishlabs have them; undone")]
    Swapped(Kind),
    /// The file is of the revised dialect.
    #[error("read as the revised MBAC dialect: {decided_by}")]
    RevisedDialect {
        /// The test that decided.
        decided_by: &'static str,
    },
    /// Polygon flags of the revised dialect that have no known meaning.
    #[error("{polygons} polygons with flags of unknown meaning: {bits:#06x}")]
    UnknownFlags {
        /// Number of such polygons.
        polygons: usize,
        /// All such bits.
        bits: u16,
    },
    /// Colour polygons of the revised dialect, whose colour is not described.
    #[error("{polygons} colour polygons without a described colour; they are white")]
    UndescribedColour {
        /// Number of such polygons.
        polygons: usize,
    },
}
