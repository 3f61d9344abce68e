//! Prefabs: the fields and children that they give to entities.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::error_list::ErrorList;
use super::file::EntityFile;
use super::rebase::rebase;
use super::texts::{Spot, Texts, with_prefabs};
use crate::assets::AssetPath;
use crate::error::Error;
use crate::limits::MAX_ENTITIES;
use crate::ron_text::{SceneFault, Step, lengths};

/// The most prefabs that an entity is made of.
const MAX_PREFABS: usize = 16;
/// The most levels of children below an entity.
const MAX_LEVELS: usize = 16;
/// The largest text that entities are made of, bytes: a prefab counts with each entity and each copy that is made of it.
pub(super) const MAX_LENGTH: usize = 1 << 25;

/// A prefab, with the position of the text that declares it.
pub(super) struct Prefab {
    text: usize,
    fields: EntityFile,
    /// Bytes of its own text.
    length: usize,
}

/// An entity with the fields of its prefab filled in.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) entity: EntityFile,
    /// The prefab, and those that it is made of: the position of each text, and the name.
    pub(super) prefabs: Vec<(usize, String)>,
    pub(super) children: Vec<Written>,
    /// Bytes of the texts that the entity and its children are made of.
    pub(super) length: usize,
}

impl Written {
    /// Returns an entity that was written without prefab and children.
    pub(super) fn plain(entity: EntityFile) -> Self {
        Self { entity, prefabs: Vec::new(), children: Vec::new(), length: 0 }
    }

    /// Returns the number of copies of the entity, itself counted.
    pub(super) fn copies(&self) -> usize {
        let (columns, rows) = self.entity.repeat.as_ref().map_or((1, 1), |repeat| repeat.count);
        // A larger number is refused later, whatever the text.
        (columns as usize).saturating_mul(rows as usize).min(MAX_ENTITIES)
    }

    fn add_prefabs<'w>(&'w self, used: &mut BTreeSet<&'w str>) {
        used.extend(self.prefabs.iter().map(|(_, name)| name.as_str()));
        self.children.iter().for_each(|child| child.add_prefabs(used));
    }

    /// Returns the number of entities: this one, its children, and theirs.
    pub(super) fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }
}

/// Returns the fault of entities that are made of too much text.
pub(super) fn too_long(length: usize) -> SceneFault {
    let expected = "at most 33554432 bytes, with prefabs and copies";
    SceneFault::range("text of all entities", expected, length)
}

/// Prefabs by name.
pub(super) struct Prefabs {
    known: BTreeMap<String, Prefab>,
    /// All included files could be read.
    pub(super) complete: bool,
    /// Number of children so far.
    children: Cell<usize>,
    /// Bytes of the prefabs that were used so far.
    length: Cell<usize>,
}

impl Default for Prefabs {
    fn default() -> Self {
        Self { known: BTreeMap::new(), complete: true, children: Cell::new(0), length: Cell::new(0) }
    }
}

impl Prefabs {
    /// Adds the prefabs of a text, with paths relative to the root.
    pub(super) fn add(
        &mut self,
        texts: &Texts,
        text: usize,
        folder: &AssetPath,
        from: BTreeMap<String, EntityFile>,
        errors: &mut ErrorList,
    ) {
        let lengths: BTreeMap<_, _> = lengths(texts.text(text), "prefabs").into_iter().collect();
        for (name, mut prefab) in from {
            let spot = Spot::Prefab(text, &name);
            rebase(&mut prefab, folder, &mut |steps, error| {
                errors.add(texts.error(&[spot], steps, error.into()));
            });
            if prefab.name.is_some() {
                let fault = SceneFault::Misplaced { field: "name", place: "a prefab" };
                errors.add(texts.error(&[spot], &[Step::Field("name")], fault));
            }
            if self.known.contains_key(&name) {
                let fault = SceneFault::Duplicate { what: "prefab", name: name.clone() };
                errors.add(texts.error(&[spot], &[], fault));
            }
            // A name with escapes is not found; such a prefab counts as much as all of them.
            let length = lengths.get(&Some(name.as_str())).copied().unwrap_or(texts.text(text).len());
            self.known.insert(name, Prefab { text, fields: prefab, length });
        }
    }

    /// Fills the fields that an entity does not set: those of its prefab, then those of the prefab that this one is made of,
    /// and so on; then those of its children, which are `levels` below an entity of the scene. Adds the error and returns
    /// `None` when one of them does not exist.
    pub(super) fn fill(
        &self,
        mut entity: EntityFile,
        texts: &Texts,
        spots: &[Spot],
        levels: usize,
        errors: &mut ErrorList,
    ) -> Option<Written> {
        let mut line: Vec<(usize, String)> = Vec::new();
        let mut length = 0;
        while let Some(name) = entity.prefab.take() {
            let steps = [Step::Field("prefab")];
            let error = |fault| match line.last() {
                Some((text, name)) => texts.error(&[Spot::Prefab(*text, name)], &steps, fault),
                None => texts.error(spots, &steps, fault),
            };
            let prefab = self.find(&name, error, errors)?;
            if line.iter().any(|(_, known)| *known == name) {
                errors.add(error(SceneFault::PrefabCycle { name }));
                return None;
            }
            if line.len() == MAX_PREFABS {
                errors.add(error(SceneFault::range("prefab", "at most 16 prefabs in a line", line.len() + 1)));
                return None;
            }
            length += prefab.length;
            self.length.set(self.length.get() + prefab.length);
            if self.length.get() > MAX_LENGTH {
                errors.add(error(too_long(self.length.get())));
                return None;
            }
            entity = entity.over(&prefab.fields);
            line.push((prefab.text, name));
        }
        let spots = with_prefabs(spots.iter().copied(), &line);
        let mut children = Vec::new();
        for (number, child) in entity.children.take().into_iter().flatten().enumerate() {
            let count = self.children.get() + 1;
            self.children.set(count);
            let excess = match (levels, count) {
                (MAX_LEVELS.., _) => Some(("at most 16 levels", levels + 1)),
                (_, MAX_ENTITIES..) => Some(("below 16384 in the scene", count)),
                _ => None,
            };
            if let Some((expected, found)) = excess {
                let fault = SceneFault::range("children", expected, found);
                errors.add(texts.error(&spots, &[Step::Field("children")], fault));
                return None;
            }
            let own: Vec<Spot> = spots.iter().map(|spot| Spot::Child(spot, number)).collect();
            let child = self.fill(child, texts, &own, levels + 1, errors)?;
            length += child.length;
            children.push(child);
        }
        Some(Written { entity, prefabs: line, children, length })
    }

    /// Returns an entity that has the fields of a prefab alone, as [`Self::fill`] makes it.
    pub(super) fn instance(&self, name: &str, texts: &Texts, errors: &mut ErrorList) -> Option<Written> {
        let entity = EntityFile { prefab: Some(name.to_owned()), ..EntityFile::default() };
        self.fill(entity, texts, &[Spot::Scene], 0, errors)
    }

    /// Returns the names of the prefabs that none of some entities is made of.
    pub(super) fn unused<'w>(&self, entities: impl Iterator<Item = &'w Written>) -> Vec<String> {
        let mut used = BTreeSet::new();
        entities.for_each(|written| written.add_prefabs(&mut used));
        self.known.keys().filter(|name| !used.contains(name.as_str())).cloned().collect()
    }

    /// Returns the prefab of that name, or adds the error that `error` makes of the fault.
    pub(super) fn find(
        &self,
        name: &str,
        error: impl FnOnce(SceneFault) -> Error,
        errors: &mut ErrorList,
    ) -> Option<&Prefab> {
        let found = self.known.get(name);
        if found.is_none() && self.complete {
            errors.add(error(SceneFault::unknown("prefab", name, self.known.keys().map(String::as_str))));
        }
        found
    }
}
