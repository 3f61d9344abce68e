//! Real time to ticks: 30 per second, exactly, in integers.
//!
//! The clock counts in thirtieths of a nanosecond, so nothing is ever rounded. Time that would need more than
//! [`CATCH_UP`] ticks at once (the program was stopped, the disk slept) is dropped instead of made up for.

use std::time::Duration;

/// Ticks per second of every simulation.
pub const TICK_RATE: u32 = 30;

/// The most ticks that fall due at once.
pub const CATCH_UP: u32 = 5;

/// A second, in the clock's units of 1/30 ns per tick.
const TICK: u128 = 1_000_000_000;

/// Tells how many ticks fall due as time goes by.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    /// Time since the last tick; always less than [`TICK`].
    rest: u128,
    paused: bool,
    steps: u32,
}

impl Clock {
    /// `elapsed` more time has gone by; returns the ticks that are due now, at most [`CATCH_UP`].
    ///
    /// While paused, time does not count; only the ticks asked for by [`Clock::step`] are due.
    pub fn advance(&mut self, elapsed: Duration) -> u32 {
        let steps = std::mem::take(&mut self.steps).min(CATCH_UP);
        if self.paused {
            return steps;
        }
        let time = self.rest + elapsed.as_nanos() * u128::from(TICK_RATE);
        self.rest = time % TICK;
        u32::try_from(time / TICK).unwrap_or(u32::MAX).min(CATCH_UP)
    }

    /// Stops or lets go on.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
        self.steps = 0;
    }

    /// Whether it is stopped.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Lets one tick through while paused.
    pub fn step(&mut self) {
        self.steps = self.steps.saturating_add(u32::from(self.paused));
    }

    /// How far the next tick has come, 16.16, below 1.0: for drawing between ticks.
    pub fn part(&self) -> u32 {
        (self.rest * 65536 / TICK) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_in_uneven_pieces_is_thirty_ticks() {
        let mut clock = Clock::default();
        let pieces = [16_666_667, 7, 33_333_332, 12_345_678];
        let (mut left, mut ticks) = (1_000_000_000_u64, 0);
        for piece in pieces.into_iter().cycle() {
            let piece = left.min(piece);
            ticks += clock.advance(Duration::from_nanos(piece));
            left -= piece;
            if left == 0 {
                break;
            }
        }
        assert_eq!(ticks, 30);
        assert_eq!(clock.advance(Duration::from_nanos(33_333_333)), 0);
        assert_eq!(clock.advance(Duration::from_nanos(1)), 1);
    }

    #[test]
    fn a_long_stop_is_not_made_up_for() {
        let mut clock = Clock::default();
        assert_eq!(clock.advance(Duration::from_secs(3600)), CATCH_UP);
        assert_eq!(clock.advance(Duration::from_millis(34)), 1);
        assert_eq!(clock.advance(Duration::MAX), CATCH_UP);
    }

    #[test]
    fn a_pause_lets_single_steps_through() {
        let mut clock = Clock::default();
        clock.step();
        assert_eq!(clock.advance(Duration::from_millis(50)), 1, "no pause, no step");
        assert_eq!(clock.part(), 65536 / 2);
        clock.set_paused(true);
        assert_eq!(clock.advance(Duration::from_secs(1)), 0);
        clock.step();
        clock.step();
        assert_eq!(clock.advance(Duration::ZERO), 2);
        assert_eq!(clock.advance(Duration::from_secs(1)), 0);
        clock.set_paused(false);
        assert_eq!(clock.advance(Duration::from_millis(17)), 1);
    }
}
