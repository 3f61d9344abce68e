//! Options of readers: limits and dialect.

/// Limits and layout that a reader accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Counts above these are errors.
    pub limits: Limits,
    /// Layout of MBAC files to expect.
    pub dialect: Dialect,
}

impl ReadOptions {
    /// Reads whatever the formats themselves allow.
    pub const UNLIMITED: Self = Self::new(Limits::NONE, Dialect::Auto);

    /// Reads files within limits, and figures of a layout.
    pub const fn new(limits: Limits, dialect: Dialect) -> Self {
        Self { limits, dialect }
    }
}

/// Limits on counts. The vendor's converter writes figures beyond the limits of the original players; no known player
/// reads such figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Vertices of a figure.
    pub vertices: usize,
    /// Texture slots of a figure.
    pub textures: usize,
    /// Patterns of a figure, including pattern 0.
    pub patterns: usize,
    /// Colours of a figure.
    pub colours: usize,
    /// Texels on a side of a texture.
    pub texels: usize,
}

impl Limits {
    /// The limits of the original players.
    pub const PLAYERS: Self = Self { vertices: 21845, textures: 16, patterns: 33, colours: 256, texels: 256 };

    /// Only the limits of the formats themselves.
    pub const NONE: Self = Self {
        vertices: usize::MAX,
        textures: usize::MAX,
        patterns: usize::MAX,
        colours: usize::MAX,
        texels: usize::MAX,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::PLAYERS
    }
}

/// Layouts of MBAC files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// The vendor's layout; the revised one when only that fits in every respect.
    #[default]
    Auto,
    /// Only the vendor's layout.
    Vendor,
    /// Only the revised layout.
    Revised,
}
