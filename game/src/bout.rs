//! A bout: two fighters and a referee, one tick after the other.
//!
//! What happened in a tick lies in [`Bout::news`] until the next; staging makes sparks of it, a screen makes words.

use keitai::Random;
use keitai::controls::Controls;

use crate::clash::{Hit, clash};
use crate::fighter::{Deed, Fighter, State};
use crate::referee::{Call, Phase, Referee, Verdict};
use crate::rules::{Robot, time, tray};
use keitai::ground;

/// Two robots and everything that decides between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bout {
    /// Left and right.
    pub fighters: [Fighter; 2],
    /// Keeps time.
    pub referee: Referee,
    /// Ticks in which nobody moves because a push has just landed.
    pub stop: u32,
    /// What happened in the last tick.
    pub news: Vec<News>,
    random: Random,
}

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// A fighter did something.
    Deed(usize, Deed),
    /// A push landed.
    Hit(Hit),
    /// The next round is set up.
    Round,
    /// They may fight.
    Fight,
    /// The tray was struck for the n-th time, from 0.
    Stroke(i32),
    /// The round is decided.
    Over(Verdict),
    /// The bout is.
    Done,
}

impl Bout {
    /// Two robots at their lines, before the first round.
    pub fn new(robots: [Robot; 2], seed: u64) -> Self {
        Self {
            fighters: start(robots),
            referee: Referee::default(),
            stop: 0,
            news: vec![News::Round],
            random: Random::new(seed),
        }
    }

    /// Who won, when it is over.
    pub fn winner(&self) -> Option<usize> {
        if let Phase::Done { winner } = self.referee.phase { Some(winner) } else { None }
    }

    /// Whether controls count.
    pub fn is_fought(&self) -> bool {
        self.referee.phase == Phase::Fight
    }

    /// Lets a tick go by.
    pub fn step(&mut self, controls: &[Controls; 2]) {
        self.news.clear();
        if self.stop > 0 {
            self.stop -= 1;
            return;
        }
        let idle = [Controls::IDLE; 2];
        let controls = if self.is_fought() { controls } else { &idle };
        let mut deeds = [Vec::new(), Vec::new()];
        let places = [self.fighters[1].at, self.fighters[0].at];
        for (((fighter, controls), foe), deeds) in self.fighters.iter_mut().zip(controls).zip(places).zip(&mut deeds) {
            fighter.step(controls, foe, deeds);
        }
        if self.is_fought() {
            let mut hits = Vec::new();
            clash(&mut self.fighters, &mut hits, &mut deeds);
            for hit in hits {
                self.stop = self.stop.max(hit.stop);
                self.referee.pushes[hit.by] += 1;
                self.news.push(News::Hit(hit));
            }
        }
        for (index, deeds) in deeds.into_iter().enumerate() {
            self.news.extend(deeds.into_iter().map(|deed| News::Deed(index, deed)));
        }
        let random = &mut self.random;
        match self.referee.step(&self.fighters, || random.below(2) as usize) {
            Call::None => {}
            Call::Round => {
                self.fighters = start([self.fighters[0].robot, self.fighters[1].robot]);
                self.news.push(News::Round);
            }
            Call::Fight => self.news.push(News::Fight),
            Call::Stroke(number) => {
                self.strike(number);
                self.news.push(News::Stroke(number));
            }
            Call::Over(verdict) => {
                self.end_round(verdict);
                self.news.push(News::Over(verdict));
            }
            Call::Done => self.news.push(News::Done),
        }
    }

    /// The tray is struck: whoever stands on it is thrown outwards.
    fn strike(&mut self, number: i32) {
        let places = [self.fighters[0].at, self.fighters[1].at];
        for (index, fighter) in self.fighters.iter_mut().enumerate() {
            // In the very middle outwards is away from the other.
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

/// Both at their lines, looking at each other.
fn start(robots: [Robot; 2]) -> [Fighter; 2] {
    [Fighter::new(robots[0], [-tray::START, 0], 1024), Fighter::new(robots[1], [tray::START, 0], 3072)]
}
