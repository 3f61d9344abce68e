//! The fight: a bout on its stage, its players, and the pause.

use keitai::controls::{Controls, PLAYERS};
use keitai::menu::Menu;
use keitai::world::{Text, Transform};
use keitai::{Result, Stage};

use super::pause::{self, Pause};
use super::prompts::Prompts;
use super::{Match, Mode, Next, Player};
use crate::ai::Ai;
use crate::content::Content;
use crate::labels::Labels;
use crate::ring::Ring;
use crate::rules::SECOND;
use crate::saved::{Options, Streak, Tally};

/// A bout that is being fought.
pub(crate) struct Fight {
    pub(crate) ring: Ring,
    pub(crate) stage: Stage,
    /// Counts for statistics and medals.
    pub(crate) tally: Tally,
    computers: [Option<Ai>; 2],
    prompts: Prompts,
    pause: Option<Pause>,
    /// Ticks until the fight resumes after a pause.
    ready: u32,
}

impl Fight {
    /// Sets up a bout. `first` is the first one of a player, which begins with prompts.
    pub(crate) fn open(content: &Content, chosen: Match, first: bool, labels: &Labels) -> Result<Self> {
        let (ring, stage) = Ring::open(content, chosen, labels)?;
        let mut computers = [None, None];
        for ((computer, player), salt) in computers.iter_mut().zip(chosen.players).zip([0x4C45_4654, 0x5249_5445]) {
            if let Player::Computer(level) = player {
                *computer = Some(Ai::new(level, chosen.seed ^ salt));
            }
        }
        let prompts = Prompts::new(first);
        Ok(Self { ring, stage, tally: Tally::default(), computers, prompts, pause: None, ready: 0 })
    }

    /// Shows the number of the bout and the longest streak in survival, which has no rounds.
    pub(crate) fn with_streak(mut self, streak: Streak) -> Self {
        if self.ring.chosen.mode == Mode::Survival {
            let shown = self.stage.spawn_with("gold", (Transform::at(120, 36, 0),));
            if let Ok(Ok(mut text)) = shown.map(|entity| self.stage.world.get::<&mut Text>(entity)) {
                text.text = format!("BOUT {}\nBEST {}", streak.now.saturating_add(1), streak.best);
            }
            self.ring.hud.set_position(&mut self.stage, "warning", 120, 60);
            self.stage.propagate_transforms();
        }
        self
    }

    pub(crate) fn tick(
        &mut self,
        controls: &[Controls; PLAYERS],
        menu: &Menu,
        labels: &Labels,
        mut options: Options,
    ) -> Next {
        if let Some(pause) = &mut self.pause {
            let Some(next) = pause.tick(menu, &mut options) else {
                self.pause = None;
                pause::clear(&mut self.stage, &self.ring.hud);
                self.ready = SECOND;
                return Next::Stay;
            };
            pause.write(&mut self.stage, &self.ring.hud, options.volume);
            return next;
        }
        let decided = self.ring.bout.winner().is_some();
        if menu.starts() && !decided {
            self.pause(None, options.volume);
            return Next::Stay;
        }
        if self.ready > 0 {
            self.ready -= 1;
            self.ring.hud.set_text(&mut self.stage, "warning", if self.ready > 0 { "READY?" } else { "" });
            return Next::Stay;
        }
        let both = if decided { [Controls::merge_all(controls); 2] } else { self.fighter_controls(controls) };
        self.ring.tick(&mut self.stage, &both, labels);
        if !decided {
            self.tally.take_in(&self.ring.bout);
        }
        self.prompts.tick(&mut self.stage, &self.ring, labels);
        if self.ring.winner().is_some() { Next::Result } else { Next::Stay }
    }

    /// Returns the controls of both fighters: of people from their devices, of the computer from its plans.
    pub(crate) fn fighter_controls(&mut self, controls: &[Controls; PLAYERS]) -> [Controls; 2] {
        let alone = self.ring.chosen.players != [Player::Human; 2];
        let mut both = if alone { [Controls::merge_all(controls); 2] } else { [controls[0], controls[1]] };
        for (index, computer) in self.computers.iter_mut().enumerate() {
            if let Some(computer) = computer {
                both[index] = computer.controls(&self.ring.bout, index);
            }
        }
        both
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.pause.is_some()
    }

    /// Pauses the fight until a player resumes it. `volume` is that of the sound, 0..=10.
    pub(crate) fn pause(&mut self, reason: Option<String>, volume: u8) {
        if self.ring.bout.winner().is_none() && (self.pause.is_none() || reason.is_some()) {
            let pause = reason.map_or_else(Pause::default, Pause::because);
            pause.write(&mut self.stage, &self.ring.hud, volume);
            self.pause = Some(pause);
            self.ready = 0;
        }
    }
}
