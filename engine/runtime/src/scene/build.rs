//! Checks a document and resolves it: names to entities, files to assets, numbers to their units.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::entity::{AssetLookup, Context, Declared, colour_range};
use super::error_list::ErrorList;
use super::file::SceneFile;
use super::prefab::{MAX_LENGTH, Written, too_long};
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
    let (size, background) = picture(&scene, &texts, errors);
    assets.set_compat(scene.compat);
    if entities.len() > MAX_ENTITIES {
        let fault = SceneFault::range("entities", "at most 16384", entities.len());
        return Err(texts.error(&[Spot::Scene], &[Step::Field("entities"), Step::Item(MAX_ENTITIES)], fault));
    }
    let sounds = sound::sounds(&sounds, &texts, assets, errors);
    let music = scene.music.as_ref().and_then(|music| errors.keep(sound::music(music, &texts, assets)));
    let fonts = font::fonts(&fonts, &texts, assets, errors);
    let table = scene.texts.as_ref().and_then(|file| errors.keep(text_table(file, &texts, assets)));
    let declared = Declared { paths: path::paths(&scene.paths, &texts, errors), fonts, sounds, texts: table };
    let names = names(&entities, &texts, errors);
    let context = Context { texts: &texts, names: &names, declared: &declared, unseen };
    let lookup = &mut AssetLookup::new(assets);
    let (mut templates, firsts) = build_entities(context, &entities, lookup, errors);
    let mut groups = build_ready(context, &ready, entities.len(), lookup, errors);
    for written in &unused {
        let mut own = ErrorList::new(MAX_ERRORS);
        context.builder(entities.len(), written).group(lookup, &mut own);
        own.into_errors().into_iter().filter(is_own_fault).for_each(|error| errors.add(error));
    }
    for template in templates.iter_mut().chain(groups.iter_mut().flatten()) {
        for position in [&mut template.parent, &mut template.rig_target] {
            *position = position.and_then(|index| firsts.get(index).copied());
        }
    }
    // With an error before, templates may be missing.
    if errors.is_empty() {
        check_entities(context, (&entities, &firsts), &templates, size, errors);
        check_ready(context, &ready, entities.len(), &groups, &templates, errors);
    }
    let names = ready.iter().map(|(name, _)| Arc::from(name.as_str()));
    let ready = names.zip(groups).collect();
    let mut scene = Scene {
        path: path.clone(),
        size,
        background,
        seed: scene.seed.unwrap_or(0),
        compat: *assets.compat(),
        screen: assets.settings().over_screen(scene.screen.unwrap_or_default()),
        templates,
        ready,
        music,
        declared,
    };
    scene.translate();
    Ok(scene)
}

/// Returns width and height of the picture, and its background.
fn picture(scene: &SceneFile, texts: &Texts, errors: &mut ErrorList) -> ((u32, u32), u32) {
    let size = scene.size.unwrap_or((240, 320));
    let mut side = |side: i64| {
        let fits = u32::try_from(side).ok().filter(|side| (1..=MAX_SIDE).contains(side));
        let fault = || SceneFault::range("size", "1..=2048", side);
        errors.keep(fits.ok_or_else(|| texts.error(&[Spot::Scene], &[Step::Field("size")], fault()))).unwrap_or(1)
    };
    let size = (side(size.0), side(size.1));
    let background = colour_range(scene.background.unwrap_or(0), "background")
        .map_err(|fault| texts.error(&[Spot::Scene], &[Step::Field("background")], fault));
    (size, errors.keep(background).unwrap_or(0))
}

/// Builds the entities of a scene. Also returns the position of the first template of each: there are copies and children in
/// between.
fn build_entities(
    context: Context,
    entities: &[Written],
    lookup: &mut AssetLookup,
    errors: &mut ErrorList,
) -> (Vec<EntityTemplate>, Vec<usize>) {
    let (mut templates, mut firsts) = (Vec::with_capacity(entities.len()), Vec::with_capacity(entities.len()));
    let mut length = 0_usize;
    for (index, written) in entities.iter().enumerate() {
        if errors.is_full() {
            break;
        }
        let builder = context.builder(index, written);
        length = length.saturating_add(written.length.saturating_mul(written.copies()));
        if length > MAX_LENGTH {
            errors.add(builder.error(&[Step::Field("repeat")], too_long(length)));
            break;
        }
        firsts.push(templates.len());
        builder.build(lookup, errors, &mut templates);
    }
    (templates, firsts)
}

/// Builds the prefabs of the `ready` list, each with its children. `behind` is a position behind all entities.
fn build_ready(
    context: Context,
    ready: &[(String, Written)],
    behind: usize,
    lookup: &mut AssetLookup,
    errors: &mut ErrorList,
) -> Vec<Vec<EntityTemplate>> {
    let group = |(_, written): &(String, Written)| {
        let builder = context.builder(behind, written);
        if written.entity.repeat.is_some() {
            let fault = SceneFault::Misplaced { field: "repeat", place: "a prefab of the `ready` list" };
            errors.add(builder.error(&[Step::Field("repeat")], fault));
        }
        builder.group(lookup, errors)
    };
    ready.iter().map(group).collect()
}

/// Checks built entities together: their bones, their work, and which of their lights counts. The entities come with the
/// positions of their first templates.
fn check_entities(
    context: Context,
    (entities, firsts): (&[Written], &[usize]),
    templates: &[EntityTemplate],
    size: (u32, u32),
    errors: &mut ErrorList,
) {
    let error_at = |position: usize, field, fault| {
        let index = firsts.partition_point(|first| *first <= position).saturating_sub(1);
        let place = position - firsts.get(index).copied().unwrap_or_default();
        let written = entities.get(index)?;
        Some(context.builder(index, written).error_at(place % written.count(), &[Step::Field(field)], fault))
    };
    let beyond = templates.iter().enumerate().find_map(|(position, template)| {
        let fault = bone_beyond_figure(template, templates, templates)?;
        Some((position, "bone", fault))
    });
    if let Some((position, field, fault)) = beyond.or_else(|| budget::exceeded(templates, size)) {
        error_at(position, field, fault).into_iter().for_each(|error| errors.add(error));
    }
    let mut unseen = context.unseen.borrow_mut();
    for position in further_lights(templates) {
        if unseen.is_full() {
            break;
        }
        error_at(position, "light", SceneFault::SecondLight).into_iter().for_each(|error| unseen.add(error));
    }
}

/// Checks the bones of the prefabs of the `ready` list.
fn check_ready(
    context: Context,
    ready: &[(String, Written)],
    behind: usize,
    groups: &[Vec<EntityTemplate>],
    templates: &[EntityTemplate],
    errors: &mut ErrorList,
) {
    for (group, (_, written)) in groups.iter().zip(ready) {
        for (place, template) in group.iter().enumerate() {
            if let Some(fault) = bone_beyond_figure(template, group, templates) {
                errors.add(context.builder(behind, written).error_at(place, &[Step::Field("bone")], fault));
            }
        }
    }
}

/// Returns whether an error of a prefab that no entity is made of is one of the prefab itself: an entity could add fields to it,
/// and a scene the names that it refers to.
fn is_own_fault(error: &Error) -> bool {
    use SceneFault::{Needs, NoTexture, Unknown};

    let Error::Text { fault, .. } = error else { return true };
    match &**fault {
        Needs { .. } | NoTexture { .. } => false,
        Unknown { what, .. } => !["entity", "path", "sound", "font", "text"].contains(what),
        _ => true,
    }
}

/// Loads the table of texts in a file.
fn text_table(file: &str, texts: &Texts, assets: &mut Assets) -> Result<TextTable> {
    let table = AssetPath::new(file).map_err(Error::from).and_then(|path| TextTable::load(assets, &path));
    let mut table = table.map_err(|error| match error {
        Error::Asset(error) => texts.error(&[Spot::Scene], &[Step::Field("texts")], error.into()),
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
