//! The fight: a bout on its stage, the players, what lies over it.

use keitai::Stage;
use keitai::controls::{Controls, PLAYERS};

use super::pause::{self, After, Pause};
use super::{Match, Menu, Next, Player, anybody};
use crate::content::Content;
use crate::error::Result;
use crate::labels::Labels;
use crate::mind::Mind;
use crate::ring::{self, Ring};

/// A bout that is being fought.
pub(crate) struct Fight {
    /// The bout.
    pub(crate) ring: Ring,
    /// Where it is seen.
    pub(crate) stage: Stage,
    minds: [Option<Mind>; 2],
    pause: Option<Pause>,
}

impl Fight {
    /// Sets up a bout.
    pub(crate) fn open(content: &Content, chosen: Match, labels: &Labels) -> Result<Self> {
        let mut stage = ring::stage(content)?;
        let ring = Ring::new(&mut stage, chosen, labels)?;
        let mut minds = [None, None];
        for ((mind, player), salt) in minds.iter_mut().zip(chosen.players).zip([0x4C45_4654, 0x5249_5445]) {
            if let Player::Computer(level) = player {
                *mind = Some(Mind::new(level, chosen.seed ^ salt));
            }
        }
        Ok(Self { ring, stage, minds, pause: None })
    }

    /// Lets a tick go by.
    pub(crate) fn tick(&mut self, controls: &[Controls; PLAYERS], menu: &Menu, labels: &Labels) -> Next {
        if let Some(pause) = &mut self.pause {
            match pause.tick(menu) {
                After::Stay => pause.write(&mut self.stage, &self.ring.signs),
                After::GoOn => {
                    self.pause = None;
                    pause::clear(&mut self.stage, &self.ring.signs);
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
        self.ring.tick(&mut self.stage, &given, labels);
        if self.ring.bout.winner().is_some() { Next::Result } else { Next::Stay }
    }

    /// What both players do: people with their devices, the computer by itself.
    pub(crate) fn given(&mut self, controls: &[Controls; PLAYERS]) -> [Controls; 2] {
        let alone = self.ring.chosen.players != [Player::Human; 2];
        let mut given = if alone { [anybody(controls); 2] } else { [controls[0], controls[1]] };
        for (index, mind) in self.minds.iter_mut().enumerate() {
            if let Some(mind) = mind {
                given[index] = mind.controls(&self.ring.bout, index);
            }
        }
        given
    }

    /// Whether it stands still.
    pub(crate) fn is_paused(&self) -> bool {
        self.pause.is_some()
    }

    /// Stands still until somebody goes on.
    pub(crate) fn pause(&mut self, reason: Option<String>) {
        if self.pause.is_none() || reason.is_some() {
            let pause = reason.map_or_else(Pause::default, Pause::because);
            pause.write(&mut self.stage, &self.ring.signs);
            self.pause = Some(pause);
        }
    }
}
