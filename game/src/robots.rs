//! The robots and the wrestlers. A robot has strengths; a wrestler is a robot with a name and colours of its own.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Robot {
    /// Average in everything.
    #[default]
    Tin,
    /// Heavy and slow.
    Boiler,
    /// Light and fast.
    Sprout,
    /// Strong, with a short spring.
    Kabuto,
    /// The last opponent of a season: large, strong and heavy. Nobody selects it.
    Daimyo,
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
    /// The robots that players select, in the order of the selection screen.
    pub const ALL: [Self; 4] = [Self::Tin, Self::Boiler, Self::Sprout, Self::Kabuto];

    pub fn remark(self) -> &'static str {
        match self {
            Self::Tin => "GOOD AT EVERYTHING",
            Self::Boiler => "HARD TO MOVE",
            Self::Sprout => "QUICK ON ITS FEET",
            Self::Kabuto => "A HARD PUSH",
            Self::Daimyo => "THE LORD OF THE TRAY",
        }
    }

    pub fn strengths(self) -> Strengths {
        let [weight, speed, power, spring] = match self {
            Self::Tin => [100, 100, 100, 100],
            Self::Boiler => [115, 84, 102, 98],
            Self::Sprout => [93, 118, 100, 104],
            Self::Kabuto => [102, 94, 111, 86],
            Self::Daimyo => [118, 96, 112, 110],
        };
        Strengths { weight, speed, power, spring }
    }

    /// Returns the turns of a fully wound key.
    pub fn full_spring(self) -> i32 {
        10 * self.strengths().spring
    }

    /// Returns the wrestler that a player of this robot has: the first one, or the second, which has other colours.
    pub fn wrestler(self, other: bool) -> Wrestler {
        let wrestlers = Wrestler::ALL.into_iter().filter(|wrestler| wrestler.robot() == self);
        wrestlers.take(1 + usize::from(other)).last().unwrap_or(Wrestler::Tin)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wrestler {
    /// The red Tin.
    Tin,
    /// The blue Boiler.
    Boiler,
    /// The green Sprout.
    Sprout,
    /// The black Kabuto.
    Kabuto,
    /// A Tin that has seen rain.
    Rust,
    /// A Boiler of amber glass.
    Amber,
    /// A purple Sprout.
    Plum,
    /// A white Kabuto.
    Snow,
    /// A Tin of black iron.
    Ember,
    /// A golden Boiler.
    Midas,
    /// The lord of the tray.
    Daimyo,
}

impl Wrestler {
    /// All wrestlers, in the order of the texture of names.
    pub const ALL: [Self; 11] = {
        use Wrestler::*;
        [Tin, Boiler, Sprout, Kabuto, Rust, Amber, Plum, Snow, Ember, Midas, Daimyo]
    };

    /// Returns the robot and the name of the prefab.
    fn about(self) -> (Robot, &'static str) {
        match self {
            Self::Tin => (Robot::Tin, "tin"),
            Self::Boiler => (Robot::Boiler, "boiler"),
            Self::Sprout => (Robot::Sprout, "sprout"),
            Self::Kabuto => (Robot::Kabuto, "kabuto"),
            Self::Rust => (Robot::Tin, "rust"),
            Self::Amber => (Robot::Boiler, "amber"),
            Self::Plum => (Robot::Sprout, "plum"),
            Self::Snow => (Robot::Kabuto, "snow"),
            Self::Ember => (Robot::Tin, "ember"),
            Self::Midas => (Robot::Boiler, "midas"),
            Self::Daimyo => (Robot::Daimyo, "daimyo"),
        }
    }

    pub fn robot(self) -> Robot {
        self.about().0
    }

    pub fn prefab(self) -> &'static str {
        self.about().1
    }

    pub fn title(self) -> String {
        self.prefab().to_uppercase()
    }

    pub fn named(prefab: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wrestler| wrestler.prefab() == prefab)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_with_the_same_robot_have_different_colours() {
        for robot in Robot::ALL {
            let [one, other] = [false, true].map(|other| robot.wrestler(other));
            assert!(one != other && one.robot() == robot && other.robot() == robot);
        }
    }
}
