//! The title: the lettering over a turning tray, and the menu.

use keitai::controls::{Button, Controls};
use keitai::hud::Hud;
use keitai::{Messages, Next, SceneMenu, Screen, Stage, TickInput, world::MenuChoice};

use super::lessons::{Lessons, page};
use super::pages;
use super::records::Records;
use crate::rules::SECOND;
use crate::season::Mode;
use crate::sumo::{PAGE, Place, SCENE, Sumo, Tick};

/// Ticks without input after which the recorded bout is shown.
const PATIENCE: u32 = 10 * SECOND;

pub(crate) struct Title {
    stage: Stage,
    hud: Hud,
    menu: SceneMenu,
    is_open: bool,
    ticks: u32,
}

impl Title {
    /// Opens the scene, with its menu open or closed.
    pub(crate) fn open(sumo: &Sumo, is_open: bool) -> keitai::Result<Self> {
        let stage = sumo.stage(SCENE)?;
        let (hud, menu) = (Hud::new(&stage), SceneMenu::find(&stage, "menu")?);
        let mut title = Self { stage, hud, menu, is_open, ticks: 0 };
        title.menu.change(&mut title.stage, |menu| menu.select(&sumo.row));
        title.write(sumo);
        Ok(title)
    }

    fn write(&mut self, sumo: &Sumo) {
        let Self { stage, hud, is_open, .. } = self;
        let press = if *is_open || self.ticks % 45 >= 32 { String::new() } else { sumo.names.fill("PRESS {Start}") };
        hud.set_text(stage, "press", &press);
        hud.set_text(stage, "foot", &if *is_open { sumo.names.fill(PAGE) } else { "MADE WITH KEITAI".to_owned() });
        let best = sumo.store.value.streak.best;
        let streak = if best > 0 && !*is_open { format!("LONGEST STREAK {best}") } else { String::new() };
        hud.set_text(stage, "streak", &streak);
        for (name, visible) in
            [("press", true), ("foot", true), ("streak", true), ("menu", *is_open), ("menu-board", *is_open)]
        {
            hud.show(stage, name, visible);
        }
    }

    fn choose(&mut self, sumo: &mut Sumo, input: &TickInput) -> Tick {
        let choice = self.menu.tick(&mut self.stage, &input.controls);
        if let Some(MenuChoice::Item(row)) = choice {
            row.clone_into(&mut sumo.row);
        }
        let place = match choice {
            None => return Ok(Next::Stay),
            Some(MenuChoice::Back) => {
                self.is_open = false;
                return Ok(Next::Stay);
            }
            Some(MenuChoice::Item("SEASON")) if sumo.store.value.season.is_some() => Place::Ladder,
            Some(MenuChoice::Item("SEASON")) => Place::Choice(Mode::Season),
            Some(MenuChoice::Item("ONE MATCH")) => Place::Choice(Mode::Versus),
            Some(MenuChoice::Item("TWO PLAYERS")) => Place::TwoPlayers,
            Some(MenuChoice::Item("SURVIVAL")) => Place::Choice(Mode::Survival),
            Some(MenuChoice::Item("HOW TO PLAY")) => return Ok(Next::Push(Box::new(Lessons::open(sumo)?))),
            Some(MenuChoice::Item("RECORDS")) => return Ok(Next::Push(Box::new(Records::default()))),
            Some(MenuChoice::Item("OPTIONS")) => return Ok(Next::Push(Box::new(pages::options(sumo)))),
            Some(_) => return Ok(Next::Quit),
        };
        sumo.go(place)
    }
}

impl Screen<Sumo> for Title {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn enter(&mut self, sumo: &mut Sumo) {
        self.write(sumo);
    }

    /// The picture stays below other pages, without its texts.
    fn leave(&mut self, _: &mut Sumo) {
        for name in ["menu", "menu-board", "press", "foot", "streak"] {
            self.hud.show(&mut self.stage, name, false);
        }
    }

    fn tick(&mut self, sumo: &mut Sumo, input: &TickInput, _: &mut Messages) -> Tick {
        self.ticks += 1;
        let all = Controls::merge_all(&input.controls);
        let next = if self.is_open {
            self.choose(sumo, input)?
        } else if all.pressed(Button::A) || all.pressed(Button::Start) {
            self.is_open = true;
            Next::Stay
        } else if sumo.idle >= PATIENCE {
            sumo.go(Place::Demo)?
        } else {
            Next::Stay
        };
        self.write(sumo);
        // The lettering drops in and bounces.
        const DROP: [i32; 12] = [-130, -96, -58, -16, 14, 2, -4, 4, 13, 11, 9, 10];
        let y = DROP.get(self.ticks as usize).copied().unwrap_or(10);
        self.hud.set_position(&mut self.stage, "lettering", 4, y);
        self.stage.tick(&[]);
        page(sumo, input, next)
    }

    /// Escape closes the menu, and then asks.
    fn back(&mut self, sumo: &mut Sumo, _: &mut Messages) -> Tick {
        if std::mem::take(&mut self.is_open) {
            return Ok(Next::Stay);
        }
        Ok(Next::Push(Box::new(pages::quit(sumo))))
    }

    fn trace(&self, _: &Sumo) -> String {
        if self.is_open { "menu" } else { "title" }.to_owned()
    }
}
