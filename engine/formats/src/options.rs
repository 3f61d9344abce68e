//! How strict a reader is.

/// What a reader accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// Counts above these are errors.
    pub limits: Limits,
    /// Which layout of MBAC files to expect.
    pub dialect: Dialect,
}

/// Limits of the original players. The vendor's converter writes figures beyond them, which no known player reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Vertices of a figure.
    pub vertices: usize,
    /// Texture slots of a figure.
    pub textures: usize,
    /// Patterns of a figure, with pattern 0.
    pub patterns: usize,
    /// Colours of a figure.
    pub colours: usize,
    /// Texels on a side of a texture.
    pub texels: usize,
}

impl Limits {
    /// The limits of the original players.
    pub const PLAYERS: Self = Self { vertices: 21845, textures: 16, patterns: 33, colours: 256, texels: 256 };

    /// No limits but those of the formats themselves.
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

/// Layouts that bear the name MBAC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// The vendor's, or else the revised one when that fits in every respect.
    #[default]
    Auto,
    /// The vendor's only.
    Vendor,
    /// The revised one only.
    Revised,
}
