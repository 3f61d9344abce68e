//! Timers, tweens and states as plain values, counted in ticks.
//!
//! A game keeps them where it needs them, in a component or in a struct of its own, and calls their `tick` once per tick.

use keitai_render::Q12;

/// A count of ticks that ends once or repeats.
///
/// ```
/// use keitai_app::timing::Timer;
///
/// let mut wave = Timer::every(3);
/// let ended: Vec<bool> = (0..7).map(|_| wave.tick()).collect();
/// assert_eq!(ended, [false, false, true, false, false, true, false]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timer {
    /// Ticks until the end; 0 for a timer that has ended.
    pub left: u32,
    /// Ticks that the timer starts again with; 0 for a timer that ends once.
    pub again: u32,
}

impl Timer {
    /// Returns a timer that ends once, in its tick number `ticks`. With 0 it never ends.
    pub fn once(ticks: u32) -> Self {
        Self { left: ticks, again: 0 }
    }

    /// Returns a timer that ends every `ticks` ticks. With 0 it never ends.
    pub fn every(ticks: u32) -> Self {
        Self { left: ticks, again: ticks }
    }

    /// Counts a tick. Returns whether the timer ends in it.
    pub fn tick(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let ends = self.left == 0;
        if ends {
            self.left = self.again;
        }
        ends
    }
}

/// The course of a [`Tween`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ease {
    /// The speed stays the same.
    #[default]
    Linear,
    /// The speed is low at first.
    In,
    /// The speed is low at the end.
    Out,
    /// The speed is low at first and at the end.
    InOut,
}

impl Ease {
    /// Returns the part of the way at a part of the time, both 0.0 to 1.0, rounded down.
    pub fn at(self, time: Q12) -> Q12 {
        let t = i64::from(time.clamp(Q12::ZERO, Q12::ONE).to_bits());
        let square = |t: i64| t * t / 4096;
        let way = match self {
            Self::Linear => t,
            Self::In => square(t),
            Self::Out => 4096 - square(4096 - t),
            // Twice the square in each half.
            Self::InOut if t < 2048 => t * t / 2048,
            Self::InOut => 4096 - (4096 - t) * (4096 - t) / 2048,
        };
        Q12::from_bits(way as i32)
    }
}

/// A number that goes from one value to another in some ticks.
///
/// ```
/// use keitai_app::timing::{Ease, Tween};
/// # use keitai_render::Q12;
///
/// let mut slide = Tween::new(Q12::from_num(-40), Q12::from_num(0), 4, Ease::Linear);
/// let places: Vec<i32> = (0..5).map(|_| slide.tick().to_num()).collect();
/// assert_eq!(places, [-30, -20, -10, 0, 0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tween {
    /// The first value.
    pub from: Q12,
    /// The last value.
    pub to: Q12,
    /// Ticks from the first to the last value.
    pub ticks: u32,
    /// Change of the speed along the way.
    pub ease: Ease,
    /// Ticks that have passed.
    pub passed: u32,
}

impl Tween {
    /// Returns a tween at its first value.
    pub fn new(from: Q12, to: Q12, ticks: u32, ease: Ease) -> Self {
        Self { from, to, ticks, ease, passed: 0 }
    }

    /// Advances by a tick and returns the value.
    pub fn tick(&mut self) -> Q12 {
        self.passed = self.passed.saturating_add(1).min(self.ticks);
        self.value()
    }

    /// Returns the number at the present tick.
    pub fn value(&self) -> Q12 {
        let time = (u64::from(self.passed.min(self.ticks)) << 12).checked_div(self.ticks.into()).unwrap_or(4096);
        let way = self.ease.at(Q12::from_bits(time as i32)).to_bits();
        let (from, to) = (i64::from(self.from.to_bits()), i64::from(self.to.to_bits()));
        // The cast keeps the value, which is between two numbers of 32 bits.
        Q12::from_bits((from + (((to - from) * i64::from(way)) >> 12)) as i32)
    }

    /// Returns whether the last value is reached.
    pub fn is_over(&self) -> bool {
        self.passed >= self.ticks
    }
}

/// The current state of several, and the ticks since it was entered.
///
/// ```
/// use keitai_app::timing::States;
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Guard { Watch, Chase }
///
/// let mut guard = States::new(Guard::Watch);
/// assert!(guard.is_new());
/// guard.tick();
/// guard.go(Guard::Chase);
/// assert_eq!((guard.now(), guard.before(), guard.is_new()), (Guard::Chase, Some(Guard::Watch), true));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct States<S> {
    state: S,
    before: Option<S>,
    ticks: u32,
}

impl<S: Copy + PartialEq> States<S> {
    /// Returns the first state.
    pub fn new(state: S) -> Self {
        Self { state, before: None, ticks: 0 }
    }

    /// Returns the state, for a `match`.
    pub fn now(&self) -> S {
        self.state
    }

    /// Returns the state that the current one followed; `None` for the first state.
    pub fn before(&self) -> Option<S> {
        self.before
    }

    /// Returns the ticks since the state was entered.
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Returns whether the state was entered and no tick has passed since.
    pub fn is_new(&self) -> bool {
        self.ticks == 0
    }

    /// Enters a state, unless it is the current one.
    pub fn go(&mut self, state: S) {
        if self.state != state {
            *self = Self { state, before: Some(self.state), ticks: 0 };
        }
    }

    /// Adds a tick to the time in the state.
    pub fn tick(&mut self) {
        self.ticks = self.ticks.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_ends_once_or_again_and_again() {
        let mut once = Timer::once(2);
        assert_eq!([0; 4].map(|_| once.tick()), [false, true, false, false]);
        let mut never = Timer::every(0);
        assert_eq!([0; 3].map(|_| never.tick()), [false; 3]);
    }

    #[test]
    fn eases_begin_at_0_end_at_1_and_rise() {
        for ease in [Ease::Linear, Ease::In, Ease::Out, Ease::InOut] {
            let way: Vec<i32> = (0..=4096).map(|time| ease.at(Q12::from_bits(time)).to_bits()).collect();
            assert_eq!((way[0], way[4096]), (0, 4096), "{ease:?}");
            assert!(way.is_sorted(), "{ease:?}");
        }
        let half = |ease: Ease| ease.at(Q12::from_bits(2048)).to_bits();
        assert_eq!([Ease::In, Ease::Out, Ease::InOut].map(half), [1024, 3072, 2048]);
        assert_eq!(Ease::InOut.at(Q12::from_bits(1024)).to_bits(), 512);
        assert_eq!(Ease::In.at(Q12::from_num(9)), Q12::ONE);
    }

    #[test]
    fn tweens_reach_their_last_value_at_any_range() {
        let mut wide = Tween::new(Q12::MIN, Q12::MAX, 2, Ease::InOut);
        assert_eq!((wide.tick().to_bits(), wide.is_over()), (-1, false));
        assert_eq!((wide.tick(), wide.tick(), wide.is_over()), (Q12::MAX, Q12::MAX, true));
        let sudden = Tween::new(Q12::ONE, Q12::ZERO, 0, Ease::Linear);
        assert_eq!((sudden.value(), sudden.is_over()), (Q12::ZERO, true));
    }

    #[test]
    fn a_state_counts_its_ticks_and_is_not_entered_twice() {
        let mut state = States::new('a');
        state.tick();
        state.go('a');
        assert_eq!((state.ticks(), state.before()), (1, None));
        state.go('b');
        assert_eq!((state.now(), state.ticks(), state.before()), ('b', 0, Some('a')));
    }
}
