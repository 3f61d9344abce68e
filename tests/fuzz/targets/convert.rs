//! Conversion of figures there and back: never a panic; a text of a figure converts to a figure with as many bones.

#![no_main]

use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{Options, open_figure};
use keitai_formats::{Kind, ReadOptions, bac};
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let read = ReadOptions::UNLIMITED;
    let Ok(opened) = open_figure(data, None, &read, &Options::default()) else { return };
    let figure = opened.document.figure;
    figure.check().expect("a figure that was opened is sound");
    let Some(text) = decompile::figure(&figure, &DecompileOptions::default()).document else { return };
    let text = bac::write(&text).into_bytes();
    if let Ok(again) = open_figure(&text, Some(Kind::FigureText), &read, &Options::default()) {
        again.document.figure.check().expect("a figure that was converted is sound");
    }
});
