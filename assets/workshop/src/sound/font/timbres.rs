//! The melodic timbres. Each is a formula of the phase and the time, sampled at some keys; the end of a sample repeats.
//!
//! Modulators run at whole multiples of the carrier, or at halves, and their index stays the same from the start of the
//! loop on, so that the loop closes without a seam.

use std::f64::consts::TAU;

use super::{Font, Instrument, RATE, Wave, Zone, frequency, generator, timecents};
use crate::sound::waves::{decay, quantised, sine};

/// Volume of a note over time, seconds, as the synthesizer shapes it.
struct Envelope {
    attack: f64,
    /// Time until a held note has faded out; `None` for notes that sound as long as they are held.
    decay: Option<f64>,
    release: f64,
}

/// Two detuned voices, cents.
type Detune = [i16; 2];

/// A melodic instrument.
pub(super) struct Timbre {
    pub(super) name: &'static str,
    /// Keys at which the formula is sampled.
    keys: &'static [u8],
    /// Names of the samples.
    waves: &'static [&'static str],
    /// Seconds before the loop, and periods of the loop.
    before: f64,
    periods: u32,
    /// Value at a phase in turns and a time in seconds.
    formula: fn(f64, f64) -> f64,
    envelope: Envelope,
    /// Cents of vibrato, which sets in after a third of a second.
    vibrato: i16,
    /// Less loud by these tenths of a decibel.
    softer: i16,
    detune: Option<Detune>,
}

/// All melodic instruments.
pub(super) const ALL: [Timbre; 9] = [
    Timbre {
        name: "lead",
        keys: &[60, 72, 84],
        waves: &["lead-c4", "lead-c5", "lead-c6"],
        before: 0.12,
        periods: 8,
        // Odd harmonics as a hollow square wave has them, brighter at the start of a note.
        formula: |phase, time| {
            let index = 1.25 + 0.9 * decay(time, 0.04);
            sine(phase + index / TAU * sine(2.0 * phase)) + 0.18 * sine(2.0 * phase + 0.15 * sine(phase))
        },
        envelope: Envelope { attack: 0.006, decay: None, release: 0.12 },
        vibrato: 14,
        softer: 0,
        detune: None,
    },
    Timbre {
        name: "brass",
        keys: &[55, 70],
        waves: &["brass-g3", "brass-b4"],
        before: 0.16,
        periods: 8,
        // The index swells, as the brightness of a trumpet does.
        formula: |phase, time| {
            let index = 1.9 - 1.5 * decay(time, 0.035);
            sine(phase + index / TAU * sine(phase)) + 0.25 * sine(2.0 * phase + index / 9.0 * sine(phase))
        },
        envelope: Envelope { attack: 0.018, decay: None, release: 0.14 },
        vibrato: 10,
        softer: 10,
        detune: None,
    },
    Timbre {
        name: "bass",
        keys: &[36, 48],
        waves: &["bass-c2", "bass-c3"],
        before: 0.26,
        periods: 2,
        formula: |phase, time| {
            let index = 0.95 + 3.2 * decay(time, 0.07);
            sine(phase + index / TAU * sine(phase)) + 0.35 * sine(phase + 0.2) * decay(time, 0.2)
        },
        envelope: Envelope { attack: 0.003, decay: Some(6.0), release: 0.09 },
        vibrato: 0,
        softer: 0,
        detune: None,
    },
    Timbre {
        name: "pluck",
        keys: &[60, 76],
        waves: &["pluck-c4", "pluck-e5"],
        before: 0.36,
        periods: 4,
        formula: |phase, time| {
            let index = 0.22 + 2.3 * decay(time, 0.07);
            sine(phase + index / TAU * sine(2.0 * phase)) + 0.35 * index * sine(3.0 * phase) * decay(time, 0.12)
        },
        envelope: Envelope { attack: 0.002, decay: Some(4.2), release: 0.22 },
        vibrato: 0,
        softer: 0,
        detune: None,
    },
    Timbre {
        name: "bell",
        keys: &[72, 86],
        waves: &["bell-c5", "bell-d6"],
        before: 0.5,
        periods: 16,
        // A modulator at 3.5 times the carrier gives the partials of a bell.
        formula: |phase, time| {
            let index = 0.35 + 1.9 * decay(time, 0.16);
            sine(phase + index / TAU * sine(3.5 * phase)) + 0.25 * sine(2.0 * phase + 0.1 * sine(7.0 * phase))
        },
        envelope: Envelope { attack: 0.002, decay: Some(6.5), release: 0.9 },
        vibrato: 0,
        softer: 20,
        detune: None,
    },
    Timbre {
        name: "organ",
        keys: &[55, 72],
        waves: &["organ-g3", "organ-c5"],
        before: 0.03,
        periods: 8,
        formula: |phase, _| {
            let bars = [(1.0, 1.0), (2.0, 0.8), (3.0, 0.5), (4.0, 0.35), (6.0, 0.18), (8.0, 0.1)];
            bars.iter().map(|(times, share)| share * sine(times * phase)).sum()
        },
        envelope: Envelope { attack: 0.008, decay: None, release: 0.08 },
        vibrato: 6,
        softer: 20,
        detune: None,
    },
    Timbre {
        name: "strings",
        keys: &[55, 72],
        waves: &["strings-g3", "strings-c5"],
        before: 0.02,
        periods: 8,
        // A saw wave with soft upper partials; the phases keep its peak low.
        formula: |phase, _| (1..=9).map(f64::from).map(|n| sine(n * phase + 0.13 * n * n) / n * decay(n, 9.0)).sum(),
        envelope: Envelope { attack: 0.11, decay: None, release: 0.35 },
        vibrato: 5,
        softer: 40,
        detune: Some([-7, 7]),
    },
    Timbre {
        name: "flute",
        keys: &[67, 84],
        waves: &["flute-g4", "flute-c6"],
        before: 0.04,
        periods: 8,
        formula: |phase, _| sine(phase) + 0.16 * sine(2.0 * phase) + 0.06 * sine(3.0 * phase),
        envelope: Envelope { attack: 0.035, decay: None, release: 0.15 },
        vibrato: 18,
        softer: 0,
        detune: None,
    },
    Timbre {
        name: "drum",
        keys: &[48],
        waves: &["drum-c3"],
        before: 0.2,
        periods: 2,
        formula: |phase, time| sine(phase + 1.2 * decay(time, 0.02) * sine(1.5 * phase) / TAU),
        envelope: Envelope { attack: 0.002, decay: Some(1.4), release: 0.3 },
        vibrato: 0,
        softer: 0,
        detune: None,
    },
];

impl Timbre {
    /// Adds the instrument and its samples. Returns its index.
    pub(super) fn add(&self, font: &mut Font) -> usize {
        let first = font.waves.len();
        font.waves.extend(self.keys.iter().zip(self.waves).map(|(key, name)| self.wave(name, *key)));
        let mut zones = Vec::new();
        for (index, key) in self.keys.iter().enumerate() {
            // Each sample reaches from half way to its lower neighbour to half way to its upper one.
            let low = if index == 0 { 0 } else { (self.keys[index - 1] + key) / 2 + 1 };
            let high = self.keys.get(index + 1).map_or(127, |next| (key + next) / 2);
            let mut zone = |extra: &[(u16, i16)]| {
                let generators = [&self.generators(), extra].concat();
                zones.push(Zone { keys: (low, high), wave: first + index, generators });
            };
            match self.detune {
                Some([left, right]) => {
                    zone(&[(generator::FINE_TUNE, left), (generator::PAN, -300)]);
                    zone(&[(generator::FINE_TUNE, right), (generator::PAN, 300)]);
                }
                None => zone(&[]),
            }
        }
        font.instruments.push(Instrument { name: self.name, zones });
        font.instruments.len() - 1
    }

    fn generators(&self) -> Vec<(u16, i16)> {
        let Envelope { attack, decay, release } = self.envelope;
        let mut generators = vec![(generator::ATTENUATION, self.softer * 5 / 2)];
        if self.vibrato > 0 {
            generators.push((generator::VIBRATO_TO_PITCH, self.vibrato));
            generators.push((generator::VIBRATO_DELAY, timecents(0.33)));
            // 5.5 Hz; 0 is 8.176 Hz and 1200 an octave.
            generators.push((generator::VIBRATO_FREQUENCY, -686));
        }
        generators.push((generator::ATTACK, timecents(attack)));
        if let Some(decay) = decay {
            generators.push((generator::DECAY, timecents(decay)));
            generators.push((generator::SUSTAIN, 1000));
        }
        generators.push((generator::RELEASE, timecents(release)));
        generators.push((generator::SAMPLE_MODES, 1));
        generators
    }

    fn wave(&self, name: &'static str, key: u8) -> Wave {
        let period = libm::round(f64::from(RATE) / frequency(key));
        let cents = 1200.0 * libm::log2(frequency(key) * period / f64::from(RATE));
        let start = libm::ceil(self.before * f64::from(RATE) / period) as u32 * period as u32;
        let end = start + self.periods * period as u32;
        // The synthesizer reads a little beyond the loop's end.
        let values: Vec<f64> = (0..end + 16)
            .map(|frame| (self.formula)(f64::from(frame) / period, f64::from(frame.min(start)) / f64::from(RATE)))
            .collect();
        Wave { name, values: quantised(&values, 0.8), repeat: Some((start, end)), key, cents: libm::round(cents) as i8 }
    }
}
