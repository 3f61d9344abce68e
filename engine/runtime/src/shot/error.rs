//! What can be wrong with a shot.

/// Why a shot cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShotError {
    /// The text is not a shot.
    #[error("{0}")]
    Syntax(#[from] Box<ron::error::SpannedError>),
    /// The picture's size is out of range.
    #[error("size: expected 1..={largest} pixels each way, found {width}x{height}")]
    Size {
        /// Found.
        width: u32,
        /// Found.
        height: u32,
        /// The most.
        largest: u32,
    },
    /// A statement uses a name that is not declared.
    #[error("statement {statement}: {what} \"{name}\" is not declared")]
    Unknown {
        /// Position in the frame program, 1 being the first.
        statement: usize,
        /// What the name should stand for.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// An action table has fewer actions.
    #[error("statement {statement}: action {action} of {count}")]
    Action {
        /// Position in the frame program, 1 being the first.
        statement: usize,
        /// Asked for.
        action: usize,
        /// In the table.
        count: usize,
    },
    /// Another number of matrices than the figure has bones.
    #[error("statement {statement}: {found} matrices for {expected} bones")]
    Bones {
        /// Position in the frame program, 1 being the first.
        statement: usize,
        /// Matrices.
        found: usize,
        /// Bones of the figure.
        expected: usize,
    },
    /// An alphabet does not fit its texture.
    #[error("statement {statement}: {source}")]
    Font {
        /// Position in the frame program, 1 being the first.
        statement: usize,
        /// Why.
        source: keitai_render::Error,
    },
    /// A file cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A file is not what it should be.
    #[error("{path}: {source}")]
    Format {
        /// The file.
        path: String,
        /// Why.
        source: keitai_formats::Error,
    },
    /// A figure or its actions cannot be read, or not be made from their text.
    #[error("{path}:{}{source}", if source.is_placed() { "" } else { " " })]
    Source {
        /// The file.
        path: String,
        /// Why.
        source: keitai_convert::Error,
    },
    /// A file's content cannot be drawn.
    #[error("{path}: {source}")]
    Content {
        /// The file.
        path: String,
        /// Why.
        source: keitai_render::Error,
    },
}
