//! Settings of posture and patterns.

use super::Entry;
use super::stage::{RED, Stage, all, card, colour, rgb};
use keitai_formats::{Action, Bone, BoneMatrix, Figure, Track, VectorKey};
use keitai_render::{Compat, Model, Posture, Q16};
use keitai_tests::sketch;

pub(crate) const ENTRIES: &[Entry] = &[
    ("pose_at_key", half_a_frame_after_a_key, &[("Interpolate", "50"), ("KeyValue", "0")]),
    ("pose_rule", late_between_far_keys_and_turned, &[("Viewer", "26809 4095"), ("MascotMe", "26807 4096")]),
    (
        "pattern_bit",
        patterns_of_two_masks,
        &[("ShiftP", "- - red -"), ("ShiftP31", "- red red -"), ("ShiftPMinus1", "red - - -")],
    ),
];

/// Returns the matrix of a bone under a track, by rows.
fn posed(compat: &Compat, track: Track, frame: Q16) -> [i32; 12] {
    let bone = Bone { vertex_count: 1, parent: None, matrix: BoneMatrix::IDENTITY };
    let model = Model::new(&Figure { bones: vec![bone], vertices: vec![[0; 3]], ..Figure::default() }).unwrap();
    let mut posture = Posture::rest(&model);
    let action = Action { last_frame: 1000, tracks: vec![track], patterns: Vec::new() };
    posture.set(&model, &action, frame, compat);
    posture.locals()[0].to_raw()
}

/// Returns the way along x between keys.
fn moved(compat: &Compat, keys: [(u16, i16); 2], frame: Q16) -> i32 {
    let translate = keys.map(|(frame, x)| VectorKey { frame, value: [x, 0, 0] }).to_vec();
    posed(compat, Track::Moved { translate, rotate: Vec::new(), roll: Vec::new() }, frame)[3]
}

fn turned(compat: &Compat, value: [i16; 3]) -> [i32; 12] {
    posed(compat, Track::Rotated { rotate: vec![VectorKey { frame: 0, value }] }, Q16::ZERO)
}

fn half_a_frame_after_a_key(compat: &Compat) -> String {
    moved(compat, [(0, 0), (1, 100)], Q16::ONE / 2).to_string()
}

/// 108 of 132 frames on the way to 32767: 53620 of 65536 of it is 26809.2, 3351 of 4096 is 26807.2. And the middle of
/// the matrix of a turn about y, which is 1: x^2 is 3482.87 of 4096.
fn late_between_far_keys_and_turned(compat: &Compat) -> String {
    let way = moved(compat, [(0, 0), (132, 32767)], Q16::from_num(108));
    let middle = turned(compat, [-3777, 0, 1583])[5];
    all([way.to_string(), middle.to_string()])
}

/// Patterns 1 and 32 of a figure under the masks 1 and 2.
fn patterns_of_two_masks(compat: &Compat) -> String {
    let mut figure = Figure { version: 5, palette: vec![rgb(RED)], ..Figure::default() };
    for pattern in 0..=32 {
        let shown = match pattern {
            1 => vec![card(0, colour(RED), [0, 0, 10, 10], [0, 0])],
            32 => vec![card(0, colour(RED), [10, 0, 10, 10], [0, 0])],
            _ => Vec::new(),
        };
        sketch::add_pattern(&mut figure, &shown);
    }
    figure.bones.push(Bone { vertex_count: figure.vertices.len() as u16, ..Bone::default() });
    let model = Model::new(&figure).unwrap();
    all([1, 2].map(|mask| {
        let mut stage = Stage::new(compat);
        let mut posture = Posture::rest(&model);
        posture.set_pattern(mask);
        stage.render(&model, &posture);
        stage.drawn([(5, 5), (15, 5)])
    }))
}
