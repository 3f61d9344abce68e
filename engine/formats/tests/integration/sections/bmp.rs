//! Textures, with the deviations of programs of the time.

use keitai_formats::{Error, Limits, Location, ReadOptions, Rgb, Section, Texture, bmp};

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
        let loaded = bmp::read(&self.bytes(), &ReadOptions::default()).unwrap();
        let warnings = lines(&loaded.diagnostics);
        (loaded.document, warnings)
    }

    fn error(&self) -> Error {
        bmp::read(&self.bytes(), &ReadOptions::default()).unwrap_err()
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
fn negative_height_is_top_down() {
    let (texture, _) = File { height: -2, ..File::new() }.read();
    assert_eq!((texture.height, texture.texels), (2, vec![3, 4, 5, 0, 1, 2]));
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
fn no_colours_mean_256() {
    let file = File { colours: 0, raster: 54 + 1024, palette: vec![Raw(vec![7; 1024])], ..File::new() };
    let (texture, warnings) = file.read();
    assert_eq!((texture.palette.len(), warnings.len()), (256, 0));
}

#[test]
fn pixels_that_start_inside_the_palette_start_after_it() {
    let (texture, warnings) = File { raster: 54, ..File::new() }.read();
    assert_eq!(texture.texels, [0, 1, 2, 3, 4, 5]);
    assert_eq!(warnings[0], "byte 10: warning[K022]: palette: pixel offset 54 is inside the palette, which ends at 62");
}

#[test]
fn a_gap_before_the_pixels_is_skipped() {
    let mut file = File { raster: 62 + 5, ..File::new() };
    file.rows = [&[99; 5][..], &ROWS].concat();
    assert_eq!(file.read().0.texels, [0, 1, 2, 3, 4, 5]);
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
        let loaded = bmp::read(&file, &ReadOptions::default()).unwrap();
        assert_eq!(loaded.document.texels, [0, 1, 2, 3, 4, 5]);
        assert_eq!(loaded.document.palette[200], Rgb { r: 200, g: 200, b: 200 });
        assert_eq!(loaded.diagnostics.len(), usize::from(raster == 126), "an overlap is told");
    }
}

#[test]
fn unsupported_files_are_errors_with_the_field() {
    let file = File::new;
    let cases = [
        (File { depth: 24, ..file() }, 28, "bits per pixel", "8", 24),
        (File { compression: 1, ..file() }, 30, "compression", "0", 1),
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
    let error = bmp::read(&other_header, &ReadOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "header at byte 14: DIB header size: expected 40 or 12, found 64");
}

#[test]
fn players_take_256_texels_a_side() {
    let file = File { width: 257, height: 1, rows: vec![0; 260], ..File::new() };
    let at = Location::Byte(18);
    assert_eq!(file.error(), Error::Limit { section: Section::Header, at, field: "width", limit: 256, found: 257 });
    let unlimited = ReadOptions { limits: Limits::NONE, ..ReadOptions::default() };
    let texture = bmp::read(&file.bytes(), &unlimited).unwrap().document;
    assert_eq!((texture.width, texture.texels.len()), (257, 257));
    assert_eq!(bmp::read(&bmp::write(&texture).unwrap(), &unlimited).unwrap().document, texture);
    let endless = File { width: 65535, height: 65535, ..File::new() };
    let error = bmp::read(&endless.bytes(), &unlimited).unwrap_err();
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
    assert_eq!(bmp::read(&bytes, &ReadOptions::default()).unwrap().document, texture);

    let refused = |texture: Texture| bmp::write(&texture).unwrap_err().to_string();
    assert_eq!(
        refused(Texture { texels: vec![0; 5], ..texture.clone() }),
        "pixels number 0: texels: expected 6, found 5"
    );
    assert_eq!(
        refused(Texture { palette: vec![], ..texture.clone() }),
        "header number 0: colours: expected 1..=256, found 0"
    );
    assert_eq!(refused(Texture { width: 0, ..texture }), "header number 0: width: expected 1..=65535, found 0");
}
