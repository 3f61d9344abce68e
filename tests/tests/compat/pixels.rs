//! Colours of the picture, and of the screen that shows it.

use crate::Entry;
use crate::stage::{QUADS, Stage, quad};
use keitai_render::{Compat, PixelFormat, ScreenFormat};

pub(crate) const ENTRIES: &[Entry] = &[
    ("pixel_format", grey_of_100, &[("Rgb555", "636363"), ("Rgb888", "646464"), ("Rgb565", "636163")]),
    (
        "screen_format",
        grey_of_100_on_a_screen,
        &[("AsDrawn", "646464"), ("Rgb565", "636563"), ("Rgb555", "636363"), ("Rgb444", "666666")],
    ),
    ("screen_dither", grey_of_100_on_4_bits, &[("None", "666666 666666"), ("Ordered", "666666 555555")]),
];

/// 100 * 31 / 255 is 12.2, and 100 * 63 / 255 is 24.7.
fn grey_of_100(compat: &Compat) -> String {
    grey(compat).drawn([(0, 0)])
}

/// 100 is 12.5 levels of 8 units, 25 of 4, and 6.25 of 16.
fn grey_of_100_on_a_screen(compat: &Compat) -> String {
    let mut stage = grey(&Compat { pixel_format: PixelFormat::Rgb888, ..*compat });
    stage.flush();
    stage.picture.reduce(compat);
    stage.seen([(0, 0)])
}

/// 100 lies between 85 and 102, 15/17 of the way, so that one of the 16 thresholds leaves it below.
fn grey_of_100_on_4_bits(compat: &Compat) -> String {
    let mut stage = grey(&Compat { pixel_format: PixelFormat::Rgb888, ..*compat });
    stage.flush();
    stage.picture.reduce(&Compat { screen_format: ScreenFormat::Rgb444, ..*compat });
    stage.seen([(0, 0), (0, 3)])
}

fn grey(compat: &Compat) -> Stage {
    let mut stage = Stage::new(compat);
    stage.coloured(QUADS, &quad([0, 0, 8, 8], [0, 0]), &[0x64_6464]);
    stage
}
