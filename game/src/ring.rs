//! A bout on the screen: the rules, their staging and the HUD, advanced together.
//!
//! Controls come from devices, the computer player or a record. After the fall that decides a bout, its last two seconds
//! are shown again from another side.

use std::collections::VecDeque;

use keitai::controls::{Button, Controls};
use keitai::hud::Hud;
use keitai::{Result, Stage};

use crate::bout::Bout;
use crate::camera::Side;
use crate::content::Content;
use crate::hud::FightHud;
use crate::labels::Labels;
use crate::referee::Phase;
use crate::rules::{SECOND, fall};
use crate::screens::Match;
use crate::sounds;
use crate::staging::Staging;

const SCENE: &str = "scenes/sumo/fight.ron";

/// Ticks of a replay before the fall and after it.
const BEFORE: usize = 2 * SECOND as usize;
const AFTER: usize = fall::SLOW as usize + SECOND as usize;

pub struct Ring {
    pub chosen: Match,
    /// The state of the rules.
    pub bout: Bout,
    /// The texts and gauges of the scene.
    pub hud: Hud,
    /// The figures and the camera.
    pub staging: Staging,
    fight_hud: FightHud,
    /// The last ticks, for the replay.
    past: VecDeque<Bout>,
    replay: Replay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Replay {
    /// The bout continues.
    Waits,
    /// The given tick is shown next.
    Shows(usize),
    Over,
}

impl Ring {
    /// Opens the scene of a fight, with the two robots of a match.
    pub fn open(content: &Content, chosen: Match, labels: &Labels) -> Result<(Self, Stage)> {
        let mut stage = content.stage(SCENE)?;
        let bout = Bout::new(chosen.terms(), chosen.seed);
        let staging = Staging::new(&mut stage, &bout, chosen.wrestlers)?;
        let hud = Hud::new(&stage);
        let mut fight_hud = FightHud::default();
        fight_hud.tick(&mut stage, &hud, &bout, &chosen, labels);
        let past = VecDeque::with_capacity(BEFORE + AFTER);
        Ok((Self { chosen, bout, hud, staging, fight_hud, past, replay: Replay::Waits }, stage))
    }

    /// Advances the bout by a tick, with its sounds. A player without controls does nothing. A or Start ends a replay.
    pub fn tick(&mut self, stage: &mut Stage, controls: &[Controls], labels: &Labels) {
        self.advance(stage, controls, labels);
        sounds::play(stage, self.shown());
        sounds::choose_music(stage, &self.bout, &self.chosen);
    }

    fn advance(&mut self, stage: &mut Stage, controls: &[Controls], labels: &Labels) {
        let controls = [0, 1].map(|index: usize| controls.get(index).copied().unwrap_or_default());
        if let Replay::Shows(tick) = self.replay {
            let ends = controls.iter().any(|c| c.pressed(Button::A) || c.pressed(Button::Start));
            return self.show_past(stage, if ends { usize::MAX } else { tick });
        }
        self.bout.step(&controls);
        self.remember();
        self.fight_hud.tick(stage, &self.hud, &self.bout, &self.chosen, labels);
        self.staging.tick(stage, &self.bout);
        if self.bout.winner().is_some() && self.replay == Replay::Waits {
            self.begin_replay();
        }
    }

    /// Returns the winner of a bout whose replay is over.
    pub fn winner(&self) -> Option<usize> {
        self.bout.winner().filter(|_| self.replay == Replay::Over)
    }

    /// Returns the current state, also in a replay.
    pub fn shown(&self) -> &Bout {
        let past = match self.replay {
            Replay::Shows(next) => next.checked_sub(1).and_then(|shown| self.past.get(shown)),
            Replay::Waits | Replay::Over => None,
        };
        past.unwrap_or(&self.bout)
    }

    pub fn is_replay(&self) -> bool {
        matches!(self.replay, Replay::Shows(_))
    }

    /// Keeps the state of a tick until the decisive fall has landed.
    fn remember(&mut self) {
        let landed = matches!(self.bout.referee.phase, Phase::Over(_)) && self.bout.referee.since as usize >= AFTER;
        if landed || self.bout.winner().is_some() {
            return;
        }
        if self.past.len() == BEFORE + AFTER {
            self.past.pop_front();
        }
        self.past.push_back(self.bout.clone());
    }

    fn begin_replay(&mut self) {
        let fallen = self.bout.fighters.iter().position(|fighter| !fighter.stands());
        let (Some(index), Some(first)) = (fallen, self.past.front()) else {
            self.replay = Replay::Over;
            return;
        };
        // From beside the way of the fall, on the viewer's half of the tray.
        let [x, z] = self.bout.fighters[index].at;
        let side = if x > 0 { [-z, x] } else { [z, -x] };
        let side = [side[0] * 2 / 3 + x / 3, side[1] * 2 / 3 + z / 3];
        self.staging.camera.look_from(Side::Near(side), first);
        self.replay = Replay::Shows(0);
    }

    /// Shows a tick of the past, or returns to the present after the last one.
    fn show_past(&mut self, stage: &mut Stage, tick: usize) {
        let shown = self.past.get(tick).cloned();
        match shown {
            Some(past) => {
                self.fight_hud.show_replay(stage, &self.hud, tick);
                self.staging.tick(stage, &past);
                self.replay = Replay::Shows(tick + 1);
            }
            None => {
                self.hud.set_text(stage, "prompt", "");
                self.staging.camera.look_from(Side::Front, &self.bout);
                self.staging.tick(stage, &self.bout);
                self.replay = Replay::Over;
            }
        }
    }
}
