//! Errors of sound files.

/// Result of reading a sound.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A sound file cannot be read, or the mixer cannot be made.
///
/// Errors of a file name the section, the byte, the expected value and the value that was found. Only the caller knows
/// the file's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file ends inside a section.
    #[error("{section} at byte {offset}: expected {needed} more bytes, found {available}")]
    Truncated {
        /// Part of the file that is cut off.
        section: &'static str,
        /// Byte offset in the file.
        offset: usize,
        /// Bytes that the section needs.
        needed: usize,
        /// Bytes that are left.
        available: usize,
    },
    /// The file, or a block of it, does not start as its format does.
    #[error("{section} at byte {offset}: expected \"{expected}\", found other bytes")]
    Magic {
        /// Part of the file with the wrong start.
        section: &'static str,
        /// Byte offset in the file.
        offset: usize,
        /// First bytes of the format.
        expected: &'static str,
    },
    /// A field holds a value that the format does not allow, or that no phone played.
    #[error("{section} at byte {offset}: {field}: expected {expected}, found {found}")]
    Field {
        /// Part of the file with the field.
        section: &'static str,
        /// Byte offset in the file.
        offset: usize,
        /// Name in the format's description.
        field: &'static str,
        /// Legal values.
        expected: &'static str,
        /// Value of the field.
        found: i64,
    },
    /// A section that the format requires is missing.
    #[error("header: no {section}")]
    Missing {
        /// Name of the missing part.
        section: &'static str,
    },
    /// The sound needs more memory or work than is allowed.
    #[error("{what}: expected at most {limit}")]
    Limit {
        /// Name of the quantity.
        what: &'static str,
        /// Largest amount that is allowed.
        limit: u64,
    },
    /// Damaged Ogg Vorbis data. The decoder does not name the byte.
    #[error("Ogg Vorbis: {reason}")]
    Vorbis {
        /// Message of the decoder.
        reason: String,
    },
    /// The file is of no known kind.
    #[error("header at byte 0: not the start of a WAV, Ogg Vorbis, MIDI or tone sequence file")]
    UnknownKind,
    /// The SoundFont of the synthesizer cannot be used.
    #[error("SoundFont: {reason}")]
    Font {
        /// Message of the synthesizer.
        reason: String,
    },
    /// The mixer cannot be made.
    #[error("mixer: {reason}")]
    Mixer {
        /// Why the mixer cannot be made.
        reason: &'static str,
    },
}
