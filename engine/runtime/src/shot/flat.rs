//! Words for flat things, in scenes as in shots.

use keitai_render::Clip;
use serde::{Deserialize, Serialize};

/// How pixels meet those that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
pub enum Blend {
    /// They replace them.
    #[default]
    Normal,
    /// The mean of both.
    Half,
    /// The sum.
    Add,
    /// What was there, less these.
    Sub,
}

/// Where text lies, seen from its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
pub enum Align {
    /// To the right of it.
    #[default]
    Left,
    /// Around it.
    Centre,
    /// To the left of it.
    Right,
}

/// What text is written in.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub enum Font {
    /// Plain lettering of 5 x 8 pixels.
    Small,
    /// Plain lettering of 6 x 10 pixels.
    #[default]
    Normal,
    /// Letters cut from a texture.
    Cells {
        /// The texture.
        texture: String,
        /// Width and height of a letter, texels.
        cell: (u8, u8),
        /// The letters in the order of their cells, row by row.
        alphabet: String,
    },
}

/// A rectangle as x, y, width and height.
pub type Area = (i32, i32, i32, i32);

/// The rectangle between its edges.
pub(crate) fn edges((x, y, width, height): Area) -> Clip {
    Clip { left: x, top: y, right: x.saturating_add(width), bottom: y.saturating_add(height) }
}

impl From<Blend> for keitai_formats::Blend {
    fn from(blend: Blend) -> Self {
        match blend {
            Blend::Normal => Self::Normal,
            Blend::Half => Self::Half,
            Blend::Add => Self::Add,
            Blend::Sub => Self::Sub,
        }
    }
}

impl From<Align> for keitai_render::Align {
    fn from(align: Align) -> Self {
        match align {
            Align::Left => Self::Left,
            Align::Centre => Self::Centre,
            Align::Right => Self::Right,
        }
    }
}
