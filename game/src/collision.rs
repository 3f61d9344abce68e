//! Collisions of the two fighters: which push lands, how far it throws, and bodies that overlap.
//!
//! A push sets a speed that friction reduces. The speed depends on the power of one fighter and the weight of the other, on
//! the side of the push, and on the state of the other.

use crate::fighter::{Fighter, State};
use crate::rules::{brace, dash, push, shove, tray, wind};
use crate::trays::Ground;
use keitai::ground::{self, GroundVector};

/// The side of a push, as its target sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The target faces the pusher.
    Front,
    /// The pusher stands to the left or the right.
    Flank,
    /// The target faces away.
    Back,
}

/// The target's answer to a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The target does nothing against the push.
    Open,
    Braced,
    /// The target pushes in the same tick.
    Evenly,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    pub by: usize,
    pub dash: bool,
    pub side: Side,
    pub answer: Answer,
    /// The speed that the target gets.
    pub speed: i32,
    pub at: GroundVector,
    /// Ticks of hit-stop.
    pub stop: u32,
}

/// Lets the fighters collide, and returns the pushes that have landed.
pub fn collide(mut fighters: [&mut Fighter; 2], ground: &Ground) -> Vec<Hit> {
    let fighters = &mut fighters;
    if !fighters.iter().all(|fighter| fighter.stands()) {
        return Vec::new();
    }
    let hits = match [reaches(fighters[0], fighters[1]), reaches(fighters[1], fighters[0])] {
        // Both pushes land: both fighters fly back.
        [Some(a), Some(b)] => [(0, a), (1, b)].map(|(by, dash)| land(fighters, by, dash, Answer::Evenly)).into(),
        [Some(dash), None] => vec![land_alone(fighters, 0, dash)],
        [None, Some(dash)] => vec![land_alone(fighters, 1, dash)],
        [None, None] => Vec::new(),
    };
    keep_apart(fighters, ground);
    fighters.iter_mut().for_each(|fighter| fighter.check_edge(ground));
    hits
}

/// Returns whether `one` hits `other` in this tick; `Some(true)` is a dash.
fn reaches(one: &Fighter, other: &Fighter) -> Option<bool> {
    let to = ground::difference(one.at, other.at);
    let aside = ground::turn(one.facing, ground::angle(to)).abs();
    let far = ground::length(to);
    if one.strikes() && far <= shove::REACH && aside <= shove::WIDTH {
        return Some(false);
    }
    let touching = far <= 2 * tray::BODY + one.pace.max(0);
    (one.state == State::Dash && !one.landed && touching && aside <= 1024).then_some(true)
}

fn land_alone(fighters: &mut [&mut Fighter; 2], by: usize, dash: bool) -> Hit {
    let side = side(fighters[by], fighters[1 - by]);
    let braced = fighters[1 - by].state == State::Brace && side != Side::Back;
    land(fighters, by, dash, if braced { Answer::Braced } else { Answer::Open })
}

fn land(fighters: &mut [&mut Fighter; 2], by: usize, dash: bool, answer: Answer) -> Hit {
    let hit = measure(fighters, by, dash, answer);
    give(fighters, &hit);
    hit
}

/// Returns the side of a push by `one`, as `other` sees it.
pub fn side(one: &Fighter, other: &Fighter) -> Side {
    let from = ground::angle(ground::difference(other.at, one.at));
    match ground::turn(other.facing, from).abs() {
        angle if angle <= push::ANGLES[0] => Side::Front,
        angle if angle <= push::ANGLES[1] => Side::Flank,
        _ => Side::Back,
    }
}

fn measure(fighters: &[&mut Fighter; 2], by: usize, dash: bool, answer: Answer) -> Hit {
    let (one, other) = (&*fighters[by], &*fighters[1 - by]);
    let side = side(one, other);
    let mut speed = if dash { dash::PUSH } else { shove::PUSH };
    speed = speed * one.robot.strengths().power / other.robot.strengths().weight;
    let mut share = |percent: i32| speed = speed * percent / 100;
    if !dash && one.weak {
        share(shove::SLACK);
    }
    match side {
        Side::Front => {}
        Side::Flank => share(push::SIDE),
        Side::Back => share(push::BACK),
    }
    match (answer, side) {
        (Answer::Braced, Side::Front) => share(brace::FELT[0]),
        (Answer::Braced, _) => share(brace::FELT[1]),
        (Answer::Evenly, _) => share(70),
        (Answer::Open, _) if other.state == State::Wind => share(wind::FELT),
        // A dash into an outstretched shove adds its own speed.
        (Answer::Open, _) if other.state == State::Dash => share(125),
        (Answer::Open, _) => {}
    }
    let stop = match (answer, dash) {
        (Answer::Evenly, _) => push::STOP[3],
        (Answer::Braced, _) => push::STOP[2],
        (Answer::Open, true) => push::STOP[1],
        (Answer::Open, false) => push::STOP[0],
    };
    let middle = ground::percent(ground::difference(one.at, other.at), 50);
    Hit { by, dash, side, answer, speed, at: ground::sum(one.at, middle), stop }
}

fn give(fighters: &mut [&mut Fighter; 2], hit: &Hit) {
    let way = ground::difference(fighters[hit.by].at, fighters[1 - hit.by].at);
    let weights = [0, 1].map(|index: usize| fighters[index].robot.strengths().weight);
    let recoil = push::RECOIL[usize::from(hit.answer == Answer::Braced)];
    let full = if hit.dash { dash::PUSH } else { shove::PUSH };
    let back = full * recoil / 100 * weights[1 - hit.by] / weights[hit.by];

    let other = &mut *fighters[1 - hit.by];
    other.slide = ground::sum(ground::percent(other.slide, 40), ground::with_length(way, hit.speed));
    other.pace = 0;
    let ticks = push::STAGGER[0] + push::STAGGER[1] * (hit.speed / crate::rules::UNIT) as u32;
    match hit.answer {
        Answer::Braced => other.spring = (other.spring - brace::COST[1]).max(0),
        _ => other.enter(State::Stagger(ticks)),
    }

    let one = &mut *fighters[hit.by];
    match (hit.answer, hit.dash) {
        (Answer::Evenly, _) => {}
        (Answer::Braced, true) => {
            one.slide = ground::with_length(way, -back);
            one.pace = 0;
            one.enter(State::Stagger(26));
        }
        (_, true) => {
            one.pace /= 4;
            one.enter(State::Skid);
        }
        (_, false) => {
            one.slide = ground::sum(one.slide, ground::with_length(way, -back / 2));
            one.pace = 0;
            one.landed = true;
        }
    }
}

/// Separates bodies that overlap. The fighter who leans in with more weight and power moves less. Straw that is still firm
/// stops a body that is pressed outwards.
fn keep_apart(fighters: &mut [&mut Fighter; 2], ground: &Ground) {
    let way = ground::difference(fighters[0].at, fighters[1].at);
    let missing = 2 * tray::BODY - ground::length(way);
    if missing <= 0 {
        return;
    }
    // Two fighters at the same point separate along x.
    let way = if way == [0, 0] { [1, 0] } else { way };
    let firmness = [0, 1].map(|index: usize| {
        let fighter = &*fighters[index];
        let lean = ground::component(ground::vector(fighter.facing, fighter.pace), way).abs() / crate::rules::UNIT;
        let strengths = fighter.robot.strengths();
        let planted = if fighter.state == State::Brace { 3 } else { 1 };
        i64::from((strengths.weight + strengths.power * lean / 4) * planted)
    });
    let all = firmness[0] + firmness[1];
    for (index, sign) in [(0, -1), (1, 1)] {
        let share = i64::from(missing) * firmness[1 - index] / all;
        let by = ground::with_length(way, share as i32).map(|c| c * sign);
        let fighter = &mut *fighters[index];
        let bound = fighter.out().max(tray::BALES);
        fighter.at = ground::sum(fighter.at, by);
        if fighter.out() > bound && ground.hold > tray::FIRM {
            fighter.at = ground::with_length(fighter.at, bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::Robot;
    use crate::rules::UNIT;
    use crate::trays::Tray;

    fn sand() -> Ground {
        Tray::Tin.ground([0, 0], u32::MAX)
    }

    /// Two fighters that face each other `apart` units from centre to centre; the first is about to strike.
    fn pair(robots: [Robot; 2], apart: i32) -> [Fighter; 2] {
        let mut one = Fighter::new(robots[0], [0, 0], 1024);
        one.state = State::Shove;
        one.since = shove::STRIKE;
        [one, Fighter::new(robots[1], [apart * UNIT, 0], 3072)]
    }

    fn one_hit(fighters: &mut [Fighter; 2]) -> Option<Hit> {
        let mut hits = collide(fighters.each_mut(), &sand());
        assert!(hits.len() < 2, "{hits:?}");
        hits.pop()
    }

    #[test]
    fn a_shove_has_a_reach_and_lands_once() {
        assert!(one_hit(&mut pair([Robot::Tin; 2], 172)).is_some());
        assert!(one_hit(&mut pair([Robot::Tin; 2], 173)).is_none());
        let mut aside = pair([Robot::Tin; 2], 150);
        aside[0].facing = 1024 + shove::WIDTH + 1;
        assert!(one_hit(&mut aside).is_none());
        let mut fighters = pair([Robot::Tin; 2], 150);
        assert!(one_hit(&mut fighters).is_some());
        assert!(one_hit(&mut fighters).is_none());
    }

    #[test]
    fn weight_power_and_side_decide() {
        let speed = |robots| one_hit(&mut pair(robots, 150)).unwrap().speed;
        assert_eq!(speed([Robot::Tin, Robot::Tin]), shove::PUSH);
        assert_eq!(speed([Robot::Tin, Robot::Boiler]), shove::PUSH * 100 / 115);
        assert_eq!(speed([Robot::Kabuto, Robot::Sprout]), shove::PUSH * 111 / 93);

        let from = |facing: i32| {
            let mut fighters = pair([Robot::Tin; 2], 150);
            fighters[1].facing = facing;
            let hit = one_hit(&mut fighters).unwrap();
            (hit.side, (hit.speed * 100 + shove::PUSH / 2) / shove::PUSH)
        };
        assert_eq!(from(3072), (Side::Front, 100));
        assert_eq!(from(2048), (Side::Flank, 125));
        assert_eq!(from(1024), (Side::Back, 155));
    }

    #[test]
    fn a_shove_with_a_slack_spring_is_weak() {
        let mut fighters = pair([Robot::Tin; 2], 150);
        fighters[0].weak = true;
        assert_eq!(one_hit(&mut fighters).unwrap().speed, shove::PUSH * shove::SLACK / 100);
    }

    #[test]
    fn bracing_stops_a_shove_and_throws_a_dash_back() {
        let mut fighters = pair([Robot::Tin; 2], 150);
        fighters[1].state = State::Brace;
        let hit = one_hit(&mut fighters).unwrap();
        assert_eq!((hit.answer, hit.speed), (Answer::Braced, shove::PUSH * 34 / 100));
        assert_eq!(fighters[1].state, State::Brace);

        let mut fighters = pair([Robot::Tin; 2], 120);
        (fighters[0].state, fighters[1].state) = (State::Dash, State::Brace);
        let hit = one_hit(&mut fighters).unwrap();
        assert!(hit.dash && hit.answer == Answer::Braced);
        assert!(matches!(fighters[0].state, State::Stagger(_)) && fighters[0].slide[0] < -7 * UNIT);
        assert!(fighters[1].slide[0] < 6 * UNIT);

        let mut fighters = pair([Robot::Tin; 2], 150);
        (fighters[1].state, fighters[1].facing) = (State::Brace, 1024);
        assert_eq!(one_hit(&mut fighters).unwrap().answer, Answer::Open, "from behind");
    }

    #[test]
    fn two_pushes_at_once_throw_both_back() {
        let mut fighters = pair([Robot::Tin; 2], 150);
        (fighters[1].state, fighters[1].since) = (State::Shove, shove::STRIKE);
        let hits = collide(fighters.each_mut(), &sand());
        assert!(hits.len() == 2 && hits.iter().all(|hit| hit.answer == Answer::Evenly));
        assert_eq!(fighters[0].slide[0], -fighters[1].slide[0]);
    }

    #[test]
    fn bodies_separate_and_the_heavier_one_moves_less() {
        let mut fighters = [Fighter::new(Robot::Boiler, [0, 0], 0), Fighter::new(Robot::Sprout, [104 * UNIT, 0], 0)];
        collide(fighters.each_mut(), &sand());
        let [boiler, sprout] = [-fighters[0].at[0], fighters[1].at[0] - 104 * UNIT];
        assert!(boiler > 0 && sprout > boiler, "{boiler} {sprout}");
        assert!((fighters[1].at[0] - fighters[0].at[0]).abs_diff(2 * tray::BODY) <= 2);
        let mut same = [0, 1].map(|_| Fighter::new(Robot::Tin, [0, 0], 0));
        collide(same.each_mut(), &sand());
        assert!(same[0].at != same[1].at);
    }
}
