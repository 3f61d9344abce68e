//! The fight: a bout on its stage, the players, what lies over it.

use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::controls::{Controls, PLAYERS};

use super::pause::{self, After, Pause};
use super::{Match, Menu, Next, Player, anybody};
use crate::bout::Bout;
use crate::error::{Error, Result};
use crate::hud::Hud;
use crate::labels::Labels;
use crate::mind::Mind;
use crate::signs::Signs;
use crate::staging::Staging;

/// Its scene.
pub(crate) const SCENE: &str = "scenes/sumo/fight.ron";

/// A bout that is being fought.
pub(crate) struct Fight {
    /// Who against whom.
    pub(crate) chosen: Match,
    /// What the rules say.
    pub(crate) bout: Bout,
    /// Where it is seen.
    pub(crate) stage: Stage,
    /// Its signs.
    pub(crate) signs: Signs,
    staging: Staging,
    minds: [Option<Mind>; 2],
    hud: Hud,
    pause: Option<Pause>,
}

impl Fight {
    /// Sets up a bout.
    pub(crate) fn open(source: &Source, chosen: Match, labels: &Labels) -> Result<Self> {
        let mut stage = Stage::open(source.clone(), &AssetPath::new(SCENE)?, Compat::default())?;
        let bout = Bout::new(chosen.robots, chosen.seed);
        let lacking = Error::Scene { scene: SCENE, expected: "the robots among `ready`" };
        let staging = Staging::new(&mut stage, &bout).ok_or(lacking)?;
        let signs = Signs::new(&mut stage);
        let mut minds = [None, None];
        for ((mind, player), salt) in minds.iter_mut().zip(chosen.players).zip([0x4C45_4654, 0x5249_5445]) {
            if let Player::Computer(level) = player {
                *mind = Some(Mind::new(level, chosen.seed ^ salt));
            }
        }
        let mut hud = Hud::default();
        hud.tick(&mut stage, &signs, &bout, &chosen, labels);
        Ok(Self { chosen, bout, stage, signs, staging, minds, hud, pause: None })
    }

    /// Lets a tick go by.
    pub(crate) fn tick(&mut self, controls: &[Controls; PLAYERS], menu: &Menu, labels: &Labels) -> Next {
        if let Some(pause) = &mut self.pause {
            match pause.tick(menu) {
                After::Stay => pause.write(&mut self.stage, &self.signs),
                After::GoOn => {
                    self.pause = None;
                    pause::clear(&mut self.stage, &self.signs);
                }
                After::Leave => return Next::Title,
            }
            return Next::Stay;
        }
        if menu.start() {
            self.pause(None);
            return Next::Stay;
        }
        let given = self.given(controls);
        self.play(&given, labels);
        if self.bout.winner().is_some() { Next::Result } else { Next::Stay }
    }

    /// What both players do: people with their devices, the computer by itself.
    fn given(&mut self, controls: &[Controls; PLAYERS]) -> [Controls; 2] {
        let alone = self.chosen.players != [Player::Human; 2];
        let mut given = if alone { [anybody(controls); 2] } else { [controls[0], controls[1]] };
        for (index, mind) in self.minds.iter_mut().enumerate() {
            if let Some(mind) = mind {
                given[index] = mind.controls(&self.bout, index);
            }
        }
        given
    }

    /// Lets a tick go by in which the players do this.
    pub(crate) fn play(&mut self, given: &[Controls; 2], labels: &Labels) {
        self.bout.step(given);
        self.hud.tick(&mut self.stage, &self.signs, &self.bout, &self.chosen, labels);
        self.staging.tick(&mut self.stage, &self.bout);
    }

    /// Stands still until somebody goes on.
    pub(crate) fn pause(&mut self, reason: Option<String>) {
        if self.pause.is_none() || reason.is_some() {
            let pause = reason.map_or_else(Pause::default, Pause::because);
            pause.write(&mut self.stage, &self.signs);
            self.pause = Some(pause);
        }
    }

    /// Draws it.
    pub(crate) fn draw(&mut self, picture: &mut Framebuffer) {
        self.stage.draw(picture);
    }
}
