//! Converts actions to animations.
//!
//! Translation and scale are linear at the keys of the track. Rotations are baked at every frame, because a direction
//! and a roll that are linear are not linear as a quaternion. Where the direction of a track is undefined, the rotation
//! jumps, and the sampler is STEP. Every animation has every channel that any of them has: programs such as Blender
//! keep the value of the last animation in a channel that the next one lacks.

use glam::{DQuat, DVec3};
use keitai_formats::{Action, KeyLists, Track, VectorKey};
use serde_json::{Value, json};

use super::buffer::Buffer;
use super::skeleton::Joint;
use crate::posture::{self, Placement};

/// A node of a bone that animations move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    /// The bone's own node.
    pub(super) node: usize,
    /// The node "boneN.matrix".
    pub(super) after: Option<usize>,
}

/// The values of one channel in one action. Those of a vector end in a zero.
#[derive(Debug, Clone, PartialEq)]
struct Curve {
    keys: Vec<(u16, [f32; 4])>,
    jumps: bool,
}

/// The curves of one bone in one action: translation, rotation, scale and the rotation of the node after.
type Curves = [Curve; 4];

/// Returns rotations whose signs are chosen so that keys next to each other stay near; both signs are the same
/// rotation.
fn continuous(keys: impl Iterator<Item = (u16, DQuat)>) -> Vec<(u16, [f32; 4])> {
    let mut before = DQuat::IDENTITY;
    let key = |(frame, mut rotation): (u16, DQuat)| {
        if before.dot(rotation) < 0.0 {
            rotation = -rotation;
        }
        before = rotation;
        (frame, rotation.as_quat().to_array())
    };
    keys.map(key).collect()
}

impl Curve {
    /// Leaves out keys between two that have the same value. The first and the last key stay.
    fn new(keys: Vec<(u16, [f32; 4])>, jumps: bool) -> Self {
        let same = |a: Option<&(u16, [f32; 4])>, value: &[f32; 4]| a.is_some_and(|(_, a)| a == value);
        let needed = |(index, (frame, value)): (usize, &(u16, [f32; 4]))| {
            let between = index > 0 && same(keys.get(index - 1), value) && same(keys.get(index + 1), value);
            (!between).then_some((*frame, *value))
        };
        Self { keys: keys.iter().enumerate().filter_map(needed).collect(), jumps }
    }

    /// Returns whether a value differs from that of a curve at rest.
    fn moves(&self, still: &Self) -> bool {
        let rest = still.keys.first().map_or([0.0; 4], |(_, rest)| *rest);
        self.keys.iter().any(|(_, value)| *value != rest)
    }
}

/// Returns the frames of keys, in order, with the first and the last frame of the action.
fn frames(keys: impl IntoIterator<Item = u16>, last: u16) -> Vec<u16> {
    let mut frames: Vec<u16> = keys.into_iter().filter(|frame| *frame < last).chain([0, last]).collect();
    frames.sort_unstable();
    frames.dedup();
    frames
}

fn curves_of(joint: &Joint, track: &Track, last: u16) -> Curves {
    let KeyLists { translate, scale, rotate, roll } = track.lists();
    // The roll has keys of its own, so that only a track without any turn is still.
    let turning = roll.is_some() || rotate.is_some_and(|keys| !keys.is_empty());
    let turns: Vec<u16> = if turning { (0..=last).collect() } else { frames([], last) };
    let jumps = turning && (0..last).any(|frame| posture::jumps(track, frame));
    let vector = |keys: Option<&[VectorKey]>, of: fn((Placement, DQuat)) -> DVec3| {
        let frames = frames(keys.unwrap_or_default().iter().map(|key| key.frame), last);
        let value = |frame: u16| of(joint.at(track, frame)).as_vec3().extend(0.0).to_array();
        Curve::new(frames.into_iter().map(|frame| (frame, value(frame))).collect(), false)
    };
    let turn = |frames: Vec<u16>, jumps: bool, of: fn((Placement, DQuat)) -> DQuat| {
        let keys = frames.into_iter().map(|frame| (frame, of(joint.at(track, frame))));
        Curve::new(continuous(keys), jumps)
    };
    [
        vector(translate, |(place, _)| place.translation),
        turn(turns, jumps, |(place, _)| place.rotation),
        vector(scale, |(place, _)| place.scale),
        turn(frames([], last), false, |(_, after)| after),
    ]
}

/// An action with its name and the values of `extras.keitai`.
pub(super) struct NamedAction<'a> {
    pub(super) name: String,
    pub(super) action: &'a Action,
    pub(super) extras: Value,
}

/// A pattern's mesh node, for `KHR_node_visibility`.
pub(super) struct PatternNode {
    pub(super) node: usize,
    pub(super) pattern: u16,
}

pub(super) fn write(
    actions: &[NamedAction<'_>],
    joints: &[Joint],
    targets: &[Target],
    shapes: &[PatternNode],
    fps: f64,
    buffer: &mut Buffer,
) -> Vec<Value> {
    let all: Vec<Vec<Curves>> = actions.iter().map(|named| curves(named.action, joints)).collect();
    let still = curves(&Action::default(), joints);
    let mut channels = vec![[false; 4]; joints.len()];
    for curves in &all {
        for ((channels, curves), still) in channels.iter_mut().zip(curves).zip(&still) {
            for ((channel, curve), still) in channels.iter_mut().zip(curves).zip(still) {
                *channel |= curve.moves(still);
            }
        }
    }
    // An animation needs a channel; this one also gives it its length.
    if let (true, Some(first)) = (channels.iter().flatten().all(|moved| !moved), channels.first_mut()) {
        first[0] = true;
    }
    let mut animations = Vec::new();
    for (named, curves) in actions.iter().zip(&all) {
        let mut animation = Animation { samplers: Vec::new(), channels: Vec::new(), fps, buffer };
        for ((curves, target), channels) in curves.iter().zip(targets).zip(&channels) {
            let main = Some(target.node);
            let paths = [(main, "translation"), (main, "rotation"), (main, "scale"), (target.after, "rotation")];
            for ((curve, moves), (node, path)) in curves.iter().zip(channels).zip(paths) {
                if let (true, Some(node)) = (*moves, node) {
                    animation.add(curve, node, path);
                }
            }
        }
        for shape in shapes {
            animation.add_visibility(named.action, shape);
        }
        let Animation { samplers, channels, .. } = animation;
        if !channels.is_empty() {
            let extras = json!({ "keitai": named.extras });
            animations
                .push(json!({ "name": named.name, "samplers": samplers, "channels": channels, "extras": extras }));
        }
    }
    animations
}

fn curves(action: &Action, joints: &[Joint]) -> Vec<Curves> {
    let tracks = action.tracks.iter().chain(std::iter::repeat(&Track::Identity));
    joints.iter().zip(tracks).map(|(joint, track)| curves_of(joint, track, action.last_frame)).collect()
}

struct Animation<'b> {
    samplers: Vec<Value>,
    channels: Vec<Value>,
    fps: f64,
    buffer: &'b mut Buffer,
}

impl Animation<'_> {
    fn times(&mut self, frames: impl Iterator<Item = u16>) -> usize {
        let times: Vec<[f32; 1]> = frames.map(|frame| [(f64::from(frame) / self.fps) as f32]).collect();
        self.buffer.floats(&times, "SCALAR", None, true)
    }

    fn add(&mut self, curve: &Curve, node: usize, path: &str) {
        let input = self.times(curve.keys.iter().map(|key| key.0));
        let values = curve.keys.iter().map(|key| key.1);
        let output = if path == "rotation" {
            self.buffer.floats(&values.collect::<Vec<_>>(), "VEC4", None, false)
        } else {
            self.buffer.floats(&values.map(|[x, y, z, _]| [x, y, z]).collect::<Vec<_>>(), "VEC3", None, false)
        };
        let interpolation = if curve.jumps { "STEP" } else { "LINEAR" };
        let target = json!({ "node": node, "path": path });
        self.channels.push(json!({ "sampler": self.samplers.len(), "target": target }));
        self.samplers.push(json!({ "input": input, "output": output, "interpolation": interpolation }));
    }

    fn add_visibility(&mut self, action: &Action, shape: &PatternNode) {
        let frames = frames(action.patterns.iter().map(|key| key.frame), action.last_frame);
        let truths: Vec<bool> =
            frames.iter().map(|frame| posture::shows(posture::mask(action, *frame), shape.pattern)).collect();
        let input = self.times(frames.into_iter());
        let output = self.buffer.truths(&truths);
        let pointer = format!("/nodes/{}/extensions/KHR_node_visibility/visible", shape.node);
        let target = json!({ "path": "pointer", "extensions": { "KHR_animation_pointer": { "pointer": pointer } } });
        self.channels.push(json!({ "sampler": self.samplers.len(), "target": target }));
        self.samplers.push(json!({ "input": input, "output": output, "interpolation": "STEP" }));
    }
}
