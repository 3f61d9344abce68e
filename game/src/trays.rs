//! The trays: friction, tilt and height above the table.

use keitai::ground::{self, GroundVector};

use crate::rules::{SECOND, UNIT, push, tray, walk};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tray {
    /// Sand on printed tin.
    Tin,
    /// Black lacquer, on which robots slide farther and stop later.
    Lacquer,
    /// A drum on a pivot, which tilts towards the heavier side.
    Drum,
}

/// The texts, the prefab and the height of a tray.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub title: &'static str,
    pub prefab: &'static str,
    pub remark: &'static str,
    /// Height of the table below the tray's centre, model units.
    pub table: i32,
}

/// The ground under the fighters in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ground {
    /// Share of a slide that is lost per tick, per cent.
    pub friction: i32,
    /// Share of the missing walking speed that is gained or lost per tick, per cent.
    pub grip: i32,
    /// Least outward speed that goes over the edge.
    pub hold: i32,
    /// Movement per tick caused by the tilt.
    pub drift: GroundVector,
    /// Slope of the tray, 1/4096, pointing downhill.
    pub tilt: GroundVector,
    /// Height of the table, 1/4096 of a unit; the tray's centre is at 0.
    pub table: i32,
}

impl Tray {
    /// All trays, in the order of the selection screen.
    pub const ALL: [Self; 3] = [Self::Tin, Self::Lacquer, Self::Drum];

    /// Steepest slope, 1/4096: about four degrees.
    const STEEPEST: i32 = 290;
    /// Movement per tick on a slope of 1.0.
    const DRIFT: i32 = 22 * UNIT;

    pub fn look(self) -> Look {
        let (title, prefab, remark, table) = match self {
            Self::Tin => ("TIN TRAY", "tray", "SAND ON TIN", -11),
            Self::Lacquer => ("LACQUER", "lacquer", "SMOOTH AND SLIPPERY", -11),
            Self::Drum => ("DRUM", "drum", "TILTS UNDER THE WEIGHT", -56),
        };
        Look { title, prefab, remark, table }
    }

    /// Returns the slope after a tick, from the present one and the weights and positions of the bodies on the tray.
    pub fn tilted(self, tilt: GroundVector, bodies: &[(i32, GroundVector)]) -> GroundVector {
        if self != Self::Drum {
            return [0, 0];
        }
        let moment = [0, 1].map(|axis: usize| {
            bodies.iter().map(|(weight, at)| i64::from(*weight) * i64::from(at[axis])).sum::<i64>() / 100
        });
        // Two average robots at the same edge give the steepest slope.
        let goal = moment.map(|c| (c * i64::from(Self::STEEPEST) / i64::from(2 * tray::BALES)) as i32);
        let far = ground::length(goal).min(Self::STEEPEST);
        let goal = ground::with_length(goal, far);
        [0, 1].map(|axis: usize| tilt[axis] + (goal[axis] - tilt[axis]) / 16)
    }

    /// Returns the ground in a tick of the fight.
    ///
    /// The straw at the edge is fresh when a round begins and holds back even a dash. The straw gives way with time,
    /// until a firm shove is enough.
    pub fn ground(self, tilt: GroundVector, since: u32) -> Ground {
        let [from, to] = tray::GIVES_WAY.map(|seconds| seconds * SECOND);
        let worn = (since.clamp(from, to) - from) as i32;
        let hold = tray::FRESH - (tray::FRESH - tray::HOLD) / (to - from) as i32 * worn;
        let (friction, grip) = match self {
            Self::Tin | Self::Drum => (push::FRICTION, walk::EASE),
            Self::Lacquer => (push::FRICTION * 3 / 4, walk::EASE / 2),
        };
        let drift = tilt.map(|c| (i64::from(c) * i64::from(Self::DRIFT) / 4096) as i32);
        Ground { friction, grip, hold: hold.max(tray::HOLD), drift, tilt, table: self.look().table * UNIT }
    }
}

impl Ground {
    /// Returns the height of the tray at a position, 1/4096 of a unit.
    pub fn height(&self, at: GroundVector) -> i32 {
        height(self.tilt, at)
    }
}

/// Returns the height of a tray with this slope at a position, 1/4096 of a unit.
pub fn height(tilt: GroundVector, at: GroundVector) -> i32 {
    let down = [0, 1].map(|axis: usize| i64::from(tilt[axis]) * i64::from(at[axis]) / 4096);
    -(down[0] + down[1]) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straw_gives_way_with_time() {
        let hold = |second: u32| Tray::Tin.ground([0, 0], second * SECOND).hold;
        let [from, to] = tray::GIVES_WAY;
        assert_eq!([hold(0), hold(from)], [tray::FRESH; 2]);
        let halfway = hold((from + to) / 2);
        assert!(halfway < tray::FRESH && halfway > tray::HOLD, "{halfway}");
        assert!(hold(to) < tray::HOLD + UNIT / 4 && hold(45) >= tray::HOLD);
    }

    #[test]
    fn a_drum_tilts_towards_the_heavier_side_and_other_trays_stay_level() {
        let bodies = [(115, [200 * UNIT, 0]), (93, [-200 * UNIT, 0])];
        let mut tilt = [0, 0];
        (0..200).for_each(|_| tilt = Tray::Drum.tilted(tilt, &bodies));
        assert!(tilt[0] > 5 && tilt[1] == 0, "{tilt:?}");
        assert!(height(tilt, [200 * UNIT, 0]) < 0 && height(tilt, [-200 * UNIT, 0]) > 0);
        let edge = [(118, [240 * UNIT, 0]), (118, [240 * UNIT, 0])];
        (0..400).for_each(|_| tilt = Tray::Drum.tilted(tilt, &edge));
        assert!((Tray::STEEPEST - 20..=Tray::STEEPEST).contains(&tilt[0]), "{tilt:?}");
        assert_eq!(Tray::Lacquer.tilted([0, 0], &edge), [0, 0]);
    }
}
