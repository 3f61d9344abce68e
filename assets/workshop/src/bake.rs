//! Stances over time to the source text of an action.
//!
//! A motion is split into the format's channels: the direction of the bone's new Z axis, the roll about it, translation
//! and scale. Rolls are unwound, so that the linear way between two keys is the short one. Keys on a straight line
//! between their neighbours are left out.

use crate::skeleton::JOINTS;
use crate::stance::{Motion, Stance};
use crate::text::{UNIT, free};
use glam::{DMat3, DQuat, DVec3};
use keitai_formats::tra::{BoneMotion, Channel, Key, Switch, Tra};

/// An action before it is baked.
pub struct Score<'a> {
    /// Its name.
    pub name: &'a str,
    /// Description of the action, for the first lines of its text.
    pub remark: &'a str,
    /// Last frame, at 30 frames per second.
    pub last_frame: i32,
    /// Every how many frames a key is looked at.
    pub step: i32,
    /// Stance at a moment, 0.0 at the first frame to 1.0 at the last.
    pub stance: fn(f64) -> Stance,
    /// Face changes: from this frame on, this group alone is shown (`None`: the face that is printed on the tin).
    pub faces: &'a [(i32, Option<usize>)],
    /// Number of polygon groups of the figure.
    pub groups: usize,
}

/// Largest distance of a channel from its keys: units, percent, direction, degrees.
const TOLERANCE: [f64; 10] = [0.2, 0.2, 0.2, 0.3, 0.3, 0.3, 0.003, 0.003, 0.003, 0.3];

/// Bakes an action.
pub fn bake(score: &Score) -> Tra {
    let mut frames: Vec<i32> = (0..score.last_frame).step_by(score.step.max(1) as usize).collect();
    frames.push(score.last_frame);
    let motions: Vec<_> =
        frames.iter().map(|&frame| (score.stance)(f64::from(frame) / f64::from(score.last_frame)).motions()).collect();
    let bones = JOINTS.iter().enumerate().map(|(index, joint)| {
        let moments: Vec<Motion> = motions.iter().map(|all| all[index]).collect();
        bone(joint.name, &frames, &moments)
    });
    Tra {
        remarks: vec![score.remark.into(), format!("{} frames at 30 per second.", score.last_frame)],
        version: 4.0,
        name: Some(score.name.into()),
        total_frame: Some(score.last_frame + 1),
        bones: bones.collect(),
        switches: Some(switches(score)),
        ..Tra::default()
    }
}

/// Returns the channels of a bone's motion at these frames.
pub fn bone(name: &str, frames: &[i32], moments: &[Motion]) -> BoneMotion {
    let mut values = vec![[0.0; 10]; frames.len()];
    let mut before = None;
    for (value, motion) in values.iter_mut().zip(moments) {
        let (direction, roll) = split(motion.turn);
        let near = before.map_or(roll, |last: f64| roll + 360.0 * ((last - roll) / 360.0).round());
        before = Some(near);
        let shift = motion.shift * UNIT;
        let scale = motion.scale * 100.0;
        let [sx, sy, sz] = scale.to_array();
        *value = [shift.x, shift.y, shift.z, sx, sy, sz, direction.x, direction.y, direction.z, near + motion.spin];
    }
    let mut motion = BoneMotion { name: Some(free(name.to_string())), ..BoneMotion::default() };
    for (number, (_, channel)) in motion.channels_mut().enumerate() {
        let values: Vec<f64> = values.iter().map(|value| value[number]).collect();
        *channel = thin(frames, &values, TOLERANCE[number]);
    }
    motion
}

/// Returns the direction of the new Z axis, and the roll about it after the shortest turn there, in degrees.
fn split(turn: DQuat) -> (DVec3, f64) {
    let whole = DMat3::from_quat(turn);
    let direction = whole.z_axis;
    let x = DMat3::from_quat(DQuat::from_rotation_arc(DVec3::Z, direction)).transpose() * whole.x_axis;
    (direction, libm::atan2(x.y, x.x).to_degrees())
}

/// Keys such that no value is farther than `tolerance` from the lines between them.
fn thin(frames: &[i32], values: &[f64], tolerance: f64) -> Channel {
    let mut kept = vec![0];
    while let Some(&from) = kept.last().filter(|&&from| from + 1 < frames.len()) {
        let straight = |to: usize| {
            let part = |i: usize| f64::from(frames[i] - frames[from]) / f64::from(frames[to] - frames[from]);
            (from + 1..to)
                .all(|i| (values[from] + (values[to] - values[from]) * part(i) - values[i]).abs() <= tolerance)
        };
        let to = (from + 1..frames.len()).take_while(|&to| straight(to)).last().unwrap_or(from + 1);
        kept.push(to);
    }
    // A value that never changes needs its first key only.
    if kept.iter().all(|&i| (values[i] - values[0]).abs() <= tolerance) && kept.len() == 2 {
        kept.truncate(1);
    }
    let round = |value: f64| ((value * 1000.0).round() / 1000.0 + 0.0) as f32;
    let key = |i: usize| Key { frame: frames[i], value: round(values[i]), ..Key::default() };
    Channel { keys: kept.into_iter().map(key).collect(), ..Channel::default() }
}

fn switches(score: &Score) -> Vec<Switch> {
    let mut switches = Vec::new();
    let mut shown = vec![None; score.groups];
    let faces = std::iter::once(&(0, None)).filter(|_| score.faces.first().is_none_or(|first| first.0 > 0));
    for &(frame, face) in faces.chain(score.faces) {
        for (group, before) in shown.iter_mut().enumerate() {
            let now = face == Some(group);
            if *before != Some(now) {
                switches.push(Switch { frame, group: group as i32, shown: now, ..Switch::default() });
                *before = Some(now);
            }
        }
    }
    switches
}
