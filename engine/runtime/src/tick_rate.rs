//! Time between two ticks.

use std::fmt;

/// Time between two ticks of a game. Everything in a scene counts in ticks: a game at 60 ticks per second moves half as far in
/// each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TickRate {
    /// Thirds of a millisecond.
    thirds: u32,
}

impl Default for TickRate {
    fn default() -> Self {
        Self::Hz30
    }
}

#[expect(non_upper_case_globals, reason = "Hz is the unit")]
impl TickRate {
    /// 15 ticks per second.
    pub const Hz15: Self = Self { thirds: 200 };
    /// 20 ticks per second.
    pub const Hz20: Self = Self { thirds: 150 };
    /// 30 ticks per second.
    pub const Hz30: Self = Self { thirds: 100 };
    /// 60 ticks per second.
    pub const Hz60: Self = Self { thirds: 50 };
    /// The rates above, from the slowest to the fastest.
    pub const ALL: [Self; 4] = [Self::Hz15, Self::Hz20, Self::Hz30, Self::Hz60];
    /// Longest time between two ticks, milliseconds.
    pub const LONGEST: u32 = 1000;

    /// Returns the rate of a tick every so many milliseconds, brought into 5..=[`Self::LONGEST`]. Java games gave this
    /// number to `Thread.sleep`, often 30, 40, 50 or 66.
    pub const fn millis(millis: u32) -> Self {
        let millis = if millis < 5 { 5 } else { millis };
        Self { thirds: 3 * if millis < Self::LONGEST { millis } else { Self::LONGEST } }
    }

    /// Returns the time of a tick, thirds of a millisecond, 15..=3000.
    pub const fn thirds(self) -> u32 {
        self.thirds
    }

    /// Returns the ticks of a number of seconds, rounded to the nearest.
    pub const fn ticks_in(self, seconds: u32) -> u32 {
        (seconds * 3000 + self.thirds / 2) / self.thirds
    }

    /// Returns the number of ticks per second, rounded to the nearest: 15 for a tick every 66 ms.
    pub const fn per_second(self) -> u32 {
        self.ticks_in(1)
    }
}

impl fmt::Display for TickRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if Self::ALL.contains(self) {
            write!(f, "{} ticks per second", self.per_second())
        } else {
            write!(f, "a tick every {} ms", self.thirds / 3)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_times_between_ticks() {
        assert_eq!(TickRate::ALL.map(TickRate::per_second), [15, 20, 30, 60]);
        assert_eq!(TickRate::millis(50), TickRate::Hz20);
        let rate = TickRate::millis(66);
        assert_eq!((rate.thirds(), rate.per_second(), rate.ticks_in(10)), (198, 15, 152));
        assert_eq!([0, 5000].map(|millis| TickRate::millis(millis).thirds()), [15, 3000]);
    }
}
