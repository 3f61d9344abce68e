//! A bout on the screen: the rules, their staging and the HUD, advanced together.
//!
//! Controls come from devices, the computer player or a record.

use keitai::Stage;
use keitai::controls::Controls;

use crate::bout::Bout;
use crate::content::Content;
use crate::error::{Error, Result};
use crate::hud::Hud;
use crate::labels::Labels;
use crate::screens::Match;
use crate::signs::Signs;
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
    pub signs: Signs,
    staging: Staging,
    hud: Hud,
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
        let bout = Bout::new(chosen.robots, chosen.seed);
        let lacking = Error::Scene { scene: SCENE, expected: "the robots among `ready`" };
        let staging = Staging::new(stage, &bout).ok_or(lacking)?;
        let signs = Signs::new(stage);
        let mut hud = Hud::default();
        hud.tick(stage, &signs, &bout, &chosen, labels);
        Ok(Self { chosen, bout, signs, staging, hud })
    }

    /// Advances the bout by a tick. A player without controls does nothing.
    pub fn tick(&mut self, stage: &mut Stage, controls: &[Controls], labels: &Labels) {
        let controls = [0, 1].map(|index: usize| controls.get(index).copied().unwrap_or_default());
        self.bout.step(&controls);
        self.hud.tick(stage, &self.signs, &self.bout, &self.chosen, labels);
        self.staging.tick(stage, &self.bout);
    }
}
