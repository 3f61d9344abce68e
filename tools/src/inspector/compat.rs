//! The settings of the renderer for doubtful behaviour, each with its choices.
//!
//! Names and choices are those that the settings have in files. The type itself lists them while it is read, so that a new
//! setting needs nothing here.

use std::collections::BTreeSet;

use egui::{CollapsingHeader, ComboBox, Grid, RichText, Ui};
use keitai_render::Compat;
use serde::de::value::{Error, MapDeserializer};
use serde::de::{Deserialize, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde_json::Value;

use crate::viewer::load;

/// A setting.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Setting {
    name: &'static str,
    /// The default comes first.
    choices: &'static [&'static str],
}

/// Returns all settings.
fn settings() -> Vec<Setting> {
    let mut names: &[&str] = &[];
    // Reading ends with an error once the names are known.
    _ = Compat::deserialize(Names(&mut names));
    let setting = |name: &&'static str| {
        let mut choices: &[&str] = &[];
        _ = Compat::deserialize(MapDeserializer::new(std::iter::once((*name, Names(&mut choices)))));
        Setting { name, choices }
    };
    names.iter().map(setting).collect()
}

/// Keeps the names of the fields or of the variants that are asked for, and gives no value.
struct Names<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Error> {
        Err(Error::custom("neither fields nor variants"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        Err(Error::custom("only names"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = variants;
        Err(Error::custom("only names"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for Names<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Returns the settings that differ from their defaults, by name.
fn changed(compat: &Compat) -> serde_json::Map<String, Value> {
    match serde_json::to_value(compat) {
        Ok(Value::Object(changed)) => changed,
        _ => serde_json::Map::new(),
    }
}

/// Returns settings with another choice for one of them.
fn with(compat: &Compat, setting: &Setting, choice: &str) -> Compat {
    let mut changed = changed(compat);
    changed.insert(setting.name.to_owned(), choice.into());
    serde_json::from_value(Value::Object(changed)).unwrap_or(*compat)
}

/// The list of settings, once it was shown.
#[derive(Default)]
pub(super) struct CompatList(Vec<Setting>);

impl CompatList {
    /// Draws the presets and the list. Returns the chosen settings.
    pub(super) fn show(&mut self, ui: &mut Ui, mut compat: Compat) -> Compat {
        let presets = [("as the vendor's viewer", load::compat()), ("as MascotME", Compat::mascotme())];
        let own = presets.iter().find(|(_, preset)| *preset == compat).map_or("own", |(name, _)| *name);
        ComboBox::from_label("compat").selected_text(own).show_ui(ui, |ui| {
            for (name, preset) in presets {
                ui.selectable_value(&mut compat, preset, name);
            }
        });
        let (changed, usual) = (changed(&compat), changed(&load::compat()));
        let is_changed = |name: &str| changed.get(name) != usual.get(name);
        let count =
            changed.keys().chain(usual.keys()).collect::<BTreeSet<_>>().iter().filter(|name| is_changed(name)).count();
        let title = if count == 0 { "settings".to_owned() } else { format!("settings ({count} changed)") };
        CollapsingHeader::new(title).id_salt("settings").show(ui, |ui| {
            if self.0.is_empty() {
                self.0 = settings();
            }
            let text = || ron::to_string(&compat).unwrap_or_default();
            if ui.button("copy as text").on_hover_text("for a file of --compat FILE.ron").clicked() {
                ui.ctx().copy_text(text());
            }
            Grid::new("settings").num_columns(2).striped(true).show(ui, |ui| {
                for setting in &self.0 {
                    let own = changed.get(setting.name).and_then(Value::as_str);
                    let name = RichText::new(setting.name);
                    ui.label(if is_changed(setting.name) { name.strong() } else { name.weak() });
                    let default = setting.choices.first().copied().unwrap_or_default();
                    let mut choice = own.unwrap_or(default);
                    let before = choice;
                    ComboBox::from_id_salt(setting.name).selected_text(choice).show_ui(ui, |ui| {
                        for name in setting.choices {
                            ui.selectable_value(&mut choice, *name, *name);
                        }
                    });
                    if choice != before {
                        compat = with(&compat, setting, choice);
                    }
                    ui.end_row();
                }
            });
        });
        compat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_changed_and_changed_back() {
        let settings = settings();
        assert!(settings.iter().any(|setting| setting.name == "span_slope"));
        let usual = Compat::default();
        for setting in &settings {
            assert!(setting.choices.len() >= 2, "{setting:?}");
            for choice in setting.choices {
                let compat = with(&usual, setting, choice);
                assert_eq!(compat == usual, *choice == setting.choices[0], "{setting:?} {choice}");
                assert_eq!(with(&compat, setting, setting.choices[0]), usual);
            }
        }
        // The presets are made of the listed settings.
        let presets = changed(&Compat::mascotme());
        assert!(presets.keys().all(|name| settings.iter().any(|setting| setting.name == name)), "{presets:?}");
    }
}
