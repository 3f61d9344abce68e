//! Rectangles, images and texts on the screen: their order, their position and their errors.

use crate::content::{self, drawn, replayed};
use keitai_formats::{Rgb, Texture, bmp};
use keitai_render::Framebuffer;
use keitai_runtime::world::Text;
use keitai_runtime::{Error, Stage};

/// Returns a texture of 4 x 2 texels, each with another blue: the digits 0 and 1 as cells of 2 x 2.
fn digits() -> Vec<u8> {
    let palette = (0..16).map(|index| Rgb { r: 0, g: 0, b: index }).collect();
    bmp::write(&Texture { width: 4, height: 2, palette, texels: (1..=8).collect() }).unwrap()
}

fn open(entities: &str) -> Result<Stage, Error> {
    let scene = format!("(size: (8, 4), background: 0x100000, entities: [{entities}])");
    content::open("scenes/a.ron", [("scenes/a.ron", scene.into_bytes()), ("art/digits.bmp", digits())])
}

fn picture(entities: &str) -> Framebuffer {
    let mut stage = open(entities).unwrap_or_else(|error| panic!("{error}"));
    stage.tick(&[]);
    drawn(&mut stage)
}

/// The background, and the blues of the digits.
fn blues() -> impl Iterator<Item = (u32, char)> {
    [(0x10_0000, '.')].into_iter().chain((1..=8).zip('1'..))
}

/// Returns the picture of some entities, with a letter for each colour.
fn letters_of(entities: &str, letters: &[(u32, char)]) -> String {
    let letter = |pixel: u32| letters.iter().find(|(own, _)| *own == pixel).map_or('?', |(_, letter)| *letter);
    let picture = picture(entities);
    let rows = picture.pixels().chunks(8).map(|row| row.iter().map(|pixel| letter(*pixel)).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

#[test]
fn layers_order_the_world_and_the_screen() {
    // A sprite in the world that covers the left half, one texel per pixel.
    let camera = "(camera: (projection: ParallelScale(4096, 4096), centre: (0, 0)))";
    let sprite =
        "(layer: 2, at: (2, -2, 0), sprite: (texture: \"../art/digits.bmp\", texels: (0, 0, 1, 1), size: (4, 4)))";
    let blue = 0x00_0000;
    let under = "(layer: 1, rectangle: (size: (6, 4), colour: 0x00FF00))";
    let over = "(layer: 3, at: (0, 2, 0), rectangle: (size: (9, 1), colour: 0x0000FF))";
    let same = "(layer: 2, at: (3, 0, 0), rectangle: (size: (2, 1), colour: 0xFF0000))";
    let letters = [(0x10_0000, '.'), (0x00_FF00, 'u'), (0x00_00FF, 'o'), (0xFF_0000, 's'), (blue, 'S')];
    // The order in the file does not matter: within a layer the screen is drawn after the world.
    let entities = [over, same, sprite, camera, under].join(", ");
    assert_eq!(letters_of(&entities, &letters), "SSSssu../SSSSuu../oooooooo/SSSSuu..");
}

#[test]
fn an_entity_draws_its_rectangle_then_its_image_then_its_text() {
    let all = r#"(name: "hub", at: (1, 1, 0)), (parent: "hub", at: (1, 0, 0),
        rectangle: (size: (4, 2), colour: 0xAA),
        image: (texture: "../art/digits.bmp", texels: (1, 0, 3, 2), key: false),
        text: (text: "1", font: Cells(texture: "../art/digits.bmp", cell: (2, 2), alphabet: "01"), clip: (0, 0, 3, 9)))"#;
    let letters: Vec<(u32, char)> = blues().chain([(0xAA, 'r')]).collect();
    assert_eq!(letters_of(all, &letters), "......../..33rr../..77rr../........");
}

#[test]
fn a_sprite_in_the_world_has_a_size_in_units() {
    // The sprite is black, as the renderer has 5 bits of blue. 60 degrees and 8 pixels: a unit at the depth of the near plane, 64, is 8 / (2 * 64 * tan 30) = 0.1083 pixels.
    let drawn = |size: i32| {
        let sprite = format!(
            "sprite: (texture: \"../art/digits.bmp\", texels: (0, 0, 1, 1), key: false, size: ({size}, {size}))"
        );
        let entities = format!("(camera: (projection: PerspectiveFov(64, 4096, 682))), (at: (0, 0, -128), {sprite})");
        picture(&entities).pixels().iter().filter(|pixel| **pixel == 0).count()
    };
    // Twice as far as the near plane a unit is 0.0541 pixels. Half of the size is used, in whole units and whole
    // pixels: 37 units are 2.003 pixels, 19 are 1.03, 18 are 0.97.
    assert_eq!(drawn(74), 4 * 4);
    assert_eq!(drawn(38), 2 * 2);
    assert_eq!(drawn(37), 0);
}

#[test]
fn an_image_with_exchanged_edges_is_mirrored_in_pictures_and_in_shots() {
    // Rows of the blues 1 2 3 4 and 5 6 7 8; the digits are the blues.
    let letters: Vec<(u32, char)> = blues().collect();
    let image = |texels| {
        let entity = format!("(at: (1, 1, 0), image: (texture: \"../art/digits.bmp\", texels: {texels}, key: false))");
        assert_eq!(replayed(&open(&entity).unwrap().shot().unwrap()), picture(&entity), "{texels}");
        letters_of(&entity, &letters)
    };
    assert_eq!(image("(0, 0, 3, 2)"), "......../.123..../.567..../........");
    assert_eq!(image("(3, 0, 0, 2)"), "......../.321..../.765..../........");
    assert_eq!(image("(0, 2, 3, 0)"), "......../.567..../.123..../........");
    assert_eq!(image("(3, 2, 0, 0)"), "......../.765..../.321..../........");
}

#[test]
fn letters_come_from_a_font_file_in_pictures_and_in_shots() {
    // The code of JIS X 0208 of a hiragana, and the lower left pixel of two rows.
    let font = "STARTFONT 2.1\nFONTBOUNDINGBOX 3 2 0 0\nCHARSET_REGISTRY \"JISX0208.1983\"\nSTARTCHAR a\nENCODING 9250\n\
                DWIDTH 3 0\nBBX 2 2 0 0\nBITMAP\n40\n80\nENDCHAR\n";
    let open = |fonts: &str| {
        let entity = "(text: (text: \"xあ\", font: Named(\"kana\")))";
        let scene = format!("(size: (8, 4), background: 0x100000, fonts: {{{fonts}}}, entities: [{entity}])");
        let files = [("scenes/a.ron", scene.into_bytes()), ("art/kana.bdf", font.as_bytes().to_vec())];
        content::open("scenes/a.ron", files)
    };
    let mut stage = open("\"kana\": (bdf: \"../art/kana.bdf\", colour: 0x00FF00)").unwrap();
    let picture = drawn(&mut stage);
    let lit: Vec<usize> = (0..32).filter(|at| picture.pixels()[*at] == 0x00_FF00).collect();
    assert_eq!(lit, [4, 8 + 3], "the second cell of three pixels");
    assert_eq!(replayed(&stage.shot().unwrap()), picture);
    let wrong = |fonts: &str| open(fonts).err().unwrap().to_string();
    assert!(wrong("\"kana\": (bdf: \"a.bdf\")").contains("a.bdf: no such file"));
    assert!(wrong("\"kana\": (bdf: \"a.ron\")").contains("a.ron:1: expected STARTFONT"));
    assert!(wrong("\"kana\": (bdf: \"a.ron\", cell: (1, 1))").contains("expected texture, cell and alphabet, or bdf"));
}

#[test]
fn hidden_entities_are_not_drawn_and_games_change_texts() {
    let text = r#"(name: "points", hidden: true, text: (text: "0",
        font: Cells(texture: "../art/digits.bmp", cell: (2, 2), alphabet: "01")))"#;
    let mut stage = open(text).unwrap();
    assert!(drawn(&mut stage).pixels().iter().all(|pixel| *pixel == 0x10_0000));
    let points = stage.named("points").unwrap();
    stage.world.remove_one::<keitai_runtime::world::Hidden>(points).unwrap();
    stage.world.get::<&mut Text>(points).unwrap().text = "1".to_owned();
    stage.propagate_transforms();
    assert_eq!(drawn(&mut stage).pixels()[..2], [3, 4]);
}

/// Opens a scene of whole fields with a file to include.
fn open_with(fields: &str, included: &str) -> Result<Stage, Error> {
    let scene = format!("(size: (8, 4), background: 0x100000, include: [\"more.ron\"], {fields})");
    let included = included.as_bytes().to_vec();
    let scenes = [("scenes/a.ron", scene.into_bytes()), ("scenes/more.ron", included)];
    content::open("scenes/a.ron", scenes.into_iter().chain([("art/digits.bmp", digits())]))
}

#[test]
fn fonts_are_declared_once_and_named() {
    let font = r#"(fonts: {"digits": (texture: "../art/digits.bmp", cell: (2, 2), alphabet: "01")})"#;
    let text = r#"entities: [(text: (text: "10", font: Named("digits")))]"#;
    let mut stage = open_with(text, font).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(drawn(&mut stage).pixels()[..4], [3, 4, 1, 2]);
    assert_eq!(stage.scene().font("digits").unwrap().width("010"), 6);
    assert!(stage.scene().font("letters").is_none());
}

#[test]
fn texts_are_wrapped_in_pictures_and_in_shots() {
    let font = r#"(fonts: {"digits": (texture: "../art/digits.bmp", cell: (2, 2), alphabet: "01")})"#;
    let text = r#"entities: [(at: (8, 0, 0), text: (text: "01 10 11", font: Named("digits"), width: 5, lines: 2, align: Right))]"#;
    let mut stage = open_with(text, font).unwrap_or_else(|error| panic!("{error}"));
    let picture = drawn(&mut stage);
    let blue = |row: usize| &picture.pixels()[row * 8 + 4..(row + 1) * 8];
    assert_eq!([blue(0), blue(2)], [[1, 2, 3, 4], [3, 4, 1, 2]]);

    assert_eq!(replayed(&stage.shot().unwrap()), picture);
}
