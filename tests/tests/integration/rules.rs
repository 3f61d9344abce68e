//! Rules of the engine that a few polygons tell, with pictures expected by hand.

use keitai_formats::{ReadOptions, Rgb, Texture, mbac};
use keitai_render::{
    AffineTrans, Angle, CommandList, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Model, PixelFormat,
    Posture, Primitives, PrimitivesDraw, Projection, Q12, Renderer, TextureMap,
};
use std::sync::Arc;

const SIDE: i32 = 64;
const COMPAT: Compat = Compat { pixel_format: PixelFormat::Rgb888, ..Compat::engine() };

/// Returns a texture of 16 x 16 texels that shows u in red, v in green, and blue everywhere.
fn coordinates() -> Arc<TextureMap> {
    let colour = |i: u8| Rgb { r: 16 * (i & 15), g: 16 * (i >> 4), b: 255 };
    let texture =
        Texture { width: 16, height: 16, palette: (0..=255).map(colour).collect(), texels: (0..=255).collect() };
    Arc::new(TextureMap::new(&texture, &COMPAT).unwrap())
}

fn layout(projection: Projection) -> FigureLayout {
    let mut layout = FigureLayout::default();
    layout.centre = (SIDE / 2, SIDE / 2);
    layout.set_projection(projection).unwrap();
    layout
}

/// Returns the texels that primitives of one texture show, row by row; `None` where there is none.
fn drawn(layout: &FigureLayout, command: u32, vertices: &[i32], texcoords: &[i32]) -> Vec<Vec<Option<(u32, u32)>>> {
    let texture = coordinates();
    let primitives = Primitives::new(command, vertices).texture(&texture, texcoords);
    let mut picture = Framebuffer::new(SIDE as u32, SIDE as u32);
    let mut renderer = Renderer::new(SIDE as u32, SIDE as u32, COMPAT);
    renderer.render_primitives(&PrimitivesDraw::new(primitives, layout, &Effect::default())).unwrap();
    renderer.flush(&mut picture);
    let texel = |&pixel: &u32| (pixel & 255 != 0).then_some((pixel >> 20 & 15, pixel >> 12 & 15));
    picture.pixels().chunks(SIDE as usize).map(|row| row.iter().map(texel).collect()).collect()
}

/// Returns the columns and the rows that show a texel.
fn extent(rows: &[Vec<Option<(u32, u32)>>]) -> [Vec<usize>; 2] {
    let side = 0..SIDE as usize;
    let columns = side.clone().filter(|&x| rows.iter().any(|row| row[x].is_some()));
    [columns.collect(), side.filter(|&y| rows[y].iter().any(Option::is_some)).collect()]
}

fn sprite(layout: &FigureLayout, words: [i32; 8]) -> Vec<Vec<Option<(u32, u32)>>> {
    drawn(layout, Primitives::SPRITES | Primitives::SPRITE_PER_COMMAND, &[0, 0, 100], &words)
}

#[test]
fn a_sprite_keeps_its_size_when_the_view_turns() {
    let mut layout = layout(Projection::ParallelScale { x: Q12::ONE, y: Q12::from_num(3) });
    layout.transform = AffineTrans::rotation_y(Angle(512));
    layout.centre.0 -= 71;
    // The first row of the view is (2896, 0, 2896), of length 4096: 20 units are 20 pixels, down as across. z 100 is column 71.
    let [columns, rows] = extent(&sprite(&layout, [20, 20, 0, 0, 0, 16, 16, 0]));
    assert_eq!([columns, rows], [(22..42).collect::<Vec<_>>(), (22..42).collect()]);
}

#[test]
fn the_square_of_a_sprites_scale_has_32_bits() {
    // 70000^2 is 605,032,704 beyond 2^32, whose root is 24,597: a half of 4 units is 4 * 24597 / 4096 = 24 pixels, not 68.
    let layout = layout(Projection::ParallelScale { x: Q12::from_bits(70000), y: Q12::ONE });
    let [columns, rows] = extent(&sprite(&layout, [8, 8, 0, 0, 0, 16, 16, 0]));
    assert_eq!([columns, rows], [(8..56).collect::<Vec<_>>(), (8..56).collect()]);
}

#[test]
fn a_turned_sprite_of_negative_height_crosses_the_picture_in_a_few_rows() {
    // A half of -3 has 16 bits without sign: 65533. Turned by 1032 its corners lie at columns of about +-65500, which do not wrap before
    // the slope is taken, and rows of about +-800: a side goes 131,000 columns in 1,600 rows, 80 a row, and so does the other side
    // 18 rows below. The rows between are full, and where the sides have left the picture it is empty.
    let rows = sprite(&layout(Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE }), [20, -6, 1032, 0, 0, 16, 16, 1]);
    let full: Vec<_> = (0..SIDE as usize).filter(|&y| rows[y].iter().all(Option::is_some)).collect();
    assert!((16..=20).contains(&full.len()) && full.windows(2).all(|pair| pair[1] == pair[0] + 1), "{full:?}");
    let [_, seen] = extent(&rows);
    assert!(seen.len() <= full.len() + 4, "{seen:?}");
}

#[test]
fn sort_keys_of_a_parallel_view_have_16_bits() {
    let layout = layout(Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE });
    // 40,000 is -25,536: nearer than 100. 80,000 is 14,464: farther.
    for (z, nearer) in [(40_000, true), (80_000, false)] {
        let triangle = |z| [-30, -30, z, 30, -30, z, 0, 30, z];
        let rows = drawn(
            &layout,
            Primitives::TRIANGLES | Primitives::TEXTURE_COORDINATES,
            &[triangle(100), triangle(z)].concat(),
            &[1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9],
        );
        assert_eq!(rows[SIDE as usize / 2][SIDE as usize / 2], Some(if nearer { (9, 9) } else { (1, 1) }));
    }
}

#[test]
fn a_negative_width_mirrors_a_sprite_and_a_negative_height_fills_its_columns() {
    let layout = layout(Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE });
    let columns = |width, height| {
        let rows = sprite(&layout, [width, height, 0, 0, 0, 16, 16, 1]);
        let texels = rows[32].iter().flatten().map(|(u, _)| *u).collect::<Vec<_>>();
        (extent(&rows).map(|side| (side[0], side.len())), texels)
    };
    // 16 texels over 8 pixels: every second one.
    assert_eq!(columns(8, 8), ([(28, 8), (28, 8)], vec![0, 2, 4, 6, 8, 10, 12, 14]));
    assert_eq!(columns(-8, 8), ([(28, 8), (28, 8)], vec![0, 14, 12, 10, 8, 6, 4, 2]));
    // Half of -8 is 65532 without a sign.
    let ([across, down], _) = columns(8, -8);
    assert_eq!([across, down], [(28, 8), (0, 64)]);
}

#[test]
fn a_quad_of_equal_sort_keys_is_scanned_as_one_figure() {
    // Rectangles of 20 x 20 pixels, whose lower side is farther away; a rectangle has one texel a pixel.
    let texels = |near, z: [i32; 2]| {
        let layout = layout(Projection::PerspectiveSize {
            near,
            far: 32767,
            width: Q12::from_bits(near * 4096),
            height: Q12::from_bits(near * 4096),
        });
        // 64 pixels are as wide as z.
        let [a, b] = z.map(|z| z * 10 / 64);
        let vertices = [-a, -a, z[0], a, -a, z[0], b, b, z[1], -b, b, z[1]];
        drawn(&layout, Primitives::QUADS | Primitives::TEXTURE_COORDINATES, &vertices, &[0, 0, 7, 0, 7, 13, 0, 13])
    };
    let flat = texels(1, [6400, 6400]);
    assert_eq!(extent(&flat), [(22..42).collect::<Vec<_>>(), (22..42).collect()]);
    // Near 1: the key is 32768 - 32768 / z, 32762 from z 5462 to 6553. Near 100: 32867 * (z - 100) / z is 32353 and 32355.
    assert!(texels(1, [6400, 6464]) == flat);
    assert!(texels(100, [6400, 6400]) == flat);
    assert!(texels(100, [6400, 6464]) != flat);
}

#[test]
fn an_index_without_a_texture_is_none_below_16_and_ignored_above() {
    let (textures, effect) = ([coordinates()], Effect::default());
    let layout = layout(Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE });
    let is_drawn = |indices: &[u32]| {
        let triangle = [0x0301_3000, -9, -9, 50, 9, -9, 50, 0, 9, 50, 1, 1, 1, 1, 1, 1];
        let index = indices.iter().map(|index| (0x8600_0000 | index).cast_signed());
        let words: Vec<i32> = [0xFE00_0001_u32.cast_signed()].into_iter().chain(index).chain(triangle).collect();
        let mut picture = Framebuffer::new(SIDE as u32, SIDE as u32);
        let mut renderer = Renderer::new(SIDE as u32, SIDE as u32, COMPAT);
        let list = CommandList { textures: &textures, ..CommandList::new(&words, &layout, &effect) };
        renderer.run_command_list(&list, &mut picture).unwrap();
        renderer.flush(&mut picture);
        picture.pixels().iter().any(|pixel| pixel & 255 != 0)
    };
    assert_eq!(
        [&[][..], &[0], &[1], &[15], &[16], &[1, 16], &[1, 0]].map(is_drawn),
        [true, true, false, false, true, false, true]
    );
}

#[test]
fn polygons_without_their_texture_are_in_the_sort_list() {
    let bytes = include_bytes!("../../fixtures/panels.mbac");
    let figure = mbac::read_with(bytes, &ReadOptions::default()).unwrap().document;
    let model = Model::new(&figure).unwrap();
    let (posture, effect) = (Posture::rest(&model), Effect::default());
    let layout = layout(Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE });
    let queued = |textures: &[Arc<TextureMap>]| {
        let mut renderer = Renderer::new(SIDE as u32, SIDE as u32, COMPAT);
        renderer.render_figure(&FigureDraw::new(&model, &posture, textures, &layout, &effect));
        renderer.queued()
    };
    let all = queued(&[coordinates()]);
    assert!(all > 0);
    assert_eq!(queued(&[]), all);
}
