//! Colour resolution and blending.
//!
//! A pixel is 0x00RRGGBB. A format with fewer bits keeps its value in the high bits of each channel and repeats them
//! below (`v << 3 | v >> 2`), so that every format computes in the same words: sums and differences saturate per
//! channel, and masking to the format's bits floors as its own narrow arithmetic would.

use crate::compat::{ColourShade, PixelFormat};
use keitai_formats::Rgb;
use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr, Sub};
use wide::{u8x16, u32x4};

/// A pixel, or several side by side.
pub(crate) trait Word:
    Copy
    + From<u32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The sums of bytes, at most 255.
    fn add_bytes(self, other: Self) -> Self;

    /// The differences of bytes, at least 0.
    fn sub_bytes(self, other: Self) -> Self;
}

impl Word for u32 {
    fn add_bytes(self, other: Self) -> Self {
        let sum = |lanes: u32| {
            let sum = (self & lanes) + (other & lanes);
            let over = sum & lanes << 8;
            (sum | (over - (over >> 8))) & lanes
        };
        sum(0x00FF_00FF) | sum(0x0000_FF00)
    }

    fn sub_bytes(self, other: Self) -> Self {
        !(!self).add_bytes(other)
    }
}

impl Word for u32x4 {
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        bytemuck::cast(bytemuck::cast::<_, u8x16>(self).saturating_add(bytemuck::cast(other)))
    }

    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        bytemuck::cast(bytemuck::cast::<_, u8x16>(self).saturating_sub(bytemuck::cast(other)))
    }
}

/// A colour resolution. The functions take pixels of any origin and return pixels of the format.
pub(crate) trait Format {
    /// The bits of a pixel that the format has.
    const MASK: u32;

    /// Repeats the high bits of masked channels below them.
    fn expand<W: Word>(masked: W) -> W;

    /// The mean of both, halves rounded down.
    #[inline(always)]
    fn half<W: Word>(d: W, s: W) -> W {
        let mask = W::from(Self::MASK);
        let [d, s] = [d, s].map(|word| word & mask);
        // What both have, and half of what one of them has.
        Self::expand(((d & s) + (((d ^ s) & W::from(0xFE_FEFE)) >> 1)) & mask)
    }

    /// The sum, saturated.
    #[inline(always)]
    fn add<W: Word>(d: W, s: W) -> W {
        let mask = W::from(Self::MASK);
        // One of them without its lower bits, so that those of the other cannot carry.
        Self::expand((d & mask).add_bytes(s) & mask)
    }

    /// `d - s`, not below zero.
    #[inline(always)]
    fn sub<W: Word>(d: W, s: W) -> W {
        let mask = W::from(Self::MASK);
        Self::expand(d.sub_bytes(s & mask) & mask)
    }
}

/// 5 bits per channel.
pub(crate) struct Rgb555;
/// 5, 6 and 5 bits.
pub(crate) struct Rgb565;
/// 8 bits per channel.
pub(crate) struct Rgb888;

impl Format for Rgb555 {
    const MASK: u32 = 0xF8_F8F8;

    #[inline(always)]
    fn expand<W: Word>(masked: W) -> W {
        masked | masked >> 5 & W::from(0x07_0707)
    }
}

impl Format for Rgb565 {
    const MASK: u32 = 0xF8_FCF8;

    #[inline(always)]
    fn expand<W: Word>(masked: W) -> W {
        masked | masked >> 5 & W::from(0x07_0007) | masked >> 6 & W::from(0x00_0300)
    }
}

impl Format for Rgb888 {
    const MASK: u32 = 0xFF_FFFF;

    #[inline(always)]
    fn expand<W: Word>(masked: W) -> W {
        masked
    }
}

/// A colour as 0x00RRGGBB.
pub(crate) fn pack(c: Rgb) -> u32 {
    u32::from(c.r) << 16 | u32::from(c.g) << 8 | u32::from(c.b)
}

/// A pixel's colour.
pub(crate) fn unpack(pixel: u32) -> Rgb {
    let [_, r, g, b] = pixel.to_be_bytes();
    Rgb { r, g, b }
}

/// A texel's colour at shade `level`, 31 being unlit.
///
/// Faithful: with 5 bits a channel is `c * level / 255`, so an unlit 132 is 16 and shows as 132.
pub(crate) fn shaded(c: Rgb, level: u8, format: PixelFormat, rule: ColourShade) -> u32 {
    let level = u32::from(level);
    if rule != ColourShade::Div255 || format == PixelFormat::Rgb888 {
        return cut(c, |c| c * level / 31, format);
    }
    let channel = |c: u8, shift: u32| match format {
        PixelFormat::Rgb565 if shift == 8 => (u32::from(c) * level * 63 / (31 * 255)) << (shift + 2),
        _ => (u32::from(c) * level / 255) << (shift + 3),
    };
    expand(channel(c.r, 16) | channel(c.g, 8) | channel(c.b, 0), format)
}

/// A polygon's colour at a shade level, where [`ColourShade::Plus1Flat`] treats it unlike a texel's.
pub(crate) fn shaded_colour(c: Rgb, level: u8, flat: bool, format: PixelFormat, rule: ColourShade) -> u32 {
    if rule != ColourShade::Plus1Flat {
        return shaded(c, level, format, rule);
    }
    let level = u32::from(level) + u32::from(flat);
    cut(c, |c| (c * level) >> 5, format)
}

/// A colour changed in 8 bits per channel, cut to those of the format.
fn cut(c: Rgb, change: impl Fn(u32) -> u32, format: PixelFormat) -> u32 {
    let [r, g, b] = [c.r, c.g, c.b].map(|c| change(c.into()));
    expand(r << 16 | g << 8 | b, format)
}

fn expand(pixel: u32, format: PixelFormat) -> u32 {
    match format {
        PixelFormat::Rgb555 => Rgb555::expand(pixel & Rgb555::MASK),
        PixelFormat::Rgb565 => Rgb565::expand(pixel & Rgb565::MASK),
        PixelFormat::Rgb888 => pixel,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the word forms with plain arithmetic on every pair of values of one channel; the other channels hold
    /// values that would disturb it if a carry escaped.
    fn compare<F: Format>(bits: u32, shift: u32) {
        let expand = |v: u32| F::expand(v << (shift + 8 - bits) & F::MASK);
        let all = F::MASK & !(0xFF << shift);
        let top = (1 << bits) - 1;
        for d in 0..=top {
            for s in 0..=top {
                for (others_d, others_s) in [(0, 0), (all, all), (0, all), (all, 0)] {
                    let (dw, sw) = (expand(d) | others_d, expand(s) | others_s);
                    let value = |word: u32| (word >> (shift + 8 - bits)) & top;
                    assert_eq!(value(F::half(dw, sw)), (d + s) >> 1);
                    assert_eq!(value(F::add(dw, sw)), top.min(d + s));
                    assert_eq!(value(F::sub(dw, sw)), d.saturating_sub(s));
                }
            }
        }
    }

    #[test]
    fn word_forms_equal_plain_arithmetic() {
        for shift in [0, 8, 16] {
            compare::<Rgb555>(5, shift);
            compare::<Rgb888>(8, shift);
            compare::<Rgb565>(if shift == 8 { 6 } else { 5 }, shift);
        }
    }

    #[test]
    fn five_bit_colours_are_floored_and_shown_expanded() {
        let grey = |v| Rgb { r: v, g: v, b: v };
        let unlit = |c, format| shaded(grey(c), 31, format, ColourShade::Div255);
        assert_eq!([132, 8, 255].map(|c| unlit(c, PixelFormat::Rgb555)), [0x84_8484, 0, 0xFF_FFFF]);
        assert_eq!(unlit(255, PixelFormat::Rgb565), 0xFF_FFFF);
        assert_eq!(shaded(grey(255), 16, PixelFormat::Rgb555, ColourShade::Div255), 0x84_8484);
        // Shaded in 8 bits, then cut: 8 is 1.
        assert_eq!(shaded(grey(8), 31, PixelFormat::Rgb555, ColourShade::Div31), 0x08_0808);
    }
}
