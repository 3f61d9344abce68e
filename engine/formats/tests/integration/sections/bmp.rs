//! Textures with all colours, swapped ones, and those that are written.

use keitai_formats::{Error, ReadOptions, Rgb, Texture, bmp, swap};

use super::files::bytes;

#[test]
fn the_old_header_has_entries_of_3_or_4_bytes() {
    for (entry, raster) in [(3, 26 + 768), (4, 26 + 1024), (4, 26 + 100)] {
        let palette: Vec<u8> = (0..=255).flat_map(|index| vec![index; entry]).collect();
        let mut file = bytes("textures", "the old header");
        file[10..14].copy_from_slice(&u32::to_le_bytes(raster));
        file.splice(26..26, palette);
        let loaded = bmp::read(&file).unwrap();
        assert_eq!(loaded.document.texels, [0, 1, 2, 3, 4, 5]);
        assert_eq!(loaded.document.palette[200], Rgb { r: 200, g: 200, b: 200 });
        assert_eq!(loaded.diagnostics.len(), usize::from(raster == 126), "an overlap is reported");
    }
}

#[test]
fn a_swapped_picture_without_a_palette_is_one_too() {
    let mut file = bytes("textures", "24 bits without rows");
    file.extend((0..=255).cycle().take(12 * 40));
    let mut swapped = file.clone();
    swap::swap(&mut swapped);
    let options = ReadOptions::default();
    assert_eq!(bmp::read_with(&swapped, &options), Err(Error::NoPalette { depth: 24 }));
    assert_eq!(bmp::read_colours(&swapped, &options), bmp::read_colours(&file, &options));
    assert_eq!(bmp::read_colours(&swapped, &options).unwrap().pixels[1], [5, 4, 3, 255], "from the top down");
}

#[test]
fn textures_that_no_reader_accepts_are_not_written() {
    let texture = bmp::read(&bytes("textures", "a texture as it is written")).unwrap().document;
    let refused = |texture: Texture| bmp::write(&texture).unwrap_err().to_string();
    assert_eq!(refused(Texture { texels: vec![0; 5], ..texture.clone() }), "pixels: texels: expected 6, found 5");
    assert_eq!(refused(Texture { palette: vec![], ..texture.clone() }), "header: colours: expected 1..=256, found 0");
    assert_eq!(refused(Texture { width: 0, ..texture }), "header: width: expected 1..=65535, found 0");
}
