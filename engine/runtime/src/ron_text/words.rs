//! RON forms of numbers, projections, light, blending, loop modes and fonts in scenes and shots.

use keitai_render::{Clip, Q12, Vector3};
use serde::de::{Deserializer, Error, Unexpected};
use serde::{Deserialize, Serialize};

use super::number::{FactorWord, Turn, WrittenWord};

/// An integer from -2^31 to 2^32-1, reduced to 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Word(pub(crate) i32);

impl Word {
    /// Returns the word of an integer in its range.
    pub(crate) fn of(value: i64) -> Option<Self> {
        (-(1 << 31)..1 << 32).contains(&value).then_some(Self(value as i32))
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = i64::deserialize(deserializer)?;
        let found = value.to_string();
        Self::of(value).ok_or_else(|| D::Error::invalid_value(Unexpected::Other(&found), &"-2147483648..=4294967295"))
    }
}

/// An axis of rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub(crate) enum Axis {
    X,
    Y,
    Z,
}

/// The RON form of [`keitai_render::Projection`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "WrittenProjection")]
pub(crate) enum Projection {
    /// Scales along x and y, 4096 = one pixel per unit.
    ParallelScale(FactorWord, FactorWord),
    /// Width and height of the picture in model units.
    ParallelSize(Word, Word),
    /// Near and far plane, horizontal field of view.
    PerspectiveFov(Word, Word, Turn),
    /// Near and far plane, width and height of the near plane in 20.12.
    PerspectiveSize(Word, Word, FactorWord, FactorWord),
}

/// A projection with its factors as they are written.
#[derive(Deserialize)]
#[serde(rename = "Projection")]
enum WrittenProjection {
    ParallelScale(WrittenWord, WrittenWord),
    ParallelSize(Word, Word),
    PerspectiveFov(Word, Word, Turn),
    PerspectiveSize(Word, Word, WrittenWord, WrittenWord),
}

impl TryFrom<WrittenProjection> for Projection {
    type Error = String;

    fn try_from(written: WrittenProjection) -> Result<Self, String> {
        Ok(match written {
            WrittenProjection::ParallelScale(x, y) => {
                let [x, y] = WrittenWord::pair(x, y)?;
                Self::ParallelScale(x, y)
            }
            WrittenProjection::ParallelSize(width, height) => Self::ParallelSize(width, height),
            WrittenProjection::PerspectiveFov(near, far, angle) => Self::PerspectiveFov(near, far, angle),
            WrittenProjection::PerspectiveSize(near, far, width, height) => {
                let [width, height] = WrittenWord::pair(width, height)?;
                Self::PerspectiveSize(near, far, width, height)
            }
        })
    }
}

/// The RON form of [`keitai_render::Light`]; intensities in 4.12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Light {
    /// Direction of travel in view space.
    pub(crate) direction: (Word, Word, Word),
    /// Intensity of the directional part.
    pub(crate) intensity: Word,
    /// Intensity of the ambient part.
    pub(crate) ambient: Word,
}

/// The RON form of [`keitai_formats::Blend`].
#[derive(Deserialize, Serialize)]
#[serde(remote = "keitai_formats::Blend")]
pub(crate) enum Blend {
    Normal,
    Half,
    Add,
    Sub,
}

/// A [`keitai_formats::Blend`] that may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct BlendWord(#[serde(with = "Blend")] pub(crate) keitai_formats::Blend);

/// The RON form of [`keitai_formats::LoopMode`].
#[derive(Deserialize)]
#[serde(remote = "keitai_formats::LoopMode")]
enum LoopMode {
    Once,
    OnceAndReset,
    Loop,
    MirroredOnce,
    MirroredLoop,
}

/// A [`keitai_formats::LoopMode`] that may be left out.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(crate) struct LoopWord(#[serde(with = "LoopMode")] pub(crate) keitai_formats::LoopMode);

/// The font of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum Font {
    /// A plain font of 5 x 8 pixels.
    Small,
    /// A plain font of 6 x 10 pixels.
    #[default]
    Normal,
    /// Letters from a texture.
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
pub(crate) type Area = (i32, i32, i32, i32);
/// A rectangle of a shot, as x, y, width and height.
pub(crate) type AreaWords = (Word, Word, Word, Word);

/// Converts a rectangle to its edges.
pub(crate) fn edges((x, y, width, height): Area) -> Clip {
    Clip { left: x, top: y, right: x.saturating_add(width), bottom: y.saturating_add(height) }
}

/// Converts a rectangle of a shot to its edges.
pub(crate) fn word_edges((x, y, width, height): AreaWords) -> Clip {
    edges((x.0, y.0, width.0, height.0))
}

/// Converts edges to x, y, width and height.
pub(crate) fn area(clip: Clip) -> AreaWords {
    let (width, height) = (clip.right.saturating_sub(clip.left), clip.bottom.saturating_sub(clip.top));
    (Word(clip.left), Word(clip.top), Word(width), Word(height))
}

impl From<Projection> for keitai_render::Projection {
    fn from(projection: Projection) -> Self {
        match projection {
            Projection::ParallelScale(x, y) => Self::ParallelScale { x: Q12::from_bits(x.0), y: Q12::from_bits(y.0) },
            Projection::ParallelSize(width, height) => Self::ParallelSize { width: width.0, height: height.0 },
            Projection::PerspectiveFov(near, far, angle) => {
                Self::PerspectiveFov { near: near.0, far: far.0, angle: angle.0 }
            }
            Projection::PerspectiveSize(near, far, width, height) => Self::PerspectiveSize {
                near: near.0,
                far: far.0,
                width: Q12::from_bits(width.0),
                height: Q12::from_bits(height.0),
            },
        }
    }
}

impl From<Light> for keitai_render::Light {
    fn from(light: Light) -> Self {
        let (x, y, z) = light.direction;
        Self {
            direction: Vector3::new(x.0, y.0, z.0),
            intensity: Q12::from_bits(light.intensity.0),
            ambient: Q12::from_bits(light.ambient.0),
        }
    }
}

impl From<keitai_render::Projection> for Projection {
    fn from(projection: keitai_render::Projection) -> Self {
        use keitai_render::Projection as P;
        match projection {
            P::ParallelScale { x, y } => Self::ParallelScale(FactorWord(x.to_bits()), FactorWord(y.to_bits())),
            P::ParallelSize { width, height } => Self::ParallelSize(Word(width), Word(height)),
            P::PerspectiveFov { near, far, angle } => Self::PerspectiveFov(Word(near), Word(far), Turn(angle)),
            P::PerspectiveSize { near, far, width, height } => {
                Self::PerspectiveSize(Word(near), Word(far), FactorWord(width.to_bits()), FactorWord(height.to_bits()))
            }
        }
    }
}

impl From<keitai_render::Light> for Light {
    fn from(light: keitai_render::Light) -> Self {
        let Vector3 { x, y, z } = light.direction;
        Self {
            direction: (Word(x), Word(y), Word(z)),
            intensity: Word(light.intensity.to_bits()),
            ambient: Word(light.ambient.to_bits()),
        }
    }
}
