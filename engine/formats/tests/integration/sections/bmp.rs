//! Textures, with the deviations of programs of the time.

use keitai_formats::{Error, Location, Picture, ReadOptions, Rgb, Section, Texture, bmp};

use super::labelled::{I32, Piece, Raw, Text, U16, U32, bytes, lines};

/// A header of 40 bytes with two colours, and a picture of 3x2: the rows are padded to 4 bytes.
#[derive(Clone)]
struct File {
    raster: u32,
    width: i32,
    height: i32,
    depth: u16,
    compression: u32,
    colours: u32,
    palette: Vec<Piece>,
    rows: Vec<u8>,
}

const ROWS: [u8; 8] = [3, 4, 5, 0, 0, 1, 2, 0];

impl File {
    fn new() -> Self {
        Self {
            raster: 54 + 8,
            width: 3,
            height: 2,
            depth: 8,
            compression: 0,
            colours: 2,
            palette: vec![Raw(vec![1, 2, 3, 0]), Raw(vec![255, 128, 0, 0])],
            rows: ROWS.to_vec(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut pieces = vec![
            Text("BM"),
            U32(0xDEAD), // file size, which is not checked
            U32(0),      // reserved
            U32(self.raster),
            U32(40), // header size
            I32(self.width),
            I32(self.height),
            U16(1), // planes
            U16(self.depth),
            U32(self.compression),
            U32(0),          // size of the pixels
            Raw(vec![0; 8]), // resolution
            U32(self.colours),
            U32(0), // important colours
        ];
        pieces.extend(self.palette.iter().cloned());
        pieces.push(Raw(self.rows.clone()));
        bytes(&pieces)
    }

    fn read(&self) -> (Texture, Vec<String>) {
        let loaded = bmp::read(&self.bytes()).unwrap();
        let warnings = lines(&loaded.diagnostics);
        (loaded.document, warnings)
    }

    fn error(&self) -> Error {
        bmp::read(&self.bytes()).unwrap_err()
    }
}

#[test]
fn rows_run_upwards_and_colours_are_bgr() {
    let (texture, warnings) = File { colours: 6, raster: 54 + 24, ..six_colours() }.read();
    assert_eq!((texture.width, texture.height), (3, 2));
    assert_eq!(texture.texels, [0, 1, 2, 3, 4, 5]);
    assert_eq!(texture.palette[..2], [Rgb { r: 3, g: 2, b: 1 }, Rgb { r: 0, g: 128, b: 255 }]);
    assert_eq!(warnings, [""; 0]);
}

fn six_colours() -> File {
    let mut file = File::new();
    file.palette.push(Raw(vec![9; 16]));
    file
}

#[test]
fn texels_beyond_a_short_palette_are_a_warning() {
    let (texture, warnings) = File::new().read();
    assert_eq!(texture.palette.len(), 2);
    assert_eq!(
        warnings,
        ["byte 70: warning[K021]: pixels: 4 texels beyond the 2 colours of the palette, the highest with index 5"]
    );
}

#[test]
fn the_header_gives_the_order_of_rows_and_the_places_of_palette_and_pixels() {
    let (top_down, _) = File { height: -2, ..File::new() }.read();
    assert_eq!((top_down.height, top_down.texels), (2, vec![3, 4, 5, 0, 1, 2]));
    let whole = File { colours: 0, raster: 54 + 1024, palette: vec![Raw(vec![7; 1024])], ..File::new() };
    let (texture, warnings) = whole.read();
    assert_eq!((texture.palette.len(), warnings.len()), (256, 0), "no colours mean all");
    let gap = File { raster: 62 + 5, rows: [&[99; 5][..], &ROWS].concat(), ..File::new() };
    assert_eq!(gap.read().0.texels, [0, 1, 2, 3, 4, 5]);
    let (texture, warnings) = File { raster: 54, ..File::new() }.read();
    assert_eq!(texture.texels, [0, 1, 2, 3, 4, 5], "pixels begin after the palette");
    assert_eq!(warnings[0], "byte 10: warning[K022]: palette: pixel offset 54 is inside the palette, which ends at 62");
}

#[test]
fn two_bytes_after_the_end_are_usual() {
    let tail = |count| File { rows: [&ROWS[..], &vec![0; count]].concat(), ..six_colours() };
    let file = |count| File { colours: 6, raster: 54 + 24, ..tail(count) };
    assert_eq!(file(2).read().1, [""; 0]);
    assert_eq!(file(3).read().1, ["byte 86: warning[K015]: pixels: 3 bytes after the end"]);
}

#[test]
fn the_old_header_has_entries_of_3_or_4_bytes() {
    for (entry, raster) in [(3, 26 + 768), (4, 26 + 1024), (4, 26 + 100)] {
        let palette = (0..=255u8).flat_map(|index| vec![index; entry]).collect();
        let file = bytes(&[
            Text("BM"),
            U32(0),
            U32(0),
            U32(raster),
            U32(12), // header size
            U16(3),  // width
            U16(2),  // height
            U16(1),  // planes
            U16(8),  // bits per pixel
            Raw(palette),
            Raw(ROWS.to_vec()),
        ]);
        let loaded = bmp::read(&file).unwrap();
        assert_eq!(loaded.document.texels, [0, 1, 2, 3, 4, 5]);
        assert_eq!(loaded.document.palette[200], Rgb { r: 200, g: 200, b: 200 });
        assert_eq!(loaded.diagnostics.len(), usize::from(raster == 126), "an overlap is reported");
    }
}

#[test]
fn shallow_pictures_are_unpacked_from_the_highest_bits() {
    // Rows of 3 pixels in one byte, padded to 4: 1 0 1 above 0 1 1, and 1 2 3 above 15 0 4.
    let one = File { depth: 1, rows: vec![0b0110_0000, 0, 0, 0, 0b1010_0000, 0, 0, 0], ..File::new() };
    assert_eq!(one.read(), (Texture { texels: vec![1, 0, 1, 0, 1, 1], ..File::new().read().0 }, vec![]));
    let four = File { depth: 4, rows: vec![0xF0, 0x40, 0, 0, 0x12, 0x30, 0, 0], ..File::new() };
    assert_eq!(four.read().0.texels, [1, 2, 3, 15, 0, 4]);
    // Without a number of colours the palette has all that the depth allows.
    let whole = File { colours: 0, raster: 54 + 64, palette: vec![Raw(vec![7; 64])], ..four };
    assert_eq!(whole.read().0.palette.len(), 16);
}

#[test]
fn run_lengths_of_eight_bits() {
    let runs = |rows: &[u8]| File { compression: 1, rows: rows.to_vec(), ..File::new() };
    // The lowest row: two of index 1, then a single run of the indices 0, end of row; above: three of index 1; the end.
    let (texture, warnings) = runs(&[2, 1, 1, 0, 0, 0, 3, 1, 0, 1]).read();
    assert_eq!((texture.texels, warnings), (vec![1, 1, 1, 1, 1, 0], vec![]));
    // Single indices are padded to two bytes; a step to the right and up leaves pixels at index 0.
    let (texture, _) = runs(&[0, 3, 1, 0, 1, 99, 0, 2, 0, 0, 0, 0, 0, 2, 2, 0, 1, 1, 0, 1]).read();
    assert_eq!(texture.texels, [0, 0, 1, 1, 0, 1]);
    assert_eq!(runs(&[3, 1, 0, 0, 3, 0]).read().0.texels, [0, 0, 0, 1, 1, 1], "a filled picture needs no end");
    let top_down = File { height: -2, ..runs(&[3, 1, 0, 1]) };
    assert_eq!(top_down.read().0.texels, [1, 1, 1, 0, 0, 0]);

    assert!(matches!(runs(&[3, 1, 0, 0]).error(), Error::Truncated { section: Section::Pixels, .. }));
    let beyond = runs(&[2, 1, 2, 1, 0, 1]).error();
    let message = "pixels at byte 64: end of a run: expected a run inside the picture, found 4";
    assert_eq!(beyond.to_string(), message);
    assert!(matches!(runs(&[0, 2, 0, 200, 1, 1, 0, 1]).error(), Error::Field { section: Section::Pixels, .. }));
    let unlimited = ReadOptions::UNLIMITED;
    let endless = File { width: 65535, height: 65535, ..runs(&[0, 1]) };
    let error = bmp::read_with(&endless.bytes(), &unlimited).unwrap_err();
    assert!(matches!(error, Error::Limit { field: "pixels", .. }), "{error}");
}

#[test]
fn run_lengths_of_four_bits() {
    let file = File { depth: 4, compression: 2, rows: vec![3, 0x12, 0, 0, 0, 3, 0x34, 0x50, 0, 1], ..File::new() };
    assert_eq!(file.read().0.texels, [3, 4, 5, 1, 2, 1]);
}

/// Version 5: 40 bytes, four masks, and 68 bytes of colour space.
#[test]
fn later_headers_begin_like_the_one_of_40_bytes() {
    for size in [52_u32, 56, 108, 124] {
        let mut file = File::new().bytes();
        file[14..18].copy_from_slice(&size.to_le_bytes());
        file[10..14].copy_from_slice(&(14 + size + 8).to_le_bytes());
        file.splice(54..54, vec![0xEE; size as usize - 40]);
        let loaded = bmp::read(&file).unwrap();
        assert_eq!(loaded.document, File::new().read().0, "header of {size} bytes");
    }
}

#[test]
fn pictures_without_a_palette_are_refused_by_name_and_read_as_colours() {
    let file = File { depth: 24, colours: 0, raster: 54, palette: vec![], ..File::new() };
    let rows = vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 0, 0, 0];
    let file = File { rows, ..file };
    let message = "header at byte 28: 24 bits per pixel have no palette; a texture needs indexed colours";
    assert_eq!(file.error().to_string(), message);
    let colours = |file: &File| bmp::read_colours(&file.bytes(), &ReadOptions::default()).unwrap();
    let opaque = |[r, g, b]: [u8; 3]| [r, g, b, 255];
    let pixels = [[30, 20, 10], [60, 50, 40], [90, 80, 70], [3, 2, 1], [6, 5, 4], [9, 8, 7]].map(opaque);
    assert_eq!(colours(&file), Picture { width: 3, height: 2, pixels: pixels.to_vec() });

    // 16 bits, 5 per channel: all red, then half of green (16 of 31).
    let rows = vec![0x00, 0x7C, 0x00, 0x02];
    let sixteen = File { depth: 16, width: 2, height: 1, rows, ..file.clone() };
    assert_eq!(colours(&sixteen).pixels, [[255, 0, 0, 255], [0, 131, 0, 255]]);
    // 32 bits with masks after the header; without alpha bits all is opaque.
    let palette = vec![U32(0xFF), U32(0xFF00), U32(0xFF_0000)];
    let masks = File { depth: 32, compression: 3, width: 1, height: 1, raster: 66, palette, ..file.clone() };
    assert_eq!(colours(&File { rows: vec![1, 2, 3, 4], ..masks }).pixels, [[1, 2, 3, 255]]);
    // A picture with a palette is colours, too.
    assert_eq!(colours(&six_colours()).pixels.len(), 6);
    let short = File { rows: vec![0; 23], ..file };
    assert!(bmp::read_colours(&short.bytes(), &ReadOptions::default()).is_err());
}

#[test]
fn a_swapped_picture_without_a_palette_is_one_too() {
    let rows = (0..=255).cycle().take(12 * 40).collect();
    let file = File { depth: 24, width: 4, height: -40, colours: 0, raster: 54, palette: vec![], rows, ..File::new() };
    let mut bytes = file.bytes();
    keitai_formats::swap::swap(&mut bytes);
    let options = ReadOptions::default();
    assert_eq!(bmp::read_with(&bytes, &options), Err(Error::NoPalette { depth: 24 }));
    assert_eq!(bmp::read_colours(&bytes, &options), bmp::read_colours(&file.bytes(), &options));
    assert_eq!(bmp::read_colours(&bytes, &options).unwrap().pixels[1], [5, 4, 3, 255], "from the top down");
}

#[test]
fn a_picture_whose_alpha_is_zero_everywhere_is_opaque() {
    let palette = [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000].map(U32).to_vec();
    let file = File { depth: 32, compression: 3, width: 2, height: 1, raster: 70, colours: 0, palette, ..File::new() };
    let alphas = |alphas: [u8; 2]| {
        let mut file = File { rows: vec![1, 2, 3, alphas[0], 4, 5, 6, alphas[1]], ..file.clone() }.bytes();
        // A header of 56 bytes ends with the four masks.
        file[14] = 56;
        bmp::read_colours(&file, &ReadOptions::default())
            .unwrap()
            .pixels
            .iter()
            .map(|pixel| pixel[3])
            .collect::<Vec<_>>()
    };
    assert_eq!(alphas([0, 0]), [255, 255]);
    assert_eq!(alphas([0, 7]), [0, 7]);
}

#[test]
fn unsupported_files_are_errors_with_the_field() {
    let file = File::new;
    let cases = [
        (File { depth: 2, ..file() }, 28, "bits per pixel", "1, 4, 8, 16, 24 or 32", 2),
        (File { compression: 2, ..file() }, 30, "compression", "0 or 1", 2),
        (File { depth: 4, compression: 1, ..file() }, 30, "compression", "0 or 2", 1),
        (File { depth: 4, colours: 17, ..file() }, 46, "colours", "0..=16", 17),
        (File { colours: 257, ..file() }, 46, "colours", "0..=256", 257),
        (File { width: 0, ..file() }, 18, "width", "1..=65535", 0),
        (File { width: -3, ..file() }, 18, "width", "1..=65535", -3),
        (File { height: i32::MIN, ..file() }, 22, "height", "1..=65535", 1 << 31),
    ];
    for (file, offset, field, expected, found) in cases {
        let at = Location::Byte(offset);
        assert_eq!(file.error(), Error::Field { section: Section::Header, at, field, expected, found });
    }
    let mut other_header = file().bytes();
    other_header[14] = 64;
    let error = bmp::read(&other_header).unwrap_err();
    assert_eq!(error.to_string(), "header at byte 14: DIB header size: expected 12, 40, 52, 56, 108 or 124, found 64");
}

#[test]
fn players_take_256_texels_a_side() {
    let file = File { width: 257, height: 1, rows: vec![0; 260], ..File::new() };
    let at = Location::Byte(18);
    assert_eq!(file.error(), Error::Limit { section: Section::Header, at, field: "width", limit: 256, found: 257 });
    let unlimited = ReadOptions::UNLIMITED;
    let texture = bmp::read_with(&file.bytes(), &unlimited).unwrap().document;
    assert_eq!((texture.width, texture.texels.len()), (257, 257));
    assert_eq!(bmp::read_with(&bmp::write(&texture).unwrap(), &unlimited).unwrap().document, texture);
    let endless = File { width: 65535, height: 65535, ..File::new() };
    let error = bmp::read_with(&endless.bytes(), &unlimited).unwrap_err();
    assert!(matches!(error, Error::Truncated { section: Section::Pixels, available: 8, .. }), "{error}");
}

#[test]
fn a_missing_row() {
    let error = File { rows: ROWS[..7].to_vec(), ..File::new() }.error();
    assert_eq!(error, Error::Truncated { section: Section::Pixels, offset: 62, needed: 8, available: 7 });
    let error = File { colours: 3, rows: vec![1], ..File::new() }.error();
    assert_eq!(error, Error::Truncated { section: Section::Palette, offset: 54, needed: 12, available: 9 });
}

#[test]
fn written_textures() {
    let palette = vec![Rgb { r: 3, g: 2, b: 1 }, Rgb { r: 0, g: 128, b: 255 }];
    let texture = Texture { width: 3, height: 2, palette, texels: vec![0, 1, 0, 1, 1, 0] };
    let bytes = bmp::write(&texture).unwrap();
    assert_eq!(bytes[2..6], 70u32.to_le_bytes(), "the size of the file");
    assert_eq!(bytes[62..], [1, 1, 0, 0, 0, 1, 0, 0], "rows upwards, padded");
    assert_eq!(bmp::read(&bytes).unwrap().document, texture);

    let refused = |texture: Texture| bmp::write(&texture).unwrap_err().to_string();
    assert_eq!(refused(Texture { texels: vec![0; 5], ..texture.clone() }), "pixels: texels: expected 6, found 5");
    assert_eq!(refused(Texture { palette: vec![], ..texture.clone() }), "header: colours: expected 1..=256, found 0");
    assert_eq!(refused(Texture { width: 0, ..texture }), "header: width: expected 1..=65535, found 0");
}
