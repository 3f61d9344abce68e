//! Playback of actions: the current action of a figure, the next one, events at its frames, and the posture.

use std::collections::HashMap;
use std::hash::Hasher;
use std::sync::Arc;

use hecs::{Entity, World};
use keitai_formats::LoopMode;
use keitai_render::{Posture, Q16};
use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, de};

use super::Figure;
use super::actions::{ActionId, ActionRef, Actions};
use super::components::{SceneComponent, merged};
use super::figure::Pattern;
use super::frame_events::FrameEvents;
use super::playhead::{Playhead, Stretch};
use super::reader::Reader;
use super::sound_cue::SoundCue;
use crate::error::Result;
use crate::game_hasher::GameHasher;
use crate::ron_text::SceneFault;
use crate::ron_text::number::{self, Written};
use crate::text_file::{Field, Name};

/// An action and how to play it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Action that is played.
    pub action: ActionId,
    /// Frames per tick; negative plays backwards.
    pub speed: Q16,
    /// Behaviour at the action's end.
    pub mode: LoopMode,
    /// Ticks of the cross-over from the posture before to this action; 0 for none.
    pub fade: u16,
}

impl Default for Part {
    /// Returns the first action at its own speed, in a loop.
    fn default() -> Self {
        Self { action: ActionId::default(), speed: Q16::ONE, mode: LoopMode::default(), fade: 0 }
    }
}

/// The playback of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Playback {
    /// The current action.
    pub part: Part,
    /// Position in the current action.
    pub head: Playhead,
    /// The action that follows at the end of the current one, or at the end of its lap when it loops.
    pub next: Option<Part>,
    /// Whether the playhead stands still.
    pub paused: bool,
    /// Ticks of the cross-over that have passed; `None` without one. Before its first tick the posture stays as it is.
    pub crossed: Option<u16>,
}

impl Playback {
    /// Returns a playback at the start of an action, without a cross-over.
    pub fn new(part: Part, actions: &Actions) -> Self {
        Self { part, head: start_of(part, actions), next: None, paused: false, crossed: None }
    }

    /// Plays an action from its start, with a cross-over from the posture so far when the part has a `fade`. When the
    /// action is playing already, it continues.
    pub fn play(&mut self, part: Part, actions: &Actions) {
        if !self.plays(part) || self.head.ended {
            *self = Self { paused: self.paused, crossed: cross_over(part), ..Self::new(part, actions) };
        }
        self.next = None;
    }

    /// Returns whether the current action is this one, whatever its `fade` and whether it has ended or not.
    pub(super) fn plays(&self, part: Part) -> bool {
        Part { fade: part.fade, ..self.part } == part
    }

    /// Plays on by a tick. `passed` is called for each action played, which are two when the next one takes over.
    pub(crate) fn tick(&mut self, actions: &Actions, mut passed: impl FnMut(ActionId, &Stretch)) {
        if self.paused {
            return;
        }
        let stretch = self.advance(self.part.speed.to_bits().into(), actions);
        passed(self.part.action, &stretch);
        if self.head.ended
            && let Some(next) = self.next.take()
        {
            // The rest of the tick is played in the new action, at its speed.
            let (old, new) = (i64::from(self.part.speed.to_bits()), i64::from(next.speed.to_bits()));
            let by = stretch.rest.map_or(0, |rest| rest * new / old);
            self.part = next;
            self.head = start_of(next, actions);
            self.crossed = cross_over(next);
            let stretch = self.advance(by, actions);
            passed(next.action, &stretch);
        }
    }

    fn advance(&mut self, by: i64, actions: &Actions) -> Stretch {
        let last_frame = actions.get(self.part.action).map_or(0, |action| action.last_frame);
        self.head.step(by, last_frame, self.part.mode, self.next.is_some())
    }
}

/// Returns the start of a part's cross-over.
fn cross_over(part: Part) -> Option<u16> {
    (part.fade > 0).then_some(0)
}

fn start_of(part: Part, actions: &Actions) -> Playhead {
    Playhead::at_start(part.speed, actions.get(part.action).map_or(0, |action| action.last_frame), part.mode)
}

/// An event of an action that has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The figure.
    pub entity: Entity,
    /// The event's name.
    pub name: Arc<str>,
}

/// Postures of figures that cross over to another action: the one before, and the one that it leads to. Reused.
#[derive(Debug, Default)]
pub(crate) struct CrossOvers(pub(crate) HashMap<Entity, [Posture; 2]>);

/// Plays all actions on by a tick. Adds the events and the sounds at the frames passed.
pub(crate) fn playback(
    world: &mut World,
    events: &mut Vec<Event>,
    sounds: &mut Vec<(Entity, SoundCue)>,
    cross_overs: &mut CrossOvers,
) {
    type Parts<'a> = (Entity, &'a mut Playback, &'a Actions, Option<&'a FrameEvents>, Option<&'a Figure>);
    let mut query = world.query::<Parts>();
    for (entity, playback, actions, frames, figure) in query.iter() {
        playback.tick(actions, |action, stretch| {
            let frames = frames.map_or(&[][..], |frames| &frames.0);
            let passed = frames.iter().filter(|event| event.action == action && stretch.passes(event.frame));
            for event in passed {
                events.extend(event.name.as_ref().map(|name| Event { entity, name: Arc::clone(name) }));
                sounds.extend(event.sound.as_ref().map(|sound| (entity, sound.clone())));
            }
        });
        if let Some(passed) = playback.crossed.filter(|_| !playback.paused) {
            if let Some(figure) = figure.filter(|_| passed == 0) {
                cross_overs.0.entry(entity).or_default()[0].clone_from(&figure.posture);
            }
            playback.crossed = Some(passed + 1).filter(|passed| *passed < playback.part.fade);
        }
    }
    drop(query);
    cross_overs.0.retain(|entity, _| world.contains(*entity));
}

/// Sets the posture and the patterns of all figures from their playback.
pub(crate) fn pose(world: &mut World, cross_overs: &mut CrossOvers) {
    for (entity, figure, playback, actions) in world.query_mut::<(Entity, &mut Figure, &Playback, &Actions)>() {
        let Some(action) = actions.get(playback.part.action) else { continue };
        let Figure { model, posture, .. } = figure;
        match playback.crossed {
            None => posture.set(model, action, playback.head.frame),
            // The cross-over begins with the next tick.
            Some(0) => {}
            Some(passed) => {
                let [before, goal] = cross_overs.0.entry(entity).or_default();
                // The action's patterns of earlier frames stay, as without a cross-over.
                goal.set_pattern(posture.pattern());
                goal.set(model, action, playback.head.frame);
                let part = (i64::from(passed) << 16) / i64::from(playback.part.fade.max(1));
                posture.set_crossed(before, goal, Q16::from_bits(part as i32));
            }
        }
    }
    for (figure, pattern) in world.query_mut::<(&mut Figure, &Pattern)>() {
        figure.posture.set_pattern(pattern.0);
    }
}

impl SceneComponent for Playback {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        let same = [old.part.action, now.part.action] == [self.part.action; 2] && old.head == self.head;
        if same { Self { part: self.part, next: merged(&old.next, self.next, now.next), ..*now } } else { *self }
    }

    fn line(&self) -> String {
        let (id, frame) = (self.part.action, self.head.frame.to_bits());
        let share = ((i64::from(frame) & 0xFFFF) * 100) >> 16;
        format!("plays {}:{} frame {}.{share:02} {:?}", id.table, id.action, frame >> 16, self.part.mode)
    }

    fn hash(&self, hasher: &mut GameHasher) {
        let Self { part, head, crossed, .. } = self;
        hasher.write_i32(part.action.table as i32);
        hasher.write_i32(part.action.action as i32);
        hasher.write_i32(part.speed.to_bits());
        hasher.write_i32(head.frame.to_bits());
        hasher.write_i32(i32::from(head.returning) | i32::from(head.ended) << 1);
        if let Some(crossed) = crossed {
            hasher.write_i32(i32::from(*crossed));
        }
    }
}

/// An action and how to play it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartFile<'a> {
    #[serde(borrow)]
    action: ActionRef<'a>,
    /// Frames per tick.
    #[serde(default = "number::one", deserialize_with = "number::fixed")]
    speed: Q16,
    mode: Option<LoopMode>,
    /// Ticks.
    #[serde(default, deserialize_with = "number::within::<0, { u16::MAX as i64 }, _, _>")]
    fade: u16,
}

impl PartFile<'_> {
    pub(super) fn part(&self, field: Field, actions: &Actions) -> Result<Part> {
        let action = self.action.find(field, actions)?;
        let mode = self.mode.unwrap_or_else(|| actions.own_mode(action));
        Ok(Part { action, speed: self.speed, mode, fade: self.fade })
    }
}

/// The playback that an entity starts with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayFile<'a> {
    #[serde(borrow)]
    action: ActionRef<'a>,
    #[serde(default = "number::one", deserialize_with = "number::fixed")]
    speed: Q16,
    mode: Option<LoopMode>,
    #[serde(borrow)]
    start: Option<Start<'a>>,
    #[serde(borrow)]
    then: Option<PartFile<'a>>,
}

/// The frame that a playback starts at: a number, or the name of an event.
enum Start<'a> {
    At(Q16),
    Event(Name<'a>),
}

impl<'de: 'a, 'a> Deserialize<'de> for Start<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct NameOrFrame;

        impl NameOrFrame {
            fn frame<'a, E: de::Error>(written: Written) -> std::result::Result<Start<'a>, E> {
                let frame = match written {
                    Written::Whole(frame) => Q16::checked_from_num(frame),
                    Written::Decimal(_) => written.parts(),
                };
                let frame = frame.filter(|frame| *frame >= Q16::ZERO).map(Start::At);
                frame.ok_or_else(|| E::custom(format!("expected a frame from 0 to 32767, found {written}")))
            }
        }

        impl<'de> Visitor<'de> for NameOrFrame {
            type Value = Start<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a frame, or the name of an event")
            }

            fn visit_borrowed_str<E: de::Error>(self, name: &'de str) -> std::result::Result<Self::Value, E> {
                Ok(Start::Event(name.into()))
            }

            fn visit_str<E: de::Error>(self, name: &str) -> std::result::Result<Self::Value, E> {
                Ok(Start::Event(name.to_owned().into()))
            }

            fn visit_i64<E: de::Error>(self, frame: i64) -> std::result::Result<Self::Value, E> {
                Self::frame(Written::Whole(frame.into()))
            }

            fn visit_u64<E: de::Error>(self, frame: u64) -> std::result::Result<Self::Value, E> {
                Self::frame(Written::Whole(frame.into()))
            }

            fn visit_f64<E: de::Error>(self, frame: f64) -> std::result::Result<Self::Value, E> {
                Self::frame(Written::Decimal(frame))
            }
        }

        deserializer.deserialize_any(NameOrFrame)
    }
}

impl Playback {
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        reader.needs(field, "play", &["figure"], "figure")?;
        let Some(actions) = reader.template.components.get::<&Actions>() else { return Ok(None) };
        let PlayFile { action, speed, mode, start, then }: PlayFile = field.parse()?;
        let part = PartFile { action, speed, mode, fade: 0 }.part(field, actions)?;
        let mut playback = Self::new(part, actions);
        let last = actions.get(part.action).map_or(0, |action| action.last_frame).min(i16::MAX as u16);
        match start {
            Some(Start::At(frame)) if frame > Q16::from_num(last) => {
                return Err(field.error(format!("start: expected 0..={last}, found {frame}")));
            }
            Some(Start::At(frame)) => playback.head.frame = frame,
            Some(Start::Event(name)) => {
                let events = reader.template.components.get::<&FrameEvents>().map_or(&[][..], |events| &events.0);
                let own = || events.iter().filter(|event| event.action == part.action);
                let names = || own().filter_map(|event| event.name.as_deref());
                let mut frames = own().filter(|event| event.name.as_deref() == Some(&name)).map(|event| event.frame);
                let Some(frame) = frames.next() else {
                    return Err(field.error_at(&name, SceneFault::unknown("event", &name, names())));
                };
                if frames.any(|other| other != frame) {
                    return Err(field.error_at(&name, SceneFault::duplicate("event", &name)));
                }
                playback.head.frame = Q16::saturating_from_num(frame.min(last));
            }
            None => {}
        }
        playback.next = then.map(|then| then.part(field, actions)).transpose()?;
        Ok(Some(playback))
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame_events::FrameEvent;
    use super::*;
    use crate::assets::{ActionsAsset, AssetPath};
    use keitai_formats::{Action, ActionTable};

    fn actions(lengths: &[u16]) -> Actions {
        let actions = lengths.iter().map(|&last_frame| Action { last_frame, ..Action::default() }).collect();
        let table = ActionTable { version: 5, actions, ..ActionTable::default() };
        let path = AssetPath::new("a/walk.mtra").unwrap();
        Actions {
            tables: vec![Arc::new(ActionsAsset {
                path,
                table: table.into(),
                loop_mode: None,
                diagnostics: Vec::new(),
            })],
            names: Vec::new(),
        }
    }

    fn part(action: usize, speed: i32, mode: LoopMode) -> Part {
        Part { action: ActionId { table: 0, action }, speed: Q16::from_num(speed), mode, fade: 0 }
    }

    #[test]
    fn actions_are_named_after_their_table_s_file() {
        let actions = actions(&[4, 5]);
        assert_eq!(actions.find("walk"), Some(ActionId { table: 0, action: 0 }));
        assert_eq!(actions.find("walk:1"), actions.nth(1));
        assert_eq!(actions.name_of(ActionId { table: 0, action: 1 }), "walk:1");
        assert_eq!((actions.find("walk:2"), actions.find("walking"), actions.nth(2)), (None, None, None));
    }

    #[test]
    fn the_next_action_takes_over_with_the_rest_of_the_tick() {
        let actions = actions(&[4, 10]);
        let mut playback = Playback::new(part(0, 3, LoopMode::Loop), &actions);
        playback.next = Some(part(1, 2, LoopMode::Once));
        let shown = [0; 4].map(|_| {
            playback.tick(&actions, |_, _| ());
            (playback.part.action.action, playback.head.frame.to_num::<i32>())
        });
        // 3, then 6 of 4: two thirds of a tick are left, 4/3 frames at the next action's speed.
        assert_eq!(shown, [(0, 3), (1, 1), (1, 3), (1, 5)]);
    }

    #[test]
    fn events_come_from_the_old_and_the_new_action() {
        let mut world = World::new();
        let actions = actions(&[4, 10]);
        let mut playback_of = Playback::new(part(0, 3, LoopMode::Once), &actions);
        playback_of.next = Some(part(1, 3, LoopMode::Loop));
        let event = |action, frame, name: &str| FrameEvent {
            action: ActionId { table: 0, action },
            frame,
            name: Some(Arc::from(name)),
            sound: None,
        };
        let frames = FrameEvents(vec![event(0, 0, "go"), event(0, 4, "end"), event(1, 0, "begin"), event(1, 3, "far")]);
        let figure = world.spawn((playback_of, actions, frames));
        let log = [0; 3].map(|_| {
            let mut events = Vec::new();
            playback(&mut world, &mut events, &mut Vec::new(), &mut CrossOvers::default());
            assert!(events.iter().all(|event| event.entity == figure));
            events.iter().map(|event| event.name.to_string()).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(log, ["go", "end begin", "far"]);
    }

    #[test]
    fn a_cross_over_lasts_its_ticks_and_begins_again_with_each_action() {
        let actions = actions(&[4, 10]);
        let mut world = World::new();
        let fading = |action, fade| Part { fade, ..part(action, 1, LoopMode::Loop) };
        let entity = world.spawn((Playback::new(fading(0, 3), &actions), actions.clone()));
        let mut tick = |change: Option<Part>| {
            let mut state = world.get::<&mut Playback>(entity).unwrap();
            change.into_iter().for_each(|part| state.play(part, &actions));
            drop(state);
            playback(&mut world, &mut Vec::new(), &mut Vec::new(), &mut CrossOvers::default());
            world.get::<&Playback>(entity).unwrap().crossed
        };
        assert_eq!([None, None].map(&mut tick), [None, None], "not at the start of a scene");
        assert_eq!([Some(fading(1, 3)), None, None, None].map(&mut tick), [Some(1), Some(2), None, None]);
        assert_eq!([Some(fading(0, 3)), Some(fading(1, 2)), None].map(&mut tick), [Some(1), Some(1), None]);
        assert_eq!(tick(Some(fading(1, 9))), None, "the same action goes on");
        assert_eq!(tick(Some(fading(0, 1))), None, "one tick is no cross-over");
    }

    #[test]
    fn playing_the_current_action_again_goes_on() {
        let actions = actions(&[4, 10]);
        let mut playback = Playback::new(part(0, 1, LoopMode::Loop), &actions);
        playback.tick(&actions, |_, _| ());
        playback.play(part(0, 1, LoopMode::Loop), &actions);
        assert_eq!(playback.head.frame, Q16::ONE);
        playback.play(part(1, -1, LoopMode::Once), &actions);
        assert_eq!(playback.head.frame, Q16::from_num(10));
    }
}
