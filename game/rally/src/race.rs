//! The rules of a race, without pictures: the start, laps, places and the ghost's trail.

use std::hash::Hash;

use keitai::prelude::*;
use keitai::timing::States;

use crate::car::{Bump, Car, KINDS, Pedals};
use crate::course::{Course, LAPS};
use crate::driver::{Driver, Level, OPPONENTS};
use crate::saved::{Best, STEP, Sample};

/// Ticks between the lamps of the start, and after the race until the result.
const LAMP: u32 = 30;
const COAST: u32 = 100;
/// Ticks that late opponents are given.
const LATE: u32 = 3600;
/// Ticks until a car that is stuck is put back on the road.
const STUCK: u32 = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The lamps count down.
    Start,
    Drive,
    /// All players have finished.
    End,
}

/// An event of a tick, with the index of the racer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A lamp of the start, 1 to 3; 4 is green.
    Lamp(u32),
    /// A car is boosted or touches something.
    Bump(usize, Bump),
    /// A car that was stuck is put back on the road.
    Back(usize),
    /// A lap begins; 0 is the first one.
    Lap(usize, usize),
    Finish(usize),
}

#[derive(Debug, Clone, Hash)]
pub struct Racer {
    pub car: Car,
    pub livery: usize,
    /// The computer's driver; `None` for a player.
    pub driver: Option<Driver>,
    /// Number of the current lap from 0; -1 before the line.
    pub lap: i32,
    /// Times of the completed laps, ticks.
    pub laps: Vec<u32>,
    pub ticks: u32,
    /// Ticks from the start to the end of the race.
    pub finished: Option<u32>,
    /// Ticks since the car last moved on.
    stuck: u32,
    /// Positions of the car in this lap.
    trail: Vec<Sample>,
}

pub struct Race {
    pub course: Course,
    /// The racers, players first.
    pub racers: Vec<Racer>,
    pub players: usize,
    pub phase: States<Phase>,
    /// Ticks since the start.
    pub clock: u32,
    pub events: Vec<Event>,
    /// The best lap before or in this race.
    pub best: Option<Best>,
    /// Whether the best lap was driven in this race.
    pub improved: bool,
    /// Place along and across of all cars, for the drivers.
    places: Vec<[i32; 2]>,
}

impl Race {
    /// Puts the players and three opponents on the grid. `cars` has the players' kinds of cars and liveries.
    pub fn new(course: Course, cars: &[[usize; 2]], best: Option<Best>) -> Self {
        let players = cars.len();
        let mut racers = Vec::new();
        let free = (0..KINDS.len() * 2).map(|index| [(index * 2 + 1) % 3, index / 3]).filter(|car| !cars.contains(car));
        let opponents = free.zip(OPPONENTS).map(|(car, driver)| (car, Some(driver)));
        let all = opponents.chain(cars.iter().rev().map(|car| (*car, None)));
        for (row, ([kind, livery], driver)) in (0..).zip(all) {
            let car = Car::on_grid(kind, &course, 110 + 85 * row, if row % 2 == 0 { 62 } else { -62 });
            racers.push(Racer {
                car,
                livery,
                driver,
                lap: -1,
                // More than a race needs.
                laps: Vec::with_capacity(LAPS + 1),
                ticks: 0,
                finished: None,
                stuck: 0,
                trail: Vec::with_capacity(2048),
            });
        }
        racers.reverse();
        let places = vec![[0; 2]; racers.len()];
        let (phase, events) = (States::new(Phase::Start), Vec::with_capacity(32));
        Self { course, racers, players, phase, clock: 0, events, best, improved: false, places }
    }

    pub fn set_level(&mut self, level: Level) {
        self.racers.iter_mut().for_each(|racer| racer.driver = racer.driver.map(|driver| driver.at(level)));
    }

    /// Advances the race by a tick. Player n has `controls[n]`.
    pub fn step(&mut self, controls: &[Controls]) {
        self.events.clear();
        self.phase.tick();
        match self.phase.now() {
            Phase::Start => {
                let ticks = self.phase.ticks();
                if ticks.is_multiple_of(LAMP) {
                    self.events.push(Event::Lamp(ticks / LAMP));
                }
                if ticks == 4 * LAMP {
                    self.phase.go(Phase::Drive);
                }
            }
            Phase::Drive => {
                self.drive(controls);
                if self.racers[..self.players].iter().all(|racer| racer.finished.is_some()) {
                    self.phase.go(Phase::End);
                }
            }
            Phase::End => self.drive(controls),
        }
    }

    /// Lets the opponents drive to the end of the race, or for as long as two laps take at most.
    pub fn finish(&mut self) {
        for _ in 0..LATE {
            if self.racers.iter().all(|racer| racer.finished.is_some()) {
                break;
            }
            self.drive(&[]);
        }
    }

    pub fn is_over(&self) -> bool {
        self.phase.now() == Phase::End && self.phase.ticks() > COAST
    }

    /// Returns the lamps that are lit: 0 to 3, and 4 for green, which goes out after a while.
    pub fn lamps(&self) -> Option<u32> {
        match (self.phase.now(), self.phase.ticks()) {
            (Phase::Start, ticks) => Some(ticks / LAMP),
            (Phase::Drive, ticks) if ticks < 40 => Some(4),
            _ => None,
        }
    }

    fn drive(&mut self, controls: &[Controls]) {
        self.clock += 1;
        for (place, racer) in self.places.iter_mut().zip(&self.racers) {
            *place = [racer.car.along >> 12, racer.car.side];
        }
        for index in 0..self.racers.len() {
            let racer = &mut self.racers[index];
            let player = controls.get(index).copied().unwrap_or_default();
            let pedals = match (racer.driver, racer.finished) {
                (None, None) => Pedals::of(&player),
                // After the race the computer drives on.
                (driver, _) => driver.unwrap_or(OPPONENTS[2]).pedals(&racer.car, &self.places, &self.course),
            };
            let bump = racer.car.drive(pedals, &self.course);
            self.events.extend(bump.map(|bump| Event::Bump(index, bump)));
            if racer.count(pedals, &self.course) {
                self.events.push(Event::Back(index));
            }
            if racer.car.laps > racer.lap && racer.finished.is_none() {
                self.lap(index);
            }
        }
        for first in 0..self.racers.len() {
            let (one, rest) = self.racers.split_at_mut(first + 1);
            for (offset, other) in rest.iter_mut().enumerate() {
                if one[first].car.collide(&mut other.car) {
                    self.events.push(Event::Bump(first, Bump::Touch));
                    self.events.push(Event::Bump(first + 1 + offset, Bump::Touch));
                }
            }
        }
    }

    /// Counts a lap of a racer that has crossed the line.
    fn lap(&mut self, index: usize) {
        let racer = &mut self.racers[index];
        racer.lap = racer.car.laps;
        let lap = racer.lap.max(0) as usize;
        if lap > 0 {
            racer.laps.push(racer.ticks);
            let better = self.best.as_ref().is_none_or(|best| racer.ticks < best.ticks);
            if better && racer.driver.is_none() {
                let car = [racer.car.kind, racer.livery];
                self.best = Some(Best { ticks: racer.ticks, car, trail: racer.trail.clone() });
                self.improved = true;
            }
        }
        if lap == LAPS {
            racer.finished = Some(self.clock);
            self.events.push(Event::Finish(index));
        } else {
            self.events.push(Event::Lap(index, lap));
        }
        racer.ticks = 0;
        racer.trail.clear();
    }

    /// Returns the indices of the racers, the first one at the front.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.racers.len()).collect();
        let key = |index: &usize| {
            let racer = &self.racers[*index];
            let progress = racer.car.progress();
            (racer.finished.unwrap_or(u32::MAX), -progress.laps, -progress.distance)
        };
        order.sort_by_key(key);
        order
    }

    /// Returns the place of a racer, 1 for the first.
    pub fn place(&self, index: usize) -> usize {
        self.order().iter().position(|car| *car == index).map_or(1, |place| place + 1)
    }

    /// Returns the ghost's sample at this time of the first player's lap, if there is a ghost in the race.
    pub fn ghost(&self) -> Option<Sample> {
        let racer = &self.racers[0];
        let lap = self.players == 1 && racer.finished.is_none() && racer.lap >= 0;
        self.best.as_ref().filter(|_| lap)?.at(racer.ticks.checked_sub(1)?)
    }

    /// Returns the pedals that the computer's best driver would give for a racer.
    pub fn advice(&self, index: usize) -> Pedals {
        OPPONENTS[0].pedals(&self.racers[index].car, &self.places, &self.course)
    }

    /// Returns a text about the players: lap, place, speed, and the pedals that a computer's driver would give.
    pub fn trace(&self) -> String {
        let players = self.racers[..self.players].iter().enumerate().map(|(index, racer)| {
            let Pedals { wheel, gas, brake, .. } = self.advice(index);
            let speed = racer.car.speed() >> 12;
            format!("lap={} place={} speed={speed} wheel={wheel} gas={gas} brake={brake}", racer.lap, self.place(index))
        });
        players.collect::<Vec<_>>().join(" | ")
    }

    pub fn hash_state(&self, state: &mut impl std::hash::Hasher) {
        self.racers.hash(state);
        (self.phase.now(), self.phase.ticks()).hash(state);
        self.best.as_ref().map(|best| best.ticks).hash(state);
    }
}

impl Racer {
    /// Counts a tick, and puts a car that is stuck back on the road. Returns whether it did.
    fn count(&mut self, pedals: Pedals, course: &Course) -> bool {
        self.ticks += 1;
        if self.lap >= 0 && self.ticks % STEP == 1 && self.trail.len() < self.trail.capacity() {
            self.trail.push(Sample::of(&self.car, course));
        }
        let wants = pedals.gas || pedals.brake;
        self.stuck = if wants && self.car.speed() < 2 * crate::car::UNIT { self.stuck + 1 } else { 0 };
        let back = self.stuck > STUCK;
        if back {
            let (laps, along) = (self.car.laps, self.car.along);
            let behind = (course.road.length().to_bits() - along) >> 12;
            self.car = Car { laps, ..Car::on_grid(self.car.kind, course, behind, 0) };
            self.stuck = 0;
        }
        back
    }
}

/// Returns minutes, seconds and hundredths of a number of ticks.
pub(crate) fn time(ticks: u32) -> String {
    format!("{}:{:02}.{:02}", ticks / 1800, ticks / 30 % 60, ticks % 30 * 100 / 30)
}
