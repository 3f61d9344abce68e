//! Errors of reading and writing.
//!
//! An error names the section, the place in it, the expected value and the value that was found. Only the caller knows
//! the file's name.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use crate::diagnostic::{Diagnostic, Items, Location, Rule, rules};

/// Result of reading or writing a document.
pub type Result<T> = core::result::Result<T, Error>;

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
    JointTable,
    KeyPool,
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
            Self::JointTable => "joint table",
            Self::KeyPool => "key pool",
        })
    }
}

/// A location as an error shows it after its section.
struct In(Location);

impl fmt::Display for In {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Location::Document => Ok(()),
            Location::Item(index) => write!(f, " number {index}"),
            location => write!(f, " at {location}"),
        }
    }
}

/// A file cannot be read, or a document cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Error {
    /// The file ends inside a section.
    #[error("{section} at byte {offset}: expected {needed} more bytes, found {available}")]
    Truncated { section: Section, offset: usize, needed: usize, available: usize },
    /// The file, or a block of it, does not start as its format does.
    #[error("header at byte {offset}: expected \"{expected}\", found other bytes")]
    Magic {
        offset: usize,
        expected: &'static str,
        /// First bytes of the file, as many as expected or fewer. The message does not quote them: the file may be
        /// private.
        found: Vec<u8>,
    },
    /// A version that cannot be read. The field is always at byte 2.
    #[error("header at byte 2: expected version {supported}, found {found}")]
    Version { supported: &'static str, found: u16 },
    /// A version that cannot be written.
    #[error("cannot write version {asked}, only {supported}")]
    TargetVersion { supported: &'static str, asked: u16 },
    /// A field holds a value that the format does not allow.
    #[error("{section}{}: {field}: expected {expected}, found {found}", In(*at))]
    Field {
        section: Section,
        at: Location,
        /// Name in the format's description.
        field: &'static str,
        expected: &'static str,
        found: i64,
    },
    /// A field points beyond a list.
    #[error("{section}{}: {field}: expected an index below {count}, found {found}", In(*at))]
    Index {
        section: Section,
        at: Location,
        /// Name in the format's description.
        field: &'static str,
        count: usize,
        found: usize,
    },
    /// Two counts that must be equal are not.
    #[error("{section}{}: {field}: expected {expected}, found {found}", In(*at))]
    Count {
        section: Section,
        at: Location,
        /// Name in the format's description.
        field: &'static str,
        expected: usize,
        found: usize,
    },
    /// A count is above a limit of the players (see [`crate::Limits`]), of the format or of this reader.
    #[error("{section}{}: {field}: expected at most {limit}, found {found}", In(*at))]
    Limit {
        section: Section,
        at: Location,
        /// Name of the counted items.
        field: &'static str,
        limit: usize,
        found: usize,
    },
    /// The document holds a value that a version of the format cannot store.
    #[error("{section}{}: version {version} cannot hold {what} ({found})", In(*at))]
    Unwritable {
        section: Section,
        /// Item of the section.
        at: Location,
        version: u16,
        /// Name in the format's description.
        what: &'static str,
        /// The value that does not fit, or the number of such values.
        found: i64,
    },
    /// Neither the vendor's layout nor the revised dialect fits.
    #[error("{vendor} (and as the revised dialect: {revised})")]
    NoDialect { vendor: Box<Error>, revised: Box<Error> },
    /// A picture without a palette, which no player reads.
    #[error("header at byte 28: {depth} bits per pixel have no palette; a texture needs indexed colours")]
    NoPalette {
        /// Bits per pixel.
        depth: u16,
    },
    /// The file is of no known kind.
    #[error("{}", if found.is_empty() { "the file is empty" } else { "header at byte 0: not the start of any known format" })]
    UnknownKind {
        /// First bytes of the file. The message does not quote them: the file may be private.
        found: Vec<u8>,
    },
}

impl Error {
    /// Makes the error for a field with a value that the format does not allow.
    pub(crate) fn field(
        section: Section,
        at: Location,
        field: &'static str,
        expected: &'static str,
        found: impl Into<i64>,
    ) -> Self {
        Self::Field { section, at, field, expected, found: found.into() }
    }

    /// Returns the part of the file or document that is wrong.
    pub fn section(&self) -> Section {
        match self {
            Self::Truncated { section, .. }
            | Self::Field { section, .. }
            | Self::Index { section, .. }
            | Self::Count { section, .. }
            | Self::Limit { section, .. }
            | Self::Unwritable { section, .. } => *section,
            Self::Magic { .. }
            | Self::Version { .. }
            | Self::TargetVersion { .. }
            | Self::NoPalette { .. }
            | Self::UnknownKind { .. } => Section::Header,
            Self::NoDialect { vendor, .. } => vendor.section(),
        }
    }

    /// Returns the place of the fault in its section.
    fn at(&self) -> Location {
        match self {
            Self::Truncated { offset, .. } | Self::Magic { offset, .. } => Location::Byte(*offset),
            Self::Field { at, .. }
            | Self::Index { at, .. }
            | Self::Count { at, .. }
            | Self::Limit { at, .. }
            | Self::Unwritable { at, .. } => *at,
            Self::UnknownKind { .. } => Location::Byte(0),
            Self::Version { .. } => Location::Byte(2),
            Self::NoPalette { .. } => Location::Byte(28),
            Self::NoDialect { vendor, .. } => vendor.at(),
            Self::TargetVersion { .. } => Location::Document,
        }
    }

    /// Returns the byte offset in the file; `None` for an error of checking or writing a document.
    pub fn offset(&self) -> Option<usize> {
        if let Location::Byte(offset) = self.at() { Some(offset) } else { None }
    }

    /// Returns the number of the item, when the error was found in a document.
    fn items(&self) -> Items {
        let mut items = Items::default();
        let Location::Item(number) = self.at() else { return items };
        let item = match self.section() {
            Section::ActionHeader | Section::Track | Section::PatternKeys => &mut items.action,
            Section::Bones => &mut items.bone,
            Section::PatternTable => &mut items.pattern,
            Section::ColourPolygons | Section::TexturedPolygons => &mut items.polygon,
            Section::Vertices | Section::Normals => &mut items.vertex,
            _ => return items,
        };
        *item = Some(number);
        items
    }

    /// Returns the rule that `keitai explain` shows for the error.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::Truncated { .. } => &rules::TRUNCATED,
            Self::Magic { .. } => &rules::MAGIC,
            Self::Version { .. } => &rules::VERSION,
            Self::Field { .. } => &rules::FIELD,
            Self::Index { .. } => &rules::INDEX,
            Self::Count { .. } => &rules::COUNT,
            Self::Limit { .. } => &rules::LIMIT,
            Self::NoDialect { .. } => &rules::NO_DIALECT,
            Self::UnknownKind { .. } => &rules::UNKNOWN_KIND,
            Self::NoPalette { .. } => &rules::NO_PALETTE,
            Self::TargetVersion { .. } | Self::Unwritable { .. } => &rules::UNWRITABLE,
        }
    }
}

impl From<&Error> for Diagnostic {
    fn from(error: &Error) -> Self {
        let location = error.offset().map_or(Location::Document, Location::Byte);
        Self::new(error.rule(), location, error.to_string()).with_items(error.items())
    }
}
