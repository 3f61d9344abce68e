//! The numbers of the game: what the robots are good at, how far a push goes, what it costs.
//!
//! Lengths are in 1/4096 of a model unit, speeds in that per tick, springs in turns of the key (a full spring of ordinary
//! strength has 1000), shares in per cent.

use std::fmt;

/// A model unit.
pub const UNIT: i32 = 4096;
/// Ticks in a second.
pub const SECOND: u32 = 30;

/// Who fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Robot {
    /// The red one, good at everything.
    Tin,
    /// The blue one, heavy and slow.
    Boiler,
    /// The green one, light and quick.
    Sprout,
    /// The black one, strong, with a short spring.
    Kabuto,
}

/// What a robot is good at, per cent of the ordinary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strengths {
    /// Divides the pushes it takes.
    pub weight: i32,
    /// Multiplies its pace.
    pub speed: i32,
    /// Multiplies its pushes.
    pub power: i32,
    /// Multiplies what its spring holds.
    pub spring: i32,
}

impl Robot {
    /// All of them, in the order of the choice.
    pub const ALL: [Self; 4] = [Self::Tin, Self::Boiler, Self::Sprout, Self::Kabuto];

    /// The prefab it is made from.
    pub fn prefab(self) -> &'static str {
        match self {
            Self::Tin => "tin",
            Self::Boiler => "boiler",
            Self::Sprout => "sprout",
            Self::Kabuto => "kabuto",
        }
    }

    /// What it is called on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::Tin => "TIN",
            Self::Boiler => "BOILER",
            Self::Sprout => "SPROUT",
            Self::Kabuto => "KABUTO",
        }
    }

    /// A line about it.
    pub fn remark(self) -> &'static str {
        match self {
            Self::Tin => "GOOD AT EVERYTHING",
            Self::Boiler => "HARD TO MOVE",
            Self::Sprout => "QUICK ON ITS FEET",
            Self::Kabuto => "A HARD PUSH",
        }
    }

    /// What it is good at.
    pub fn strengths(self) -> Strengths {
        let [weight, speed, power, spring] = match self {
            Self::Tin => [100, 100, 100, 100],
            Self::Boiler => [115, 84, 102, 98],
            Self::Sprout => [93, 118, 100, 104],
            Self::Kabuto => [102, 94, 111, 86],
        };
        Strengths { weight, speed, power, spring }
    }

    /// The one after or before it in the choice.
    pub fn next(self, by: i32) -> Self {
        let count = Self::ALL.len() as i32;
        let index = Self::ALL.iter().position(|robot| *robot == self).unwrap_or(0) as i32;
        Self::ALL[(index + by).rem_euclid(count) as usize]
    }
}

impl fmt::Display for Robot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.prefab())
    }
}

/// Places on the tray.
pub mod tray {
    use super::UNIT;

    /// Where the two begin, left and right of the middle.
    pub const START: i32 = 120 * UNIT;
    /// A robot whose middle is this far out stands against the bales.
    pub const BALES: i32 = 248 * UNIT;
    /// Beyond this it is over them, and has lost.
    pub const EDGE: i32 = 292 * UNIT;
    /// The radius of what a robot takes up; two that touch are twice this apart.
    pub const BODY: i32 = 62 * UNIT;
    /// Nobody slides over the bales at less than this.
    pub const HOLD: i32 = 15 * UNIT / 4;
    /// Who goes over the bales leaves this much of its speed there.
    pub const STUMBLE: i32 = UNIT / 2;
}

/// Walking and turning.
pub mod walk {
    use super::UNIT;

    /// Full pace of an ordinary robot.
    pub const PACE: i32 = 21 * UNIT / 4;
    /// Share of the missing pace that it gains or loses in a tick.
    pub const EASE: i32 = 28;
    /// Turn in a tick.
    pub const TURN: i32 = 200;
    /// It walks only when it looks at most this far from where it is to go.
    pub const AHEAD: i32 = 640;
    /// Pace with an empty spring.
    pub const EMPTY: i32 = 45;
    /// Turns of the key for a tick of walking.
    pub const COST: i32 = 1;
}

/// The shove.
pub mod shove {
    use super::UNIT;

    /// The first tick in which the hands reach out.
    pub const STRIKE: u32 = 7;
    /// The tick in which they are drawn back.
    pub const SPENT: u32 = 10;
    /// It ends.
    pub const END: u32 = 19;
    /// Step towards the other, per tick, while it strikes.
    pub const LUNGE: i32 = 4 * UNIT;
    /// From middle to middle, at most this far.
    pub const REACH: i32 = 172 * UNIT;
    /// What is this far from straight ahead is hit.
    pub const WIDTH: i32 = 520;
    /// Turn in a tick towards the other, while the hands are drawn back.
    pub const AIM: i32 = 70;
    /// The push on an ordinary robot.
    pub const PUSH: i32 = 17 * UNIT / 2;
    /// Turns of the key.
    pub const COST: i32 = 75;
}

/// The dash.
pub mod dash {
    use super::UNIT;

    /// Ticks of drawing back, which the other sees.
    pub const CROUCH: u32 = 15;
    /// Longest run in ticks.
    pub const RUN: u32 = 22;
    /// Ticks in which it comes to a stand.
    pub const SKID: u32 = 12;
    /// Pace of an ordinary robot.
    pub const PACE: i32 = 14 * UNIT;
    /// Turn in a tick while it is drawn back, and while it runs.
    pub const AIM: [i32; 2] = [60, 14];
    /// The push on an ordinary robot.
    pub const PUSH: i32 = 11 * UNIT;
    /// Turns of the key.
    pub const COST: i32 = 230;
}

/// Standing against a push.
pub mod brace {
    /// Share of a push that is felt: from the front, from the side. From behind it is of no use.
    pub const FELT: [i32; 2] = [34, 70];
    /// Turns of the key for a tick, and for a push.
    pub const COST: [i32; 2] = [2, 40];
    /// How slowly it turns.
    pub const TURN: i32 = 40;
}

/// Winding the key.
pub mod wind {
    /// Ticks before the first turn takes.
    pub const REACH: u32 = 8;
    /// Turns in a tick.
    pub const GAIN: i32 = 14;
    /// Share of a push that is felt meanwhile.
    pub const FELT: i32 = 135;
}

/// What a push does.
pub mod push {
    /// Share of it from the side and from behind.
    pub const SIDE: i32 = 125;
    /// The same from behind.
    pub const BACK: i32 = 155;
    /// Angles from straight ahead at which front ends and back begins.
    pub const ANGLES: [i32; 2] = [680, 1400];
    /// Share that comes back to who pushes, from the body, from one that braces.
    pub const RECOIL: [i32; 2] = [32, 75];
    /// Share of a slide that a tick takes away.
    pub const FRICTION: i32 = 13;
    /// A slide this slow is at rest.
    pub const REST: i32 = super::UNIT / 4;
    /// Ticks of staggering: at least, and per unit of speed.
    pub const STAGGER: [u32; 2] = [10, 1];
    /// Ticks that stand still when a push meets: a shove, a dash, one that is braced, two at once.
    pub const STOP: [u32; 4] = [3, 5, 3, 4];
}

/// What ends a round.
pub mod time {
    use super::{SECOND, UNIT};

    /// Ticks of a round at most; then the one nearer to the middle has won.
    pub const ROUND: u32 = 50 * SECOND;
    /// From here on the tray is struck.
    pub const DRUMS: u32 = 20 * SECOND;
    /// Ticks between two strokes.
    pub const BEAT: u32 = 5 * SECOND;
    /// The first stroke throws both outwards at this speed, and each one after it at that much more.
    pub const STROKE: [i32; 2] = [6 * UNIT, 3 * UNIT];
    /// Turns of the key that a stroke lets go.
    pub const LOSS: i32 = 90;
    /// Ticks before a round begins.
    pub const READY: u32 = 66;
    /// Ticks after it is decided.
    pub const OVER: u32 = 105;
    /// Rounds that win a bout.
    pub const WINS: u32 = 2;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_goes_round() {
        assert_eq!(Robot::Tin.next(-1), Robot::Kabuto);
        assert_eq!(Robot::Kabuto.next(1), Robot::Tin);
    }

    #[test]
    fn nobody_is_better_at_everything() {
        let each = Robot::ALL.map(Robot::strengths).map(|s| [s.weight, s.speed, s.power, s.spring]);
        for a in each {
            assert!((390..=416).contains(&a.iter().sum::<i32>()), "{a:?}");
            for b in each.into_iter().filter(|b| *b != a) {
                assert!(a.iter().zip(b).any(|(a, b)| *a < b), "{a:?} has no weakness against {b:?}");
            }
        }
    }
}
