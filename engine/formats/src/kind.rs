//! Kinds of files.

use std::fmt;

/// A kind of file that this crate reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// MBAC, a figure.
    Figure,
    /// MTRA, an action table.
    ActionTable,
    /// BMP, a texture.
    Texture,
    /// BCK, a bone animation of J3D.
    BoneAnimation,
    /// BAC6, the text of a figure.
    FigureText,
    /// TRA4, the text of an action.
    ActionText,
}

impl Kind {
    /// Returns the kind that a file name extension stands for. The extension has no dot; upper and lower case are the same.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let kinds = [
            ("mbac", Self::Figure),
            ("mtra", Self::ActionTable),
            ("bmp", Self::Texture),
            ("bck", Self::BoneAnimation),
            ("bac", Self::FigureText),
            ("tra", Self::ActionText),
        ];
        kinds.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(ending)).map(|(_, kind)| kind)
    }

    /// Returns whether files of this kind are source texts.
    pub fn is_text(self) -> bool {
        matches!(self, Self::FigureText | Self::ActionText)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Figure => "MBAC",
            Self::ActionTable => "MTRA",
            Self::Texture => "BMP",
            Self::BoneAnimation => "BCK",
            Self::FigureText => "BAC",
            Self::ActionText => "TRA",
        })
    }
}
