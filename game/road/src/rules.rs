//! The rules: the car, the others on the road, time and stages. Distances along the road are in 1/16 model units.

use keitai::prelude::*;

use crate::road::{HALF, PIECE, STAGE, bend};

/// Highest speeds on the road and beside it, 1/16 model units per tick; and how far the car is ahead of the viewer, model units.
pub(crate) const FAST: i32 = 56 * 16;
const SLOW: i32 = 16 * 16;
pub(crate) const CAR: i32 = 190;
/// Ticks of the first stage, and those that a later one adds at most and at least.
const TIME: i32 = 45 * 30;
const ADDED: [i32; 2] = [28 * 30, 12 * 30];
/// Length and half of the width of a car, model units.
const SIZE: [i32; 2] = [84, 52];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Other {
    /// Distance in this tick and in the one before.
    pub(crate) at: [i32; 2],
    /// Place to the left of the road's middle, model units.
    pub(crate) side: i32,
    speed: i32,
    pub(crate) kind: usize,
}

pub(crate) struct Drive {
    /// Distance in this tick and in the one before.
    pub(crate) at: [i32; 2],
    /// Place to the left of the road's middle, in this tick and in the one before, 1/16 model units.
    pub(crate) side: [i32; 2],
    pub(crate) speed: i32,
    /// Direction of the front wheels, -127 (left) ..= 127.
    pub(crate) wheel: i32,
    /// Ticks that are left, and those since a checkpoint and since a crash.
    pub(crate) time: i32,
    pub(crate) checked: i32,
    pub(crate) crashed: i32,
    pub(crate) others: [Other; 5],
    random: Random,
}

impl Drive {
    pub(crate) fn new() -> Self {
        let others = [1, 2, 3, 4, 5].map(|number| {
            let side = if number % 2 == 0 { 80 } else { -80 };
            Other { at: [16 * PIECE * 9 * number; 2], side, speed: 22 * 16, kind: number as usize % 3 }
        });
        let (time, random) = (TIME, Random::new(7));
        Self { at: [0; 2], side: [0; 2], speed: 0, wheel: 0, time, checked: 99, crashed: 99, others, random }
    }

    /// Returns the way so far: ten model units are a metre.
    pub(crate) fn metres(&self) -> i32 {
        self.at[0] / 160
    }

    /// Returns the number of the car's stage, from 0.
    pub(crate) fn stage(&self) -> i32 {
        (self.at[0] + 16 * CAR) / (16 * PIECE * STAGE)
    }

    /// Moves the viewer along the road by a tick of the title; after 60 hours back to the start, before the numbers end.
    pub(crate) fn travel(&mut self) {
        let at = (self.at[0] + 320) % (16 * PIECE * 4096 * 200);
        self.at = [at, at - 320];
    }

    /// Lets everything stand still in a tick, so that pictures between ticks do, too.
    pub(crate) fn wait(&mut self) {
        (self.at[1], self.side[1]) = (self.at[0], self.side[0]);
        self.others.iter_mut().for_each(|other| other.at[1] = other.at[0]);
    }

    /// Advances the drive by a tick, and returns the sound of what happens.
    pub(crate) fn tick(&mut self, player: &Controls) -> Option<&'static str> {
        (self.checked, self.crashed, self.time) = (self.checked + 1, self.crashed + 1, self.time - 1);
        let stage = self.stage();
        self.steer(player);
        let crashes = self.traffic();
        if self.stage() > stage {
            self.time += (ADDED[0] - 30 * self.stage()).max(ADDED[1]);
            self.checked = 0;
        }
        match crashes {
            true => Some("bump"),
            false => (self.checked == 0).then_some("lap"),
        }
    }

    fn steer(&mut self, player: &Controls) {
        let held = |button| i32::from(player.held(button));
        let pad = (held(Button::Right) - held(Button::Left)) * 127;
        self.wheel += (if pad == 0 { i32::from(player.left.x) } else { pad } - self.wheel) / 3;
        let [gas, brake] = [held(Button::A) | held(Button::Up), held(Button::B) | held(Button::Down)];
        let limit = if self.side[0].abs() > 16 * (HALF - 20) { SLOW } else { FAST };
        self.speed += gas * (FAST - self.speed) / 60 + gas * 2 - brake * 20 - self.speed / 200;
        self.speed = (self.speed - (self.speed - limit).max(0) / 12).max(0);
        self.at = [self.at[0] + self.speed, self.at[0]];
        // To the left is positive, and the bend throws outwards.
        let thrown = bend(self.at[0] / 16 / PIECE) * self.speed / 160;
        let side = self.side[0] - self.wheel * self.speed / 1300 - thrown;
        self.side = [side.clamp(-16 * HALF * 2, 16 * HALF * 2), self.side[0]];
    }

    /// Returns the direction of the wheel, -127 ..= 127, of a driver who passes the next car and steers against the
    /// bends.
    pub(crate) fn advice(&self) -> i32 {
        let ahead = |other: &&Other| (0..16 * 900).contains(&(other.at[0] - self.at[0] - 16 * CAR));
        let next = self.others.iter().filter(ahead).min_by_key(|other| other.at[0]);
        let lane = next.map_or(0, |other| if other.side > 0 { -70 } else { 70 });
        (self.side[0] / 16 - lane - bend(self.at[0] / 16 / PIECE + 2) * 9).clamp(-127, 127)
    }

    /// Moves the other cars. Those that fall behind come again far ahead. Returns whether the player's car runs into one.
    fn traffic(&mut self) -> bool {
        let front = self.at[0] + 16 * CAR;
        let mut crashes = false;
        for other in &mut self.others {
            other.at = [other.at[0] + other.speed, other.at[0]];
            let ahead = other.at[0] - front;
            if !(-16 * 600..16 * PIECE * 60).contains(&ahead) {
                let at = front + 16 * self.random.between(PIECE * 36, PIECE * 56);
                let side = [-100, 0, 100][self.random.below(3) as usize];
                *other = Other { at: [at; 2], side, speed: 16 * self.random.between(16, 34), kind: other.kind };
            } else if (1..16 * SIZE[0]).contains(&ahead) && (other.side * 16 - self.side[0]).abs() < 16 * SIZE[1] {
                self.speed = other.speed * 3 / 4;
                other.speed += 6 * 16;
                self.crashed = 0;
                crashes = true;
            }
        }
        crashes
    }
}
