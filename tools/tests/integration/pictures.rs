//! Pictures of textures, and sheets and moving pictures of figures.

use std::io::Cursor;

use keitai_formats::bmp;

use crate::doors::{art, zip};
use crate::program::{Folder, asset, refused, repository, succeeds};

#[test]
fn a_texture_becomes_a_png_and_the_same_texture_again() {
    let folder = Folder::new("doors-picture");
    let [figure, _, texture] = art();
    folder.write("skin.bmp", &texture);
    folder.write("robo.mbac", &figure);
    let digest = |folder: &Folder| succeeds(folder, &["shot", "robo.mbac", "--digest"]);
    let before = digest(&folder);
    succeeds(&folder, &["convert", "skin.bmp", "-o", "skin.png"]);
    succeeds(&folder, &["convert", "skin.png", "-o", "again.bmp"]);
    let read = |bytes: &[u8]| bmp::read(bytes).unwrap().document;
    assert_eq!(read(&folder.read("again.bmp")), read(&texture));
    // In an archive a PNG is a picture like others.
    folder.write("pictures.jar", &zip(&[("21", &folder.read("skin.png"))]));
    succeeds(&folder, &["convert", "pictures.jar", "-o", "out/"]);
    assert_eq!(folder.read("out/21.png"), folder.read("skin.png"));
    // A PNG stands for the BMP.
    std::fs::remove_file(folder.0.join("skin.bmp")).unwrap();
    std::fs::remove_file(folder.0.join("again.bmp")).unwrap();
    assert_eq!(digest(&folder), before);
    assert!(succeeds(&folder, &["info", "skin.png"]).contains("texture, PNG"));
    succeeds(&folder, &["check", "skin.png", "robo.mbac", "--deny", "warnings"]);
    // The palette of another texture.
    succeeds(&folder, &["convert", "skin.png", "--palette", "skin.png", "-o", "mapped.bmp"]);
    assert_eq!(read(&folder.read("mapped.bmp")).palette, read(&texture).palette);
    let arguments = ["convert", "skin.png", "--palette", "robo.mbac", "-o", "x.bmp"];
    refused(&folder, &arguments, 3, "robo.mbac: expected a picture, found a figure");
}

#[test]
fn a_sheet_shows_all_turns_or_actions_and_the_camera_is_followed() {
    let folder = Folder::new("doors-sheet");
    let tin = asset("robots/tin.mbac");
    let tin = tin.to_str().unwrap();
    let size = |name: &str| {
        let decoder = png::Decoder::new(Cursor::new(folder.read(name)));
        let reader = decoder.read_info().unwrap();
        (reader.info().width, reader.info().height)
    };
    succeeds(&folder, &["shot", tin, "--sheet", "turn", "--size", "60x80", "-o", "turn.png"]);
    assert_eq!(size("turn.png"), (240, 160));
    let table = tin.replace(".mbac", ".mtra");
    succeeds(
        &folder,
        &["shot", tin, "--actions", &table, "--sheet", "actions", "--size", "60x80", "-o", "actions.png"],
    );
    assert_eq!(size("actions.png"), (240, 240));
    let mut reader = png::Decoder::new(Cursor::new(folder.read("actions.png"))).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let wide = pixels.len() / (240 * 240);
    assert_eq!(pixels[pixels.len() - wide..][..3], [0x33, 0x33, 0x77], "ten pictures leave two places empty");
    let digest = |more: &[&str]| succeeds(&folder, &[&["shot", tin, "--digest"], more].concat());
    let usual = digest(&[]);
    assert_eq!(usual, digest(&["--yaw", "0", "--zoom", "1", "--background", "333377"]));
    for option in [&["--yaw", "45"][..], &["--pitch", "-10"], &["--zoom", "0.5"], &["--light"], &["--shift", "9,9"]] {
        assert_ne!(usual, digest(option), "{option:?}");
    }
    refused(&folder, &["shot", tin, "--yaw", "much", "-o", "a.png"], 2, "digits behind the point");
}

#[test]
fn sheets_and_moving_pictures_do_not_depend_on_the_number_of_threads() {
    let folder = Folder::new("doors-jobs");
    let [root, tin, scene, shot] =
        ["", "assets/robots/tin.mbac", "scenes/demo.ron", "tests/cases/texture_turned/shot.ron"]
            .map(|path| repository(path).to_str().unwrap().to_owned());
    let pictures: [&[&str]; 4] = [
        &[&tin, "--sheet", "actions", "--size", "60x80"],
        &[&tin, "--action", "1", "--frames", "0..9", "--size", "60x80"],
        &[&scene, "--frames", "3..8"],
        &[&shot, "--root", &root, "--frames", "0..5", "--backend", "enhanced"],
    ];
    for picture in pictures {
        let bytes = |threads: &[&str]| {
            let name = if picture.contains(&"--sheet") { "out.png" } else { "out.gif" };
            let digest =
                succeeds(&folder, &[&["shot"], picture, threads, &["--digest", "-o", name, "--force"]].concat());
            (digest, folder.read(name))
        };
        let expected = bytes(&["--jobs", "1"]);
        for threads in [&["--jobs", "2"][..], &["--jobs", "7", "--threads", "3"], &[]] {
            assert!(bytes(threads) == expected, "{picture:?} {threads:?}");
        }
    }
    refused(&folder, &["shot", &tin, "--jobs", "0", "-o", "a.png"], 2, "--jobs");
    refused(&folder, &["shot", &shot, "--threads", "0", "-o", "a.png"], 2, "--threads");
}
