//! Kinds of files.

use core::fmt;

/// Keyword and text in PNG files of pictures that Keitai has drawn. They are not textures, even where they have the
/// name of one.
pub const DRAWN: [&str; 2] = ["Software", "Keitai, drawn picture"];

/// The usual background of pictures of figures, 0xRRGGBB.
pub const BACKGROUND: u32 = 0x33_3377;

/// Returns whether a PNG file is a picture that Keitai has drawn: [`DRAWN`] follows its header.
pub fn is_drawn(data: &[u8]) -> bool {
    const HEAD: usize = 128;
    let mark = DRAWN.join("\0");
    data.starts_with(b"\x89PNG") && data[..data.len().min(HEAD)].windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// A kind of file that is recognised by its content.
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
    /// PNG, a picture that may stand for a texture. Another crate reads it.
    Png,
    /// A ZIP or JAR archive. Another crate reads it.
    Archive,
    /// M3G, the scene format of JSR 184. Nothing here reads it.
    M3g,
}

impl Kind {
    const ALL: [Self; 9] = {
        use Kind::*;
        [Figure, ActionTable, Texture, BoneAnimation, FigureText, ActionText, Png, Archive, M3g]
    };

    /// Returns the kind of a file name extension. The extension has no dot; upper and lower case are the same.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let ending = if ending.eq_ignore_ascii_case("zip") { Self::Archive.ending() } else { ending };
        Self::ALL.into_iter().find(|kind| kind.ending().eq_ignore_ascii_case(ending))
    }

    /// Returns whether files of this kind hold a figure.
    pub fn is_figure(self) -> bool {
        matches!(self, Self::Figure | Self::FigureText)
    }

    /// Returns whether files of this kind hold actions.
    pub fn is_actions(self) -> bool {
        matches!(self, Self::ActionTable | Self::ActionText | Self::BoneAnimation)
    }

    /// Returns whether files of this kind can be textures.
    pub fn is_texture(self) -> bool {
        matches!(self, Self::Texture | Self::Png)
    }

    /// Returns the usual file name extension, without a dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Figure => "mbac",
            Self::ActionTable => "mtra",
            Self::Texture => "bmp",
            Self::BoneAnimation => "bck",
            Self::FigureText => "bac",
            Self::ActionText => "tra",
            Self::Png => "png",
            Self::Archive => "jar",
            Self::M3g => "m3g",
        }
    }

    /// Returns whether files of this kind are source texts.
    pub fn is_text(self) -> bool {
        matches!(self, Self::FigureText | Self::ActionText)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Archive => f.write_str("ZIP"),
            kind => f.write_str(&kind.ending().to_ascii_uppercase()),
        }
    }
}
