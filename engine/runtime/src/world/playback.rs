//! Playback of actions: the current action of a figure and the next one, the position in 16.16 frames, and the posture.
//!
//! An action is `last_frame` frames long. In mirrored modes it is played forwards and backwards, which is one lap of twice
//! that length. All arithmetic is on the position in the lap, in 64 bits, so that nothing wraps or rounds at any speed.

use std::hash::Hasher;

use hecs::World;
use keitai_formats::LoopMode;
use keitai_render::Q16;
use serde::{Deserialize, Deserializer, de};

use super::Figure;
use super::components::{SceneComponent, merged};
use super::figure::{ActionId, ActionRef, Actions, Pattern};
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

    fn tick(&mut self, actions: &Actions) {
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

/// A position in an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Playhead {
    /// The current frame, 0 to the action's last.
    pub frame: Q16,
    /// Whether a mirrored mode plays backwards now.
    pub returning: bool,
    /// Whether the action has ended.
    pub ended: bool,
}

impl Playhead {
    /// Returns the start of an action that is played at `speed`: its first frame, or the last one when it is played
    /// backwards.
    fn at_start(speed: Q16, last_frame: u16, mode: LoopMode) -> Self {
        let from_end = speed < Q16::ZERO && !mode.is_mirrored();
        let frame = if from_end { i32::from(last_frame.min(i16::MAX as u16)) << 16 } else { 0 };
        Self { frame: Q16::from_bits(frame), returning: speed < Q16::ZERO && mode.is_mirrored(), ..Self::default() }
    }

    /// Moves by `by` (16.16 frames, negative backwards) in an action of `last_frame` frames.
    pub fn advance(&mut self, by: i64, last_frame: u16, mode: LoopMode) {
        self.step(by, last_frame, mode, false);
    }

    /// Moves as [`Self::advance`] does, and returns the rest of the step after the action's end; `None` when the end was not
    /// reached. With `leave`, endless modes end with the lap.
    fn step(&mut self, by: i64, last_frame: u16, mode: LoopMode, leave: bool) -> Option<i64> {
        let length = i64::from(last_frame) << 16;
        let lap = if mode.is_mirrored() { 2 * length } else { length };
        let endless = matches!(mode, LoopMode::Loop | LoopMode::MirroredLoop) && !leave;
        if self.ended && !endless {
            return None;
        }
        let unlimited = self.phase(length, mode) + by;
        if endless {
            self.set_phase(if lap == 0 { 0 } else { unlimited.rem_euclid(lap) }, length, mode);
            return None;
        }
        let to = unlimited.clamp(0, lap);
        self.ended = (by > 0 && unlimited >= lap) || (by < 0 && unlimited <= 0);
        self.set_phase(if mode == LoopMode::OnceAndReset && self.ended { lap - to } else { to }, length, mode);
        self.ended.then_some(unlimited - to)
    }

    fn phase(&self, length: i64, mode: LoopMode) -> i64 {
        let frame = i64::from(self.frame.to_bits()).clamp(0, length);
        if mode.is_mirrored() && self.returning { 2 * length - frame } else { frame }
    }

    fn set_phase(&mut self, phase: i64, length: i64, mode: LoopMode) {
        self.returning = mode.is_mirrored() && phase > length;
        let frame = if self.returning { 2 * length - phase } else { phase };
        // Frames beyond 32767 do not fit 16.16; a longer action stops at the last frame that does.
        self.frame = Q16::from_bits(i32::try_from(frame).unwrap_or(i32::MAX));
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
        let is_same = [old.part.action, now.part.action] == [self.part.action; 2] && old.head == self.head;
        if is_same { Self { part: self.part, next: merged(&old.next, self.next, now.next), ..*now } } else { *self }
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

    const FRAME: i64 = 1 << 16;

    /// Returns the frames after each tick, in halves, of an action of four frames at `halves` per tick.
    fn frames(mode: LoopMode, halves: i64, ticks: usize) -> Vec<i32> {
        let mut head = Playhead::at_start(Q16::from_bits((halves * FRAME / 2) as i32), 4, mode);
        (0..ticks)
            .map(|_| {
                head.step(halves * FRAME / 2, 4, mode, false);
                head.frame.to_bits() >> 15
            })
            .collect()
    }

    #[test]
    fn the_five_modes_in_halves_of_frames_forwards_and_backwards() {
        for (mode, halves, expected) in [
            (LoopMode::Once, 3, &[3, 6, 8, 8, 8][..]),
            (LoopMode::OnceAndReset, 3, &[3, 6, 0, 0, 0]),
            (LoopMode::Loop, 3, &[3, 6, 1, 4, 7]),
            (LoopMode::MirroredOnce, 3, &[3, 6, 7, 4, 1, 0, 0]),
            (LoopMode::MirroredLoop, 3, &[3, 6, 7, 4, 1, 2, 5]),
            (LoopMode::Once, -3, &[5, 2, 0, 0]),
            (LoopMode::OnceAndReset, -3, &[5, 2, 8, 8]),
            (LoopMode::Loop, -3, &[5, 2, 7, 4]),
            (LoopMode::MirroredLoop, -3, &[3, 6, 7, 4, 1, 2]),
        ] {
            assert_eq!(frames(mode, halves, expected.len()), expected, "{mode:?} {halves}");
        }
    }

    #[test]
    fn a_loop_lands_on_the_exact_remainder_and_is_left_at_the_end_of_a_lap() {
        let mut head = Playhead::default();
        head.step(i64::from(i32::MAX), 7, LoopMode::Loop, false);
        assert_eq!(i64::from(head.frame.to_bits()), i64::from(i32::MAX) % (7 * FRAME));
        let mut head = Playhead { frame: Q16::from_num(3), ..Playhead::default() };
        let rest = head.step(3 * FRAME, 4, LoopMode::Loop, true);
        assert_eq!((rest, head.frame), (Some(2 * FRAME), Q16::from_num(4)));
    }

    #[test]
    fn an_action_of_length_0_stands_still() {
        for mode in [LoopMode::Loop, LoopMode::MirroredLoop] {
            let mut head = Playhead::default();
            assert_eq!(head.step(FRAME, 0, mode, false), None);
            assert_eq!((head.frame, head.ended), (Q16::ZERO, false));
        }
        let mut head = Playhead::default();
        assert_eq!(head.step(FRAME, 0, LoopMode::Once, false), Some(FRAME));
        assert!(head.ended);
    }
}
