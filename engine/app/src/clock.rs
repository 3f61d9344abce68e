//! Converts real time to ticks, exactly as often as the game has them, in integers.
//!
//! The clock counts in thirds of a nanosecond, so that nothing is rounded. Time that would need more than [`MAX_TICKS`]
//! ticks at once is dropped, for instance after the program was stopped.

use std::time::Duration;

use keitai_runtime::TickRate;

/// The most ticks that are due at once.
pub(crate) const MAX_TICKS: u32 = 5;

#[derive(Debug, Clone, Default)]
pub(crate) struct Clock {
    rate: TickRate,
    /// Time since the last tick, less than [`Self::tick`], thirds of a nanosecond.
    rest: u128,
    paused: bool,
    steps: u32,
}

impl Clock {
    pub(crate) fn new(rate: TickRate) -> Self {
        Self { rate, ..Self::default() }
    }

    /// Returns the time between two ticks, thirds of a nanosecond.
    fn tick(&self) -> u128 {
        u128::from(self.rate.thirds()) * 1_000_000
    }

    /// Adds `elapsed` time and returns the ticks that are due now, at most [`MAX_TICKS`].
    ///
    /// While the clock is paused, `elapsed` is ignored and only the ticks of [`Clock::step`] are due.
    pub(crate) fn advance(&mut self, elapsed: Duration) -> u32 {
        let steps = std::mem::take(&mut self.steps).min(MAX_TICKS);
        if self.paused {
            return steps;
        }
        let (time, tick) = (self.rest + elapsed.as_nanos() * 3, self.tick());
        self.rest = time % tick;
        u32::try_from(time / tick).unwrap_or(u32::MAX).min(MAX_TICKS)
    }

    pub(crate) fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
        self.steps = 0;
    }

    pub(crate) fn step(&mut self) {
        self.steps = self.steps.saturating_add(u32::from(self.paused));
    }

    /// Returns the part of the next tick that has passed, 16.16, below 1.0. Used for drawing between ticks.
    pub(crate) fn part(&self) -> u32 {
        (self.rest * 65536 / self.tick()) as u32
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PictureRate {
    passed: Duration,
    count: u32,
    last: u32,
}

impl PictureRate {
    pub(crate) fn count(&mut self, after: Duration) {
        self.passed += after;
        if self.passed >= Duration::from_secs(1) {
            // The seconds of a long pause are not counted.
            *self = Self { last: self.count, ..Self::default() };
        }
        self.count += 1;
    }

    /// Returns the number of pictures in the last whole second.
    pub(crate) fn per_second(self) -> u32 {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_counted_by_the_second() {
        let mut rate = PictureRate::default();
        let mut after = |count: u32, after: u64| {
            (0..count).for_each(|_| rate.count(Duration::from_millis(after)));
            rate.per_second()
        };
        assert_eq!([after(24, 40), after(1, 40), after(100, 20), after(4, 250)], [0, 24, 50, 4]);
    }

    #[test]
    fn a_second_in_uneven_parts_is_30_ticks() {
        let mut clock = Clock::default();
        let pieces = [16_666_667, 7, 33_333_332, 12_345_678];
        let (mut rest, mut ticks) = (1_000_000_000_u64, 0);
        for piece in pieces.into_iter().cycle() {
            let piece = rest.min(piece);
            ticks += clock.advance(Duration::from_nanos(piece));
            rest -= piece;
            if rest == 0 {
                break;
            }
        }
        assert_eq!(ticks, 30);
        assert_eq!(clock.advance(Duration::from_nanos(33_333_333)), 0);
        assert_eq!(clock.advance(Duration::from_nanos(1)), 1);
    }

    #[test]
    fn every_rate_has_its_ticks_and_long_stops_are_dropped() {
        for rate in TickRate::ALL.into_iter().chain([TickRate::millis(40)]) {
            let mut clock = Clock::new(rate);
            let ticks: u32 = (0..1000).map(|_| clock.advance(Duration::from_millis(3))).sum();
            assert_eq!(ticks, 3 * rate.per_second());
        }
        let mut clock = Clock::default();
        assert_eq!(clock.advance(Duration::from_secs(3600)), MAX_TICKS);
        assert_eq!(clock.advance(Duration::from_millis(34)), 1);
        assert_eq!(clock.advance(Duration::MAX), MAX_TICKS);
    }

    #[test]
    fn single_steps_are_due_during_a_pause() {
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
