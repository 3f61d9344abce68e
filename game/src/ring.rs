//! A bout where it is seen: the rules, their staging and the signs over it, one tick after the other.
//!
//! Whoever gives controls - devices, the computer player, a record - gives them here.

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
    /// Who against whom.
    pub chosen: Match,
    /// What the rules say.
    pub bout: Bout,
    /// The signs of its stage.
    pub signs: Signs,
    staging: Staging,
    hud: Hud,
}

/// The stage of a fight, empty.
///
/// # Errors
/// The first thing that is wrong with its scene.
pub fn stage(content: &Content) -> Result<Stage> {
    content.stage(SCENE)
}

impl Ring {
    /// Puts two robots on the stage of a fight.
    ///
    /// # Errors
    /// When the scene keeps no robots ready.
    pub fn new(stage: &mut Stage, chosen: Match, labels: &Labels) -> Result<Self> {
        let bout = Bout::new(chosen.robots, chosen.seed);
        let lacking = Error::Scene { scene: SCENE, expected: "the robots among `ready`" };
        let staging = Staging::new(stage, &bout).ok_or(lacking)?;
        let signs = Signs::new(stage);
        let mut hud = Hud::default();
        hud.tick(stage, &signs, &bout, &chosen, labels);
        Ok(Self { chosen, bout, signs, staging, hud })
    }

    /// Lets a tick go by in which the players do this. A player that is not given does nothing.
    pub fn tick(&mut self, stage: &mut Stage, given: &[Controls], labels: &Labels) {
        let given = [0, 1].map(|index: usize| given.get(index).copied().unwrap_or_default());
        self.bout.step(&given);
        self.hud.tick(stage, &self.signs, &self.bout, &self.chosen, labels);
        self.staging.tick(stage, &self.bout);
    }
}
