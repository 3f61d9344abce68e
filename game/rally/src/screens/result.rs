//! The result of a race.

use keitai::hud::Hud;
use keitai::prelude::*;

use super::{Choosing, Drive};
use crate::car::KINDS;
use crate::hud::time;
use crate::race::Race;
use crate::staging::{TURNTABLE, paint_sky, spawn_car};
use crate::{Rally, Tick};

/// The screen of the result.
pub struct Outcome {
    stage: Stage,
    hud: Hud,
    menu: SceneMenu,
}

impl Outcome {
    /// Opens the screen with the standings of a race.
    pub fn open(rally: &Rally, race: &Race) -> keitai::Result<Self> {
        let mut stage = rally.stage("scenes/result.ron")?;
        if let (Ok(sky), Ok(far)) = (stage.named("sky"), stage.named("far")) {
            paint_sky(&mut stage, race.course.layout(), &[sky], (far, race.course.layout().colours[2]))?;
        }
        let hud = Hud::new(&stage);
        let order = race.order();
        for (place, index) in order.iter().enumerate() {
            let racer = &race.racers[*index];
            let name = match (racer.driver, race.players) {
                (Some(_), _) => KINDS[racer.car.kind].title.to_owned(),
                (None, 1) => "YOU".to_owned(),
                (None, _) => format!("PLAYER {}", index + 1),
            };
            let colour = if racer.driver.is_none() { "gold" } else { "cream" };
            let end = racer.finished.map_or("-:--.--".to_owned(), time);
            for (column, text) in [("place", (place + 1).to_string()), ("name", name), ("time", end)] {
                hud.set_text_like(&mut stage, &format!("{column}-{place}"), &text, colour);
            }
        }
        let lap = race.racers[..race.players].iter().flat_map(|racer| &racer.laps).min();
        let lap = lap.map_or(String::new(), |lap| format!("BEST LAP {}", time(*lap)));
        hud.set_text(&mut stage, "lap", &lap);
        hud.set_text(&mut stage, "record", if race.improved { "NEW RECORD!" } else { "" });
        hud.set_text(&mut stage, "course", race.course.layout().title);
        let winner = &race.racers[order[0]];
        spawn_car(&mut stage, "", [winner.car.kind, winner.livery], (TURNTABLE,))?;
        let menu = SceneMenu::find(&stage, "menu")?;
        Ok(Self { stage, hud, menu })
    }
}

impl Screen<Rally> for Outcome {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, rally: &mut Rally, input: &TickInput, _: &mut Messages) -> Tick {
        self.hud.set_text(&mut self.stage, "foot", &rally.names[0].page());
        let next = match self.menu.tick(&mut self.stage, &input.controls) {
            None => Next::Stay,
            Some(MenuChoice::Item("AGAIN")) => Next::To(Box::new(Drive::open(rally)?)),
            Some(MenuChoice::Item("CHANGE")) => Next::To(Box::new(Choosing::open(rally)?)),
            Some(_) => Next::First,
        };
        self.stage.tick(&[]);
        Ok(next)
    }

    fn back(&mut self, _: &mut Rally, _: &mut Messages) -> Tick {
        Ok(Next::First)
    }

    fn trace(&self, _: &Rally) -> Option<String> {
        Some("result".to_owned())
    }
}
