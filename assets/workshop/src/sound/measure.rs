//! Measures of sounds: peak, loudness and spectrum.

use std::f64::consts::TAU;
use std::fmt;

use super::waves::Pole;

/// Peak and loudness of stereo frames.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Levels {
    /// Largest absolute value, 1.0 for full scale.
    pub peak: f64,
    /// Loudness, dB relative to a square wave of full scale, negative for most sounds: the mean power of the parts that are heard, without the low
    /// frequencies that ears and small speakers do not hear well.
    pub loudness: f64,
}

/// Frames of a part: 0.4 s at 48 kHz, as in ITU-R BS.1770.
const PART: usize = 19_200;

impl Levels {
    /// Measures left and right values in turn, at 48 kHz.
    pub fn of(values: &[f32]) -> Self {
        let peak = values.iter().fold(0.0_f64, |peak, value| peak.max(f64::from(*value).abs()));
        let mut poles = [Pole::new(120.0, 48_000.0); 2];
        let heard: Vec<f64> = values
            .chunks_exact(2)
            .map(|pair| {
                let [left, right] = [0, 1].map(|side| poles[side].high(f64::from(pair[side])));
                (left * left + right * right) / 2.0
            })
            .collect();
        let parts: Vec<f64> = heard.chunks(PART).map(|part| part.iter().sum::<f64>() / part.len() as f64).collect();
        let loudest = parts.iter().fold(0.0_f64, |loudest, part| loudest.max(*part));
        // Parts 20 dB below the loudest are pauses.
        let heard: Vec<f64> = parts.into_iter().filter(|part| *part > loudest / 100.0).collect();
        let mean = heard.iter().sum::<f64>() / heard.len().max(1) as f64;
        Self { peak, loudness: 10.0 * libm::log10(mean + 1e-12) }
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "peak {:.3}, loudness {:.1} dB", self.peak, self.loudness)
    }
}

/// Returns the power at some frequencies, by Goertzel's method.
pub fn spectrum(values: &[f64], rate: f64, frequencies: impl Iterator<Item = f64>) -> Vec<f64> {
    let power = |frequency: f64| {
        let turn = 2.0 * libm::cos(TAU * frequency / rate);
        let (mut last, mut before) = (0.0, 0.0);
        for (index, value) in values.iter().enumerate() {
            // Hann's window.
            let window = 0.5 - 0.5 * libm::cos(TAU * index as f64 / values.len() as f64);
            (last, before) = (value * window + turn * last - before, last);
        }
        (last * last + before * before - turn * last * before) * 16.0 / (values.len() as f64 * values.len() as f64)
    };
    frequencies.map(power).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::waves::sine;

    #[test]
    fn a_tone_is_found_at_its_frequency_and_level() {
        let tone: Vec<f64> = (0..4800).map(|frame| 0.5 * sine(f64::from(frame) * 440.0 / 48_000.0)).collect();
        let found = spectrum(&tone, 48_000.0, [220.0, 440.0, 880.0].into_iter());
        assert!((found[1] - 0.25).abs() < 0.01 && found[0] < 1e-4 && found[2] < 1e-4, "{found:?}");
        let stereo: Vec<f32> = tone.iter().flat_map(|value| [*value as f32; 2]).collect();
        let levels = Levels::of(&stereo);
        // A sine of amplitude 0.5 has a power of 1/8, of which the filter takes a little.
        assert!((levels.peak - 0.5).abs() < 1e-3 && (levels.loudness + 9.3).abs() < 0.3, "{levels}");
    }
}
