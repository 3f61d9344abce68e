//! The race.

use keitai::prelude::*;
use keitai::replay::GameHasher;

use super::{Lessons, Outcome, pages};
use crate::hud::Displays;
use crate::notices::Prompts;
use crate::race::Race;
use crate::staging::Staging;
use crate::{Rally, Tick, asks};

pub struct Drive {
    stage: Stage,
    race: Race,
    staging: Staging,
    displays: Displays,
    prompts: Prompts,
    /// The player comes back from the pages about driving, and the race waits for them.
    returns: bool,
}

impl Drive {
    /// Opens the scene of the course, with half of the picture for each of two players.
    pub fn open(rally: &Rally) -> keitai::Result<Self> {
        let choice = &rally.choice;
        let mut stage = rally.stage(if choice.players == 1 { "scenes/race.ron" } else { "scenes/split.ron" })?;
        let index = rally.course();
        let saved = &rally.saved.value;
        let mut race =
            Race::new(rally.courses[index].clone(), &choice.cars[..choice.players], saved.bests[index].clone());
        race.set_level(choice.level);
        let mut staging = Staging::new(&mut stage, &race)?;
        staging.shakes = saved.options.shake;
        let displays = Displays::new(&mut stage, &race, &rally.names)?;
        let prompts = Prompts::new(choice.players == 1 && !saved.taught);
        Ok(Self { stage, race, staging, displays, prompts, returns: false })
    }

    /// Saves the best lap if it is new: the race may not be finished.
    fn keep_best(&self, rally: &mut Rally, messages: &mut Messages) {
        let (best, record) = (&self.race.best, &mut rally.saved.value.bests[self.race.course.index]);
        if best.as_ref().is_some_and(|best| record.as_ref().is_none_or(|record| best.ticks < record.ticks)) {
            record.clone_from(best);
            rally.save(messages);
        }
    }
}

impl Screen<Rally> for Drive {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, rally: &mut Rally, input: &TickInput, messages: &mut Messages) -> Tick {
        if self.returns || rally.menu.read(&input.controls).starts() || input.focus_lost {
            self.returns = false;
            return Ok(Next::Push(Box::new(pages::pause(rally))));
        }
        if asks(input) {
            self.returns = true;
            return Ok(Next::Push(Box::new(Lessons::open(rally)?)));
        }
        // A single player may use either half of the keyboard, and any pad.
        let single = Controls::merge_all(&input.controls);
        match self.race.players {
            1 => self.race.step(&[single]),
            _ => self.race.step(&input.controls),
        }
        self.keep_best(rally, messages);
        if self.prompts.tick(&self.race, &single) {
            rally.saved.value.taught = true;
            rally.save(messages);
        }
        let prompt = rally.fill(self.prompts.text(&self.race));
        self.displays.show(&mut self.stage, &self.race, &rally.names, &prompt);
        self.staging.show(&mut self.stage, &self.race);
        if !self.race.is_over() {
            return Ok(Next::Stay);
        }
        self.race.finish();
        if let Some(cup) = &mut rally.cup {
            let order = self.race.order();
            cup.count(&order);
            if cup.is_over() && cup.order(&order)[0] < self.race.players {
                rally.saved.value.cups[rally.choice.level as usize] = true;
                rally.save(messages);
            }
        }
        Ok(Next::To(Box::new(Outcome::open(rally, &self.race)?)))
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.race.hash_state(state);
    }

    /// The players' laps, places and speeds, and the pedals that a computer's driver would give in their place.
    fn trace(&self, _: &Rally) -> String {
        format!("drive {}", self.race.trace())
    }

    fn back(&mut self, rally: &mut Rally, _: &mut Messages) -> Tick {
        Ok(Next::Push(Box::new(pages::pause(rally))))
    }
}
