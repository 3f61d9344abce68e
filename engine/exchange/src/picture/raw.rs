//! Pictures as their files have them, with all values of alpha.

use keitai_formats::{
    Error as FormatError, Kind, Location, Picture, ReadOptions, Report, Rgb, Section, Texture, bmp, recognise, swap,
};

#[cfg(feature = "models")]
use super::other::{Reduction, reduced};
use super::{Loaded, as_png, png};
use crate::error::{Error, Result};
use crate::memory::{Loan, Memory};

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
            return png::read(&data, options, memory);
        }
        #[cfg(feature = "models")]
        if super::is_other(data) {
            return Ok(Self::reduced(data, options, memory, |size| size)?.0);
        }
        match recognise(data).map_err(Error::from).and_then(|_| bitmap(data, options, memory)) {
            Err(Error::Format(FormatError::NoPalette { .. })) => {
                let _loan = bitmap_loan(data, memory, COLOUR)?;
                Ok(Self::Colours(bmp::read_colours(data, options)?))
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
        use super::other;
        if let Some((data, _)) = as_png(data)
            && let Some(full) = png::in_rows(&data)
            && let size = choose(full)
            && size != full
        {
            let mut reduction = Reduction::new(full, size);
            png::rows(&data, options, &mut |y, row| reduction.add(y, row))?;
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
            let pixels = usize::from(full[0]) * usize::from(full[1]);
            let each = size_of::<[u8; 4]>();
            let loan = memory.take((pixels * each) as u64);
            let _loan = loan.map_err(|lack| too_many(pixels, lack.rest / each as u64))?;
            let mut pixels = vec![[0; 4]; pixels];
            other::rows(data, format, (options, memory), &mut |y, row| {
                pixels.chunks_mut(row.len().max(1)).skip(y).take(1).for_each(|line| line.copy_from_slice(row));
            })?;
            Picture { width: full[0], height: full[1], pixels }
        } else {
            let mut reduction = Reduction::new(full, size);
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
        use super::other;
        let (pixels, most) = if let Some((data, _)) = as_png(data) {
            let pixels = png::size(&data).and_then(|sides| pixels(sides.map(u64::from)));
            (pixels, png::MOST_PIXELS)
        } else if let Some(format) = other::format(data) {
            (other::size(data, format).and_then(|size| pixels(size.map(u64::from))), other::MOST_PIXELS)
        } else {
            // Eight pixels of one bit each, or run lengths.
            (bmp_sides(data).and_then(pixels), data.len().saturating_mul(8).max(png::MOST_PIXELS))
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
    pub(crate) fn keyed(self, opaque: u16) -> Loaded {
        match self {
            Self::Indexed(mut report, mut alpha) => {
                alpha.resize(report.document.palette.len(), u8::MAX);
                make_key(&mut report.document, &alpha, opaque);
                Loaded::Indexed(report)
            }
            Self::Colours(mut picture) => {
                let pixels = picture.pixels.iter_mut();
                pixels.for_each(|[.., alpha]| *alpha = if u16::from(*alpha) < opaque { 0 } else { 255 });
                Loaded::Colours(picture)
            }
        }
    }
}

/// Bytes of a texel, and of a pixel with its colour.
const TEXEL: u64 = 1;
const COLOUR: u64 = 4;

/// Reads a BMP file with a palette.
///
/// # Errors
/// When the file is damaged, or larger than the limits of `options` or the memory.
pub fn bitmap(data: &[u8], options: &ReadOptions, memory: &Memory) -> Result<Report<Texture>> {
    let _loan = texels(data, memory)?;
    Ok(bmp::read_with(data, options)?)
}

/// Takes the memory of a BMP file's texels, for a reader that has no other limit.
///
/// # Errors
/// When there are too many texels for the file or the memory.
pub fn texels(data: &[u8], memory: &Memory) -> Result<Loan> {
    bitmap_loan(data, memory, TEXEL)
}

/// Takes the memory of a BMP file's pixels, `each` bytes for one.
fn bitmap_loan(data: &[u8], memory: &Memory, each: u64) -> Result<Loan> {
    let pixels = bmp_sides(data).and_then(pixels).unwrap_or_default();
    let most = (png::MEMORY + data.len().saturating_mul(4)) as u64 / each;
    if pixels as u64 > most {
        return Err(too_many(pixels, most));
    }
    memory.take(pixels as u64 * each).map_err(|lack| too_many(pixels, lack.rest / each))
}

fn too_many(count: usize, limit: u64) -> Error {
    let (section, at, limit) = (Section::Header, Location::Document, usize::try_from(limit).unwrap_or(usize::MAX));
    FormatError::Limit { section, at, field: "pixels", limit, found: count }.into()
}

fn pixels([width, height]: [u64; 2]) -> Option<usize> {
    usize::try_from(width.checked_mul(height)?).ok()
}

/// Returns the sides in the header of a BMP file, also of one whose bytes are swapped.
fn bmp_sides(data: &[u8]) -> Option<[u64; 2]> {
    let undone = data.ends_with(b"MB").then(|| swap::undone(data, Kind::Texture).0);
    let data = undone.as_deref().unwrap_or(data);
    let number = |start: usize| Some(u32::from_le_bytes(*data.get(start..)?.first_chunk()?));
    if number(14)? == 12 {
        let sides = number(18)?;
        return Some([sides & 0xFFFF, sides >> 16].map(u64::from));
    }
    // The height of a picture from the top down is negative.
    Some([number(18)?, number(22)?].map(|side| u64::from(side.cast_signed().unsigned_abs())))
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
    use keitai_formats::Rgb;

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
        let file = super::super::write_png(&Texture { width: 600, height: 400, palette, texels }).unwrap();
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
