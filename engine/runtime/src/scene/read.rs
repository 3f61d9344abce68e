//! Reads scene files into one document: parses the texts, applies includes and prefabs, makes paths relative to the root.

use std::collections::BTreeMap;

use super::error_list::ErrorList;
use super::file::{CellsFile, CueFile, EntityFile, SceneFile};
use super::prefab::{Prefabs, Written};
use super::rebase::rebase;
use super::texts::{Spot, Texts};
use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::ron_text::{SceneFault, Step, lengths, locate};

/// The most files that a scene includes.
const MAX_INCLUDES: usize = 64;

/// Values by name, each with the position of its text.
pub(super) type Named<T> = BTreeMap<String, (usize, T)>;

/// A value with a name and a file.
trait NamedFile {
    /// Kind of the value, and the field with its file.
    const WORDS: (&'static str, &'static str);

    fn file(&mut self) -> &mut String;
    fn spot(text: usize, name: &str) -> Spot<'_>;
}

impl NamedFile for CueFile {
    const WORDS: (&'static str, &'static str) = ("sound", "file");

    fn file(&mut self) -> &mut String {
        &mut self.file
    }

    fn spot(text: usize, name: &str) -> Spot<'_> {
        Spot::Sound(text, name)
    }
}

impl NamedFile for CellsFile {
    const WORDS: (&'static str, &'static str) = ("font", "texture");

    fn file(&mut self) -> &mut String {
        &mut self.texture
    }

    fn spot(text: usize, name: &str) -> Spot<'_> {
        Spot::Font(text, name)
    }
}

/// The content of a scene and of the files that it includes.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) scene: SceneFile,
    pub(super) entities: Vec<Written>,
    /// The prefabs of the `ready` list, with their names.
    pub(super) ready: Vec<(String, Written)>,
    /// The prefabs that no entity is made of, when all of them are to be checked.
    pub(super) unused: Vec<Written>,
    pub(super) sounds: Named<CueFile>,
    pub(super) fonts: Named<CellsFile>,
    pub(super) texts: Texts,
}

/// Reads a scene and the files that it includes. Errors in parts of the scene are added to `errors`. With `unused` the prefabs
/// that no entity is made of are read, too.
///
/// # Errors
/// When the scene itself cannot be read or parsed.
pub(super) fn read(assets: &mut Assets, path: &AssetPath, unused: bool, errors: &mut ErrorList) -> Result<Document> {
    let mut texts = Texts::default();
    let mut scene = texts.parse(assets, path)?;
    if scene.include.len() > MAX_INCLUDES {
        let fault = SceneFault::range("include", "at most 64 files", scene.include.len());
        return Err(texts.error(&[Spot::Scene], &[Step::Field("include")], fault));
    }
    let mut prefabs = Prefabs::default();
    prefabs.add(&texts, 0, &path.folder(), std::mem::take(&mut scene.prefabs), errors);
    let (mut sounds, mut fonts) = (Named::new(), Named::new());
    add_named(&mut sounds, &texts, 0, &path.folder(), std::mem::take(&mut scene.sounds), errors);
    add_named(&mut fonts, &texts, 0, &path.folder(), std::mem::take(&mut scene.fonts), errors);
    for (number, include) in scene.include.iter().enumerate() {
        let steps = [Step::Field("include"), Step::Item(number)];
        let file = path.folder().join(include).map_err(Error::from);
        let included = file.and_then(|file| Ok((texts.parse(assets, &file)?, file.folder())));
        let included = included.map_err(|error| match error {
            Error::Asset(error) => texts.error(&[Spot::Scene], &steps, error.into()),
            other => other,
        });
        let Some((included, folder)) = errors.keep(included) else {
            prefabs.complete = false;
            continue;
        };
        let index = texts.all.len() - 1;
        refuse_all_but_prefabs(&texts, index, &included, errors);
        prefabs.add(&texts, index, &folder, included.prefabs, errors);
        add_named(&mut sounds, &texts, index, &folder, included.sounds, errors);
        add_named(&mut fonts, &texts, index, &folder, included.fonts, errors);
    }
    let own_lengths = lengths(texts.text(0), "entities");
    let mut entities = Vec::with_capacity(scene.entities.len());
    for (index, mut entity) in std::mem::take(&mut scene.entities).into_iter().enumerate() {
        if errors.is_full() {
            break;
        }
        let spot = Spot::Entity(index);
        rebase(&mut entity, &path.folder(), &mut |steps, error| {
            errors.add(texts.error(&[spot], steps, error.into()));
        });
        let name = entity.name.clone();
        let written = prefabs.fill(entity, &texts, &[spot], 0, errors);
        // Without the prefab's fields every further check would report them as missing.
        let nameless = || Written::plain(EntityFile { name, ..EntityFile::default() });
        let mut written = written.unwrap_or_else(nameless);
        written.length += own_lengths.get(index).map_or(0, |(_, length)| *length);
        entities.push(written);
    }
    let mut ready = Vec::with_capacity(scene.ready.len());
    for (number, name) in scene.ready.iter().enumerate() {
        let steps = [Step::Field("ready"), Step::Item(number)];
        if prefabs.find(name, |fault| texts.error(&[Spot::Scene], &steps, fault), errors).is_some() {
            ready.extend(prefabs.instance(name, &texts, errors).map(|written| (name.clone(), written)));
        }
    }
    let used = entities.iter().chain(ready.iter().map(|(_, written)| written));
    let names = if unused { prefabs.unused(used) } else { Vec::new() };
    let unused = names.iter().filter_map(|name| prefabs.instance(name, &texts, errors)).collect();
    let music = scene.music.as_mut().map(|music| (&mut music.file, &[Step::Field("music"), Step::Field("file")][..]));
    let table = scene.texts.as_mut().map(|file| (file, &[Step::Field("texts")][..]));
    for (file, steps) in music.into_iter().chain(table) {
        match path.folder().join(file) {
            Ok(whole) => whole.as_str().clone_into(file),
            Err(error) => errors.add(texts.error(&[Spot::Scene], steps, error.into())),
        }
    }
    Ok(Document { scene, entities, ready, unused, sounds, fonts, texts })
}

/// Adds the sounds or the fonts of a text, with paths relative to the root.
fn add_named<T: NamedFile>(
    named: &mut Named<T>,
    texts: &Texts,
    text: usize,
    folder: &AssetPath,
    from: BTreeMap<String, T>,
    errors: &mut ErrorList,
) {
    let (what, field) = T::WORDS;
    for (name, mut value) in from {
        let mut refuse = |steps: &[Step], fault| errors.add(texts.error(&[T::spot(text, &name)], steps, fault));
        match folder.join(value.file()) {
            Ok(whole) => whole.as_str().clone_into(value.file()),
            Err(error) => refuse(&[Step::Field(field)], error.into()),
        }
        if named.contains_key(&name) {
            refuse(&[], SceneFault::Duplicate { what, name: name.clone() });
        }
        named.insert(name, (text, value));
    }
}

/// Refuses everything but prefabs, fonts and sounds in an included file.
fn refuse_all_but_prefabs(texts: &Texts, index: usize, file: &SceneFile, errors: &mut ErrorList) {
    let set = [
        ("size", file.size.is_some()),
        ("background", file.background.is_some()),
        ("seed", file.seed.is_some()),
        ("compat", file.compat.is_some()),
        ("screen", file.screen.is_some()),
        ("include", !file.include.is_empty()),
        ("entities", !file.entities.is_empty()),
        ("ready", !file.ready.is_empty()),
        ("music", file.music.is_some()),
        ("paths", !file.paths.is_empty()),
        ("texts", file.texts.is_some()),
    ];
    let Some((path, text)) = texts.all.get(index) else { return };
    for (field, _) in set.into_iter().filter(|(_, set)| *set) {
        let (position, _) = locate(text, &[Step::Field(field)]);
        errors.add(Error::scene(path, position, SceneFault::Misplaced { field, place: "an included file" }));
    }
}
