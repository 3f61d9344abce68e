//! Menus in scenes.

use std::fmt;

use keitai_render::{Align, Font};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::{ListMenu, MenuItem, MenuLook, MenuSounds};
use crate::error::Result;
use crate::ron_text::number::{self, Colour, Positive};
use crate::ron_text::{SceneFault, yes};
use crate::text_file::{Field, Name};
use crate::world::reader::Reader;
use crate::world::screen::{FontFile, white};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MenuFile<'a> {
    #[serde(borrow)]
    items: Vec<ItemFile<'a>>,
    #[serde(default, borrow)]
    font: FontFile<'a>,
    #[serde(borrow)]
    selected_font: Option<FontFile<'a>>,
    #[serde(borrow)]
    disabled_font: Option<FontFile<'a>>,
    #[serde(default = "white", deserialize_with = "number::colour")]
    colour: u32,
    selected_colour: Option<Colour>,
    disabled_colour: Option<Colour>,
    #[serde(default = "yes")]
    outlined: bool,
    #[serde(default = "centre")]
    align: Align,
    row: Option<u32>,
    rows: Option<Positive>,
    width: Option<Positive>,
    bar: Option<Colour>,
    #[serde(default, borrow)]
    sounds: SoundsFile<'a>,
}

fn centre() -> Align {
    Align::Centre
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SoundsFile<'a> {
    #[serde(borrow)]
    moved: Option<Name<'a>>,
    #[serde(borrow)]
    chosen: Option<Name<'a>>,
    #[serde(borrow)]
    back: Option<Name<'a>>,
}

/// An item, written as its text alone or with its fields.
#[derive(Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
struct ItemFile<'a> {
    id: Option<String>,
    #[serde(borrow)]
    text: Name<'a>,
    #[serde(default)]
    disabled: bool,
    #[serde(default)]
    values: Vec<String>,
    #[serde(default)]
    value: usize,
}

impl<'de: 'a, 'a> Deserialize<'de> for ItemFile<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct TextOrFields;

        impl<'de> Visitor<'de> for TextOrFields {
            type Value = ItemFile<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an item's text or its fields in brackets")
            }

            fn visit_str<E: Error>(self, text: &str) -> std::result::Result<ItemFile<'de>, E> {
                let text = text.to_owned().into();
                Ok(ItemFile { id: None, text, disabled: false, values: Vec::new(), value: 0 })
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> std::result::Result<ItemFile<'de>, A::Error> {
                // The derived function, which `remote` gives the type beside the one of the trait.
                ItemFile::deserialize(MapAccessDeserializer::new(fields))
            }
        }

        deserializer.deserialize_any(TextOrFields)
    }
}

impl ItemFile<'_> {
    fn item(&self, field: Field) -> Result<MenuItem> {
        if self.value > 0 && self.value >= self.values.len() {
            let fault = SceneFault::index(self.values.len(), "`values`", self.value);
            return Err(field.error_at(&self.text, format!("value: {fault}")));
        }
        let id = self.id.as_deref().unwrap_or(&self.text);
        let item = MenuItem { disabled: self.disabled, ..MenuItem::from((id, &*self.text)) };
        Ok(item.with_values(self.values.iter().map(String::as_str), self.value))
    }
}

impl ListMenu {
    pub(in crate::world) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        let loader = &mut *reader.loader;
        let file: MenuFile = field.parse()?;
        let [_, selected, disabled] = MenuLook::COLOURS;
        let or = |colour: Option<Colour>, usual| colour.map_or(usual, |colour| colour.0);
        let mut font = |file_of_part: Option<&FontFile>, colour| -> Result<Font> {
            file_of_part.unwrap_or(&file.font).font(field, colour, file.outlined, loader)
        };
        let fonts = [
            font(None, file.colour)?,
            font(file.selected_font.as_ref(), or(file.selected_colour, selected))?,
            font(file.disabled_font.as_ref(), or(file.disabled_colour, disabled))?,
        ];
        for font in &fonts {
            let values = file
                .items
                .iter()
                .flat_map(|item| std::iter::once(&*item.text).chain(item.values.iter().map(String::as_str)));
            loader.check_letters(field, font, values);
        }
        let tallest = fonts.iter().map(|font| font.letter().1).max().unwrap_or(0);
        let row = file.row.unwrap_or(tallest + MenuLook::LEADING);
        if row < tallest {
            let message = format!("row: expected at least {tallest}, the height of the letters, found {row}");
            return Err(field.error(message));
        }
        let SoundsFile { moved, chosen, back } = &file.sounds;
        let sound = |name: &Option<Name>| loader.sound_name(field, name.as_ref());
        let sounds = MenuSounds { moved: sound(moved)?, chosen: sound(chosen)?, back: sound(back)? };
        let [font, selected_font, disabled_font] = fonts;
        let look = MenuLook {
            font,
            selected_font,
            disabled_font,
            align: file.align,
            row,
            rows: file.rows.map(|rows| rows.0),
            width: file.width.map(|width| width.0),
            bar: file.bar.map(|colour| colour.0),
            sounds,
        };
        let items = file.items.iter().map(|item| item.item(field)).collect::<Result<Vec<_>>>()?;
        Ok(Some(Self::new(items).with_look(look)))
    }
}
