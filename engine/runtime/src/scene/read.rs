//! Reads scene files into one document: parses the texts, applies includes and prefabs, makes paths relative to the root.
//! Every entity keeps its place in the text for the errors of later stages.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::error_list::ErrorList;
use super::file::{CellsFile, CueFile, EntityFile, FontFile, SceneFile};
use super::prefab::Prefabs;
use crate::assets::{AssetError, AssetPath, Source};
use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::ron_text::SceneFault;
use crate::ron_text::{Position, Step, count_brackets, lengths, locate, parse};

/// The largest scene file, bytes.
const MAX_BYTES: u64 = 1 << 20;
/// The most opening brackets of a scene and the files that it includes.
const MAX_BRACKETS: usize = 1 << 16;
/// The most files that a scene includes.
const MAX_INCLUDES: usize = 64;

/// The texts of a scene, the scene itself first.
#[derive(Debug, Default)]
pub(super) struct Texts {
    all: Vec<(AssetPath, String)>,
    /// Opening brackets of all texts.
    brackets: usize,
}

/// A part of a scene's texts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Spot<'a> {
    /// The scene as a whole.
    Scene,
    /// The entity at this position of the scene.
    Entity(usize),
    /// A child of an entity or a prefab, by its number.
    Child(&'a Spot<'a>, usize),
    /// A prefab of the text at this position.
    Prefab(usize, &'a str),
    /// A sound of the text at this position.
    Sound(usize, &'a str),
    /// A font of the text at this position.
    Font(usize, &'a str),
}

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

/// The content of a scene and of the files that it includes.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) scene: SceneFile,
    pub(super) entities: Vec<Written>,
    /// The prefabs of the `ready` list, with their names.
    pub(super) ready: Vec<(String, Written)>,
    pub(super) sounds: Named<CueFile>,
    pub(super) fonts: Named<CellsFile>,
    pub(super) texts: Texts,
}

impl Written {
    /// Returns an entity that was written without prefab and children.
    fn plain(entity: EntityFile) -> Self {
        Self { entity, prefabs: Vec::new(), children: Vec::new(), length: 0 }
    }

    /// Returns the number of copies of the entity, itself counted.
    pub(super) fn copies(&self) -> usize {
        let (columns, rows) = self.entity.repeat.as_ref().map_or((1, 1), |repeat| repeat.count);
        // A larger number is refused later, whatever the text.
        (columns as usize).saturating_mul(rows as usize).min(MAX_ENTITIES)
    }

    /// Returns the number of entities: this one, its children, and theirs.
    pub(super) fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }
}

impl<'a> Spot<'a> {
    /// Returns the position of the text, and the steps to the spot.
    fn place(&self) -> (usize, Vec<Step<'a>>) {
        match *self {
            Spot::Scene => (0, Vec::new()),
            Spot::Entity(index) => (0, vec![Step::Field("entities"), Step::Item(index)]),
            Spot::Child(owner, number) => {
                let (text, mut steps) = owner.place();
                steps.extend([Step::Field("children"), Step::Item(number)]);
                (text, steps)
            }
            Spot::Prefab(text, name) => (text, vec![Step::Field("prefabs"), Step::Field(name)]),
            Spot::Sound(text, name) => (text, vec![Step::Field("sounds"), Step::Field(name)]),
            Spot::Font(text, name) => (text, vec![Step::Field("fonts"), Step::Field(name)]),
        }
    }
}

/// Returns the spots of an entity: its own, and those of its prefabs.
pub(super) fn with_prefabs<'a>(
    own: impl IntoIterator<Item = Spot<'a>>,
    prefabs: &'a [(usize, String)],
) -> Vec<Spot<'a>> {
    own.into_iter().chain(prefabs.iter().map(|(text, name)| Spot::Prefab(*text, name))).collect()
}

impl Texts {
    /// Returns the error for a fault in the field that `steps` lead to from a spot. Of several spots the one counts where
    /// the field is written.
    pub(super) fn error(&self, spots: &[Spot], steps: &[Step], fault: SceneFault) -> Error {
        let places = spots.iter().filter_map(|spot| {
            let (text, mut whole) = spot.place();
            let base = whole.len();
            whole.extend_from_slice(steps);
            let (path, text) = self.all.get(text)?;
            let (position, found) = locate(text, &whole);
            Some((found as isize - base as isize, path, position))
        });
        // The first spot with the most steps found: an entity before its prefab.
        let best = places.reduce(|best, place| if place.0 > best.0 { place } else { best });
        match best {
            Some((_, path, position)) => Error::scene(path, position, fault),
            None => Error::scene(&AssetPath::root(), Position { line: 1, column: 1 }, fault),
        }
    }

    /// Returns the text at this position.
    pub(super) fn text(&self, text: usize) -> &str {
        self.all.get(text).map_or("", |(_, text)| text)
    }

    /// Returns the paths of the files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &AssetPath> {
        self.all.iter().map(|(path, _)| path)
    }

    /// Reads, parses and keeps one more file.
    fn parse(&mut self, source: &Source, path: &AssetPath) -> Result<SceneFile> {
        let text = read_text(source, path)?;
        // Each bracket may be an entity, which takes much more memory than its text.
        let brackets = count_brackets(&text, MAX_BRACKETS - self.brackets).map_err(|position| {
            let (expected, found) = ("at most 65536 in a scene and its included files", MAX_BRACKETS as i64 + 1);
            Error::scene(path, position, SceneFault::Range { field: "brackets", expected, found })
        })?;
        self.brackets += brackets;
        let scene = parse(&text).map_err(|(position, fault)| Error::scene(path, position, fault))?;
        self.all.push((path.clone(), text));
        Ok(scene)
    }
}

/// Reads and parses a file.
pub(super) fn read_ron<T: DeserializeOwned>(source: &Source, path: &AssetPath) -> Result<(String, T)> {
    let text = read_text(source, path)?;
    let parsed = parse(&text).map_err(|(position, fault)| Error::scene(path, position, fault))?;
    Ok((text, parsed))
}

/// Reads a text, without the byte order mark that some editors begin a file with.
fn read_text(source: &Source, path: &AssetPath) -> Result<String> {
    let bytes = source.read(path, MAX_BYTES)?;
    match std::str::from_utf8(&bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()),
        Err(invalid) => {
            let offset = invalid.valid_up_to();
            let before = String::from_utf8_lossy(&bytes[..offset]);
            Err(Error::scene(path, Position::of(&before, before.len()), SceneFault::NotText { offset }))
        }
    }
}

/// Reads a scene and the files that it includes. Errors in parts of the scene are added to `errors`.
///
/// # Errors
/// When the scene itself cannot be read or parsed.
pub(super) fn read(source: &Source, path: &AssetPath, errors: &mut ErrorList) -> Result<Document> {
    let mut texts = Texts::default();
    let mut scene = texts.parse(source, path)?;
    if scene.include.len() > MAX_INCLUDES {
        let fault =
            SceneFault::Range { field: "include", expected: "at most 64 files", found: scene.include.len() as i64 };
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
        let included = file.and_then(|file| Ok((texts.parse(source, &file)?, file.folder())));
        let included = included.map_err(|error| match error {
            Error::Asset(error) => texts.error(&[Spot::Scene], &steps, SceneFault::Asset(Box::new(error))),
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
            errors.add(texts.error(&[spot], steps, SceneFault::Asset(Box::new(error))));
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
            let entity = EntityFile { prefab: Some(name.clone()), ..EntityFile::default() };
            ready
                .extend(prefabs.fill(entity, &texts, &[Spot::Scene], 0, errors).map(|written| (name.clone(), written)));
        }
    }
    let music = scene.music.as_mut().map(|music| (&mut music.file, &[Step::Field("music"), Step::Field("file")][..]));
    let table = scene.texts.as_mut().map(|file| (file, &[Step::Field("texts")][..]));
    for (file, steps) in music.into_iter().chain(table) {
        match path.folder().join(file) {
            Ok(whole) => whole.as_str().clone_into(file),
            Err(error) => errors.add(texts.error(&[Spot::Scene], steps, SceneFault::Asset(Box::new(error)))),
        }
    }
    Ok(Document { scene, entities, ready, sounds, fonts, texts })
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
            Err(error) => refuse(&[Step::Field(field)], SceneFault::Asset(Box::new(error))),
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

/// Makes every path relative to the root instead of `folder`. `refuse` is called for paths that lead outside.
pub(super) fn rebase(entity: &mut EntityFile, folder: &AssetPath, refuse: &mut dyn FnMut(&[Step], AssetError)) {
    for (number, child) in entity.children.iter_mut().flatten().enumerate() {
        let to_child = [Step::Field("children"), Step::Item(number)];
        rebase(child, folder, &mut |steps, error| refuse(&[&to_child, steps].concat(), error));
    }
    let mut rebase = |path: &mut String, steps: &[Step]| match folder.join(path) {
        Ok(whole) => whole.as_str().clone_into(path),
        Err(error) => refuse(steps, error),
    };
    if let Some(figure) = &mut entity.figure {
        rebase(figure, &[Step::Field("figure")]);
    }
    for (field, paths) in [("textures", &mut entity.textures), ("actions", &mut entity.actions)] {
        for (index, path) in paths.iter_mut().flatten().enumerate() {
            rebase(path, &[Step::Field(field), Step::Item(index)]);
        }
    }
    for (index, strip) in entity.strips.iter_mut().flatten().enumerate() {
        if let Some(texture) = &mut strip.texture {
            rebase(texture, &[Step::Field("strips"), Step::Item(index), Step::Field("texture")]);
        }
    }
    if let Some(sound) = &mut entity.sound {
        rebase(&mut sound.file, &[Step::Field("sound"), Step::Field("file")]);
    }
    for (index, event) in entity.events.iter_mut().flatten().enumerate() {
        if let Some(sound) = &mut event.sound {
            let steps = [Step::Field("events"), Step::Item(index), Step::Field("sound"), Step::Field("file")];
            rebase(&mut sound.file, &steps);
        }
    }
    if let Some(sphere) = entity.effect.as_mut().and_then(|effect| effect.sphere.as_mut()) {
        rebase(sphere, &[Step::Field("effect"), Step::Field("sphere")]);
    }
    if let Some(sprite) = &mut entity.sprite {
        rebase(&mut sprite.texture, &[Step::Field("sprite"), Step::Field("texture")]);
    }
    if let Some(image) = &mut entity.image {
        rebase(&mut image.texture, &[Step::Field("image"), Step::Field("texture")]);
    }
    if let Some(FontFile::Cells { texture, .. }) = entity.text.as_mut().map(|text| &mut text.font) {
        rebase(texture, &[Step::Field("text"), Step::Field("font"), Step::Field("texture")]);
    }
    if let Some(menu) = &mut entity.menu {
        let others = [("selected_font", &mut menu.selected_font), ("disabled_font", &mut menu.disabled_font)];
        let others = others.into_iter().filter_map(|(field, font)| Some((field, font.as_mut()?)));
        for (field, font) in others.chain([("font", &mut menu.font)]) {
            if let FontFile::Cells { texture, .. } = font {
                rebase(texture, &[Step::Field("menu"), Step::Field(field), Step::Field("texture")]);
            }
        }
        if let Some(cursor) = &mut menu.cursor {
            rebase(&mut cursor.texture, &[Step::Field("menu"), Step::Field("cursor"), Step::Field("texture")]);
        }
    }
}
