//! The texts of a scene, and where in them an error is: every entity keeps its place for the errors of later stages.

use keitai_formats::text::Position;
use serde::de::DeserializeOwned;

use super::file::SceneFile;
use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::ron_text::{SceneFault, Step, count_brackets, locate, parse};

/// The largest scene file, bytes.
const MAX_BYTES: u64 = 1 << 20;
/// The most opening brackets of a scene and the files that it includes.
const MAX_BRACKETS: usize = 1 << 16;
/// The texts of a scene, the scene itself first.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// Path and text of each file.
    pub(super) all: Vec<(AssetPath, String)>,
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

    /// Reads, parses and keeps one more file.
    pub(super) fn parse(&mut self, assets: &mut Assets, path: &AssetPath) -> Result<SceneFile> {
        let text = read_text(assets, path)?;
        // Each bracket may be an entity, which takes much more memory than its text.
        let brackets = count_brackets(&text, MAX_BRACKETS - self.brackets).map_err(|position| {
            let expected = "at most 65536 in a scene and its included files";
            Error::scene(path, position, SceneFault::range("brackets", expected, MAX_BRACKETS + 1))
        })?;
        self.brackets += brackets;
        let scene = parse(&text).map_err(|(position, fault)| Error::scene(path, position, fault))?;
        self.all.push((path.clone(), text));
        Ok(scene)
    }
}

/// Reads and parses a file.
pub(super) fn read_ron<T: DeserializeOwned>(assets: &mut Assets, path: &AssetPath) -> Result<(String, T)> {
    let text = read_text(assets, path)?;
    let parsed = parse(&text).map_err(|(position, fault)| Error::scene(path, position, fault))?;
    Ok((text, parsed))
}

/// Reads a text, without the byte order mark that some editors begin a file with.
fn read_text(assets: &mut Assets, path: &AssetPath) -> Result<String> {
    let bytes = assets.read(path, MAX_BYTES)?;
    match std::str::from_utf8(&bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()),
        Err(invalid) => {
            let offset = invalid.valid_up_to();
            let before = String::from_utf8_lossy(&bytes[..offset]);
            Err(Error::scene(path, Position::of(&before, before.len()), SceneFault::NotText { offset }))
        }
    }
}
