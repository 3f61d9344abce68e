//! Postures in floats from the documents alone: the numbers of the file, without any rounding.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use keitai_formats::{Action, BoneMatrix, Figure, Track, VectorKey};

/// Returns the place of every vertex in the figure's space; without an action, the place at rest.
pub(crate) fn positions(figure: &Figure, action: Option<(&Action, u16)>) -> Vec<DVec3> {
    let mut globals: Vec<DAffine3> = Vec::new();
    let mut positions = Vec::new();
    let mut vertices = figure.vertices.iter();
    for (index, bone) in figure.bones.iter().enumerate() {
        let parent = bone.parent.map_or(DAffine3::IDENTITY, |parent| globals[usize::from(parent)]);
        let track = action.and_then(|(action, frame)| Some((action.tracks.get(index)?, f64::from(frame))));
        let global =
            parent * matrix(&bone.matrix) * track.map_or(DAffine3::IDENTITY, |(track, frame)| motion(track, frame));
        let own = vertices.by_ref().take(usize::from(bone.vertex_count));
        positions.extend(own.map(|vertex| global.transform_point3(DVec3::from_array(vertex.map(f64::from)))));
        globals.push(global);
    }
    positions
}

fn matrix(matrix: &BoneMatrix) -> DAffine3 {
    let row = |row: usize| DVec3::from_array([0, 1, 2].map(|column| f64::from(matrix.0[row * 4 + column]) / 4096.0));
    let translation = DVec3::from_array([3, 7, 11].map(|element| f64::from(matrix.0[element])));
    DAffine3 { matrix3: DMat3::from_cols(row(0), row(1), row(2)).transpose(), translation }
}

fn motion(track: &Track, frame: f64) -> DAffine3 {
    let (still, constant_roll) = match track {
        Track::Matrix(constant) => return matrix(constant),
        Track::Turned { translate, roll, .. } => (DVec3::from_array(translate.map(f64::from)), f64::from(*roll)),
        _ => (DVec3::ZERO, 0.0),
    };
    let lists = track.lists();
    let translate = lists.translate.map_or(still, |keys| vector(keys, frame));
    let scale = lists.scale.map_or(DVec3::ONE, |keys| vector(keys, frame) / 4096.0);
    let roll = lists.roll.map_or(constant_roll, |keys| rolls(keys, frame));
    let direction = lists.rotate.map_or(DVec3::ZERO, |keys| vector(keys, frame));
    let turn = if direction == DVec3::ZERO {
        DQuat::IDENTITY
    } else if direction.x == 0.0 && direction.y == 0.0 && direction.z < 0.0 {
        DQuat::from_rotation_x(std::f64::consts::PI)
    } else {
        DQuat::from_rotation_arc(DVec3::Z, direction.normalize())
    };
    let roll = DQuat::from_rotation_z(roll * std::f64::consts::TAU / 4096.0);
    DAffine3::from_scale_rotation_translation(scale, turn * roll, translate)
}

fn rolls(keys: &[keitai_formats::RollKey], frame: f64) -> f64 {
    let keys: Vec<VectorKey> =
        keys.iter().map(|key| VectorKey { frame: key.frame, value: [key.angle, 0, 0] }).collect();
    vector(&keys, frame).x
}

fn vector(keys: &[VectorKey], frame: f64) -> DVec3 {
    let value = |key: &VectorKey| DVec3::from_array(key.value.map(f64::from));
    // Keys are in the order of their frames.
    match keys.partition_point(|key| f64::from(key.frame) < frame) {
        _ if keys.is_empty() => DVec3::ZERO,
        0 => value(&keys[0]),
        next if next == keys.len() => value(&keys[next - 1]),
        next => {
            let [from, to] = [&keys[next - 1], &keys[next]];
            let share = (frame - f64::from(from.frame)) / f64::from(to.frame - from.frame);
            value(from).lerp(value(to), share)
        }
    }
}
