//! Settings of the pixels that a polygon covers, and of its attributes there.

use super::Entry;
use super::stage::{RED, Stage, colour, corner, grid, polygon};
use keitai_render::Compat;
use keitai_tests::oracle::Surface;

pub(crate) const ENTRIES: &[Entry] = &[
    ("fill_rule", edge_of_a_third, &[("Edge16", "red -"), ("Edge12", "red red")]),
    ("span_slope", two_texels_a_pixel, &[("MiddleRow", "- 200000"), ("EdgeWalk", "100000 300000")]),
    ("rect_quad", rectangle_with_a_stray_corner, &[("Viewer", "100000"), ("Never", "400000")]),
];

/// Returns an edge that moves one column in each of three rows: a third of 65536 is 21845, three of which are less than
/// one.
fn edge_of_a_third(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    let corners = [[0, 0, 0], [10, 0, 0], [13, 3, 0]].map(|at| corner(at, [0, 0]));
    stage.figure(&[polygon(0, colour(RED), &corners)]);
    stage.drawn([(9, 1), (10, 1)])
}

/// Returns the first row of a triangle 8 pixels wide over 16 texels: from 0 on by 2, or after a first step of 16/9 by
/// 16/9.
fn two_texels_a_pixel(compat: &Compat) -> String {
    let mut stage = in_full(compat);
    let corners = [corner([0, 0, 0], [0, 0]), corner([8, 0, 0], [16, 0]), corner([0, 8, 0], [0, 0])];
    stage.figure(&[polygon(0, Surface::Texture(0), &corners)]);
    stage.drawn([(0, 0), (1, 0)])
}

/// Returns a rectangle over texel 1 whose last corner alone has texel 5: it is never looked at, or 15/16 of the way
/// down.
fn rectangle_with_a_stray_corner(compat: &Compat) -> String {
    let mut stage = in_full(compat);
    let corners = [
        corner([0, 0, 0], [1, 0]),
        corner([16, 0, 0], [1, 0]),
        corner([0, 16, 0], [1, 0]),
        corner([16, 16, 0], [5, 0]),
    ];
    stage.figure(&[polygon(0, Surface::Texture(0), &corners)]);
    stage.drawn([(15, 15)])
}

/// Colours keep 8 bits, and the texture is 16 texels wide.
fn in_full(compat: &Compat) -> Stage {
    let mut stage = Stage::in_full(compat);
    stage.texture(&grid(16, 1));
    stage
}
