//! Colours as the brush mixes them: red, green, blue, 0.0..=1.0 each.

use std::ops::{Add, Mul};

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Colour(pub [f64; 3]);

impl Colour {
    /// Black.
    pub const BLACK: Self = Self([0.0; 3]);
    /// White.
    pub const WHITE: Self = Self([1.0; 3]);

    /// Returns the colour 0xRRGGBB.
    pub const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self([r as f64 / 255.0, g as f64 / 255.0, b as f64 / 255.0])
    }

    /// Returns the way to `other`, 0.0 none of it, 1.0 all.
    pub fn mix(self, other: Self, part: f64) -> Self {
        self * (1.0 - part) + other * part
    }

    /// Returns the colour made lighter by a positive amount, or darker by a negative one; the hue stays.
    pub fn lit(self, amount: f64) -> Self {
        if amount >= 0.0 { self.mix(Self::WHITE, amount) } else { self.mix(Self::BLACK, -amount) }
    }

    /// Returns red, green and blue in 8 bits each.
    pub fn bytes(self) -> [u8; 3] {
        self.0.map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
    }
}

impl Add for Colour {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl Mul<f64> for Colour {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self(self.0.map(|c| c * factor))
    }
}
