//! The computer player. It sees the bout and gives controls like a person; it has no other influence.
//!
//! Every few ticks it looks at both fighters and makes a plan, which it carries out in between. Levels differ in how often it
//! looks, how often it notices an attack, and how well it manages its spring and the edge. Its random numbers have a seed of
//! their own, so the same bout is played the same way.

use keitai::Random;
use keitai::controls::{Button, Buttons, Controls, Stick};
use keitai::hecs::World;

use crate::bout::Moment;
use crate::fighter::{Fighter, State};
use crate::rules::{SECOND, UNIT, dash, shove, tray};
use keitai::ground::{self, GroundVector};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Level {
    #[default]
    Easy,
    Fair,
    Keen,
    Hard,
}

impl Level {
    pub const ALL: [Self; 4] = [Self::Easy, Self::Fair, Self::Keen, Self::Hard];

    pub fn title(self) -> &'static str {
        self.about()[0]
    }

    pub fn remark(self) -> &'static str {
        self.about()[1]
    }

    fn about(self) -> [&'static str; 2] {
        match self {
            Self::Easy => ["EASY", "FOR A FIRST BOUT"],
            Self::Fair => ["FAIR", "KNOWS THE MOVES"],
            Self::Keen => ["KEEN", "LOVES TO WIN"],
            Self::Hard => ["HARD", "MAKES FEW MISTAKES"],
        }
    }

    fn skill(self) -> Skill {
        let [look, notice, strike, dash, winds_at, wound_at, flank, aim, aside, pass, rush] = match self {
            Self::Easy => [21, 5, 90, 8, 10, 40, 38, 100, 30, 60, 100],
            Self::Fair => [14, 27, 56, 19, 24, 70, 7, 260, 31, 60, 90],
            Self::Keen => [7, 65, 80, 35, 26, 68, 40, 160, 16, 0, 0],
            Self::Hard => [6, 83, 92, 42, 30, 75, 0, 43, 0, 0, 0],
        };
        let [winds_at, wound_at] = [winds_at, wound_at].map(|share| share as i32);
        Skill { look, notice, strike, dash, winds_at, wound_at, flank, aim, aside, pass, rush }
    }
}

/// Settings of a level: ticks, per cent, and angles.
#[derive(Debug, Clone, Copy)]
struct Skill {
    /// Ticks between two looks.
    look: u32,
    /// Share of attacks that it notices.
    notice: u32,
    /// Share of chances for a shove that it takes.
    strike: u32,
    /// Share of chances for a dash that it takes.
    dash: u32,
    /// Shares of the spring below which it winds, and at which it stops.
    winds_at: i32,
    wound_at: i32,
    /// Share of approaches that go round the other.
    flank: u32,
    /// Largest distance beside the other at which it aims a walk, in 80/4096 of a unit.
    aim: u32,
    /// Share of dashes that it steps aside from instead of bracing.
    aside: u32,
    /// Share of looks at a braced opponent in which it goes round it.
    pass: u32,
    /// Share of looks at a winding opponent in which it walks straight at it, without a dash.
    rush: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plan {
    Wait,
    /// Walk to a place.
    Go(GroundVector),
    /// Walk in and shove.
    Shove,
    Dash,
    Brace,
    Wind,
}

/// A computer player: a component of its robot.
#[derive(Debug, Clone)]
pub struct Ai {
    level: Level,
    random: Random,
    plan: Plan,
    /// Ticks until the next look.
    rest: u32,
    /// Ticks played in this round.
    played: u32,
    held: Buttons,
}

/// Ticks at the start of a round without a dash. The fighters start a dash apart, and a round should be more than a shove
/// and a dash after it.
const OPENING: u32 = 6 * SECOND;

impl Ai {
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, random: Random::new(seed), plan: Plan::Wait, rest: 10, played: 0, held: Buttons::NONE }
    }

    /// Returns the controls of fighter `side` for the next tick.
    pub fn controls(&mut self, now: &Moment, side: usize) -> Controls {
        if !now.referee.is_fought() {
            (self.held, self.played) = (Buttons::NONE, 0);
            let slow = 2 * self.level.skill().look;
            (self.plan, self.rest) = (Plan::Wait, slow + self.random.below(slow));
            return Controls::IDLE;
        }
        if now.ring.stop.left() == 0 {
            self.rest = self.rest.saturating_sub(1);
            self.played += 1;
        }
        let (me, foe) = (&now.fighters[side], &now.fighters[1 - side]);
        if self.rest == 0 {
            let skill = self.level.skill();
            self.plan = self.look(me, foe, now.referee.ticks_to_stroke(), &skill);
            self.rest = skill.look + self.random.below(skill.look / 2 + 1);
        }
        let (held, left) = self.carry_out(me, foe);
        let pressed = Buttons(held.0 & !self.held.0);
        self.held = held;
        Controls { held, pressed, left, right: Stick::CENTRE }
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.random.below(100) < percent
    }

    /// Returns the plan for the next ticks. `stroke` is the time until the tray is struck.
    fn look(&mut self, me: &Fighter, foe: &Fighter, stroke: Option<u32>, skill: &Skill) -> Plan {
        let to = ground::difference(me.at, foe.at);
        let far = ground::length(to);
        let off_axis = ground::turn(me.facing, ground::angle(to)).abs();
        let full = me.robot.full_spring();
        let spring = 100 * me.spring / full;
        let harmless = matches!(foe.state, State::Stagger(_) | State::Wind | State::Skid);

        let coming = match foe.state {
            State::Dash | State::Crouch => far < 330 * UNIT,
            State::Shove => far < shove::REACH + 30 * UNIT && foe.since < shove::STRIKE,
            _ => false,
        };
        if stroke.is_some_and(|ticks| ticks <= skill.look + 4)
            && me.out() > tray::BALES / 2
            && self.happens(skill.notice)
        {
            return Plan::Brace;
        }
        if coming && spring > 6 && self.happens(skill.notice) {
            // Moves out of the way of a dash if there is room, or else braces.
            return if foe.state != State::Shove && self.happens(skill.aside) {
                step_aside(me, foe)
            } else {
                Plan::Brace
            };
        }
        if foe.state == State::Brace && far < 260 * UNIT && skill.pass > 0 && self.happens(skill.pass) {
            return go_around(me, foe);
        }
        let reaches = far <= shove::REACH - 8 * UNIT && off_axis <= shove::WIDTH && !me.is_slack();
        if foe.state == State::Wind && !me.is_slack() && skill.rush > 0 && self.happens(skill.rush) {
            return if reaches { Plan::Shove } else { Plan::Go(foe.at) };
        }
        let keeps_winding = self.plan == Plan::Wind && spring < skill.wound_at && (far > 190 * UNIT || spring < 12);
        if keeps_winding || (spring < skill.winds_at && (far > 200 * UNIT || me.is_slack())) {
            return Plan::Wind;
        }
        if reaches {
            if self.happens(skill.strike) {
                return Plan::Shove;
            }
            return if self.happens(40) { Plan::Brace } else { Plan::Wait };
        }
        let line = (180 * UNIT..360 * UNIT).contains(&far) && off_axis < 300;
        // A dash that misses ends where it leads to.
        let safe = ground::component(foe.at, to) < tray::BALES - if self.level == Level::Easy { 0 } else { 40 * UNIT };
        let bold = self.played > OPENING && (harmless || self.happens(skill.dash));
        if line && safe && me.spring >= dash::COST + shove::COST && bold {
            return Plan::Dash;
        }
        let rim = me.out() > tray::BALES - 60 * UNIT;
        if rim && self.level != Level::Easy && me.out() > foe.out() {
            return go_around(me, foe);
        }
        if !harmless && self.happens(skill.flank) {
            return go_around(me, foe);
        }
        let error =
            ground::vector(ground::angle(to) + 1024, self.random.between(-(skill.aim as i32), skill.aim as i32) * 80);
        Plan::Go(ground::sum(foe.at, error))
    }

    fn carry_out(&mut self, me: &Fighter, foe: &Fighter) -> (Buttons, Stick) {
        let towards = |to: GroundVector| stick(ground::angle(ground::difference(me.at, to)));
        // A button must be released before it can be pressed again.
        let tap = |button: Button, held: Buttons| if held.has(button) { Buttons::NONE } else { button.into() };
        match self.plan {
            Plan::Wait => (Buttons::NONE, Stick::CENTRE),
            Plan::Go(place) if ground::length(ground::difference(me.at, place)) < 12 * UNIT => {
                (Buttons::NONE, towards(foe.at))
            }
            Plan::Go(place) => (Buttons::NONE, towards(place)),
            Plan::Shove if me.state == State::Shove => (Buttons::NONE, towards(foe.at)),
            Plan::Shove => (tap(Button::A, self.held), towards(foe.at)),
            Plan::Dash if matches!(me.state, State::Crouch | State::Dash) => (Buttons::NONE, towards(foe.at)),
            Plan::Dash => (tap(Button::X, self.held), towards(foe.at)),
            Plan::Brace => (Button::B.into(), Stick::CENTRE),
            Plan::Wind => (Button::Y.into(), Stick::CENTRE),
        }
    }
}

/// Returns the controls of both fighters in the next tick: those of people, and in their place those of computer players.
pub fn think(world: &mut World, now: &Moment, mut controls: [Controls; 2]) -> [Controls; 2] {
    for (fighter, ai) in world.query_mut::<(&Fighter, &mut Ai)>() {
        controls[fighter.side] = ai.controls(now, fighter.side);
    }
    controls
}

/// Returns a stick at full deflection in a direction.
fn stick(angle: i32) -> Stick {
    let [x, y] = ground::vector(angle, Stick::FULL.into()).map(|c| c as i8);
    Stick { x, y }
}

/// Returns the plan to go round the other, on the side nearer to the centre.
fn go_around(me: &Fighter, foe: &Fighter) -> Plan {
    Plan::Go(beside(foe.at, ground::angle(ground::difference(foe.at, me.at)), 700, 150))
}

/// Returns the plan to step aside, towards the centre.
fn step_aside(me: &Fighter, foe: &Fighter) -> Plan {
    Plan::Go(beside(me.at, ground::angle(ground::difference(foe.at, me.at)), 1024, 140))
}

/// Returns the place nearer to the centre of the two that lie `far` units from another one, in a direction turned to either side.
fn beside(at: GroundVector, direction: i32, turn: i32, far: i32) -> GroundVector {
    let [left, right] = [turn, -turn].map(|turn| ground::sum(at, ground::vector(direction + turn, far * UNIT)));
    if ground::length(left) < ground::length(right) { left } else { right }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::bout::{Bout, Terms};
    use crate::fighter::direction;
    use crate::robots::Robot;

    #[test]
    fn a_stick_points_in_its_direction() {
        for angle in [0, 700, 1024, 2048, 3000] {
            let (result, far) = direction(&Controls { left: stick(angle), ..Controls::IDLE }).unwrap();
            assert!(ground::turn(angle, result).abs() < 16 && far > 124, "{angle}: {result} {far}");
        }
    }

    #[test]
    fn a_press_is_one_press() {
        let mut computer = Ai::new(Level::Hard, 3);
        let mut world = World::new();
        let mut bout = Bout::spawn(&mut world, Terms::usual([Robot::Tin, Robot::Kabuto]), 1);
        let mut last = Buttons::NONE;
        for _ in 0..900 {
            let controls = computer.controls(&bout.now, 0);
            assert_eq!(controls.pressed.0, controls.held.0 & !last.0);
            last = controls.held;
            bout.tick(&mut world, &[controls, Controls::IDLE]);
        }
        assert!(bout.now.referee.wins[0] > 0, "an idle robot is no match: {:?}", bout.now.referee);
    }
}
