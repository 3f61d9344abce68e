//! The play: the robot that leaves the tray first loses.

use std::hash::Hash;

use keitai::controls::Buttons;
use keitai::ground::{self, GroundVector};
use keitai::prelude::*;
use keitai::replay::GameHasher;

use crate::over::{Over, Pause};
use crate::{Arena, Tick};

/// Radius of the tray, and the distance up to which a shove reaches, model units.
const TRAY: i32 = 319;
const REACH: i32 = 150;
/// Ticks until a robot can shove again, and ticks of a fall before the result.
const REST: u32 = 25;
const FALL: u32 = 45;
/// Speeds of a shove, model units per tick: of the robot itself, and of the one it meets.
const LUNGE: i32 = 8;
const PUSH: i32 = 22;

/// The part of a robot's state that the scene does not hold.
#[derive(Default, Hash)]
struct Robot {
    /// Speed by shoves, model units per tick.
    slide: GroundVector,
    /// Ticks until the next shove.
    rest: u32,
}

pub struct Play {
    stage: Stage,
    entities: [Entity; 2],
    robots: [Robot; 2],
    /// The robot that falls, and for how many ticks.
    falls: Option<(usize, u32)>,
}

impl Play {
    /// Opens the scene. Every bout of a session has random numbers of its own.
    pub fn open(game: &Arena) -> keitai::Result<Self> {
        let mut stage = game.stage("scenes/play.ron")?;
        stage.random = Random::new(game.bouts.into());
        let entities = [stage.named("player")?, stage.named("rival")?];
        Ok(Self {
            stage,
            entities,
            robots: Default::default(),
            falls: None,
        })
    }

    /// Returns where a robot is, x and z, and the direction that it faces.
    fn place(&self, robot: usize) -> (GroundVector, i32) {
        let transform = self.stage.world.get::<&Transform>(self.entities[robot]);
        transform.map_or_else(
            |_| Default::default(),
            |transform| {
                let at = transform.rounded();
                ([at.x, at.z], transform.turn[1].0)
            },
        )
    }

    fn move_by(&self, robot: usize, [x, z]: GroundVector) {
        if let Ok(mut transform) = self.stage.world.get::<&mut Transform>(self.entities[robot]) {
            transform.position[0] += Q12::from_num(x);
            transform.position[2] += Q12::from_num(z);
        }
    }

    /// Returns the controls of the rival: it turns towards the player, walks and shoves, and comes
    /// back from the rim.
    fn think(&mut self) -> Controls {
        let [(player, _), (place, facing)] = [self.place(0), self.place(1)];
        let near_rim = ground::length(place) > TRAY - 80;
        let goal = if near_rim { [0; 2] } else { player };
        let way = ground::difference(place, goal);
        let turn = ground::turn(facing, ground::angle(way));
        let mut held = Buttons::default();
        if turn.abs() > 60 {
            held.insert(if turn > 0 {
                Button::Left
            } else {
                Button::Right
            });
        }
        if turn.abs() < 500 {
            held.insert(Button::Up);
        }
        let close = ground::length(ground::difference(place, player)) < REACH;
        let shoves = close && self.stage.random.below(20) == 0;
        let pressed = if shoves {
            Button::A.into()
        } else {
            Buttons::default()
        };
        Controls {
            held,
            pressed,
            ..Controls::IDLE
        }
    }

    /// Shoves by a robot whose player presses A.
    fn shove(&mut self, robot: usize) {
        if self.robots[robot].rest > 0 {
            return;
        }
        let other = 1 - robot;
        let [(place, facing), (rival, _)] = [self.place(robot), self.place(other)];
        let way = ground::difference(place, rival);
        let aims = ground::turn(facing, ground::angle(way)).abs() < 512;
        self.robots[robot].rest = REST;
        self.robots[robot].slide = ground::vector(facing, LUNGE);
        if aims && ground::length(way) < REACH {
            self.robots[other].slide = ground::vector(facing, PUSH);
        }
    }

    /// Moves robots that slide or touch, and finds one that has left the tray.
    fn slide(&mut self) {
        for robot in 0..2 {
            let Robot { slide, rest } = &mut self.robots[robot];
            let by = *slide;
            *slide = ground::percent(by, 85);
            *rest = rest.saturating_sub(1);
            self.move_by(robot, by);
        }
        // Robots that overlap move apart, each half of the way.
        for contact in std::mem::take(&mut self.stage.contacts) {
            let half = ground::percent(contact.push, 50);
            self.move_by(0, half);
            self.move_by(1, ground::percent(half, -100));
        }
        let loser = (0..2).find(|robot| ground::length(self.place(*robot).0) > TRAY);
        if let (Some(robot), None) = (loser, self.falls) {
            let acceleration = [Q12::ZERO, Q12::NEG_ONE, Q12::ZERO];
            let fall = Velocity {
                acceleration,
                ..Velocity::default()
            };
            let _ = self.stage.world.insert_one(self.entities[robot], fall);
            self.falls = Some((robot, 0));
        }
    }
}

impl Screen<Arena> for Play {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, game: &mut Arena, input: &TickInput, _: &mut Messages) -> Tick {
        if input.focus_lost || input.controls[0].pressed(Button::Start) {
            return Ok(Next::Push(Box::new(Pause::new())));
        }
        let mut both = [input.controls[0], self.think()];
        if let Some((robot, ticks)) = &mut self.falls {
            *ticks += 1;
            if *ticks > FALL {
                // The player has left the result: the next bout begins.
                return Ok(Next::To(Box::new(Self::open(game)?)));
            }
            if *ticks == FALL {
                let won = *robot == 1;
                game.bouts += 1;
                game.won += u32::from(won);
                return Ok(Next::Push(Box::new(Over::new(won))));
            }
            both = [Controls::IDLE; 2];
        }
        for robot in 0..2 {
            if both[robot].pressed(Button::A) {
                self.shove(robot);
            }
        }
        self.stage.tick(&both);
        self.slide();
        Ok(Next::Stay)
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.robots.hash(state);
        self.falls.hash(state);
    }

    fn back(&mut self, _: &mut Arena, _: &mut Messages) -> Tick {
        Ok(Next::Push(Box::new(Pause::new())))
    }
}
