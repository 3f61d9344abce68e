//! Colour of a covered pixel: index, key test, shade, blend, sphere texel, one channel at a time.

use super::light::{Toon, toon_level};
use keitai_formats::{Rgb, Texture};
use keitai_render::Compat;
use keitai_render::compat::{ColourShade, PixelFormat, SphereIndex0, SphereOrder, ToonEqual, UvWrap};

/// The source of colours.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source<'a> {
    Colour(Rgb),
    Texture(&'a Texture),
}

/// The brightness of a polygon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shade {
    Unlit,
    /// 0..=255.
    Constant(i64),
    /// Interpolated.
    Smooth,
}

/// The drawing of a polygon's pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint<'a> {
    pub(super) compat: &'a Compat,
    /// As for [`texel`].
    pub(super) wrap: UvWrap,
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
        let (colour, of_texture) = match self.surface {
            Source::Colour(colour) => (colour, false),
            Source::Texture(texture) => {
                let index = texel(self.wrap, texture, u & 255, v & 255);
                if self.key && index == 0 {
                    return under;
                }
                (palette_colour(texture, index), true)
            }
        };
        let level = self.level(shade);
        let constant = !matches!(self.shade, Shade::Smooth);
        let reflection = self.sphere.and_then(|map| {
            let index = map.texels[((f & 63) * 64 + (e & 63)) as usize];
            let adds = index != 0 || self.compat.sphere_index0 == SphereIndex0::Add;
            adds.then(|| match palette_colour(map, index) {
                // Black, where it is not index 0, has a level of blue.
                c if index != 0 && self.compat.pixel_format == PixelFormat::Rgb555 && self.is_black(c) => {
                    Rgb { b: 9, ..c }
                }
                c => c,
            })
        });
        let channels = [(under >> 16, colour.r), (under >> 8, colour.g), (under, colour.b)];
        let mut pixel = 0;
        for (i, (under, colour)) in channels.into_iter().enumerate() {
            let bits = self.bits(i);
            let most = (1 << bits) - 1;
            let under = i64::from(under & 0xFF) >> (8 - bits);
            let mut over = self.shaded(i64::from(colour), level, i, of_texture, constant);
            let reflected = reflection.map_or(0, |map| {
                let channel = [map.r, map.g, map.b][i];
                self.shaded(i64::from(channel), 31, i, true, true)
            });
            if self.compat.sphere_order == SphereOrder::BeforeBlend {
                over = (over + reflected).min(most);
            }
            over = match self.blend {
                0 => over,
                2 => (under + over) / 2,
                4 => (under + over).min(most),
                _ => (under - over).max(0),
            };
            if self.compat.sphere_order == SphereOrder::AfterBlend {
                over = (over + reflected).min(most);
            }
            pixel = pixel << 8 | shown(over, bits);
        }
        pixel
    }

    /// Returns whether nothing of a reflected colour is left.
    fn is_black(&self, c: Rgb) -> bool {
        [c.r, c.g, c.b].into_iter().enumerate().all(|(i, c)| self.shaded(i64::from(c), 31, i, true, true) == 0)
    }

    /// Returns the level of a shade, 0..=31.
    fn level(&self, smooth: i64) -> i64 {
        let level = match self.shade {
            Shade::Unlit => return 31,
            Shade::Constant(shade) => shade >> 3,
            Shade::Smooth => smooth >> 3,
        };
        let Some(toon) = self.toon else { return level.clamp(0, 31) };
        let five_bits = |v| toon_level(v, self.compat);
        let threshold = five_bits(toon.threshold);
        let high = level > threshold || (level == threshold && self.compat.toon_equal == ToonEqual::High);
        five_bits(if high { toon.high } else { toon.low })
    }

    fn bits(&self, channel: usize) -> u32 {
        match self.compat.pixel_format {
            PixelFormat::Rgb555 => 5,
            PixelFormat::Rgb565 => [5, 6, 5][channel],
            PixelFormat::Rgb888 => 8,
        }
    }

    /// Returns a channel of 8 bits at a shade level, in the bits of the pixel format.
    fn shaded(&self, c: i64, level: i64, channel: usize, of_texture: bool, constant: bool) -> i64 {
        let bits = self.bits(channel);
        match self.compat.colour_shade {
            ColourShade::Div255 if bits == 5 => c * level / 255,
            ColourShade::Div255 if bits == 6 => c * level * 63 / (31 * 255),
            ColourShade::Plus1Flat if !of_texture => (c * (level + i64::from(constant))) >> (5 + 8 - bits),
            _ => (c * level / 31) >> (8 - bits),
        }
    }
}

/// Returns a channel value of `bits` bits as 8 bits: its high bits repeated below.
fn shown(value: i64, bits: u32) -> u32 {
    let value = value as u32;
    match bits {
        5 => value << 3 | value >> 2,
        6 => value << 2 | value >> 4,
        _ => value,
    }
}

/// Palette index at texel coordinates 0..=255. Choices that depend on the polygon are made before, see [`wrap`].
pub(super) fn texel(wrap: UvWrap, texture: &Texture, u: i64, v: i64) -> u8 {
    let (width, height) = (i64::from(texture.width), i64::from(texture.height));
    let (pitch, rows) = (power_of_two_from(width), power_of_two_from(height));
    let (u, v) = match wrap {
        UvWrap::Mask | UvWrap::EdgeThenMask => (u % pitch, v % rows),
        UvWrap::Spill => {
            let at = (v * pitch + u) % (pitch * rows);
            (at % pitch, at / pitch)
        }
        UvWrap::Clamp => (u.min(width - 1), v.min(height - 1)),
    };
    if u < width && v < height { texture.texels[(v * width + u) as usize] } else { 0 }
}

/// Returns the wrapping of coordinates of a polygon with these at its corners.
pub(super) fn wrap(compat: &Compat, texture: &Texture, corners: &[[u8; 2]]) -> UvWrap {
    let passes = |[u, v]: &[u8; 2]| u16::from(*u) > texture.width || u16::from(*v) > texture.height;
    match compat.uv_wrap {
        UvWrap::EdgeThenMask if corners.iter().any(passes) => UvWrap::Mask,
        UvWrap::EdgeThenMask => UvWrap::Clamp,
        other => other,
    }
}

fn power_of_two_from(size: i64) -> i64 {
    let mut power = 1;
    while power < size {
        power *= 2;
    }
    power
}

pub(super) fn palette_colour(texture: &Texture, index: u8) -> Rgb {
    texture.palette.get(usize::from(index)).copied().unwrap_or_default()
}
