//! The title: the computer's drivers on a course, and the lettering and the menu over them.

use keitai::hud::Hud;
use keitai::prelude::*;

use super::{Choosing, Lessons, pages};
use crate::names::TITLE;
use crate::race::Race;
use crate::staging::Staging;
use crate::{Rally, Tick, asks};

/// Ticks of the race before the title is seen.
const UNDER_WAY: u32 = 270;

pub struct Title {
    stage: Stage,
    hud: Hud,
    menu: SceneMenu,
    race: Race,
    staging: Staging,
}

impl Title {
    pub fn open(rally: &Rally) -> keitai::Result<Self> {
        let mut stage = rally.stage("scenes/title.ron")?;
        let mut race = Race::new(rally.courses[rally.course()].clone(), &[], None);
        // The drivers are on their way.
        (0..UNDER_WAY).for_each(|_| race.step(&[]));
        let staging = Staging::new(&mut stage, &race)?;
        let (hud, menu) = (Hud::new(&stage), SceneMenu::find(&stage, "menu")?);
        Ok(Self { stage, hud, menu, race, staging })
    }
}

impl Screen<Rally> for Title {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn enter(&mut self, _: &mut Rally) {
        ["menu", "lettering"].into_iter().for_each(|name| self.hud.show(&mut self.stage, name, true));
    }

    /// The picture stays below the options, without its menu.
    fn leave(&mut self, _: &mut Rally) {
        ["menu", "lettering"].into_iter().for_each(|name| self.hud.show(&mut self.stage, name, false));
        self.hud.set_text(&mut self.stage, "foot", "");
    }

    fn tick(&mut self, rally: &mut Rally, input: &TickInput, _: &mut Messages) -> Tick {
        self.race.step(&[]);
        self.hud.set_text(&mut self.stage, "foot", &rally.fill(TITLE));
        let next = match self.menu.tick(&mut self.stage, &input.controls) {
            _ if asks(input) => Next::Push(Box::new(Lessons::open(rally)?)),
            Some(MenuChoice::Item("RACE")) => Next::To(Box::new(Choosing::open(rally)?)),
            Some(MenuChoice::Item("HOW TO DRIVE")) => Next::Push(Box::new(Lessons::open(rally)?)),
            Some(MenuChoice::Item("OPTIONS")) => Next::Push(Box::new(pages::options(rally))),
            Some(MenuChoice::Item(_)) => Next::Quit,
            _ => Next::Stay,
        };
        self.staging.show(&mut self.stage, &self.race);
        Ok(next)
    }
}
