//! The fight: a match on its stage, and its result.

use keitai::controls::{Button, Controls, PLAYERS};
use keitai::replay::GameHasher;
use keitai::world::{Text, Transform};
use keitai::{Framebuffer, Messages, Next, Screen, Stage, TickInput};

use super::lessons::{Lessons, asks, page};
use super::pages;
use super::prompts::Prompts;
use super::result::Outcome;
use crate::ai;
use crate::bout;
use crate::duel::{self, Duel};
use crate::rules::SECOND;
use crate::saved::Tally;
use crate::season::{Match, Mode};
use crate::sumo::{Place, Sumo, Tick};

pub(crate) struct Fight {
    stage: Stage,
    duel: Duel,
    /// Counts for statistics and medals.
    tally: Tally,
    prompts: Prompts,
    /// Ticks until the fight resumes after a pause.
    ready: u32,
    outcome: Option<Outcome>,
}

impl Fight {
    pub(crate) fn open(sumo: &mut Sumo, chosen: Match) -> keitai::Result<Self> {
        let mut stage = sumo.stage(duel::SCENE)?;
        let duel = Duel::new(&mut stage, chosen, &sumo.names)?;
        sumo.last = Some(chosen);
        let saved = &sumo.store.value;
        // Survival has no rounds, but bouts in a row.
        if chosen.mode == Mode::Survival {
            let text = stage.spawn_with("gold", (Transform::at(120, 36, 0),))?;
            if let Ok(mut text) = stage.world.get::<&mut Text>(text) {
                text.text = format!("BOUT {}\nBEST {}", saved.streak.now.saturating_add(1), saved.streak.best);
            }
            duel.hud.hud.set_position(&mut stage, "warning", 120, 60);
            stage.propagate_transforms();
        }
        let prompts = Prompts::new(saved.statistics.bouts == 0);
        Ok(Self { stage, duel, tally: Tally::default(), prompts, ready: 0, outcome: None })
    }

    /// Returns the controls of both fighters: of people from their devices, of the computer from its plans. After the decision
    /// anybody may end the replay.
    fn controls(&mut self, controls: &[Controls; PLAYERS]) -> [Controls; 2] {
        let all = [Controls::merge_all(controls); 2];
        if self.duel.is_decided() {
            return all;
        }
        let people = if self.duel.chosen.is_of_two() { [controls[0], controls[1]] } else { all };
        ai::think(&mut self.stage.world, &self.duel.bout.now, people)
    }

    fn pauses(&self, input: &TickInput, sumo: &mut Sumo) -> bool {
        sumo.reason = match input.lost_pad {
            Some(pad) => format!("PAD {} WAS UNPLUGGED", pad + 1),
            None if input.focus_lost => "THE GAME WAITS FOR YOU".to_owned(),
            None => String::new(),
        };
        !sumo.reason.is_empty() || input.controls.iter().any(|player| player.pressed(Button::Start))
    }
}

impl Screen<Sumo> for Fight {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    /// The fight resumes a second after a pause.
    fn enter(&mut self, _: &mut Sumo) {
        self.ready = if self.stage.ticks() > 0 { SECOND } else { 0 };
    }

    /// The referee's word makes room for that of the pause.
    fn leave(&mut self, _: &mut Sumo) {
        for name in ["call", "call-round"] {
            self.duel.hud.hud.show(&mut self.stage, name, false);
        }
    }

    fn tick(&mut self, sumo: &mut Sumo, input: &TickInput, messages: &mut Messages) -> Tick {
        let Self { stage, duel, .. } = self;
        if let Some(outcome) = &mut self.outcome {
            duel.tick(stage, &[Controls::IDLE; 2], &sumo.names);
            let next = outcome.tick(sumo, input)?;
            return page(sumo, input, next);
        }
        sumo.idle = 0;
        if !duel.is_decided() {
            if asks(input) {
                return Ok(Next::Push(Box::new(Lessons::open(sumo)?)));
            }
            if self.pauses(input, sumo) {
                return Ok(Next::Push(Box::new(pages::pause(sumo))));
            }
        }
        let Self { stage, duel, .. } = self;
        if self.ready > 0 {
            self.ready -= 1;
            duel.hud.hud.set_text(stage, "warning", if self.ready > 0 { "READY?" } else { "" });
            return Ok(Next::Stay);
        }
        let was_decided = duel.is_decided();
        let controls = self.controls(&input.controls);
        let Self { stage, duel, .. } = self;
        duel.tick(stage, &controls, &sumo.names);
        if !was_decided {
            self.tally.take_in(&duel.bout.now);
        }
        self.prompts.tick(stage, duel, &sumo.names);
        if let Some(winner) = duel.winner() {
            let medals = sumo.store.value.count(&duel.chosen, &self.tally);
            sumo.save(messages);
            self.outcome = Some(Outcome::new(sumo, duel, winner, medals));
        }
        Ok(Next::Stay)
    }

    fn draw(&self, sumo: &Sumo, picture: &mut Framebuffer) {
        if let Some(outcome) = &self.outcome {
            outcome.draw(&sumo.panel, picture);
        }
    }

    fn sound(&self) -> Option<&str> {
        self.outcome.as_ref()?.menu.sound().map(|name| &**name)
    }

    fn hash_state(&self, state: &mut GameHasher) {
        std::hash::Hash::hash(&bout::trace_line("fight", &self.duel.bout.now), state);
    }

    fn back(&mut self, sumo: &mut Sumo, _: &mut Messages) -> Tick {
        match self.outcome {
            Some(_) => sumo.go(Place::Menu),
            None if self.duel.is_decided() => Ok(Next::Stay),
            None => {
                sumo.reason.clear();
                Ok(Next::Push(Box::new(pages::pause(sumo))))
            }
        }
    }

    fn trace(&self, _: &Sumo) -> String {
        let name = match self.outcome {
            Some(_) => "result",
            None if self.duel.is_replay() => "replay",
            None => "fight",
        };
        bout::trace_line(name, &self.duel.bout.now)
    }
}
