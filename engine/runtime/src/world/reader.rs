//! Reads the fields of a scene's entities into components.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use hecs::EntityBuilderClone;
use keitai_render::{Font, Lettering, TextureMap};
use serde::de::{Deserialize, DeserializeOwned};

use super::sound::SoundCue;
use crate::assets::companions::{self, Companions, Folders};
use crate::assets::{AssetError, AssetPath, Assets, TextureAsset};
use crate::error::{Error, Result};
use crate::ron_text::SceneFault;
use crate::ron_text::number::Within;
use crate::text_file::{Field, Name};

/// The fields of an entity, with those of its prefabs. They are few, and each has a name of its own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields<'a>(pub(crate) Vec<(&'static str, Field<'a>)>);

impl<'a> Fields<'a> {
    pub(crate) fn get(&self, name: &str) -> Option<Field<'a>> {
        self.0.iter().find(|(key, _)| *key == name).map(|(_, field)| *field)
    }

    /// Parses a field that is set, and adds its error.
    pub(crate) fn parse<T: Deserialize<'a>>(&self, name: &str, errors: &mut Vec<Error>) -> Option<T> {
        self.get(name).and_then(|field| field.parse().map_err(|error| errors.push(error)).ok())
    }

    pub(crate) fn take(&mut self, name: &str) -> Option<Field<'a>> {
        let at = self.0.iter().position(|(key, _)| *key == name)?;
        Some(self.0.swap_remove(at).1)
    }

    pub(crate) fn only(&self, name: &str) -> Self {
        Self(self.0.iter().filter(|(key, _)| *key == name).copied().collect())
    }

    /// Adds the fields of a prefab that are not set.
    pub(crate) fn fill(&mut self, prefab: &Self) {
        for (name, field) in &prefab.0 {
            if self.get(name).is_none() {
                self.0.push((name, *field));
            }
        }
    }

    pub(crate) fn length(&self) -> usize {
        self.0.iter().map(|(_, field)| field.length()).sum()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Owner {
    /// Position of its template among those that are made together: those of the scene, or of a prefab.
    pub(crate) position: usize,
    pub(crate) number: usize,
}

/// An entity of a scene before it is made. Other entities are referred to by their position in the scene.
#[derive(Clone, Default)]
pub(crate) struct EntityTemplate {
    /// The components but the name, without links to other entities.
    pub(crate) components: EntityBuilderClone,
    pub(crate) name: Option<Arc<str>>,
    /// The entity that this one was written in as a child, and moves with.
    pub(crate) owner: Option<Owner>,
    /// The entity that this one moves with, without an owner.
    pub(crate) parent: Option<usize>,
    pub(crate) rig_target: Option<usize>,
}

impl fmt::Debug for EntityTemplate {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("EntityTemplate").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Fonts and sounds that a scene declares by name and its entities refer to.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    pub(crate) fonts: BTreeMap<Arc<str>, Font>,
    pub(crate) sounds: BTreeMap<Arc<str>, SoundCue>,
}

fn limit(field: Field, things: &str, most: usize, count: usize) -> Result<()> {
    if count > most { Err(field.error(SceneFault::too_many(things, most, count))) } else { Ok(()) }
}

/// Finds the files, declared values and entities that fields refer to.
pub(crate) struct Loader<'l> {
    pub(crate) assets: &'l mut Assets,
    pub(crate) declared: &'l Declared,
    pub(crate) names: &'l BTreeMap<String, usize>,
    companions: BTreeMap<AssetPath, Companions>,
    folders: Folders,
    /// Bones of all figures so far.
    bones: usize,
    pub(crate) unseen: Vec<Error>,
}

/// The most bones of all figures of a scene, copies and unused prefabs counted.
const MAX_BONES: usize = 1 << 20;

impl<'l> Loader<'l> {
    pub(crate) fn new(assets: &'l mut Assets, declared: &'l Declared, names: &'l BTreeMap<String, usize>) -> Self {
        Self {
            assets,
            declared,
            names,
            companions: BTreeMap::new(),
            folders: Folders::default(),
            bones: 0,
            unseen: Vec::new(),
        }
    }

    /// Counts bones before figures with them are made. Refuses more than a scene may have.
    pub(crate) fn count_bones(&mut self, field: Field, bones: usize) -> Result<()> {
        self.bones = self.bones.saturating_add(bones);
        limit(field, "bones of all figures", MAX_BONES, self.bones)
    }

    /// Returns the texture in the file that a string in a field names.
    pub(crate) fn texture(&mut self, field: Field, name: &str) -> Result<Arc<TextureAsset>> {
        field.load(name, |path| self.assets.texture(path))
    }

    /// Returns a texture, and the part of it to draw, which is all of it by default.
    pub(super) fn texels(
        &mut self,
        field: Field,
        name: &str,
        texels: Option<Texels>,
    ) -> Result<(Arc<TextureMap>, [i32; 4])> {
        let texture = self.texture(field, name)?;
        let (width, height) = (texture.texture.width.into(), texture.texture.height.into());
        let texels = texels.map_or([0, 0, width, height], |texels| texels.map(|edge| edge.0));
        Ok((Arc::clone(&texture.map), texels))
    }

    pub(super) fn companions(&mut self, field: Field, path: &AssetPath) -> Result<&Companions> {
        if !self.companions.contains_key(path) {
            let companions =
                companions::find_in(&mut self.folders, self.assets, path).map_err(|error| field.error(error))?;
            self.companions.insert(path.clone(), companions);
        }
        let gone = || field.error(AssetError::NotFound { path: path.clone(), similar: None });
        self.companions.get(path).ok_or_else(gone)
    }

    pub(super) fn sound_name(&self, field: Field, name: Option<&Name>) -> Result<Option<Arc<str>>> {
        name.map(|name| find(&self.declared.sounds, "sound", field, name).map(|(name, _)| Arc::clone(name))).transpose()
    }

    pub(super) fn font(&self, field: Field, name: &str) -> Result<&Font> {
        find(&self.declared.fonts, "font", field, name).map(|(_, font)| font)
    }

    pub(super) fn entity(&self, field: Field, name: &str) -> Result<usize> {
        find(self.names, "entity", field, name).map(|(_, index)| *index)
    }

    /// Reports the letters of texts that a font lacks. White space is a gap in fonts of
    /// cells, and `{}` and `{name}` are places for values.
    pub(super) fn check_letters<'t>(&mut self, field: Field, font: &Font, texts: impl IntoIterator<Item = &'t str>) {
        let has = |letter: &char| match font {
            Font::Plain { .. } => matches!(letter, '\n' | '\r') || Lettering::shows(*letter),
            Font::Cells(font) => letter.is_whitespace() || font.has(*letter),
        };
        let mut lacking = BTreeSet::new();
        texts.into_iter().for_each(|text| lacking.extend(letters(text).chars().filter(|letter| !has(letter))));
        if !lacking.is_empty() {
            self.unseen.push(field.error(SceneFault::no_letters(lacking)));
        }
    }
}

/// Returns the letters of a text that show: not those of `{}` and `{name}`, in whose place a game puts values.
fn letters(text: &str) -> String {
    let (mut letters, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        letters.push_str(before);
        rest = match after.split_once('}') {
            Some((name, end)) if name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') => end,
            _ => {
                letters.push('{');
                after
            }
        };
    }
    letters + rest
}

/// Returns a declared value, or the error that there is none of this name.
fn find<'m, K: Borrow<str> + Ord, V>(
    declared: &'m BTreeMap<K, V>,
    what: &'static str,
    field: Field,
    name: &str,
) -> Result<(&'m K, &'m V)> {
    let unknown = || field.error_at(name, SceneFault::undeclared(what, name, declared.keys().map(K::borrow)));
    declared.get_key_value(name).ok_or_else(unknown)
}

/// Left, top, right and bottom of a part of a texture, texels.
pub(super) type Texels = [Within<i32, 0, 256>; 4];

/// Reads one field of an entity.
pub(crate) struct Reader<'r, 'l> {
    pub(crate) loader: &'r mut Loader<'l>,
    pub(super) fields: &'r Fields<'r>,
    /// The entity so far: components of earlier rows of the list.
    pub(super) template: &'r mut EntityTemplate,
    pub(super) is_child: bool,
}

impl Reader<'_, '_> {
    /// Refuses a field that has no effect without one of some others, if there are any.
    pub(super) fn needs(&self, field: Field, name: &str, others: &[&str]) -> Result<()> {
        match others {
            [_, ..] if others.iter().all(|other| self.fields.get(other).is_none()) => {
                Err(field.error(SceneFault::needs(name, others)))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn refuse_in_child(&self, field: Field, name: &'static str) -> Result<()> {
        let fault = SceneFault::misplaced(name, "a child");
        if self.is_child { Err(field.error(fault)) } else { Ok(()) }
    }
}

/// Reads a component that refers to nothing.
pub(super) fn plain<T: DeserializeOwned>(field: Field, _: &mut Reader) -> Result<Option<T>> {
    field.parse().map(Some)
}

/// Reads a mark: `true` adds the component.
pub(super) fn mark<T: Default>(field: Field, _: &mut Reader) -> Result<Option<T>> {
    Ok(field.parse::<bool>()?.then(T::default))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_for_values_are_not_letters() {
        let texts = ["LAP {} OF {all}", "{player_2}!", "{A B} {", "}{", "{{}}"];
        assert_eq!(texts.map(letters), ["LAP  OF ", "!", "{A B} {", "}{", "{}"]);
    }
}
