//! Settings of the colours of the picture.

use super::Entry;
use super::stage::{QUADS, Stage, quad};
use keitai_render::Compat;

pub(crate) const ENTRIES: &[Entry] =
    &[("pixel_format", grey_of_100, &[("Rgb555", "636363"), ("Rgb888", "646464"), ("Rgb565", "636163")])];

/// 100 * 31 / 255 is 12.2, and 100 * 63 / 255 is 24.7.
fn grey_of_100(compat: &Compat) -> String {
    let mut stage = Stage::new(compat);
    stage.coloured(QUADS, &quad([0, 0, 8, 8], [0, 0]), &[0x64_6464]);
    stage.drawn([(0, 0)])
}
