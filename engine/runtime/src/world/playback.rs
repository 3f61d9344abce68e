//! Playback of actions: the current action of a figure, the next one, and the posture.

use std::hash::Hasher;

use hecs::World;
use keitai_formats::LoopMode;
use keitai_render::Q16;
use serde::{Deserialize, Deserializer, de};

use super::Figure;
use super::actions::{ActionId, ActionRef, Actions};
use super::components::{SceneComponent, merged};
use super::figure::Pattern;
use super::playhead::Playhead;
use super::reader::Reader;
use crate::error::Result;
use crate::game_hasher::GameHasher;
use crate::ron_text::number::{self, Written};
use crate::text_file::Field;

/// An action and how to play it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Action that is played.
    pub action: ActionId,
    /// Frames per tick; negative plays backwards.
    pub speed: Q16,
    /// Behaviour at the action's end.
    pub mode: LoopMode,
}

impl Default for Part {
    /// Returns the first action at its own speed, in a loop.
    fn default() -> Self {
        Self { action: ActionId::default(), speed: Q16::ONE, mode: LoopMode::default() }
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
}

impl Playback {
    /// Returns a playback at the start of an action.
    pub fn new(part: Part, actions: &Actions) -> Self {
        Self { part, head: start_of(part, actions), next: None, paused: false }
    }

    /// Plays an action from its start. When the action is playing already, it continues.
    pub fn play(&mut self, part: Part, actions: &Actions) {
        if self.part != part || self.head.ended {
            *self = Self { paused: self.paused, ..Self::new(part, actions) };
        }
        self.next = None;
    }

    pub(crate) fn tick(&mut self, actions: &Actions) {
        if self.paused {
            return;
        }
        let rest = self.advance(self.part.speed.to_bits().into(), actions);
        if self.head.ended
            && let Some(next) = self.next.take()
        {
            // The rest of the tick is played in the new action, at its speed.
            let (old, new) = (i64::from(self.part.speed.to_bits()), i64::from(next.speed.to_bits()));
            let by = rest.map_or(0, |rest| rest * new / old);
            self.part = next;
            self.head = start_of(next, actions);
            self.advance(by, actions);
        }
    }

    /// Returns the rest of the step after the action's end.
    fn advance(&mut self, by: i64, actions: &Actions) -> Option<i64> {
        let last_frame = actions.get(self.part.action).map_or(0, |action| action.last_frame);
        self.head.step(by, last_frame, self.part.mode, self.next.is_some())
    }

    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        reader.needs(field, "play", &["figure"], "figure")?;
        let Some(actions) = reader.template.components.get::<&Actions>() else { return Ok(None) };
        let PlayFile { action, speed, mode, start, then }: PlayFile = field.parse()?;
        let part = PartFile { action, speed, mode }.part(field, actions)?;
        let mut playback = Self::new(part, actions);
        let last = actions.get(part.action).map_or(0, |action| action.last_frame).min(i16::MAX as u16);
        if let Some(Frame(start)) = start {
            if start > Q16::from_num(last) {
                return Err(field.error(format!("start: expected 0..={last}, found {start}")));
            }
            playback.head.frame = start;
        }
        playback.next = then.map(|then| then.part(field, actions)).transpose()?;
        Ok(Some(playback))
    }
}

fn start_of(part: Part, actions: &Actions) -> Playhead {
    Playhead::at_start(part.speed, actions.get(part.action).map_or(0, |action| action.last_frame), part.mode)
}

pub(crate) fn playback(world: &mut World) {
    for (playback, actions) in world.query_mut::<(&mut Playback, &Actions)>() {
        playback.tick(actions);
    }
}

/// Sets the posture and the patterns of all figures from their playback.
pub(crate) fn pose(world: &mut World) {
    for (figure, playback, actions) in world.query_mut::<(&mut Figure, &Playback, &Actions)>() {
        if let Some(action) = actions.get(playback.part.action) {
            figure.posture.set(&figure.model, action, playback.head.frame);
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
        let Self { part, head, .. } = self;
        hasher.write_i32(part.action.table as i32);
        hasher.write_i32(part.action.action as i32);
        hasher.write_i32(part.speed.to_bits());
        hasher.write_i32(head.frame.to_bits());
        hasher.write_i32(i32::from(head.returning) | i32::from(head.ended) << 1);
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartFile<'a> {
    #[serde(borrow)]
    action: ActionRef<'a>,
    /// Frames per tick.
    #[serde(default = "number::one", deserialize_with = "number::fixed")]
    speed: Q16,
    mode: Option<LoopMode>,
}

impl PartFile<'_> {
    pub(super) fn part(&self, field: Field, actions: &Actions) -> Result<Part> {
        let action = self.action.find(field, actions)?;
        let mode = self.mode.unwrap_or_else(|| actions.own_mode(action));
        Ok(Part { action, speed: self.speed, mode })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayFile<'a> {
    #[serde(borrow)]
    action: ActionRef<'a>,
    #[serde(default = "number::one", deserialize_with = "number::fixed")]
    speed: Q16,
    mode: Option<LoopMode>,
    start: Option<Frame>,
    #[serde(borrow)]
    then: Option<PartFile<'a>>,
}

/// A frame, whole or with a decimal point.
struct Frame(Q16);

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let frame = match written {
            Written::Whole(frame) => Q16::checked_from_num(frame),
            Written::Decimal(_) => written.parts(),
        };
        let fault = || de::Error::custom(format!("expected a frame from 0 to 32767, found {written}"));
        frame.filter(|frame| *frame >= Q16::ZERO).map(Self).ok_or_else(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

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
        Part { action: ActionId { table: 0, action }, speed: Q16::from_num(speed), mode }
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
        let frames = [0; 4].map(|_| {
            playback.tick(&actions);
            (playback.part.action.action, playback.head.frame.to_num::<i32>())
        });
        // 3, then 6 of 4: two thirds of a tick are left, 4/3 frames at the next action's speed.
        assert_eq!(frames, [(0, 3), (1, 1), (1, 3), (1, 5)]);
    }

    #[test]
    fn playing_the_current_action_again_goes_on() {
        let actions = actions(&[4, 10]);
        let mut playback = Playback::new(part(0, 1, LoopMode::Loop), &actions);
        playback.tick(&actions);
        playback.play(part(0, 1, LoopMode::Loop), &actions);
        assert_eq!(playback.head.frame, Q16::ONE);
        playback.play(part(1, -1, LoopMode::Once), &actions);
        assert_eq!(playback.head.frame, Q16::from_num(10));
    }
}
