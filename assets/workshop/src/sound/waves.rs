//! Building blocks of sounds: sines, noise, filters and decays, in 64-bit floats.

use std::f64::consts::TAU;

/// Returns the sine of a phase in turns.
pub fn sine(turns: f64) -> f64 {
    libm::sin(turns.rem_euclid(1.0) * TAU)
}

/// Returns the share that is left after `time` of something that shrinks to 1/e in `constant`.
pub fn decay(time: f64, constant: f64) -> f64 {
    libm::exp(-time / constant)
}

/// White noise, the same for the same seed.
#[derive(Debug, Clone)]
pub struct Noise(u64);

impl Noise {
    /// Noise with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns the next value, -1.0 to 1.0.
    pub fn value(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// A filter of one pole.
#[derive(Debug, Clone, Copy)]
pub struct Pole {
    share: f64,
    low: f64,
}

impl Pole {
    /// Returns a filter at a frequency in Hz, for values at `rate` per second.
    pub fn new(frequency: f64, rate: f64) -> Self {
        Self { share: 1.0 - libm::exp(-TAU * frequency / rate), low: 0.0 }
    }

    /// Returns the part of the values below the frequency.
    pub fn low(&mut self, value: f64) -> f64 {
        self.low += self.share * (value - self.low);
        self.low
    }

    /// Returns the part of the values above the frequency.
    pub fn high(&mut self, value: f64) -> f64 {
        value - self.low(value)
    }
}

/// A resonance: two poles around a frequency.
#[derive(Debug, Clone, Copy)]
pub struct Resonance {
    feed: [f64; 2],
    gain: f64,
    past: [f64; 2],
}

impl Resonance {
    /// Returns a resonance at a frequency in Hz that rings for about `time` seconds.
    pub fn new(frequency: f64, time: f64, rate: f64) -> Self {
        let radius = libm::exp(-1.0 / (time * rate));
        let turn = TAU * frequency / rate;
        let feed = [2.0 * radius * libm::cos(turn), -radius * radius];
        Self { feed, gain: libm::sin(turn), past: [0.0; 2] }
    }

    /// Returns the next value.
    pub fn value(&mut self, input: f64) -> f64 {
        let value = self.gain * input + self.feed[0] * self.past[0] + self.feed[1] * self.past[1];
        self.past = [value, self.past[0]];
        value
    }
}

/// Returns values with this peak as 16-bit integers.
pub fn quantised(values: &[f64], peak: f64) -> Vec<i16> {
    let largest = values.iter().fold(1e-9_f64, |largest, value| largest.max(value.abs()));
    values.iter().map(|value| libm::round(value / largest * peak * 32767.0) as i16).collect()
}
