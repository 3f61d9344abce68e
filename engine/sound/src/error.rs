//! Errors of sound files.

/// Result of reading a sound.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A sound file cannot be read, or the mixer cannot be made.
///
/// Errors of a file name the section, the byte, the expected value and the value that was found. Only the caller knows
/// the file's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Error {
    /// The file ends inside a section.
    #[error("{section} at byte {offset}: expected {needed} more bytes, found {available}")]
    Truncated { section: &'static str, offset: usize, needed: usize, available: usize },
    /// The file, or a block of it, does not start as its format does.
    #[error("{section} at byte {offset}: expected \"{expected}\", found other bytes")]
    Magic { section: &'static str, offset: usize, expected: &'static str },
    /// A field holds a value that the format does not allow, or that no phone played.
    #[error("{section} at byte {offset}: {field}: expected {expected}, found {found}")]
    Field {
        section: &'static str,
        offset: usize,
        /// Name in the format's description.
        field: &'static str,
        expected: &'static str,
        found: i64,
    },
    /// A section that the format requires is missing.
    #[error("header: no {0}")]
    Missing(&'static str),
    /// The sound needs more memory or work than is allowed.
    #[error("{what}: expected at most {limit}")]
    Limit { what: &'static str, limit: u64 },
    /// Damaged Ogg Vorbis data. The decoder does not name the byte.
    #[error("Ogg Vorbis: {0}")]
    Vorbis(String),
    /// The file is of no known kind.
    #[error("header at byte 0: not the start of a WAV, Ogg Vorbis, MIDI or tone sequence file")]
    UnknownKind,
    /// The SoundFont of the synthesizer cannot be used.
    #[error("SoundFont: {0}")]
    Font(String),
    /// The mixer cannot be made.
    #[error("mixer: {0}")]
    Mixer(&'static str),
}
