//! Words on the picture: centred lines, lines with a ground, bars.

use keitai_render::Framebuffer;
use keitai_render::{Canvas, Lettering};

/// Plain text.
pub(crate) const CREAM: u32 = 0xFF_F4D8;
/// What is chosen.
pub(crate) const GOLD: u32 = 0xFF_C83C;
/// What warns.
pub(crate) const RED: u32 = 0xFF_5A3C;
/// What is of no importance.
pub(crate) const GREY: u32 = 0xA8_A098;

/// Writes a line with an outline around the middle `x`.
pub(crate) fn centred(picture: &mut Framebuffer, text: &str, x: i32, y: i32, colour: u32) {
    let width = text.chars().count() as i32 * Lettering::Normal.width() as i32;
    Canvas::new(picture).outlined(text, x - width / 2, y, Lettering::Normal, colour);
}

/// Writes a line with an outline from `x` to the right.
pub(crate) fn left(picture: &mut Framebuffer, text: &str, x: i32, y: i32, colour: u32) {
    Canvas::new(picture).outlined(text, x, y, Lettering::Normal, colour);
}

/// Writes a line with an outline that ends at `x`.
pub(crate) fn right(picture: &mut Framebuffer, text: &str, x: i32, y: i32, colour: u32) {
    let width = text.chars().count() as i32 * Lettering::Normal.width() as i32;
    Canvas::new(picture).outlined(text, x - width, y, Lettering::Normal, colour);
}

/// A bar of `width` pixels of which `share` in a thousand is filled, from the left or from the right.
pub(crate) fn bar(picture: &mut Framebuffer, [x, y]: [i32; 2], width: u32, share: i32, colour: u32, from_right: bool) {
    let mut canvas = Canvas::new(picture);
    canvas.rectangle(x - 1, y - 1, width + 2, 8, 0x1E_1420);
    canvas.rectangle(x, y, width, 6, 0x4A_3428);
    let filled = (width as i32 * share.clamp(0, 1000) / 1000) as u32;
    let start = if from_right { x + (width - filled) as i32 } else { x };
    canvas.rectangle(start, y, filled, 6, colour);
    canvas.rectangle(start, y, filled, 2, lighter(colour));
}

fn lighter(colour: u32) -> u32 {
    (colour >> 1 & 0x7F_7F7F) + 0x7F_7F7F
}
