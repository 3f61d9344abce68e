//! A bout on the screen: the rules, their staging and the HUD, advanced together.
//!
//! Controls come from devices, the computer player or a record.

use keitai::Stage;
use keitai::controls::Controls;
use keitai::hud::Hud;

use crate::bout::Bout;
use crate::content::Content;
use crate::error::{Error, Result};
use crate::hud::FightHud;
use crate::labels::Labels;
use crate::screens::Match;
use crate::staging::Staging;

/// The scene.
const SCENE: &str = "scenes/sumo/fight.ron";

/// A bout on a stage.
pub struct Ring {
    /// The match.
    pub chosen: Match,
    /// The state of the rules.
    pub bout: Bout,
    /// The texts and gauges of the scene.
    pub hud: Hud,
    staging: Staging,
    fight_hud: FightHud,
}

/// Opens the scene of a fight, without robots.
///
/// # Errors
/// The first error of the scene.
pub fn stage(content: &Content) -> Result<Stage> {
    content.stage(SCENE)
}

impl Ring {
    /// Adds the two robots of a match to the scene of a fight.
    ///
    /// # Errors
    /// When the scene does not have the robots in its `ready` list.
    pub fn new(stage: &mut Stage, chosen: Match, labels: &Labels) -> Result<Self> {
        let bout = Bout::new(chosen.terms(), chosen.seed);
        let lacking = Error::Scene { scene: SCENE, expected: "the robots among `ready`" };
        let staging = Staging::new(stage, &bout, &chosen).ok_or(lacking)?;
        let hud = Hud::new(stage);
        let mut fight_hud = FightHud::default();
        fight_hud.tick(stage, &hud, &bout, &chosen, labels);
        Ok(Self { chosen, bout, hud, staging, fight_hud })
    }

    /// Advances the bout by a tick. A player without controls does nothing.
    pub fn tick(&mut self, stage: &mut Stage, controls: &[Controls], labels: &Labels) {
        let controls = [0, 1].map(|index: usize| controls.get(index).copied().unwrap_or_default());
        self.bout.step(&controls);
        self.fight_hud.tick(stage, &self.hud, &self.bout, &self.chosen, labels);
        self.staging.tick(stage, &self.bout);
    }
}
