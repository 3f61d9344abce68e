//! The effects of Pocket Rally, mono at 22,050 frames per second.

use super::effects::{Effect, RATE, blip, each, ended};
use super::waves::{Noise, Pole, Resonance, decay, sine};

const SECOND: f64 = RATE as f64;

/// All effects but the engines.
pub const ALL: [Effect; 9] = [
    ("skid", 0.3, 0.35, skid),
    ("boost", 0.7, 0.7, boost),
    ("bump", 0.3, 0.8, bump),
    ("lamp", 0.3, 0.5, |count| horn(count, 523.3)),
    ("go", 0.8, 0.6, |count| horn(count, 1046.5)),
    ("lap", 0.4, 0.5, |count| blip(count, &[784.0, 1046.5, 1318.5])),
    ("move", 0.06, 0.4, |count| blip(count, &[880.0])),
    ("yes", 0.16, 0.45, |count| blip(count, &[880.0, 1318.5])),
    ("no", 0.16, 0.45, |count| blip(count, &[659.3, 440.0])),
];

/// Engines of the cars: name, pitch as a multiple of the Bean's, and share by which every second ignition is weaker.
const ENGINES: [(&str, f64, f64); 3] = [("bean", 1.0, 0.3), ("dart", 1.42, 0.12), ("ox", 0.7, 0.62)];
/// Ignitions of the Bean's engine per second at eight speeds.
const PITCHES: [f64; 8] = [42.0, 54.0, 68.0, 84.0, 102.0, 122.0, 144.0, 170.0];

/// Returns eight sounds of each engine with their names. Each is one beat; a game plays them one after the other.
pub fn engines() -> impl Iterator<Item = (String, Vec<i16>)> {
    let count = libm::round(0.2 * SECOND) as usize;
    ENGINES.into_iter().flat_map(move |(name, pitch, uneven)| {
        (0..).zip(PITCHES).map(move |(beat, own)| (format!("{name}-{beat}"), ended(motor(count, pitch * own, uneven), 0.5)))
    })
}

/// Ignitions of a small engine, of which every second one is weaker by a share. The ends are soft, so that one beat runs into the
/// next.
fn motor(count: usize, pitch: f64, uneven: f64) -> Vec<f64> {
    let (mut noise, mut low) = (Noise::new(67), Pole::new(1400.0, SECOND));
    let length = count as f64 / SECOND;
    each(count, |time| {
        let beat = (time * pitch).rem_euclid(1.0);
        let thump = libm::exp(-5.0 * beat) * (1.0 - uneven + uneven * sine(time * pitch / 2.0));
        let tone = thump - 0.25 + 0.3 * sine(time * pitch) + 0.15 * sine(time * pitch * 3.0);
        let ends = (time / 0.03).min((length - time) / 0.06).clamp(0.0, 1.0);
        (low.low(tone) + 0.12 * noise.value() * libm::exp(-8.0 * beat)) * ends
    })
}

/// Tyres that slide.
fn skid(count: usize) -> Vec<f64> {
    let mut noise = Noise::new(71);
    let mut rings = [Resonance::new(910.0, 0.012, SECOND), Resonance::new(1240.0, 0.009, SECOND)];
    each(count, |time| {
        let rub = noise.value() * (0.6 + 0.4 * sine(time * 31.0));
        (rings[0].value(rub) + 0.7 * rings[1].value(rub)) * (time / 0.04).min((0.3 - time) / 0.1).clamp(0.0, 1.0)
    })
}

/// A jet that opens.
fn boost(count: usize) -> Vec<f64> {
    let (mut noise, mut low, mut high) = (Noise::new(73), Pole::new(3800.0, SECOND), Pole::new(500.0, SECOND));
    each(count, |time| {
        let air = high.high(low.low(noise.value())) * (time / 0.05).min(1.0) * decay(time, 0.28);
        let rise = sine(time * (300.0 + 900.0 * time)) + 0.4 * sine(time * (605.0 + 1800.0 * time));
        air * 1.4 + 0.4 * rise * decay(time, 0.22)
    })
}

/// A car against a rail or another car.
fn bump(count: usize) -> Vec<f64> {
    let (mut noise, mut low) = (Noise::new(79), Pole::new(900.0, SECOND));
    let mut ring = Resonance::new(430.0, 0.03, SECOND);
    each(count, |time| {
        let knock = noise.value() * decay(time, 0.006);
        let body = sine(time * (70.0 + 90.0 * decay(time, 0.03))) * decay(time, 0.07);
        1.4 * body + 0.7 * ring.value(knock) + low.low(noise.value()) * decay(time, 0.03)
    })
}

/// A tone of the start.
fn horn(count: usize, pitch: f64) -> Vec<f64> {
    let length = count as f64 / SECOND;
    each(count, |time| {
        let tone = sine(time * pitch) + 0.35 * sine(2.0 * time * pitch) + 0.2 * sine(3.0 * time * pitch);
        tone * (time / 0.004).min((length - time) / 0.1).clamp(0.0, 1.0)
    })
}
