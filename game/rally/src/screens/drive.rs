//! The race.

use keitai::prelude::*;
use keitai::replay::GameHasher;

use super::{Outcome, Pause};
use crate::hud::Displays;
use crate::race::Race;
use crate::staging::Staging;
use crate::{Rally, Tick};

/// The screen of the race.
pub struct Drive {
    stage: Stage,
    race: Race,
    staging: Staging,
    displays: Displays,
}

impl Drive {
    /// Opens the screen, with half of the picture for each of two players.
    pub fn open(rally: &Rally) -> keitai::Result<Self> {
        let choice = &rally.choice;
        let mut stage = rally.stage(if choice.players == 1 { "scenes/race.ron" } else { "scenes/split.ron" })?;
        let course = rally.courses[choice.course].clone();
        let best = rally.bests.value.0[choice.course].clone();
        let mut race = Race::new(course, &choice.cars[..choice.players], best);
        if choice.easy {
            race.ease();
        }
        let staging = Staging::new(&mut stage, &race)?;
        let displays = Displays::new(&mut stage, &race, &rally.names)?;
        Ok(Self { stage, race, staging, displays })
    }

    /// Saves the best lap if it is new: the race may not be finished.
    fn keep_best(&self, rally: &mut Rally, messages: &mut Messages) {
        let (own, kept) = (&self.race.best, &mut rally.bests.value.0[self.race.course.index]);
        if own.as_ref().map(|best| best.ticks) == kept.as_ref().map(|best| best.ticks) {
            return;
        }
        kept.clone_from(own);
        // A lap that cannot be saved is no reason to stay on the course.
        rally.bests.save().unwrap_or_else(|error| messages.tell(error.to_string()));
    }

    fn pause(&mut self) -> Tick {
        Ok(Next::Push(Box::new(Pause::open(&mut self.stage)?)))
    }
}

impl Screen<Rally> for Drive {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, rally: &mut Rally, input: &TickInput, messages: &mut Messages) -> Tick {
        if rally.menu(input).starts() || input.focus_lost {
            return self.pause();
        }
        match self.race.players {
            // A single player may use either half of the keyboard, and any pad.
            1 => self.race.step(&[Controls::merge_all(&input.controls)]),
            _ => self.race.step(&input.controls),
        }
        self.keep_best(rally, messages);
        self.displays.show(&mut self.stage, &self.race, &rally.names);
        self.staging.show(&mut self.stage, &self.race);
        if !self.race.is_over() {
            return Ok(Next::Stay);
        }
        self.race.finish();
        Ok(Next::To(Box::new(Outcome::open(rally, &self.race)?)))
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.race.hash_state(state);
    }

    /// The players' laps, places and speeds, and the pedals that a computer's driver would give in their place.
    fn trace(&self, _: &Rally) -> Option<String> {
        Some(format!("drive {}", self.race.trace()))
    }

    fn back(&mut self, _: &mut Rally, _: &mut Messages) -> Tick {
        self.pause()
    }
}
