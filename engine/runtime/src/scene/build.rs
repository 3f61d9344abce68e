//! Builds a scene from its files.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::document::{EntityText, ErrorList, PrefabFile, Prefabs, SceneFile, declare};
use super::{MAX_ERRORS, Scene, budget};
use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::ron_text::{FaultKind, SceneFault};
use crate::text_file::{Field, Name, TextFile};
use crate::world::effect::WorldLight;
use crate::world::lifetime::Lifetime;
use crate::world::path::Path;
use crate::world::reader::{Declared, EntityTemplate, Loader, Owner};
use crate::world::screen::read_font;
use crate::world::sound::{read_music, read_sound};
use crate::world::{Camera, Transform, read};

type TemplatePlace<'a> = (EntityTemplate, Field<'a>);

/// Builds the scene of a file. The result is of use only when no error was added. With `check` the prefabs that no entity is made
/// of are built, too, and parts that do not show are reported.
pub(super) fn build(assets: &mut Assets, path: &AssetPath, check: bool, errors: &mut ErrorList) -> Result<Scene> {
    let document = TextFile::read(assets, path)?;
    let whole = document.whole();
    let file: SceneFile = whole.parse()?;
    let mut prefabs = Prefabs::default();
    let mut prefab_files = Vec::new();
    for name in &file.include.0 {
        let text = read_included(assets, whole, name);
        prefabs.incomplete |= text.is_err();
        prefab_files.extend(errors.keep(text));
    }
    assets.set_compat(file.compat);
    let (mut declared, mut paths) = (Declared::default(), BTreeMap::new());
    prefabs.add(whole, file.prefabs, errors);
    declare(&mut declared.fonts, "font", whole, file.fonts, errors, |field| read_font(field, assets));
    declare(&mut declared.sounds, "sound", whole, file.sounds, errors, |field| read_sound(field, assets));
    declare(&mut paths, "path", whole, file.paths, errors, |field| Path::read(field).map(Arc::new));
    for text in &prefab_files {
        let whole = text.whole();
        let Some(file) = errors.keep(whole.parse::<PrefabFile>()) else {
            prefabs.incomplete = true;
            continue;
        };
        prefabs.add(whole, file.prefabs, errors);
        declare(&mut declared.fonts, "font", whole, file.fonts, errors, |field| read_font(field, assets));
        declare(&mut declared.sounds, "sound", whole, file.sounds, errors, |field| read_sound(field, assets));
    }
    let music = file.music.and_then(|music| errors.keep(read_music(whole.inner(music), assets)));

    let mut entities = Vec::with_capacity(file.entities.0.len());
    for entity in file.entities.0 {
        if errors.is_full() {
            break;
        }
        entities.extend(prefabs.entity(whole.inner(entity), errors));
    }
    let mut ready = Vec::with_capacity(file.ready.len());
    for name in &file.ready {
        ready.extend(prefabs.instance(whole, name, errors).map(|entity| (name, entity)));
    }
    let unused = if check { prefabs.unused(errors) } else { Vec::new() };
    let names = names(&entities, errors);

    let mut loader = Loader::new(assets, &declared, &names);
    let (mut templates, firsts) = build_entities(&entities, &mut loader, errors);
    let mut groups: Vec<Vec<TemplatePlace>> =
        ready.iter().map(|(_, entity)| group(entity, &mut loader, errors)).collect();
    for entity in &unused {
        let mut faults = ErrorList::new(MAX_ERRORS);
        group(entity, &mut loader, &mut faults);
        faults.into_errors().into_iter().filter(is_own_fault).for_each(|error| errors.add(error));
    }
    for (template, _) in templates.iter_mut().chain(groups.iter_mut().flatten()) {
        for position in [&mut template.parent, &mut template.rig_target] {
            *position = position.and_then(|index| firsts.get(index).copied());
        }
    }
    let size = file.size.map_or((240, 320), |[width, height]| (width.0, height.0));
    // After an error, templates may be missing.
    let work =
        if errors.is_empty() { budget::exceeded(templates.iter().map(|(template, _)| template), size) } else { None };
    if let Some((position, fault)) = work {
        errors.add(templates[position].1.error(fault));
    }
    if check {
        let unused = SceneFault::new(FaultKind::Unseen, "only the first light of a scene has an effect");
        further_lights(&templates).for_each(|place| errors.add(place.error(unused.clone())));
        let all = || templates.iter().chain(groups.iter().flatten());
        let turns = all().filter_map(|(template, place)| {
            let turn = template.components.get::<&Transform>()?.turn;
            Some(place.error(SceneFault::degrees(in_degrees(turn.map(|angle| angle.0))?)))
        });
        turns.for_each(|error| errors.add(error));
        let coarse = all().filter(|(template, _)| {
            template.components.get::<&Camera>().is_some_and(|camera| camera.projection.has_few_keys())
        });
        coarse.for_each(|(_, place)| errors.add(place.error(SceneFault::near_plane())));
        std::mem::take(&mut loader.unseen).into_iter().for_each(|error| errors.add(error));
    }
    let plain = |group: Vec<TemplatePlace>| group.into_iter().map(|(template, _)| template).collect();
    let background = file.background.map_or(0, |colour| colour.0);
    Ok(Scene {
        path: path.clone(),
        size,
        background,
        file_background: background,
        seed: file.seed,
        compat: *assets.compat(),
        screen: assets.settings().over_screen(file.screen.unwrap_or_default()),
        templates: plain(templates),
        ready: ready.iter().zip(groups).map(|((name, _), group)| (Arc::from(&***name), plain(group))).collect(),
        music,
        paths,
        fonts: declared.fonts,
        sounds: declared.sounds,
        added_sounds: BTreeMap::new(),
    })
}

/// Builds the entities of a scene. Also returns the position of the first template of each: there are children in between.
fn build_entities<'a>(
    entities: &[EntityText<'a>],
    loader: &mut Loader,
    errors: &mut ErrorList,
) -> (Vec<TemplatePlace<'a>>, Vec<usize>) {
    let (mut templates, mut firsts) = (Vec::with_capacity(entities.len()), Vec::with_capacity(entities.len()));
    for entity in entities {
        if errors.is_full() {
            break;
        }
        firsts.push(templates.len());
        add(entity, None, loader, errors, &mut templates);
        if templates.len() > MAX_ENTITIES {
            let fault = SceneFault::too_many("entities of the scene", MAX_ENTITIES, templates.len());
            errors.add(entity.at.error(fault));
            break;
        }
    }
    (templates, firsts)
}

/// Returns the templates of an entity and of its children. Owners are given by their positions among them.
fn group<'a>(entity: &EntityText<'a>, loader: &mut Loader, errors: &mut ErrorList) -> Vec<TemplatePlace<'a>> {
    let mut group = Vec::new();
    add(entity, None, loader, errors, &mut group);
    group
}

fn add<'a>(
    entity: &EntityText<'a>,
    owner: Option<Owner>,
    loader: &mut Loader,
    errors: &mut ErrorList,
    group: &mut Vec<TemplatePlace<'a>>,
) {
    let position = group.len();
    let mut faults = Vec::new();
    let template = read(&entity.fields, owner.is_some(), loader, &mut faults);
    faults.into_iter().for_each(|error| errors.add(error));
    group.push((EntityTemplate { owner, ..template }, entity.at));
    for (number, child) in entity.children.iter().enumerate() {
        add(child, Some(Owner { position, number }), loader, errors, group);
    }
}

/// Returns the entities whose light is shadowed by an earlier permanent light.
fn further_lights<'a>(templates: &[TemplatePlace<'a>]) -> impl Iterator<Item = Field<'a>> {
    let lit = templates.iter().filter(|(template, _)| template.components.has::<WorldLight>());
    lit.skip_while(|(template, _)| template.components.has::<Lifetime>()).map(|(_, place)| *place).skip(1)
}

/// Returns the first turn about an axis when all look like degrees.
fn in_degrees(turn: [i32; 3]) -> Option<i32> {
    let is_usual = |turn: &i32| matches!(turn.abs(), 0 | 30 | 45 | 60 | 90 | 120 | 135 | 150 | 180 | 270 | 360);
    turn.iter().all(is_usual).then(|| turn.into_iter().find(|turn| *turn != 0))?
}

/// Returns whether an error in a prefab that no entity is made of is the prefab's own.
fn is_own_fault(error: &Error) -> bool {
    !matches!(error, Error::Text { fault, .. } if fault.may_vanish)
}

/// Reads the file that a name in the text stands for. A file that cannot be read is a fault of the name.
fn read_included(assets: &mut Assets, whole: Field, name: &str) -> Result<TextFile> {
    TextFile::read(assets, &whole.path(name)?).map_err(|error| match error {
        Error::Asset(error) => whole.error_at(name, error),
        other => other,
    })
}

fn name<'a>(entity: &EntityText<'a>, field: &str) -> Option<(Field<'a>, String)> {
    let field = entity.fields.get(field)?;
    Some((field, field.parse::<Name>().ok()?.to_string()))
}

/// Returns the position of every named entity. Refuses names that are used twice and parent cycles.
fn names(entities: &[EntityText], errors: &mut ErrorList) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for (index, entity) in entities.iter().enumerate() {
        if let Some((field, name)) = name(entity, "name")
            && names.insert(name.clone(), index).is_some()
        {
            errors.add(field.error(SceneFault::duplicate("entity", &name)));
        }
    }
    let parent = |index: usize| {
        let (field, parent) = name(entities.get(index)?, "parent")?;
        Some((*names.get(&parent)?, field))
    };
    // Entities whose line of parents was checked are marked, so that a long line is followed only once.
    let mut checked = vec![false; entities.len()];
    for start in 0..entities.len() {
        let mut line = vec![start];
        let next = |line: &[usize]| parent(*line.last()?).filter(|(next, _)| !checked[*next]);
        while let Some((parent, field)) = next(&line) {
            if line.contains(&parent) {
                let name = name(&entities[parent], "name").map(|(_, name)| name).unwrap_or_default();
                errors.add(field.error(SceneFault::cycle("parent", &name)));
                break;
            }
            line.push(parent);
        }
        line.into_iter().for_each(|index| checked[index] = true);
    }
    names
}
