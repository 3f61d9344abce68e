//! All numbers of a bout: reach, speeds, costs and times.
//!
//! Lengths are in 1/4096 of a model unit, speeds in that per tick, springs in turns of the key (1000 for a full spring of
//! ordinary strength), shares in per cent.

pub const UNIT: i32 = 4096;
pub const SECOND: u32 = 30;

pub mod tray {
    use super::UNIT;

    /// Start position, left and right of the centre.
    pub const START: i32 = 120 * UNIT;
    /// Distance from the centre at which a robot stands at the edge.
    pub const BALES: i32 = 248 * UNIT;
    /// Distance from the centre beyond which a robot falls and loses.
    pub const EDGE: i32 = 292 * UNIT;
    /// Radius of a robot; two that touch are twice this far apart.
    pub const BODY: i32 = 62 * UNIT;
    /// Least outward speed that goes over worn straw at the edge.
    pub const HOLD: i32 = 15 * UNIT / 4;
    /// Least outward speed that goes over fresh straw.
    pub const FRESH: i32 = 20 * UNIT;
    /// Straw that holds back more than this speed also stops a body that is pressed against it.
    pub const FIRM: i32 = 8 * UNIT;
    /// Share of the speed with which firm straw throws a sliding body back.
    pub const SPRINGY: i32 = 40;
    /// Seconds of a round between which fresh straw becomes worn straw.
    pub const GIVES_WAY: [u32; 2] = [5, 13];
    /// Share of the speed that is lost at the edge.
    pub const STUMBLE: i32 = UNIT / 2;
}

pub mod walk {
    use super::UNIT;

    /// Full walking speed of an average robot.
    pub const PACE: i32 = 21 * UNIT / 4;
    /// Share of the missing speed that is gained or lost per tick on sand.
    pub const EASE: i32 = 28;
    /// Distance between two steps of the feet.
    pub const STRIDE: i32 = 42 * UNIT;
    pub const TURN: i32 = 200;
    /// Largest angle between facing and stick at which a robot walks.
    pub const AHEAD: i32 = 640;
    /// Walking speed with an empty spring.
    pub const EMPTY: i32 = 45;
    /// Turns of the key per tick of walking.
    pub const COST: i32 = 1;
}

pub mod shove {
    use super::UNIT;

    /// The first tick in which the hands reach out.
    pub const STRIKE: u32 = 7;
    /// The tick in which the hands are drawn back.
    pub const SPENT: u32 = 10;
    /// The last tick of the shove.
    pub const END: u32 = 19;
    /// Step towards the other per tick, while striking.
    pub const LUNGE: i32 = 4 * UNIT;
    /// Longest distance from centre to centre.
    pub const REACH: i32 = 172 * UNIT;
    /// Largest angle from straight ahead.
    pub const WIDTH: i32 = 520;
    /// Turn per tick towards the other, while the hands are drawn back.
    pub const AIM: i32 = 70;
    /// Speed given to an average robot.
    pub const PUSH: i32 = 17 * UNIT / 2;
    /// Cost in turns of the key.
    pub const COST: i32 = 75;
    /// Share of the speed that a shove with a slack spring gives.
    pub const SLACK: i32 = 40;
}

pub mod dash {
    use super::UNIT;

    /// Ticks of crouching, visible to the other player.
    pub const CROUCH: u32 = 15;
    /// Longest run, ticks.
    pub const RUN: u32 = 22;
    /// Ticks of sliding to a stop.
    pub const SKID: u32 = 12;
    /// Speed of an average robot.
    pub const PACE: i32 = 14 * UNIT;
    /// Turn per tick while crouching, and while running.
    pub const AIM: [i32; 2] = [60, 14];
    /// Speed given to an average robot.
    pub const PUSH: i32 = 11 * UNIT;
    /// Cost in turns of the key.
    pub const COST: i32 = 230;
}

pub mod brace {
    /// Share of a push that is felt from the front and from the side. From behind bracing has no effect.
    pub const FELT: [i32; 2] = [34, 70];
    /// Cost in turns of the key per tick, and per push.
    pub const COST: [i32; 2] = [2, 40];
    pub const TURN: i32 = 40;
}

pub mod wind {
    /// Ticks before the first turn.
    pub const REACH: u32 = 8;
    pub const GAIN: i32 = 14;
    /// Share of a push that is felt while winding.
    pub const FELT: i32 = 135;
}

pub mod push {
    /// Share of the speed from the side.
    pub const SIDE: i32 = 125;
    /// Share of the speed from behind.
    pub const BACK: i32 = 155;
    /// Angles from straight ahead at which front ends and back begins.
    pub const ANGLES: [i32; 2] = [680, 1400];
    /// Share of the recoil on the pusher, from a body and from a braced one.
    pub const RECOIL: [i32; 2] = [32, 75];
    /// Share of a slide that friction takes per tick on sand.
    pub const FRICTION: i32 = 13;
    /// Sliding speed below which a robot is at rest.
    pub const REST: i32 = super::UNIT / 4;
    /// Ticks of staggering: at least, and per unit of speed.
    pub const STAGGER: [u32; 2] = [10, 1];
    /// Ticks of hit-stop: a shove, a dash, a braced push, two pushes at once.
    pub const STOP: [u32; 4] = [3, 5, 3, 4];
}

pub mod fall {
    /// Ticks of slow motion: half a second.
    pub const SLOW: u32 = 15;
    /// Ticks that take as long as one usual tick.
    pub const SLOWER: i32 = 3;
}

pub mod time {
    use super::{SECOND, UNIT};

    /// Most ticks of a round; then the fighter nearer to the centre wins.
    pub const ROUND: u32 = 45 * SECOND;
    /// First tick in which the tray is struck.
    pub const DRUMS: u32 = 17 * SECOND;
    /// Ticks between two strokes.
    pub const BEAT: u32 = 4 * SECOND;
    /// Outward speed of the first stroke, and the increase with each following one.
    pub const STROKE: [i32; 2] = [6 * UNIT, 4 * UNIT];
    /// Turns of the key that a stroke costs.
    pub const LOSS: i32 = 90;
    /// Ticks before a round begins.
    pub const READY: u32 = 66;
    /// Ticks after it is decided.
    pub const OVER: u32 = 105;
}
