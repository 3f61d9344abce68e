//! The position in an action, in 16.16 frames, and the five loop modes.
//!
//! An action is `last_frame` frames long. In mirrored modes it is played forwards and backwards, which is one lap of twice
//! that length. All arithmetic is on the position in the lap, in 64 bits, so that nothing wraps or rounds at any speed.

use keitai_formats::LoopMode;
use keitai_render::Q16;

fn is_endless(mode: LoopMode) -> bool {
    matches!(mode, LoopMode::Loop | LoopMode::MirroredLoop)
}

/// A position in an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playhead {
    /// The current frame, 0 to the action's last.
    pub frame: Q16,
    /// Whether a mirrored mode plays backwards now.
    pub returning: bool,
    /// Whether the action has ended.
    pub ended: bool,
    /// Whether nothing has been played yet, so that events at the first frame are still to come.
    pub fresh: bool,
}

impl Default for Playhead {
    fn default() -> Self {
        Self { frame: Q16::ZERO, returning: false, ended: false, fresh: true }
    }
}

/// The frames that a playhead has passed in one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    from: i64,
    distance: i64,
    lap: i64,
    length: i64,
    mirrored: bool,
    endless: bool,
    first: bool,
    /// The rest of the step after the action's end; `None` when the end was not reached.
    pub(crate) rest: Option<i64>,
}

impl Playhead {
    /// Returns the start of an action that is played at `speed`: its first frame, or the last one when it is played
    /// backwards.
    pub(crate) fn at_start(speed: Q16, last_frame: u16, mode: LoopMode) -> Self {
        let from_end = speed < Q16::ZERO && !mode.is_mirrored();
        let frame = if from_end { i32::from(last_frame.min(i16::MAX as u16)) << 16 } else { 0 };
        Self { frame: Q16::from_bits(frame), returning: speed < Q16::ZERO && mode.is_mirrored(), ..Self::default() }
    }

    /// Moves by `by` (16.16 frames, negative backwards) in an action of `last_frame` frames.
    pub fn advance(&mut self, by: i64, last_frame: u16, mode: LoopMode) {
        self.step(by, last_frame, mode, false);
    }

    /// Moves as [`Self::advance`] does, and returns the frames passed. With `leave`, endless modes end with the lap.
    pub(crate) fn step(&mut self, by: i64, last_frame: u16, mode: LoopMode, leave: bool) -> Stretch {
        let length = i64::from(last_frame) << 16;
        let lap = if mode.is_mirrored() { 2 * length } else { length };
        let from = self.phase(length, mode);
        let endless = is_endless(mode) && !leave;
        let mut stretch = Stretch {
            from,
            distance: 0,
            lap,
            length,
            mirrored: mode.is_mirrored(),
            endless,
            first: self.fresh,
            rest: None,
        };
        if self.ended && !endless {
            stretch.first = false;
            return stretch;
        }
        self.fresh = false;
        let unlimited = from + by;
        let to = if endless {
            stretch.distance = by;
            if lap == 0 { 0 } else { unlimited.rem_euclid(lap) }
        } else {
            let to = unlimited.clamp(0, lap);
            stretch.distance = to - from;
            self.ended = (by > 0 && unlimited >= lap) || (by < 0 && unlimited <= 0);
            stretch.rest = self.ended.then_some(unlimited - to);
            match mode {
                LoopMode::OnceAndReset if self.ended => lap - to,
                _ => to,
            }
        };
        self.set_phase(to, length, mode);
        stretch
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

impl Stretch {
    /// Returns whether `frame` was passed, in either direction. The start of a step belongs to the step before, so that
    /// no frame is passed twice; the first step includes its start.
    pub(crate) fn passes(&self, frame: u16) -> bool {
        let at = i64::from(frame) << 16;
        if at > self.length {
            return false;
        }
        self.reaches(at) || (self.mirrored && self.reaches(2 * self.length - at))
    }

    fn reaches(&self, phase: i64) -> bool {
        // Distance in the direction of play.
        let mut ahead = if self.distance < 0 { self.from - phase } else { phase - self.from };
        if self.endless && self.lap > 0 {
            ahead = ahead.rem_euclid(self.lap);
            // The end of a lap is the start of the next, except in the first step, where no lap has ended.
            if ahead == 0 && !(self.first && phase == self.from) {
                ahead = self.lap;
            }
        }
        let first = i64::from(!self.first);
        (first..=self.distance.abs()).contains(&ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_five_modes_in_halves_of_frames() {
        assert_eq!(frames(LoopMode::Once, 3, 5), [3, 6, 8, 8, 8]);
        assert_eq!(frames(LoopMode::OnceAndReset, 3, 5), [3, 6, 0, 0, 0]);
        assert_eq!(frames(LoopMode::Loop, 3, 5), [3, 6, 1, 4, 7]);
        assert_eq!(frames(LoopMode::MirroredOnce, 3, 7), [3, 6, 7, 4, 1, 0, 0]);
        assert_eq!(frames(LoopMode::MirroredLoop, 3, 7), [3, 6, 7, 4, 1, 2, 5]);
    }

    #[test]
    fn the_five_modes_backwards() {
        assert_eq!(frames(LoopMode::Once, -3, 4), [5, 2, 0, 0]);
        assert_eq!(frames(LoopMode::OnceAndReset, -3, 4), [5, 2, 8, 8]);
        assert_eq!(frames(LoopMode::Loop, -3, 4), [5, 2, 7, 4]);
        assert_eq!(frames(LoopMode::MirroredLoop, -3, 6), [3, 6, 7, 4, 1, 2]);
    }

    #[test]
    fn a_loop_of_any_speed_lands_on_the_exact_remainder() {
        let mut head = Playhead::default();
        head.step(i64::from(i32::MAX), 7, LoopMode::Loop, false);
        assert_eq!(i64::from(head.frame.to_bits()), i64::from(i32::MAX) % (7 * FRAME));
    }

    #[test]
    fn an_action_of_length_0_stands_still() {
        for mode in [LoopMode::Loop, LoopMode::MirroredLoop] {
            let mut head = Playhead::default();
            assert_eq!(head.step(FRAME, 0, mode, false).rest, None);
            assert_eq!((head.frame, head.ended), (Q16::ZERO, false));
        }
        let mut head = Playhead::default();
        assert_eq!(head.step(FRAME, 0, LoopMode::Once, false).rest, Some(FRAME));
        assert!(head.ended);
    }

    /// Returns the ticks, from 1, in which `frame` of an action of four frames is passed.
    fn passed(mode: LoopMode, halves: i64, frame: u16, ticks: usize) -> Vec<usize> {
        let mut head = Playhead::at_start(Q16::from_bits((halves * FRAME / 2) as i32), 4, mode);
        (1..=ticks).filter(|_| head.step(halves * FRAME / 2, 4, mode, false).passes(frame)).collect()
    }

    #[test]
    fn every_frame_is_passed_once_per_lap() {
        // Halves: 0 1 | 2 3 | 4 ...: frame 1 is two halves in, and again every eight.
        assert_eq!(passed(LoopMode::Loop, 1, 1, 20), [2, 10, 18]);
        assert_eq!(passed(LoopMode::Loop, 1, 0, 20), [1, 8, 16]);
        assert_eq!(passed(LoopMode::Loop, 1, 4, 20), [8, 16]);
        assert_eq!(passed(LoopMode::Loop, 3, 2, 8), [2, 4, 7]);
        assert_eq!(passed(LoopMode::Loop, 40, 3, 3), [1, 2, 3]);
        assert_eq!(passed(LoopMode::Loop, -1, 3, 12), [2, 10]);
        assert_eq!(passed(LoopMode::Once, 1, 4, 20), [8]);
        assert_eq!(passed(LoopMode::MirroredOnce, 1, 3, 30), [6, 10]);
        assert_eq!(passed(LoopMode::MirroredLoop, 1, 4, 30), [8, 24]);
        assert_eq!(passed(LoopMode::Loop, 1, 5, 20), [0; 0]);
    }

    #[test]
    fn leaving_a_loop_ends_with_the_lap_and_returns_the_rest() {
        let mut head = Playhead { frame: Q16::from_num(3), fresh: false, ..Playhead::default() };
        let stretch = head.step(3 * FRAME, 4, LoopMode::Loop, true);
        assert_eq!((stretch.rest, head.frame), (Some(2 * FRAME), Q16::from_num(4)));
        assert!(stretch.passes(4) && !stretch.passes(3) && !stretch.passes(1));
    }
}
