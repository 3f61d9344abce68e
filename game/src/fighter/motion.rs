//! The motion of a fighter: over the tray, against the straw at its edge, and down to the table.

use keitai::ground;

use super::{Fighter, FighterEvent, State};
use crate::rules::{UNIT, fall, push, tray, walk};
use crate::trays::Ground;

impl Fighter {
    /// Moves over the tray. The straw at the edge stops a robot that is too slow to go over it.
    pub(super) fn go(&mut self, ground: &Ground) {
        let bound = self.out().max(tray::BALES);
        let velocity = ground::vector(self.facing, self.pace);
        self.at = ground::sum(self.at, velocity);
        let runs = matches!(self.state, State::Dash | State::Skid);
        if self.out() > bound && !(runs && ground::component(velocity, self.at) >= ground.hold) {
            self.at = ground::with_length(self.at, bound);
            if self.state == State::Dash {
                self.pace = 0;
                self.enter(State::Skid);
                self.events.push(FighterEvent::Teetered);
            }
        }
        let drift = if self.state == State::Brace { ground::percent(ground.drift, 40) } else { ground.drift };
        let bound = self.out().max(tray::BALES);
        let slow = ground::component(self.slide, self.at) < ground.hold;
        self.at = ground::sum(ground::sum(self.at, self.slide), drift);
        if slow && self.out() > bound {
            self.at = ground::with_length(self.at, bound);
            if self.slide != [0, 0] {
                self.events.push(FighterEvent::Teetered);
                // Firm straw throws back.
                let back = ground::length(self.slide) * tray::SPRINGY / 100;
                let firm = if ground.hold > tray::FIRM { back } else { 0 };
                self.slide = ground::with_length(self.at, -firm);
            }
        }
        let friction = if self.out() > tray::BALES { ground.friction * 3 / 2 } else { ground.friction };
        self.slide = ground::percent(self.slide, 100 - friction);
        if ground::length(self.slide) < push::REST {
            self.slide = [0, 0];
        }
        self.stride += self.pace.abs();
        if self.stride >= walk::STRIDE {
            self.stride = 0;
            self.events.push(FighterEvent::Stepped);
        }
        self.check_edge(ground);
    }

    /// Starts to fall when beyond the edge.
    pub fn check_edge(&mut self, ground: &Ground) {
        if !self.stands() || self.out() <= tray::EDGE {
            return;
        }
        let velocity = ground::vector(self.facing, self.pace);
        let speed = ground::component(ground::sum(velocity, self.slide), self.at);
        self.slide = ground::with_length(self.at, (speed - tray::STUMBLE).clamp(7 * UNIT, 10 * UNIT));
        self.height = [ground.height(self.at), (speed / 2).clamp(4 * UNIT, 5 * UNIT)];
        self.pace = 0;
        self.enter(State::Off);
        self.events.push(FighterEvent::Fell);
    }

    /// Moves through the air, off the tray and down to the table. The fall begins in slow motion.
    pub(super) fn fly(&mut self, table: i32) {
        const GRAVITY: i32 = UNIT * 4 / 5;
        let share = |value: i32| if self.since <= fall::SLOW { value / fall::SLOWER } else { value };
        self.at = ground::sum(self.at, self.slide.map(share));
        // The robot falls backwards, so it faces away from where it flies.
        self.facing = ground::turn_towards(self.facing, ground::angle(self.at) + 2048, share(190));
        let [height, speed] = self.height;
        let flying = height > table || speed > 0;
        self.height = [(height + share(speed)).max(table), speed - share(GRAVITY)];
        if self.height[0] > table {
            return;
        }
        if flying && speed < -3 * UNIT {
            self.height[1] = -speed * 35 / 100;
            self.events.push(FighterEvent::Landed);
        } else {
            self.height[1] = 0;
        }
        self.slide = ground::percent(self.slide, 80);
    }
}

#[cfg(test)]
mod tests {
    use keitai::controls::{Button, Controls, Stick};

    use super::*;
    use crate::fighter::tests::{held, play, play_on};
    use crate::robots::Robot;
    use crate::trays::Tray;

    #[test]
    fn the_edge_stops_a_walk_and_fresh_straw_a_dash() {
        let mut fighter = Fighter::new(Robot::Sprout, [0, 0], 1024);
        play(&mut fighter, held(&[Button::Right]), 200);
        assert!(fighter.stands() && fighter.out() <= tray::BALES + UNIT, "{fighter:?}");
        let mut fighter = Fighter::new(Robot::Sprout, [100 * UNIT, 0], 1024);
        let controls = Controls { left: Stick { x: 127, y: 0 }, ..Controls::press(Button::X) };
        let events = play_on(&mut fighter, &Tray::Tin.ground([0, 0], 0), controls, 120);
        assert!(fighter.stands() && events.contains(&FighterEvent::Teetered), "{events:?}");
    }

    #[test]
    fn a_dash_that_misses_goes_over_the_edge() {
        let mut fighter = Fighter::new(Robot::Tin, [100 * UNIT, 0], 1024);
        let mut events =
            play(&mut fighter, Controls { left: Stick { x: 127, y: 0 }, ..Controls::press(Button::X) }, 150);
        events.retain(|event| *event != FighterEvent::Stepped);
        assert_eq!(events[..3], [FighterEvent::Crouched, FighterEvent::Ran, FighterEvent::Fell]);
        assert!(events.contains(&FighterEvent::Landed));
        assert!(fighter.out() > 400 * UNIT && fighter.out() < 600 * UNIT, "lies at {}", fighter.out() / UNIT);
        assert_eq!(fighter.height[0], -11 * UNIT);
    }

    #[test]
    fn a_tilted_tray_moves_a_fighter_downhill() {
        let mut free = Fighter::new(Robot::Tin, [0, 0], 0);
        let mut braced = free.clone();
        let ground = Tray::Drum.ground([280, 0], 0);
        for _ in 0..30 {
            free.step(&Controls::IDLE, [0, 0], &ground);
            braced.step(&held(&[Button::B]), [0, 0], &ground);
        }
        assert!(free.at[0] > 2 * braced.at[0] && braced.at[0] > 5 * UNIT, "{:?} {:?}", free.at, braced.at);
    }
}
