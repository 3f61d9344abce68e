//! A bout: two fighters and a referee, advanced tick by tick.
//!
//! [`Bout::events`] has the events of the last tick, for effects and for the HUD.

use keitai::Random;
use keitai::controls::Controls;

use crate::collision::collide;
use crate::events::{BoutEvent, Verdict};
use crate::fighter::{Fighter, State};
use crate::referee::{Phase, Referee};
use crate::robots::Robot;
use crate::rules::{fall, time, tray};
use crate::trays::{Ground, Tray};
use keitai::ground::{self, GroundVector};
use keitai::impact::HitStop;

/// The terms of a bout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// The left and the right robot.
    pub robots: [Robot; 2],
    pub tray: Tray,
    /// Rounds that win the bout.
    pub wins: u32,
}

impl Terms {
    /// A bout of two won rounds on the usual tray.
    pub fn usual(robots: [Robot; 2]) -> Self {
        Self { robots, tray: Tray::Tin, wins: 2 }
    }
}

/// Two robots and the state of their bout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bout {
    pub tray: Tray,
    /// Slope of the tray, 1/4096, pointing downhill.
    pub tilt: GroundVector,
    /// The left and the right fighter.
    pub fighters: [Fighter; 2],
    /// Rounds and time.
    pub referee: Referee,
    /// Ticks of hit-stop left, in which nobody moves.
    pub stop: HitStop,
    /// Events of the last tick.
    pub events: Vec<BoutEvent>,
    random: Random,
}

impl Bout {
    /// Two robots at their start lines, before the first round.
    pub fn new(terms: Terms, seed: u64) -> Self {
        Self {
            tray: terms.tray,
            tilt: [0, 0],
            fighters: start(terms.robots),
            referee: Referee::new(terms.wins),
            stop: HitStop::default(),
            events: vec![BoutEvent::Round],
            random: Random::new(seed),
        }
    }

    /// Returns the winner of a decided bout.
    pub fn winner(&self) -> Option<usize> {
        if let Phase::Done { winner } = self.referee.phase { Some(winner) } else { None }
    }

    /// Returns whether controls have an effect.
    pub fn is_fought(&self) -> bool {
        self.referee.phase == Phase::Fight
    }

    /// Returns whether the fall of a fighter is in slow motion.
    pub fn is_slow(&self) -> bool {
        self.fighters.iter().any(|fighter| !fighter.stands() && fighter.since <= fall::SLOW)
    }

    /// Returns the ground under the fighters.
    pub fn ground(&self) -> Ground {
        let since = if self.is_fought() { self.referee.since } else { 0 };
        self.tray.ground(self.tilt, since)
    }

    /// Advances the bout by a tick.
    pub fn step(&mut self, controls: &[Controls; 2]) {
        self.events.clear();
        if self.stop.tick() {
            return;
        }
        let idle = [Controls::IDLE; 2];
        let controls = if self.is_fought() { controls } else { &idle };
        let ground = self.ground();
        let places = [self.fighters[1].at, self.fighters[0].at];
        for ((fighter, controls), foe) in self.fighters.iter_mut().zip(controls).zip(places) {
            fighter.step(controls, foe, &ground);
        }
        self.tilt = self.tray.tilted(self.tilt, &self.bodies());
        if self.is_fought() {
            for hit in collide(&mut self.fighters, &ground) {
                self.stop.start(hit.stop);
                self.referee.pushes[hit.by] += 1;
                self.events.push(BoutEvent::Hit(hit));
            }
        }
        for (index, fighter) in self.fighters.iter_mut().enumerate() {
            self.events.extend(fighter.events.drain(..).map(|event| BoutEvent::Fighter(index, event)));
        }
        let random = &mut self.random;
        let call = self.referee.step(&self.fighters, || random.below(2) as usize);
        match call {
            Some(BoutEvent::Round) => {
                self.fighters = start([self.fighters[0].robot, self.fighters[1].robot]);
                self.tilt = [0, 0];
            }
            Some(BoutEvent::Stroke(number)) => self.strike(number),
            Some(BoutEvent::Over(verdict)) => self.end_round(verdict),
            _ => {}
        }
        self.events.extend(call);
    }

    /// Returns the weights and positions of the fighters on the tray.
    fn bodies(&self) -> Vec<(i32, GroundVector)> {
        let standing = self.fighters.iter().filter(|fighter| fighter.stands());
        standing.map(|fighter| (fighter.robot.strengths().weight, fighter.at)).collect()
    }

    /// Strikes the tray: fighters on it are thrown outwards.
    fn strike(&mut self, number: i32) {
        let places = [self.fighters[0].at, self.fighters[1].at];
        for (index, fighter) in self.fighters.iter_mut().enumerate() {
            // At the very centre, outwards is away from the other fighter.
            let outwards =
                if fighter.at == [0, 0] { ground::difference(places[1 - index], [0, 0]) } else { fighter.at };
            let planted = if fighter.state == State::Brace { 50 } else { 100 };
            let speed = (time::STROKE[0] + time::STROKE[1] * number) * planted / 100;
            fighter.slide = ground::sum(fighter.slide, ground::with_length(outwards, speed));
            fighter.spring = (fighter.spring - time::LOSS).max(0);
        }
    }

    fn end_round(&mut self, verdict: Verdict) {
        for (index, fighter) in self.fighters.iter_mut().enumerate() {
            if fighter.stands() {
                fighter.enter(if index == verdict.winner { State::Cheer } else { State::Sulk });
            }
        }
    }
}

/// Returns both fighters at their start lines, facing each other.
fn start(robots: [Robot; 2]) -> [Fighter; 2] {
    [Fighter::new(robots[0], [-tray::START, 0], 1024), Fighter::new(robots[1], [tray::START, 0], 3072)]
}
