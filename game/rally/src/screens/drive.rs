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
        let race = Race::new(course, &choice.cars[..choice.players], best);
        let staging = Staging::new(&mut stage, &race)?;
        let displays = Displays::new(&mut stage, &race)?;
        Ok(Self { stage, race, staging, displays })
    }
}

impl Screen<Rally> for Drive {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, rally: &mut Rally, controls: &[Controls; PLAYERS], messages: &mut Messages) -> Tick {
        if rally.menu(controls).starts() {
            return Ok(Next::Push(Box::new(Pause::default())));
        }
        match self.race.players {
            // A single player may use either half of the keyboard, and any pad.
            1 => self.race.step(&[Controls::merge_all(controls)]),
            _ => self.race.step(controls),
        }
        self.displays.show(&mut self.stage, &self.race);
        self.staging.show(&mut self.stage, &self.race);
        if !self.race.is_over() {
            return Ok(Next::Stay);
        }
        self.race.finish();
        if self.race.improved {
            rally.bests.value.0[self.race.course.index].clone_from(&self.race.best);
            // A lap that cannot be saved is no reason to stay on the course.
            rally.bests.save().unwrap_or_else(|error| messages.tell(error.to_string()));
        }
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
        Ok(Next::Push(Box::new(Pause::default())))
    }

    fn lose_focus(&mut self, rally: &mut Rally, messages: &mut Messages) -> Tick {
        self.back(rally, messages)
    }
}
