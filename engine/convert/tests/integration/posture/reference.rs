//! Postures of source texts in 64-bit floats, from the documents alone.

use std::f64::consts::PI;

use glam::{DAffine3, DMat3, DQuat, DVec3};
use keitai_formats::{
    Figure,
    bac::{Bac, Bone},
    tra::{BoneMotion, Channel, Tra},
};

/// Returns the matrix of a file: 4.12, translations plain.
pub(crate) fn of_file(m: &[i16; 12]) -> DAffine3 {
    let column = |c: usize| DVec3::new(m[c].into(), m[4 + c].into(), m[8 + c].into());
    let [x, y, z] = [0, 1, 2].map(|c| column(c) / 4096.0);
    DAffine3 { matrix3: DMat3::from_cols(x, y, z), translation: column(3) }
}

/// Returns a transform: scale, then roll about Z in degrees, then the shortest turn from Z to a direction, then
/// translation. To -Z that is a half turn about X; a zero direction is no turn.
pub(crate) fn posture(translate: DVec3, scale: DVec3, direction: DVec3, roll: f64) -> DAffine3 {
    let turn = match direction.normalize_or(DVec3::Z) {
        DVec3::NEG_Z => DQuat::from_rotation_x(PI),
        direction => DQuat::from_rotation_arc(DVec3::Z, direction),
    };
    let turn = turn * DQuat::from_rotation_z(roll.to_radians());
    DAffine3::from_scale_rotation_translation(scale, turn, translate)
}

/// Returns a value that is linear between keys, held after the last, and extrapolated along the first two before the
/// first.
pub(crate) fn interpolate(keys: impl Iterator<Item = (f64, f64)>, frame: f64) -> f64 {
    let keys: Vec<(f64, f64)> = keys.collect();
    let next = keys.iter().position(|(key, _)| *key > frame).unwrap_or(keys.len());
    let pair = match next {
        _ if keys.len() == 1 => return keys[0].1,
        0 => &keys[..2],
        next if next == keys.len() => return keys[next - 1].1,
        next => &keys[next - 1..=next],
    };
    pair[0].1 + (pair[1].1 - pair[0].1) * (frame - pair[0].0) / (pair[1].0 - pair[0].0)
}

fn channel(channel: &Channel, rest: f64, frame: f64) -> f64 {
    if channel.keys.is_empty() {
        return rest;
    }
    interpolate(channel.keys.iter().map(|key| (f64::from(key.frame), f64::from(key.value))), frame)
}

/// A text's figure and one of its actions.
pub(crate) struct Pose<'t> {
    figure: &'t Bac,
    worlds: Vec<DAffine3>,
    parents: Vec<Option<usize>>,
    motions: Vec<Option<&'t BoneMotion>>,
    scale: f64,
}

impl<'t> Pose<'t> {
    /// `written` are the bones that the file has. The motions of an action without any of their names are matched by
    /// order.
    pub(crate) fn new(figure: &'t Bac, action: &'t Tra, names: &[String], written: &[usize], scale: f64) -> Self {
        let named = |motion: &BoneMotion| motion.name.as_ref().map(|name| name.value.clone());
        let by_name = |name: &String| action.bones.iter().find(|motion| named(motion).as_ref() == Some(name));
        let mut motions: Vec<Option<&BoneMotion>> = names.iter().map(by_name).collect();
        if motions.iter().all(Option::is_none) && action.bones.len() == written.len() {
            written.iter().zip(&action.bones).for_each(|(bone, motion)| motions[*bone] = Some(motion));
        }
        let worlds = figure.bones.iter().map(|bone| world(bone, scale)).collect();
        Self { figure, worlds, parents: parents(&figure.bones), motions, scale }
    }

    /// Returns a bone's space in its parent's.
    pub(crate) fn rest(&self, bone: usize) -> DAffine3 {
        let parent = self.parents[bone].map_or(DAffine3::IDENTITY, |parent| self.worlds[parent].inverse());
        parent * self.worlds[bone]
    }

    pub(crate) fn track(&self, bone: usize, frame: f64) -> DAffine3 {
        let Some(motion) = self.motions[bone] else { return DAffine3::IDENTITY };
        let three = |channels: &[Channel; 3], rest: DVec3| {
            DVec3::from([0, 1, 2].map(|c| channel(&channels[c], rest[c], frame)))
        };
        posture(
            three(&motion.translate, DVec3::ZERO) * self.scale,
            three(&motion.scale, DVec3::splat(100.0)) / 100.0,
            three(&motion.rotate, DVec3::Z),
            channel(&motion.roll, 0.0, frame),
        )
    }

    /// Returns for every vertex of the file the number of its bone in the file, and its point in the bone's space,
    /// exactly and as written.
    pub(crate) fn vertices_of_file(&self, figure: &Figure, order: &[usize]) -> Vec<(usize, DVec3, DVec3)> {
        let mut vertices = Vec::new();
        let mut first = 0;
        for (file_bone, (bone, &text_bone)) in figure.bones.iter().zip(order).enumerate() {
            let count = usize::from(bone.vertex_count);
            let written = &figure.vertices[first..first + count];
            first += count;
            let inverse = self.worlds[text_bone].inverse();
            let points = self.figure.bones[text_bone].vertices.iter();
            let points = points.map(|index| self.figure.coords[index.value as usize].value);
            let points: Vec<DVec3> =
                points.map(|point| inverse.transform_point3(DVec3::from(point.map(f64::from)) * self.scale)).collect();
            for vertex in written {
                let vertex = DVec3::from(vertex.map(f64::from));
                let near = |point: &&DVec3| point.abs_diff_eq(vertex, 0.5 + 1e-6);
                let point = points.iter().find(near).unwrap_or_else(|| panic!("no point is at {vertex:?}"));
                vertices.push((file_bone, *point, vertex));
            }
        }
        vertices
    }
}

/// Returns the space of a bone: Z from `translate` to `rotate`, Y in the plane of Z and `handle`.
fn world(bone: &Bone, scale: f64) -> DAffine3 {
    let [translation, rotate, handle] =
        [bone.translate, bone.rotate, bone.handle].map(|point| DVec3::from(point.map(f64::from)) * scale);
    let z = (rotate - translation).normalize_or_zero();
    let x = (handle - translation).cross(z).normalize_or_zero();
    DAffine3 { matrix3: DMat3::from_cols(x, z.cross(x), z), translation }
}

/// Returns the parent of every bone. A bone with a child is followed by the child, and a subtree by the brother of its
/// root.
fn parents(bones: &[Bone]) -> Vec<Option<usize>> {
    fn family(bones: &[Bone], parent: Option<usize>, next: &mut usize, parents: &mut Vec<Option<usize>>) {
        while let Some(bone) = bones.get(*next) {
            let number = *next;
            parents.push(parent);
            *next += 1;
            if bone.has_child {
                family(bones, Some(number), next, parents);
            }
            if !bone.has_brother {
                return;
            }
        }
    }
    let mut parents = Vec::new();
    family(bones, None, &mut 0, &mut parents);
    parents
}
