//! The title: the computer's drivers on a course, and the lettering over them.

use keitai::hud::Hud;
use keitai::prelude::*;

use super::Choosing;
use crate::race::Race;
use crate::staging::Staging;
use crate::{Rally, Tick};

/// Ticks of the race before the title is seen.
const UNDER_WAY: u32 = 270;

/// The title screen.
pub struct Title {
    stage: Stage,
    hud: Hud,
    race: Race,
    staging: Staging,
}

impl Title {
    /// Opens the screen.
    pub fn open(rally: &Rally) -> keitai::Result<Self> {
        let mut stage = rally.stage("scenes/title.ron")?;
        let mut race = Race::new(rally.courses[rally.choice.course].clone(), &[], None);
        // The drivers are on their way.
        (0..UNDER_WAY).for_each(|_| race.step(&[]));
        let staging = Staging::new(&mut stage, &race)?;
        let hud = Hud::new(&stage);
        Ok(Self { stage, hud, race, staging })
    }
}

impl Screen<Rally> for Title {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, rally: &mut Rally, input: &TickInput, _: &mut Messages) -> Tick {
        self.race.step(&input.controls);
        let shown = if self.stage.ticks() % 40 < 28 { format!("PRESS {}", rally.start) } else { String::new() };
        self.hud.set_text(&mut self.stage, "press", &shown);
        self.staging.show(&mut self.stage, &self.race);
        if !rally.menu(input).confirms() {
            return Ok(Next::Stay);
        }
        self.stage.play_sound("yes", Q12::ONE, None);
        Ok(Next::To(Box::new(Choosing::open(rally)?)))
    }

    fn trace(&self, _: &Rally) -> Option<String> {
        Some("title".to_owned())
    }
}
