//! Builds an entity with its children and its copies, and the errors of its fields.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use keitai_formats::LoopMode;
use keitai_render::{Font, Q12, Q16, Vector3};

use super::error_list::ErrorList;
use super::file::{CueFile, HeightsFile, LightFile, Pair, RepeatFile, SoundFile};
use super::path::Paths;
use super::prefab::Written;
use super::sound::{self, Sounds};
use super::template::{EntityTemplate, Owner};
use super::text_table::TextTable;
use super::texts::{Spot, Texts, with_prefabs};
use crate::assets::companions::{self, Companions, Folders};
use crate::assets::{AssetError, AssetPath, Assets};
use crate::error::{Error, Result};
use crate::limits::MAX_ENTITIES;
use crate::ron_text::number::Number;
use crate::ron_text::{SceneFault, Step};
use crate::world::components::Components;
use crate::world::effect::WorldLight;
use crate::world::path::Path;
use crate::world::playback::{Actions, Part};
use crate::world::playhead::Playhead;
use crate::world::terrain::Heights;
use crate::world::transform::Transform;
use crate::world::wall::{Wall, Walls};
use crate::world::{SoundCue, SoundSource};

/// Checks a colour.
pub(super) fn colour_range(colour: u32, field: &'static str) -> std::result::Result<u32, SceneFault> {
    let fault = SceneFault::range(field, "0x000000..=0xFFFFFF", colour);
    if colour <= 0xFF_FFFF { Ok(colour) } else { Err(fault) }
}

/// Assets, and the companion files of the figures used so far.
pub(super) struct AssetLookup<'a> {
    pub(super) assets: &'a mut Assets,
    companions: BTreeMap<AssetPath, Companions>,
    folders: Folders,
}

impl<'a> AssetLookup<'a> {
    /// Returns a lookup of assets, with no companion files yet.
    pub(super) fn new(assets: &'a mut Assets) -> Self {
        Self { assets, companions: BTreeMap::new(), folders: Folders::default() }
    }

    pub(super) fn companions(&mut self, path: &AssetPath) -> Result<&Companions, AssetError> {
        if !self.companions.contains_key(path) {
            let found = companions::find_in(&mut self.folders, self.assets, path)?;
            self.companions.insert(path.clone(), found);
        }
        self.companions.get(path).ok_or_else(|| AssetError::NotFound { path: path.clone(), similar: None })
    }
}

/// Values that a scene declares by name and its entities refer to.
#[derive(Debug, Default)]
pub(super) struct Declared {
    pub(super) paths: Paths,
    pub(super) fonts: BTreeMap<Arc<str>, Font>,
    pub(super) sounds: Sounds,
    pub(super) texts: Option<TextTable>,
}

/// Values that all entities of a scene refer to.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) texts: &'a Texts,
    /// Positions of the entities by their names.
    pub(super) names: &'a BTreeMap<&'a str, usize>,
    pub(super) declared: &'a Declared,
    /// Faults of parts that do not show.
    pub(super) unseen: &'a RefCell<ErrorList>,
}

impl<'a> Context<'a> {
    /// Returns the builder of the entity at a position of the scene. At a position behind them all, faults are those of the
    /// prefabs that the entity is made of.
    pub(super) fn builder(self, position: usize, written: &'a Written) -> Builder<'a> {
        let spots = with_prefabs([Spot::Entity(position)], &written.prefabs);
        Builder { spots, is_child: false, written, context: self }
    }
}

/// Builds one entity, its children and its copies.
pub(super) struct Builder<'a> {
    /// Parts of the texts that set fields of the entity.
    spots: Vec<Spot<'a>>,
    /// Whether the entity is one of another one's `children`.
    pub(super) is_child: bool,
    pub(super) written: &'a Written,
    pub(super) context: Context<'a>,
}

impl Builder<'_> {
    /// Returns the builder of a child of the entity.
    fn child<'c>(&'c self, number: usize, written: &'c Written) -> Builder<'c> {
        let own = self.spots.iter().map(|spot| Spot::Child(spot, number));
        Builder { spots: with_prefabs(own, &written.prefabs), is_child: true, written, context: self.context }
    }

    /// Returns the error for a fault in the field that `steps` lead to.
    pub(super) fn error(&self, steps: &[Step], fault: SceneFault) -> Error {
        self.context.texts.error(&self.spots, steps, fault)
    }

    /// Returns the error for a fault of the entity or of one of its children, by the place of its template in their group.
    pub(super) fn error_at(&self, place: usize, steps: &[Step], fault: SceneFault) -> Error {
        let mut first = 1;
        for (number, child) in self.written.children.iter().enumerate() {
            let count = child.count();
            if (first..first + count).contains(&place) {
                return self.child(number, child).error_at(place - first, steps, fault);
            }
            first += count;
        }
        self.error(steps, fault)
    }

    /// Returns the error for a file that is named in a field.
    pub(super) fn asset_error(&self, steps: &[Step], error: AssetError) -> Error {
        self.error(steps, error.into())
    }

    /// Returns the error for a number outside its range.
    pub(super) fn range_error(
        &self,
        steps: &[Step],
        field: &'static str,
        expected: impl Into<Cow<'static, str>>,
        found: impl TryInto<i64>,
    ) -> Error {
        self.error(steps, SceneFault::range(field, expected, found))
    }

    /// Returns the whole number of a field, which is in this range.
    pub(super) fn whole<T>(
        &self,
        steps: &[Step],
        field: &'static str,
        range: RangeInclusive<T>,
        found: i64,
    ) -> Result<T>
    where
        T: TryFrom<i64> + PartialOrd + Display,
    {
        let number = T::try_from(found).ok().filter(|number| range.contains(number));
        let expected = || format!("{}..={}", range.start(), range.end());
        number.ok_or_else(|| self.range_error(steps, field, expected(), found))
    }

    /// Returns the position of the entity with this name.
    pub(super) fn named(&self, name: &str, steps: &[Step]) -> Result<usize> {
        let unknown = || SceneFault::unknown("entity", name, self.context.names.keys().copied());
        self.context.names.get(name).copied().ok_or_else(|| self.error(steps, unknown()))
    }

    /// Returns the path of this name, which the field at `steps` has.
    pub(super) fn path(&self, name: &str, steps: &[Step]) -> Result<Arc<Path>> {
        let unknown = || SceneFault::unknown("path", name, self.context.declared.paths.keys().map(|name| &**name));
        self.context.declared.paths.get(name).cloned().ok_or_else(|| self.error(steps, unknown()))
    }

    /// Adds the entity with its children, and their copies.
    pub(super) fn build(&self, lookup: &mut AssetLookup, errors: &mut ErrorList, templates: &mut Vec<EntityTemplate>) {
        let group = self.group(lookup, errors);
        errors.keep(self.copies(&group, templates));
    }

    /// Returns the templates of the entity and of its children. Owners are given by their places among them.
    pub(super) fn group(&self, lookup: &mut AssetLookup, errors: &mut ErrorList) -> Vec<EntityTemplate> {
        let mut group = Vec::with_capacity(self.written.count());
        self.add(None, lookup, errors, &mut group);
        group
    }

    fn add(
        &self,
        owner: Option<Owner>,
        lookup: &mut AssetLookup,
        errors: &mut ErrorList,
        group: &mut Vec<EntityTemplate>,
    ) {
        let position = group.len();
        group.push(EntityTemplate { owner, ..self.template(lookup, errors) });
        for (number, child) in self.written.children.iter().enumerate() {
            if errors.is_full() {
                return;
            }
            self.child(number, child).add(Some(Owner { position, number }), lookup, errors, group);
        }
    }

    /// Returns the sound of the entity.
    pub(super) fn sound(&self, written: &SoundFile, assets: &mut Assets) -> Result<SoundSource> {
        let cue = self.cue(&written.cue(), &[Step::Field("sound")], assets)?;
        Ok(SoundSource { cue, looped: written.looped, starts_in: Some(written.at) })
    }

    /// Returns the sound that the field at `steps` describes.
    pub(super) fn cue(&self, written: &CueFile, steps: &[Step], assets: &mut Assets) -> Result<SoundCue> {
        sound::cue(written, assets, |step, fault| self.error(&[steps, &[step]].concat(), fault))
    }

    /// Returns the light that the field at `steps` has.
    pub(super) fn light(&self, light: &LightFile, steps: &[Step]) -> Result<WorldLight> {
        let (x, y, z) = light.direction;
        if (x, y, z) == (0, 0, 0) {
            let steps = [steps, &[Step::Field("direction")]].concat();
            return Err(self.range_error(&steps, "length of the direction", "more than 0", 0));
        }
        let [intensity, ambient] = [light.intensity, light.ambient].map(|factor| Q12::from_bits(factor.0));
        Ok(WorldLight { direction: Vector3::new(x, y, z), intensity, ambient })
    }

    /// Checks the colour that the field at `steps` has.
    pub(super) fn colour(&self, colour: u32, steps: &[Step]) -> Result<u32> {
        colour_range(colour, "colour").map_err(|fault| self.error(steps, fault))
    }

    pub(super) fn walls(&self, written: &[(Pair, Pair)]) -> Result<Walls> {
        let wall = |(number, (from, to)): (usize, &(Pair, Pair))| {
            let steps = [Step::Field("walls"), Step::Item(number)];
            let without_length = || self.range_error(&steps, "length of a wall", "two different points", 0);
            (from != to).then_some(Wall([from.0, from.1], [to.0, to.1])).ok_or_else(without_length)
        };
        written.iter().enumerate().map(wall).collect::<Result<_>>().map(Walls)
    }

    pub(super) fn heights(&self, written: &HeightsFile) -> Result<Heights> {
        let HeightsFile { origin: (x, z), spacing, columns, heights } = written;
        let steps = |field| [Step::Field("heights"), Step::Field(field)];
        if *spacing <= 0 {
            return Err(self.range_error(&steps("spacing"), "spacing", "at least 1", *spacing));
        }
        Heights::new([*x, *z], *spacing, *columns, heights.clone()).ok_or_else(|| {
            let expected = "two or more full rows of `columns`, which are at least 2";
            self.range_error(&steps("heights"), "heights", expected, heights.len())
        })
    }

    /// Adds the copies of the entity and its children.
    fn copies(&self, group: &[EntityTemplate], templates: &mut Vec<EntityTemplate>) -> Result<()> {
        let once = RepeatFile { count: (1, 1), spacing: (0, 0), stagger: Number(0) };
        let RepeatFile { count: (columns, rows), spacing: (x, z), stagger } =
            *self.written.entity.repeat.as_ref().unwrap_or(&once);
        let count = u64::from(columns) * u64::from(rows);
        let entities = count.saturating_mul(group.len() as u64);
        if count == 0 || entities.saturating_add(templates.len() as u64) > MAX_ENTITIES as u64 {
            let steps = [Step::Field("repeat"), Step::Field("count")];
            if count == 0 {
                return Err(self.range_error(&steps, "repeat", "at least 1 column and 1 row", 0));
            }
            let found = entities.saturating_add(templates.len() as u64);
            return Err(self.range_error(&steps, "entities", "at most 16384 in the scene, copies included", found));
        }
        for copy in 0..count as u32 {
            let base = templates.len();
            for template in group {
                let mut template = template.clone();
                let Components { name, transform, playback, actions, .. } = &mut template.components;
                let (column, row) = ((copy % columns) as i32, (copy / columns) as i32);
                match (&mut template.owner, transform) {
                    (Some(owner), _) => owner.position += base,
                    (None, Some(Transform { position: [at_x, _, at_z], .. })) => {
                        *at_x = at_x.saturating_add(Q12::saturating_from_num(i64::from(x) * i64::from(column)));
                        *at_z = at_z.saturating_add(Q12::saturating_from_num(i64::from(z) * i64::from(row)));
                    }
                    (None, None) => {}
                }
                if copy > 0 {
                    *name = None;
                    if let (Some(playback), Some(actions)) = (playback, actions) {
                        stagger_by(&mut playback.head, i64::from(stagger.0) * i64::from(copy), playback.part, actions);
                    }
                }
                templates.push(template);
            }
        }
        Ok(())
    }
}

/// Moves the start of a copy by some frames, 16.16, in the direction of play. Every action counts as endless here, so that no
/// copy starts at its end.
fn stagger_by(head: &mut Playhead, by: i64, part: Part, actions: &Actions) {
    let last_frame = actions.get(part.action).map_or(0, |action| action.last_frame);
    let mode = if part.mode.is_mirrored() { LoopMode::MirroredLoop } else { LoopMode::Loop };
    if by != 0 {
        head.advance(if part.speed < Q16::ZERO { -by } else { by }, last_frame, mode);
        head.fresh = true;
    }
}
