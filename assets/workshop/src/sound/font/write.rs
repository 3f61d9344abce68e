//! Writes a SoundFont of version 2.01.
//!
//! A file is a RIFF of the form `sfbk` with three lists: information, samples, and nine tables. The tables refer to each
//! other by index and end with a record that only closes the one before it.

use super::{Font, RATE, Wave};

/// Numbers of the generators that the workshop uses [SoundFont 2.01, chapter 8].
pub(super) mod generator {
    pub(crate) const PAN: u16 = 17;
    pub(crate) const VIBRATO_TO_PITCH: u16 = 6;
    pub(crate) const VIBRATO_DELAY: u16 = 23;
    pub(crate) const VIBRATO_FREQUENCY: u16 = 24;
    pub(crate) const ATTACK: u16 = 34;
    pub(crate) const DECAY: u16 = 36;
    pub(crate) const SUSTAIN: u16 = 37;
    pub(crate) const RELEASE: u16 = 38;
    pub(crate) const INSTRUMENT: u16 = 41;
    pub(crate) const KEYS: u16 = 43;
    pub(crate) const ATTENUATION: u16 = 48;
    pub(crate) const FINE_TUNE: u16 = 52;
    pub(crate) const SAMPLE: u16 = 53;
    pub(crate) const SAMPLE_MODES: u16 = 54;
    pub(crate) const EXCLUSIVE_CLASS: u16 = 57;
    pub(crate) const ROOT_KEY: u16 = 58;
}

/// Zeros behind each sample, as the format demands.
const GAP: usize = 46;
/// Bank of the drums.
const DRUM_BANK: u16 = 128;

pub(super) fn write(font: &Font) -> Vec<u8> {
    let information = [
        chunk("ifil", &[2, 0, 1, 0]),
        chunk("isng", b"EMU8000\0"),
        chunk("INAM", b"Keitai\0\0"),
        chunk("ICOP", b"MIT OR Apache-2.0\0"),
    ]
    .concat();
    let mut samples = Vec::new();
    for wave in &font.waves {
        samples.extend(wave.values.iter().flat_map(|value| value.to_le_bytes()));
        samples.extend([0; 2 * GAP]);
    }
    let lists =
        [list("INFO", &information), list("sdta", &chunk("smpl", &samples)), list("pdta", &tables(font))].concat();
    let mut form = b"sfbk".to_vec();
    form.extend(lists);
    chunk("RIFF", &form)
}

fn tables(font: &Font) -> Vec<u8> {
    let (mut presets, mut preset_bags, mut preset_generators) = (Vec::new(), Table::default(), Table::default());
    let programs = font.programs.iter().enumerate().map(|(program, instrument)| (program as u16, 0, *instrument));
    for (program, bank, instrument) in programs.chain([(0, DRUM_BANK, font.drums)]) {
        preset(&mut presets, font.instruments[instrument].name, program, bank, preset_bags.count);
        preset_bags.add(&[preset_generators.count, 0]);
        preset_generators.add(&[generator::INSTRUMENT, instrument as u16]);
    }
    preset(&mut presets, "EOP", 0, 0, preset_bags.count);
    preset_bags.add(&[preset_generators.count, 0]);
    preset_generators.add(&[0, 0]);

    let (mut instruments, mut bags, mut generators) = (Vec::new(), Table::default(), Table::default());
    for instrument in &font.instruments {
        instruments.extend(name(instrument.name));
        instruments.extend(bags.count.to_le_bytes());
        for zone in &instrument.zones {
            bags.add(&[generators.count, 0]);
            generators.add(&[generator::KEYS, u16::from_le_bytes([zone.keys.0, zone.keys.1])]);
            zone.generators.iter().for_each(|(number, value)| generators.add(&[*number, value.cast_unsigned()]));
            // The sample closes a zone.
            generators.add(&[generator::SAMPLE, zone.wave as u16]);
        }
    }
    instruments.extend(name("EOI"));
    instruments.extend(bags.count.to_le_bytes());
    bags.add(&[generators.count, 0]);
    generators.add(&[0, 0]);
    [
        chunk("phdr", &presets),
        chunk("pbag", &preset_bags.bytes),
        chunk("pmod", &[0; 10]),
        chunk("pgen", &preset_generators.bytes),
        chunk("inst", &instruments),
        chunk("ibag", &bags.bytes),
        chunk("imod", &[0; 10]),
        chunk("igen", &generators.bytes),
        chunk("shdr", &sample_headers(&font.waves)),
    ]
    .concat()
}

fn sample_headers(waves: &[Wave]) -> Vec<u8> {
    let mut headers = Vec::new();
    let mut start = 0_u32;
    for wave in waves {
        let end = start + wave.values.len() as u32;
        let (first, last) = wave.repeat.map_or((start, end), |(first, last)| (start + first, start + last));
        headers.extend(name(wave.name));
        [start, end, first, last, RATE].iter().for_each(|number| headers.extend(number.to_le_bytes()));
        headers.extend([wave.key, wave.cents.cast_unsigned()]);
        // No linked sample; a mono sample.
        headers.extend([0, 0, 1, 0]);
        start = end + GAP as u32;
    }
    headers.extend(name("EOS"));
    headers.extend([0; 26]);
    headers
}

/// Records of 16-bit numbers.
#[derive(Default)]
struct Table {
    bytes: Vec<u8>,
    count: u16,
}

impl Table {
    fn add(&mut self, numbers: &[u16; 2]) {
        numbers.iter().for_each(|number| self.bytes.extend(number.to_le_bytes()));
        self.count += 1;
    }
}

fn preset(presets: &mut Vec<u8>, title: &str, program: u16, bank: u16, bag: u16) {
    presets.extend(name(title));
    [program, bank, bag].iter().for_each(|number| presets.extend(number.to_le_bytes()));
    // Library, genre and morphology, which nothing uses.
    presets.extend([0; 12]);
}

fn name(text: &str) -> [u8; 20] {
    let mut name = [0; 20];
    name.iter_mut().zip(text.bytes().take(19)).for_each(|(to, from)| *to = from);
    name
}

fn list(form: &str, content: &[u8]) -> Vec<u8> {
    chunk("LIST", &[form.as_bytes(), content].concat())
}

fn chunk(tag: &str, content: &[u8]) -> Vec<u8> {
    let mut chunk = tag.as_bytes().to_vec();
    chunk.extend((content.len() as u32).to_le_bytes());
    chunk.extend(content);
    if content.len() % 2 == 1 {
        chunk.push(0);
    }
    chunk
}
