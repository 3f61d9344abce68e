//! Colour of a covered pixel: index, key test, shade, blend, sphere texel, one channel at a time.

use super::light::{Toon, toon_level};
use keitai_formats::{Rgb, Texture};
use keitai_render::{Compat, PixelFormat, UvWrap};

#[derive(Debug, Clone, Copy)]
pub(super) enum Source<'a> {
    Colour(Rgb),
    Texture(&'a Texture),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shade {
    Unlit,
    /// 0..=255.
    Constant(i64),
    /// Interpolated.
    Smooth,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Paint<'a> {
    pub(super) compat: &'a Compat,
    pub(super) surface: Source<'a>,
    pub(super) key: bool,
    pub(super) shade: Shade,
    pub(super) toon: Option<Toon>,
    /// Material bits: 0 normal, 2 half, 4 add, 6 sub.
    pub(super) blend: u16,
    pub(super) sphere: Option<&'a Texture>,
}

impl Paint<'_> {
    /// Returns the pixel that replaces `under`; `attributes` are whole u, v, shade and sphere coordinates.
    pub(super) fn over(&self, under: u32, [u, v, shade, e, f]: [i64; 5]) -> u32 {
        let colour = match self.surface {
            Source::Colour(colour) => colour,
            Source::Texture(texture) => {
                let index = texel(self.compat.uv_wrap, texture, u & 255, v & 255);
                if self.key && index == 0 {
                    return under;
                }
                palette_colour(texture, index)
            }
        };
        let level = self.level(shade);
        let bits = self.bits();
        let most = (1 << bits) - 1;
        let reflection = self.sphere.map_or([0; 3], |map| self.reflection(map, e, f));
        let channels = [(under >> 16, colour.r), (under >> 8, colour.g), (under, colour.b)];
        let mut pixel = 0;
        for ((under, colour), reflection) in channels.into_iter().zip(reflection) {
            let under = i64::from(under & 0xFF) >> (8 - bits);
            let over = self.shaded(i64::from(colour), level);
            let over = match self.blend {
                0 => over,
                2 => (under + over) / 2,
                4 => (under + over).min(most),
                _ => (under - over).max(0),
            };
            pixel = pixel << 8 | shown((over + reflection).min(most), bits);
        }
        pixel
    }

    /// Returns the channels that a texel of the sphere map adds: rounded to 5 bits, or as they are in 8. Index 0 adds nothing;
    /// other black has a level of blue in 5 bits.
    fn reflection(&self, map: &Texture, e: i64, f: i64) -> [i64; 3] {
        let index = map.texels[((f & 63) * 64 + (e & 63)) as usize];
        if index == 0 {
            return [0; 3];
        }
        let Rgb { r, g, b } = palette_colour(map, index);
        let channels = [r, g, b].map(i64::from);
        match self.compat.pixel_format {
            PixelFormat::Rgb888 => channels,
            PixelFormat::Rgb555 => match channels.map(|c| (2 * c * 31 + 255) / 510) {
                [0, 0, 0] => [0, 0, 1],
                rounded => rounded,
            },
        }
    }

    /// Returns the level of a shade, 0..=31.
    fn level(&self, smooth: i64) -> i64 {
        let level = match self.shade {
            Shade::Unlit => return 31,
            Shade::Constant(shade) => shade >> 3,
            Shade::Smooth => smooth >> 3,
        };
        // A level has 5 bits; shades beyond start again.
        let level = level & 31;
        let Some(toon) = self.toon else { return level };
        toon_level(if level > toon_level(toon.threshold) { toon.high } else { toon.low })
    }

    fn bits(&self) -> u32 {
        match self.compat.pixel_format {
            PixelFormat::Rgb555 => 5,
            PixelFormat::Rgb888 => 8,
        }
    }

    /// Returns a channel of 8 bits at a shade level, in the bits of the pixel format.
    fn shaded(&self, c: i64, level: i64) -> i64 {
        if self.bits() == 5 { c * level / 255 } else { c * level / 31 }
    }
}

/// Returns a channel value of `bits` bits as 8 bits: its high bits repeated below.
fn shown(value: i64, bits: u32) -> u32 {
    let value = value as u32;
    if bits == 5 { value << 3 | value >> 2 } else { value }
}

/// Palette index at texel coordinates 0..=255.
pub(super) fn texel(wrap: UvWrap, texture: &Texture, u: i64, v: i64) -> u8 {
    let (width, height) = (i64::from(texture.width), i64::from(texture.height));
    let (u, v) = match wrap {
        UvWrap::Pad256 => (u, v),
        UvWrap::Mask => {
            let period = |side: u16| i64::from(side.next_power_of_two());
            (u % period(texture.width), v % period(texture.height))
        }
    };
    if u < width && v < height { texture.texels[(v * width + u) as usize] } else { 0 }
}

pub(super) fn palette_colour(texture: &Texture, index: u8) -> Rgb {
    texture.palette.get(usize::from(index)).copied().unwrap_or_default()
}
