//! Files as games and other programs have them.

use keitai_formats::swap;

use crate::doors::zip;
use crate::program::{Folder, asset, keitai, repository, succeeds, text};

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
fn a_scene_that_is_not_utf8_has_a_line() {
    let folder = Folder::new("kinds-utf8");
    // "\u{8868}" in Shift-JIS.
    folder.write("a.ron", b"(\n // \x95\x5C\n entities: [])");
    for command in [&["check", "a.ron"][..], &["play", "a.ron"], &["shot", "a.ron", "--digest"]] {
        let output = keitai(&folder, command);
        let said = text(&output.stderr);
        assert_ne!(output.status.code(), Some(0));
        assert!(said.contains("a.ron") && said.contains("2:5: not UTF-8"), "{command:?}: {said}");
    }
}

#[test]
fn names_in_shift_jis_are_shown_and_matched() {
    let folder = Folder::new("kinds-names");
    // The second byte is a backslash.
    let (name, bytes) = ("\u{8868}", b"\x95\x5C");
    for file in ["windmill.bac", "windmill.tra"] {
        let text = std::fs::read_to_string(asset("props").join(file)).unwrap();
        let parts: Vec<&[u8]> = text.split("\"sails\"").map(str::as_bytes).collect();
        assert!(parts.len() > 1, "{file}");
        folder.write(file, &parts.join(&[b"\"", &bytes[..], b"\""].concat()[..]));
    }
    succeeds(&folder, &["convert", "windmill.bac", "windmill.tra", "-o", "out"]);
    succeeds(&folder, &["convert", "windmill.bac", "-o", "mill.glb"]);
    assert!(String::from_utf8_lossy(&folder.read("mill.glb")).contains(name));
    succeeds(&folder, &["convert", "mill.glb", "-o", "back.bac"]);
    assert!(text(&folder.read("back.bac")).contains(name));
    // Both texts name the same bones.
    succeeds(&folder, &["convert", "back.bac", "windmill.tra", "-o", "again"]);
    assert_eq!(folder.read("again/windmill.mtra"), folder.read("out/windmill.mtra"));
}

#[test]
fn swapped_pictures_are_known() {
    let folder = Folder::new("kinds-swapped");
    let mut png = std::fs::read(repository("scenes/pictures/demo.png")).unwrap();
    swap::swap(&mut png);
    folder.write("logo.png", &png);
    assert!(succeeds(&folder, &["info", "logo.png"]).contains("texture, PNG"));
}
