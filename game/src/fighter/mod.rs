//! One robot: its state, and the effect of a tick's controls on it.
//!
//! A fighter has its own position and spring, and gets the position of the other. Contact is handled in `collision`.

mod motion;

use keitai::controls::{Button, Controls, Stick};

use crate::robots::Robot;
use crate::rules::{brace, dash, shove, tray, walk, wind};
use crate::trays::Ground;
use keitai::ground::{self, GroundVector};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum State {
    /// Standing, or walking and turning as the stick says.
    #[default]
    Free,
    /// Pushing with the hands: back, out, down.
    Shove,
    Crouch,
    Dash,
    /// Sliding to a stop after a dash.
    Skid,
    Brace,
    Wind,
    /// Staggering after a push, for this many ticks.
    Stagger(u32),
    Off,
    /// Winner of the round.
    Cheer,
    /// Loser of the round, still on the tray.
    Sulk,
}

/// A button that was pressed too early, and the ticks for which it is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wish {
    button: Button,
    ticks: u32,
}

/// Ticks for which an early press is remembered.
const PATIENCE: u32 = 6;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fighter {
    /// 0 for the left fighter, 1 for the right one.
    pub side: usize,
    pub robot: Robot,
    pub at: GroundVector,
    pub facing: i32,
    /// Walking speed along `facing`; negative is backwards.
    pub pace: i32,
    /// Sliding speed from pushes.
    pub slide: GroundVector,
    /// Height above the tray and vertical speed, once off the tray.
    pub height: [i32; 2],
    /// Turns of the key that are left in the spring.
    pub spring: i32,
    pub state: State,
    /// Ticks in the current state.
    pub since: u32,
    /// The shove or dash of this state has landed.
    pub landed: bool,
    /// The shove of this state is weak, because the spring was slack.
    pub weak: bool,
    /// Direction of a turn on the spot, -1 or 1; 0 for none.
    pub turning: i32,
    /// Events that the bout has not taken yet.
    pub events: Vec<FighterEvent>,
    /// Distance walked since the last step of a foot, 1/4096 of a unit.
    stride: i32,
    wish: Option<Wish>,
}

/// A visible event of one fighter in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FighterEvent {
    /// Put a foot down, in a walk or a dash.
    Stepped,
    Shoved,
    /// Turned the own key, for as long as the winding lasts.
    Wound,
    Crouched,
    /// Started to dash.
    Ran,
    /// Tried a move that its spring is too weak for.
    Clicked,
    /// Was stopped by the straw at the edge.
    Teetered,
    /// Went over the edge.
    Fell,
    Landed,
}

impl Fighter {
    /// A fighter at a position, with a full spring.
    pub fn new(robot: Robot, at: GroundVector, facing: i32) -> Self {
        Self { robot, at, facing, spring: robot.full_spring(), ..Self::default() }
    }

    /// A fighter at its start line, facing the other.
    pub fn at_start(side: usize, robot: Robot) -> Self {
        let (x, facing) = if side == 0 { (-tray::START, 1024) } else { (tray::START, 3072) };
        Self { side, ..Self::new(robot, [x, 0], facing) }
    }

    pub fn enter(&mut self, state: State) {
        (self.state, self.since, self.landed, self.turning) = (state, 0, false, 0);
    }

    pub fn stands(&self) -> bool {
        self.state != State::Off
    }

    /// Returns whether the spring is too weak for a shove.
    pub fn is_slack(&self) -> bool {
        self.spring < shove::COST
    }

    /// Returns the distance from the centre of the tray, 1/4096 of a unit.
    pub fn out(&self) -> i32 {
        ground::length(self.at)
    }

    /// Returns whether the hands are out to push.
    pub fn strikes(&self) -> bool {
        self.state == State::Shove && !self.landed && (shove::STRIKE..shove::SPENT).contains(&self.since)
    }

    pub fn step(&mut self, controls: &Controls, foe: GroundVector, ground: &Ground) {
        self.since += 1;
        self.remember(controls);
        match self.state {
            State::Free | State::Brace | State::Wind => self.choose(controls, foe, ground),
            State::Shove => self.shove(foe),
            State::Crouch => self.crouch(controls, foe),
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
                // The winner turns to the viewer.
                self.facing = ground::turn_towards(self.facing, 0, 90);
                self.pace -= self.pace / 4;
            }
        }
        if self.state == State::Off { self.fly(ground.table) } else { self.go(ground) }
    }

    /// Remembers a press that comes too early, so that it takes effect as soon as it can.
    fn remember(&mut self, controls: &Controls) {
        self.wish = self.wish.filter(|wish| wish.ticks > 1).map(|wish| Wish { ticks: wish.ticks - 1, ..wish });
        for button in [Button::X, Button::A] {
            if controls.pressed(button) {
                self.wish = Some(Wish { button, ticks: PATIENCE });
            }
        }
    }

    fn free_after(&mut self, ticks: u32) {
        if self.since >= ticks {
            self.enter(State::Free);
        }
    }

    fn choose(&mut self, controls: &Controls, foe: GroundVector, ground: &Ground) {
        let wish = self.wish.take().map(|wish| wish.button);
        let (state, cost) = match wish {
            Some(Button::A) => (State::Shove, shove::COST),
            Some(_) => (State::Crouch, dash::COST),
            None => return self.hold(controls, foe, ground),
        };
        let weak = self.spring < cost;
        if weak {
            self.events.push(FighterEvent::Clicked);
        }
        if weak && state == State::Crouch {
            return self.hold(controls, foe, ground);
        }
        self.spring = (self.spring - cost).max(0);
        self.enter(state);
        self.weak = weak;
        self.pace /= 2;
        self.events.push(if state == State::Crouch { FighterEvent::Crouched } else { FighterEvent::Shoved });
    }

    /// Applies buttons that act while they are held.
    fn hold(&mut self, controls: &Controls, foe: GroundVector, ground: &Ground) {
        let state = if controls.held(Button::B) && self.spring >= brace::COST[0] {
            State::Brace
        } else if controls.held(Button::Y) && self.spring < self.robot.full_spring() {
            State::Wind
        } else {
            State::Free
        };
        if state != self.state {
            self.enter(state);
        }
        match state {
            State::Brace => {
                self.pace = 0;
                self.spring -= brace::COST[0];
                self.aim_at(foe, brace::TURN);
            }
            State::Wind => {
                self.pace = 0;
                if self.since >= wind::REACH {
                    self.spring = (self.spring + wind::GAIN).min(self.robot.full_spring());
                    self.events.push(FighterEvent::Wound);
                }
            }
            _ => self.walk(controls, ground.grip),
        }
    }

    fn walk(&mut self, controls: &Controls, grip: i32) {
        let Some((heading, share)) = direction(controls) else {
            self.pace -= self.pace * grip / 100;
            self.turning = 0;
            return;
        };
        let rest = ground::turn(self.facing, heading);
        self.facing = ground::turn_towards(self.facing, heading, walk::TURN);
        let ahead = rest.abs() <= walk::AHEAD;
        self.turning = if ahead { 0 } else { rest.signum() };
        let mut pace = if ahead { walk::PACE * self.robot.strengths().speed / 100 * share / FULL } else { 0 };
        if self.spring == 0 {
            pace = pace * walk::EMPTY / 100;
        }
        self.spring = (self.spring - walk::COST).max(0);
        self.pace += (pace - self.pace) * grip / 100;
    }

    fn shove(&mut self, foe: GroundVector) {
        if self.since < shove::STRIKE {
            self.aim_at(foe, shove::AIM);
        }
        let lunging = (shove::STRIKE - 3..shove::SPENT).contains(&self.since) && !self.landed;
        let pace = if lunging { shove::LUNGE * self.robot.strengths().speed / 100 } else { 0 };
        self.pace += (pace - self.pace) * 60 / 100;
        self.free_after(shove::END);
    }

    /// Turns towards the other fighter when that is roughly in front.
    fn aim_at(&mut self, foe: GroundVector, by: i32) {
        let heading = ground::angle(ground::difference(self.at, foe));
        if ground::turn(self.facing, heading).abs() < 1024 {
            self.facing = ground::turn_towards(self.facing, heading, by);
        }
    }

    fn crouch(&mut self, controls: &Controls, foe: GroundVector) {
        self.pace = 0;
        match direction(controls) {
            Some((heading, _)) => self.facing = ground::turn_towards(self.facing, heading, dash::AIM[0]),
            None => self.aim_at(foe, dash::AIM[0]),
        }
        if self.since >= dash::CROUCH {
            self.enter(State::Dash);
            self.events.push(FighterEvent::Ran);
        }
    }

    fn dash(&mut self, controls: &Controls) {
        if let Some((heading, _)) = direction(controls) {
            self.facing = ground::turn_towards(self.facing, heading, dash::AIM[1]);
        }
        let pace = dash::PACE * self.robot.strengths().speed / 100;
        self.pace += (pace - self.pace) * 45 / 100;
        if self.since >= dash::RUN {
            self.enter(State::Skid);
        }
    }
}

const FULL: i32 = Stick::FULL as i32;

/// Returns the direction of the direction pad, or else of the left stick, and its deflection 1..=127. Up is away from
/// the viewer, -z.
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
    use crate::rules::UNIT;
    use crate::trays::Tray;

    pub(super) fn held(buttons: &[Button]) -> Controls {
        Controls { held: buttons.iter().copied().collect(), ..Controls::IDLE }
    }

    /// Level ground with worn straw.
    fn worn() -> Ground {
        Tray::Tin.ground([0, 0], u32::MAX)
    }

    pub(super) fn play(fighter: &mut Fighter, controls: Controls, ticks: u32) -> Vec<FighterEvent> {
        play_on(fighter, &worn(), controls, ticks)
    }

    pub(super) fn play_on(fighter: &mut Fighter, ground: &Ground, controls: Controls, ticks: u32) -> Vec<FighterEvent> {
        for tick in 0..ticks {
            let controls = if tick == 0 { controls } else { controls.continued() };
            fighter.step(&controls, [0, 200 * UNIT], ground);
        }
        std::mem::take(&mut fighter.events)
    }

    #[test]
    fn the_stick_is_seen_from_the_viewer() {
        assert_eq!(direction(&held(&[Button::Up])), Some((2048, 127)));
        assert_eq!(direction(&held(&[Button::Right])), Some((1024, 127)));
        assert_eq!(direction(&Controls { left: Stick { x: 0, y: 64 }, ..Controls::IDLE }), Some((0, 64)));
        assert_eq!(direction(&held(&[Button::Left, Button::Right])), None);
    }

    #[test]
    fn a_fighter_turns_before_it_walks_and_walking_unwinds_the_key() {
        let mut fighter = Fighter::new(Robot::Tin, [0, 0], 0);
        play(&mut fighter, held(&[Button::Up]), 3);
        assert!(fighter.at[1] == 0 && fighter.turning != 0, "{fighter:?}");
        play(&mut fighter, held(&[Button::Up]), 30);
        assert!(fighter.at[1] < -100 * UNIT, "{fighter:?}");
        assert_eq!(fighter.spring, 1000 - 33);
    }

    #[test]
    fn with_a_slack_spring_a_shove_is_weak_and_a_dash_does_not_begin() {
        let mut fighter = Fighter { spring: 20, ..Fighter::new(Robot::Tin, [0, 0], 0) };
        assert_eq!(play(&mut fighter, Controls::press(Button::X), 1), [FighterEvent::Clicked]);
        assert_eq!(fighter.state, State::Free);
        assert_eq!(play(&mut fighter, Controls::press(Button::A), 1), [FighterEvent::Clicked, FighterEvent::Shoved]);
        assert!(fighter.weak && fighter.spring == 0);
        let mut fighter = Fighter { spring: 20, ..Fighter::new(Robot::Tin, [0, 0], 0) };
        play(&mut fighter, held(&[Button::Y]), wind::REACH + 10);
        assert_eq!((fighter.state, fighter.spring), (State::Wind, 20 + 10 * wind::GAIN));
        play(&mut fighter, held(&[Button::Y]), 200);
        assert_eq!((fighter.state, fighter.spring), (State::Free, 1000), "it stops by itself");
    }

    #[test]
    fn an_early_press_counts_a_little_later() {
        let mut fighter = Fighter::new(Robot::Tin, [0, 0], 0);
        fighter.enter(State::Stagger(5));
        play(&mut fighter, Controls::press(Button::A), 6);
        assert_eq!(fighter.state, State::Shove);
        let mut fighter = Fighter::new(Robot::Tin, [0, 0], 0);
        fighter.enter(State::Stagger(20));
        play(&mut fighter, Controls { held: Buttons::NONE, ..Controls::press(Button::A) }, 25);
        assert_eq!(fighter.state, State::Free);
    }
}
