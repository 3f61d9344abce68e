//! Ticks per second.

/// Ticks per second of a game. Everything in a scene counts in ticks: a game at 60 ticks per second moves half as far in
/// each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum TickRate {
    /// 15 ticks per second.
    Hz15,
    /// 20 ticks per second.
    Hz20,
    /// 30 ticks per second.
    #[default]
    Hz30,
    /// 60 ticks per second.
    Hz60,
}

impl TickRate {
    /// All rates.
    pub const ALL: [Self; 4] = [Self::Hz15, Self::Hz20, Self::Hz30, Self::Hz60];

    /// Returns the number of ticks per second. It divides 300 and 48000.
    pub const fn per_second(self) -> u32 {
        match self {
            Self::Hz15 => 15,
            Self::Hz20 => 20,
            Self::Hz30 => 30,
            Self::Hz60 => 60,
        }
    }
}
