//! Rounds, time, and the decision when nobody falls.

use std::cmp::Ordering;

use crate::rules::time;

/// A decision of the referee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// The next round is set up.
    Round,
    Fight,
    /// The tray was struck for the n-th time, from 0.
    Stroke(i32),
    Over(Verdict),
    Done,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub winner: usize,
    /// Time was up, and nobody fell.
    pub time: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Both fighters wait at their start lines.
    Ready,
    Fight,
    Over(Verdict),
    Done {
        winner: usize,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referee {
    pub phase: Phase,
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

    /// Returns the winner of a decided bout.
    pub fn winner(&self) -> Option<usize> {
        if let Phase::Done { winner } = self.phase { Some(winner) } else { None }
    }

    /// Returns whether controls have an effect.
    pub fn is_fought(&self) -> bool {
        self.phase == Phase::Fight
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

    /// Advances the referee by a tick, and returns its call. Each fighter is on the tray or not, at a distance from its centre.
    /// `coin` decides when nothing else does.
    pub fn step(&mut self, fighters: [(bool, i32); 2], coin: impl FnOnce() -> usize) -> Option<Call> {
        self.since += 1;
        match self.phase {
            Phase::Ready if self.since >= time::READY => self.enter(Phase::Fight, Call::Fight),
            Phase::Fight => self.watch(fighters, coin),
            Phase::Over(_) if self.since >= time::OVER => {
                if let Some(winner) = self.wins.iter().position(|wins| *wins >= self.needed) {
                    return self.enter(Phase::Done { winner }, Call::Done);
                }
                self.round += 1;
                self.pushes = [0, 0];
                self.enter(Phase::Ready, Call::Round)
            }
            Phase::Ready | Phase::Over(_) | Phase::Done { .. } => None,
        }
    }

    fn enter(&mut self, phase: Phase, call: Call) -> Option<Call> {
        (self.phase, self.since) = (phase, 0);
        Some(call)
    }

    fn watch(&mut self, fighters: [(bool, i32); 2], coin: impl FnOnce() -> usize) -> Option<Call> {
        let better = || better(fighters, self.pushes).unwrap_or_else(coin) & 1;
        let verdict = match [fighters[0].0, fighters[1].0] {
            [true, true] if self.since >= time::ROUND => Verdict { winner: better(), time: true },
            [true, true] => {
                let beat = self.since.checked_sub(time::DRUMS).filter(|since| since.is_multiple_of(time::BEAT));
                return beat.map(|since| Call::Stroke((since / time::BEAT) as i32));
            }
            [true, false] => Verdict { winner: 0, time: false },
            [false, true] => Verdict { winner: 1, time: false },
            [false, false] => Verdict { winner: better(), time: false },
        };
        self.wins[verdict.winner] += 1;
        self.rest = self.left();
        self.enter(Phase::Over(verdict), Call::Over(verdict))
    }
}

/// Returns the fighter nearer to the centre, or else the one with more pushes.
fn better(fighters: [(bool, i32); 2], pushes: [u32; 2]) -> Option<usize> {
    let order = fighters[0].1.cmp(&fighters[1].1).then(pushes[1].cmp(&pushes[0]));
    match order {
        Ordering::Less => Some(0),
        Ordering::Equal => None,
        Ordering::Greater => Some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Fighters = [(bool, i32); 2];

    /// Two fighters on the tray, at the same distance from its centre.
    const PAIR: Fighters = [(true, 100); 2];

    fn tick(referee: &mut Referee, fighters: Fighters) -> Option<Call> {
        referee.step(fighters, || 1)
    }

    /// Ticks until a call.
    fn next(referee: &mut Referee, fighters: Fighters) -> (u32, Call) {
        (1..).find_map(|count| Some((count, tick(referee, fighters)?))).unwrap()
    }

    #[test]
    fn two_rounds_win_a_bout() {
        let mut referee = Referee::new(2);
        for (loser, wins) in [(1, [1, 0]), (0, [1, 1]), (1, [2, 1])] {
            assert_eq!(next(&mut referee, PAIR), (time::READY, Call::Fight));
            let mut fighters = PAIR;
            fighters[loser].0 = false;
            assert_eq!(tick(&mut referee, fighters), Some(Call::Over(Verdict { winner: 1 - loser, time: false })));
            assert_eq!(referee.wins, wins);
            let call = if wins[0] == 2 { Call::Done } else { Call::Round };
            assert_eq!(next(&mut referee, fighters), (time::OVER, call));
        }
        assert_eq!((referee.phase, referee.round), (Phase::Done { winner: 0 }, 3));
        assert_eq!(tick(&mut referee, PAIR), None);
    }

    #[test]
    fn strokes_and_time_end_a_round_without_moves() {
        let mut referee = Referee::new(2);
        let fighters = [(true, 101), (true, 100)];
        next(&mut referee, fighters);
        let mut calls = Vec::new();
        let mut ticks = 0;
        while !matches!(referee.phase, Phase::Over(_)) {
            let (count, call) = next(&mut referee, fighters);
            ticks += count;
            calls.push((ticks / 30, call));
        }
        let strokes = (0..7).map(|n| (17 + 4 * n as u32, Call::Stroke(n)));
        let expected: Vec<_> = strokes.chain([(45, Call::Over(Verdict { winner: 1, time: true }))]).collect();
        assert_eq!(calls, expected);
    }

    #[test]
    fn equal_ends_are_decided_by_the_centre_pushes_and_the_coin() {
        assert_eq!([[3, 2], [2, 3], [2, 2]].map(|pushes| better(PAIR, pushes)), [Some(0), Some(1), None]);
        let mut referee = Referee { phase: Phase::Fight, since: time::ROUND - 1, ..Referee::new(2) };
        assert_eq!(referee.ticks_to_stroke(), None, "the round ends before");
        assert_eq!(tick(&mut referee, PAIR), Some(Call::Over(Verdict { winner: 1, time: true })));
        let mut referee = Referee { phase: Phase::Fight, ..Referee::new(2) };
        assert_eq!(
            tick(&mut referee, [(false, 100), (false, 101)]),
            Some(Call::Over(Verdict { winner: 0, time: false }))
        );
    }
}
