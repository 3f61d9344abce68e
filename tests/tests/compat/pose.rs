//! What a frame of an action does to a figure.

use crate::Entry;
use crate::stage::{RED, Stage, all, card, colour, rgb};
use keitai_formats::{Action, Bone, BoneMatrix, Figure, Track, VectorKey};
use keitai_render::{Compat, Model, Posture, Q16};
use keitai_tests::sketch;

pub(crate) const ENTRIES: &[Entry] = &[
    ("pose_at_key", half_a_frame_after_a_key, &[("Interpolate", "50"), ("KeyValue", "0")]),
    ("pose_round", halves_of_a_unit, &[("HalfUp", "1 1"), ("Floor", "0 0"), ("HalfUpWhole", "1 0")]),
    ("pose_part", late_between_far_keys, &[("Reciprocal", "3348"), ("Quotient", "3351")]),
    ("rotate_unit", unit_of_a_diagonal, &[("Truncate", "2364"), ("Nearest", "2365")]),
    ("rotate_round", turn_about_y, &[("Floor", "4095"), ("HalfUp", "4096")]),
    (
        "pattern_bit",
        patterns_of_two_masks,
        &[("ShiftP", "- - red -"), ("ShiftP31", "- red red -"), ("ShiftPMinus1", "red - - -")],
    ),
];

/// The matrix of a bone under a track, by rows.
fn posed(compat: &Compat, track: Track, frame: Q16) -> [i32; 12] {
    let bone = Bone { vertex_count: 1, parent: None, matrix: BoneMatrix::IDENTITY };
    let model = Model::new(&Figure { bones: vec![bone], vertices: vec![[0; 3]], ..Figure::default() }).unwrap();
    let mut posture = Posture::rest(&model);
    let action = Action { last_frame: 1000, tracks: vec![track], patterns: Vec::new() };
    posture.set(&model, &action, frame, compat);
    posture.locals()[0].to_raw()
}

/// The way along x between keys.
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

/// A quarter of the way from 0 to 2, at the whole frame 2; and 5/16 of it, at frame 2.5.
fn halves_of_a_unit(compat: &Compat) -> String {
    let at = |frame| moved(compat, [(0, 0), (8, 2)], frame).to_string();
    all([at(Q16::from_num(2)), at(Q16::from_bits(5 << 15))])
}

/// 108 of 132 frames on the way to 4096: 31 of 4096 a frame, or 4096 * 108 / 132.
fn late_between_far_keys(compat: &Compat) -> String {
    moved(compat, [(0, 0), (132, 4096)], Q16::from_num(108)).to_string()
}

/// 4096 / sqrt 3 is 2364.83.
fn unit_of_a_diagonal(compat: &Compat) -> String {
    turned(compat, [1, 1, 1])[2].to_string()
}

/// The middle of the matrix, which is 1: x^2 = 3483 of 4096, A = (2513 << 12) / 3483 = 2955, 3483 * 2955 / 4096 = 2512.76.
fn turn_about_y(compat: &Compat) -> String {
    turned(compat, [-3777, 0, 1583])[5].to_string()
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
