//! Frame pacing with and without vertical synchronisation.
//!
//! With vertical synchronisation, presenting a frame blocks until the display takes it, and no time is left to wait.
//! Without it (switched off in the driver, a hidden window, a virtual display) the pacer sleeps for the rest of the
//! frame's time.

use std::time::Duration;

/// Holds a loop at a fixed number of passes per second.
#[derive(Debug, Clone)]
pub(crate) struct Pacer {
    frame: Duration,
    /// Time at which the next pass is due, on the caller's clock.
    due: Duration,
}

impl Pacer {
    /// Part of the rest that is not slept, so that a display of the same rate sets the pace.
    const MARGIN: Duration = Duration::from_millis(1);

    pub(crate) fn new(rate: u32) -> Self {
        Self { frame: Duration::from_secs(1) / rate.max(1), due: Duration::ZERO }
    }

    /// Returns the time to sleep before the next pass. `now` is the time on a clock that never goes back.
    ///
    /// A late pass delays the following ones; lost time is not made up for.
    pub(crate) fn rest(&mut self, now: Duration) -> Duration {
        let rest = self.due.saturating_sub(now);
        self.due = self.due.max(now) + self.frame;
        rest.saturating_sub(Self::MARGIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_loop_that_does_not_block_is_held_at_its_rate() {
        let mut pacer = Pacer::new(50);
        let mut now = Duration::ZERO;
        for _ in 0..100 {
            now += MS; // the pass itself
            now += pacer.rest(now) + Pacer::MARGIN.min(pacer.frame);
        }
        assert!((1900 * MS..=2000 * MS).contains(&now), "{now:?}");
    }

    #[test]
    fn a_display_of_the_same_rate_is_not_slowed() {
        let mut pacer = Pacer::new(60);
        let frame = Duration::from_secs(1) / 60;
        for pass in 0..100 {
            assert_eq!(pacer.rest(frame * pass), Duration::ZERO);
        }
    }

    #[test]
    fn a_long_pause_is_not_made_up_for() {
        let mut pacer = Pacer::new(50);
        pacer.rest(Duration::ZERO);
        assert_eq!(pacer.rest(1000 * MS), Duration::ZERO);
        assert_eq!(pacer.rest(1005 * MS), 14 * MS);
    }
}
