//! The fight: a bout on its stage, the players, what is written over it.

use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::controls::{Controls, PLAYERS};

use super::pause::{After, Pause};
use super::{Match, Menu, Next, Opponent, anybody};
use crate::bout::Bout;
use crate::error::{Error, Result};
use crate::hud::Hud;
use crate::mind::Mind;
use crate::staging::Staging;

/// Its scene.
pub(crate) const SCENE: &str = "scenes/sumo/fight.ron";

/// A bout that is being fought.
pub(crate) struct Fight {
    /// Who against whom.
    pub(crate) chosen: Match,
    /// What the rules say.
    pub(crate) bout: Bout,
    stage: Stage,
    staging: Staging,
    mind: Option<Mind>,
    hud: Hud,
    pause: Option<Pause>,
}

impl Fight {
    /// Sets up a bout.
    pub(crate) fn open(source: &Source, chosen: Match) -> Result<Self> {
        let mut stage = Stage::open(source.clone(), &AssetPath::new(SCENE)?, Compat::default())?;
        let bout = Bout::new(chosen.robots, chosen.seed);
        let lacking = Error::Scene { scene: SCENE, expected: "the robots among `ready`" };
        let staging = Staging::new(&mut stage, &bout).ok_or(lacking)?;
        let mind = match chosen.opponent {
            Opponent::Computer(level) => Some(Mind::new(level, chosen.seed ^ 0x4D49_4E44)),
            Opponent::Player => None,
        };
        Ok(Self { chosen, bout, stage, staging, mind, hud: Hud::default(), pause: None })
    }

    /// Lets a tick go by.
    pub(crate) fn tick(&mut self, controls: &[Controls; PLAYERS], menu: &Menu) -> Next {
        if let Some(pause) = &mut self.pause {
            match pause.tick(menu) {
                After::Stay => {}
                After::GoOn => self.pause = None,
                After::Leave => return Next::Title,
            }
            return Next::Stay;
        }
        if menu.start() {
            self.pause = Some(Pause::default());
            return Next::Stay;
        }
        let both = match &mut self.mind {
            // Whatever device the only player takes.
            Some(mind) => [anybody(controls), mind.controls(&self.bout, 1)],
            None => [controls[0], controls[1]],
        };
        self.bout.step(&both);
        self.staging.tick(&mut self.stage, &self.bout);
        self.hud.tick(&self.bout);
        if self.bout.winner().is_some() { Next::Result } else { Next::Stay }
    }

    /// Stands still until somebody goes on.
    pub(crate) fn pause(&mut self, reason: Option<String>) {
        match (reason, &self.pause) {
            (Some(reason), _) => self.pause = Some(Pause::because(reason)),
            (None, None) => self.pause = Some(Pause::default()),
            (None, Some(_)) => {}
        }
    }

    /// Lets a tick go by in which the bout is over and the winner goes on.
    pub(crate) fn linger(&mut self) {
        self.bout.step(&[Controls::IDLE; 2]);
        self.staging.tick(&mut self.stage, &self.bout);
    }

    /// Draws the stage alone.
    pub(crate) fn draw_stage(&mut self, picture: &mut Framebuffer) {
        self.stage.draw(picture);
    }

    /// Draws it.
    pub(crate) fn draw(&mut self, picture: &mut Framebuffer) {
        self.stage.draw(picture);
        self.hud.draw(&self.bout, &self.chosen, picture);
        if let Some(pause) = &self.pause {
            pause.draw(picture);
        }
    }
}
