//! Draws the spectrogram of a sound file and prints its levels: `listen sound.mid picture.png`. A tune is played once.
#![allow(clippy::print_stdout)]

use std::error::Error;

use keitai_sound::{Level, Mixer, Sound};
use keitai_workshop::sound::measure::{Levels, spectrum};

const RATE: u32 = 48_000;
/// Frames of a column of the picture, and bands of frequencies of an octave.
const COLUMN: usize = 2400;
const BANDS: usize = 12;
/// The lowest frequency, Hz, and the number of octaves.
const LOWEST: f64 = 55.0;
const OCTAVES: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, picture] = arguments.as_slice() else { return Err("listen SOUND PICTURE".into()) };
    let sound = Sound::read(&std::fs::read(file)?)?;
    let (mut mixer, mut output) = Mixer::new(RATE)?;
    mixer.play(&sound, Level::FULL, 0);
    let frames = (sound.milliseconds() + 500) as usize * RATE as usize / 1000;
    let mut values = vec![0.0; 2 * frames];
    output.mix(&mut values);
    let mono: Vec<f64> = values.chunks_exact(2).map(|pair| f64::from(pair[0] + pair[1]) / 2.0).collect();
    println!("{file}: {} ms, {}", sound.milliseconds(), Levels::of(&values));

    let height = BANDS * OCTAVES;
    let columns: Vec<Vec<f64>> = mono
        .chunks(COLUMN)
        .map(|part| {
            spectrum(part, f64::from(RATE), (0..height).map(|band| LOWEST * libm::exp2(band as f64 / BANDS as f64)))
        })
        .collect();
    let mut pixels = vec![0; columns.len() * height];
    for (x, column) in columns.iter().enumerate() {
        for (band, power) in column.iter().enumerate() {
            // 60 dB from black to white.
            let decibels = 10.0 * libm::log10(power + 1e-12);
            pixels[(height - 1 - band) * columns.len() + x] =
                ((decibels + 60.0) / 60.0 * 255.0).clamp(0.0, 255.0) as u8;
        }
    }
    let mut encoder = png::Encoder::new(std::fs::File::create(picture)?, columns.len() as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}
