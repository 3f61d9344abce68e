//! Effects of pushes and falls: sparks, dust, camera shake.
//!
//! Effects follow from the events of a bout and from random numbers of their own. The rules never read them.

use keitai::impact::Shake;
use keitai::world::{Lifetime, LoopMode, Sprite, SpriteFrames, Transform, Velocity};
use keitai::{Q12, Random, Stage};

use crate::bout::{BoutEvent, Moment};
use crate::collision::Answer;
use crate::fighter::{FighterEvent, State};
use crate::referee::Call;
use crate::rules::UNIT;
use keitai::ground::{self, GroundVector};

#[derive(Debug, Clone)]
pub struct Effects {
    /// Offset of the camera's aim, model units across and up.
    pub shake: Shake,
    random: Random,
    ticks: u32,
}

impl Default for Effects {
    fn default() -> Self {
        Self { shake: Shake::default(), random: Random::new(0x5041_524B), ticks: 0 }
    }
}

impl Effects {
    pub fn take_in(&mut self, stage: &mut Stage, now: &Moment) {
        for event in &now.ring.events {
            match *event {
                BoutEvent::Hit(hit) => {
                    let strong = hit.speed / UNIT;
                    let (count, size) = match hit.answer {
                        Answer::Braced => (3, 90),
                        _ if hit.dash => (7, 190),
                        _ => (4, 130),
                    };
                    self.sparks(stage, hit.at, 110, count, size);
                    self.shake.start([strong.clamp(4, 16), strong.clamp(3, 12) * 2 / 3]);
                }
                BoutEvent::Fighter(index, FighterEvent::Ran | FighterEvent::Landed | FighterEvent::Fell) => {
                    self.dust(stage, now.fighters[index].at, now.fighters[index].height[0], 6);
                }
                BoutEvent::Fighter(index, FighterEvent::Teetered | FighterEvent::Crouched) => {
                    self.dust(stage, now.fighters[index].at, 0, 3);
                }
                BoutEvent::Call(Call::Stroke(_)) => {
                    self.shake.start([0, 16]);
                    for fighter in &now.fighters {
                        self.dust(stage, fighter.at, 0, 5);
                    }
                }
                _ => {}
            }
        }
        self.ticks += 1;
        if now.ring.stop.left() > 0 {
            return;
        }
        for fighter in &now.fighters {
            let slides = match fighter.state {
                State::Off => false,
                State::Dash | State::Skid => true,
                _ => ground::length(fighter.slide) > 3 * UNIT,
            };
            if slides && self.ticks.is_multiple_of(2) {
                self.dust(stage, fighter.at, 0, 1);
            }
        }
    }

    fn sparks(&mut self, stage: &mut Stage, at: GroundVector, height: i32, count: u32, size: i32) {
        for number in 0..count {
            let angle = self.random.between(0, 4095);
            let ranges = [(2 * UNIT, 7 * UNIT), (UNIT, 6 * UNIT), (25, 50)];
            // The first spark stays, and is the largest.
            let [far, rise, share] =
                if number == 0 { [0, 0, 100] } else { ranges.map(|(from, to)| self.random.between(from, to)) };
            let [x, z] = ground::vector(angle, far);
            self.sprite(stage, "spark", [at[0], height * UNIT, at[1]], [x, rise, z], size * share / 100);
        }
    }

    fn dust(&mut self, stage: &mut Stage, at: GroundVector, height: i32, count: u32) {
        for _ in 0..count {
            let angle = self.random.between(0, 4095);
            let place = ground::sum(at, ground::vector(angle, self.random.between(15 * UNIT, 45 * UNIT)));
            let [x, z] = ground::vector(angle, self.random.between(UNIT / 2, 2 * UNIT));
            let size = self.random.between(45, 85);
            self.sprite(stage, "dust", [place[0], height + 14 * UNIT, place[1]], [x, UNIT, z], size);
        }
    }

    fn sprite(&mut self, stage: &mut Stage, prefab: &str, at: [i32; 3], linear: [i32; 3], size: i32) {
        let life = self.random.between(0, 4) as u32;
        let velocity = Velocity { linear: linear.map(Q12::from_bits), ..Velocity::default() };
        let place = Transform { position: at.map(Q12::from_bits), ..Transform::default() };
        // A full world has no room for more.
        let Ok(entity) = stage.spawn_with(prefab, (place, velocity)) else { return };
        let Ok((sprite, lifetime)) = stage.world.query_one_mut::<(&mut Sprite, &mut Lifetime)>(entity) else { return };
        sprite.size = [size, size];
        lifetime.0 += life;
        // Four pictures last for the sprite's life. It is first drawn when a tick of that has passed.
        let frames =
            SpriteFrames { first: sprite.texels, count: 4, duration: lifetime.0, mode: LoopMode::Once, passed: 1 };
        let _ = stage.world.insert_one(entity, frames);
    }
}
