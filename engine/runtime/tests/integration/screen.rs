//! Rectangles, images, sprites and texts on the screen: their order, their position and their pixels, in `scene_pictures.txt`.

use crate::content::{self, check_cases, drawn, replayed};
use keitai_formats::{Rgb, Texture, bmp};
use keitai_render::Framebuffer;
use keitai_runtime::world::Text;
use keitai_runtime::{Error, Stage};

/// Returns a texture of 4 x 2 texels, each with another blue: the digits 0 and 1 as cells of 2 x 2.
fn digits() -> Vec<u8> {
    let palette = (0..16).map(|index| Rgb { r: 0, g: 0, b: index }).collect();
    bmp::write(&Texture { width: 4, height: 2, palette, texels: (1..=8).collect() }).unwrap()
}

const FONTS: &str = r#"(fonts: {"digits": (texture: "../art/digits.bmp", cell: (2, 2), alphabet: "01")})"#;

/// The code of JIS X 0208 of a hiragana, and the lower left pixel of two rows.
const KANA: &str = "STARTFONT 2.1\nFONTBOUNDINGBOX 3 2 0 0\nCHARSET_REGISTRY \"JISX0208.1983\"\nSTARTCHAR a\nENCODING 9250\n\
                    DWIDTH 3 0\nBBX 2 2 0 0\nBITMAP\n40\n80\nENDCHAR\n";

fn open(scene: &str) -> Result<Stage, Error> {
    let texts = [("scenes/a.ron", scene), ("scenes/fonts.ron", FONTS), ("art/kana.bdf", KANA)];
    let texts = texts.map(|(name, text)| (name, text.as_bytes().to_vec()));
    content::open("scenes/a.ron", texts.into_iter().chain([("art/digits.bmp", digits())]))
}

/// Returns the rows of a picture, with a letter for each pixel.
fn rows(picture: &Framebuffer) -> Vec<String> {
    let letter = |pixel: &u32| match *pixel {
        0x10_0000 => '.',
        0xFF_0000 => 'R',
        0x00_FF00 => 'G',
        0x00_00FF => 'B',
        0x00_00AA => 'a',
        0 => 'K',
        blue => char::from_digit(blue, 10).unwrap_or('?'),
    };
    picture.pixels().chunks(picture.width() as usize).map(|row| row.iter().map(letter).collect()).collect()
}

#[test]
fn scenes_draw_the_pictures_that_are_written_below_them_also_as_shots() {
    check_cases(include_str!("scene_pictures.txt"), |scene, _| {
        let mut stage = open(scene).unwrap_or_else(|error| panic!("{scene}\n{error}"));
        stage.tick(&[]);
        let picture = drawn(&mut stage);
        assert_eq!(replayed(&stage.shot().unwrap()), picture, "the shot of\n{scene}");
        rows(&picture).iter().map(|row| format!("=> {row}")).collect()
    });
}

#[test]
fn hidden_entities_are_not_drawn_and_games_change_texts() {
    let scene = r#"(size: (8, 4), background: 0x100000, include: ["fonts.ron"],
        entities: [(name: "points", hidden: true, text: (text: "0", font: Named("digits")))])"#;
    let mut stage = open(scene).unwrap();
    assert_eq!(rows(&drawn(&mut stage)), ["........"; 4]);
    let points = stage.named("points").unwrap();
    stage.world.remove_one::<keitai_runtime::world::Hidden>(points).unwrap();
    stage.world.get::<&mut Text>(points).unwrap().text = "1".to_owned();
    stage.propagate_transforms();
    assert_eq!(rows(&drawn(&mut stage)), ["34......", "78......", "........", "........"]);
    assert_eq!(stage.scene().font("digits").unwrap().width("010"), 6);
    assert!(stage.scene().font("letters").is_none());
}
