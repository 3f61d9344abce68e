//! Differences between the original's phone engine and its PC viewer.
//!
//! Both were measured; wherever they agree there is one rule and no setting. The defaults are the engine's.

/// The rules of the engine or of the viewer. Scenes, shots and `--compat` name a preset, `"engine"` or `"viewer"`, or
/// set fields: `(pixel_format: Rgb888)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Compat {
    /// Colour resolution of the authentic back end: a property of the screen that the engine drew for.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "serialised::is_default"))]
    pub pixel_format: PixelFormat,
    /// Texels outside the picture of a texture.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "serialised::is_default"))]
    pub uv_wrap: UvWrap,
}

/// Colour resolution of the authentic back end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PixelFormat {
    /// 5 bits per channel. Evidence: every pixel of the viewer's pictures. Whether handsets gave the engine such a
    /// buffer is not known.
    #[default]
    Rgb555,
    /// 8 bits per channel. Evidence: every pixel of pictures that the engine drew into a 32-bit buffer.
    Rgb888,
}

/// Texels outside the picture of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum UvWrap {
    /// Every texture is a square of 256 x 256 texels, and those outside the picture have index 0. Evidence: the engine,
    /// 11 sizes of textures, by figures and by primitives.
    #[default]
    Pad256,
    /// Coordinates wrap at the next powers of two, up to which the picture is padded with index 0. Evidence: the viewer.
    Mask,
}

impl Compat {
    /// The names of the presets, and their rules.
    pub const PRESETS: [(&'static str, Self); 2] = [("engine", Self::engine()), ("viewer", Self::viewer())];

    /// Returns the rules of the phone engine, which are the default.
    pub const fn engine() -> Self {
        Self { pixel_format: PixelFormat::Rgb555, uv_wrap: UvWrap::Pad256 }
    }

    /// Returns the rules of the PC viewer.
    pub const fn viewer() -> Self {
        Self { pixel_format: PixelFormat::Rgb555, uv_wrap: UvWrap::Mask }
    }

    /// Returns the preset called `name`, such as "viewer".
    pub fn named(name: &str) -> Option<Self> {
        Self::PRESETS.into_iter().find(|(other, _)| *other == name).map(|(_, compat)| compat)
    }
}

/// [`Compat`] in scenes and shots.
#[cfg(feature = "serde")]
mod serialised {
    use super::{Compat, PixelFormat, UvWrap};
    use core::fmt;
    use serde::de::value::MapAccessDeserializer;
    use serde::de::{Error, MapAccess, Visitor};
    use serde::{Deserialize, Deserializer};

    pub(super) fn is_default<T: Default + PartialEq>(choice: &T) -> bool {
        *choice == T::default()
    }

    impl<'de> Deserialize<'de> for Compat {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(PresetOrFields)
        }
    }

    struct PresetOrFields;

    impl<'de> Visitor<'de> for PresetOrFields {
        type Value = Compat;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("\"engine\", \"viewer\" or fields such as (pixel_format: Rgb888)")
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<Compat, E> {
            Compat::named(name).ok_or_else(|| E::unknown_variant(name, &["engine", "viewer"]))
        }

        fn visit_unit<E: Error>(self) -> Result<Compat, E> {
            Ok(Compat::default())
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Compat, A::Error> {
            #[derive(Default, Deserialize)]
            #[serde(default, deny_unknown_fields)]
            struct Fields {
                pixel_format: PixelFormat,
                uv_wrap: UvWrap,
            }
            let Fields { pixel_format, uv_wrap } = Fields::deserialize(MapAccessDeserializer::new(map))?;
            Ok(Compat { pixel_format, uv_wrap })
        }
    }
}
