//! Settings of the choice of the texture and of the texel.

use super::Entry;
use super::stage::{BLUE, RED, Stage, card, corner, grid, plain, polygon, quad};
use keitai_formats::Texture;
use keitai_render::Compat;
use keitai_tests::oracle::Surface;

pub(crate) const ENTRIES: &[Entry] = &[
    (
        "select_texture",
        second_of_two_selected,
        &[("GroupZeroOnly", "blue -"), ("AllGroups", "blue blue"), ("Ignore", "red blue")],
    ),
    ("missing_texture_group", no_texture, &[("Skip", "-"), ("DrawUntextured", "white")]),
    (
        "uv_wrap",
        mirrored_and_tiled,
        &[
            ("Mask", "001000 101000"),
            ("Spill", "002000 102000"),
            ("EdgeThenMask", "301000 101000"),
            ("Clamp", "301000 301000"),
        ],
    ),
    ("prim_uv_range", texels_up_to_256, &[("Keep256", "800000"), ("LowByte", "-")]),
    ("sprite_far_edge", last_pixel_of_a_sprite, &[("Exclusive", "f00000"), ("InclusiveLast", "e00000")]),
    ("sprite_corners", sprite_of_15, &[("Exact", "008000 108000"), ("WholeHalves", "- 007000")]),
    ("sprite_mirror", sprite_from_right_to_left, &[("Draw", "300000"), ("Drop", "-")]),
];

const SPRITE: u32 = 0x0500_1000;
/// Sizes in pixels, not changing with the distance.
const PIXELS: i32 = 3;

/// Cards of texture groups 0 and 1, whose textures are red and blue; the second is selected.
fn second_of_two_selected(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.texture(&plain(RED, 8, 8));
    stage.texture(&plain(BLUE, 8, 8));
    stage.selected = Some(1);
    let group = |number, x| card(0, Surface::Texture(number), [x, 0, 10, 10], [0, 0]);
    stage.figure(&[group(0, 0), group(1, 10)]);
    stage.drawn([(5, 5), (15, 5)])
}

fn no_texture(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.figure(&[card(0, Surface::Texture(0), [0, 0, 10, 10], [0, 0])]);
    stage.drawn([(5, 5)])
}

/// Over 4x4 texels, in row 1 of both: a card whose u runs from 4 down to 0, at 4; and one whose u runs from 0 to 8, at
/// 5.
fn mirrored_and_tiled(compat: &Compat) -> String {
    let mut stage = Stage::in_full(compat);
    stage.texture(&grid(4, 4));
    let row = |x: i16, u: [u8; 2]| {
        let width = i16::from(u[0].max(u[1]));
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(right, down)| corner([x + right * width, down * 4, 0], [u[right as usize], down as u8 * 4]));
        polygon(0, Surface::Texture(0), &corners)
    };
    // Not as rectangles, which show one coordinate alone.
    stage.figure(&[row(0, [4, 0]), row(10, [0, 8])]);
    stage.drawn([(0, 1), (15, 1)])
}

/// Returns the middle of a quad over all 256 texels of a row of 16 colours, or from 0 to 0.
fn texels_up_to_256(compat: &Compat) -> String {
    let mut stage = Stage::in_full(compat);
    let texture = grid(16, 1);
    let texels = (0..=255).map(|u: u8| texture.texels[usize::from(u >> 4)]).collect();
    stage.texture(&Texture { width: 256, height: 1, texels, ..texture });
    let vertices = quad([0, 0, 16, 16], [0, 0]);
    stage.primitives(0x0400_3000, 1, &vertices, &[0, 0, 256, 0, 256, 0, 0, 0], &[]);
    stage.drawn([(8, 8)])
}

/// Returns a sprite of 16 pixels over the texels 0 to 16, or to 15.
fn last_pixel_of_a_sprite(compat: &Compat) -> String {
    let mut stage = Stage::in_full(compat);
    stage.texture(&grid(16, 16));
    stage.primitives(SPRITE, 1, &[16, 16, 0], &[16, 16, 0, 0, 0, 16, 16, PIXELS], &[]);
    stage.drawn([(23, 8)])
}

/// Returns a sprite of 15 pixels around (16, 16): from 8 on, or 7 to either side over as many texels.
fn sprite_of_15(compat: &Compat) -> String {
    let mut stage = Stage::in_full(compat);
    stage.texture(&grid(16, 16));
    stage.primitives(SPRITE, 1, &[16, 16, 0], &[15, 15, 0, 0, 0, 15, 15, PIXELS], &[]);
    stage.drawn([(8, 16), (9, 16)])
}

fn sprite_from_right_to_left(compat: &Compat) -> String {
    let mut stage = Stage::in_full(compat);
    stage.texture(&grid(4, 4));
    stage.primitives(SPRITE, 1, &[16, 16, 0], &[4, 4, 0, 4, 0, 0, 4, PIXELS], &[]);
    stage.drawn([(14, 14)])
}
