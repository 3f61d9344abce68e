//! Checks a document and resolves it: names to entities, files to assets, numbers to their units.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::entity::{AssetLookup, Builder, Declared, colour_range};
use super::error_list::ErrorList;
use super::prefab::Written;
use super::prefab::{MAX_LENGTH, too_long};
use super::read::Document;
use super::template::{EntityTemplate, Owner};
use super::text_table::TextTable;
use super::texts::{Spot, Texts};
use super::unseen::further_lights;
use super::{MAX_ERRORS, Scene, budget, font, path, sound};
use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::ron_text::{SceneFault, Step};
use crate::world::transform::ParentBone;

/// The largest picture, pixels each way.
const MAX_SIDE: u32 = 2048;

/// Builds the scene of a document. The result is of use only when no error was added. Parts that do not show are added to
/// `unseen`.
pub(super) fn build(
    document: Document,
    assets: &mut Assets,
    path: &AssetPath,
    errors: &mut ErrorList,
    unseen: &RefCell<ErrorList>,
) -> Result<Scene> {
    let Document { scene, entities, ready, unused, sounds, fonts, texts } = document;
    let size = scene.size.unwrap_or((240, 320));
    for side in [size.0, size.1] {
        if !(1..=MAX_SIDE).contains(&side) {
            let fault = SceneFault::range("size", "1..=2048", side);
            errors.add(texts.error(&[Spot::Scene], &[Step::Field("size")], fault));
        }
    }
    let background = colour_range(scene.background.unwrap_or(0), "background")
        .map_err(|fault| texts.error(&[Spot::Scene], &[Step::Field("background")], fault));
    let background = errors.keep(background).unwrap_or(0);
    assets.set_compat(scene.compat);
    if entities.len() > MAX_ENTITIES {
        let fault = SceneFault::range("entities", "at most 16384", entities.len());
        return Err(texts.error(&[Spot::Scene], &[Step::Field("entities"), Step::Item(MAX_ENTITIES)], fault));
    }
    let sounds = sound::sounds(&sounds, &texts, assets, errors);
    let music = scene.music.as_ref().and_then(|music| errors.keep(sound::music(music, &texts, assets)));
    let fonts = font::fonts(&fonts, &texts, assets, errors);
    let table = scene.texts.as_ref().and_then(|file| errors.keep(text_table(file, &texts, assets)));
    let mut files: Vec<AssetPath> = texts.paths().cloned().collect();
    files.extend(table.as_ref().map(|table| table.path().clone()));
    let declared = Declared { paths: path::paths(&scene.paths, &texts, errors), fonts, sounds, texts: table };
    let names = names(&entities, &texts, errors);
    let mut lookup = AssetLookup::new(assets);
    let builder = |index, written| Builder::new(Spot::Entity(index), written, &texts, &names, &declared, unseen);
    // Positions in the file are not those of the templates, which have copies and children in between.
    let (mut templates, mut firsts) = (Vec::with_capacity(entities.len()), Vec::with_capacity(entities.len()));
    let mut length = 0_usize;
    for (index, written) in entities.iter().enumerate() {
        if errors.is_full() {
            break;
        }
        length = length.saturating_add(written.length.saturating_mul(written.copies()));
        if length > MAX_LENGTH {
            errors.add(builder(index, written).error(&[Step::Field("repeat")], too_long(length)));
            break;
        }
        firsts.push(templates.len());
        builder(index, written).build(&mut lookup, errors, &mut templates);
    }
    let mut spawnable = Vec::with_capacity(ready.len());
    for (name, written) in &ready {
        // No entity has this index, so that errors point to the prefab.
        let builder = builder(entities.len(), written);
        if written.entity.repeat.is_some() {
            let fault = SceneFault::Misplaced { field: "repeat", place: "a prefab of the `ready` list" };
            errors.add(builder.error(&[Step::Field("repeat")], fault));
        }
        let group = builder.group(&mut lookup, errors);
        spawnable.push((Arc::from(name.as_str()), group));
    }
    for written in &unused {
        let mut own = ErrorList::new(MAX_ERRORS);
        builder(entities.len(), written).group(&mut lookup, &mut own);
        own.into_errors().into_iter().filter(is_own_fault).for_each(|error| errors.add(error));
    }
    for template in templates.iter_mut().chain(spawnable.iter_mut().flat_map(|(_, group)| group)) {
        for position in [&mut template.parent, &mut template.rig_target] {
            *position = position.and_then(|index| firsts.get(index).copied());
        }
    }
    // With an error before, templates may be missing.
    if errors.is_empty() {
        let beyond = templates.iter().enumerate().find_map(|(position, template)| {
            let fault = bone_beyond_figure(template, &templates, &templates)?;
            Some((position, "bone", fault))
        });
        let error_at = |position: usize, field, fault| {
            let index = firsts.partition_point(|first| *first <= position).saturating_sub(1);
            let place = position - firsts.get(index).copied().unwrap_or_default();
            let written = entities.get(index)?;
            Some(builder(index, written).error_at(place % written.count(), &[Step::Field(field)], fault))
        };
        if let Some((position, field, fault)) = beyond.or_else(|| budget::exceeded(&templates, size)) {
            error_at(position, field, fault).into_iter().for_each(|error| errors.add(error));
        }
        for position in further_lights(&templates) {
            if unseen.borrow().is_full() {
                break;
            }
            let error = error_at(position, "light", SceneFault::SecondLight);
            error.into_iter().for_each(|error| unseen.borrow_mut().add(error));
        }
        for ((_, group), (_, written)) in spawnable.iter().zip(&ready) {
            for (place, template) in group.iter().enumerate() {
                if let Some(fault) = bone_beyond_figure(template, group, &templates) {
                    let builder = builder(entities.len(), written);
                    errors.add(builder.error_at(place, &[Step::Field("bone")], fault));
                }
            }
        }
    }
    let mut scene = Scene {
        path: path.clone(),
        size,
        background,
        seed: scene.seed.unwrap_or(0),
        compat: *assets.compat(),
        screen: assets.settings().over_screen(scene.screen.unwrap_or_default()),
        files,
        templates,
        ready: spawnable,
        music,
        declared,
    };
    scene.translate();
    Ok(scene)
}

/// Returns whether an error of a prefab that no entity is made of is one of the prefab itself: an entity could add fields to it,
/// and a scene the names that it refers to.
fn is_own_fault(error: &Error) -> bool {
    use SceneFault::{Needs, NoTexture, Unknown};

    let Error::Scene { fault, .. } = error else { return true };
    match &**fault {
        Needs { .. } | NoTexture { .. } => false,
        Unknown { what, .. } => !["entity", "path", "sound", "font", "text"].contains(what),
        _ => true,
    }
}

/// Loads the table of texts in a file.
fn text_table(file: &str, texts: &Texts, assets: &Assets) -> Result<TextTable> {
    let table = AssetPath::new(file).map_err(Error::from).and_then(|path| TextTable::load(assets.source(), &path));
    let mut table = table.map_err(|error| match error {
        Error::Asset(error) => texts.error(&[Spot::Scene], &[Step::Field("texts")], SceneFault::Asset(Box::new(error))),
        other => other,
    })?;
    if let Some(language) = assets.settings().language {
        table.set_language(language);
    }
    Ok(table)
}

/// Returns the fault of a template at a bone that the figure of its parent does not have.
fn bone_beyond_figure(
    template: &EntityTemplate,
    group: &[EntityTemplate],
    scene: &[EntityTemplate],
) -> Option<SceneFault> {
    let ParentBone(bone) = template.components.bone?;
    let parent = match template.owner {
        Some(Owner { position, .. }) => group.get(position)?,
        None => scene.get(template.parent?)?,
    };
    let bones = parent.components.figure.as_ref().map_or(0, |figure| figure.asset.figure.bones.len());
    (bone >= bones).then(|| SceneFault::index("bone", bones, "bones in the parent's figure", bone))
}

/// Returns the position of every named entity. Refuses names that are used twice and parent cycles.
fn names<'a>(entities: &'a [Written], texts: &Texts, errors: &mut ErrorList) -> BTreeMap<&'a str, usize> {
    let mut names = BTreeMap::new();
    for (index, written) in entities.iter().enumerate() {
        if let Some(name) = &written.entity.name
            && names.insert(name.as_str(), index).is_some()
        {
            let fault = SceneFault::Duplicate { what: "entity", name: name.clone() };
            errors.add(texts.error(&[Spot::Entity(index)], &[Step::Field("name")], fault));
            if errors.is_full() {
                return names;
            }
        }
    }
    let parent = |index: usize| {
        let name = entities.get(index)?.entity.parent.as_deref()?;
        names.get(name).copied()
    };
    // Entities whose line of parents was checked are marked, so that a long line is followed only once.
    let mut checked = vec![false; entities.len()];
    for start in 0..entities.len() {
        let mut line = vec![start];
        while let Some(next) = line.last().and_then(|last| parent(*last)).filter(|next| !checked[*next]) {
            if line.contains(&next) {
                let name = entities[next].entity.name.clone().unwrap_or_default();
                let fault = SceneFault::ParentCycle { name };
                errors.add(texts.error(&[Spot::Entity(next)], &[Step::Field("parent")], fault));
                break;
            }
            line.push(next);
        }
        line.into_iter().for_each(|index| checked[index] = true);
    }
    names
}
