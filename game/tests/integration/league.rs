//! Matches between computer players without a picture: the higher level wins more often, rounds are neither short nor long,
//! and nobody wins by standing still.

use keitai::controls::Controls;
use tin_sumo::ai::{Ai, Level};
use tin_sumo::bout::{Bout, BoutEvent};
use tin_sumo::referee::Verdict;
use tin_sumo::rules::{Robot, SECOND, time};

/// Result of a bout.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Played {
    winner: usize,
    /// Ticks and decision of every round.
    rounds: Vec<(u32, Verdict)>,
    pushes: u32,
}

fn play(robots: [Robot; 2], levels: [Level; 2], seed: u64) -> Played {
    let mut bout = Bout::new(robots, seed);
    let mut computers = [0, 1].map(|index: usize| Ai::new(levels[index], seed * 2 + index as u64));
    let mut played = Played { winner: 0, rounds: Vec::new(), pushes: 0 };
    let mut ticks = 0;
    loop {
        let controls: [Controls; 2] = [0, 1].map(|index: usize| computers[index].controls(&bout, index));
        bout.step(&controls);
        ticks += u32::from(bout.is_fought());
        for event in &bout.events {
            match event {
                BoutEvent::Fight => ticks = 0,
                BoutEvent::Hit(_) => played.pushes += 1,
                BoutEvent::Over(verdict) => played.rounds.push((ticks, *verdict)),
                _ => {}
            }
        }
        if let Some(winner) = bout.winner() {
            played.winner = winner;
            return played;
        }
        assert!(played.rounds.len() <= 3, "{played:?}");
    }
}

/// Plays every robot against every other, on both sides, `turns` times. Returns the wins of the first level and all results.
fn league(levels: [Level; 2], turns: u64) -> (usize, Vec<Played>) {
    let mut won = 0;
    let mut all = Vec::new();
    for (first, one) in Robot::ALL.into_iter().enumerate() {
        for (second, other) in Robot::ALL.into_iter().enumerate() {
            for turn in 0..turns {
                let seed = turn * 16 + first as u64 * 4 + second as u64 + 1;
                let swap = turn % 2 == 1;
                let played = if swap {
                    play([other, one], [levels[1], levels[0]], seed)
                } else {
                    play([one, other], levels, seed)
                };
                won += usize::from(played.winner == usize::from(swap));
                all.push(played);
            }
        }
    }
    (won, all)
}

#[test]
fn the_better_player_wins_more_often() {
    for (levels, least) in
        [([Level::Fair, Level::Easy], 65), ([Level::Hard, Level::Fair], 65), ([Level::Hard, Level::Easy], 80)]
    {
        let (won, all) = league(levels, 4);
        let share = won * 100 / all.len();
        println!("{:?} wins {won} of {} against {:?}", levels[0], all.len(), levels[1]);
        assert!(share >= least, "{levels:?}: {share} per cent, expected at least {least}");
    }
}

#[test]
fn rounds_have_a_usual_length() {
    let mut seconds = Vec::new();
    let (mut by_time, mut pushes) = (0, 0);
    for one in Level::ALL {
        for other in Level::ALL {
            let (_, all) = league([one, other], 2);
            for played in all {
                pushes += played.pushes;
                for (ticks, verdict) in played.rounds {
                    by_time += u32::from(verdict.time);
                    seconds.push(ticks / SECOND);
                }
            }
        }
    }
    seconds.sort_unstable();
    let count = seconds.len();
    let at = |percent: usize| seconds[(count - 1) * percent / 100];
    println!(
        "{count} rounds: {} s to {} s; a tenth below {} s, a quarter below {}, half below {}, a quarter above {}, a tenth above {}; {by_time} by time; {} pushes a round",
        at(0),
        at(100),
        at(10),
        at(25),
        at(50),
        at(75),
        at(90),
        pushes as usize / count
    );
    assert!(at(100) < 60, "a round took {} s", at(100));
    assert!(at(10) >= 8, "a tenth of the rounds are shorter than {} s", at(10));
    assert!((20..=40).contains(&at(50)), "half of the rounds are shorter than {} s", at(50));
    assert!(by_time * 20 < count as u32, "{by_time} of {count} rounds were decided by time");
}

#[test]
fn each_robot_wins_its_share() {
    let mut won = [0; 4];
    let mut played = 0;
    for (a, one) in Robot::ALL.into_iter().enumerate() {
        for (b, other) in Robot::ALL.into_iter().enumerate().filter(|(b, _)| *b != a) {
            for turn in 0..10 {
                let result = play([one, other], [Level::Hard; 2], turn * 100 + (a * 4 + b) as u64);
                won[[a, b][result.winner]] += 1;
                played += 1;
            }
        }
    }
    println!("won by {:?}: {won:?} of {played}", Robot::ALL);
    for count in won {
        let share = count * 100 / (played / 2);
        assert!((30..=70).contains(&share), "{won:?} of {played}");
    }
}

#[test]
fn a_bout_without_moves_ends() {
    let mut bout = Bout::new([Robot::Tin; 2], 7);
    let mut verdicts = Vec::new();
    for _ in 0..4 * (time::READY + time::ROUND + time::OVER) {
        bout.step(&[Controls::IDLE; 2]);
        verdicts.extend(
            bout.events.iter().filter_map(|event| if let BoutEvent::Over(v) = event { Some(*v) } else { None }),
        );
    }
    assert!(bout.winner().is_some() && !verdicts.is_empty(), "{verdicts:?}");
}

#[test]
fn the_same_seed_plays_the_same_bout() {
    let robots = [Robot::Sprout, Robot::Boiler];
    let levels = [Level::Hard, Level::Fair];
    assert_eq!(play(robots, levels, 5), play(robots, levels, 5));
    assert_ne!(play(robots, levels, 5).rounds, play(robots, levels, 6).rounds);
}
