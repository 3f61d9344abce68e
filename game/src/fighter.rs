//! One robot: what it does, and what the controls of a tick make of that.
//!
//! A fighter knows its own place, its own spring and where the other stands. What happens when the two meet is for
//! `clash`.

use keitai::controls::{Button, Controls, Stick};

use crate::rules::{Robot, Strengths, UNIT, brace, dash, push, shove, tray, walk, wind};
use keitai::ground::{self, GroundVector};

/// What a fighter is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Nothing, or walking and turning as the stick says.
    Free,
    /// Hands back, hands out, hands down.
    Shove,
    /// Drawn back for a dash.
    Crouch,
    /// Running head first.
    Dash,
    /// Coming to a stand after a dash.
    Skid,
    /// Feet planted.
    Brace,
    /// Winding its own key.
    Wind,
    /// Pushed, for this many ticks.
    Stagger(u32),
    /// Over the bales.
    Off,
    /// Won.
    Cheer,
    /// Lost without falling.
    Sulk,
}

/// A button that was pressed while it could not count, and for how many ticks it will be remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wish {
    button: Button,
    left: u32,
}

/// How long a button is remembered, ticks.
const PATIENCE: u32 = 6;

/// One of the two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fighter {
    /// Which robot it is.
    pub robot: Robot,
    /// Its middle.
    pub at: GroundVector,
    /// Where it looks.
    pub facing: i32,
    /// Its own pace along where it looks; negative is backwards.
    pub pace: i32,
    /// What pushes have left it with.
    pub slide: GroundVector,
    /// Above the tray, once it is off; and the speed of that.
    pub height: [i32; 2],
    /// Turns that its key has left.
    pub spring: i32,
    /// What it does.
    pub state: State,
    /// For how many ticks.
    pub since: u32,
    /// What it does has met the other already.
    pub landed: bool,
    /// It turns on the spot, -1 or 1.
    pub turning: i32,
    wish: Option<Wish>,
}

/// What a fighter did in a tick that is seen or heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Draws back for a dash.
    Crouched,
    /// Begins to run.
    Ran,
    /// Wanted something for which its spring is too weak.
    Clicked,
    /// Stands against the bales.
    Teetered,
    /// Went over the bales.
    Fell,
    /// Came down on the table.
    Landed,
}

impl Fighter {
    /// A fighter at its place, its spring full.
    pub fn new(robot: Robot, at: GroundVector, facing: i32) -> Self {
        Self {
            robot,
            at,
            facing,
            pace: 0,
            slide: [0, 0],
            height: [0, 0],
            spring: robot.full_spring(),
            state: State::Free,
            since: 0,
            landed: false,
            turning: 0,
            wish: None,
        }
    }

    /// What it is good at.
    pub fn strengths(&self) -> Strengths {
        self.robot.strengths()
    }

    /// Does something else from now on.
    pub fn enter(&mut self, state: State) {
        (self.state, self.since, self.landed, self.turning) = (state, 0, false, 0);
    }

    /// Whether it can still win the round.
    pub fn stands(&self) -> bool {
        self.state != State::Off
    }

    /// Whether its spring is too weak to shove.
    pub fn is_slack(&self) -> bool {
        self.spring < shove::COST
    }

    /// How far from the middle of the tray, 1/4096 of a unit.
    pub fn out(&self) -> i32 {
        ground::length(self.at)
    }

    /// Whether its hands are out to push.
    pub fn strikes(&self) -> bool {
        self.state == State::Shove && !self.landed && (shove::STRIKE..shove::SPENT).contains(&self.since)
    }

    /// Lets a tick go by: turns controls into what it does, and moves.
    pub fn step(&mut self, controls: &Controls, foe: GroundVector, deeds: &mut Vec<Deed>) {
        self.since += 1;
        self.remember(controls);
        match self.state {
            State::Free | State::Brace | State::Wind => self.choose(controls, foe, deeds),
            State::Shove => self.shove(foe),
            State::Crouch => self.crouch(controls, foe, deeds),
            State::Dash => self.dash(controls),
            State::Skid => {
                self.pace -= self.pace / 5;
                self.free_after(dash::SKID);
            }
            State::Stagger(length) => {
                self.pace = 0;
                self.free_after(length);
            }
            State::Off | State::Sulk => self.pace -= self.pace / 4,
            State::Cheer => {
                // To whoever watches.
                self.facing = ground::turn_towards(self.facing, 0, 90);
                self.pace -= self.pace / 4;
            }
        }
        if self.state == State::Off { self.fly(deeds) } else { self.go(deeds) }
    }

    /// A press that cannot count now counts as soon as it can, for a while.
    fn remember(&mut self, controls: &Controls) {
        self.wish = self.wish.filter(|wish| wish.left > 1).map(|wish| Wish { left: wish.left - 1, ..wish });
        for button in [Button::X, Button::A] {
            if controls.pressed(button) {
                self.wish = Some(Wish { button, left: PATIENCE });
            }
        }
    }

    fn free_after(&mut self, ticks: u32) {
        if self.since >= ticks {
            self.enter(State::Free);
        }
    }

    fn choose(&mut self, controls: &Controls, foe: GroundVector, deeds: &mut Vec<Deed>) {
        let wish = self.wish.take().map(|wish| wish.button);
        let (state, cost) = match wish {
            Some(Button::A) => (State::Shove, shove::COST),
            Some(_) => (State::Crouch, dash::COST),
            None => return self.hold(controls, foe),
        };
        if self.spring < cost {
            deeds.push(Deed::Clicked);
            return self.hold(controls, foe);
        }
        self.spring -= cost;
        self.enter(state);
        self.pace /= 2;
        if state == State::Crouch {
            deeds.push(Deed::Crouched);
        }
    }

    /// What is done as long as a button is held.
    fn hold(&mut self, controls: &Controls, foe: GroundVector) {
        let wanted = if controls.held(Button::B) && self.spring >= brace::COST[0] {
            State::Brace
        } else if controls.held(Button::Y) && self.spring < self.robot.full_spring() {
            State::Wind
        } else {
            State::Free
        };
        if wanted != self.state {
            self.enter(wanted);
        }
        match wanted {
            State::Brace => {
                self.pace = 0;
                self.spring -= brace::COST[0];
                self.aim_at(foe, brace::TURN);
            }
            State::Wind => {
                self.pace = 0;
                if self.since >= wind::REACH {
                    self.spring = (self.spring + wind::GAIN).min(self.robot.full_spring());
                }
            }
            _ => self.walk(controls),
        }
    }

    fn walk(&mut self, controls: &Controls) {
        let Some((wanted, share)) = direction(controls) else {
            self.pace -= self.pace * walk::EASE / 100;
            self.turning = 0;
            return;
        };
        let left = ground::turn(self.facing, wanted);
        self.facing = ground::turn_towards(self.facing, wanted, walk::TURN);
        let ahead = left.abs() <= walk::AHEAD;
        self.turning = if ahead { 0 } else { left.signum() };
        let mut pace = if ahead { walk::PACE * self.strengths().speed / 100 * share / FULL } else { 0 };
        if self.spring == 0 {
            pace = pace * walk::EMPTY / 100;
        }
        self.spring = (self.spring - walk::COST).max(0);
        self.pace += (pace - self.pace) * walk::EASE / 100;
    }

    fn shove(&mut self, foe: GroundVector) {
        if self.since < shove::STRIKE {
            self.aim_at(foe, shove::AIM);
        }
        let lunging = (shove::STRIKE - 3..shove::SPENT).contains(&self.since) && !self.landed;
        let pace = if lunging { shove::LUNGE * self.strengths().speed / 100 } else { 0 };
        self.pace += (pace - self.pace) * 60 / 100;
        self.free_after(shove::END);
    }

    /// Turns towards the other, when it is somewhere in front.
    fn aim_at(&mut self, foe: GroundVector, by: i32) {
        let wanted = ground::angle(ground::difference(self.at, foe));
        if ground::turn(self.facing, wanted).abs() < 1024 {
            self.facing = ground::turn_towards(self.facing, wanted, by);
        }
    }

    fn crouch(&mut self, controls: &Controls, foe: GroundVector, deeds: &mut Vec<Deed>) {
        self.pace = 0;
        match direction(controls) {
            Some((wanted, _)) => self.facing = ground::turn_towards(self.facing, wanted, dash::AIM[0]),
            None => self.aim_at(foe, dash::AIM[0]),
        }
        if self.since >= dash::CROUCH {
            self.enter(State::Dash);
            deeds.push(Deed::Ran);
        }
    }

    fn dash(&mut self, controls: &Controls) {
        if let Some((wanted, _)) = direction(controls) {
            self.facing = ground::turn_towards(self.facing, wanted, dash::AIM[1]);
        }
        let pace = dash::PACE * self.strengths().speed / 100;
        self.pace += (pace - self.pace) * 45 / 100;
        if self.since >= dash::RUN {
            self.enter(State::Skid);
        }
    }

    /// Moves over the tray. The bales stop its own steps, unless it runs head first, and slides that are slow.
    fn go(&mut self, deeds: &mut Vec<Deed>) {
        let bound = self.out().max(tray::BALES);
        self.at = ground::sum(self.at, ground::vector(self.facing, self.pace));
        if !matches!(self.state, State::Dash | State::Skid) && self.out() > bound {
            self.at = ground::with_length(self.at, bound);
        }
        let bound = self.out().max(tray::BALES);
        let slow = ground::component(self.slide, self.at) < tray::HOLD;
        self.at = ground::sum(self.at, self.slide);
        if slow && self.out() > bound {
            self.at = ground::with_length(self.at, bound);
            if self.slide != [0, 0] {
                deeds.push(Deed::Teetered);
                self.slide = [0, 0];
            }
        }
        let friction = if self.out() > tray::BALES { push::FRICTION * 3 / 2 } else { push::FRICTION };
        self.slide = ground::percent(self.slide, 100 - friction);
        if ground::length(self.slide) < push::REST {
            self.slide = [0, 0];
        }
        self.check_edge(deeds);
    }

    /// Falls when it is over the bales.
    pub fn check_edge(&mut self, deeds: &mut Vec<Deed>) {
        if !self.stands() || self.out() <= tray::EDGE {
            return;
        }
        let own = ground::vector(self.facing, self.pace);
        let speed = ground::component(ground::sum(own, self.slide), self.at);
        self.slide = ground::with_length(self.at, (speed - tray::STUMBLE).clamp(7 * UNIT, 10 * UNIT));
        self.height = [0, (speed / 2).clamp(4 * UNIT, 5 * UNIT)];
        self.pace = 0;
        self.enter(State::Off);
        deeds.push(Deed::Fell);
    }

    /// Off the tray: through the air, over the table.
    fn fly(&mut self, deeds: &mut Vec<Deed>) {
        const TABLE: i32 = -11 * UNIT;
        const GRAVITY: i32 = UNIT * 4 / 5;
        self.at = ground::sum(self.at, self.slide);
        // It goes over its heels, so its back is turned to where it flies.
        self.facing = ground::turn_towards(self.facing, ground::angle(self.at) + 2048, 190);
        let [height, speed] = self.height;
        let flying = height > TABLE || speed > 0;
        self.height = [(height + speed).max(TABLE), speed - GRAVITY];
        if self.height[0] > TABLE {
            return;
        }
        if flying && speed < -3 * UNIT {
            self.height[1] = -speed * 35 / 100;
            deeds.push(Deed::Landed);
        } else {
            self.height[1] = 0;
        }
        self.slide = ground::percent(self.slide, 80);
    }
}

impl Robot {
    /// Turns that its key has when it is wound up.
    pub fn full_spring(self) -> i32 {
        10 * self.strengths().spring
    }
}

/// Full deflection.
const FULL: i32 = Stick::FULL as i32;

/// Where the direction pad or else the left stick points, and how far, 1..=127. Up is away from the viewer, -z.
pub fn direction(controls: &Controls) -> Option<(i32, i32)> {
    let pad = |plus, minus| (i32::from(controls.held(plus)) - i32::from(controls.held(minus))) * FULL;
    let mut to = [pad(Button::Right, Button::Left), pad(Button::Down, Button::Up)];
    if to == [0, 0] {
        to = [controls.left.x.into(), controls.left.y.into()];
    }
    let far = ground::length(to).min(FULL);
    (far > 0).then(|| (ground::angle(to), far))
}

#[cfg(test)]
mod tests {
    use keitai::controls::Buttons;

    use super::*;

    fn held(buttons: &[Button]) -> Controls {
        Controls { held: buttons.iter().copied().collect(), ..Controls::IDLE }
    }

    fn pressed(button: Button) -> Controls {
        Controls { held: button.into(), pressed: button.into(), ..Controls::IDLE }
    }

    fn play(fighter: &mut Fighter, controls: Controls, ticks: u32) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for tick in 0..ticks {
            let controls = if tick == 0 { controls } else { controls.continued() };
            fighter.step(&controls, [0, 200 * UNIT], &mut deeds);
        }
        deeds
    }

    #[test]
    fn the_stick_is_seen_from_the_viewer() {
        assert_eq!(direction(&held(&[Button::Up])), Some((2048, 127)));
        assert_eq!(direction(&held(&[Button::Right])), Some((1024, 127)));
        assert_eq!(direction(&Controls { left: Stick { x: 0, y: 64 }, ..Controls::IDLE }), Some((0, 64)));
        assert_eq!(direction(&held(&[Button::Left, Button::Right])), None);
    }

    #[test]
    fn it_turns_before_it_walks_and_walking_takes_turns_of_the_key() {
        let mut fighter = Fighter::new(Robot::Tin, [0, 0], 0);
        play(&mut fighter, held(&[Button::Up]), 3);
        assert!(fighter.at[1] == 0 && fighter.turning != 0, "{fighter:?}");
        play(&mut fighter, held(&[Button::Up]), 30);
        assert!(fighter.at[1] < -100 * UNIT, "{fighter:?}");
        assert_eq!(fighter.spring, 1000 - 33);
    }

    #[test]
    fn nobody_walks_over_the_bales() {
        let mut fighter = Fighter::new(Robot::Sprout, [0, 0], 1024);
        play(&mut fighter, held(&[Button::Right]), 200);
        assert!(fighter.stands() && fighter.out() <= tray::BALES + UNIT, "{fighter:?}");
    }

    #[test]
    fn a_dash_that_meets_nobody_goes_over_them() {
        let mut fighter = Fighter::new(Robot::Tin, [100 * UNIT, 0], 1024);
        let deeds = play(&mut fighter, Controls { left: Stick { x: 127, y: 0 }, ..pressed(Button::X) }, 120);
        assert_eq!(deeds[..3], [Deed::Crouched, Deed::Ran, Deed::Fell]);
        assert!(deeds.contains(&Deed::Landed));
        assert!(fighter.out() > 400 * UNIT && fighter.out() < 600 * UNIT, "lies at {}", fighter.out() / UNIT);
        assert_eq!(fighter.height[0], -11 * UNIT);
    }

    #[test]
    fn an_empty_spring_only_clicks_until_it_is_wound() {
        let mut fighter = Fighter { spring: 20, ..Fighter::new(Robot::Tin, [0, 0], 0) };
        assert_eq!(play(&mut fighter, pressed(Button::A), 1), [Deed::Clicked]);
        play(&mut fighter, held(&[Button::Y]), wind::REACH + 10);
        assert_eq!((fighter.state, fighter.spring), (State::Wind, 20 + 10 * wind::GAIN));
        play(&mut fighter, held(&[Button::Y]), 200);
        assert_eq!((fighter.state, fighter.spring), (State::Free, 1000), "it stops by itself");
    }

    #[test]
    fn a_press_that_comes_too_early_counts_a_little_later() {
        let mut fighter = Fighter::new(Robot::Tin, [0, 0], 0);
        fighter.enter(State::Stagger(5));
        play(&mut fighter, pressed(Button::A), 6);
        assert_eq!(fighter.state, State::Shove);
        let mut fighter = Fighter::new(Robot::Tin, [0, 0], 0);
        fighter.enter(State::Stagger(20));
        play(&mut fighter, Controls { held: Buttons::NONE, ..pressed(Button::A) }, 25);
        assert_eq!(fighter.state, State::Free);
    }
}
