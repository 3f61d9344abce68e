//! Scene files to one list of entities: texts are read, includes and prefabs put in their place, paths made relative to
//! the root. Every entity remembers where it stands, for the errors of later stages.

use std::collections::BTreeMap;

use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use super::fault::SceneFault;
use super::faults::Faults;
use super::file::{EntityFile, SceneFile};
use super::text::{Position, Step, locate, too_deep};
use crate::assets::{AssetError, AssetPath, Source};
use crate::error::{Error, Result};
use crate::shot::Font;

/// The largest scene file, bytes.
pub(super) const LARGEST: u64 = 1 << 20;
/// The most files that a scene includes.
const MOST_INCLUDES: usize = 64;

/// Texts that were read, to tell places in.
#[derive(Debug, Default)]
pub(super) struct Texts(Vec<(AssetPath, String)>);

/// Where an entity stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Spot<'a> {
    /// The scene as a whole.
    Scene,
    /// The n-th entity of the scene.
    Entity(usize),
    /// A prefab of the n-th text.
    Prefab(usize, &'a str),
}

/// An entity with its prefab's fields filled in.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) entity: EntityFile,
    /// Text and name of its prefab.
    pub(super) prefab: Option<(usize, String)>,
}

/// Everything that the files of a scene say.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) scene: SceneFile,
    pub(super) entities: Vec<Written>,
    /// Prefabs that are kept ready, by their names.
    pub(super) ready: Vec<(String, Written)>,
    pub(super) texts: Texts,
}

impl Texts {
    /// The error for a fault at `way` from the spot. With a prefab, the place is where the field was written.
    pub(super) fn fault(&self, spots: &[Spot], way: &[Step], fault: SceneFault) -> Error {
        let places = spots.iter().filter_map(|spot| {
            let (text, mut whole) = match *spot {
                Spot::Scene => (0, Vec::new()),
                Spot::Entity(index) => (0, vec![Step::Field("entities"), Step::Item(index)]),
                Spot::Prefab(text, name) => (text, vec![Step::Field("prefabs"), Step::Field(name)]),
            };
            let base = whole.len();
            whole.extend_from_slice(way);
            let (path, text) = self.0.get(text)?;
            let (position, steps) = locate(text, &whole);
            Some((steps.saturating_sub(base), path, position))
        });
        // The first of those that lead farthest: an entity before its prefab.
        let best = places.reduce(|best, place| if place.0 > best.0 { place } else { best });
        match best {
            Some((_, path, position)) => error(path, position, fault),
            None => error(&AssetPath::root(), Position { line: 1, column: 1 }, fault),
        }
    }

    /// The files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &AssetPath> {
        self.0.iter().map(|(path, _)| path)
    }

    /// Reads and parses one more file.
    fn parse(&mut self, source: &Source, path: &AssetPath) -> Result<SceneFile> {
        let bytes = source.read(path, LARGEST)?;
        let text = match std::str::from_utf8(&bytes) {
            // Some editors begin a file with a mark that is no part of the text.
            Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
            Err(wrong) => {
                let offset = wrong.valid_up_to();
                let before = String::from_utf8_lossy(&bytes[..offset]);
                return Err(error(path, Position::of(&before, before.len()), SceneFault::NotText { offset }));
            }
        };
        let scene = parse(text).map_err(|(position, fault)| error(path, position, fault))?;
        self.0.push((path.clone(), text.to_owned()));
        Ok(scene)
    }
}

/// Parses RON that does not nest too deep.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> std::result::Result<T, (Position, SceneFault)> {
    if let Some(position) = too_deep(text) {
        return Err((position, SceneFault::TooDeep));
    }
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|wrong| {
        let at = wrong.span.start;
        (Position { line: at.line, column: at.col }, SceneFault::Syntax(wrong.code))
    })
}

fn error(path: &AssetPath, position: Position, fault: SceneFault) -> Error {
    Error::Scene { path: path.clone(), line: position.line, column: position.column, fault: Box::new(fault) }
}

/// Reads a scene and what it includes.
///
/// # Errors
/// When the scene itself cannot be read, and nothing more can be told.
pub(super) fn read(source: &Source, path: &AssetPath, faults: &mut Faults) -> Result<Document> {
    let mut texts = Texts::default();
    let mut scene = texts.parse(source, path)?;
    if scene.include.len() > MOST_INCLUDES {
        let fault =
            SceneFault::Range { field: "include", expected: "at most 64 files", found: scene.include.len() as i64 };
        return Err(texts.fault(&[Spot::Scene], &[Step::Field("include")], fault));
    }
    let mut prefabs = Prefabs::default();
    prefabs.add(&texts, 0, &path.folder(), std::mem::take(&mut scene.prefabs), faults);
    for (number, include) in scene.include.iter().enumerate() {
        let way = [Step::Field("include"), Step::Item(number)];
        let file = path.folder().join(include).map_err(Error::from);
        let included = file.and_then(|file| Ok((texts.parse(source, &file)?, file.folder())));
        let included = included.map_err(|error| match error {
            Error::Asset(error) => texts.fault(&[Spot::Scene], &way, SceneFault::Asset(Box::new(error))),
            other => other,
        });
        let Some((included, folder)) = faults.keep(included) else {
            prefabs.complete = false;
            continue;
        };
        let index = texts.0.len() - 1;
        only_prefabs(&texts, index, &included, faults);
        prefabs.add(&texts, index, &folder, included.prefabs, faults);
    }
    let mut entities = Vec::with_capacity(scene.entities.len());
    for (index, mut entity) in std::mem::take(&mut scene.entities).into_iter().enumerate() {
        if faults.are_enough() {
            break;
        }
        let spot = Spot::Entity(index);
        rebase(&mut entity, &path.folder(), |way, error| {
            faults.add(texts.fault(&[spot], way, SceneFault::Asset(Box::new(error))));
        });
        let prefab = entity.prefab.take().map(|name| {
            let found = prefabs.find(&name, |fault| texts.fault(&[spot], &[Step::Field("prefab")], fault), faults);
            entity = match found {
                Some((_, prefab)) => std::mem::take(&mut entity).over(prefab),
                // What a prefab would have brought is not missed one by one.
                None => EntityFile { name: entity.name.take(), ..EntityFile::default() },
            };
            found.map(|(text, _)| (*text, name))
        });
        entities.push(Written { entity, prefab: prefab.flatten() });
    }
    let mut ready = Vec::with_capacity(scene.ready.len());
    for (number, name) in scene.ready.iter().enumerate() {
        let way = [Step::Field("ready"), Step::Item(number)];
        if let Some((text, prefab)) = prefabs.find(name, |fault| texts.fault(&[Spot::Scene], &way, fault), faults) {
            ready.push((name.clone(), Written { entity: prefab.clone(), prefab: Some((*text, name.clone())) }));
        }
    }
    Ok(Document { scene, entities, ready, texts })
}

/// An included file has nothing but prefabs.
fn only_prefabs(texts: &Texts, index: usize, file: &SceneFile, faults: &mut Faults) {
    let set = [
        ("size", file.size.is_some()),
        ("background", file.background.is_some()),
        ("seed", file.seed.is_some()),
        ("compat", file.compat.is_some()),
        ("include", !file.include.is_empty()),
        ("entities", !file.entities.is_empty()),
        ("ready", !file.ready.is_empty()),
    ];
    let Some((path, text)) = texts.0.get(index) else { return };
    for (field, _) in set.into_iter().filter(|(_, set)| *set) {
        let (position, _) = locate(text, &[Step::Field(field)]);
        faults.add(error(path, position, SceneFault::Misplaced { field, place: "an included file" }));
    }
}

/// Prefabs by name, each with the text that it stands in.
struct Prefabs {
    known: BTreeMap<String, (usize, EntityFile)>,
    /// Whether all files that were to bring some could be read.
    complete: bool,
}

impl Default for Prefabs {
    fn default() -> Self {
        Self { known: BTreeMap::new(), complete: true }
    }
}

impl Prefabs {
    fn add(
        &mut self,
        texts: &Texts,
        text: usize,
        folder: &AssetPath,
        from: BTreeMap<String, EntityFile>,
        faults: &mut Faults,
    ) {
        for (name, mut prefab) in from {
            let spot = Spot::Prefab(text, &name);
            rebase(&mut prefab, folder, |way, error| {
                faults.add(texts.fault(&[spot], way, SceneFault::Asset(Box::new(error))));
            });
            for (field, set) in [("prefab", prefab.prefab.is_some()), ("name", prefab.name.is_some())] {
                if set {
                    let fault = SceneFault::Misplaced { field, place: "a prefab" };
                    faults.add(texts.fault(&[spot], &[Step::Field(field)], fault));
                }
            }
            if self.known.contains_key(&name) {
                let fault = SceneFault::Duplicate { what: "prefab", name: name.clone() };
                faults.add(texts.fault(&[spot], &[], fault));
            }
            self.known.insert(name, (text, prefab));
        }
    }

    /// The prefab of that name; `fault` gives the fault its place.
    fn find(
        &self,
        name: &str,
        fault: impl FnOnce(SceneFault) -> Error,
        faults: &mut Faults,
    ) -> Option<&(usize, EntityFile)> {
        let found = self.known.get(name);
        if found.is_none() && self.complete {
            faults.add(fault(SceneFault::unknown("prefab", name, self.known.keys().map(String::as_str))));
        }
        found
    }
}

/// Makes every path relative to the root instead of `folder`.
fn rebase(entity: &mut EntityFile, folder: &AssetPath, mut fault: impl FnMut(&[Step], AssetError)) {
    let mut lift = |path: &mut String, way: &[Step]| match folder.join(path) {
        Ok(whole) => whole.as_str().clone_into(path),
        Err(error) => fault(way, error),
    };
    if let Some(figure) = &mut entity.figure {
        lift(figure, &[Step::Field("figure")]);
    }
    for (field, paths) in [("textures", &mut entity.textures), ("actions", &mut entity.actions)] {
        for (index, path) in paths.iter_mut().flatten().enumerate() {
            lift(path, &[Step::Field(field), Step::Item(index)]);
        }
    }
    if let Some(sphere) = entity.effect.as_mut().and_then(|effect| effect.sphere.as_mut()) {
        lift(sphere, &[Step::Field("effect"), Step::Field("sphere")]);
    }
    if let Some(sprite) = &mut entity.sprite {
        lift(&mut sprite.texture, &[Step::Field("sprite"), Step::Field("texture")]);
    }
    if let Some(image) = &mut entity.image {
        lift(&mut image.texture, &[Step::Field("image"), Step::Field("texture")]);
    }
    if let Some(Font::Cells { texture, .. }) = entity.text.as_mut().map(|text| &mut text.font) {
        lift(texture, &[Step::Field("text"), Step::Field("font"), Step::Field("texture")]);
    }
}
