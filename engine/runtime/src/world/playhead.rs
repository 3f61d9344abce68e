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
    pub(crate) fn at_start(speed: Q16, last_frame: u16, mode: LoopMode) -> Self {
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
    pub(crate) fn step(&mut self, by: i64, last_frame: u16, mode: LoopMode, leave: bool) -> Option<i64> {
        let length = i64::from(last_frame) << 16;
        let lap = if mode.is_mirrored() { 2 * length } else { length };
        let endless = is_endless(mode) && !leave;
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
