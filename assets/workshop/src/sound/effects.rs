//! The effects of Tin Sumo, mono at 22,050 frames per second.

use super::waves::{Noise, Pole, Resonance, decay, quantised, sine};

/// Frames per second.
pub const RATE: u32 = 22_050;
const SECOND: f64 = RATE as f64;

/// An effect: file name without ending, seconds, peak, and the values.
pub(super) type Effect = (&'static str, f64, f64, fn(usize) -> Vec<f64>);

/// All effects.
pub const ALL: [Effect; 17] = [
    ("step", 0.09, 0.45, step),
    ("shove", 0.2, 0.6, shove),
    ("clang-1", 0.35, 0.45, |count| clang(count, 1.0)),
    ("clang-2", 0.6, 0.6, |count| clang(count, 0.8)),
    ("clang-3", 0.95, 0.9, |count| clang(count, 0.62)),
    ("block", 0.22, 0.7, block),
    ("dash", 0.45, 0.6, dash),
    ("wind", 0.07, 0.5, wind),
    ("slack", 0.16, 0.5, slack),
    ("bale", 0.4, 0.65, bale),
    ("fall", 0.6, 0.3, fall),
    ("land", 0.55, 0.9, land),
    ("tray", 1.3, 0.85, tray),
    ("call", 0.5, 0.6, call),
    ("menu-move", 0.06, 0.4, |count| blip(count, &[880.0])),
    ("menu-yes", 0.16, 0.45, |count| blip(count, &[880.0, 1318.5])),
    ("menu-no", 0.16, 0.45, |count| blip(count, &[659.3, 440.0])),
];

/// Returns an effect as 16-bit values.
pub fn values(&(_, seconds, peak, values): &Effect) -> Vec<i16> {
    ended(values(libm::round(seconds * SECOND) as usize), peak)
}

/// Lets values fade out, and returns them with this peak as 16-bit values.
pub(super) fn ended(mut values: Vec<f64>, peak: f64) -> Vec<i16> {
    let tail = values.len() / 8;
    for (left, value) in values.iter_mut().rev().take(tail).enumerate() {
        *value *= left as f64 / tail as f64;
    }
    quantised(&values, peak)
}

pub(super) fn each(count: usize, mut value: impl FnMut(f64) -> f64) -> Vec<f64> {
    (0..count).map(|frame| value(frame as f64 / SECOND)).collect()
}

/// A small tin foot on tin.
fn step(count: usize) -> Vec<f64> {
    let mut noise = Noise::new(21);
    let mut rings = [Resonance::new(640.0, 0.014, SECOND), Resonance::new(1730.0, 0.006, SECOND)];
    each(count, |time| {
        let knock = noise.value() * decay(time, 0.0018);
        rings[0].value(knock) + 0.6 * rings[1].value(knock)
    })
}

/// Air that is pushed away, and the springs of the arms.
fn shove(count: usize) -> Vec<f64> {
    let (mut noise, mut low, mut high) = (Noise::new(23), Pole::new(2200.0, SECOND), Pole::new(300.0, SECOND));
    each(count, |time| {
        let swell = libm::sin((time / 0.2).min(1.0) * std::f64::consts::PI);
        let air = high.high(low.low(noise.value())) * swell * swell;
        let spring = sine(time * (210.0 + 900.0 * time) + 0.3 * sine(time * 47.0));
        air + 0.25 * spring * decay(time, 0.06)
    })
}

/// Tin strikes tin: inharmonic partials of a plate. `pitch` below 1 is a larger plate that rings longer and lower.
fn clang(count: usize, pitch: f64) -> Vec<f64> {
    let plate =
        [(523.0, 1.0), (846.0, 0.8), (1271.0, 0.9), (1893.0, 0.6), (2607.0, 0.5), (3388.0, 0.35), (4711.0, 0.22)];
    let ring = 0.11 / (pitch * pitch * pitch);
    let (mut noise, mut low) = (Noise::new(29), Pole::new(5000.0, SECOND));
    each(count, |time| {
        let partials = plate.iter().enumerate().map(|(index, (frequency, share))| {
            let length = ring / (1.0 + 0.45 * index as f64);
            // Two close frequencies beat, as a plate that is not quite round does.
            let beat = sine(time * frequency * pitch) + 0.5 * sine(time * (frequency * pitch + 3.1));
            share * beat * decay(time, length)
        });
        let body = 1.2 * sine(time * (95.0 + 120.0 * decay(time, 0.03))) * decay(time, 0.09 / pitch);
        partials.sum::<f64>() + body + 1.6 * low.low(noise.value()) * decay(time, 0.004)
    })
}

/// A push that is braced: a dull knock.
fn block(count: usize) -> Vec<f64> {
    let (mut noise, mut low) = (Noise::new(31), Pole::new(1100.0, SECOND));
    each(count, |time| {
        let body = sine(time * (120.0 + 160.0 * decay(time, 0.02))) * decay(time, 0.05);
        body + 0.3 * sine(time * 411.0) * decay(time, 0.03) + 0.9 * low.low(noise.value()) * decay(time, 0.012)
    })
}

/// A clockwork that runs off: clicks that come faster, and air.
fn dash(count: usize) -> Vec<f64> {
    let (mut noise, mut low, mut ring) =
        (Noise::new(37), Pole::new(1500.0, SECOND), Resonance::new(2300.0, 0.002, SECOND));
    let mut phase: f64 = 0.0;
    each(count, |time| {
        let before = phase;
        phase += (22.0 + 90.0 * time) / SECOND;
        let click = if phase.floor() > before.floor() { 6.0 } else { 0.0 };
        let air = low.low(noise.value()) * (time / 0.12).min(1.0) * decay((time - 0.12).max(0.0), 0.13);
        ring.value(click) + 1.5 * air + 0.22 * sine(time * (90.0 + 260.0 * time)) * decay(time, 0.2)
    })
}

/// One tooth of the ratchet.
fn wind(count: usize) -> Vec<f64> {
    let mut rings = [Resonance::new(1480.0, 0.006, SECOND), Resonance::new(3370.0, 0.003, SECOND)];
    let mut noise = Noise::new(41);
    each(count, |time| {
        let tick =
            noise.value() * (decay(time, 0.0008) + if time > 0.018 { 0.6 * decay(time - 0.018, 0.0008) } else { 0.0 });
        rings[0].value(tick) + 0.8 * rings[1].value(tick)
    })
}

/// A spring that is too slack: two dull clicks that fall.
fn slack(count: usize) -> Vec<f64> {
    each(count, |time| {
        let second = (time - 0.07).max(0.0);
        let fall = |time: f64, pitch: f64| sine(time * (pitch - 600.0 * time)) * decay(time, 0.022);
        fall(time, 430.0) + if time > 0.07 { 0.8 * fall(second, 320.0) } else { 0.0 }
    })
}

/// Straw: dense, soft noise in small bursts.
fn bale(count: usize) -> Vec<f64> {
    let (mut noise, mut grain) = (Noise::new(43), Noise::new(47));
    let (mut low, mut high) = (Pole::new(3400.0, SECOND), Pole::new(700.0, SECOND));
    let mut burst: f64 = 0.0;
    each(count, |time| {
        if grain.value() > 0.985 {
            burst = 1.0;
        }
        burst *= 0.996;
        let thud = 0.8 * sine(time * (70.0 + 60.0 * decay(time, 0.03))) * decay(time, 0.06);
        high.high(low.low(noise.value())) * (0.35 + burst) * decay(time, 0.13) + thud
    })
}

/// A whistle that falls.
fn fall(count: usize) -> Vec<f64> {
    let mut phase = 0.0;
    each(count, |time| {
        phase += (1350.0 * decay(time, 0.52) + 14.0 * sine(time * 11.0)) / SECOND;
        (sine(phase) + 0.2 * sine(2.0 * phase)) * (time / 0.03).min(1.0) * (1.0 - 0.5 * time / 0.6)
    })
}

/// A robot lands on the table: a thud and everything in it rattles.
fn land(count: usize) -> Vec<f64> {
    let (mut noise, mut low) = (Noise::new(53), Pole::new(420.0, SECOND));
    let mut rings = [
        Resonance::new(910.0, 0.02, SECOND),
        Resonance::new(1570.0, 0.014, SECOND),
        Resonance::new(2630.0, 0.01, SECOND),
    ];
    let bounces = [(0.0, 1.0), (0.13, 0.5), (0.22, 0.3), (0.28, 0.18)];
    each(count, |time| {
        let hit = |length: f64| -> f64 {
            bounces.iter().filter(|(at, _)| time >= *at).map(|(at, share)| share * decay(time - at, length)).sum()
        };
        let knock = noise.value() * hit(0.002);
        let rattle: f64 = rings.iter_mut().map(|ring| ring.value(knock)).sum();
        let thud = sine(time * (58.0 + 70.0 * decay(time, 0.025))) * decay(time, 0.09);
        1.5 * thud + 0.8 * rattle + 1.5 * low.low(noise.value()) * hit(0.03)
    })
}

/// The tray is struck: a gong.
fn tray(count: usize) -> Vec<f64> {
    let partials = [
        (98.0, 1.0, 0.5),
        (147.0, 0.8, 0.42),
        (212.0, 0.9, 0.4),
        (287.0, 0.6, 0.34),
        (371.0, 0.5, 0.3),
        (563.0, 0.4, 0.22),
        (802.0, 0.3, 0.18),
        (1190.0, 0.2, 0.12),
    ];
    let (mut noise, mut low) = (Noise::new(59), Pole::new(1800.0, SECOND));
    each(count, |time| {
        // High partials swell a little after the stroke.
        let swell = 1.0 - 0.6 * decay(time, 0.05);
        let gong: f64 = partials
            .iter()
            .map(|(frequency, share, length)| {
                share * swell * sine(time * frequency + 0.08 * sine(time * 2.3)) * decay(time, *length)
            })
            .sum();
        gong + 0.9 * low.low(noise.value()) * decay(time, 0.02)
    })
}

/// Two wooden clappers, as a referee's.
fn call(count: usize) -> Vec<f64> {
    let mut noise = Noise::new(61);
    let mut rings = [Resonance::new(1190.0, 0.012, SECOND), Resonance::new(2290.0, 0.007, SECOND)];
    each(count, |time| {
        let strokes = [0.0, 0.11, 0.2, 0.27, 0.33];
        let knock: f64 = strokes.iter().filter(|at| time >= **at).map(|at| decay(time - at, 0.0012)).sum();
        let knock = noise.value() * knock;
        rings[0].value(knock) + 0.7 * rings[1].value(knock)
    })
}

/// Tones of a menu, one after the other.
pub(super) fn blip(count: usize, tones: &[f64]) -> Vec<f64> {
    let each_tone = count as f64 / SECOND / tones.len() as f64;
    each(count, |time| {
        let index = ((time / each_tone) as usize).min(tones.len() - 1);
        let own = time - index as f64 * each_tone;
        let phase = own * tones[index];
        sine(phase + 0.22 * sine(2.0 * phase)) * (own / 0.003).min(1.0) * decay(own, 0.05)
    })
}
