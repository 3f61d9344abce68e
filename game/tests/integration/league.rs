//! Matches without a picture: the levels of the computer player against people and strategies of several kinds, the
//! length of rounds, and the balance of the robots.

use keitai::Random;
use keitai::controls::Controls;
use keitai::hecs::World;
use tin_sumo::ai::Level;
use tin_sumo::bout::{Bout, BoutEvent, Terms};
use tin_sumo::referee::{Call, Verdict};
use tin_sumo::robots::Robot;
use tin_sumo::rules::SECOND;
use tin_sumo::trays::Tray;

use crate::players::{Hand, Play, SILLY, Strategy, computer, genes, learner, newcomer};

#[derive(Debug, Clone, PartialEq, Eq)]
struct Outcome {
    winner: usize,
    /// Ticks and decision of every round.
    rounds: Vec<(u32, Verdict)>,
}

fn play(terms: Terms, players: &mut [Box<dyn Play>; 2], seed: u64) -> Outcome {
    let mut world = World::new();
    let mut bout = Bout::spawn(&mut world, terms, seed);
    let mut outcome = Outcome { winner: 0, rounds: Vec::new() };
    let mut ticks = 0;
    loop {
        let controls: [Controls; 2] = [0, 1].map(|index: usize| players[index].controls(&bout.now, index));
        bout.tick(&mut world, &controls);
        ticks += u32::from(bout.now.referee.is_fought());
        for event in &bout.now.ring.events {
            match event {
                BoutEvent::Call(Call::Fight) => ticks = 0,
                BoutEvent::Call(Call::Over(verdict)) => outcome.rounds.push((ticks, *verdict)),
                _ => {}
            }
        }
        if let Some(winner) = bout.now.referee.winner() {
            outcome.winner = winner;
            return outcome;
        }
        assert!(outcome.rounds.len() <= 3, "{outcome:?}");
    }
}

/// Makes a player from a seed.
type Maker<'a> = &'a dyn Fn(u64) -> Box<dyn Play>;

/// Plays robots against each other, on both sides, on all trays. Returns the first player's wins, and all results.
fn league(players: [Maker; 2], count: u64) -> (usize, Vec<Outcome>) {
    let mut won = 0;
    let mut all = Vec::new();
    for turn in 0..count {
        let robots = [Robot::ALL[(turn / 4 % 4) as usize], Robot::ALL[(turn % 4) as usize]];
        let tray = Tray::ALL[(turn % 3) as usize];
        let left = (turn % 2) as usize;
        let terms = Terms { tray, ..Terms::usual(if left == 0 { robots } else { [robots[1], robots[0]] }) };
        let seed = turn * 2 + 11;
        let mut pair = [players[left](seed), players[1 - left](seed + 1)];
        let outcome = play(terms, &mut pair, seed);
        won += usize::from(outcome.winner == left);
        all.push(outcome);
    }
    (won, all)
}

fn level(level: Level) -> impl Fn(u64) -> Box<dyn Play> {
    move |seed| computer(level, seed)
}

/// Returns the share of bouts, per cent, that a strategy wins against a level.
fn share(strategy: &dyn Fn(u64) -> Hand, against: Level, count: u64) -> u64 {
    let maker = |seed| Box::new(strategy(seed)) as Box<dyn Play>;
    league([&maker, &level(against)], count).0 as u64 * 100 / count
}

#[test]
fn people_win_less_often_on_each_harder_level() {
    let shares = |play: Strategy| Level::ALL.map(|against| share(&|seed| Hand::new(play, seed), against, 96));
    let (newcomers, learners) = (shares(newcomer), shares(learner));
    println!("won by newcomers {newcomers:?} % and by learners {learners:?} %, from easy to hard");
    assert!(newcomers[0] >= 60, "newcomers win two of three easy bouts: {newcomers:?} %");
    for shares in [newcomers, learners] {
        assert!(shares.is_sorted_by(|easier, harder| easier > harder), "{shares:?} %");
    }
    assert!(newcomers.iter().zip(&learners).all(|(new, learnt)| new < learnt), "{newcomers:?} % and {learners:?} %");
}

#[test]
fn no_silly_strategy_beats_a_hard_computer_player() {
    for (name, strategy) in SILLY {
        let won = share(&|seed| Hand::new(strategy, seed), Level::Hard, 144);
        assert!(won <= 5, "one who {name} wins {won} %");
    }
}

#[test]
fn no_rhythm_found_by_a_search_beats_a_hard_computer_player() {
    let mut random = Random::new(18);
    let mut found: Vec<(u64, [u32; 8])> = (0..60)
        .map(|_| {
            let genes = genes(&mut random);
            (share(&|seed| Hand::searched(genes, seed), Level::Hard, 12), genes)
        })
        .collect();
    found.sort_unstable();
    for (_, genes) in found.into_iter().rev().take(4) {
        let won = share(&|seed| Hand::searched(genes, seed ^ 0x5345), Level::Hard, 144);
        assert!(won <= 5, "the rhythm {genes:?} wins {won} %");
    }
}

#[test]
fn the_better_level_wins_more_often() {
    for (better, other, least) in [
        (Level::Fair, Level::Easy, 65),
        (Level::Keen, Level::Fair, 55),
        (Level::Hard, Level::Keen, 55),
        (Level::Hard, Level::Easy, 80),
    ] {
        let (won, all) = league([&level(better), &level(other)], 96);
        let share = won * 100 / all.len();
        assert!(share >= least, "{better:?} against {other:?}: {share} %, expected at least {least}");
    }
}

#[test]
fn rounds_have_a_usual_length() {
    let mut seconds = Vec::new();
    let mut by_time = 0;
    let mut add = |all: Vec<Outcome>| {
        for outcome in all {
            for (ticks, verdict) in outcome.rounds {
                by_time += u32::from(verdict.time);
                seconds.push(ticks / SECOND);
            }
        }
    };
    for one in Level::ALL {
        add(league([&|seed| Box::new(Hand::new(newcomer, seed)), &level(one)], 72).1);
        add(league([&|seed| Box::new(Hand::new(learner, seed)), &level(one)], 72).1);
        for other in Level::ALL {
            add(league([&level(one), &level(other)], 24).1);
        }
    }
    seconds.sort_unstable();
    let count = seconds.len();
    let at = |percent: usize| seconds[(count - 1) * percent / 100];
    let share = |from: u32, to: u32| seconds.iter().filter(|s| (from..to).contains(*s)).count() * 100 / count;
    assert!(at(100) < 60, "a round took {} s", at(100));
    assert!(share(15, 41) >= 90, "{} % of the rounds take 15 to 40 s", share(15, 41));
    assert!(share(0, 8) < 10, "{} % of the rounds end within 8 s", share(0, 8));
    assert!(by_time * 20 < count as u32, "{by_time} of {count} rounds were decided by time");
}

#[test]
fn each_robot_wins_its_share() {
    let mut won = [0; 4];
    let mut outcome = 0;
    for (a, one) in Robot::ALL.into_iter().enumerate() {
        for (b, other) in Robot::ALL.into_iter().enumerate().filter(|(b, _)| *b != a) {
            for turn in 0..12 {
                let seed = turn * 100 + (a * 4 + b) as u64;
                let mut pair = [computer(Level::Hard, seed * 2), computer(Level::Hard, seed * 2 + 1)];
                let result = play(Terms::usual([one, other]), &mut pair, seed);
                won[[a, b][result.winner]] += 1;
                outcome += 1;
            }
        }
    }
    for count in won {
        let share = count * 100 / (outcome / 2);
        assert!((28..=72).contains(&share), "{won:?} of {outcome}");
    }
}
