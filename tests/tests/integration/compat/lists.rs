//! Settings of reading primitives and command lists.

use super::Entry;
use super::stage::{BLUE, RED, Stage, all, plain, quad};
use keitai_render::Compat;

pub(crate) const ENTRIES: &[Entry] = &[
    ("sprite_none_block", eight_words_after_a_sprite, &[("NoBlock", "red"), ("EightPerSprite", "blue")]),
    ("texcoord_partial_bits", one_of_two_bits, &[("NoCoordinates", "red"), ("AsCoordinates", "blue")]),
    ("prim_quad_diagonal", arrowhead, &[("BD", "- red"), ("AC", "red red")]),
    ("list_center", centre_of_a_list, &[("PlusCallXY", "red -"), ("Absolute", "- red")]),
    ("list_clip", clip_of_a_list, &[("Edges", "- red -"), ("Size", "- red red")]),
    (
        "list_bad_index",
        texture_and_transform_9,
        &[("Error", "false - - -"), ("Null", "true - blue -"), ("Ignore", "true red - blue")],
    ),
];

/// A point in the call's colour.
const POINT: u32 = 0x0101_0400;
const NOP: u32 = 0x8100_0000;

/// Returns a sprite without parameters, and after it eight words that are a red point and three times nothing, or make
/// the sprite very wide and 5 high.
fn eight_words_after_a_sprite(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.texture(&plain(BLUE, 8, 8));
    assert!(stage.list(&[0x0501_0000, 5, 5, 0, POINT, 5, 5, 0, RED, NOP, NOP, NOP]));
    stage.seen([(15, 5)])
}

/// Returns a quad with a colour, with texture coordinates, and the bit 0x1000.
fn one_of_two_bits(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.texture(&plain(BLUE, 8, 8));
    let vertices = quad([0, 0, 10, 10], [0, 0]);
    stage.primitives(0x0400_1400, 1, &vertices, &[0; 8], &[RED as i32]);
    stage.drawn([(5, 5)])
}

/// Returns A, B, C, D around an arrowhead that points down: B lies inside the triangle A, C, D.
fn arrowhead(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.coloured(0x0400_0800, &[0, 0, 0, 16, 20, 0, 32, 0, 0, 16, 32, 0], &[RED]);
    stage.drawn([(16, 5), (16, 25)])
}

/// Returns the call is 10 pixels to the right.
fn centre_of_a_list(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    assert!(stage.list(&[0x8500_0000, 5, 5, POINT, 0, 0, 0, RED]));
    stage.seen([(15, 5), (5, 5)])
}

/// Returns a quad over the picture under the clip 4, 4, 20, 20.
fn clip_of_a_list(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    let vertices = quad([-10, 0, 32, 32], [0, 0]).map(|c| c as u32);
    assert!(stage.list(&[&[0x8400_0000, 4, 4, 20, 20, 0x0401_0400], &vertices[..], &[RED]].concat()));
    stage.seen([(3, 5), (19, 19), (22, 22)])
}

/// Texture 9 of one, and a textured quad; then transform 9 of one, which moves 20 down, after transform 0, and a point.
fn texture_and_transform_9(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.texture(&plain(RED, 8, 8));
    let vertices = quad([0, 0, 4, 4], [0, 0]).map(|c| c as u32);
    let textured = [&[0x8600_0009, 0x0401_3000], &vertices[..], &[0; 8]].concat();
    let moved = [0x8700_0000, 0x8700_0009, POINT, 15, 5, 0, BLUE];
    let good = stage.list(&[&textured[..], &moved].concat());
    all([good.to_string(), stage.seen([(12, 2), (25, 5), (25, 25)])])
}
