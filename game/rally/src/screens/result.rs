//! The result of a race, and the standings of a cup.

use keitai::hud::Hud;
use keitai::prelude::*;
use keitai::world::Image;

use super::{Choosing, Drive, pages};
use crate::car::KINDS;
use crate::course::LAYOUTS;
use crate::cup::{Cup, POINTS};
use crate::names::PAGE;
use crate::panel::{CHAMPION, RESULT, YOU_WIN, word};
use crate::race::{Race, Racer, time};
use crate::staging::{TURNTABLE, paint_sky, spawn_car};
use crate::{Rally, Tick};

/// Places of the first three cars, model units.
const STANDS: [[i32; 3]; 3] = [[0, 0, 20], [-64, -6, -46], [64, -10, -58]];
/// Pieces of paper that fall for a winner, and their colours.
const PAPERS: i32 = 48;
const COLOURS: [u32; 4] = [0xF8D040, 0xE84038, 0x58C0F0, 0xF4F0E4];

#[derive(Clone)]
struct Standing {
    name: String,
    car: [usize; 2],
    is_player: bool,
}

pub struct Outcome {
    stage: Stage,
    hud: Hud,
    menu: SceneMenu,
    course: usize,
    /// The racers by their numbers, and their order.
    racers: Vec<Standing>,
    order: Vec<usize>,
    won: bool,
    ticks: i32,
}

impl Outcome {
    pub fn open(rally: &Rally, race: &Race) -> keitai::Result<Self> {
        let racers = race.racers.iter().enumerate().map(|(index, racer)| {
            let is_like = |other: &&Racer| other.driver.is_some() && other.car.kind == racer.car.kind;
            let name = match (racer.driver, race.players) {
                (Some(_), _) => match race.racers[..index].iter().filter(is_like).count() {
                    0 => KINDS[racer.car.kind].title.to_owned(),
                    before => format!("{} {}", KINDS[racer.car.kind].title, before + 1),
                },
                (None, 1) => "YOU".to_owned(),
                (None, _) => format!("PLAYER {}", index + 1),
            };
            Standing { name, car: [racer.car.kind, racer.livery], is_player: racer.driver.is_none() }
        });
        let (racers, order) = (racers.collect(), race.order());
        let values = order.iter().zip(POINTS).map(|(index, points)| {
            let end = race.racers[*index].finished.map_or("-:--.--".to_owned(), time);
            if rally.cup.is_some() { format!("{end} {points:>+3}") } else { end }
        });
        let values: Vec<String> = values.collect();
        let mut outcome = Self::show(rally, race.course.index, racers, order, &values, YOU_WIN)?;
        let Self { stage, hud, menu, .. } = &mut outcome;
        let lap = race.racers[..race.players].iter().flat_map(|racer| &racer.laps).min();
        let lap = lap.map_or(String::new(), |lap| format!("BEST LAP {}", time(*lap)));
        hud.set_text(stage, "lap", &lap);
        hud.set_text(stage, "record", if race.improved { "NEW RECORD!" } else { "" });
        hud.set_text(stage, "course", race.course.layout().title);
        let items: &[&str] = match rally.cup {
            None => &["AGAIN", "CHANGE", "TITLE"],
            Some(cup) if cup.is_over() => &["STANDINGS"],
            Some(_) => &["NEXT RACE", "GIVE UP"],
        };
        menu.change(stage, |menu| menu.set_items(items.iter().copied()));
        Ok(outcome)
    }

    /// Opens the screen with the standings of the cup whose last race this screen shows.
    fn standings(&self, rally: &Rally, cup: &Cup) -> keitai::Result<Self> {
        let order = cup.order(&self.order);
        let values: Vec<String> = order.iter().map(|racer| format!("{} POINTS", cup.points[*racer])).collect();
        let mut outcome = Self::show(rally, self.course, self.racers.clone(), order, &values, CHAMPION)?;
        let text = format!("CUP - {}", rally.choice.level.title());
        outcome.hud.set_text(&mut outcome.stage, "course", &text);
        Ok(outcome)
    }

    /// Opens the screen with the racers in their order, each with a value, and with a head when a player is the first.
    fn show(
        rally: &Rally,
        course: usize,
        racers: Vec<Standing>,
        order: Vec<usize>,
        values: &[String],
        wins: i32,
    ) -> keitai::Result<Self> {
        let mut stage = rally.stage("scenes/result.ron")?;
        let layout = &LAYOUTS[course];
        if let (Ok(sky), Ok(far)) = (stage.named("sky"), stage.named("far")) {
            paint_sky(&mut stage, layout, &[sky], (far, layout.colours[2]))?;
        }
        let (hud, menu) = (Hud::new(&stage), SceneMenu::find(&stage, "menu")?);
        for (place, (racer, value)) in order.iter().map(|index| &racers[*index]).zip(values).enumerate() {
            let colour = if racer.is_player { "gold" } else { "cream" };
            for (column, text) in [("place", &(place + 1).to_string()), ("name", &racer.name), ("value", value)] {
                hud.set_text_like(&mut stage, &format!("{column}-{place}"), text, colour);
            }
        }
        for (index, [x, y, z]) in order.iter().zip(STANDS) {
            spawn_car(&mut stage, "", racers[*index].car, (Transform::at(x, y, z), TURNTABLE))?;
        }
        let won = racers[order[0]].is_player;
        hud.change(&mut stage, "head", |image: &mut Image| image.texels = word(if won { wins } else { RESULT }));
        Ok(Self { stage, hud, menu, course, racers, order, won, ticks: 0 })
    }
}

impl Screen<Rally> for Outcome {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, rally: &mut Rally, input: &TickInput, _: &mut Messages) -> Tick {
        self.ticks += 1;
        self.hud.set_text(&mut self.stage, "foot", &rally.fill(PAGE));
        let choice = match self.menu.tick(&mut self.stage, &input.controls) {
            None => "",
            Some(MenuChoice::Item(item)) => item,
            Some(_) => "TITLE",
        };
        let next = match (choice, rally.cup) {
            ("", _) => Next::Stay,
            ("STANDINGS", Some(cup)) => Next::To(Box::new(self.standings(rally, &cup)?)),
            ("NEXT RACE", _) => Next::To(Box::new(Drive::open(rally)?)),
            ("AGAIN", cup) => {
                rally.cup = cup.map(|_| Cup::default());
                Next::To(Box::new(Drive::open(rally)?))
            }
            ("GIVE UP", _) => Next::Push(Box::new(pages::give_up(rally))),
            ("CHANGE", _) => Next::To(Box::new(Choosing::open(rally)?)),
            _ => Next::First,
        };
        self.stage.tick(&[]);
        Ok(next)
    }

    /// Paper falls for a winner.
    fn draw(&self, _: &Rally, picture: &mut Framebuffer) {
        let mut canvas = Canvas::new(picture);
        for paper in 0..if self.won { PAPERS } else { 0 } {
            let fallen = self.ticks * (2 + paper % 3) + paper * 37;
            let sway = (Angle(self.ticks * 90 + paper * 331).sin() * 6).to_num::<i32>();
            let (x, y) = ((paper * 53 + 7) % 240 + sway, fallen % 190 - 40);
            canvas.rectangle(x, y, 2 + (paper & 1) as u32, 3, COLOURS[paper as usize % COLOURS.len()]);
        }
    }

    fn back(&mut self, _: &mut Rally, _: &mut Messages) -> Tick {
        Ok(Next::First)
    }

    fn trace(&self, _: &Rally) -> String {
        let place = self.order.iter().position(|index| self.racers[*index].is_player).map_or(0, |place| place + 1);
        format!("result place={place}")
    }
}
