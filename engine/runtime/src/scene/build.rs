//! Builds a scene from its files.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_formats::LoopMode;
use keitai_render::{Q12, Q16};
use serde::Deserialize;

use super::document::{MAX_LENGTH, PrefabFile, Prefabs, SceneFile, Written, declare, too_long};
use super::error_list::ErrorList;
use super::{MAX_ERRORS, Scene, budget};
use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::ron_text::number;
use crate::ron_text::{FaultKind, SceneFault};
use crate::text_file::{Field, Name, TextFile};
use crate::world::Figure;
use crate::world::effect::WorldLight;
use crate::world::lifetime::Lifetime;
use crate::world::path::Path;
use crate::world::reader::{Declared, EntityTemplate, Loader, Owner};
use crate::world::screen::read_font;
use crate::world::sound_cue::{read_music, read_sound};
use crate::world::{Actions, Camera, ParentBone, Part, Playback, Playhead, Transform, read};

type Placed<'a> = (EntityTemplate, Field<'a>);

/// Builds the scene of a file. The result is of use only when no error was added. With `check` the prefabs that no entity is made
/// of are built, too, and parts that do not show are reported.
pub(super) fn build(assets: &mut Assets, path: &AssetPath, check: bool, errors: &mut ErrorList) -> Result<Scene> {
    let own = TextFile::read(assets, path)?;
    let whole = own.whole();
    let file: SceneFile = whole.parse()?;
    let mut prefabs = Prefabs::default();
    let mut included = Vec::new();
    for name in &file.include.0 {
        let text = load_named(whole, name, |path| TextFile::read(assets, path));
        prefabs.incomplete |= text.is_err();
        included.extend(errors.keep(text));
    }
    assets.set_compat(file.compat);
    let mut declared = Declared::default();
    prefabs.add(whole, file.prefabs, errors);
    declare(&mut declared.fonts, "font", whole, file.fonts, errors, |field| read_font(field, assets));
    declare(&mut declared.sounds, "sound", whole, file.sounds, errors, |field| read_sound(field, assets));
    declare(&mut declared.paths, "path", whole, file.paths, errors, |field| Path::read(field).map(Arc::new));
    for text in &included {
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
        ready.extend(prefabs.instance(whole, name, errors).map(|written| (name, written)));
    }
    let unused = if check { prefabs.unused(errors) } else { Vec::new() };
    let names = names(&entities, errors);

    let mut loader = Loader::new(assets, &declared, &names);
    let (mut templates, firsts) = build_entities(&entities, &mut loader, errors);
    let mut groups: Vec<Vec<Placed>> =
        ready.iter().map(|(_, written)| build_ready(written, &mut loader, errors)).collect();
    for written in &unused {
        let mut own = ErrorList::new(MAX_ERRORS);
        group(written, &mut loader, &mut own);
        own.into_errors().into_iter().filter(is_own_fault).for_each(|error| errors.add(error));
    }
    for (template, _) in templates.iter_mut().chain(groups.iter_mut().flatten()) {
        for position in [&mut template.parent, &mut template.rig_target] {
            *position = position.and_then(|index| firsts.get(index).copied());
        }
    }
    let size = file.size.map_or((240, 320), |[width, height]| (width.0, height.0));
    // After an error, templates may be missing.
    if errors.is_empty() {
        check_entities(&templates, &groups, size, errors);
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
    let plain = |group: Vec<Placed>| group.into_iter().map(|(template, _)| template).collect();
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
        declared,
        added_sounds: BTreeMap::new(),
    })
}

/// Builds the entities of a scene. Also returns the position of the first template of each: there are copies and children in
/// between.
fn build_entities<'a>(
    entities: &[Written<'a>],
    loader: &mut Loader,
    errors: &mut ErrorList,
) -> (Vec<Placed<'a>>, Vec<usize>) {
    let (mut templates, mut firsts) = (Vec::with_capacity(entities.len()), Vec::with_capacity(entities.len()));
    let mut length = 0_usize;
    for written in entities {
        if errors.is_full() {
            break;
        }
        firsts.push(templates.len());
        let repeat = written.fields.get("repeat").map_or(Ok(RepeatFile::ONCE), Field::parse);
        let Some(repeat) = errors.keep(repeat) else { continue };
        let count = repeat.count.0 as usize * repeat.count.1 as usize;
        length = length.saturating_add(written.length.saturating_mul(count));
        let group = if length > MAX_LENGTH { Vec::new() } else { group(written, loader, errors) };
        let found = count.saturating_mul(group.len().max(1)).saturating_add(templates.len());
        if count == 0 || found > MAX_ENTITIES {
            errors.add(written.at.error(match count {
                0 => "repeat: expected at least 1 column and 1 row".into(),
                _ => SceneFault::too_many("entities of the scene, with copies", MAX_ENTITIES, found),
            }));
            continue;
        }
        if length > MAX_LENGTH {
            errors.add(written.at.error(too_long(length)));
            break;
        }
        if repeat.stagger != 0 && errors.is_empty() && !group.iter().any(|(own, _)| own.components.has::<Playback>()) {
            errors.add(written.at.error(SceneFault::needs("stagger", "play")));
        }
        let figures = group.iter().filter_map(|(template, _)| template.components.get::<&Figure>());
        let bones: usize = figures.map(|figure| figure.model.bone_count()).sum();
        if errors.keep(loader.count_bones(written.at, bones.saturating_mul(count - 1))).is_some() {
            repeat.copy(&group, &mut templates);
        }
    }
    (templates, firsts)
}

/// Returns the templates of an entity and of its children. Owners are given by their positions among them.
fn group<'a>(written: &Written<'a>, loader: &mut Loader, errors: &mut ErrorList) -> Vec<Placed<'a>> {
    let mut group = Vec::new();
    add(written, None, loader, errors, &mut group);
    group
}

fn add<'a>(
    written: &Written<'a>,
    owner: Option<Owner>,
    loader: &mut Loader,
    errors: &mut ErrorList,
    group: &mut Vec<Placed<'a>>,
) {
    if let (Some(_), Some(repeat)) = (owner, written.fields.get("repeat")) {
        errors.add(repeat.error(SceneFault::misplaced("repeat", "a child")));
    }
    let position = group.len();
    let mut own = Vec::new();
    let template = read(&written.fields, owner.is_some(), loader, &mut own);
    own.into_iter().for_each(|error| errors.add(error));
    group.push((EntityTemplate { owner, ..template }, written.at));
    for (number, child) in written.children.iter().enumerate() {
        add(child, Some(Owner { position, number }), loader, errors, group);
    }
}

fn build_ready<'a>(written: &Written<'a>, loader: &mut Loader, errors: &mut ErrorList) -> Vec<Placed<'a>> {
    if let Some(repeat) = written.fields.get("repeat") {
        let fault = SceneFault::misplaced("repeat", "a prefab of the `ready` list");
        errors.add(repeat.error(fault));
    }
    group(written, loader, errors)
}

/// Copies in a grid along x and z.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RepeatFile {
    count: (u32, u32),
    /// Model units.
    spacing: (i32, i32),
    /// Frames by which each copy starts later than the one before.
    #[serde(default, deserialize_with = "number::fixed")]
    stagger: Q16,
}

impl RepeatFile {
    const ONCE: Self = Self { count: (1, 1), spacing: (0, 0), stagger: Q16::ZERO };

    /// Adds the copies of an entity and its children.
    fn copy<'a>(&self, group: &[Placed<'a>], templates: &mut Vec<Placed<'a>>) {
        let Self { count: (columns, rows), spacing: (x, z), stagger } = *self;
        for copy in 0..columns * rows {
            let base = templates.len();
            for (template, place) in group {
                let mut template = template.clone();
                match (&mut template.owner, template.components.get_mut::<&mut Transform>()) {
                    (Some(owner), _) => owner.position += base,
                    (None, Some(transform)) => {
                        for (axis, by, number) in [(0, x, copy % columns), (2, z, copy / columns)] {
                            let by = Q12::saturating_from_num(i64::from(by) * i64::from(number));
                            transform.position[axis] = transform.position[axis].saturating_add(by);
                        }
                    }
                    (None, None) => {}
                }
                if copy > 0 {
                    template.name = None;
                    let actions = template.components.get::<&Actions>().cloned().unwrap_or_default();
                    if let Some(playback) = template.components.get_mut::<&mut Playback>() {
                        let by = i64::from(stagger.to_bits()) * i64::from(copy);
                        stagger_by(&mut playback.head, by, playback.part, &actions);
                    }
                }
                templates.push((template, *place));
            }
        }
    }
}

/// Moves the start of a copy by some frames, 16.16, in the direction of play. Every action is treated as endless, so that no
/// copy starts at its end.
fn stagger_by(head: &mut Playhead, by: i64, part: Part, actions: &Actions) {
    let last_frame = actions.get(part.action).map_or(0, |action| action.last_frame);
    let mode = if part.mode.is_mirrored() { LoopMode::MirroredLoop } else { LoopMode::Loop };
    if by != 0 {
        head.advance(if part.speed < Q16::ZERO { -by } else { by }, last_frame, mode);
        head.fresh = true;
    }
}

/// Checks built entities together: their bones and their work.
fn check_entities(templates: &[Placed], groups: &[Vec<Placed>], size: (u32, u32), errors: &mut ErrorList) {
    for group in groups.iter().map(Vec::as_slice).chain([templates]) {
        for (template, place) in group {
            if let Some(fault) = bone_beyond_figure(template, group, templates) {
                errors.add(place.error(format!("bone: {fault}")));
            }
        }
    }
    if let Some((position, fault)) = budget::exceeded(templates.iter().map(|(template, _)| template), size) {
        errors.add(templates[position].1.error(fault));
    }
}

/// Returns the fault of a template at a bone that the figure of its parent does not have.
fn bone_beyond_figure(template: &EntityTemplate, group: &[Placed], scene: &[Placed]) -> Option<SceneFault> {
    let bone = template.components.get::<&ParentBone>()?.0;
    let (parent, _) = match template.owner {
        Some(Owner { position, .. }) => group.get(position)?,
        None => scene.get(template.parent?)?,
    };
    let bones = parent.components.get::<&Figure>().map_or(0, |figure| figure.document.bones.len());
    (bone >= bones).then(|| SceneFault::index(bones, "bones in the parent's figure", bone))
}

/// Returns the entities whose light is shadowed by an earlier permanent light.
fn further_lights<'a>(templates: &[Placed<'a>]) -> impl Iterator<Item = Field<'a>> {
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

/// Returns what `load` makes of the file with a name in the text. A file that cannot be read is a fault of the name.
fn load_named<T>(whole: Field, name: &str, load: impl FnOnce(&AssetPath) -> Result<T>) -> Result<T> {
    load(&whole.path(name)?).map_err(|error| match error {
        Error::Asset(error) => whole.error_at(name, error),
        other => other,
    })
}

fn name<'a>(written: &Written<'a>, field: &str) -> Option<(Field<'a>, String)> {
    let field = written.fields.get(field)?;
    Some((field, field.parse::<Name>().ok()?.to_string()))
}

/// Returns the position of every named entity. Refuses names that are used twice and parent cycles.
fn names(entities: &[Written], errors: &mut ErrorList) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for (index, written) in entities.iter().enumerate() {
        if let Some((field, name)) = name(written, "name")
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
