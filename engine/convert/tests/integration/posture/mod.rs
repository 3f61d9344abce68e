//! The default policy keeps the text's postures: every vertex in every frame, against a reference that uses only the
//! documents.
//!
//! The reference poses the text in 64-bit floats: bones from their points and flags, channels linear between keys, a
//! track as translation * turn of Z * roll * scale. The file is posed in floats too, from its integers. Both are
//! compared at whole frames; the bound is one unit and the error of rounding to the file's integers along the chain of
//! bones.

mod reference;

use crate::corpus::{self, Vector};
use glam::{DAffine3, DVec3};
use keitai_convert::Options;
use keitai_formats::{Action, Content, Figure, RollKey, Track, VectorKey, bac, tra};
use reference::{Pose, interpolate, of_file, posture};

/// Half a unit in each of three components.
const HALF: f64 = 0.866_03;
/// Rounding of the nine elements of a 4.12 matrix, as a bound of its norm.
const MATRIX: f64 = 1.5 / 4096.0;

pub(crate) fn value_at(keys: &[VectorKey], frame: f64) -> [f64; 3] {
    [0, 1, 2].map(|c| interpolate(keys.iter().map(|key| (f64::from(key.frame), f64::from(key.value[c]))), frame))
}

/// Returns a track of the file at a frame, and the bound of the rounding of its linear part.
fn file_pose(track: &Track, frame: f64) -> (DAffine3, f64) {
    let vector = |keys: &[VectorKey]| DVec3::from(value_at(keys, frame));
    let angle = |keys: &[RollKey]| {
        degrees(interpolate(keys.iter().map(|key| (f64::from(key.frame), f64::from(key.angle))), frame))
    };
    let (still, whole) = (DVec3::ZERO, DVec3::splat(4096.0));
    let (translate, scale, rotate, roll) = match track {
        Track::Matrix(matrix) => return (of_file(&matrix.0), MATRIX),
        Track::Identity => return (DAffine3::IDENTITY, MATRIX),
        Track::Scaled { translate, scale, rotate, roll } => (vector(translate), vector(scale), rotate, angle(roll)),
        Track::Turned { translate, rotate, roll } => {
            let direction = vector(rotate);
            let translate = DVec3::from(translate.map(f64::from));
            return (posture(translate, DVec3::ONE, direction, degrees(f64::from(*roll))), turn_cost(direction));
        }
        Track::Rolled { rotate, roll } => (still, whole, rotate, angle(roll)),
        Track::Rotated { rotate } => (still, whole, rotate, 0.0),
        Track::Moved { translate, rotate, roll } => (vector(translate), whole, rotate, angle(roll)),
    };
    let scale = scale / 4096.0;
    let largest = scale.abs().max_element().max(1.0);
    let direction = vector(rotate);
    (posture(translate, scale, direction, roll), turn_cost(direction) * largest + MATRIX)
}

fn degrees(roll: f64) -> f64 {
    roll * 360.0 / 4096.0
}

/// Returns the cost of rounding a direction and a roll. Near -Z a small step of the direction is a large one of the
/// turn.
fn turn_cost(direction: DVec3) -> f64 {
    let length = direction.length();
    let aside = if direction.z < 0.0 { direction.truncate().length() / length.max(1e-9) } else { 1.0 };
    let roll = std::f64::consts::PI / 4096.0;
    (HALF / length.max(1e-9) * (1.0 + 2.0 / aside.max(1e-9)) + roll).min(2.0)
}

/// Compares all vertices of an action and returns how many were compared.
fn compare(name: &str, pose: &Pose<'_>, figure: &Figure, order: &[usize], action: &Action) -> usize {
    let file_parents: Vec<Option<usize>> = figure.bones.iter().map(|bone| bone.parent.map(usize::from)).collect();
    let vertices = pose.vertices_of_file(figure, order);
    let mut compared = 0;
    for frame in 0..=action.last_frame {
        let at = f64::from(frame);
        let tracks: Vec<(DAffine3, f64)> = action.tracks.iter().map(|track| file_pose(track, at)).collect();
        for (vertex, &(bone, point, written)) in vertices.iter().enumerate() {
            let (mut exact, mut actual, mut bound) = (point, written, point.distance(written));
            let mut file_bone = Some(bone);
            while let Some(index) = file_bone {
                let (track, linear) = &tracks[index];
                let text = pose.track(order[index], at);
                // Scaled axes at right angles make nothing longer than the longest of them.
                let longest = [0, 1, 2].map(|c| track.matrix3.col(c).length()).into_iter().fold(0.0, f64::max);
                bound = bound * (longest + MATRIX) + linear * exact.length() + HALF;
                exact = text.transform_point3(exact);
                actual = track.transform_point3(actual);
                bound += MATRIX * exact.length() + HALF;
                exact = pose.rest(order[index]).transform_point3(exact);
                actual = of_file(&figure.bones[index].matrix.0).transform_point3(actual);
                file_bone = file_parents[index];
            }
            let off = exact.distance(actual);
            assert!(off <= bound + 1.0, "{name}: frame {frame}, vertex {vertex}: off by {off}, allowed {bound}");
            compared += 1;
        }
    }
    compared
}

fn check(vector: &Vector) -> usize {
    let options = vector.options(Options::default());
    let Some(Content { figure, skeleton, .. }) = vector.figure(&options).0.document else { return 0 };
    let text = std::fs::read(vector.texts("bac").remove(0)).unwrap();
    let document = bac::read(&text).document;
    let names: Vec<String> = document.bones.iter().enumerate().map(|(index, bone)| bone.name_or(index)).collect();
    // The file's bones are those of the text without some that own nothing.
    let mut rest = names.iter().enumerate();
    let order: Option<Vec<usize>> =
        skeleton.bones.iter().map(|name| rest.by_ref().find(|bone| bone.1 == name).map(|(index, _)| index)).collect();
    let order = order.unwrap_or_else(|| panic!("{}: bones are in another order", vector.name));
    let mut compared = 0;
    for source in vector.texts("tra") {
        let text = std::fs::read(&source).unwrap();
        let Ok(table) = corpus::act(&text, &skeleton, &options) else { continue };
        let motion = tra::read(&text).document;
        let pose = Pose::new(&document, &motion, &names, &order, vector.settings.scale);
        let name = format!("{}/{}/{}", vector.set, vector.name, source.file_name().unwrap().display());
        compared += compare(&name, &pose, &figure, &order, &table.actions[0]);
    }
    compared
}

/// Prints how much was compared: `cargo test -p keitai-convert --test integration posture:: -- --nocapture`.
#[test]
fn every_vertex_is_where_the_text_says() {
    let vectors = corpus::vectors();
    let compared: usize = vectors.iter().map(check).sum();
    println!("{compared} vertices compared");
    assert!(vectors.is_empty() || compared > 400_000, "{compared}");
}
