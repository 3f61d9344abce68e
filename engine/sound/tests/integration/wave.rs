//! WAV files of all encodings.

use keitai_sound::{Error, MAX_FRAMES, SoundKind, wave as wav};

use crate::bytes::{chunk, format, wave};

fn frames(bytes: &[u8]) -> Vec<[f32; 2]> {
    let sample = wav::read(bytes).unwrap();
    (0..sample.len()).map(|index| sample.frame(index).unwrap()).collect()
}

#[test]
fn integers_of_24_and_32_bits_and_floats_reach_the_same_full_scale() {
    let read = |tag, bytes: u16, values: &[u8]| {
        let file = wave(&[chunk(b"fmt ", &format(tag, 1, 8000, bytes, 8 * bytes)), chunk(b"data", values)]);
        frames(&file).iter().map(|frame| frame[0]).collect::<Vec<_>>()
    };
    assert_eq!(read(1, 3, &[0, 0, 0x80, 0, 0, 0x40, 0, 0, 0xE0, 1, 0, 0]), [-1.0, 0.5, -0.25, 1.0 / 8_388_608.0]);
    assert_eq!(read(1, 4, &[0, 0, 0, 0x80, 0, 0, 0, 0x40]), [-1.0, 0.5]);
    let floats = [0.5_f32, -3.0, f32::NAN, f32::INFINITY];
    assert_eq!(read(3, 4, &floats.map(f32::to_le_bytes).concat()), [0.5, -1.0, 0.0, 1.0]);
    assert_eq!(read(3, 8, &[-0.125_f64, 1e300].map(f64::to_le_bytes).concat()), [-0.125, 1.0]);
}

#[test]
fn adpcm_of_two_channels_has_groups_of_four_bytes() {
    let mut format = format(0x11, 2, 8000, 16, 4);
    format.extend([2, 0, 9, 0]);
    // Left starts at 0 and stays within a step; right starts at -500.
    let block = [0, 0, 0, 0, 0x0C, 0xFE, 0, 0, 0x80, 0x80, 0x80, 0x80, 7, 0, 0, 0];
    let file = wave(&[chunk(b"fmt ", &format), chunk(b"data", &block)]);
    let values: Vec<[i32; 2]> = frames(&file).iter().map(|frame| frame.map(|value| (value * 32768.0) as i32)).collect();
    assert_eq!(values.len(), 9);
    assert_eq!((values[0], values[1]), ([0, -500], [0, -489]));
}

#[test]
fn an_encoded_tone_comes_back_within_a_few_steps() {
    let tone: Vec<i16> = (0..4000).map(|n| (8000.0 * (f64::from(n) * 0.07).sin()) as i16).collect();
    let file = wav::encode_adpcm(22050, &tone);
    assert!(file.len() < tone.len() * 2 / 3, "{} bytes", file.len());
    let sample = wav::read(&file).unwrap();
    assert_eq!((sample.len(), sample.rate()), (4000, 22050));
    let error = |index: usize| (sample.frame(index).unwrap()[0] * 32768.0 - f32::from(tone[index])).abs();
    let worst = (50..4000).map(error).fold(0.0, f32::max);
    assert!(worst < 400.0, "off by {worst}");
}

#[test]
fn the_longest_sample_comes_back_though_its_last_block_is_filled_up() {
    let file = wav::encode_adpcm(8000, &vec![0; MAX_FRAMES]);
    assert_eq!(wav::read(&file).unwrap().len(), MAX_FRAMES);
}

#[test]
fn a_written_file_is_read_back() {
    let file = wav::write(48_000, 2, &[1, -2, 3, -4]).unwrap();
    assert_eq!((file.len() as u64, SoundKind::of(&file)), (wav::HEADER_BYTES + 8, Some(SoundKind::Wave)));
    assert_eq!(frames(&file), [[1.0 / 32768.0, -2.0 / 32768.0], [3.0 / 32768.0, -4.0 / 32768.0]]);
    assert!(matches!(wav::header(48_000, 2, 1 << 30), Err(Error::Limit { .. })));
    let mut rounded = Vec::new();
    wav::samples(&[1.0, -2.0, 0.5], &mut rounded);
    assert_eq!(rounded, [32767_i16, -32767, 16384].map(i16::to_le_bytes).concat());
}

#[test]
fn a_last_frame_of_one_value_is_not_written() {
    let write = |values: &[i16]| wav::write(8000, 2, values).unwrap();
    assert_eq!(write(&[1, 2, 3]), write(&[1, 2]));
}

#[test]
fn rates_and_channels_that_no_sample_has_are_not_written() {
    let fault = |rate, channels| wav::write(rate, channels, &[0; 4]).unwrap_err().to_string();
    let rate = "format at byte 24: sample rate: expected 1000..=192000 frames per second, found 4294967295";
    assert_eq!(fault(u32::MAX, 2), rate);
    assert_eq!(fault(8000, 0), "format at byte 22: channels: expected 1 or 2, found 0");
    assert_eq!(fault(8000, u16::MAX), "format at byte 22: channels: expected 1 or 2, found 65535");
    // The bytes per second of any rate fit their field.
    let file = wav::encode_adpcm(u32::MAX, &[]);
    let second = u32::from_le_bytes([file[28], file[29], file[30], file[31]]);
    assert_eq!(u64::from(second), u64::from(u32::MAX) * 256 / 505);
}
