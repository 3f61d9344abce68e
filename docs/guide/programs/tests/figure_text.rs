//! docs/bac.md: the figure that the page explains is `windmill.bac`, word for word, and draws the same as a binary file.

use keitai::assets::{AssetPath, Source};
use keitai::picture::encode_png;
use keitai_convert::{Options as Conversion, figure};
use keitai_formats::{Diagnostic, ReadOptions, bac, bmp};

use super::*;

const FILES: [&str; 4] =
    ["assets/props/windmill.bac", "assets/props/windmill.bmp", "assets/props/windmill.tra", "scenes/windmill.ron"];

fn figure_of_the_page() -> String {
    guide();
    blocks(&read(Path::new("docs/bac.md")), "").concat()
}

#[test]
fn the_figure_of_the_page_is_the_file() {
    assert_same("docs/bac.md", &figure_of_the_page(), &read(Path::new("assets/props/windmill.bac")));
}

#[test]
fn the_figure_of_the_page_is_converted_and_draws_the_picture() {
    let text = bac::read(figure_of_the_page().as_bytes());
    let converted = figure(&text.document, text.diagnostics, &Conversion::default());
    assert_eq!(converted.diagnostics, Vec::<Diagnostic>::new());
    let binary = converted.document.unwrap().to_bytes().unwrap();
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
    // That of the page, which is that of the gallery.
    assert_file(Path::new("docs/pictures/gallery/windmill.png"), &encode_png(&drawn).unwrap());
}

#[test]
fn the_picture_of_the_texture_is_the_texture() {
    guide();
    let file = fs::read("assets/props/windmill.bmp").unwrap();
    let texture = bmp::read(&file, &ReadOptions::default()).unwrap().document.picture();
    let mut picture = Framebuffer::new(texture.width.into(), texture.height.into());
    for (to, [red, green, blue, _]) in picture.pixels_mut().iter_mut().zip(texture.pixels) {
        *to = u32::from_be_bytes([0, red, green, blue]);
    }
    assert_file(Path::new("docs/pictures/windmill-texture.png"), &encode_png(&picture).unwrap());
}
