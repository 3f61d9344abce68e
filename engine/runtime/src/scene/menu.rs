//! Builds the menu of an entity.

use std::sync::Arc;

use keitai_render::Font;

use super::entity::Builder;
use super::file::{CursorFile, FontFile, ItemFile, MenuFile};
use crate::assets::Assets;
use crate::error::Result;
use crate::ron_text::{SceneFault, Step};
use crate::world::list_menu::ItemKeys;
use crate::world::{DrawMode, Image, ListMenu, MenuCursor, MenuItem, MenuLook, MenuSounds};

impl Builder<'_> {
    pub(super) fn menu(&self, menu: &MenuFile, assets: &mut Assets) -> Result<ListMenu> {
        let items = menu.items.iter().enumerate().map(|(number, item)| self.item(number, item));
        let items = items.collect::<Result<Vec<MenuItem>>>()?;
        let mut font = |field, own: Option<&FontFile>, colour_field, colour: u32| -> Result<Font> {
            let colour = self.colour(colour, &steps(colour_field))?;
            let field = if own.is_some() { field } else { "font" };
            self.font(own.unwrap_or(&menu.font), (colour, menu.outlined), &steps(field), assets)
        };
        let [_, selected, disabled] = MenuLook::COLOURS;
        let (selected, disabled) = (menu.selected_colour.unwrap_or(selected), menu.disabled_colour.unwrap_or(disabled));
        let look = MenuLook {
            font: font("font", None, "colour", menu.colour)?,
            selected_font: font("selected_font", menu.selected_font.as_ref(), "selected_colour", selected)?,
            disabled_font: font("disabled_font", menu.disabled_font.as_ref(), "disabled_colour", disabled)?,
            align: menu.align,
            row: 0,
            rows: menu.rows,
            width: menu.width,
            bar: menu.bar.map(|colour| self.colour(colour, &steps("bar"))).transpose()?,
            cursor: menu.cursor.as_ref().map(|cursor| self.cursor(cursor, assets)).transpose()?,
            sounds: self.menu_sounds(menu)?,
        };
        self.report_letters_of_menu(&look, &menu.items);
        for (field, number) in [("rows", menu.rows), ("width", menu.width)] {
            if number == Some(0) {
                return Err(self.range_error(&steps(field), field, "at least 1", 0));
            }
        }
        let heights = [&look.font, &look.selected_font, &look.disabled_font].map(|font| font.letter().1);
        let tallest = heights.into_iter().max().unwrap_or(0);
        let row = menu.row.unwrap_or(tallest + MenuLook::LEADING);
        if row < tallest {
            return Err(self.range_error(&steps("row"), "row", "at least the height of the letters", row));
        }
        let keys = menu.items.iter().map(|item| ItemKeys {
            text: item.key.as_deref().map(Arc::from),
            values: item.value_keys.iter().map(|key| key.as_str().into()).collect(),
        });
        Ok(ListMenu::new(items).with_look(MenuLook { row, ..look }).with_keys(keys))
    }

    fn item(&self, number: usize, item: &ItemFile) -> Result<MenuItem> {
        let ItemFile { id, text, key, disabled, values, value_keys, value } = item;
        let base = [Step::Field("menu"), Step::Field("items"), Step::Item(number)];
        let steps = |field| [&base[..], &[Step::Field(field)]].concat();
        let text = self.written_text(text.as_deref(), key.as_deref(), &base)?;
        if !values.is_empty() && !value_keys.is_empty() {
            let fault = SceneFault::Excluded { field: "values", other: "value_keys" };
            return Err(self.error(&steps("values"), fault));
        }
        let named = value_keys.iter().map(|key| self.text_of(key, &steps("value_keys")).map(str::to_owned));
        let named = named.collect::<Result<Vec<String>>>()?;
        let values = if value_keys.is_empty() { values.clone() } else { named };
        if *value > 0 && *value >= values.len() {
            return Err(self.error(&steps("value"), SceneFault::index("value", values.len(), "`values`", *value)));
        }
        let id = id.as_deref().or(key.as_deref()).unwrap_or(text);
        Ok(MenuItem { disabled: *disabled, ..MenuItem::from((id, text)).with_values(values, *value) })
    }

    fn cursor(&self, cursor: &CursorFile, assets: &mut Assets) -> Result<MenuCursor> {
        let steps = |field| [Step::Field("menu"), Step::Field("cursor"), Step::Field(field)];
        let texture = self.texture(&cursor.texture, &steps("texture"), assets)?;
        let texels = self.texels(cursor.texels, &texture, &steps("texels"))?;
        let image = Image { texels, texture: Arc::clone(&texture.map), key: true, mode: DrawMode::default() };
        Ok(MenuCursor { image, offset: cursor.at })
    }

    fn menu_sounds(&self, menu: &MenuFile) -> Result<MenuSounds> {
        let sound = |field, name: &Option<String>| -> Result<Option<Arc<str>>> {
            let Some(name) = name else { return Ok(None) };
            let sounds = &self.context.declared.sounds;
            let steps = [Step::Field("menu"), Step::Field("sounds"), Step::Field(field)];
            let unknown = || self.error(&steps, SceneFault::unknown("sound", name, sounds.keys().map(|name| &**name)));
            sounds.get_key_value(name.as_str()).map(|(name, _)| Some(Arc::clone(name))).ok_or_else(unknown)
        };
        let sounds = &menu.sounds;
        Ok(MenuSounds {
            moved: sound("moved", &sounds.moved)?,
            chosen: sound("chosen", &sounds.chosen)?,
            refused: sound("refused", &sounds.refused)?,
            back: sound("back", &sounds.back)?,
        })
    }
}

fn steps(field: &'static str) -> [Step<'static>; 2] {
    [Step::Field("menu"), Step::Field(field)]
}
