//! The SoundFont of the engine: FM timbres of phones for all instruments of the General MIDI list.

mod drums;
mod map;
mod timbres;
mod write;

use write::generator;

/// Frames per second of all samples.
const RATE: u32 = 22_050;

/// A sample of an instrument.
pub(crate) struct Wave {
    name: &'static str,
    values: Vec<i16>,
    /// First frame of the loop, and the frame behind its last.
    repeat: Option<(u32, u32)>,
    /// The key that plays the sample at its own rate.
    key: u8,
    /// Correction of the pitch, cents.
    cents: i8,
}

/// A range of keys with one sample.
struct Zone {
    keys: (u8, u8),
    /// Index of the sample.
    wave: usize,
    generators: Vec<(u16, i16)>,
}

struct Instrument {
    name: &'static str,
    zones: Vec<Zone>,
}

/// Everything in the file.
#[derive(Default)]
struct Font {
    waves: Vec<Wave>,
    instruments: Vec<Instrument>,
    /// Instrument of each of the 128 programs.
    programs: Vec<usize>,
    /// Instrument of the drums.
    drums: usize,
}

/// Returns the SoundFont file.
pub fn build() -> Vec<u8> {
    let mut font = Font::default();
    let melodic = timbres::ALL.iter().map(|timbre| (timbre.name, timbre.add(&mut font))).collect::<Vec<_>>();
    font.drums = drums::add(&mut font);
    let index = |name: &str| melodic.iter().find(|(own, _)| *own == name).map_or(0, |(_, index)| *index);
    font.programs = map::PROGRAMS.iter().flat_map(|(name, count)| std::iter::repeat_n(index(name), *count)).collect();
    write::write(&font)
}

/// Returns a time as the SoundFont format has it: 1200 per doubling, 0 for a second.
fn timecents(seconds: f64) -> i16 {
    libm::round(1200.0 * libm::log2(seconds)) as i16
}

/// Returns the frequency of a key, Hz.
fn frequency(key: u8) -> f64 {
    440.0 * libm::exp2((f64::from(key) - 69.0) / 12.0)
}
