//! Figures in scenes, with their textures and actions, and how they are shown.

use std::sync::Arc;

use keitai_formats::diagnostic::counted;
use keitai_formats::{Action, LoopMode};
use keitai_render::TextureMap;
use keitai_render::micro3d::Figure;
use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, de};

use super::components::SceneComponent;
use super::reader::Reader;
use crate::assets::{ActionsAsset, AssetError, AssetPath, Source};
use crate::error::Result;
use crate::ron_text::SceneFault;
use crate::ron_text::list::Unique;
use crate::ron_text::number::within;
use crate::text_file::{Field, Name};

/// The actions of a figure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Actions {
    /// Action tables in the order in which their actions are counted.
    pub tables: Vec<Arc<ActionsAsset>>,
    /// Names that the scene gives to some actions.
    pub names: Vec<(Arc<str>, ActionId)>,
}

/// Identifies one of the [`Actions`] of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ActionId {
    /// Index in [`Actions::tables`].
    pub table: usize,
    /// Index of the action in the table.
    pub action: usize,
}

impl Actions {
    /// Finds an action by the name that the scene gives it, by the name of its table's file (`walk`), or by that and its
    /// index in the table (`walk:2`).
    pub fn find(&self, name: &str) -> Option<ActionId> {
        if let Some((_, id)) = self.names.iter().find(|(key, _)| &**key == name) {
            return Some(*id);
        }
        self.tables
            .iter()
            .enumerate()
            .find_map(|(table, actions)| actions.by_name(name).map(|action| ActionId { table, action }))
    }

    /// Returns an action by its index, counted through all tables.
    pub fn nth(&self, index: usize) -> Option<ActionId> {
        self.iter().nth(index)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = ActionId> {
        self.tables
            .iter()
            .enumerate()
            .flat_map(|(table, actions)| (0..actions.table.actions.len()).map(move |action| ActionId { table, action }))
    }

    /// Returns the name that [`Self::find`] finds an action by.
    pub(crate) fn name_of(&self, id: ActionId) -> String {
        if let Some((name, _)) = self.names.iter().find(|(_, number)| *number == id) {
            return name.to_string();
        }
        self.tables.get(id.table).map_or_else(String::new, |actions| actions.name_of(id.action))
    }

    /// Returns the loop mode of an action's file, or else `Loop`.
    pub(super) fn own_mode(&self, id: ActionId) -> LoopMode {
        self.tables.get(id.table).and_then(|actions| actions.loop_mode).unwrap_or_default()
    }

    /// Returns the action that an id stands for; `None` beyond the tables.
    pub fn get(&self, id: ActionId) -> Option<&Action> {
        self.tables.get(id.table)?.table.actions.get(id.action)
    }
}

impl SceneComponent for Actions {
    fn line(&self) -> String {
        counted(self.iter().count(), "action")
    }
}

/// The visible patterns, in place of those of the action: bit p shows pattern p, 1..=31.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(transparent)]
pub struct Pattern(pub u32);

/// Mark of entities that are not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hidden;

/// The layer of an entity. Layers are drawn one after the other, lower numbers first; within a layer polygons are sorted
/// together. Entities without this component are in layer 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Deserialize)]
#[serde(transparent)]
pub struct Layer(#[serde(deserialize_with = "within::<{ i16::MIN as i64 }, { i16::MAX as i64 }, _, _>")] pub i16);

impl SceneComponent for Figure {
    fn line(&self) -> String {
        format!("figure {} textures {}", self.path, self.textures.len())
    }
}

impl SceneComponent for Pattern {
    fn line(&self) -> String {
        format!("pattern {:#x}", self.0)
    }
}

impl SceneComponent for Hidden {}
impl SceneComponent for Layer {}

const FIGURE_FIELDS: [&str; 4] = ["textures", "texture", "actions", "action_names"];

/// Refuses fields that have an effect on figures only.
pub(super) fn refuse_fields(reader: &Reader) -> Result<()> {
    let mut set = FIGURE_FIELDS.into_iter().filter_map(|name| Some((name, reader.fields.get(name)?)));
    set.try_for_each(|(name, field)| reader.needs(field, name, &["figure"]))
}

pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Figure>> {
    let file: Name = field.parse()?;
    let figure = field.load(&file, |path| reader.loader.assets.figure(path))?;
    reader.loader.count_bones(field, figure.model.bone_count())?;
    let textures = textures(field, &figure, reader)?;
    let selected = reader.fields.get("texture").map(|field| index(field, textures.len(), "textures")).transpose()?;
    let mut actions = Actions { tables: tables(field, &figure, reader)?, names: Vec::new() };
    if let Some(field) = reader.fields.get("action_names") {
        let Unique(names) = field.parse::<Unique<Name, usize>>()?;
        for (name, number) in names {
            let count = || actions.iter().count();
            let id = actions.nth(number);
            let id = id.ok_or_else(|| field.error_at(&name, SceneFault::index(count(), "actions", number)))?;
            actions.names.push(((*name).into(), id));
        }
    }
    reader.template.components.add(actions);
    Ok(Some(Figure { textures, selected, ..figure }))
}

fn index(field: Field, count: usize, things: &'static str) -> Result<usize> {
    let index = field.parse()?;
    if index < count { Ok(index) } else { Err(field.error(SceneFault::index(count, things, index))) }
}

fn textures(field: Field, figure: &Figure, reader: &mut Reader) -> Result<Vec<Arc<TextureMap>>> {
    let loader = &mut *reader.loader;
    let slots = figure.document.texture_count;
    if let Some(field) = reader.fields.get("textures") {
        let files: Vec<Name> = field.parse()?;
        if files.is_empty() && slots > 0 {
            return Err(field.error("expected at least one texture"));
        }
        return files.iter().map(|file| Ok(Arc::clone(&loader.texture(field, file)?.map))).collect();
    }
    let companions = loader.companions(field, &AssetPath::from(figure))?;
    if let Some(problem) = companions.texture_problems.first() {
        return Err(field.error(problem.clone()));
    }
    let textures: Vec<_> = companions.textures.iter().map(|texture| Arc::clone(&texture.map)).collect();
    if textures.is_empty() && slots > 0 {
        let is_embedded = matches!(loader.assets.source(), Source::Memory(_));
        return Err(field.error(SceneFault::no_texture(&AssetPath::from(figure).to_string(), is_embedded)));
    }
    Ok(textures)
}

fn tables(field: Field, figure: &Figure, reader: &mut Reader) -> Result<Vec<Arc<ActionsAsset>>> {
    let loader = &mut *reader.loader;
    if let Some(field) = reader.fields.get("actions") {
        let files: Vec<Name> = field.parse()?;
        let table = |file: &Name| field.load(file, |path| loader.assets.actions_for(path, figure));
        return files.iter().map(table).collect();
    }
    let companions = loader.companions(field, &AssetPath::from(figure))?;
    let problem: Option<&AssetError> = companions.action_problems.first();
    problem.map_or_else(|| Ok(companions.actions.clone()), |problem| Err(field.error(problem.clone())))
}

/// An action, by name or by its index in all tables.
#[derive(Debug, Clone)]
pub(super) enum ActionRef<'a> {
    Name(Name<'a>),
    Number(usize),
}

impl<'de: 'a, 'a> Deserialize<'de> for ActionRef<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct NameOrNumber;

        impl<'de> Visitor<'de> for NameOrNumber {
            type Value = ActionRef<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("an action's name or number")
            }

            fn visit_borrowed_str<E: de::Error>(self, name: &'de str) -> std::result::Result<Self::Value, E> {
                Ok(ActionRef::Name(name.into()))
            }

            fn visit_str<E: de::Error>(self, name: &str) -> std::result::Result<Self::Value, E> {
                Ok(ActionRef::Name(name.to_owned().into()))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> std::result::Result<Self::Value, E> {
                Ok(ActionRef::Number(usize::try_from(number).unwrap_or(usize::MAX)))
            }
        }

        deserializer.deserialize_any(NameOrNumber)
    }
}

impl ActionRef<'_> {
    pub(super) fn find(&self, field: Field, actions: &Actions) -> Result<ActionId> {
        let names = || actions.iter().map(|id| actions.name_of(id)).collect::<Vec<String>>();
        match self {
            Self::Name(name) => actions.find(name).ok_or_else(|| {
                let names = names();
                field.error_at(name, SceneFault::unknown("action", name, names.iter().map(String::as_str)))
            }),
            Self::Number(number) => {
                let fault = || SceneFault::index(names().len(), "actions", *number);
                actions.nth(*number).ok_or_else(|| field.error(fault()))
            }
        }
    }
}
