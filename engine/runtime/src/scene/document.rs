//! Reads a scene and the files that it includes: their declarations, and the entities with the fields of their prefabs. The
//! values of fields are parsed later.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use keitai_render::{Compat, ScreenColours};
use ron::value::RawValue;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};

use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::ron_text::SceneFault;
use crate::ron_text::list::{List, Unique};
use crate::ron_text::number::{Colour, Within};
use crate::text_file::{Field, Name};
use crate::world::FIELDS;
use crate::world::reader::Fields;

/// The largest picture, pixels each way.
const MAX_SIDE: i64 = 2048;
/// The most files that a scene includes.
const MAX_INCLUDES: usize = 64;
/// The most prefabs that an entity is made of.
const MAX_PREFABS: usize = 16;
/// The most levels of children below an entity.
const MAX_LEVELS: usize = 16;
/// The largest text that entities are made of, bytes. A prefab is included with each entity that is made of it.
const MAX_LENGTH: usize = 1 << 25;

pub(super) type NamedEntities<'a> = Unique<Name<'a>, &'a RawValue>;

/// A scene. `scenes/README.md` describes every field.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SceneFile<'a> {
    pub(super) size: Option<[Within<u32, 1, MAX_SIDE>; 2]>,
    pub(super) background: Option<Colour>,
    pub(super) seed: u64,
    pub(super) compat: Option<Compat>,
    pub(super) screen: Option<ScreenColours>,
    #[serde(borrow)]
    pub(super) include: List<Name<'a>, MAX_INCLUDES>,
    #[serde(borrow)]
    pub(super) prefabs: NamedEntities<'a>,
    #[serde(borrow)]
    pub(super) entities: List<&'a RawValue, MAX_ENTITIES>,
    #[serde(borrow)]
    pub(super) ready: Vec<Name<'a>>,
    #[serde(borrow)]
    pub(super) fonts: NamedEntities<'a>,
    #[serde(borrow)]
    pub(super) sounds: NamedEntities<'a>,
    #[serde(borrow)]
    pub(super) music: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) paths: NamedEntities<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct PrefabFile<'a> {
    #[serde(borrow)]
    pub(super) prefabs: NamedEntities<'a>,
    #[serde(borrow)]
    pub(super) fonts: NamedEntities<'a>,
    #[serde(borrow)]
    pub(super) sounds: NamedEntities<'a>,
}

/// An entity in the text, with the fields of its prefabs filled in.
pub(super) struct EntityText<'a> {
    pub(super) at: Field<'a>,
    pub(super) fields: Fields<'a>,
    pub(super) children: Vec<EntityText<'a>>,
}

#[derive(Default)]
pub(super) struct Prefabs<'a> {
    known: BTreeMap<String, (Field<'a>, Fields<'a>)>,
    /// Whether an included file could not be read.
    pub(super) incomplete: bool,
    /// Names of the prefabs that were used so far.
    used: BTreeSet<String>,
    children: usize,
    /// Bytes of the texts of entities so far.
    length: usize,
}

impl<'a> Prefabs<'a> {
    pub(super) fn add(&mut self, file: Field<'a>, prefabs: NamedEntities<'a>, errors: &mut ErrorList) {
        for (name, value) in prefabs.0 {
            let at = file.inner(value);
            let Some(fields) = errors.keep(fields_of(at)) else { continue };
            if let Some(title) = fields.get("name") {
                errors.add(title.error(SceneFault::misplaced("name", "a prefab")));
            }
            if self.known.insert(name.to_string(), (at, fields)).is_some() {
                errors.add(file.error_at(&name, SceneFault::duplicate("prefab", &name)));
            }
        }
    }

    /// Returns the prefab of a name in `field`. The error is `None` when a file that is missing may have it.
    fn find(&mut self, field: Field, name: &str, errors: &mut ErrorList) -> Option<(Field<'a>, Fields<'a>)> {
        let prefab = self.known.get(name).cloned();
        if prefab.is_some() {
            self.used.insert(name.to_owned());
        } else if !self.incomplete {
            let known = self.known.keys().map(String::as_str);
            errors.add(field.error_at(name, SceneFault::unknown("prefab", name, known)));
        }
        prefab
    }

    pub(super) fn entity(&mut self, at: Field<'a>, errors: &mut ErrorList) -> Option<EntityText<'a>> {
        let fields = errors.keep(fields_of(at))?;
        // An entity whose prefab is missing keeps its name, which others refer to.
        let named = EntityText { at, fields: fields.only("name"), children: Vec::new() };
        errors.keep_some(|errors| self.fill(at, fields, 0, errors)).or(Some(named))
    }

    /// Returns an entity with the fields of a prefab alone, whose name is in `field`.
    pub(super) fn instance(&mut self, field: Field, name: &str, errors: &mut ErrorList) -> Option<EntityText<'a>> {
        let (at, fields) = self.find(field, name, errors)?;
        errors.keep_some(|errors| self.fill(at, fields, 0, errors))
    }

    /// Returns entities of all prefabs that were not used so far.
    pub(super) fn unused(&mut self, errors: &mut ErrorList) -> Vec<EntityText<'a>> {
        let unused = self.known.iter().filter(|(name, _)| !self.used.contains(*name));
        let unused: Vec<_> = unused.map(|(_, prefab)| prefab.clone()).collect();
        unused
            .into_iter()
            .filter_map(|(at, fields)| errors.keep_some(|errors| self.fill(at, fields, 0, errors)))
            .collect()
    }

    /// Fills the fields that an entity does not set: those of its prefab, then those of the prefab that this one is made of,
    /// and so on; then those of its children, which are `levels` below an entity of the scene. `None` when one of them does not
    /// exist.
    fn fill(
        &mut self,
        at: Field<'a>,
        mut fields: Fields<'a>,
        levels: usize,
        errors: &mut ErrorList,
    ) -> Result<Option<EntityText<'a>>> {
        let mut line: Vec<String> = Vec::new();
        while let Some(field) = fields.take("prefab") {
            let name: Name = field.parse()?;
            let Some((_, prefab)) = self.find(field, &name, errors) else { return Ok(None) };
            if line.iter().any(|part| **part == *name) {
                return Err(field.error(SceneFault::cycle("prefab", &name)));
            }
            line.push(name.to_string());
            if line.len() > MAX_PREFABS {
                return Err(field.error(SceneFault::too_many("prefabs in a line", MAX_PREFABS, line.len())));
            }
            fields.fill(&prefab);
        }
        let list = fields.take("children");
        self.length += fields.length();
        if self.length > MAX_LENGTH {
            let things = "bytes of all entities, with their prefabs";
            return Err(at.error(SceneFault::too_many(things, MAX_LENGTH, self.length)));
        }
        let mut children = Vec::new();
        let values = list.map(|field| field.parse::<Vec<&RawValue>>()).transpose()?.unwrap_or_default();
        for (field, value) in values.into_iter().filter_map(|value| Some((list?, value))) {
            self.children += 1;
            if levels == MAX_LEVELS {
                return Err(field.error(SceneFault::too_many("levels of children", MAX_LEVELS, levels + 1)));
            }
            if self.children >= MAX_ENTITIES {
                return Err(field.error(SceneFault::too_many("children in the scene", MAX_ENTITIES, self.children)));
            }
            let child = field.inner(value);
            let Some(child) = self.fill(child, fields_of(child)?, levels + 1, errors)? else { return Ok(None) };
            children.push(child);
        }
        Ok(Some(EntityText { at, fields, children }))
    }
}

/// Adds the fonts, the sounds or the paths of a file, which `read` returns.
pub(super) fn declare<'a, T>(
    declared: &mut BTreeMap<Arc<str>, T>,
    what: &'static str,
    file: Field<'a>,
    values: NamedEntities<'a>,
    errors: &mut ErrorList,
    mut read: impl FnMut(Field<'a>) -> Result<T>,
) {
    for (name, value) in values.0 {
        let Some(value) = errors.keep(read(file.inner(value))) else { continue };
        if declared.insert(Arc::from(&*name), value).is_some() {
            errors.add(file.error_at(&name, SceneFault::duplicate(what, &name)));
        }
    }
}

fn fields_of(entity: Field<'_>) -> Result<Fields<'_>> {
    let RawFields(fields) = entity.parse()?;
    Ok(Fields(fields.into_iter().map(|(name, value)| (name, entity.inner(value))).collect()))
}

struct RawFields<'a>(Vec<(&'static str, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for RawFields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values;

        impl<'de> Visitor<'de> for Values {
            type Value = RawFields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the fields of an entity in brackets")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<RawFields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(name) = entries.next_key::<String>()? {
                    let known = FIELDS.iter().find(|known_name| **known_name == name);
                    let name = *known.ok_or_else(|| A::Error::unknown_field(&name, FIELDS))?;
                    if fields.iter().any(|(known_name, _)| *known_name == name) {
                        return Err(A::Error::duplicate_field(name));
                    }
                    if let Some(value) = entries.next_value::<Option<_>>()? {
                        fields.push((name, value));
                    }
                }
                Ok(RawFields(fields))
            }
        }

        deserializer.deserialize_struct("Entity", FIELDS, Values)
    }
}

/// Errors in the order in which they are found, up to a limit.
#[derive(Debug)]
pub(super) struct ErrorList {
    errors: Vec<Error>,
    limit: usize,
}

impl ErrorList {
    pub(super) fn new(limit: usize) -> Self {
        Self { errors: Vec::new(), limit }
    }

    /// Adds an error unless it is in the list: an error in a prefab comes again with every entity made of it.
    pub(super) fn add(&mut self, error: Error) {
        if self.is_full() {
            return;
        }
        let text = error.to_string();
        if self.errors.iter().all(|known| known.to_string() != text) {
            self.errors.push(error);
        }
    }

    /// Returns the value of a result and adds its error.
    pub(super) fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// Returns the value of a function, which may add errors itself, and adds the error that the function returns.
    pub(super) fn keep_some<T>(&mut self, function: impl FnOnce(&mut Self) -> Result<Option<T>>) -> Option<T> {
        let result = function(self);
        self.keep(result).flatten()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.errors.len() >= self.limit
    }

    pub(super) fn into_errors(self) -> Vec<Error> {
        self.errors
    }
}
