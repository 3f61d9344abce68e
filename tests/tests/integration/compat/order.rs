//! Settings of the order of polygons.

use super::Entry;
use super::stage::{BLUE, POINTS, QUADS, RED, Stage, card, colour, corner, polygon, quad};
use keitai_formats::Material;
use keitai_render::Compat;

pub(crate) const ENTRIES: &[Entry] = &[
    ("sort_key", slanted_past_flat, &[("Projected15", "red"), ("MeanZ", "blue")]),
    (
        "sort_ties",
        twenty_four_at_one_distance,
        &[("SubmissionOrder", "000017"), ("ViewerQuicksort", "00000b"), ("ReverseSubmission", "-")],
    ),
    ("submit_order", quad_and_triangle, &[("QuadsFirst", "blue"), ("TrianglesFirst", "red")]),
    ("zsort_bits", sort_bits, &[("Honour", "red blue"), ("BothNearest", "red red"), ("Ignore", "blue red")]),
    ("special_primitives", point_behind_quad, &[("ZSorted", "red"), ("OnTop", "blue")]),
];

/// Returns a red quad from z 400 to 2000, whose mean is 1200, or 667 by 1/z; a blue one at 800.
fn slanted_past_flat(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.perspective(10, 32767);
    stage.coloured(QUADS, &quad([-500, -500, 1000, 1000], [400, 2000]), &[RED]);
    stage.coloured(QUADS, &quad([-500, -500, 1000, 1000], [800, 800]), &[BLUE]);
    stage.drawn([(16, 16)])
}

/// Cards on one place in the blues 0 to 23: the quicksort turns all round and then the second twelve back.
fn twenty_four_at_one_distance(compat: &Compat) -> String {
    let mut stage = Stage::in_full(compat);
    for blue in 0..24 {
        stage.coloured(QUADS, &quad([0, 0, 10, 10], [0, 0]), &[blue]);
    }
    stage.drawn([(5, 5)])
}

/// Returns a red quad under or over a blue triangle of the same group and distance.
fn quad_and_triangle(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    let corners = [[0, 0, 0], [20, 0, 0], [0, 20, 0]].map(|at| corner(at, [0, 0]));
    stage.figure(&[card(0, colour(RED), [0, 0, 20, 20], [0, 0]), polygon(0, colour(BLUE), &corners)]);
    stage.drawn([(5, 5)])
}

/// Red cards from z 0 to 200 among blue ones: above with the bit for the nearest vertex past z 50, below with both bits
/// past z 150.
fn sort_bits(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    let both = Material::SORT_NEAREST | Material::SORT_FARTHEST;
    stage.figure(&[
        card(Material::SORT_NEAREST, colour(RED), [0, 0, 20, 10], [0, 200]),
        card(0, colour(BLUE), [0, 0, 20, 10], [50, 50]),
        card(both, colour(RED), [0, 10, 20, 10], [0, 200]),
        card(0, colour(BLUE), [0, 10, 20, 10], [150, 150]),
    ]);
    stage.drawn([(5, 5), (5, 15)])
}

fn point_behind_quad(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.coloured(POINTS, &[5, 5, 100], &[BLUE]);
    stage.coloured(QUADS, &quad([0, 0, 10, 10], [50, 50]), &[RED]);
    stage.drawn([(5, 5)])
}
