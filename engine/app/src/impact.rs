//! Feedback for hits: a picture that shakes, and a hit-stop.

/// A shake of the camera that changes sides and fades by 30 % per tick.
///
/// ```
/// # use keitai_app::impact::Shake;
/// let mut shake = Shake::default();
/// shake.start([10, 0]);
/// shake.tick();
/// assert_eq!(shake.offset(), [-7, 0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shake {
    offset: [i32; 2],
}

impl Shake {
    /// Starts a shake with this offset across and up.
    pub fn start(&mut self, offset: [i32; 2]) {
        self.offset = offset;
    }

    /// Returns the current offset across and up.
    pub fn offset(&self) -> [i32; 2] {
        self.offset
    }

    /// Advances the shake by a tick. Offsets are rounded towards zero.
    pub fn tick(&mut self) {
        self.offset = self.offset.map(|c| (i64::from(c) * -7 / 10) as i32);
    }
}

/// Ticks in which a game stands still after a hit.
///
/// ```
/// # use keitai_app::impact::HitStop;
/// let mut stop = HitStop::default();
/// stop.start(2);
/// assert_eq!([stop.tick(), stop.tick(), stop.tick()], [true, true, false]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HitStop {
    ticks: u32,
}

impl HitStop {
    /// Stops the game for at least this many ticks from now on.
    pub fn start(&mut self, ticks: u32) {
        self.ticks = self.ticks.max(ticks);
    }

    /// Counts a tick down. Returns whether the game stands still in this tick.
    pub fn tick(&mut self) -> bool {
        let stopped = self.ticks > 0;
        self.ticks = self.ticks.saturating_sub(1);
        stopped
    }

    /// Returns the number of ticks left.
    pub fn left(&self) -> u32 {
        self.ticks
    }
}
