//! docs/bac.md: the figure that the page explains is `windmill.bac`, word for word, and draws the same as a binary file. The
//! track of the page's program is seen from above, all the way round.

use keitai::assets::{AssetPath, Source};
use keitai::picture::encode_png;
use keitai_convert::{Options as Conversion, figure};
use keitai_formats::{Diagnostic, bac, bmp, mbac};

use super::*;

mod track_text {
    include!(concat!(env!("OUT_DIR"), "/track_text.rs"));
}

const FILES: [&str; 4] =
    ["assets/props/windmill.bac", "assets/props/windmill.bmp", "assets/props/windmill.tra", "scenes/windmill.ron"];

fn figure_of_the_page() -> String {
    guide();
    blocks(&read(Path::new("docs/bac.md")), "").concat()
}

/// Converts a text, which must have no diagnostics.
fn convert(text: &str) -> Vec<u8> {
    let text = bac::read(text.as_bytes());
    let converted = figure(&text.document, text.diagnostics, &Conversion::default());
    assert_eq!(converted.diagnostics, Vec::<Diagnostic>::new());
    mbac::write(&converted.document.unwrap().figure).unwrap()
}

#[test]
fn the_figure_of_the_page_is_the_file() {
    assert_same("docs/bac.md", &figure_of_the_page(), &read(Path::new("assets/props/windmill.bac")));
}

#[test]
fn the_figure_of_the_page_is_converted_and_draws_the_picture() {
    let binary = convert(&figure_of_the_page());
    let files = FILES.map(|path| match path.strip_suffix(".bac") {
        Some(stem) => (format!("{stem}.mbac"), binary.clone()),
        None => {
            let bytes = fs::read(path).unwrap();
            let text = String::from_utf8(bytes.clone()).map(|text| text.replace(".bac", ".mbac").into_bytes());
            (path.to_owned(), text.unwrap_or(bytes))
        }
    });
    let scene = AssetPath::new("scenes/windmill.ron").unwrap();
    let mut stage = Stage::open(Source::memory(files), &scene, &Settings::default()).unwrap();
    let drawn = picture_after(&mut stage, 150);
    let picture = picture_after(&mut open(Path::new("scenes/windmill.ron")), 150);
    assert_eq!(drawn.digest(), picture.digest());
    // The page shows the picture of the gallery.
    assert_file(Path::new("docs/pictures/gallery/windmill.png"), &encode_png(&drawn).unwrap());
}

#[test]
fn the_picture_of_the_texture_is_the_texture() {
    guide();
    let file = fs::read("assets/props/windmill.bmp").unwrap();
    let texture = bmp::read(&file).unwrap().document.picture();
    let mut picture = Framebuffer::new(texture.width.into(), texture.height.into());
    for (to, [red, green, blue, _]) in picture.pixels_mut().iter_mut().zip(texture.pixels) {
        *to = u32::from_be_bytes([0, red, green, blue]);
    }
    assert_file(Path::new("docs/pictures/windmill-texture.png"), &encode_png(&picture).unwrap());
}

/// A view of the track from above, tilted a little.
const TRACK: &str = "(background: 0x508040, entities: [
    (figure: \"track.mbac\", textures: []),
    (light: (direction: (1400, -3400, 1200), intensity: 0.8, ambient: 0.4)),
    (at: (0, 1300, 1600), camera: (projection: PerspectiveFov(20, 8000, deg(60)), rig: LookAt())),
])";

#[test]
fn the_track_of_the_page_is_seen_from_above_all_the_way_round() {
    guide();
    let files = [("track.mbac", convert(&track_text::track())), ("track.ron", TRACK.as_bytes().to_vec())];
    let scene = AssetPath::new("track.ron").unwrap();
    let mut stage = Stage::open(Source::memory(files), &scene, &Settings::default()).unwrap();
    let picture = picture_after(&mut stage, 1);
    let background = picture.pixels()[0];
    // Faces that run counter-clockwise would not be drawn.
    for piece in 0..track_text::PIECES {
        let text = track_text::point((piece as f64 + 0.5) / track_text::PIECES as f64, 0.0);
        let [x, y, z] = [2, 3, 4].map(|word| text.split_whitespace().nth(word).unwrap().parse().unwrap());
        let (column, row) = stage.pixel_of(Vector3::new(x, y, z)).unwrap();
        let pixel = picture.pixels()[row as usize * picture.width() as usize + column as usize];
        assert_ne!(pixel, background, "piece {piece}");
    }
    assert_file(Path::new("docs/pictures/track.png"), &encode_png(&picture).unwrap());
}
