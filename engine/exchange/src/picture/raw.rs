//! Pictures as their files have them, with all values of alpha.

use keitai_formats::{Error as FormatError, Kind, Picture, ReadOptions, Report, Texture, bmp, recognise, swap};

use super::{Alphas, Loaded, as_png, png};
use crate::error::Result;

/// A picture before its transparent pixels become the colour key.
#[derive(Debug, Clone)]
pub(crate) enum Raw {
    /// A picture with a palette, and the values of alpha of the first colours.
    Indexed(Report<Texture>, Vec<u8>),
    Colours(Picture),
}

impl Raw {
    pub(crate) fn read(data: &[u8], options: &ReadOptions) -> Result<Self> {
        if let Some((data, _)) = as_png(data) {
            return png::read(&data, options);
        }
        #[cfg(feature = "models")]
        if let Some(format) = super::other::format(data) {
            return super::other::read(data, format, options).map(Self::Colours);
        }
        match recognise(data).and_then(|_| bmp::read_with(data, options)) {
            Err(FormatError::NoPalette { .. }) => Ok(Self::Colours(bmp::read_colours(data, options)?)),
            read => Ok(Self::Indexed(read?, Vec::new())),
        }
    }

    /// Returns the number of pixels that [`Raw::read`] decodes, by the header; 0 for a picture that is refused for it.
    #[cfg(feature = "models")]
    pub(crate) fn pixels(data: &[u8]) -> usize {
        use super::other;
        let (pixels, most) = if let Some((data, _)) = as_png(data) {
            let pixels = png::size(&data).and_then(|sides| pixels(sides.map(u64::from)));
            (pixels, png::MOST_PIXELS)
        } else if let Some(format) = other::format(data) {
            (other::pixels(data, format), other::MOST_PIXELS)
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

    pub(crate) fn alphas(&self) -> Alphas {
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
                assert_eq!(raw.alphas().levels().collect::<Vec<_>>(), [(0, 1), (100, 1), (255, 1)]);
                // Without a transparent colour the palette stays as it is: an opaque pixel may have index 0.
                if !has_palette || opaque > 0 {
                    let texels = raw.keyed(opaque).quantised(None, false).document.texels;
                    assert_eq!(texels.iter().map(|texel| *texel == 0).collect::<Vec<_>>(), holes, "{opaque}");
                }
            }
        }
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
