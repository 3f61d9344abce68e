//! Players of the league: people of several kinds, and strategies that should not work.
//!
//! A player sees the bout and gives controls, like the computer player. People react late, steer with a direction pad, and
//! press at their own pace.

use keitai::Random;
use keitai::controls::{Button, Buttons, Controls, Stick};
use keitai::ground::{self, GroundVector};
use tin_sumo::ai::{Ai, Level};
use tin_sumo::bout::Moment;
use tin_sumo::fighter::{Fighter, State};
use tin_sumo::rules::UNIT;

pub(crate) trait Play {
    /// Returns the controls for the tick that begins now, for fighter `own`.
    fn controls(&mut self, now: &Moment, own: usize) -> Controls;
}

impl Play for Ai {
    fn controls(&mut self, now: &Moment, own: usize) -> Controls {
        Ai::controls(self, now, own)
    }
}

pub(crate) fn computer(level: Level, seed: u64) -> Box<dyn Play> {
    Box::new(Ai::new(level, seed))
}

/// A strategy as a function of its own fighter, the other one, and what it remembers.
pub(crate) type Strategy = fn(&mut Hand, &Fighter, &Fighter) -> Wish;

/// Direction and buttons that a strategy chooses.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Wish {
    /// Direction on the ground; [0, 0] for none.
    to: GroundVector,
    held: Buttons,
}

/// A strategy with what it remembers.
pub(crate) struct Hand {
    pub(crate) strategy: Strategy,
    random: Random,
    /// Ticks of the round.
    ticks: u32,
    held: Buttons,
    /// Direction of the stick, renewed every few ticks.
    to: GroundVector,
    /// Ticks until the next look, and until the next press.
    look: u32,
    press: u32,
    /// Whether it winds until it has enough.
    winding: bool,
    /// Ticks since it saw the other crouch.
    seen: u32,
    /// Ticks left of bracing.
    guard: u32,
    /// Ticks until the tray is struck.
    stroke: u32,
    /// Numbers of a searched strategy.
    genes: [u32; 8],
}

impl Hand {
    pub(crate) fn new(strategy: Strategy, seed: u64) -> Self {
        Self {
            strategy,
            random: Random::new(seed ^ 0x504C_4159),
            ticks: 0,
            held: Buttons::NONE,
            to: [0, 0],
            look: 0,
            press: 0,
            winding: false,
            seen: 0,
            guard: 0,
            stroke: u32::MAX,
            genes: [0; 8],
        }
    }

    pub(crate) fn searched(genes: [u32; 8], seed: u64) -> Self {
        Self { genes, ..Self::new(rhythm, seed) }
    }

    /// Looks at the other every `every` ticks and steers towards it, in one of eight directions.
    fn chase(&mut self, me: &Fighter, foe: &Fighter, every: u32) -> GroundVector {
        self.look = self.look.saturating_sub(1);
        if self.look == 0 {
            self.look = every + self.random.below(every / 2 + 1);
            self.to = eighth(ground::difference(me.at, foe.at));
        }
        self.to
    }

    /// Presses a button about every `every` ticks.
    fn mash(&mut self, button: Button, every: u32) -> Buttons {
        self.press = self.press.saturating_sub(1);
        if self.press == 0 {
            self.press = every + self.random.below(every / 2 + 1);
            return button.into();
        }
        Buttons::NONE
    }
}

impl Play for Hand {
    fn controls(&mut self, now: &Moment, own: usize) -> Controls {
        if !now.referee.is_fought() {
            (self.ticks, self.held, self.winding) = (0, Buttons::NONE, false);
            return Controls::IDLE;
        }
        self.ticks += 1;
        self.stroke = now.referee.ticks_to_stroke().unwrap_or(u32::MAX);
        let (me, foe) = (&now.fighters[own], &now.fighters[1 - own]);
        let Wish { to, held } = (self.strategy)(self, me, foe);
        let pressed = Buttons(held.0 & !self.held.0);
        self.held = held;
        let left = if to == [0, 0] {
            Stick::CENTRE
        } else {
            let [x, y] = ground::vector(ground::angle(to), Stick::FULL.into()).map(|c| c as i8);
            Stick { x, y }
        };
        Controls { held, pressed, left, right: Stick::CENTRE }
    }
}

/// Returns the nearest of the eight directions of a direction pad.
fn eighth(to: GroundVector) -> GroundVector {
    let angle = (ground::angle(to) + 256) / 512 * 512;
    ground::vector(angle, 100 * UNIT)
}

fn apart(me: &Fighter, foe: &Fighter) -> i32 {
    ground::length(ground::difference(me.at, foe.at)) / UNIT
}

/// A first game: walks at the other and mashes the shove.
pub(crate) fn newcomer(hand: &mut Hand, me: &Fighter, foe: &Fighter) -> Wish {
    let to = hand.chase(me, foe, 12);
    let near = apart(me, foe) < 230;
    Wish { to, held: if near { hand.mash(Button::A, 9) } else { Buttons::NONE } }
}

/// A tenth game: winds when the spring is low and the other is away, braces against a dash and a shove that it sees
/// coming, shoves what is near and in front, and keeps to the middle.
pub(crate) fn learner(hand: &mut Hand, me: &Fighter, foe: &Fighter) -> Wish {
    let far = apart(me, foe);
    let share = 100 * me.spring / me.robot.full_spring();
    let hold = |button: Button| Wish { to: [0, 0], held: button.into() };
    let recovers = match foe.state {
        State::Stagger(_) | State::Wind | State::Skid => true,
        State::Shove => foe.since > 10,
        _ => false,
    };
    hand.seen = if matches!(foe.state, State::Crouch | State::Dash) { hand.seen + 1 } else { 0 };
    if hand.seen > 7 && far < 330 && share > 6 {
        return hold(Button::B);
    }
    // The warning before a stroke.
    if hand.stroke < 8 && ground::length(me.at) > 100 * UNIT {
        hand.guard = 9;
    }
    if hand.guard > 0 {
        hand.guard -= 1;
        return hold(Button::B);
    }
    if foe.state == State::Shove && foe.since == 3 && far < 185 && share > 15 && hand.random.below(100) < 55 {
        hand.guard = 12;
    }
    if share < 12 || (share < 45 && far > 240) {
        hand.winding = true;
    }
    if share > 70 || (far < 200 && share > 14) {
        hand.winding = false;
    }
    if hand.winding {
        return hold(Button::Y);
    }
    let to = hand.chase(me, foe, 7);
    if far > 172 {
        // Waits in the middle for one who is far away and not busy.
        let home = ground::length(me.at) > 150 * UNIT && !recovers;
        return Wish { to: if home { eighth(ground::difference(me.at, [0, 0])) } else { to }, held: Buttons::NONE };
    }
    Wish { to, held: hand.mash(Button::A, if recovers { 5 } else { 12 }) }
}

/// Strategies that should not beat a hard computer player.
pub(crate) const SILLY: [(&str, Strategy); 13] = [
    ("stands still", |_, _, _| Wish::default()),
    ("mashes the shove on the spot", |hand, _, _| Wish { held: hand.mash(Button::A, 4), ..Wish::default() }),
    ("walks at the other and mashes", newcomer),
    ("mashes as fast as possible while chasing", |hand, me, foe| Wish {
        to: hand.chase(me, foe, 2),
        held: hand.mash(Button::A, 2),
    }),
    ("only dashes", |hand, me, foe| Wish { to: hand.chase(me, foe, 3), held: hand.mash(Button::X, 3) }),
    ("dashes and winds", |hand, me, foe| {
        if me.spring < 320 {
            return Wish { held: Button::Y.into(), ..Wish::default() };
        }
        Wish { to: hand.chase(me, foe, 3), held: hand.mash(Button::X, 6) }
    }),
    ("only braces", |_, _, _| Wish { held: Button::B.into(), ..Wish::default() }),
    ("braces and shoves what is near", |hand, me, foe| {
        let held = if apart(me, foe) < 165 { hand.mash(Button::A, 8) } else { Button::B.into() };
        Wish { to: [0, 0], held }
    }),
    ("winds all the time and shoves what is near", |hand, me, foe| {
        let held = if apart(me, foe) < 168 { hand.mash(Button::A, 6) } else { Button::Y.into() };
        Wish { to: [0, 0], held }
    }),
    ("runs away", |_, me, foe| Wish { to: ground::difference(foe.at, me.at), held: Buttons::NONE }),
    ("circles round the other", |_, me, foe| {
        let to = ground::angle(ground::difference(me.at, foe.at)) + 700;
        Wish { to: ground::vector(to, 100 * UNIT), held: Buttons::NONE }
    }),
    ("stays in the middle and shoves what is near", |hand, me, foe| {
        let home = ground::difference(me.at, [0, 0]);
        let to = if ground::length(home) > 30 * UNIT { home } else { ground::difference(me.at, foe.at) };
        Wish { to, held: if apart(me, foe) < 172 { hand.mash(Button::A, 7) } else { Buttons::NONE } }
    }),
    ("presses anything", |hand, _, _| {
        if hand.ticks % 7 == 1 {
            hand.to = ground::vector(hand.random.between(0, 4095), 100 * UNIT);
            hand.genes[0] = hand.random.below(5);
        }
        let button = [Button::A, Button::B, Button::X, Button::Y, Button::Start][hand.genes[0] as usize];
        Wish { to: hand.to, held: button.into() }
    }),
];

/// A blind rhythm: walks at the other, shoves, braces, dashes and winds at times that a search chooses, without a look at
/// what the other does.
fn rhythm(hand: &mut Hand, me: &Fighter, foe: &Fighter) -> Wish {
    let [period, shove, brace, brace_for, wind, wind_for, dash, every] = hand.genes;
    let to = hand.chase(me, foe, every.max(1));
    let beat = hand.ticks % period.max(8);
    let within = |from: u32, ticks: u32| (from..from + ticks).contains(&beat);
    let held: Buttons = if within(wind, wind_for) {
        Button::Y.into()
    } else if within(brace, brace_for) {
        Button::B.into()
    } else if beat == dash {
        Button::X.into()
    } else if shove > 0 && beat.is_multiple_of(shove + 4) {
        Button::A.into()
    } else {
        Buttons::NONE
    };
    Wish { to, held }
}

/// Returns random numbers for a searched strategy, in the ranges that it uses.
pub(crate) fn genes(random: &mut Random) -> [u32; 8] {
    let limits = [180, 30, 180, 40, 180, 60, 240, 12];
    limits.map(|limit| random.below(limit))
}
