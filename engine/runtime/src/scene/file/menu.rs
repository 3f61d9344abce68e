//! Fields of menus.

use std::fmt;

use keitai_render::Align;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::text::{FontFile, white};
use super::yes;

/// A list of items to choose from.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct MenuFile {
    pub(in crate::scene) items: Vec<ItemFile>,
    #[serde(default)]
    pub(in crate::scene) font: FontFile,
    pub(in crate::scene) selected_font: Option<FontFile>,
    pub(in crate::scene) disabled_font: Option<FontFile>,
    #[serde(default = "white")]
    pub(in crate::scene) colour: u32,
    pub(in crate::scene) selected_colour: Option<u32>,
    pub(in crate::scene) disabled_colour: Option<u32>,
    #[serde(default = "yes")]
    pub(in crate::scene) outlined: bool,
    #[serde(default = "centre")]
    pub(in crate::scene) align: Align,
    pub(in crate::scene) row: Option<u32>,
    pub(in crate::scene) rows: Option<u32>,
    pub(in crate::scene) width: Option<u32>,
    pub(in crate::scene) bar: Option<u32>,
    pub(in crate::scene) cursor: Option<CursorFile>,
    #[serde(default)]
    pub(in crate::scene) sounds: MenuSoundsFile,
}

fn centre() -> Align {
    Align::Centre
}

/// A picture beside the selected item.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct CursorFile {
    pub(in crate::scene) texture: String,
    pub(in crate::scene) texels: Option<(u16, u16, u16, u16)>,
    pub(in crate::scene) at: (i32, i32),
}

/// Names of sounds.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(in crate::scene) struct MenuSoundsFile {
    pub(in crate::scene) moved: Option<String>,
    pub(in crate::scene) chosen: Option<String>,
    pub(in crate::scene) refused: Option<String>,
    pub(in crate::scene) back: Option<String>,
}

/// An item, written as its text alone or with its fields.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(remote = "Self", default, deny_unknown_fields)]
pub(in crate::scene) struct ItemFile {
    pub(in crate::scene) id: Option<String>,
    pub(in crate::scene) text: Option<String>,
    pub(in crate::scene) key: Option<String>,
    pub(in crate::scene) disabled: bool,
    pub(in crate::scene) values: Vec<String>,
    pub(in crate::scene) value_keys: Vec<String>,
    pub(in crate::scene) value: usize,
}

impl<'de> Deserialize<'de> for ItemFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrFields;

        impl<'de> Visitor<'de> for TextOrFields {
            type Value = ItemFile;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an item's text or its fields in brackets")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<ItemFile, E> {
                Ok(ItemFile { text: Some(text.to_owned()), ..ItemFile::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<ItemFile, A::Error> {
                // The derived function, which `remote` gives the type beside the one of the trait.
                ItemFile::deserialize(MapAccessDeserializer::new(fields))
            }
        }

        deserializer.deserialize_any(TextOrFields)
    }
}
