//! The figure of an entity, what it wears, what it plays and who steers it.

use std::sync::Arc;

use keitai_render::{Angle, Q12, Q16, TextureMap};

use super::build::{AssetLookup, Builder, EntityTemplate};
use super::fault::SceneFault;
use super::faults::Faults;
use super::file::{ActionRef, EffectFile, EventFile, PartFile, PlayFile, SteerFile};
use super::text::Step;
use crate::assets::companions::Companions;
use crate::assets::{ActionsAsset, AssetError, AssetPath, Assets, FigureAsset};
use crate::controls::PLAYERS;
use crate::error::Result;
use crate::world::effect::FigureEffect;
use crate::world::figure::FigureInstance;
use crate::world::playback::{Actions, FrameEvent, FrameEvents, Part, Playback};
use crate::world::steer::Steer;

impl Builder<'_> {
    /// The figure, what it wears and what it plays. Tells whether its actions are known, so that they can be named.
    pub(super) fn figure(
        &self,
        path: &str,
        wardrobe: &mut AssetLookup,
        faults: &mut Faults,
        cast: &mut EntityTemplate,
    ) -> bool {
        let entity = &self.written.entity;
        let figure = AssetPath::new(path).and_then(|path| wardrobe.assets.figure(&path));
        let figure = figure.map_err(|error| self.asset(&[Step::Field("figure")], error));
        let Some(figure) = faults.keep(figure) else { return false };
        let textures = match &entity.textures {
            Some(paths) => self.textures(paths, wardrobe, faults),
            None => self.textures_beside(&figure, wardrobe, faults),
        };
        if let (Some(texture), Some(textures)) = (entity.texture, &textures)
            && texture >= textures.len()
        {
            let way = [Step::Field("texture")];
            faults.add(self.range(&way, "texture", "a number below that of the textures", texture as i64));
        }
        let tables = match &entity.actions {
            Some(paths) => self.actions(paths, &figure, wardrobe, faults),
            None => self.companions(&figure, false, wardrobe, faults).map(|found| found.actions.clone()),
        };
        let Some(tables) = tables else { return false };
        let mut actions = Actions { tables, names: Vec::new() };
        for (name, number) in entity.action_names.iter().flatten() {
            let Some(id) = actions.nth(*number) else {
                let way = [Step::Field("action_names"), Step::Field(name)];
                faults.add(self.range(&way, "action", "a number below that of the actions", *number as i64));
                continue;
            };
            actions.names.push((name.as_str().into(), id));
        }
        cast.playback = entity.play.as_ref().and_then(|play| faults.keep(self.play(play, &actions)));
        cast.events = entity.events.as_ref().map(|events| self.events(events, &actions, faults));
        cast.actions = Some(actions);
        let selected = entity.texture;
        cast.figure = textures.map(|textures| FigureInstance { selected, ..FigureInstance::new(figure, textures) });
        true
    }

    /// What was found beside a figure, pictures or actions, unless something is wrong with one of those.
    fn companions<'w>(
        &self,
        figure: &FigureAsset,
        pictures: bool,
        wardrobe: &'w mut AssetLookup,
        faults: &mut Faults,
    ) -> Option<&'w Companions> {
        let at_figure = |error| self.asset(&[Step::Field("figure")], error);
        let found = faults.keep(wardrobe.companions(&figure.path).map_err(at_figure))?;
        let is_picture = |problem: &AssetError| problem.path().is_some_and(|path| path.has_extension("bmp"));
        let mut problems = found.problems.iter().filter(|problem| is_picture(problem) == pictures).peekable();
        let sound = problems.peek().is_none();
        problems.for_each(|problem| faults.add(at_figure(problem.clone())));
        sound.then_some(found)
    }

    fn textures_beside(
        &self,
        figure: &FigureAsset,
        wardrobe: &mut AssetLookup,
        faults: &mut Faults,
    ) -> Option<Vec<Arc<TextureMap>>> {
        let found = self.companions(figure, true, wardrobe, faults)?;
        if found.textures.is_empty() && figure.figure.texture_count > 0 {
            let fault = SceneFault::NoTexture { figure: figure.path.to_string() };
            faults.add(self.fault(&[Step::Field("figure")], fault));
            return None;
        }
        Some(found.textures.iter().map(|texture| Arc::clone(&texture.map)).collect())
    }

    fn textures(
        &self,
        paths: &[String],
        wardrobe: &mut AssetLookup,
        faults: &mut Faults,
    ) -> Option<Vec<Arc<TextureMap>>> {
        let mut texture = |(index, path): (usize, &String)| {
            let way = [Step::Field("textures"), Step::Item(index)];
            faults.keep(self.texture(path, &way, wardrobe.assets)).map(|texture| Arc::clone(&texture.map))
        };
        // All of them are looked at, whatever becomes of one.
        let textures: Vec<_> = paths.iter().enumerate().map(&mut texture).collect();
        textures.into_iter().collect()
    }

    fn actions(
        &self,
        paths: &[String],
        figure: &FigureAsset,
        wardrobe: &mut AssetLookup,
        faults: &mut Faults,
    ) -> Option<Vec<Arc<ActionsAsset>>> {
        let mut table = |(index, path): (usize, &String)| {
            let table = AssetPath::new(path).and_then(|path| wardrobe.assets.actions_for(&path, figure));
            let table = table.and_then(|table| {
                let (found, expected) = (usize::from(table.table.bone_count), figure.figure.bones.len());
                let (actions, figure) = (table.path.clone(), figure.path.clone());
                if found == expected { Ok(table) } else { Err(AssetError::Bones { actions, found, figure, expected }) }
            });
            let way = [Step::Field("actions"), Step::Item(index)];
            faults.keep(table.map_err(|error| self.asset(&way, error)))
        };
        let tables: Vec<_> = paths.iter().enumerate().map(&mut table).collect();
        tables.into_iter().collect()
    }

    /// The part of an action that stands at `way`.
    fn part(&self, actions: &Actions, part: &PartFile, way: &[Step]) -> Result<Part> {
        let mut way = way.to_vec();
        way.push(Step::Field("action"));
        let found = match &part.action {
            ActionRef::Number(number) => actions.nth(*number),
            ActionRef::Name(name) => actions.find(name),
        };
        let action = found.ok_or_else(|| {
            let names: Vec<String> = actions.iter().map(|id| actions.name_of(id)).collect();
            let name = match &part.action {
                ActionRef::Number(number) => number.to_string(),
                ActionRef::Name(name) => name.clone(),
            };
            self.fault(&way, SceneFault::unknown("action", &name, names.iter().map(String::as_str)))
        })?;
        let mode = part.mode.unwrap_or_else(|| actions.own_mode(action));
        Ok(Part { action, speed: Q16::from_bits(part.speed), mode })
    }

    fn play(&self, play: &PlayFile, actions: &Actions) -> Result<Playback> {
        let way = [Step::Field("play")];
        let written = PartFile { action: play.action.clone(), speed: play.speed, mode: play.mode };
        let mut playback = Playback::new(self.part(actions, &written, &way)?, actions);
        let last_frame = actions.get(playback.part.action).map_or(0, |action| action.last_frame);
        if play.start > last_frame.min(i16::MAX as u16) {
            let way = [Step::Field("play"), Step::Field("start")];
            return Err(self.range(&way, "start", "a frame of the action", play.start.into()));
        }
        if play.start > 0 {
            playback.head.frame = Q16::from_bits(i32::from(play.start) << 16);
        }
        if let Some(then) = &play.then {
            playback.next = Some(self.part(actions, then, &[Step::Field("play"), Step::Field("then")])?);
        }
        Ok(playback)
    }

    fn events(&self, events: &[EventFile], actions: &Actions, faults: &mut Faults) -> FrameEvents {
        let event = |(index, event): (usize, &EventFile)| {
            let written = PartFile { action: event.action.clone(), speed: 0, mode: Default::default() };
            let part = self.part(actions, &written, &[Step::Field("events"), Step::Item(index)]);
            let action = faults.keep(part)?.action;
            Some(FrameEvent { action, frame: event.frame, name: event.name.as_str().into() })
        };
        FrameEvents(events.iter().enumerate().filter_map(event).collect())
    }

    pub(super) fn steer(&self, steer: &SteerFile, cast: &mut EntityTemplate) -> Result<()> {
        if steer.player >= PLAYERS {
            let way = [Step::Field("steer"), Step::Field("player")];
            return Err(self.range(&way, "player", "0..=3", steer.player as i64));
        }
        let none = Actions::default();
        let actions = cast.actions.as_ref().unwrap_or(&none);
        let part = |field, written: &Option<PartFile>| {
            let way = [Step::Field("steer"), Step::Field(field)];
            written.as_ref().map(|written| self.part(actions, written, &way)).transpose()
        };
        let (idle, moving) = (part("idle", &steer.idle)?, part("moving", &steer.moving)?);
        if let (None, Some(part)) = (cast.playback, idle.or(moving)) {
            cast.playback = Some(Playback::new(part, actions));
        }
        let speed = Q12::from_bits(steer.speed);
        cast.steer = Some(Steer { player: steer.player, speed, turn: Angle(steer.turn), idle, moving });
        Ok(())
    }

    pub(super) fn effect(&self, effect: &EffectFile, assets: &mut Assets) -> Result<FigureEffect> {
        let way = [Step::Field("effect"), Step::Field("sphere")];
        let sphere_map = effect
            .sphere
            .as_ref()
            .map(|path| AssetPath::new(path).and_then(|path| assets.sphere(&path)))
            .transpose()
            .map_err(|error| self.fault(&way, SceneFault::Asset(Box::new(error))))?;
        Ok(FigureEffect {
            unlit: effect.unlit,
            shading: effect.shading.map_or_else(Default::default, Into::into),
            opaque: effect.opaque,
            sphere_map,
            painter: effect.painter,
        })
    }
}
