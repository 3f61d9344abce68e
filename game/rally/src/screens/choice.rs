//! The choice of players, course and cars.

use keitai::hud::Hud;
use keitai::prelude::*;
use keitai::replay::GameHasher;
use std::hash::Hash;

use super::{Drive, Title};
use crate::car::KINDS;
use crate::course::LAYOUTS;
use crate::hud::{put_map, time};
use crate::staging::{TURNTABLE, paint_sky, spawn_car};
use crate::{Rally, Tick};

/// Lines of the menu: players, course, two cars, start.
const ROWS: usize = 5;
const SECOND_CAR: usize = 3;

/// The screen of the choice.
pub struct Choosing {
    stage: Stage,
    hud: Hud,
    row: usize,
    /// The cars on the turntables.
    cars: Vec<Entity>,
}

impl Choosing {
    /// Opens the screen.
    pub fn open(rally: &Rally) -> keitai::Result<Self> {
        let stage = rally.stage("scenes/choice.ron")?;
        let hud = Hud::new(&stage);
        let mut choosing = Self { stage, hud, row: ROWS - 1, cars: Vec::new() };
        choosing.write(rally)?;
        Ok(choosing)
    }

    /// Shows the choice.
    fn write(&mut self, rally: &Rally) -> keitai::Result<()> {
        let Self { stage, hud, .. } = self;
        let choice = rally.choice;
        let car = |player: usize| KINDS[choice.cars[player][0]].title;
        let values = [
            if choice.players == 1 { "ONE PLAYER" } else { "TWO PLAYERS" }.to_owned(),
            LAYOUTS[choice.course].title.to_owned(),
            car(0).to_owned(),
            if choice.players == 2 { car(1).to_owned() } else { String::new() },
            "DRIVE!".to_owned(),
        ];
        for (index, value) in values.into_iter().enumerate() {
            let chosen = index == self.row;
            let text = if chosen && index + 1 < ROWS { format!("< {value} >") } else { value };
            hud.set_text_like(stage, &format!("row-{index}"), &text, if chosen { "gold" } else { "cream" });
        }
        let best = rally.bests.value.0[choice.course].as_ref().map(|best| format!("BEST LAP {}", time(best.ticks)));
        hud.set_text(stage, "best", best.as_deref().unwrap_or("NO RECORD YET"));
        let course = &rally.courses[choice.course];
        if let (Ok(sky), Ok(far)) = (stage.named("sky"), stage.named("far")) {
            paint_sky(stage, course.layout(), &[sky], (far, course.layout().colours[2]))?;
        }
        put_map(stage, "map", course)?;
        for car in self.cars.drain(..) {
            remove(&mut stage.world, car);
        }
        for player in 0..choice.players {
            let [kind, livery] = choice.cars[player];
            let x = if choice.players == 1 { 0 } else { player as i32 * 84 - 42 };
            let changed = (Transform::at(x, 0, 0), TURNTABLE);
            self.cars.extend(spawn_car(stage, "", [kind, livery], changed));
        }
        Ok(())
    }

    /// Changes the value of the row by a step.
    fn change(&self, rally: &mut Rally, by: i32) {
        let step = |value: usize, count: usize| (value as i32 + by).rem_euclid(count as i32) as usize;
        let choice = &mut rally.choice;
        match self.row {
            0 => choice.players = 3 - choice.players,
            1 => choice.course = step(choice.course, LAYOUTS.len()),
            row @ (2 | SECOND_CAR) => {
                let cars = &mut choice.cars;
                let index = |[kind, livery]: [usize; 2]| kind * 2 + livery;
                let mut next = step(index(cars[row - 2]), KINDS.len() * 2);
                if next == index(cars[3 - row]) {
                    next = step(next, KINDS.len() * 2);
                }
                cars[row - 2] = [next / 2, next % 2];
            }
            _ => {}
        }
    }
}

impl Screen<Rally> for Choosing {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, rally: &mut Rally, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        let menu = rally.menu(controls);
        let [across, down] = [menu.horizontal(), menu.vertical()];
        if across != 0 {
            self.change(rally, across);
        }
        let rows = (0..ROWS).filter(|row| rally.choice.players == 2 || *row != SECOND_CAR).collect::<Vec<_>>();
        let own = rows.iter().position(|row| *row == self.row).unwrap_or(0) as i32;
        self.row = rows[(own + down).rem_euclid(rows.len() as i32) as usize];
        if across != 0 || down != 0 {
            self.stage.play_sound("move", Q12::ONE, None);
            self.write(rally)?;
        }
        self.stage.tick(&[]);
        if menu.cancels() || menu.confirms() {
            self.stage.play_sound(if menu.cancels() { "no" } else { "yes" }, Q12::ONE, None);
        }
        Ok(match () {
            () if menu.cancels() => Next::To(Box::new(Title::open(rally)?)),
            () if menu.confirms() => Next::To(Box::new(Drive::open(rally)?)),
            () => Next::Stay,
        })
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.row.hash(state);
    }

    fn back(&mut self, rally: &mut Rally) -> Next<Rally> {
        Title::open(rally).map_or(Next::Stay, |title| Next::To(Box::new(title)))
    }

    fn trace(&self, _: &Rally) -> Option<String> {
        Some("choice".to_owned())
    }
}
