//! The README's picture of both back ends, from the pictures of the cases: `back_ends OUT.png`.
//!
//! Authentic above, enhanced below: a low floor, a beam through a box, and what changes from one frame of a slow turn to
//! the next, white on the dimmed picture.
#![allow(clippy::print_stderr)]

use keitai_tests::Picture;
use std::path::Path;

/// Between the pictures.
const GAP: usize = 8;
const WHITE: u32 = 0xFF_FFFF;

fn main() {
    let Some(out) = std::env::args().nth(1) else { return eprintln!("back_ends OUT.png") };
    let rows = ["", "enhanced_"].map(|back_end| {
        let frame = |case: &str, k: i32| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(format!("{back_end}{case}"));
            Picture::read(&folder.join(format!("k{k}.ours.png")))
        };
        [frame("floor", 0), frame("crossing", 0), changed(&frame("slow_turn", 0), &frame("slow_turn", 1))]
    });
    let (width, height) = (rows[0][0].width, rows[0][0].pixels.len() / rows[0][0].width);
    let mut sheet = Picture { width: 3 * width + 2 * GAP, pixels: Vec::new() };
    sheet.pixels.resize(sheet.width * (2 * height + GAP), WHITE);
    for (row, pictures) in rows.iter().enumerate() {
        for (column, picture) in pictures.iter().enumerate() {
            let corner = row * (height + GAP) * sheet.width + column * (width + GAP);
            for (y, line) in picture.pixels.chunks_exact(width).enumerate() {
                sheet.pixels[corner + y * sheet.width..][..width].copy_from_slice(line);
            }
        }
    }
    sheet.write(Path::new(&out));
}

/// Returns the second frame, dimmed where it is like the first and white where it is not.
fn changed(first: &Picture, second: &Picture) -> Picture {
    let pixel = |(a, b): (&u32, &u32)| if a == b { b >> 1 & 0x7F_7F7F } else { WHITE };
    Picture { width: second.width, pixels: first.pixels.iter().zip(&second.pixels).map(pixel).collect() }
}
