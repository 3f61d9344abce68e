//! Converts animations to actions.
//!
//! The joints are sampled at every whole frame; keys are left out as long as every frame stays within the bounds of
//! [`keitai_convert::track`]. An export keeps its action tables, and their frame rate, in the extras of its root node.
//!
//! A roll has 4096 steps a turn and a direction 12 bits after the point. Tracks that are made from sampled rotations
//! are off by half a step of each, up to 0.05 degrees: a unit in 1100 for every bone of a chain. The tracks that were
//! exported have no such error.

use std::collections::{BTreeSet, HashMap};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::{DAffine3, DMat3, DQuat, DVec3};
use keitai_convert::{BakeOptions, Options as ConvertOptions, Pose, WorkBudget, table, track};
use keitai_formats::diagnostic::counted;
use keitai_formats::{Action, ActionTable, BoneMatrix, Diagnostics, PatternKey, Track, mtra};
use serde_json::Value;

use super::nodes::{Channel, Local, Property, Tree};
use super::scene::{Animation, Scene};
use super::skeleton::{Bones, Joint};
use super::{Options, fault, keep};
use crate::error::Result;
use crate::gltf::animation_name;
use crate::posture::{self, ONE, Singular, rotation_and_scale, rounded, singular, turn};
use crate::rules;

/// Bounds of keys that are left out: model units, factors and degrees.
const TRANSLATE: f64 = 0.3;
const SCALE: f64 = 0.0002;
const ROTATE: f64 = 0.03;
/// Rounding of the times of keys, in frames.
const ROUNDING: f64 = 0.01;
/// Usual numbers of frames per second.
const RATES: [u32; 5] = [24, 25, 30, 50, 60];
/// A motion this near to none, in the linear part and in units, is treated as none: matrices of bones are rounded.
const STILL: [f64; 2] = [0.75 / ONE, 0.02];
/// Most nodes times frames, and keys, of all animations together.
const MOST_SAMPLES: usize = 4_000_000;
/// Most bones times frames of one animation.
const MOST_MOTIONS: usize = 400_000;
/// Bytes of memory of a bone in a frame while its motion is sampled, and of its keys at most.
const MEMORY: [usize; 2] = [112, 32];
/// Most nodes on the ways from bones up to their parents, times frames, of all animations together.
const MOST_STEPS: usize = 1 << 25;

/// Everything that is needed to read the animations of a file.
pub(super) struct Reader<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) bones: &'a Bones,
    /// Model units in a unit of the file.
    pub(super) unit: f64,
    /// Mask of the patterns in the first scene.
    pub(super) mask: u32,
    pub(super) stored: &'a ExportedTables,
    pub(super) options: &'a Options,
}

impl Reader<'_> {
    /// Reads the animations as tables, by the names "table.number".
    pub(super) fn tables(&self, findings: &mut Diagnostics) -> Result<Vec<(String, ActionTable)>> {
        let Self { scene, bones, options, .. } = *self;
        let tree = &scene.tree;
        let mut tables: Vec<(String, Vec<(u32, Action)>)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let (mut samples, mut steps) = (0usize, 0usize);
        // Bytes of the keys so far, and the memory of all this.
        let (mut keys, mut loan) = (0usize, None);
        let climb = climb(tree, bones);
        let mut budget = WorkBudget::bake();
        let moving = moving(tree, bones);
        // Animations with keys between frames, and the rate of the first.
        let mut between: Option<(usize, u32)> = None;
        for animations in actions(scene, bones, &moving, findings) {
            let Some(&(number, animation)) = animations.first() else { continue };
            let name = animation.name.clone().unwrap_or_else(|| format!("animation{number}"));
            let place = format!("animation {number} \"{name}\"");
            let (mut channels, mut lost) = (Vec::new(), 0);
            for (number, animation) in &animations {
                let (list, misses) = self::channels(*number, animation, &moving, bones)?;
                channels.extend(list);
                lost += misses;
            }
            samples = samples.saturating_add(channels.iter().map(|channel| channel.times.len()).sum());
            if lost > 0 {
                let channels = counted(lost, "channel");
                findings
                    .report(&rules::CHANNEL_LOST, format!("{place}: {channels} left out that a bone cannot follow"));
            }
            let end =
                channels.iter().filter_map(|channel| channel.times.last()).fold(0.0f64, |end, time| end.max(*time));
            // The last key is never left out; times are 32-bit floats.
            let last = libm::ceil(end * options.fps - ROUNDING);
            let Some(last) = (0.0..=65535.0).contains(&last).then_some(last as u16) else {
                findings.report(&rules::ANIMATION_LONG, format!("{place}: {last} frames"));
                continue;
            };
            if let Some(rate) = rate(&channels, options.fps) {
                let (count, _) = between.get_or_insert((0usize, rate));
                *count += 1;
            }
            let frames = usize::from(last) + 1;
            samples = samples.saturating_add(frames * (tree.locals.len() + channels.len()));
            steps = steps.saturating_add((frames + 1) * climb);
            if samples > MOST_SAMPLES || frames * bones.joints.len() > MOST_MOTIONS || steps > MOST_STEPS {
                let message = format!(
                    "{place}: {frames} frames of {} bones; at most {MOST_MOTIONS} together are read, and fewer with many nodes; a \
                    smaller --fps helps",
                    bones.joints.len()
                );
                return fault(&rules::TOO_MUCH_MOTION, message);
            }
            let motions = frames * bones.joints.len();
            let size = motions * MEMORY[0] + keys;
            keys += motions * MEMORY[1];
            let renewed = options.memory.renew(&mut loan, size as u64);
            renewed.or_else(|lack| {
                let bones = bones.joints.len();
                fault(&rules::TOO_MUCH_MOTION, format!("{place}: {frames} frames of {bones} bones take {lack}"))
            })?;
            let stored = self.stored.find(&name);
            let (table, number) = stored.map_or_else(|| split(&name), |(table, number, _)| (table, number));
            let stored = stored.map(|(.., action)| action);
            // Given bounds require fewer keys than the exported tables have.
            let exported = stored.filter(|action| action.last_frame == last && options.tolerances.is_none());
            let tracks = self.tracks(&channels, last, exported, &mut budget, findings)?;
            let patterns = animation.patterns.clone().or_else(|| stored.map(|action| action.patterns.clone()));
            let patterns = patterns.map(|keys| self.stored.patterns_at(options.fps, keys));
            let patterns = patterns.unwrap_or_else(|| vec![PatternKey { frame: 0, mask: self.mask }]);
            let action = Action { last_frame: last, tracks, patterns };
            match places.get(table).and_then(|place| tables.get_mut(*place)) {
                Some((_, actions)) => actions.push((number, action)),
                None => {
                    places.insert(table.to_owned(), tables.len());
                    tables.push((table.to_owned(), vec![(number, action)]));
                }
            }
        }
        if let Some((count, rate)) = between {
            let what = counted(count, "animation");
            let message = format!("keys of {what} lie between frames; --fps {rate} makes each a frame");
            findings.report(&rules::BETWEEN_FRAMES, message);
        }
        let bone_count = u16::try_from(bones.joints.len()).unwrap_or(u16::MAX);
        let sorted = |(name, mut actions): (String, Vec<(u32, Action)>)| {
            actions.sort_by_key(|(number, _)| *number);
            let actions = actions.into_iter().map(|(_, action)| action).collect();
            let options =
                ConvertOptions { target: options.target, trailer: options.trailer, ..ConvertOptions::default() };
            (name, table(actions, bone_count, &options))
        };
        Ok(tables.into_iter().map(sorted).collect())
    }

    /// Samples the bones and finds their tracks: those of the `exported` action where they still fit.
    fn tracks(
        &self,
        channels: &[&Channel],
        last: u16,
        exported: Option<&Action>,
        budget: &mut WorkBudget,
        findings: &mut Diagnostics,
    ) -> Result<Vec<Track>> {
        let Self { scene, bones, options, .. } = *self;
        let tree = &scene.tree;
        let mut motions: Vec<Vec<DAffine3>> = vec![Vec::with_capacity(usize::from(last) + 1); bones.joints.len()];
        let local = |joint: &Joint, locals: &[Local]| {
            let outer = joint.parent.and_then(|parent| bones.joints.get(parent));
            // Not by the inverse of the parent's matrix: a parent may be scaled to nothing.
            let above = outer.and_then(|outer| outer.node);
            let outer = match (outer, above) {
                (Some(outer), Some(_)) => outer.to_bone,
                _ => DAffine3::from_scale(DVec3::splat(self.unit)),
            };
            outer * tree.below(locals, joint.node, above) * inverse(&joint.to_bone)
        };
        // Not by the bones' own matrices, whose 4.12 numbers are not exact rotations: those of the nodes are.
        let rest: Vec<DAffine3> = bones.joints.iter().map(|joint| inverse(&local(joint, &bones.bind))).collect();
        for frame in 0..=last {
            let mut locals = tree.locals.clone();
            for channel in channels {
                let [x, y, z, w] = channel.at(f64::from(frame) / options.fps);
                let Some(Local::Placed(place)) = locals.get_mut(channel.node) else { continue };
                match channel.property {
                    Property::Translation => place.translation = DVec3::new(x, y, z),
                    Property::Scale => place.scale = DVec3::new(x, y, z),
                    _ => place.rotation = turn(DQuat::from_xyzw(x, y, z, w)),
                }
            }
            for ((motions, joint), rest) in motions.iter_mut().zip(&bones.joints).zip(&rest) {
                motions.push(*rest * local(joint, &locals));
            }
        }
        let limits = options.tolerances.map(|limits| (limits.translate, limits.scale / 100.0, limits.rotate));
        let (translate, scale, rotate) = limits.unwrap_or((TRANSLATE, SCALE, ROTATE));
        let bounds = BakeOptions { translate, scale, rotate, ..BakeOptions::default() };
        let mut tracks = Vec::new();
        for (bone, (joint, motions)) in bones.joints.iter().zip(&motions).enumerate() {
            let exported = exported.and_then(|action| action.tracks.get(bone));
            tracks.push(match exported.filter(|track| follows(track, motions, &bounds)) {
                Some(track) => track.clone(),
                None => keep(track_of(&joint.name, motions, &bounds, budget, findings), findings)?.unwrap_or_default(),
            });
        }
        Ok(tracks)
    }
}

/// Returns the animations of each action: one each, or all together when each moves at most one object and no object
/// has two.
fn actions<'s>(
    scene: &'s Scene<'_>,
    bones: &Bones,
    moving: &[bool],
    findings: &mut Diagnostics,
) -> Vec<Vec<(usize, &'s Animation)>> {
    let animations: Vec<(usize, &Animation)> = scene.animations.iter().enumerate().collect();
    let moves = |(_, animation): &(usize, &Animation)| -> BTreeSet<usize> {
        let nodes = animation.channels.iter().map(|channel| channel.node);
        nodes.filter(|node| moving.get(*node) == Some(&true)).collect()
    };
    let lists: Vec<BTreeSet<usize>> = animations.iter().map(moves).filter(|nodes| !nodes.is_empty()).collect();
    let nodes: BTreeSet<usize> = lists.iter().flatten().copied().collect();
    let are_objects = nodes.is_subset(&bones.objects.bones);
    if lists.len() > 1 && lists.iter().all(|list| list.len() == 1) && nodes.len() == lists.len() && are_objects {
        let message = format!("{} animations, each of an object of its own, are one action", lists.len());
        findings.report(&rules::ONE_ACTION, message);
        return vec![animations];
    }
    animations.into_iter().map(|animation| vec![animation]).collect()
}

/// Returns a usual rate at which all keys are at frames, some of them at frames in a row; `None` when all keys are at
/// frames at `fps`, or at no usual rate.
fn rate(channels: &[&Channel], fps: f64) -> Option<u32> {
    let is_whole = |fps: f64| {
        let mut times = channels.iter().flat_map(|channel| channel.times.iter());
        times.all(|time| (time * fps - libm::round(time * fps)).abs() < ROUNDING)
    };
    let steps = channels.iter().flat_map(|channel| channel.times.windows(2)).map(|pair| pair[1] - pair[0]);
    let least = steps.filter(|step| *step > 0.0).fold(f64::INFINITY, f64::min);
    let fits = |rate: &u32| least * f64::from(*rate) < 1.5 && is_whole(f64::from(*rate));
    if is_whole(fps) { None } else { RATES.into_iter().find(fits) }
}

/// Splits "walk.2" into "walk" and 2.
fn split(name: &str) -> (&str, u32) {
    let parts = name.rsplit_once('.').and_then(|(table, number)| Some((table, number.parse().ok()?)));
    parts.filter(|(table, _)| !table.is_empty()).unwrap_or((name, 0))
}

/// Returns the channels of nodes that move bones, and the number of those that move something else.
fn channels<'s>(
    number: usize,
    animation: &'s Animation,
    moving: &[bool],
    bones: &Bones,
) -> Result<(Vec<&'s Channel>, usize)> {
    let mut channels = Vec::new();
    let (mut lost, mut keys) = (0, 0);
    for (index, channel) in animation.channels.iter().enumerate() {
        if moving.get(channel.node) != Some(&true) || channel.values.is_empty() {
            // A node that carries meshes and is no bone stays as it is.
            lost += usize::from(!bones.objects.carries(channel.node) || channel.property == Property::Weights);
            continue;
        }
        keys += channel.values.len();
        if keys > MOST_MOTIONS {
            let message = format!("animation {number}, channel {index}: more than {MOST_MOTIONS} keys");
            return fault(&rules::TOO_MUCH_MOTION, message);
        }
        channels.push(channel);
    }
    Ok((channels, lost))
}

/// Returns the number of nodes on the ways from all bones up to their parents.
fn climb(tree: &Tree, bones: &Bones) -> usize {
    let above = |joint: &Joint| bones.joints.get(joint.parent?)?.node;
    let way = |joint: &Joint| {
        let above = above(joint);
        joint.node.map_or(0, |node| tree.upwards(node).take_while(|node| Some(*node) != above).count())
    };
    bones.joints.iter().map(way).sum()
}

/// Returns which nodes are joints or have one below them, and can be moved.
fn moving(tree: &Tree, bones: &Bones) -> Vec<bool> {
    let mut moving = vec![false; tree.locals.len()];
    for joint in bones.joints.iter().filter_map(|joint| joint.node) {
        // All nodes above one that was seen are known.
        let mut is_new = |node: &usize| moving.get_mut(*node).is_some_and(|flag| !std::mem::replace(flag, true));
        tree.upwards(joint).take_while(|node| is_new(node)).for_each(drop);
    }
    let placed = |local: &Local| matches!(local, Local::Placed(_));
    moving.into_iter().zip(&tree.locals).map(|(moving, local)| moving && placed(local)).collect()
}

/// Returns the inverse. Directions that a flat object lacks are treated as if they had its size.
fn inverse(matrix: &DAffine3) -> DAffine3 {
    const LEAST: f64 = 1e-9;
    let DAffine3 { matrix3, translation } = *matrix;
    let most = matrix3.x_axis.length().max(matrix3.y_axis.length()).max(matrix3.z_axis.length());
    if matrix3.determinant().abs() > LEAST * most.powi(3) {
        return matrix.inverse();
    }
    let Singular { u, values, v } = singular(matrix3);
    let size = if most > 0.0 { most } else { 1.0 };
    let values = values.map(|value| if value.abs() > LEAST * most { value } else { size });
    let inverse = v * DMat3::from_diagonal(values.recip()) * u.transpose();
    DAffine3 { matrix3: inverse, translation: inverse * -translation }
}

fn track_of(
    name: &str,
    motions: &[DAffine3],
    bounds: &BakeOptions<'_>,
    budget: &mut WorkBudget,
    findings: &mut Diagnostics,
) -> Result<Track> {
    let near = |a: &DAffine3, b: &DAffine3| {
        let linear = (a.matrix3 - b.matrix3).to_cols_array().iter().all(|element| element.abs() <= STILL[0]);
        linear && a.translation.distance(b.translation) <= STILL[1]
    };
    let first = motions.first().copied().unwrap_or_default();
    if motions.iter().all(|motion| near(motion, &DAffine3::IDENTITY)) {
        return Ok(Track::Identity);
    }
    if motions.iter().all(|motion| near(motion, &first))
        && let Some(matrix) = rounded(&first)
    {
        return Ok(if matrix == BoneMatrix::IDENTITY { Track::Identity } else { Track::Matrix(matrix) });
    }
    let mut skew = 0.0f64;
    let pose = |motion: &DAffine3| {
        let (rotation, scale) = rotation_and_scale(motion.matrix3);
        let difference = motion.matrix3 - rotation * DMat3::from_diagonal(scale);
        skew = difference.to_cols_array().iter().fold(skew, |most, element| most.max(element.abs()));
        let rows = rotation.transpose();
        let rows = [rows.x_axis, rows.y_axis, rows.z_axis].map(|row| row.to_array());
        Pose { rows, scale: scale.to_array(), translate: motion.translation.to_array() }
    };
    let poses: Vec<Pose> = motions.iter().map(pose).collect();
    if skew > 0.01 {
        let message = format!("bone \"{name}\": it is sheared by up to {skew:.2} in an animation");
        findings.report(&rules::MOTION_SHEAR, message);
    }
    let report = track(&format!("bone \"{name}\""), &poses, bounds, budget);
    match (report.document, report.diagnostics.into_iter().next()) {
        (None, Some(first)) => Err(first.into()),
        (track, _) => Ok(track.unwrap_or_default()),
    }
}

/// The action tables of an export.
#[derive(Debug)]
pub(super) struct ExportedTables {
    tables: HashMap<String, ActionTable>,
    /// Frames per second.
    fps: Option<f64>,
}

impl ExportedTables {
    /// Reads the tables in the extras of the root node. Damaged ones are left out; of several with one name, the first
    /// is kept.
    pub(super) fn new(extras: &Value) -> Self {
        let tables = extras.get("tables").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let table = |stored: &Value| {
            let bytes = STANDARD.decode(stored.get("mtra")?.as_str()?).ok()?;
            let table = mtra::read(&bytes).ok()?.document;
            table.check().ok()?;
            Some((stored.get("name")?.as_str()?.to_owned(), table))
        };
        let fps = extras.get("fps").and_then(Value::as_f64).filter(|fps| *fps > 0.0);
        Self { tables: tables.iter().rev().filter_map(table).collect(), fps }
    }

    /// Returns the action that an animation was exported from, with the name of its table and its number there.
    fn find(&self, animation: &str) -> Option<(&str, u32, &Action)> {
        let of = |(table, number): (&str, u16)| {
            let (name, stored) = self.tables.get_key_value(table)?;
            let action = stored.actions.get(usize::from(number))?;
            let title = animation_name(name, stored.actions.len(), number.into());
            (title == animation).then_some((name.as_str(), number.into(), action))
        };
        let numbered = || animation.rsplit_once('.').and_then(|(table, number)| Some((table, number.parse().ok()?)));
        of((animation, 0)).or_else(|| numbered().and_then(of))
    }

    /// Returns exported pattern keys at the frames of another rate; of several at one frame, the last is kept.
    fn patterns_at(&self, fps: f64, mut keys: Vec<PatternKey>) -> Vec<PatternKey> {
        let Some(rate) = self.fps.filter(|rate| *rate != fps) else { return keys };
        keys.iter_mut().for_each(|key| key.frame = libm::round(f64::from(key.frame) * fps / rate) as u16);
        keys.reverse();
        keys.dedup_by_key(|key| key.frame);
        keys.reverse();
        keys
    }
}

/// Returns whether a track is within the bounds of the motions at every frame.
fn follows(track: &Track, motions: &[DAffine3], bounds: &BakeOptions<'_>) -> bool {
    let turn = bounds.rotate.to_radians();
    (0..=u16::MAX).zip(motions).all(|(frame, motion)| {
        let stored = posture::motion(track, frame);
        let near = |axis: usize| {
            let [stored, motion] = [stored.matrix3.col(axis), motion.matrix3.col(axis)];
            stored.distance(motion) <= turn * stored.length() + bounds.scale
        };
        (0..3).all(near) && (stored.translation - motion.translation).abs().max_element() <= bounds.translate
    })
}
