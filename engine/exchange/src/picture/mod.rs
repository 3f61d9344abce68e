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

mod files;
mod index;
#[cfg(feature = "models")]
mod other;
mod palette;

use std::borrow::Cow;

use keitai_formats::diagnostic::{counted, rules};
use keitai_formats::{
    Diagnostic, Error as FormatError, Kind, Location, Picture, ReadOptions, Report, Rgb, Texture, recognise, swap,
};

use crate::error::{Error, Result};
use crate::memory::Memory;

pub(crate) use files::encode;
pub use files::{bitmap, png_size, texels, write_png};
pub(crate) use index::padded;
#[cfg(feature = "models")]
pub(crate) use index::resized;
use index::{Quantisation, index};
#[cfg(feature = "models")]
pub use other::is_other;
#[cfg(feature = "models")]
pub(crate) use other::reduced;

/// How far colours may be from those of a palette that is given, of 255.
const MOST_MOVED: u8 = 40;

/// A picture as its file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureFile {
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
    let Some((data, note)) = as_png(data) else { return bitmap(data, options, memory) };
    let mut report = load(&data, options, memory)?.quantised(None, false);
    report.diagnostics.extend(note);
    Ok(report)
}

/// Returns the width and the height of the texture that [`read`] makes of a file, and its errors. The whole file is read, but
/// no palette is made, which takes most of the time.
pub fn texture_size(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<[u16; 2]> {
    let Some((data, _)) = as_png(data) else {
        let texture = bitmap(data, options, memory)?.document;
        return Ok([texture.width, texture.height]);
    };
    Ok(files::read_png(&data, options, memory)?.size())
}

/// Reads a picture of any kind and depth.
///
/// # Errors
/// When the file is damaged, of another kind, or larger than the limits of `options`.
pub fn load(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<PictureFile> {
    Ok(match Raw::read(data, options, memory)? {
        Raw::Colours(picture) => PictureFile::Colours(picture),
        indexed => indexed.keyed(files::OPAQUE),
    })
}

/// Reads a picture as [`load`] does. A JPEG, WebP, GIF or TGA picture of more than 256 pixels a side is reduced to that, with a
/// diagnostic.
#[cfg(feature = "models")]
pub fn load_reduced(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<(PictureFile, Option<Diagnostic>)> {
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
    Ok((PictureFile::Colours(raw.into_picture()), (size != full).then(finding)))
}

impl PictureFile {
    /// Returns the texture: as the file has it, or with the colours of another palette, or with a palette made for it.
    /// With `dither` the errors of colours are spread.
    pub fn quantised(self, palette: Option<&[Rgb]>, dither: bool) -> Report<Texture> {
        self.quantised_by(&[], palette, dither)
    }

    /// Returns the texture as [`PictureFile::quantised`] does. A palette that is made is made for the areas that show the pixels: those
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

/// A picture before its transparent pixels become the colour key.
#[derive(Debug, Clone)]
pub(crate) enum Raw {
    /// A picture with a palette, and the values of alpha of the first colours.
    Indexed(Report<Texture>, Vec<u8>),
    Colours(Picture),
}

impl Raw {
    pub(crate) fn read(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<Self> {
        if let Some((data, _)) = as_png(data) {
            return files::read_png(&data, options, memory);
        }
        #[cfg(feature = "models")]
        if is_other(data) {
            return Ok(Self::reduced(data, options, memory, |size| size)?.0);
        }
        match recognise(data).map_err(Error::from).and_then(|_| bitmap(data, options, memory)) {
            Err(Error::Format(FormatError::NoPalette { .. })) => {
                Ok(Self::Colours(files::bitmap_colours(data, options, memory)?))
            }
            result => Ok(Self::Indexed(result?, Vec::new())),
        }
    }

    /// Reads a picture in the size that `choose` returns for the size in the file, and returns the size in the file, too. Only a picture
    /// with a palette, or with rows that come in several passes, is in memory as a whole meanwhile.
    #[cfg(feature = "models")]
    pub(crate) fn reduced(
        data: &[u8],
        options: &ReadOptions,
        memory: &Memory,
        choose: impl Fn([u16; 2]) -> [u16; 2],
    ) -> Result<(Self, [u16; 2])> {
        if let Some((data, _)) = as_png(data)
            && let Some(full) = files::in_rows(&data)
            && let size = choose(full)
            && size != full
        {
            let mut reduction = other::Reduction::new(full, size);
            files::png_rows(&data, options, &mut |y, row| reduction.add(y, row))?;
            return Ok((Self::Colours(reduction.finish()), full));
        }
        let Some(format) = other::format(data) else {
            let raw = Self::read(data, options, memory)?;
            let full = raw.size();
            let size = choose(full);
            let raw = if size == full { raw } else { Self::Colours(reduced(&raw.into_picture(), size)) };
            return Ok((raw, full));
        };
        let full = other::size(data, format).unwrap_or_default().map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let size = choose(full);
        let picture = if size == full {
            let count = usize::from(full[0]) * usize::from(full[1]);
            let each = size_of::<[u8; 4]>();
            let loan = memory.take((count * each) as u64);
            let _loan = loan.map_err(|lack| files::too_many(Location::Document, lack.room(each), count))?;
            let mut pixels = Vec::new();
            other::rows(data, format, (options, memory), &mut |y, row| {
                // The first row comes after the checks of the size.
                pixels.resize(count, [0; 4]);
                pixels.chunks_mut(row.len().max(1)).skip(y).take(1).for_each(|line| line.copy_from_slice(row));
            })?;
            Picture { width: full[0], height: full[1], pixels }
        } else {
            let mut reduction = other::Reduction::new(full, size);
            other::rows(data, format, (options, memory), &mut |y, row| {
                reduction.add(y, row);
            })?;
            reduction.finish()
        };
        Ok((Self::Colours(picture), full))
    }

    /// Returns the number of pixels that [`Raw::read`] decodes, by the header; 0 for a picture that is refused for it.
    #[cfg(feature = "models")]
    pub(crate) fn pixels(data: &[u8]) -> usize {
        let (pixels, most) = if let Some((data, _)) = as_png(data) {
            let pixels = png_size(&data).and_then(|sides| files::pixels(sides.map(u64::from)));
            (pixels, files::MOST_PIXELS)
        } else if let Some(format) = other::format(data) {
            (other::size(data, format).and_then(|size| files::pixels(size.map(u64::from))), other::MOST_PIXELS)
        } else {
            // Eight pixels of one bit each, or run lengths.
            (files::bmp_sides(data).and_then(files::pixels), data.len().saturating_mul(8).max(files::MOST_PIXELS))
        };
        pixels.filter(|pixels| *pixels <= most).unwrap_or_default()
    }

    pub(crate) fn size(&self) -> [u16; 2] {
        match self {
            Self::Indexed(report, _) => [report.document.width, report.document.height],
            Self::Colours(picture) => [picture.width, picture.height],
        }
    }

    /// Returns the values of alpha that occur.
    #[cfg(feature = "models")]
    pub(crate) fn alphas(&self) -> std::collections::BTreeSet<u8> {
        match self {
            Self::Indexed(report, alpha) => report.document.texels.iter().map(|texel| level(alpha, *texel)).collect(),
            Self::Colours(picture) => picture.pixels.iter().map(|[.., alpha]| *alpha).collect(),
        }
    }

    pub(crate) fn into_picture(self) -> Picture {
        match self {
            Self::Indexed(report, alpha) => {
                let mut picture = report.document.picture();
                for (pixel, texel) in picture.pixels.iter_mut().zip(&report.document.texels) {
                    pixel[3] = level(&alpha, *texel);
                }
                picture
            }
            Self::Colours(picture) => picture,
        }
    }

    /// Changes the colours and their alpha.
    #[cfg(feature = "models")]
    pub(crate) fn change(&mut self, of: impl Fn([u8; 4]) -> [u8; 4]) {
        match self {
            Self::Indexed(report, alphas) => {
                alphas.resize(report.document.palette.len(), u8::MAX);
                for (Rgb { r, g, b }, alpha) in report.document.palette.iter_mut().zip(alphas) {
                    [*r, *g, *b, *alpha] = of([*r, *g, *b, *alpha]);
                }
            }
            Self::Colours(picture) => picture.pixels.iter_mut().for_each(|pixel| *pixel = of(*pixel)),
        }
    }

    /// Makes pixels whose alpha is below `opaque` transparent, and all others opaque.
    pub(crate) fn keyed(self, opaque: u16) -> PictureFile {
        match self {
            Self::Indexed(mut report, mut alpha) => {
                alpha.resize(report.document.palette.len(), u8::MAX);
                make_key(&mut report.document, &alpha, opaque);
                PictureFile::Indexed(report)
            }
            Self::Colours(mut picture) => {
                let pixels = picture.pixels.iter_mut();
                pixels.for_each(|[.., alpha]| *alpha = if u16::from(*alpha) < opaque { 0 } else { 255 });
                PictureFile::Colours(picture)
            }
        }
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

impl Quantisation {
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

fn level(alpha: &[u8], texel: u8) -> u8 {
    alpha.get(usize::from(texel)).copied().unwrap_or(u8::MAX)
}

/// Moves the transparent colours of a palette to index 0. `alpha` is as long as the palette.
fn make_key(texture: &mut Texture, alpha: &[u8], opaque: u16) {
    let transparent = (0..=255).zip(alpha).filter(|(_, alpha)| u16::from(**alpha) < opaque);
    let transparent: Vec<u8> = transparent.map(|(index, _)| index).collect();
    let Some(&first) = transparent.first() else { return };
    texture.palette.swap(0, first.into());
    for texel in &mut texture.texels {
        *texel = match *texel {
            0 if first != 0 => first,
            index if transparent.contains(&index) => 0,
            index => index,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_transparent_below_an_alpha_that_is_given() {
        let picture = Picture { width: 3, height: 1, pixels: [255, 100, 0].map(|alpha| [9, 9, 9, alpha]).to_vec() };
        let palette = vec![Rgb { r: 9, g: 9, b: 9 }; 3];
        let texture = Texture { width: 3, height: 1, palette, texels: vec![0, 1, 2] };
        let indexed = Raw::Indexed(Report::new(texture, Vec::new()), vec![255, 100, 0]);
        for (opaque, holes) in [(0, [false; 3]), (100, [false, false, true]), (101, [false, true, true])] {
            for (raw, has_palette) in [(Raw::Colours(picture.clone()), false), (indexed.clone(), true)] {
                // Without a transparent colour the palette stays as it is: an opaque pixel may have index 0.
                if !has_palette || opaque > 0 {
                    let texels = raw.keyed(opaque).quantised(None, false).document.texels;
                    assert_eq!(texels.iter().map(|texel| *texel == 0).collect::<Vec<_>>(), holes, "{opaque}");
                }
            }
        }
    }

    #[cfg(feature = "models")]
    #[test]
    fn a_large_png_picture_is_reduced_while_it_is_read() {
        let palette = (0..=255).map(|level| Rgb { r: level, g: 255 - level, b: 7 }).collect();
        let texels = (0..600 * 400_u32).map(|place| (place * 7 % 256) as u8).collect();
        let file = write_png(&Texture { width: 600, height: 400, palette, texels }).unwrap();
        let read = |memory, size| Raw::reduced(&file, &ReadOptions::UNLIMITED, &Memory::new(memory), |_| size);
        let whole = read(u64::MAX, [600, 400]).unwrap().0.into_picture();
        assert!(read(1000, [600, 400]).is_err(), "a whole picture takes memory");
        let (small, full) = read(1000, [256, 170]).unwrap();
        assert_eq!((small.into_picture(), full), (reduced(&whole, [256, 170]), [600, 400]));
    }

    #[test]
    fn colours_without_an_alpha_of_their_own_are_opaque_below_256_only() {
        let texture = Texture { width: 2, height: 1, palette: vec![Rgb::default(); 2], texels: vec![0, 1] };
        let indexed = Raw::Indexed(Report::new(texture, Vec::new()), Vec::new());
        for (opaque, texels) in [(255, [0, 1]), (256, [0, 0])] {
            assert_eq!(indexed.clone().keyed(opaque).quantised(None, false).document.texels, texels);
        }
    }
}
