//! The drums. Each sample belongs to some keys of the General MIDI list and is played at its own pitch, apart from the
//! toms.

use super::{Font, Instrument, RATE, Wave, Zone, generator, timecents};
use crate::sound::waves::{Noise, Pole, Resonance, decay, quantised, sine};

const SECOND: f64 = RATE as f64;

/// A drum: name, seconds, peak, keys with the change of the pitch in semitones, and the values.
type Drum = (&'static str, f64, f64, &'static [(u8, i8)], fn(usize) -> Vec<f64>);

const ALL: [Drum; 11] = [
    ("kick", 0.24, 0.95, &[(35, 0), (36, 0)], kick),
    ("snare", 0.22, 0.8, &[(38, 0), (40, 2)], snare),
    ("rim", 0.05, 0.6, &[(37, 0), (75, 5), (76, 3), (77, -3)], rim),
    ("clap", 0.18, 0.7, &[(39, 0)], clap),
    ("tom", 0.28, 0.85, &[(41, -6), (43, -4), (45, -1), (47, 2), (48, 5), (50, 8), (60, 10), (61, 6)], tom),
    ("hat", 0.05, 0.5, &[(42, 0), (44, 1)], |count| metal(count, 0.014)),
    ("open-hat", 0.26, 0.5, &[(46, 0)], |count| metal(count, 0.09)),
    ("crash", 0.72, 0.6, &[(49, 0), (52, -3), (55, 3), (57, 2)], |count| metal(count, 0.22)),
    ("ride", 0.32, 0.45, &[(51, 0), (53, 4), (59, 1)], ride),
    ("cowbell", 0.16, 0.6, &[(56, 0), (67, 5), (68, 2)], cowbell),
    ("shaker", 0.08, 0.4, &[(54, 3), (69, 0), (70, 2), (82, 0)], shaker),
];

/// Adds the drums. Returns the index of their instrument.
pub(super) fn add(font: &mut Font) -> usize {
    let mut zones = Vec::new();
    for (name, seconds, peak, keys, values) in ALL {
        let mut values = values(libm::round(seconds * SECOND) as usize);
        fade_out(&mut values);
        for (key, change) in keys {
            let mut generators = vec![
                (generator::RELEASE, timecents(1.5)),
                (generator::SAMPLE_MODES, 0),
                (generator::ROOT_KEY, i16::from(*key) - i16::from(*change)),
            ];
            // An open hat ends with the next closed one.
            if [42, 44, 46].contains(key) {
                generators.insert(1, (generator::EXCLUSIVE_CLASS, 1));
            }
            zones.push(Zone { keys: (*key, *key), wave: font.waves.len(), generators });
        }
        font.waves.push(Wave { name, values: quantised(&values, peak), repeat: None, key: 60, cents: 0 });
    }
    zones.sort_by_key(|zone| zone.keys);
    font.instruments.push(Instrument { name: "drums", zones });
    font.instruments.len() - 1
}

/// Fades the last tenth out, so that nothing clicks.
fn fade_out(values: &mut [f64]) {
    let tail = values.len() / 10;
    for (left, value) in values.iter_mut().rev().take(tail).enumerate() {
        *value *= left as f64 / tail as f64;
    }
}

fn each(count: usize, mut value: impl FnMut(f64) -> f64) -> Vec<f64> {
    (0..count).map(|frame| value(frame as f64 / SECOND)).collect()
}

/// Returns a tone that falls from 190 to 48 Hz, with a click.
fn kick(count: usize) -> Vec<f64> {
    let mut phase = 0.0;
    each(count, |time| {
        phase += (48.0 + 142.0 * decay(time, 0.025)) / SECOND;
        sine(phase) * decay(time, 0.085) + 0.35 * sine(time * 1800.0) * decay(time, 0.003)
    })
}

/// Two tones of the head, and noise of the wires.
fn snare(count: usize) -> Vec<f64> {
    let (mut noise, mut high) = (Noise::new(3), Pole::new(1400.0, SECOND));
    each(count, |time| {
        let head = sine(time * 186.0) + 0.7 * sine(time * 331.0);
        0.55 * head * decay(time, 0.035) + 0.9 * high.high(noise.value()) * decay(time, 0.06)
    })
}

fn rim(count: usize) -> Vec<f64> {
    let mut ring = Resonance::new(1750.0, 0.007, SECOND);
    let mut noise = Noise::new(5);
    each(count, |time| ring.value(noise.value() * decay(time, 0.002)))
}

/// Four bursts of noise.
fn clap(count: usize) -> Vec<f64> {
    let (mut noise, mut ring) = (Noise::new(7), Resonance::new(1150.0, 0.0012, SECOND));
    each(count, |time| {
        let bursts = [(0.0, 0.004), (0.011, 0.004), (0.021, 0.004), (0.031, 0.04)];
        let envelope = |(start, length)| if time < start { 0.0 } else { decay(time - start, length) };
        ring.value(noise.value()) * bursts.map(envelope).iter().sum::<f64>()
    })
}

fn tom(count: usize) -> Vec<f64> {
    let mut phase = 0.0;
    let mut noise = Noise::new(9);
    each(count, |time| {
        phase += (118.0 + 60.0 * decay(time, 0.05)) / SECOND;
        sine(phase) * decay(time, 0.09) + 0.15 * noise.value() * decay(time, 0.012)
    })
}

/// Cymbals: six inharmonic square waves and noise, without everything low.
fn metal(count: usize, length: f64) -> Vec<f64> {
    let (mut noise, mut first, mut second) = (Noise::new(11), Pole::new(5200.0, SECOND), Pole::new(5200.0, SECOND));
    each(count, |time| {
        let squares: f64 = [205.3, 369.6, 304.4, 522.7, 800.0, 540.0]
            .iter()
            .map(|frequency| if (time * frequency * 4.1).rem_euclid(1.0) < 0.5 { 1.0 } else { -1.0 })
            .sum();
        second.high(first.high(squares / 3.0 + 0.9 * noise.value())) * decay(time, length)
    })
}

fn ride(count: usize) -> Vec<f64> {
    let metal = metal(count, 0.12);
    let mut metal = metal.into_iter();
    each(count, |time| {
        let bell = sine(time * 3120.0 + 0.4 * sine(time * 4411.0));
        0.6 * metal.next().unwrap_or(0.0) + 0.5 * bell * decay(time, 0.06)
    })
}

fn cowbell(count: usize) -> Vec<f64> {
    let square = |turns: f64| if turns.rem_euclid(1.0) < 0.5 { 1.0 } else { -1.0 };
    let mut low = Pole::new(2600.0, SECOND);
    each(count, |time| low.low(square(time * 562.0) + square(time * 845.0)) * decay(time, 0.045))
}

fn shaker(count: usize) -> Vec<f64> {
    let (mut noise, mut high) = (Noise::new(13), Pole::new(4200.0, SECOND));
    each(count, |time| high.high(noise.value()) * (time / 0.02).min(1.0) * decay((time - 0.02).max(0.0), 0.015))
}
