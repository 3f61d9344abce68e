//! Settings of shade, toon and sphere maps.

use super::Entry;
use super::stage::{BLUE, RED, Stage, WHITE, all, card, colour, corner, polygon, rgb};
use keitai_formats::{Bone, BoneMatrix, Material, Normals, PackedNormal, Rgb, Texture};
use keitai_render::compat::ColourShade;
use keitai_render::{AffineTrans, Compat, Model, Posture, Shading};
use keitai_tests::oracle::Polygon;
use keitai_tests::sketch;

pub(crate) const ENTRIES: &[Entry] = &[
    ("light_range", ambient_below_nothing, &[("AsGiven", "7b7b7b"), ("Clamp", "white")]),
    ("shade_formula", ambient_of_128, &[("S8", "-"), ("I12", "080808")]),
    (
        "colour_shade",
        greys_in_5_and_8_bits,
        &[("Div255", "- 838383 838383"), ("Div31", "080808 838383 838383"), ("Plus1Flat", "080808 878787 7f7f7f")],
    ),
    ("flat_bit", flat_over_bright_and_dark, &[("Honour", "white"), ("Ignore", "7b7b7b")]),
    (
        "even_shade",
        one_normal_turned_and_half_a_quad,
        &[("EqualShades", "7b7b7b 7f7f7f"), ("EqualNormals", "white 878787")],
    ),
    ("packed_normals", normal_between_64ths, &[("SixtyFourths", "525252"), ("Q12", "5a5a5a")]),
    ("toon_levels", shade_of_96, &[("Div255", "5a0000"), ("Shift3", "630000")]),
    ("toon_boundary", toon_over_a_ramp, &[("PerPixel", "red red 7b0000"), ("Split", "red 7b0000 7b0000")]),
    ("toon_equal", shade_at_the_threshold, &[("Low", "7b0000"), ("High", "red")]),
    ("sphere_rows", reflection_in_a_large_figure, &[("Normalised", "a00000"), ("Raw", "c00000")]),
    ("sphere_coord", normal_of_2000, &[("Shift7", "bc0000"), ("Mul65", "c00000")]),
    ("sphere_order", reflection_on_a_half_blend, &[("AfterBlend", "c8007f"), ("BeforeBlend", "64007f")]),
    ("sphere_index0", reflection_of_index_0, &[("Skip", "blue"), ("Add", "ff00ff")]),
];

const TOWARD: [i16; 3] = [0, 0, -4096];
const AWAY: [i16; 3] = [0, 0, 4096];

/// Returns a lit card of 16 x 16 pixels from the corner on, with the normals of its left and right side.
fn lit(bits: u16, hex: u32, [left, right]: [[i16; 3]; 2]) -> Polygon {
    let mut card = card(Material::LIGHTING | bits, colour(hex), [0, 0, 16, 16], [0, 0]);
    for (corner, normal) in card.corners.iter_mut().zip([left, right, left, right]) {
        corner.normal = normal;
    }
    card
}

/// Returns half of a whole light toward the card is taken away again: 2048 of 4096 is shade 127, level 15 of 31.
fn ambient_below_nothing(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.light(-2048, 4096);
    stage.figure(&[lit(0, WHITE, [TOWARD; 2])]);
    stage.drawn([(5, 5)])
}

/// 128 of 4096 is shade 7 of 255, which is level 0; or level 128 >> 7.
fn ambient_of_128(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.light(128, 0);
    stage.figure(&[lit(0, WHITE, [TOWARD; 2])]);
    stage.drawn([(5, 5)])
}

/// Returns a grey of 8 in 5 bits; white at level 16 in 8 bits, alone and beside a brighter side.
fn greys_in_5_and_8_bits(compat: &Compat) -> String {
    let mut grey = Stage::new(compat);
    grey.figure(&[lit(0, 0x08_0808, [TOWARD; 2])]);
    let white = |sides| {
        let mut stage = Stage::in_full(compat);
        stage.light(2057, 2000);
        stage.figure(&[lit(0, WHITE, sides)]);
        stage.drawn([(0, 0)])
    };
    all([grey.drawn([(0, 0)]), white([AWAY, AWAY]), white([AWAY, TOWARD])])
}

/// From 255 at the left to 0 at the right; 8 of 16 pixels on, 127.5, which is level 15.
fn flat_over_bright_and_dark(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.light(0, 4096);
    stage.figure(&[lit(Material::FLAT_SHADE, WHITE, [TOWARD, AWAY])]);
    stage.drawn([(8, 0)])
}

/// Returns a triangle whose vertices all have the normal of a card, but a bone that lies upside down owns two of them;
/// and a card whose second half is all at level 16.
fn one_normal_turned_and_half_a_quad(compat: &Compat) -> String {
    let mut bones = Stage::new(compat);
    bones.light(0, 4096);
    let corners = [[0, 0, 0], [16, 0, 0], [0, -16, 0]].map(|at| corner(at, [0, 0]));
    let mut figure = sketch::figure(&[polygon(Material::LIGHTING, colour(WHITE), &corners)], 0);
    let upside_down = BoneMatrix([4096, 0, 0, 0, 0, -4096, 0, 0, 0, 0, -4096, 0]);
    figure.bones = vec![
        Bone { vertex_count: 1, ..Bone::default() },
        Bone { vertex_count: 2, matrix: upside_down, ..Bone::default() },
    ];
    let model = Model::new(&figure).unwrap();
    bones.render(&model, &Posture::rest(&model));

    let mut half = Stage::in_full(&Compat { colour_shade: ColourShade::Plus1Flat, ..*compat });
    half.light(2057, 2000);
    let mut card = lit(0, WHITE, [AWAY; 2]);
    card.corners[0].normal = TOWARD;
    half.figure(&[card]);
    all([bones.drawn([(4, 4)]), half.drawn([(12, 12)])])
}

/// z of (36, -48) is 22.27 of 64: 22 make shade 87, level 10; 1425 of 4096 make shade 88, level 11.
fn normal_between_64ths(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.light(0, 4096);
    let mut figure = sketch::figure(&[lit(0, WHITE, [TOWARD; 2])], 0);
    figure.normals = Normals::Packed(vec![PackedNormal::Direction { x: 36, y: -48, z_negative: true }; 4]);
    let model = Model::new(&figure).unwrap();
    stage.render(&model, &Posture::rest(&model));
    stage.drawn([(5, 5)])
}

/// 96 * 31 / 255 is 11, 96 >> 3 is 12.
fn shade_of_96(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.light(0, 0);
    stage.effect.shading = Shading::Toon { threshold: 255, high: 255, low: 96 };
    stage.figure(&[lit(0, RED, [TOWARD; 2])]);
    stage.drawn([(5, 5)])
}

/// From 255 down to 0 over 16 pixels: level 16, the least above the threshold, ends between pixels 7 and 8. The cut lies
/// at 128 / 255 of the way from the dark end, 16 - 8.03, rounded down to 7.
fn toon_over_a_ramp(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.light(0, 4096);
    stage.effect.shading = Shading::Toon { threshold: 128, high: 255, low: 128 };
    stage.figure(&[lit(0, RED, [TOWARD, AWAY])]);
    stage.drawn([(6, 0), (7, 0), (8, 0)])
}

/// Level 16, and a threshold of 132, which is level 16.
fn shade_at_the_threshold(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.light(2057, 0);
    stage.effect.shading = Shading::Toon { threshold: 132, high: 255, low: 128 };
    stage.figure(&[lit(0, RED, [TOWARD; 2])]);
    stage.drawn([(5, 5)])
}

/// Returns a sphere map whose texel in column u is 4 u in red, and index 0 in column 0.
fn columns() -> Texture {
    let palette = (0..64).map(|u| Rgb { r: 4 * u, g: 0, b: 0 }).collect();
    Texture { width: 64, height: 64, palette, texels: (0..64 * 64).map(|at| at as u8 & 63).collect() }
}

/// Black that reflects the columns, under a light that is everywhere; the stage and its card.
fn reflecting(compat: &Compat, normals: [i16; 2]) -> (Stage, Polygon) {
    let mut stage = Stage::in_full(compat);
    stage.light(4096, 0);
    stage.sphere(&columns());
    (stage, lit(Material::SPHERE_MAP, 0, normals.map(|x| [x, 0, -4096])))
}

/// Returns a view that doubles: column (1024 + 4096) >> 7 = 40, or with 2048, 48.
fn reflection_in_a_large_figure(compat: &Compat) -> String {
    let (mut stage, card) = reflecting(compat, [1024; 2]);
    stage.layout.transform = AffineTrans::from_raw([8192, 0, 0, 0, 0, 8192, 0, 0, 0, 0, 8192, 0]);
    stage.figure(&[card]);
    stage.drawn([(5, 5)])
}

/// (2000 + 4096) >> 7 is 47; half of 6096 by 65, >> 8, is 773 sixteenths, column 48.
fn normal_of_2000(compat: &Compat) -> String {
    let (mut stage, card) = reflecting(compat, [2000; 2]);
    stage.figure(&[card]);
    stage.drawn([(5, 5)])
}

/// Blue and 200 of red as the mean with black: the red is halved only when it was there before.
fn reflection_on_a_half_blend(compat: &Compat) -> String {
    const HALF: u16 = 2;
    let (mut stage, card) = reflecting(compat, [2304; 2]);
    stage.figure(&[Polygon { surface: colour(BLUE), material: Material(card.material.0 | HALF), ..card }]);
    stage.drawn([(5, 5)])
}

/// Returns a map that is all index 0, which is red.
fn reflection_of_index_0(compat: &Compat) -> String {
    let (mut stage, card) = reflecting(compat, [0; 2]);
    stage.sphere(&Texture { palette: vec![rgb(RED)], texels: vec![0; 64 * 64], ..columns() });
    stage.figure(&[Polygon { surface: colour(BLUE), ..card }]);
    stage.drawn([(5, 5)])
}
