//! The choice of players, course and cars.

use keitai::hud::Hud;
use keitai::prelude::*;
use keitai::world::{Image, MenuItem};

use super::Drive;
use crate::car::{KINDS, LIVERIES};
use crate::course::LAYOUTS;
use crate::cup::Cup;
use crate::driver::Level;
use crate::hud::{put_map, put_small_maps};
use crate::names::PAGE;
use crate::race::time;
use crate::staging::{TURNTABLE, paint_sky, spawn_car};
use crate::{Rally, Tick};

const CARS: [&str; 2] = ["CAR", "SECOND CAR"];
const RIVALS: &str = "RIVALS";
const DRIVE: &str = "DRIVE!";
const CUP: &str = "CUP: ALL 3";

pub struct Choosing {
    stage: Stage,
    hud: Hud,
    menu: SceneMenu,
    cars: Vec<Entity>,
}

impl Choosing {
    pub fn open(rally: &Rally) -> keitai::Result<Self> {
        let stage = rally.stage("scenes/choice.ron")?;
        let (hud, menu) = (Hud::new(&stage), SceneMenu::find(&stage, "menu")?);
        let mut choosing = Self { stage, hud, menu, cars: Vec::new() };
        choosing.show(rally)?;
        choosing.menu.change(&mut choosing.stage, |menu| menu.select(DRIVE));
        choosing.write(rally);
        Ok(choosing)
    }

    /// Writes the line about the car or the opponents that are chosen, and the legend.
    fn write(&mut self, rally: &Rally) {
        let Self { stage, hud, .. } = self;
        let selected = self.menu.change(stage, |menu| menu.selected().cloned()).flatten();
        let selected = selected.as_deref().unwrap_or_default();
        let [kind, _] = rally.choice.cars[usize::from(selected == CARS[1])];
        let remark = match selected {
            RIVALS => rally.choice.level.remark().to_owned(),
            _ => format!("{}: {}", KINDS[kind].title, KINDS[kind].remark),
        };
        hud.set_text(stage, "remark", &remark);
        hud.set_text(stage, "foot", &rally.fill(PAGE));
    }

    fn show(&mut self, rally: &Rally) -> keitai::Result<()> {
        let Self { stage, hud, .. } = self;
        let choice = rally.choice;
        let titles = KINDS.iter().flat_map(|kind| [kind.title; LIVERIES]);
        let car = |player: usize| {
            let [kind, livery] = choice.cars[player];
            let item = MenuItem::from(CARS[player]).with_values(titles.clone(), kind * LIVERIES + livery);
            MenuItem { disabled: player >= choice.players, ..item }
        };
        let players = MenuItem::from("PLAYERS").with_values(["ONE", "TWO"], choice.players - 1);
        let courses = LAYOUTS.iter().map(|layout| layout.title).chain([CUP]);
        let course = MenuItem::from("COURSE").with_values(courses, choice.course);
        let rivals = MenuItem::from(RIVALS).with_values(Level::ALL.map(Level::title), choice.level as usize);
        self.menu.change(stage, |menu| menu.set_items([players, course, car(0), car(1), rivals, DRIVE.into()]));
        let saved = &rally.saved.value;
        let best = match saved.bests.get(choice.course) {
            Some(best) => {
                best.as_ref().map_or("NO RECORD YET".to_owned(), |best| format!("BEST LAP {}", time(best.ticks)))
            }
            None if saved.cups[choice.level as usize] => format!("CUP WON - {}", choice.level.title()),
            None => "CUP NOT WON YET".to_owned(),
        };
        hud.set_text(stage, "best", &best);
        let course = &rally.courses[choice.course % LAYOUTS.len()];
        if let (Ok(sky), Ok(far)) = (stage.named("sky"), stage.named("far")) {
            paint_sky(stage, course.layout(), &[sky], (far, course.layout().colours[2]))?;
        }
        if choice.course < LAYOUTS.len() {
            put_map(stage, "map", course)?;
        } else {
            put_small_maps(stage, "map", &rally.courses)?;
        }
        // In the middle of the board.
        if let Ok(entity) = stage.named("map")
            && let Ok((image, place)) = stage.world.query_one_mut::<(&Image, &mut Transform)>(entity)
        {
            place.position[0] = Q12::from_num(120 - image.texels[2] / 2);
        }
        for car in self.cars.drain(..) {
            stage.remove(car);
        }
        for player in 0..choice.players {
            let [kind, livery] = choice.cars[player];
            let x = if choice.players == 1 { 0 } else { player as i32 * 84 - 42 };
            let changed = (Transform::at(x, 0, 0), TURNTABLE);
            self.cars.push(spawn_car(stage, "", [kind, livery], changed)?);
        }
        Ok(())
    }
}

impl Screen<Rally> for Choosing {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, rally: &mut Rally, input: &TickInput, _: &mut Messages) -> Tick {
        let choice = &mut rally.choice;
        let next = match self.menu.tick(&mut self.stage, &input.controls) {
            None => Next::Stay,
            Some(MenuChoice::Back) => Next::First,
            Some(MenuChoice::Item(_)) => {
                rally.cup = (choice.course == LAYOUTS.len()).then(Cup::default);
                Next::To(Box::new(Drive::open(rally)?))
            }
            Some(MenuChoice::Value(item, value)) => {
                match item {
                    "PLAYERS" => choice.players = value + 1,
                    "COURSE" => choice.course = value,
                    RIVALS => choice.level = Level::ALL[value],
                    car => choice.take(usize::from(car == CARS[1]), [value / LIVERIES, value % LIVERIES]),
                }
                self.show(rally)?;
                Next::Stay
            }
        };
        self.write(rally);
        self.stage.tick(&[]);
        Ok(next)
    }

    fn back(&mut self, _: &mut Rally, _: &mut Messages) -> Tick {
        Ok(Next::First)
    }

    fn trace(&self, _: &Rally) -> String {
        "choice".to_owned()
    }
}
