//! The actions of a figure, found by name.

use std::sync::Arc;

use keitai_formats::{Action, LoopMode, counted};
use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, de};

use super::components::SceneComponent;
use crate::assets::ActionsAsset;
use crate::error::Result;
use crate::ron_text::SceneFault;
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
    pub(crate) fn own_mode(&self, id: ActionId) -> LoopMode {
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
