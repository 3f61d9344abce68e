//! WAV files that are written.

use keitai_sound::{Error, MAX_FRAMES, SoundKind, wave as wav};

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
    let sample = wav::read(&file).unwrap();
    let frames = [0, 1, 2].map(|index| sample.frame(index).map(|frame| frame.map(|value| value * 32768.0)));
    assert_eq!(frames, [Some([1.0, -2.0]), Some([3.0, -4.0]), None]);
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
