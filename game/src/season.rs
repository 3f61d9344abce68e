//! The season: seven opponents on three trays, the last of them the lord of the tray.

use crate::ai::Level;
use crate::robots::Wrestler;
use crate::trays::Tray;

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
pub fn survival(streak: u32, own: Wrestler, seed: u64) -> Rung {
    let level = match streak {
        0..2 => Level::Easy,
        2..4 => Level::Fair,
        4..7 => Level::Keen,
        _ => Level::Hard,
    };
    let others: Vec<Wrestler> =
        Wrestler::ALL.into_iter().filter(|other| *other != own && *other != Wrestler::Daimyo).collect();
    let number = u64::from(streak) + seed / 7;
    let wrestler = others[(number % others.len() as u64) as usize];
    Rung { wrestler, level, tray: Tray::ALL[(number % 3) as usize], taunt: "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_gets_harder_and_has_all_trays() {
        assert!(RUNGS.windows(2).all(|pair| pair[0].level <= pair[1].level));
        assert!(Tray::ALL.into_iter().all(|tray| RUNGS.iter().any(|rung| rung.tray == tray)));
        assert_eq!(RUNGS[6].wrestler, Wrestler::Daimyo);
    }

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
