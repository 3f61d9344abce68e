//! A bout in a world: components, and what happens in a tick.
//!
//! Both robots have a [`Fighter`]. The tray has the [`Ring`] and the [`Referee`].

use keitai::controls::Controls;
use keitai::ground::GroundVector;
use keitai::hecs::{Entity, World};
use keitai::impact::HitStop;
use keitai::{Random, ground};

use crate::collision::{Hit, collide};
use crate::fighter::{Fighter, FighterEvent, State};
use crate::referee::{Call, Referee};
use crate::robots::Robot;
use crate::rules::{UNIT, fall, time};
use crate::trays::{Ground, Tray};

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoutEvent {
    /// An event of the left (0) or the right (1) fighter.
    Fighter(usize, FighterEvent),
    Hit(Hit),
    Call(Call),
}

/// Component of the tray: the ground and what has happened on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ring {
    pub tray: Tray,
    /// Slope of the tray, 1/4096, pointing downhill.
    pub tilt: GroundVector,
    /// Ticks of hit-stop left, in which nobody moves.
    pub stop: HitStop,
    /// Events of the last tick.
    pub events: Vec<BoutEvent>,
    random: Random,
}

/// The state after a tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    pub ring: Ring,
    pub referee: Referee,
    /// The left and the right fighter.
    pub fighters: [Fighter; 2],
}

impl Moment {
    /// Returns whether the fall of a fighter is in slow motion.
    pub fn is_slow(&self) -> bool {
        self.fighters.iter().any(|fighter| !fighter.stands() && fighter.since <= fall::SLOW)
    }

    pub fn ground(&self) -> Ground {
        let since = if self.referee.is_fought() { self.referee.since } else { 0 };
        self.ring.tray.ground(self.ring.tilt, since)
    }

    /// Plays a tick.
    fn step(&mut self, controls: &[Controls; 2]) {
        self.ring.events.clear();
        if self.ring.stop.tick() {
            return;
        }
        let (ground, is_fought) = (self.ground(), self.referee.is_fought());
        let [left, right] = &mut self.fighters;
        let place = left.at;
        let [one, other] = if is_fought { controls } else { &[Controls::IDLE; 2] };
        left.step(one, right.at, &ground);
        right.step(other, place, &ground);
        let weight = |fighter: &Fighter| if fighter.stands() { fighter.robot.strengths().weight } else { 0 };
        let bodies = self.fighters.each_ref().map(|fighter| (weight(fighter), fighter.at));
        self.ring.tilt = self.ring.tray.tilted(self.ring.tilt, &bodies);
        if is_fought {
            self.push(&ground);
        }
        for fighter in &mut self.fighters {
            self.ring.events.extend(fighter.events.drain(..).map(|event| BoutEvent::Fighter(fighter.side, event)));
        }
        self.judge();
    }

    /// Pushes land, and bodies that overlap move apart.
    fn push(&mut self, ground: &Ground) {
        for hit in collide(self.fighters.each_mut(), ground) {
            self.ring.stop.start(hit.stop);
            self.referee.pushes[hit.by] += 1;
            self.ring.events.push(BoutEvent::Hit(hit));
        }
    }

    /// The referee keeps time and decides. Its call sets up the next round, shakes the tray or ends the round.
    fn judge(&mut self) {
        let places = self.fighters.each_ref().map(|fighter| (fighter.stands(), fighter.out()));
        let Some(call) = self.referee.step(places, || self.ring.random.below(2) as usize) else { return };
        self.ring.events.push(BoutEvent::Call(call));
        if call == Call::Round {
            self.ring.tilt = [0, 0];
        }
        let places = self.fighters.each_ref().map(|fighter| fighter.at);
        for fighter in &mut self.fighters {
            match call {
                Call::Round => *fighter = Fighter::at_start(fighter.side, fighter.robot),
                Call::Stroke(number) if fighter.stands() => strike(fighter, places[1 - fighter.side], number),
                Call::Over(verdict) if fighter.stands() => {
                    fighter.enter(if fighter.side == verdict.winner { State::Cheer } else { State::Sulk });
                }
                _ => {}
            }
        }
    }
}

#[derive(Debug)]
pub struct Bout {
    pub tray: Entity,
    pub robots: [Entity; 2],
    /// The state after the last tick.
    pub now: Moment,
}

impl Bout {
    /// Gives a tray and two robots the components of a bout before its first round.
    pub fn begin(world: &mut World, [tray, left, right]: [Entity; 3], terms: Terms, seed: u64) -> Self {
        let (stop, events) = (HitStop::default(), vec![BoutEvent::Call(Call::Round)]);
        let ring = Ring { tray: terms.tray, tilt: [0, 0], stop, events, random: Random::new(seed) };
        let (referee, fighters) =
            (Referee::new(terms.wins), [0, 1].map(|side: usize| Fighter::at_start(side, terms.robots[side])));
        let mut bout = Self { tray, robots: [left, right], now: Moment { ring, referee, fighters } };
        bout.set(world, bout.now.clone());
        bout
    }

    /// Begins a bout in a world without a stage.
    pub fn spawn(world: &mut World, terms: Terms, seed: u64) -> Self {
        let entities = [(); 3].map(|()| world.spawn(()));
        Self::begin(world, entities, terms, seed)
    }

    /// Sets the components to another state of the same bout.
    pub fn set(&mut self, world: &mut World, moment: Moment) {
        self.now = moment;
        let Moment { ring, referee, fighters } = &self.now;
        // Fails only for entities that the game has removed.
        let _ = world.insert(self.tray, (ring.clone(), referee.clone()));
        for (robot, fighter) in self.robots.into_iter().zip(fighters) {
            let _ = world.insert_one(robot, fighter.clone());
        }
    }

    pub fn tick(&mut self, world: &mut World, controls: &[Controls; 2]) {
        if let Some(mut now) = moment(world) {
            now.step(controls);
            self.set(world, now);
        }
    }
}

/// Returns the state of the bout in a world, if there is one.
pub fn moment(world: &mut World) -> Option<Moment> {
    let mut fighters: Vec<Fighter> = world.query_mut::<&Fighter>().into_iter().cloned().collect();
    fighters.sort_by_key(|fighter| fighter.side);
    let (ring, referee) = world.query_mut::<(&Ring, &Referee)>().into_iter().next()?;
    Some(Moment { ring: ring.clone(), referee: referee.clone(), fighters: fighters.try_into().ok()? })
}

/// A stroke on the tray throws a fighter outwards. At the very centre that is away from the other.
fn strike(fighter: &mut Fighter, other: GroundVector, number: i32) {
    let outwards = if fighter.at == [0, 0] { ground::difference(other, [0, 0]) } else { fighter.at };
    let planted = if fighter.state == State::Brace { 50 } else { 100 };
    let speed = (time::STROKE[0] + time::STROKE[1] * number) * planted / 100;
    fighter.slide = ground::sum(fighter.slide, ground::with_length(outwards, speed));
    fighter.spring = (fighter.spring - time::LOSS).max(0);
}

/// Returns a line about a tick for scripts that play, after `tin-sumo --trace`: the name of the screen, the ticks until the tray is
/// struck; for the left and the right fighter x, z, direction, spring, state and the ticks in that state; and the rounds that both have
/// won: `fight 510 -120 0 1024 100 Free 3 120 0 3072 98 Wind 12 0 1`. Places are in model units, directions have
/// 4096 per turn, springs are per cent.
pub(crate) fn trace_line(screen: &str, now: &Moment) -> String {
    let stroke = now.referee.ticks_to_stroke().unwrap_or(u32::MAX);
    let [left, right] = now.fighters.each_ref().map(words);
    let [won, lost] = now.referee.wins;
    format!("{screen} {stroke} {left} {right} {won} {lost}")
}

fn words(fighter: &Fighter) -> String {
    let [x, z] = fighter.at.map(|c| c / UNIT);
    let spring = 100 * fighter.spring / fighter.robot.full_spring();
    let state = format!("{:?}", fighter.state);
    // The length of a stagger is left out.
    let state = state.split('(').next().unwrap_or_default();
    format!("{x} {z} {} {spring} {state} {}", fighter.facing, fighter.since)
}

#[cfg(test)]
mod tests {
    use keitai::hecs::World;

    use super::*;

    #[test]
    fn a_line_has_the_same_words_in_every_bout() {
        let mut now = Bout::spawn(&mut World::new(), Terms::usual([Robot::Tin, Robot::Kabuto]), 1).now;
        now.fighters[1].enter(State::Stagger(12));
        now.fighters[1].spring /= 2;
        now.referee.wins = [0, 1];
        let expected = format!("fight {} -120 0 1024 100 Free 0 120 0 3072 50 Stagger 0 0 1", u32::MAX);
        assert_eq!(trace_line("fight", &now), expected);
    }
}
