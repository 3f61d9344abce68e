//! Pictures as their files have them, with all values of alpha.

use keitai_formats::{Error as FormatError, Picture, ReadOptions, Report, Texture, bmp};

use super::{Alphas, Loaded, is_png, png};
use crate::error::Result;

/// A picture before its transparent pixels become the colour key.
#[derive(Debug, Clone)]
pub(crate) enum Raw {
    /// A picture with a palette, and the values of alpha of the first colours.
    Indexed(Report<Texture>, Vec<u8>),
    /// A picture without one.
    Colours(Picture),
}

impl Raw {
    /// Reads a picture of any kind.
    pub(crate) fn read(data: &[u8], options: &ReadOptions) -> Result<Self> {
        if is_png(data) {
            return png::read(data, options);
        }
        #[cfg(feature = "models")]
        if let Some(format) = super::other::format(data) {
            return super::other::read(data, format, options).map(Self::Colours);
        }
        match bmp::read(data, options) {
            Err(FormatError::NoPalette { .. }) => Ok(Self::Colours(bmp::read_colours(data, options)?)),
            read => Ok(Self::Indexed(read?, Vec::new())),
        }
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

    /// Returns the colours of all pixels.
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
            Self::Indexed(mut report, alpha) => {
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

fn level(alpha: &[u8], texel: u8) -> u8 {
    alpha.get(usize::from(texel)).copied().unwrap_or(u8::MAX)
}

/// Moves the transparent colours of a palette to index 0. `alpha` is no longer than the palette.
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
