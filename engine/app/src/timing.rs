//! States that count their ticks.
//!
//! A game keeps them where it needs them, in a component or in a struct of its own, and calls their `tick` once per tick.

/// The current state, and the ticks since it was entered.
///
/// ```
/// use keitai_app::timing::States;
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Guard { Watch, Chase }
///
/// let mut guard = States::new(Guard::Watch);
/// guard.tick();
/// guard.go(Guard::Watch);
/// assert_eq!((guard.now(), guard.ticks()), (Guard::Watch, 1));
/// guard.go(Guard::Chase);
/// assert_eq!((guard.now(), guard.ticks()), (Guard::Chase, 0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct States<S> {
    state: S,
    ticks: u32,
}

impl<S: Copy + PartialEq> States<S> {
    /// Returns the first state.
    pub fn new(state: S) -> Self {
        Self { state, ticks: 0 }
    }

    /// Returns the state, for a `match`.
    pub fn now(&self) -> S {
        self.state
    }

    /// Returns the ticks since the state was entered.
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Enters a state, unless it is the current one.
    pub fn go(&mut self, state: S) {
        if self.state != state {
            *self = Self { state, ticks: 0 };
        }
    }

    /// Adds a tick to the time in the state.
    pub fn tick(&mut self) {
        self.ticks = self.ticks.saturating_add(1);
    }
}
