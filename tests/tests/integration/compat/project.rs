//! Settings of the projection of model units to pixels.

use super::Entry;
use super::stage::{BLUE, POINTS, QUADS, RED, SIDE, Stage, all, colour, corner, quad};
use keitai_formats::Material;
use keitai_render::{AffineTrans, Clip, Compat, Projection, Q12};
use keitai_tests::oracle::Polygon;

pub(crate) const ENTRIES: &[Entry] = &[
    ("project_rule", half_a_pixel, &[("Viewer", "- red"), ("MascotMe", "red -")]),
    ("pipeline_overflow", a_round_away, &[("Wide", "- -"), ("Wrap32", "red red")]),
    ("parallel_z_clip", behind_the_eye, &[("None", "red blue"), ("ZeroTo32767", "- blue")]),
    ("quad_facing", folded_quad, &[("Whole", "840000 red"), ("PerTriangle", "840000 840000")]),
    ("clip_time", clip_changed_before_the_flush, &[("AtFlush", "- red"), ("AtSubmission", "red -")]),
    ("bad_projection", field_of_3000, &[("KeepPrevious", "true red -"), ("Clamp", "true - red")]),
];

/// Returns a point at x 11 under a scale of a half: 5.5 pixels.
fn half_a_pixel(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    let half = Q12::from_bits(2048);
    stage.layout.set_projection(Projection::ParallelScale { x: half, y: half }).unwrap();
    stage.coloured(POINTS, &[11, 10, 0], &[RED]);
    stage.drawn([(5, 5), (6, 5)])
}

/// Points 2^20 units to the right, by their own place and by the view: 20.12 goes round there.
fn a_round_away(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.coloured(POINTS, &[(1 << 20) + 5, 5, 0], &[RED]);
    stage.layout.transform = AffineTrans::translation(1 << 20, 0, 0);
    stage.coloured(POINTS, &[10, 5, 0], &[RED]);
    stage.drawn([(5, 5), (10, 5)])
}

/// Points at z -1 and 32767.
fn behind_the_eye(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.coloured(POINTS, &[5, 5, -1, 10, 5, 32767], &[RED, BLUE]);
    stage.drawn([(5, 5), (10, 5)])
}

/// Returns a quad a, b, c, d that adds 16 of 31 levels of red; its half a, b, c faces the viewer, and its smaller half
/// c, b, d lies folded back over it.
fn folded_quad(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    let corners = [[0, 0, 0], [20, 0, 0], [0, 20, 0], [4, 4, 0]].map(|at| corner(at, [0, 0])).to_vec();
    stage.figure(&[Polygon { material: Material(4), corners, surface: colour(0x84_0000) }]);
    stage.drawn([(1, 1), (8, 8)])
}

/// Returns the left half is the clip while a card is queued, the right one when it is flushed.
fn clip_changed_before_the_flush(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    let (half, side) = (SIDE as i32 / 2, SIDE as i32);
    stage.renderer.set_clip(Some(Clip { left: 0, top: 0, right: half, bottom: side }));
    stage.coloured(QUADS, &quad([0, 0, side, side], [0, 0]), &[RED]);
    stage.renderer.set_clip(Some(Clip { left: half, top: 0, right: side, bottom: side }));
    stage.drawn([(5, 5), (25, 5)])
}

/// Returns a list asks for a field of view of 3000 and draws a point at (5, 5, 1): in parallel on that pixel, 10 to the
/// right of the call; at 2046, where a pixel is some 60 units at that distance, on the centre.
fn field_of_3000(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    let good = stage.list(&[0x9200_0000, 1, 100, 3000, 0x0101_0400, 5, 5, 1, RED]);
    all([good.to_string(), stage.seen([(15, 5), (10, 0)])])
}
