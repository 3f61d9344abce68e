//! Pictures of textures, sheets and moving pictures of figures, and pictures of differences.

use std::io::Cursor;

use crate::program::{Folder, asset, ends, keitai, refused, repository, succeeds, text, zip};

fn decoded(picture: &[u8]) -> (png::OutputInfo, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(picture)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    (reader.next_frame(&mut pixels).unwrap(), pixels)
}

#[test]
fn a_sheet_shows_all_turns_or_actions_and_the_camera_is_followed() {
    let folder = Folder::new("doors-sheet");
    let tin = asset("robots/tin.mbac");
    let tin = tin.to_str().unwrap();
    let size = |name: &str| {
        let (info, _) = decoded(&folder.read(name));
        (info.width, info.height)
    };
    succeeds(&folder, &["shot", tin, "--sheet", "turn", "--size", "60x80", "-o", "turn.png"]);
    assert_eq!(size("turn.png"), (240, 160));
    let table = tin.replace(".mbac", ".mtra");
    succeeds(
        &folder,
        &["shot", tin, "--actions", &table, "--sheet", "actions", "--size", "60x80", "-o", "actions.png"],
    );
    assert_eq!(size("actions.png"), (240, 240));
    let (_, pixels) = decoded(&folder.read("actions.png"));
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

/// Returns the number of pixels of a picture's third panel that are not black.
fn difference(picture: &[u8]) -> usize {
    let (info, pixels) = decoded(picture);
    assert_eq!((info.width, info.height, info.color_type), (720, 320, png::ColorType::Rgb));
    let rows = pixels.chunks_exact(720 * 3);
    rows.flat_map(|row| row[480 * 3..].chunks_exact(3)).filter(|pixel| *pixel != [0; 3]).count()
}

#[test]
fn a_picture_of_a_comparison_shows_what_differs() {
    let folder = Folder::new("difference");
    for (file, x) in [("a.tra", "40"), ("b.tra", "70")] {
        let action = std::fs::read_to_string(repository("tools/tests/commands/files/lean.tra")).unwrap();
        folder.write(file, &action.replace("kf 10 40", &format!("kf 10 {x}")));
    }
    folder.write("in.bac", &std::fs::read(repository("tools/tests/commands/files/square.bac")).unwrap());
    let compare = |other, picture| ["compare", "a.tra", other, "--figure", "in.bac", "--picture", picture];
    ends(&folder, &[&compare("b.tra", "difference.png")[..], &["--tolerance", "5", "--json"]].concat(), 4);
    let count = difference(&folder.read("difference.png"));
    assert!(count > 100, "{count}");
    // Equal figures have a black third panel.
    succeeds(&folder, &compare("a.tra", "equal.png"));
    refused(&folder, &compare("a.tra", "equal.png"), 2, "equal.png: already exists");
    assert_eq!(difference(&folder.read("equal.png")), 0);
}

/// Returns an uncompressed bitmap of 8 by 2 pixels with this many bits each, zeros, and a palette where it has one.
fn bitmap(bits: u16) -> Vec<u8> {
    let colours = if bits > 8 { 0 } else { 2u32 };
    let (start, row) = (54 + 4 * colours, u32::from(bits).max(4));
    let size = start + 2 * row;
    let mut bytes = b"BM".to_vec();
    [size, 0, start, 40, 8, 2].iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    [1, bits].iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    [0, 2 * row, 0, 0, colours, 0].iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    bytes.extend([10, 20, 30, 0, 40, 50, 60, 0].into_iter().take(4 * colours as usize));
    bytes.resize(size as usize, 0);
    bytes
}

#[test]
fn players_get_plain_bitmaps_whatever_is_put_in() {
    let folder = Folder::new("kinds-bitmaps");
    folder.write("game.jar", &zip(&[("skin.bmp", &bitmap(8))]));
    for bits in [1, 4, 8, 24, 32] {
        folder.write("in.bmp", &bitmap(bits));
        succeeds(&folder, &["convert", "in.bmp", "--into", "game.jar!skin.bmp", "-o", "out.jar", "--force"]);
        succeeds(&folder, &["convert", "out.jar", "-o", "out", "--force"]);
        let put = folder.read("out/skin.bmp");
        // Size of the header, bits of a pixel, compression.
        assert_eq!([put[14], put[28], put[30]], [40, 8, 0], "{bits} bits");
        let said = text(&keitai(&folder, &["check", "in.bmp"]).stdout);
        assert_eq!(said.contains("K069"), bits < 8, "{said}");
        assert_eq!(said.contains("error[K027]"), bits > 8, "{said}");
    }
}

#[test]
fn tables_of_other_figures_and_drawn_pictures_are_left_out() {
    let folder = Folder::with("companions-others", &["robots/tin.mbac", "robots/tin.mtra", "robots/tin.bmp"]);
    folder.copy("robots/tin.mbac", "ship.mbac");
    std::fs::remove_file(folder.0.join("tin.bmp")).unwrap();
    succeeds(&folder, &["shot", "tin.mbac", "--size", "128x128", "-o", "ship.png"]);
    let said = ends(&folder, &["convert", "ship.mbac", "-o", "ship.glb"], 0).1;
    assert!(said.contains("tin.mtra is named after another figure"), "{said}");
    assert!(said.contains("ship.png is a picture that Keitai has drawn"), "{said}");
    assert!(said.contains("1 of 1 texture not found"), "{said}");
    // Paint programs leave out the text that marks such a picture: the part after the header.
    let marked = folder.read("ship.png");
    let size = u32::from_be_bytes(marked[33..37].try_into().unwrap()) as usize;
    assert_eq!(&marked[37..41], b"tEXt");
    folder.write("ship.png", &[&marked[..33], &marked[45 + size..]].concat());
    let said = ends(&folder, &["convert", "ship.mbac", "-o", "again.glb"], 0).1;
    assert!(said.contains("ship.png is a picture that Keitai has drawn"), "{said}");
    let said = ends(&folder, &["convert", "tin.mbac", "--actions", "none", "-o", "still.glb"], 0).1;
    assert!(!said.contains("tin.mtra"), "{said}");
    let document = folder.read("still.glb");
    assert!(!text(&document).contains("\"animations\""));
}
