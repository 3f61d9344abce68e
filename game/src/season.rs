//! Matches: the season with seven opponents on three trays, survival, and single matches.

use crate::ai::Level;
use crate::bout::Terms;
use crate::robots::Wrestler;
use crate::trays::Tray;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Seven opponents, one after the other.
    Season,
    /// A single match of one person or two.
    Versus,
    /// One opponent after the other until the first defeat.
    Survival,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// A person: the player of that number, or in a single-player match the person who uses a device.
    Human,
    Computer(Level),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// The way to play that the match belongs to.
    pub mode: Mode,
    pub wrestlers: [Wrestler; 2],
    pub players: [Player; 2],
    pub tray: Tray,
    /// Rounds that win the match.
    pub wins: u32,
    pub seed: u64,
}

impl Match {
    /// A person with the wrestler `player` against an opponent.
    pub fn against(rung: Rung, mode: Mode, player: Wrestler, wins: u32, seed: u64) -> Self {
        let players = [Player::Human, Player::Computer(rung.level)];
        Self { mode, wrestlers: [player, rung.wrestler], players, tray: rung.tray, wins, seed }
    }

    /// The next match of survival, after a streak of wins.
    pub fn survival(player: Wrestler, streak: u32, seed: u64) -> Self {
        Self::against(survival(streak, player, seed), Mode::Survival, player, 1, seed)
    }

    pub fn terms(&self) -> Terms {
        Terms { robots: self.wrestlers.map(Wrestler::robot), tray: self.tray, wins: self.wins }
    }

    /// Returns whether two people play.
    pub fn is_of_two(&self) -> bool {
        self.players == [Player::Human; 2]
    }

    /// Returns the level of the first player's opponent, when the first player is a person and the opponent is not.
    pub fn opponent(&self) -> Option<Level> {
        match self.players {
            [Player::Human, Player::Computer(level)] => Some(level),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung {
    pub wrestler: Wrestler,
    pub level: Level,
    pub tray: Tray,
    /// The wrestler's words before the bout.
    pub taunt: &'static str,
}

const fn rung(wrestler: Wrestler, level: Level, tray: Tray, taunt: &'static str) -> Rung {
    Rung { wrestler, level, tray, taunt }
}

/// The opponents, from the first to the last.
pub const RUNGS: [Rung; 7] = [
    rung(Wrestler::Rust, Level::Easy, Tray::Tin, "'RAIN NEVER STOPS ME.'"),
    rung(Wrestler::Plum, Level::Easy, Tray::Tin, "'CATCH ME IF YOU CAN!'"),
    rung(Wrestler::Amber, Level::Fair, Tray::Lacquer, "'MIND YOUR STEP.'"),
    rung(Wrestler::Ember, Level::Fair, Tray::Lacquer, "'TOO HOT TO TOUCH!'"),
    rung(Wrestler::Snow, Level::Fair, Tray::Drum, "'KEEP YOUR BALANCE.'"),
    rung(Wrestler::Midas, Level::Keen, Tray::Drum, "'I PLAY FOR GOLD.'"),
    rung(Wrestler::Daimyo, Level::Keen, Tray::Tin, "'THIS TRAY IS MINE.'"),
];

/// Returns an opponent of survival: the level rises with the streak, and wrestlers and trays change.
pub fn survival(streak: u32, player: Wrestler, seed: u64) -> Rung {
    let level = match streak {
        0..2 => Level::Easy,
        2..4 => Level::Fair,
        4..7 => Level::Keen,
        _ => Level::Hard,
    };
    let others: Vec<Wrestler> =
        Wrestler::ALL.into_iter().filter(|other| *other != player && *other != Wrestler::Daimyo).collect();
    let number = u64::from(streak) + seed / 7;
    let wrestler = others[(number % others.len() as u64) as usize];
    Rung { wrestler, level, tray: Tray::ALL[(number % 3) as usize], taunt: "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survival_changes_the_opponent_after_each_win() {
        for seed in [0, 5, 77, 1000] {
            for streak in 0..20 {
                let [one, next] = [streak, streak + 1].map(|streak| survival(streak, Wrestler::Tin, seed));
                assert!(one.wrestler != next.wrestler && one.wrestler != Wrestler::Tin && one.level <= next.level);
            }
        }
    }
}
