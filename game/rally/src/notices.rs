//! Notices for the players of a race: the wrong way, a car that was put back, the gap to the car ahead. They follow the race
//! and do not change it.

use crate::course::LAPS;
use crate::race::{Event, Race, time};

/// Ticks of driving back after which a player is warned.
const WRONG: u32 = 30;
/// Ticks for which a notice is seen, and period of one that blinks.
const SEEN: u32 = 60;
const BLINK: u32 = 20;

#[derive(Debug, Clone, Default)]
pub(crate) struct Notices {
    players: Vec<Player>,
    /// Ticks at which the last car crossed the line to each lap.
    crossed: [Option<u32>; LAPS + 1],
}

#[derive(Debug, Clone, Default)]
struct Player {
    /// Laps and distance in the last tick.
    last: Option<(i32, i32)>,
    /// Ticks for which the car has driven back.
    back: u32,
    /// The last notice, and the ticks for which it is still seen.
    text: String,
    left: u32,
}

impl Notices {
    pub(crate) fn tick(&mut self, race: &Race) {
        self.players.resize_with(race.players, Player::default);
        for (player, racer) in self.players.iter_mut().zip(&race.racers) {
            let now = Some((racer.car.laps, racer.car.along));
            player.back = match now.cmp(&player.last) {
                _ if racer.finished.is_some() => 0,
                std::cmp::Ordering::Less => player.back + 1,
                std::cmp::Ordering::Equal => player.back,
                std::cmp::Ordering::Greater => 0,
            };
            player.last = now;
            player.left = player.left.saturating_sub(1);
        }
        for event in &race.events {
            match event {
                Event::Back(index) => self.tell(*index, "BACK ON THE ROAD".to_owned()),
                Event::Lap(index, lap) => self.cross(race, *index, *lap),
                Event::Finish(index) => self.cross(race, *index, LAPS),
                Event::Lamp(_) | Event::Bump(..) => {}
            }
        }
    }

    /// Shows a player how far ahead the next car was at the line.
    fn cross(&mut self, race: &Race, index: usize, lap: usize) {
        let before = self.crossed[lap].replace(race.clock);
        if let Some(before) = before.filter(|_| lap > 0) {
            self.tell(index, format!("NEXT CAR +{}", time(race.clock - before)));
        }
    }

    fn tell(&mut self, index: usize, text: String) {
        if let Some(player) = self.players.get_mut(index) {
            (player.text, player.left) = (text, SEEN);
        }
    }

    /// Returns the notice for a player, and its font.
    pub(crate) fn shown(&self, index: usize) -> (&str, &'static str) {
        match self.players.get(index) {
            Some(player) if player.left > 0 => (&player.text, "gold"),
            Some(player) if player.back >= WRONG && (player.back - WRONG) % BLINK < BLINK * 2 / 3 => {
                ("WRONG WAY!", "red")
            }
            _ => ("", "gold"),
        }
    }
}
