//! A match on the screen: the rules, their staging, the HUD and the sounds, advanced together.
//!
//! Controls come from devices, the computer player or a record. After the fall that decides a bout, its last two seconds
//! are shown again from another side: their states become the components of the robots once more.

use std::collections::VecDeque;

use keitai::controls::{Button, ButtonNames, Controls};
use keitai::{Result, Stage};

use crate::ai::Ai;
use crate::bout::{Bout, Moment};
use crate::camera::Side;
use crate::hud::FightHud;
use crate::referee::Phase;
use crate::rules::{SECOND, fall};
use crate::season::{Match, Player};
use crate::sounds;
use crate::staging::Staging;

pub const SCENE: &str = "scenes/sumo/fight.ron";

/// Ticks of a replay before the fall and after it.
const BEFORE: usize = 2 * SECOND as usize;
const AFTER: usize = fall::SLOW as usize + SECOND as usize;
/// Numbers that give the computer players of a match seeds of their own.
const SALTS: [u64; 2] = [0x4C45_4654, 0x5249_5445];

#[derive(Debug)]
pub struct Duel {
    pub chosen: Match,
    pub bout: Bout,
    pub staging: Staging,
    pub(crate) hud: FightHud,
    /// The last ticks, for the replay.
    past: VecDeque<Moment>,
    /// The tick of the past that is shown next, in a replay.
    replay: Option<usize>,
    /// The state in which the bout was decided.
    end: Option<Moment>,
}

impl Duel {
    pub fn new(stage: &mut Stage, chosen: Match, names: &ButtonNames) -> Result<Self> {
        let (staging, bout) = Staging::new(stage, chosen.wrestlers, chosen.terms(), chosen.seed)?;
        for ((robot, player), salt) in bout.robots.into_iter().zip(chosen.players).zip(SALTS) {
            if let Player::Computer(level) = player {
                let _ = stage.world.insert_one(robot, Ai::new(level, chosen.seed ^ salt));
            }
        }
        let mut hud = FightHud::new(stage);
        hud.tick(stage, &bout.now, &chosen, names);
        let past = VecDeque::with_capacity(BEFORE + AFTER);
        Ok(Self { chosen, bout, staging, hud, past, replay: None, end: None })
    }

    /// Advances the bout by a tick. A or Start ends a replay.
    pub fn tick(&mut self, stage: &mut Stage, controls: &[Controls; 2], names: &ButtonNames) {
        if let Some(tick) = self.replay {
            let ends = controls.iter().any(|c| c.pressed(Button::A) || c.pressed(Button::Start));
            self.show_past(stage, if ends { usize::MAX } else { tick });
        } else {
            self.bout.tick(&mut stage.world, controls);
            self.remember();
            self.hud.tick(stage, &self.bout.now, &self.chosen, names);
            self.staging.tick(stage, &self.bout.now);
            if self.end.is_none() && self.bout.now.referee.winner().is_some() {
                self.begin_replay();
            }
        }
        sounds::play(stage, &self.bout.now);
        sounds::choose_music(stage, self.end.as_ref().unwrap_or(&self.bout.now), &self.chosen);
    }

    /// Returns whether the bout is decided. Its replay may be shown.
    pub fn is_decided(&self) -> bool {
        self.end.is_some()
    }

    pub fn is_replay(&self) -> bool {
        self.replay.is_some()
    }

    /// Returns the winner of a bout whose replay is over.
    pub fn winner(&self) -> Option<usize> {
        self.end.as_ref().filter(|_| self.replay.is_none())?.referee.winner()
    }

    /// Keeps the state of a tick until the decisive fall has landed.
    fn remember(&mut self) {
        let referee = &self.bout.now.referee;
        let landed = matches!(referee.phase, Phase::Over(_)) && referee.since as usize >= AFTER;
        if landed || referee.winner().is_some() {
            return;
        }
        if self.past.len() == BEFORE + AFTER {
            self.past.pop_front();
        }
        self.past.push_back(self.bout.now.clone());
    }

    /// Starts the replay, unless nobody has fallen.
    fn begin_replay(&mut self) {
        self.end = Some(self.bout.now.clone());
        let fallen = self.bout.now.fighters.iter().find(|fighter| !fighter.stands());
        let (Some(fallen), Some(first)) = (fallen, self.past.front()) else { return };
        // From beside the way of the fall, on the viewer's half of the tray.
        let [x, z] = fallen.at;
        let side = if x > 0 { [-z, x] } else { [z, -x] };
        let side = [side[0] * 2 / 3 + x / 3, side[1] * 2 / 3 + z / 3];
        self.staging.camera.look_from(Side::Near(side), first);
        self.replay = Some(0);
    }

    /// Shows a tick of the past, or returns to the end after the last one.
    fn show_past(&mut self, stage: &mut Stage, tick: usize) {
        if let Some(past) = self.past.get(tick) {
            self.bout.set(&mut stage.world, past.clone());
            self.replay = Some(tick + 1);
            self.hud.show_replay(stage, Some(tick));
        } else if let Some(end) = &self.end {
            self.bout.set(&mut stage.world, end.clone());
            self.replay = None;
            self.hud.show_replay(stage, None);
            self.staging.camera.look_from(Side::Front, end);
        }
        self.staging.tick(stage, &self.bout.now);
    }
}
