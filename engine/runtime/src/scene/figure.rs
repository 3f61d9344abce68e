//! Builds the figure of an entity, its textures, its actions, its playback and its steering.

use std::sync::Arc;

use crate::controls::PLAYERS;
use keitai_render::{Q12, Q16, TextureMap};

use super::entity::{AssetLookup, Builder};
use super::error_list::ErrorList;
use super::file::{ActionRef, EffectFile, EntityFile, EventFile, PartFile, PlayFile, SteerFile, TintFile};
use crate::assets::companions::Companions;
use crate::assets::{ActionsAsset, AssetPath, Assets, FigureAsset, Source};
use crate::error::Result;
use crate::ron_text::number::{Frame, Number};
use crate::ron_text::unique::Unique;
use crate::ron_text::{SceneFault, Step};
use crate::world::effect::FigureEffect;
use crate::world::figure::FigureInstance;
use crate::world::playback::{ActionId, Actions, FrameEvent, FrameEvents, Part, Playback};
use crate::world::steer::Steer;
use crate::world::tint::Tint;

/// The components that depend on an entity's figure.
#[derive(Default)]
pub(super) struct Animation {
    pub(super) figure: Option<FigureInstance>,
    /// `None` without a figure, and when its tables cannot be used.
    pub(super) actions: Option<Actions>,
    pub(super) playback: Option<Playback>,
    pub(super) events: Option<FrameEvents>,
}

impl ActionRef {
    /// Returns the action among those of a figure.
    fn id(&self, actions: &Actions) -> Option<ActionId> {
        match self {
            Self::Number(number) => actions.nth(*number),
            Self::Name(name) => actions.find(name),
        }
    }
}

impl Builder<'_> {
    pub(super) fn figure(&self, path: &str, lookup: &mut AssetLookup, errors: &mut ErrorList) -> Animation {
        let entity = &self.written.entity;
        let mut animation = Animation::default();
        let figure = AssetPath::new(path).and_then(|path| lookup.assets.figure(&path));
        let figure = figure.map_err(|error| self.asset_error(&[Step::Field("figure")], error));
        let Some(figure) = errors.keep(figure) else { return animation };
        let textures = match &entity.textures {
            Some(paths) => self.textures(paths, &figure, lookup, errors),
            None => self.companion_textures(&figure, lookup, errors),
        };
        if let (Some(texture), Some(textures)) = (entity.texture, &textures)
            && texture >= textures.len()
        {
            let fault = SceneFault::index("texture", textures.len(), "textures", texture);
            errors.add(self.error(&[Step::Field("texture")], fault));
        }
        let tables = match &entity.actions {
            Some(paths) => self.actions(paths, &figure, lookup, errors),
            None => self.companions(&figure, false, lookup, errors).map(|found| found.actions.clone()),
        };
        let Some(tables) = tables else { return animation };
        let mut actions = Actions { tables, names: Vec::new() };
        for (name, number) in entity.action_names.iter().flat_map(|Unique(names)| names) {
            let Some(id) = actions.nth(*number) else {
                let fault = SceneFault::index("action", actions.iter().count(), "actions", *number);
                errors.add(self.error(&[Step::Field("action_names"), Step::Field(name)], fault));
                continue;
            };
            actions.names.push((name.as_str().into(), id));
        }
        let selected = entity.texture;
        animation.playback = entity.play.as_ref().and_then(|play| errors.keep(self.play(play, &actions)));
        animation.events = entity.events.as_ref().map(|events| self.events(events, &actions, lookup.assets, errors));
        animation.actions = Some(actions);
        animation.figure =
            textures.map(|textures| FigureInstance { selected, ..FigureInstance::new(figure, textures) });
        animation
    }

    /// Returns a figure's companion files, unless one of its textures, or of its action tables, cannot be used.
    fn companions<'l>(
        &self,
        figure: &FigureAsset,
        textures: bool,
        lookup: &'l mut AssetLookup,
        errors: &mut ErrorList,
    ) -> Option<&'l Companions> {
        let at_figure = |error| self.asset_error(&[Step::Field("figure")], error);
        let found = errors.keep(lookup.companions(&figure.path).map_err(at_figure))?;
        let problems = if textures { &found.texture_problems } else { &found.action_problems };
        problems.iter().for_each(|problem| errors.add(at_figure(problem.clone())));
        problems.is_empty().then_some(found)
    }

    fn companion_textures(
        &self,
        figure: &FigureAsset,
        lookup: &mut AssetLookup,
        errors: &mut ErrorList,
    ) -> Option<Vec<Arc<TextureMap>>> {
        let found = self.companions(figure, true, lookup, errors)?;
        if found.textures.is_empty() && figure.figure.texture_count > 0 {
            let embedded = matches!(lookup.assets.source(), Source::Memory(_));
            let fault = SceneFault::NoTexture { figure: figure.path.to_string(), embedded };
            errors.add(self.error(&[Step::Field("figure")], fault));
            return None;
        }
        Some(found.textures.iter().map(|texture| Arc::clone(&texture.map)).collect())
    }

    fn textures(
        &self,
        paths: &[String],
        figure: &FigureAsset,
        lookup: &mut AssetLookup,
        errors: &mut ErrorList,
    ) -> Option<Vec<Arc<TextureMap>>> {
        if paths.is_empty() && figure.figure.texture_count > 0 {
            errors.add(self.range_error(&[Step::Field("textures")], "textures", "at least 1", 0));
            return None;
        }
        let mut texture = |(index, path): (usize, &String)| {
            let steps = [Step::Field("textures"), Step::Item(index)];
            errors.keep(self.texture(path, &steps, lookup.assets)).map(|texture| Arc::clone(&texture.map))
        };
        // Collected first, so that the errors of all of them are reported.
        let textures: Vec<_> = paths.iter().enumerate().map(&mut texture).collect();
        textures.into_iter().collect()
    }

    fn actions(
        &self,
        paths: &[String],
        figure: &FigureAsset,
        lookup: &mut AssetLookup,
        errors: &mut ErrorList,
    ) -> Option<Vec<Arc<ActionsAsset>>> {
        let mut table = |(index, path): (usize, &String)| {
            let table = AssetPath::new(path).and_then(|path| lookup.assets.actions_for(&path, figure));
            let steps = [Step::Field("actions"), Step::Item(index)];
            errors.keep(table.map_err(|error| self.asset_error(&steps, error)))
        };
        let tables: Vec<_> = paths.iter().enumerate().map(&mut table).collect();
        tables.into_iter().collect()
    }

    /// Returns the part of an action that the field at `steps` describes.
    fn part(&self, actions: &Actions, part: &PartFile, steps: &[Step]) -> Result<Part> {
        let mut steps = steps.to_vec();
        steps.push(Step::Field("action"));
        let action = part.action.id(actions).ok_or_else(|| {
            let names: Vec<String> = actions.iter().map(|id| actions.name_of(id)).collect();
            let fault = match &part.action {
                ActionRef::Number(number) => SceneFault::index("action", names.len(), "actions", *number),
                ActionRef::Name(name) => SceneFault::unknown("action", name, names.iter().map(String::as_str)),
            };
            self.error(&steps, fault)
        })?;
        let mode = part.mode.map_or_else(|| actions.own_mode(action), |mode| mode.0);
        Ok(Part { action, speed: Q16::from_bits(part.speed.0), mode, fade: part.fade })
    }

    fn play(&self, play: &PlayFile, actions: &Actions) -> Result<Playback> {
        let steps = [Step::Field("play")];
        let written = PartFile { action: play.action.clone(), speed: play.speed, mode: play.mode, fade: 0 };
        let mut playback = Playback::new(self.part(actions, &written, &steps)?, actions);
        let last_frame = actions.get(playback.part.action).map_or(0, |action| action.last_frame).min(i16::MAX as u16);
        let start = play.start.as_ref().map(|start| self.frame(start, playback.part.action, actions)).transpose()?;
        if let Some(start) = start.filter(|start| *start > i32::from(last_frame) << 16) {
            let steps = [Step::Field("play"), Step::Field("start")];
            // A fraction after the last frame is rounded up, so that the number in the message lies outside the range.
            let found = (i64::from(start) + 0xFFFF) >> 16;
            return Err(self.range_error(&steps, "start", format!("0..={last_frame}"), found));
        }
        if let Some(start) = start {
            playback.head.frame = Q16::from_bits(start);
        }
        if let Some(then) = &play.then {
            playback.next = Some(self.part(actions, then, &[Step::Field("play"), Step::Field("then")])?);
        }
        Ok(playback)
    }

    /// Returns the frame that an action starts at, 16.16.
    fn frame(&self, frame: &Frame, action: ActionId, actions: &Actions) -> Result<i32> {
        let name = match frame {
            Frame::At(bits) => return Ok(*bits),
            Frame::OfEvent(name) => name,
        };
        let events = self.written.entity.events.iter().flatten();
        let named = events.filter_map(|event| Some((event.name.as_deref()?, event)));
        let own: Vec<(&str, u16)> = named
            .filter(|(_, event)| event.action.id(actions) == Some(action))
            .map(|(name, event)| (name, event.frame))
            .collect();
        let mut found = own.iter().filter(|(own, _)| own == name);
        match found.next() {
            Some((_, first)) if found.any(|(_, frame)| frame != first) => {
                let fault = SceneFault::Duplicate { what: "event", name: name.clone() };
                Err(self.error(&[Step::Field("play"), Step::Field("start")], fault))
            }
            Some((_, frame)) => Ok(i32::from((*frame).min(i16::MAX as u16)) << 16),
            None => {
                let fault = SceneFault::unknown("event", name, own.iter().map(|(own, _)| *own));
                Err(self.error(&[Step::Field("play"), Step::Field("start")], fault))
            }
        }
    }

    fn events(
        &self,
        events: &[EventFile],
        actions: &Actions,
        assets: &mut Assets,
        errors: &mut ErrorList,
    ) -> FrameEvents {
        let mut event = |(index, event): (usize, &EventFile)| {
            let written = PartFile { action: event.action.clone(), speed: Number(0), mode: None, fade: 0 };
            let steps = [Step::Field("events"), Step::Item(index)];
            let action = errors.keep(self.part(actions, &written, &steps))?.action;
            let sound = event.sound.as_ref().map(|sound| {
                let steps = [&steps[..], &[Step::Field("sound")]].concat();
                self.cue(sound, &steps, assets)
            });
            let sound = sound.map(|sound| errors.keep(sound)).unwrap_or_default();
            Some(FrameEvent { action, frame: event.frame, name: event.name.as_deref().map(Into::into), sound })
        };
        FrameEvents(events.iter().enumerate().filter_map(&mut event).collect())
    }

    /// Returns the steering. An entity that plays nothing starts with the idle or moving action.
    pub(super) fn steer(&self, steer: &SteerFile, animation: &mut Animation) -> Result<Steer> {
        let steps = [Step::Field("steer"), Step::Field("player")];
        let player = self.whole(&steps, "player", 0..=PLAYERS - 1, steer.player)?;
        let none = Actions::default();
        let actions = animation.actions.as_ref().unwrap_or(&none);
        let part = |field, written: &Option<PartFile>| {
            let steps = [Step::Field("steer"), Step::Field(field)];
            written.as_ref().map(|written| self.part(actions, written, &steps)).transpose()
        };
        let (idle, moving) = (part("idle", &steer.idle)?, part("moving", &steer.moving)?);
        if let (None, Some(part)) = (animation.playback, idle.or(moving)) {
            animation.playback = Some(Playback::new(part, actions));
        }
        let speed = Q12::from_bits(steer.speed.0);
        Ok(Steer { player, speed, turn: steer.turn.0, idle, moving })
    }

    pub(super) fn tint(&self, tint: &TintFile) -> Result<Tint> {
        let EntityFile { figure, strips, sprite, image, .. } = &self.written.entity;
        if figure.is_none() && strips.is_none() && sprite.is_none() && image.is_none() {
            let fault = SceneFault::Needs { field: "tint", needs: "figure`, `strips`, `sprite` or `image" };
            return Err(self.error(&[Step::Field("tint")], fault));
        }
        let TintFile { colour, share: Number(share) } = *tint;
        if !(0..=4096).contains(&share) {
            let steps = [Step::Field("tint"), Step::Field("share")];
            return Err(self.range_error(&steps, "share", "0..=4096, which is up to 1.0", share));
        }
        let colour = self.colour(colour, &[Step::Field("tint"), Step::Field("colour")])?;
        Ok(Tint { colour, share: Q12::from_bits(share) })
    }

    pub(super) fn effect(&self, effect: &EffectFile, assets: &mut Assets) -> Result<FigureEffect> {
        let steps = [Step::Field("effect"), Step::Field("sphere")];
        let sphere_map = effect
            .sphere
            .as_ref()
            .map(|path| AssetPath::new(path).and_then(|path| assets.sphere(&path)))
            .transpose()
            .map_err(|error| self.asset_error(&steps, error))?;
        let light =
            effect.light.as_ref().map(|light| self.light(light, &[Step::Field("effect"), Step::Field("light")]));
        Ok(FigureEffect {
            light: light.transpose()?,
            unlit: effect.unlit,
            shading: effect.shading.unwrap_or_default(),
            opaque: effect.opaque,
            blend: effect.blend.map(|blend| blend.0),
            sphere_map,
            painter: effect.painter,
        })
    }
}
