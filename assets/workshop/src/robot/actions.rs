//! The actions, as postures over time. `t` is 0.0 at the first frame and 1.0 at the last. In actions that repeat, both
//! have the same posture.

#![allow(clippy::field_reassign_with_default)] // a posture is written as its differences from the one at rest

use super::FACES;
use crate::bake::Score;
use crate::stance::{Arm, Stance, turn};
use glam::{DVec3, dvec3};
use std::f64::consts::TAU;

const BLINK: Option<usize> = Some(0);
const ANGRY: Option<usize> = Some(1);
const DIZZY: Option<usize> = Some(2);
const HAPPY: Option<usize> = Some(3);

/// Returns all actions, in the order of the action table.
pub fn all() -> Vec<Score<'static>> {
    let score = |name, remark, last_frame, step, stance, faces| Score {
        name,
        remark,
        last_frame,
        step,
        stance,
        faces,
        groups: FACES.len(),
    };
    vec![
        score(
            "idle",
            "Ticking on the spot, blinking now and then. Repeat.",
            60,
            3,
            idle,
            &[(38, BLINK), (41, None), (44, BLINK), (46, None)],
        ),
        score("walk", "Two stamping steps. Repeat.", 24, 2, walk, &[]),
        score("turn", "Shuffling round on the spot. Repeat.", 16, 2, shuffle, &[]),
        score("shove", "Both palms forward. Hits at frame 7.", 20, 1, shove, &[(2, ANGRY), (17, None)]),
        score("brace", "Low and broad, against a shove. Repeat.", 20, 2, brace, &[(0, ANGRY)]),
        score("dash", "Runs head first. Repeat.", 12, 1, dash, &[(0, ANGRY)]),
        score("stagger", "Knocked back, arms flailing.", 24, 2, stagger, &[(0, DIZZY), (21, None)]),
        score("fall", "Topples over backwards onto its key and stays there.", 30, 1, fall, &[(0, DIZZY)]),
        score("wind", "Shaken by its own key being wound. Repeat.", 24, 2, wind, &[(0, BLINK)]),
        score("cheer", "Hops with both arms up. Repeat.", 32, 2, cheer, &[(0, HAPPY)]),
    ]
}

/// Returns a sine wave of `turns` periods; 0.0 at t = 0.
fn wave(t: f64, turns: f64) -> f64 {
    libm::sin(TAU * t * turns)
}

/// Returns a value at `t` on a smooth curve through points (moment, value).
fn path(t: f64, points: &[(f64, f64)]) -> f64 {
    let after = points.iter().position(|point| point.0 >= t);
    match after {
        None => points[points.len() - 1].1,
        Some(0) => points[0].1,
        Some(next) => {
            let (a, b) = (points[next - 1], points[next]);
            let part = (t - a.0) / (b.0 - a.0).max(1e-9);
            a.1 + (b.1 - a.1) * part * part * (3.0 - 2.0 * part)
        }
    }
}

/// Leans forward, mostly from the hips, so that the barrel's end stays inside the belt.
fn lean(s: &mut Stance, pitch: f64) {
    s.hips.1.pitch = pitch * 0.78;
    s.body.pitch = pitch * 0.22;
}

/// Sets swing, spread, twist, elbow and wrist of both arms.
fn hold(arms: &mut [Arm; 2], [swing, spread, twist, elbow, wrist]: [f64; 5]) {
    *arms = arms.map(|arm| Arm { swing, spread, twist, elbow, wrist, ..arm });
}

fn idle(t: f64) -> Stance {
    let mut s = Stance::default();
    let breath = wave(t, 2.0);
    s.key = 360.0 * t;
    s.hips.0 = dvec3(1.5 * wave(t, 1.0), 0.8 * breath - 0.8, 0.0);
    s.hips.1 = turn(0.0, 0.0, 1.5 * wave(t, 1.0));
    s.body = turn(1.0 + breath, 0.0, 1.2 * wave(t, 1.0));
    s.stretch = 1.0 + 0.012 * breath;
    // Clockwork looks about in small jerks.
    let look = path(
        t,
        &[
            (0.0, 0.0),
            (0.1, 0.0),
            (0.15, 16.0),
            (0.4, 16.0),
            (0.45, 0.0),
            (0.55, 0.0),
            (0.6, -16.0),
            (0.85, -16.0),
            (0.9, 0.0),
        ],
    );
    s.head = turn(-breath, look, -1.5 * wave(t, 1.0));
    s.knot = turn(4.0 * breath, 0.0, 6.0 * wave(t - 0.05, 1.0));
    for (side, arm) in s.arms.iter_mut().enumerate() {
        arm.swing += 3.0 * breath + [2.0, -2.0][side] * wave(t, 1.0);
        arm.spread += 1.5 * breath;
        arm.elbow += 4.0 * breath;
    }
    s
}

/// Returns forward, up and pitch of a foot in a step. The foot is on the ground and moves back in the first half, and is
/// lifted forward in the second.
fn step(t: f64, length: f64, height: f64) -> (f64, f64, f64) {
    let t = t.rem_euclid(1.0);
    if t < 0.5 {
        (length * (0.5 - 2.0 * t), 0.0, 0.0)
    } else {
        let part = (t - 0.5) * 2.0;
        let ease = part * part * (3.0 - 2.0 * part);
        let lift = libm::sin(part * TAU / 2.0);
        (length * (ease - 0.5), height * lift, 14.0 * libm::sin(part * TAU))
    }
}

fn walk(t: f64) -> Stance {
    let mut s = Stance::default();
    s.key = 360.0 * t;
    for (side, foot) in s.feet.iter_mut().enumerate() {
        let (forward, up, pitch) = step(t + 0.5 * side as f64, 30.0, 13.0);
        foot.at = dvec3(0.0, up, forward);
        foot.turn = turn(pitch, 0.0, 0.0);
    }
    // The weight is over the standing foot: the left one for the first half.
    let sway = wave(t, 1.0);
    let bob = libm::cos(TAU * 2.0 * t);
    s.hips.0 = dvec3(6.0 * sway, -1.5 - 1.5 * bob, 0.0);
    s.hips.1 = turn(3.0, -6.0 * libm::cos(TAU * t), 7.0 * sway);
    s.body = turn(2.0, 12.0 * libm::cos(TAU * t), 2.0 * sway);
    s.stretch = 1.0 - 0.02 * bob;
    s.head = turn(-3.0, -8.0 * libm::cos(TAU * t), -8.0 * sway);
    s.knot = turn(10.0 * wave(t - 0.1, 2.0), 0.0, -10.0 * wave(t - 0.1, 1.0));
    for (side, arm) in s.arms.iter_mut().enumerate() {
        let swing = [-1.0, 1.0][side] * libm::cos(TAU * t);
        arm.swing = 14.0 + 30.0 * swing;
        arm.elbow = 38.0 + 14.0 * swing;
        arm.spread = 18.0;
    }
    s
}

fn shuffle(t: f64) -> Stance {
    let mut s = Stance::default();
    s.key = 180.0 * t * 2.0;
    for (side, foot) in s.feet.iter_mut().enumerate() {
        let (across, up, _) = step(t + 0.5 * side as f64, 12.0, 9.0);
        foot.at = dvec3(0.0, up, [-1.0, 1.0][side] * across);
        foot.turn = turn(0.0, across * 1.2, 0.0);
    }
    let sway = wave(t, 1.0);
    s.hips.0 = dvec3(5.0 * sway, -2.0, 0.0);
    s.hips.1 = turn(0.0, 0.0, 6.0 * sway);
    s.head = turn(0.0, 0.0, -5.0 * sway);
    s.knot = turn(0.0, 0.0, -10.0 * wave(t - 0.1, 1.0));
    for (side, arm) in s.arms.iter_mut().enumerate() {
        arm.spread = 26.0 + [6.0, -6.0][side] * sway;
        arm.elbow = 45.0;
    }
    s
}

/// Moves the feet apart, to the sides and one ahead of the other.
fn plant(s: &mut Stance, wide: f64, ahead: f64) {
    s.feet[0].at = dvec3(wide, 0.0, ahead);
    s.feet[1].at = dvec3(-wide, 0.0, -ahead);
    s.feet[0].turn = turn(0.0, 14.0, 0.0);
    s.feet[1].turn = turn(0.0, -14.0, 0.0);
}

fn shove(t: f64) -> Stance {
    let mut s = Stance::default();
    // Draw back, strike, hold, let go.
    let back = path(t, &[(0.0, 0.0), (0.2, 1.0), (0.35, 0.0)]);
    let push = path(t, &[(0.0, 0.0), (0.2, 0.0), (0.35, 1.0), (0.6, 0.92), (1.0, 0.0)]);
    let low = path(t, &[(0.0, 0.0), (0.2, 1.0), (0.7, 0.8), (1.0, 0.0)]);
    s.key = 360.0 * t;
    plant(&mut s, 4.0 * low, 10.0 * low);
    s.hips.0 = dvec3(0.0, -5.0 * low, 11.0 * push - 8.0 * back);
    lean(&mut s, 20.0 * push - 12.0 * back);
    s.stretch = 1.0 + 0.05 * push - 0.05 * back;
    s.head = turn(6.0 * back - 14.0 * push, 0.0, 0.0);
    s.knot = turn(25.0 * back - 25.0 * push, 0.0, 0.0);
    for arm in &mut s.arms {
        arm.swing = 12.0 + 88.0 * push - 12.0 * back;
        arm.spread = 16.0 - 12.0 * push + 8.0 * back;
        arm.twist = 20.0 - 20.0 * push;
        arm.elbow = 28.0 - 28.0 * push + 85.0 * back;
        arm.wrist = 85.0 * push.max(back);
        arm.reach = 8.0 * push;
    }
    s
}

fn brace(t: f64) -> Stance {
    let mut s = Stance::default();
    let tremble = wave(t, 4.0);
    s.key = 180.0 * t * 2.0;
    plant(&mut s, 10.0, -5.0);
    s.hips.0 = dvec3(0.4 * tremble, -10.0, -3.0);
    lean(&mut s, 12.0 + tremble);
    s.stretch = 0.97;
    s.head = turn(-6.0, 0.0, tremble);
    s.knot = turn(-6.0 * tremble, 0.0, 0.0);
    hold(&mut s.arms, [52.0 + 2.0 * tremble, 24.0, 38.0, 92.0, 20.0]);
    s
}

fn dash(t: f64) -> Stance {
    let mut s = Stance::default();
    s.key = 720.0 * t;
    for (side, foot) in s.feet.iter_mut().enumerate() {
        let (forward, up, pitch) = step(t + 0.5 * side as f64, 44.0, 16.0);
        foot.at = dvec3(0.0, up, forward);
        foot.turn = turn(pitch * 1.8, 0.0, 0.0);
    }
    let bob = libm::cos(TAU * 2.0 * t);
    s.hips.0 = dvec3(0.0, -5.0 - 2.0 * bob, 6.0);
    lean(&mut s, 32.0);
    s.hips.1.roll = 5.0 * wave(t, 1.0);
    s.body.yaw = 8.0 * libm::cos(TAU * t);
    s.head = turn(-20.0, -6.0 * libm::cos(TAU * t), -4.0 * wave(t, 1.0));
    s.knot = turn(-28.0 + 8.0 * bob, 0.0, 0.0);
    hold(&mut s.arms, [88.0 + 3.0 * bob, 6.0, 0.0, 40.0, 55.0]);
    s
}

fn stagger(t: f64) -> Stance {
    let mut s = Stance::default();
    let hit = path(t, &[(0.0, 0.4), (0.15, 1.0), (0.7, 0.5), (1.0, 0.0)]);
    s.key = 180.0 * t;
    let back = |t: f64| step(t, 26.0, 12.0);
    for (side, foot) in s.feet.iter_mut().enumerate() {
        let (forward, up, pitch) = back(1.0 - t + 0.5 * side as f64);
        let share = hit.min(1.0);
        foot.at = dvec3([3.0, -3.0][side] * share, up * share, forward * share);
        foot.turn = turn(-pitch * share, 0.0, 0.0);
    }
    s.hips.0 = dvec3(4.0 * hit * wave(t, 2.0), -4.0 * hit, -6.0 * hit);
    lean(&mut s, -22.0 * hit);
    s.hips.1.roll = 6.0 * hit * wave(t, 2.0);
    s.body.yaw = 8.0 * hit * wave(t, 2.0);
    s.head = turn(-16.0 * hit + 10.0 * hit * wave(t, 3.0), 10.0 * hit * wave(t, 2.0), 10.0 * hit * wave(t, 3.0));
    s.knot = turn(30.0 * hit * wave(t, 3.0), 0.0, 20.0 * hit * wave(t, 2.0));
    for (side, arm) in s.arms.iter_mut().enumerate() {
        let flail = wave(t + 0.5 * side as f64, 2.0) * hit;
        arm.swing = 12.0 + 60.0 * hit + 50.0 * flail;
        arm.spread = 16.0 + 50.0 * hit;
        arm.elbow = 28.0 - 10.0 * hit;
    }
    s
}

fn fall(t: f64) -> Stance {
    let mut s = Stance::default();
    // Totters, tips over its heels until the key props it up, and bounces once.
    const HEEL: f64 = -18.0;
    const PROPPED: f64 = 53.0;
    let totter = path(t, &[(0.0, 0.0), (0.12, 1.0), (0.24, -0.6), (0.36, 0.6), (0.45, 0.0)]);
    let tip = PROPPED * path(t, &[(0.0, 0.0), (0.3, 0.12), (0.55, 1.0), (0.66, 0.86), (0.76, 1.0), (1.0, 1.0)]);
    let down = tip / PROPPED;
    let (sine, cosine) = libm::sincos(tip.to_radians());
    s.root.1 = turn(-tip, 0.0, 0.0);
    // The heels slip forward, so that it comes to lie over where it stood.
    s.root.0 = dvec3(0.0, -HEEL * sine, HEEL * (1.0 - cosine) + 32.0 * down);
    s.hips.0 = dvec3(3.0 * totter, 0.0, 0.0);
    s.body = turn(-8.0 * totter - 4.0 * down, 0.0, 6.0 * totter);
    s.head = turn(-10.0 * totter + 18.0 * down, 0.0, -8.0 * totter);
    s.knot = turn(20.0 * totter, 0.0, 0.0);
    s.key = 180.0 * t;
    for (side, arm) in s.arms.iter_mut().enumerate() {
        let flail = wave(t * 1.2 + 0.5 * side as f64, 3.0) * (1.0 - down);
        arm.swing = 12.0 + 70.0 * (1.0 - t) * t * 4.0 + 50.0 * flail + 50.0 * down;
        arm.spread = 16.0 + 50.0 * down + 20.0 * t * (1.0 - t) * 4.0;
    }
    for (side, foot) in s.feet.iter_mut().enumerate() {
        let kick = path(t, &[(0.0, 0.0), (0.4, 0.0), (0.6, 1.0), (0.8, 0.3), (1.0, 0.5)]);
        foot.at = dvec3([4.0, -4.0][side] * kick, [2.0, 6.0][side] * kick, 6.0 * kick);
        foot.turn = turn(-[18.0, 30.0][side] * kick, [10.0, -10.0][side] * kick, 0.0);
    }
    s
}

fn wind(t: f64) -> Stance {
    let mut s = Stance::default();
    // Four turns of the key against the clock, each with a jerk.
    let quarter = (t * 4.0).fract();
    let turned = (t * 4.0).floor() + path(quarter, &[(0.0, 0.0), (0.6, 1.0), (1.0, 1.0)]);
    let strain = path(quarter, &[(0.0, 0.0), (0.3, 1.0), (0.6, 0.2), (1.0, 0.0)]);
    s.key = -180.0 * turned;
    plant(&mut s, 5.0, 0.0);
    s.hips.0 = dvec3(0.0, -5.0 * strain, 0.0);
    s.hips.1 = turn(0.0, 0.0, 3.0 * strain);
    s.body = turn(-4.0 * strain, 4.0 * strain, 5.0 * strain);
    s.stretch = 1.0 - 0.05 * strain;
    s.head = turn(3.0 * strain, 0.0, -9.0 * strain);
    s.knot = turn(14.0 * strain, 0.0, 10.0 * strain);
    for arm in &mut s.arms {
        arm.swing = 18.0 + 8.0 * strain;
        arm.spread = 30.0 + 16.0 * strain;
        arm.elbow = 60.0 + 20.0 * strain;
    }
    s
}

fn cheer(t: f64) -> Stance {
    let mut s = Stance::default();
    // Two hops: gather, fly, land.
    let hop = (t * 2.0).fract();
    let gather = path(hop, &[(0.0, 0.6), (0.15, 1.0), (0.3, -0.5), (0.7, -0.4), (0.8, 1.0), (1.0, 0.6)]);
    let fly = if (0.25..0.75).contains(&hop) { libm::sin((hop - 0.25) * TAU) } else { 0.0 };
    s.key = 720.0 * t;
    s.root.0 = DVec3::Y * 26.0 * fly;
    s.hips.0 = DVec3::Y * -7.0 * gather;
    s.stretch = 1.0 - 0.06 * gather;
    let sway = wave(t, 1.0);
    lean(&mut s, -4.0);
    s.hips.1.roll = 5.0 * sway;
    s.body.roll = 2.0 * sway;
    s.head = turn(-8.0, 0.0, 8.0 * sway);
    s.knot = turn(24.0 * fly - 10.0, 0.0, 0.0);
    for (side, foot) in s.feet.iter_mut().enumerate() {
        foot.at = dvec3([3.0, -3.0][side], 0.0, 0.0);
        foot.turn = turn(22.0 * fly, [10.0, -10.0][side], 0.0);
    }
    hold(&mut s.arms, [150.0 + 18.0 * fly - 10.0 * gather, 24.0 - 6.0 * fly, 0.0, 22.0 - 12.0 * fly, 10.0]);
    s
}
