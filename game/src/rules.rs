//! All numbers of the game: strengths, reach, speeds, costs and times.
//!
//! Lengths are in 1/4096 of a model unit, speeds in that per tick, springs in turns of the key (1000 for a full spring of
//! ordinary strength), shares in per cent.

use std::fmt;

/// A model unit.
pub const UNIT: i32 = 4096;
/// Ticks in a second.
pub const SECOND: u32 = 30;

/// A robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Robot {
    /// Red, average in everything.
    Tin,
    /// Blue, heavy and slow.
    Boiler,
    /// Green, light and fast.
    Sprout,
    /// Black, strong, with a short spring.
    Kabuto,
}

/// Strengths of a robot, per cent of average.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strengths {
    /// Divides the pushes it takes.
    pub weight: i32,
    /// Multiplies its walking speed.
    pub speed: i32,
    /// Multiplies its pushes.
    pub power: i32,
    /// Multiplies the capacity of its spring.
    pub spring: i32,
}

impl Robot {
    /// All robots, in the order of the selection screen.
    pub const ALL: [Self; 4] = [Self::Tin, Self::Boiler, Self::Sprout, Self::Kabuto];

    /// Returns the name of the robot's prefab.
    pub fn prefab(self) -> &'static str {
        match self {
            Self::Tin => "tin",
            Self::Boiler => "boiler",
            Self::Sprout => "sprout",
            Self::Kabuto => "kabuto",
        }
    }

    /// Returns the name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::Tin => "TIN",
            Self::Boiler => "BOILER",
            Self::Sprout => "SPROUT",
            Self::Kabuto => "KABUTO",
        }
    }

    /// Returns a line of description.
    pub fn remark(self) -> &'static str {
        match self {
            Self::Tin => "GOOD AT EVERYTHING",
            Self::Boiler => "HARD TO MOVE",
            Self::Sprout => "QUICK ON ITS FEET",
            Self::Kabuto => "A HARD PUSH",
        }
    }

    /// Returns the strengths.
    pub fn strengths(self) -> Strengths {
        let [weight, speed, power, spring] = match self {
            Self::Tin => [100, 100, 100, 100],
            Self::Boiler => [115, 84, 102, 98],
            Self::Sprout => [93, 118, 100, 104],
            Self::Kabuto => [102, 94, 111, 86],
        };
        Strengths { weight, speed, power, spring }
    }

    /// Returns the next or the previous robot of the selection screen.
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

    /// Start position, left and right of the centre.
    pub const START: i32 = 120 * UNIT;
    /// Distance from the centre at which a robot stands at the edge.
    pub const BALES: i32 = 248 * UNIT;
    /// Distance from the centre beyond which a robot falls and loses.
    pub const EDGE: i32 = 292 * UNIT;
    /// Radius of a robot; two that touch are twice this far apart.
    pub const BODY: i32 = 62 * UNIT;
    /// Least sliding speed that goes over the edge.
    pub const HOLD: i32 = 15 * UNIT / 4;
    /// Share of the speed that is lost at the edge.
    pub const STUMBLE: i32 = UNIT / 2;
}

/// Walking and turning.
pub mod walk {
    use super::UNIT;

    /// Full walking speed of an average robot.
    pub const PACE: i32 = 21 * UNIT / 4;
    /// Share of the missing speed that is gained or lost per tick.
    pub const EASE: i32 = 28;
    /// Turn per tick.
    pub const TURN: i32 = 200;
    /// Largest angle between facing and stick at which a robot walks.
    pub const AHEAD: i32 = 640;
    /// Walking speed with an empty spring.
    pub const EMPTY: i32 = 45;
    /// Turns of the key per tick of walking.
    pub const COST: i32 = 1;
}

/// The shove.
pub mod shove {
    use super::UNIT;

    /// The first tick in which the hands reach out.
    pub const STRIKE: u32 = 7;
    /// The tick in which the hands are drawn back.
    pub const SPENT: u32 = 10;
    /// The last tick of the shove.
    pub const END: u32 = 19;
    /// Step towards the other per tick, while striking.
    pub const LUNGE: i32 = 4 * UNIT;
    /// Longest distance from centre to centre.
    pub const REACH: i32 = 172 * UNIT;
    /// Largest angle from straight ahead.
    pub const WIDTH: i32 = 520;
    /// Turn per tick towards the other, while the hands are drawn back.
    pub const AIM: i32 = 70;
    /// Speed given to an average robot.
    pub const PUSH: i32 = 17 * UNIT / 2;
    /// Cost in turns of the key.
    pub const COST: i32 = 75;
}

/// The dash.
pub mod dash {
    use super::UNIT;

    /// Ticks of crouching, visible to the other player.
    pub const CROUCH: u32 = 15;
    /// Longest run, ticks.
    pub const RUN: u32 = 22;
    /// Ticks of sliding to a stop.
    pub const SKID: u32 = 12;
    /// Speed of an average robot.
    pub const PACE: i32 = 14 * UNIT;
    /// Turn per tick while crouching, and while running.
    pub const AIM: [i32; 2] = [60, 14];
    /// Speed given to an average robot.
    pub const PUSH: i32 = 11 * UNIT;
    /// Cost in turns of the key.
    pub const COST: i32 = 230;
}

/// Bracing.
pub mod brace {
    /// Share of a push that is felt from the front and from the side. From behind bracing has no effect.
    pub const FELT: [i32; 2] = [34, 70];
    /// Cost in turns of the key per tick, and per push.
    pub const COST: [i32; 2] = [2, 40];
    /// Turn per tick.
    pub const TURN: i32 = 40;
}

/// Winding the key.
pub mod wind {
    /// Ticks before the first turn.
    pub const REACH: u32 = 8;
    /// Turns per tick.
    pub const GAIN: i32 = 14;
    /// Share of a push that is felt while winding.
    pub const FELT: i32 = 135;
}

/// Effects of a push.
pub mod push {
    /// Share of the speed from the side.
    pub const SIDE: i32 = 125;
    /// Share of the speed from behind.
    pub const BACK: i32 = 155;
    /// Angles from straight ahead at which front ends and back begins.
    pub const ANGLES: [i32; 2] = [680, 1400];
    /// Share of the recoil on the pusher, from a body and from a braced one.
    pub const RECOIL: [i32; 2] = [32, 75];
    /// Share of a slide that friction takes per tick.
    pub const FRICTION: i32 = 13;
    /// Sliding speed that counts as rest.
    pub const REST: i32 = super::UNIT / 4;
    /// Ticks of staggering: at least, and per unit of speed.
    pub const STAGGER: [u32; 2] = [10, 1];
    /// Ticks of hit-stop: a shove, a dash, a braced push, two pushes at once.
    pub const STOP: [u32; 4] = [3, 5, 3, 4];
}

/// Times of a round.
pub mod time {
    use super::{SECOND, UNIT};

    /// Most ticks of a round; then the fighter nearer to the centre wins.
    pub const ROUND: u32 = 50 * SECOND;
    /// First tick in which the tray is struck.
    pub const DRUMS: u32 = 20 * SECOND;
    /// Ticks between two strokes.
    pub const BEAT: u32 = 5 * SECOND;
    /// Outward speed of the first stroke, and the increase with each following one.
    pub const STROKE: [i32; 2] = [6 * UNIT, 3 * UNIT];
    /// Turns of the key that a stroke costs.
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
    fn the_selection_wraps_around() {
        assert_eq!(Robot::Tin.next(-1), Robot::Kabuto);
        assert_eq!(Robot::Kabuto.next(1), Robot::Tin);
    }

    #[test]
    fn no_robot_is_better_at_everything() {
        let each = Robot::ALL.map(Robot::strengths).map(|s| [s.weight, s.speed, s.power, s.spring]);
        for a in each {
            assert!((390..=416).contains(&a.iter().sum::<i32>()), "{a:?}");
            for b in each.into_iter().filter(|b| *b != a) {
                assert!(a.iter().zip(b).any(|(a, b)| *a < b), "{a:?} has no weakness against {b:?}");
            }
        }
    }
}
