//! Rounds, time, and the decision when nobody falls.

use std::cmp::Ordering;

use crate::events::{BoutEvent, Verdict};
use crate::fighter::Fighter;
use crate::rules::time;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Both fighters wait at their start lines.
    Ready,
    Fight,
    /// The round is decided.
    Over(Verdict),
    /// The bout is decided.
    Done {
        winner: usize,
    },
}

/// Keeps time and counts rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referee {
    pub phase: Phase,
    /// Ticks in the current phase.
    pub since: u32,
    /// The round, from 1.
    pub round: u32,
    pub wins: [u32; 2],
    /// Rounds that win the bout.
    pub needed: u32,
    /// Pushes that each has landed in this round.
    pub pushes: [u32; 2],
    /// Ticks that were left when the round was decided.
    rest: u32,
}

impl Referee {
    /// A referee before the first round of a bout that `needed` won rounds decide.
    pub fn new(needed: u32) -> Self {
        Self { phase: Phase::Ready, since: 0, round: 1, wins: [0, 0], needed, pushes: [0, 0], rest: 0 }
    }

    /// Returns whether the bout is decided, perhaps before its last phase begins.
    pub fn is_decided(&self) -> bool {
        self.wins.iter().any(|wins| *wins >= self.needed)
    }

    pub fn left(&self) -> u32 {
        match self.phase {
            Phase::Ready => time::ROUND,
            Phase::Fight => time::ROUND.saturating_sub(self.since),
            Phase::Over(_) | Phase::Done { .. } => self.rest,
        }
    }

    /// Returns the ticks until the tray is struck next; `None` outside a fight, and when the round ends before.
    pub fn ticks_to_stroke(&self) -> Option<u32> {
        let since = self.since.checked_sub(time::DRUMS);
        let ticks = since.map_or(time::DRUMS.wrapping_sub(self.since), |s| time::BEAT - s % time::BEAT);
        (self.phase == Phase::Fight && self.since + ticks < time::ROUND).then_some(ticks)
    }

    /// Advances the referee by a tick, and returns its call. `coin` decides when nothing else does.
    pub fn step(&mut self, fighters: &[Fighter; 2], coin: impl FnOnce() -> usize) -> Option<BoutEvent> {
        self.since += 1;
        match self.phase {
            Phase::Ready if self.since >= time::READY => self.enter(Phase::Fight, BoutEvent::Fight),
            Phase::Fight => self.watch(fighters, coin),
            Phase::Over(_) if self.since >= time::OVER => {
                if let Some(winner) = self.wins.iter().position(|wins| *wins >= self.needed) {
                    return self.enter(Phase::Done { winner }, BoutEvent::Done);
                }
                self.round += 1;
                self.pushes = [0, 0];
                self.enter(Phase::Ready, BoutEvent::Round)
            }
            Phase::Ready | Phase::Over(_) | Phase::Done { .. } => None,
        }
    }

    fn enter(&mut self, phase: Phase, call: BoutEvent) -> Option<BoutEvent> {
        (self.phase, self.since) = (phase, 0);
        Some(call)
    }

    fn watch(&mut self, fighters: &[Fighter; 2], coin: impl FnOnce() -> usize) -> Option<BoutEvent> {
        let better = || better(fighters, self.pushes).unwrap_or_else(coin) & 1;
        let verdict = match [fighters[0].stands(), fighters[1].stands()] {
            [true, true] if self.since >= time::ROUND => Verdict { winner: better(), time: true },
            [true, true] => {
                let beat = self.since.checked_sub(time::DRUMS).filter(|since| since.is_multiple_of(time::BEAT));
                return beat.map(|since| BoutEvent::Stroke((since / time::BEAT) as i32));
            }
            [true, false] => Verdict { winner: 0, time: false },
            [false, true] => Verdict { winner: 1, time: false },
            [false, false] => Verdict { winner: better(), time: false },
        };
        self.wins[verdict.winner] += 1;
        self.rest = self.left();
        self.enter(Phase::Over(verdict), BoutEvent::Over(verdict))
    }
}

/// Returns the fighter nearer to the centre, or else the one with more pushes.
fn better(fighters: &[Fighter; 2], pushes: [u32; 2]) -> Option<usize> {
    let order = fighters[0].out().cmp(&fighters[1].out()).then(pushes[1].cmp(&pushes[0]));
    match order {
        Ordering::Less => Some(0),
        Ordering::Equal => None,
        Ordering::Greater => Some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fighter::State;
    use crate::robots::Robot;
    use crate::rules::UNIT;

    fn pair() -> [Fighter; 2] {
        [-100, 100].map(|x| Fighter::new(Robot::Tin, [x * UNIT, 0], 0))
    }

    fn tick(referee: &mut Referee, fighters: &[Fighter; 2]) -> Option<BoutEvent> {
        referee.step(fighters, || 1)
    }

    /// Ticks until a call.
    fn next(referee: &mut Referee, fighters: &[Fighter; 2]) -> (u32, BoutEvent) {
        (1..).find_map(|count| Some((count, tick(referee, fighters)?))).unwrap()
    }

    #[test]
    fn two_rounds_win_a_bout() {
        let mut referee = Referee::new(2);
        let mut fighters = pair();
        for (loser, wins) in [(1, [1, 0]), (0, [1, 1]), (1, [2, 1])] {
            assert_eq!(next(&mut referee, &fighters), (time::READY, BoutEvent::Fight));
            fighters[loser].enter(State::Off);
            assert_eq!(
                tick(&mut referee, &fighters),
                Some(BoutEvent::Over(Verdict { winner: 1 - loser, time: false }))
            );
            assert_eq!(referee.wins, wins);
            let (ticks, call) = next(&mut referee, &fighters);
            assert_eq!(ticks, time::OVER);
            assert_eq!(call, if wins[0] == 2 { BoutEvent::Done } else { BoutEvent::Round });
            fighters = pair();
        }
        assert_eq!((referee.phase, referee.round), (Phase::Done { winner: 0 }, 3));
        assert_eq!(tick(&mut referee, &fighters), None);
    }

    #[test]
    fn strokes_and_time_end_a_round_without_moves() {
        let mut referee = Referee::new(2);
        let mut fighters = pair();
        fighters[0].at[0] -= 1;
        next(&mut referee, &fighters);
        let mut calls = Vec::new();
        let mut ticks = 0;
        while !matches!(referee.phase, Phase::Over(_)) {
            let (count, call) = next(&mut referee, &fighters);
            ticks += count;
            calls.push((ticks / 30, call));
        }
        let strokes = (0..7).map(|n| (17 + 4 * n as u32, BoutEvent::Stroke(n)));
        let expected: Vec<_> = strokes.chain([(45, BoutEvent::Over(Verdict { winner: 1, time: true }))]).collect();
        assert_eq!(calls, expected);
    }

    #[test]
    fn equal_distances_are_decided_by_pushes_and_then_by_the_coin() {
        let fighters = pair();
        assert_eq!(better(&fighters, [3, 2]), Some(0));
        assert_eq!(better(&fighters, [2, 3]), Some(1));
        assert_eq!(better(&fighters, [2, 2]), None);
        let mut referee = Referee { phase: Phase::Fight, since: time::ROUND - 1, ..Referee::new(2) };
        assert_eq!(referee.ticks_to_stroke(), None, "the round ends before");
        assert_eq!(tick(&mut referee, &fighters), Some(BoutEvent::Over(Verdict { winner: 1, time: true })));
    }

    #[test]
    fn when_both_fall_at_once_the_one_nearer_to_the_centre_wins() {
        let mut referee = Referee { phase: Phase::Fight, ..Referee::new(2) };
        let mut fighters = pair();
        fighters.iter_mut().for_each(|fighter| fighter.enter(State::Off));
        fighters[1].at[0] += 1;
        assert_eq!(tick(&mut referee, &fighters), Some(BoutEvent::Over(Verdict { winner: 0, time: false })));
    }
}
