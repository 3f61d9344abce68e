//! Converts PNG and BMP pictures of any kind to [`Texture`], and back.
//!
//! | input | texture |
//! |---|---|
//! | indexed PNG | palette and indices as they are; see below for transparent colours |
//! | other PNG, BMP of 16 to 32 bits | at most 255 colours besides the colour key, the nearest for each texel |
//! | BMP with a palette | as [`keitai_formats::bmp::read`] reads it |
//!
//! Index 0 is the colour key. A transparent colour of an indexed PNG (alpha below 128) becomes index 0; when another
//! colour has index 0, the two are exchanged, and further transparent colours become index 0, too.

mod improve;
mod index;
mod nearest;
#[cfg(feature = "models")]
mod other;
mod png;
mod raw;

use std::borrow::Cow;

use keitai_formats::diagnostic::rules;
use keitai_formats::{
    Diagnostic, Kind, Location, Picture, ReadOptions, Report, Rgb, Texture, counted, recognise, swap,
};

use crate::error::Result;
use crate::memory::Memory;

pub(crate) use index::padded;
#[cfg(feature = "models")]
pub(crate) use index::resized;
use index::{Indexed, index};
#[cfg(feature = "models")]
pub use other::is_other;
#[cfg(feature = "models")]
pub(crate) use other::reduced;
pub(crate) use png::write_opaque;
pub use png::{size as png_size, write as write_png};
pub(crate) use raw::Raw;
pub use raw::{bitmap, texels};

/// How far colours may be from those of a palette that is given, of 255.
const MOST_MOVED: u8 = 40;

/// A picture as its file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loaded {
    /// A picture with a palette, and the diagnostics of its file.
    Indexed(Report<Texture>),
    /// A picture without a palette.
    Colours(Picture),
}

/// Reads a BMP or PNG file as a texture. Colours that do not fit a palette are a diagnostic.
///
/// # Errors
/// When the file is damaged, of another kind, larger than the limits of `options`, or a BMP without a palette: players
/// read none, so one that is found beside a figure is a mistake.
pub fn read(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<Report<Texture>> {
    let Some((data, note)) = as_png(data) else { return raw::bitmap(data, options, memory) };
    let mut report = load(&data, options, memory)?.quantised(None, false);
    report.diagnostics.extend(note);
    Ok(report)
}

/// Returns the width and the height of the texture that [`read`] makes of a file. The whole file is read, but no palette is
/// made, which takes most of the time.
///
/// # Errors
/// Those of [`read`].
pub fn texture_size(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<[u16; 2]> {
    let Some((data, _)) = as_png(data) else {
        let texture = raw::bitmap(data, options, memory)?.document;
        return Ok([texture.width, texture.height]);
    };
    Ok(png::read(&data, options, memory)?.size())
}

/// Reads a picture of any kind and depth.
///
/// # Errors
/// When the file is damaged, of another kind, or larger than the limits of `options`.
pub fn load(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<Loaded> {
    Ok(match Raw::read(data, options, memory)? {
        Raw::Colours(picture) => Loaded::Colours(picture),
        indexed => indexed.keyed(png::OPAQUE),
    })
}

/// Reads a picture as [`load`] does. A JPEG, WebP, GIF or TGA picture of more than 256 pixels a side is reduced to that, with a
/// diagnostic.
///
/// # Errors
/// Those of [`load`].
#[cfg(feature = "models")]
pub fn load_reduced(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<(Loaded, Option<Diagnostic>)> {
    const MOST: usize = keitai_formats::Limits::PLAYERS.texels;
    if !is_other(data) {
        return Ok((load(data, options, memory)?, None));
    }
    let smaller = |full: [u16; 2]| {
        let largest = usize::from(full[0].max(full[1]));
        full.map(|side| (usize::from(side) * MOST / largest.max(MOST)).max(1) as u16)
    };
    let (raw, full) = Raw::reduced(data, options, memory, smaller)?;
    let size = raw.size();
    let message = || format!("{} by {} pixels are reduced to {} by {}", full[0], full[1], size[0], size[1]);
    let finding = || Diagnostic::new(&crate::rules::PICTURE_SIZE, Location::Document, message());
    Ok((Loaded::Colours(raw.into_picture()), (size != full).then(finding)))
}

impl Loaded {
    /// Returns the texture: as the file has it, or with the colours of another palette, or with a palette made for it.
    /// With `dither` the errors of colours are spread.
    pub fn quantised(self, palette: Option<&[Rgb]>, dither: bool) -> Report<Texture> {
        self.quantised_by(&[], palette, dither)
    }

    /// Returns the texture as [`Loaded::quantised`] does. A palette that is made is made for the areas that show the pixels: those
    /// with an area of 0 take no colours. Without areas, all count alike.
    pub(crate) fn quantised_by(self, areas: &[u64], palette: Option<&[Rgb]>, dither: bool) -> Report<Texture> {
        let (picture, mut diagnostics) = match (self, palette) {
            (Self::Indexed(report), None) => return report,
            (Self::Indexed(report), Some(_)) => (keyed(&report.document), report.diagnostics),
            (Self::Colours(picture), _) => (picture, Vec::new()),
        };
        let indexed = index(&picture, areas, palette, dither);
        diagnostics.extend(indexed.diagnostic(palette.is_some()));
        Report::new(indexed.texture, diagnostics)
    }
}

/// Returns a texture as colours, with index 0 transparent.
fn keyed(texture: &Texture) -> Picture {
    let mut picture = texture.picture();
    for (pixel, _) in picture.pixels.iter_mut().zip(&texture.texels).filter(|(_, index)| **index == 0) {
        pixel[3] = 0;
    }
    picture
}

impl Indexed {
    /// Returns the diagnostic of colours that were changed; `None` when all are exact. Those far from a palette that was given are
    /// another one than those that had to be fewer.
    fn diagnostic(&self, is_given: bool) -> Option<Diagnostic> {
        let Self { colours, changed, largest, .. } = self;
        let message = || {
            let [pixels, colours] = [counted(*changed, "pixel"), counted(*colours, "colour")];
            format!("{pixels} of {colours} got another, up to {largest} of 255 away")
        };
        let rule = if is_given && *largest > MOST_MOVED { &rules::PALETTE_FAR } else { &rules::QUANTISED };
        (*changed > 0).then(|| Diagnostic::new(rule, Location::Document, message()))
    }
}

/// Returns the bytes of a PNG file; with a note, if they were swapped. `None` for another kind of file.
fn as_png(data: &[u8]) -> Option<(Cow<'_, [u8]>, Option<Diagnostic>)> {
    let file = recognise(data).ok().filter(|file| file.kind == Kind::Png)?;
    if !file.swapped {
        return Some((data.into(), None));
    }
    let (data, note) = swap::undone(data, Kind::Png);
    Some((data.into(), Some(note)))
}
