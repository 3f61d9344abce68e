//! Pictures of `--ref`: never a panic; what is read is written and read again the same.

#![no_main]

use keitai_app::picture::encode_png;
use keitai_exchange::Memory;
use keitai_exchange::picture::{Loaded, load};
use keitai_formats::{Dialect, Limits, Picture, ReadOptions};
use keitai_fuzz as _;
use keitai_render::Framebuffer;
use libfuzzer_sys::fuzz_target;

/// The longest side of a picture that is read, pixels.
const SIDE: usize = 256;

fn read(data: &[u8]) -> Option<Picture> {
    let limits = Limits { texels: SIDE, ..Limits::NONE };
    Some(match load(data, &ReadOptions::new(limits, Dialect::Auto), &Memory::unlimited()).ok()? {
        Loaded::Indexed(report) => report.document.picture(),
        Loaded::Colours(picture) => picture,
    })
}

fuzz_target!(|data: &[u8]| {
    let Some(mut picture) = read(data).filter(|picture| !picture.pixels.is_empty()) else { return };
    let mut drawn = Framebuffer::new(picture.width.into(), picture.height.into());
    for (pixel, [r, g, b, _]) in drawn.pixels_mut().iter_mut().zip(&picture.pixels) {
        *pixel = u32::from_be_bytes([0, *r, *g, *b]);
    }
    // Nothing is transparent in what is written.
    picture.pixels.iter_mut().for_each(|pixel| pixel[3] = 255);
    let written = encode_png(&drawn).expect("what was read can be written");
    assert_eq!(read(&written), Some(picture));
});
