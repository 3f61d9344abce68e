//! The ladder of the season: the next opponent, its tray and its words, and lamps for those already beaten.

use keitai::{Messages, Next, SceneMenu, Screen, Stage, TickInput, world::MenuChoice};

use super::lessons::page;
use super::pages;
use super::turntable::Turntable;
use crate::robots::Robot;
use crate::saved::Season;
use crate::season::{Match, Mode, RUNGS};
use crate::sumo::{PAGE, Place, Sumo, Tick};

pub(crate) struct Ladder {
    table: Turntable,
    menu: SceneMenu,
    season: Season,
    ticks: u64,
}

impl Ladder {
    /// Opens the scene for the next opponent of a season.
    pub(crate) fn open(sumo: &Sumo) -> keitai::Result<Self> {
        let season = sumo.store.value.season.unwrap_or(Season { robot: Robot::Tin, beaten: 0 });
        let rung = RUNGS[season.beaten.min(RUNGS.len() - 1)];
        let mut table = Turntable::open(sumo)?;
        table.show(rung.wrestler, rung.tray);
        table.show_bars(false);
        table.set("heading", &format!("MATCH {} OF {}", season.beaten + 1, RUNGS.len()));
        for index in 0..RUNGS.len() {
            table.hud.show(&mut table.stage, &format!("rung-{index}"), true);
            table.hud.show(&mut table.stage, &format!("beaten-{index}"), index < season.beaten);
        }
        table.set("remark", rung.taunt);
        table.set("label-0", "YOU\nLEVEL\nTRAY");
        let you = season.robot.wrestler(false).title();
        table.set("value-0", &format!("{you}\n{}\n{}", rung.level.title(), rung.tray.look().title));
        let menu = table.menu(["FIGHT!", "NEW SEASON"].map(Into::into), 258)?;
        Ok(Self { table, menu, season, ticks: 0 })
    }
}

impl Screen<Sumo> for Ladder {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.table.stage)
    }

    fn tick(&mut self, sumo: &mut Sumo, input: &TickInput, _: &mut Messages) -> Tick {
        self.ticks += 1;
        let Self { table, season, .. } = self;
        // The lamp of the next match blinks.
        table.hud.show(&mut table.stage, &format!("beaten-{}", season.beaten), self.ticks % 20 < 10);
        table.set("foot", &sumo.names.fill(PAGE));
        let next = match self.menu.tick(&mut table.stage, &input.controls) {
            None => Next::Stay,
            Some(MenuChoice::Item("FIGHT!")) => {
                let rung = RUNGS[season.beaten.min(RUNGS.len() - 1)];
                let chosen = Match::against(rung, Mode::Season, season.robot.wrestler(false), 2, self.ticks);
                sumo.go(Place::Fight(chosen))?
            }
            // A season with wins is given up only after a question.
            Some(MenuChoice::Item(_)) if season.beaten > 0 => Next::Push(Box::new(pages::give_up(sumo))),
            Some(MenuChoice::Item(_)) => sumo.go(Place::Choice(Mode::Season))?,
            Some(_) => sumo.go(Place::Menu)?,
        };
        table.stage.tick(&[]);
        page(sumo, input, next)
    }

    fn back(&mut self, sumo: &mut Sumo, _: &mut Messages) -> Tick {
        sumo.go(Place::Menu)
    }
}
