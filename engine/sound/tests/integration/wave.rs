//! WAV files of all encodings.

use keitai_sound::{Error, MAX_FRAMES, SoundKind, wave as wav};

use crate::bytes::{chunk, format, wave};

fn frames(bytes: &[u8]) -> Vec<[f32; 2]> {
    let sample = wav::read(bytes).unwrap();
    (0..sample.len()).map(|index| sample.frame(index).unwrap()).collect()
}

#[test]
fn pcm_of_8_bits_is_unsigned() {
    let file = wave(&[chunk(b"fmt ", &format(1, 1, 8000, 1, 8)), chunk(b"data", &[128, 255, 0])]);
    let expected = [0.0, 127.0 / 128.0, -1.0].map(|value| [value, value]);
    assert_eq!((frames(&file), SoundKind::of(&file)), (expected.to_vec(), Some(SoundKind::Wave)));
    assert_eq!(wav::read(&file).unwrap().rate(), 8000);
}

#[test]
fn pcm_of_16_bits_is_signed_and_stereo_is_interleaved() {
    let values = [0_i16, 16384, -32768, 8192].map(i16::to_le_bytes).concat();
    // A list of remarks before the data is skipped, with the byte that fills it up.
    let file = wave(&[chunk(b"LIST", b"INFOx"), chunk(b"fmt ", &format(1, 2, 44100, 4, 16)), chunk(b"data", &values)]);
    assert_eq!(frames(&file), [[0.0, 0.5], [-1.0, 0.25]]);
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
fn data_of_an_unknown_size_end_with_the_file_and_an_empty_fact_says_nothing() {
    let mut file =
        wave(&[chunk(b"fmt ", &format(1, 1, 8000, 2, 16)), chunk(b"fact", &[]), chunk(b"data", &[0, 64, 0, 192])]);
    let size = file.len() - 8;
    file[size..size + 4].fill(0xFF);
    assert_eq!(frames(&file), [[0.5; 2], [-0.5; 2]]);
}

#[test]
fn the_extensible_format_has_the_tag_in_its_sub_format() {
    let mut extensible = format(0xFFFE, 1, 22050, 2, 16);
    extensible.extend([22, 0]); // size of the extension
    extensible.extend([16, 0]); // valid bits
    extensible.extend([4, 0, 0, 0]); // the speaker in the middle
    extensible.extend([1, 0]); // PCM, then the rest of the GUID
    extensible.extend([0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113]);
    let file = wave(&[chunk(b"fmt ", &extensible), chunk(b"data", &[0, 64])]);
    assert_eq!(frames(&file), [[0.5, 0.5]]);
}

/// Calculated by hand from the step table: see the comments.
#[test]
fn adpcm_follows_the_ima_s_tables() {
    let mut format = format(0x11, 1, 8000, 8, 4);
    format.extend([2, 0, 9, 0]); // two bytes follow: 9 frames in a block
    let block = [
        100, 0, 0, 0,    // first value 100, step index 0
        0x47, // 7: step 7: 0+7+3+1 = 11 -> 111, index 8; 4: step 16: 2+16 = 18 -> 129, index 10
        0x08, // 8: step 19: -2 -> 127, index 9; 0: step 17: +2 -> 129, index 8
        0x00, // step 16: +2 -> 131, index 7; step 14: +1 -> 132, index 6
        0x0F, // 15: step 13: -(1+13+6+3) = -23 -> 109, index 14; 0: step 28: +3 -> 112
    ];
    let file = wave(&[chunk(b"fmt ", &format), chunk(b"fact", &9_u32.to_le_bytes()), chunk(b"data", &block)]);
    let values: Vec<i32> = frames(&file).iter().map(|frame| (frame[0] * 32768.0) as i32).collect();
    assert_eq!(values, [100, 111, 129, 127, 129, 131, 132, 109, 112]);
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
    assert_eq!(file.len() as u64, wav::HEADER_BYTES + 8);
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

#[test]
fn faults_name_their_byte() {
    let fault = |chunks: &[Vec<u8>]| wav::read(&wave(chunks)).unwrap_err().to_string();
    let data = chunk(b"data", &[0; 8]);
    let fmt = |tag, channels, rate, block, bits| chunk(b"fmt ", &format(tag, channels, rate, block, bits));
    let no_wave = wav::read(b"RIFF\0\0\0\0WAVX").unwrap_err();
    assert_eq!(no_wave.to_string(), "header at byte 8: expected \"WAVE\", found other bytes");
    let formats = [
        (fmt(1, 3, 8000, 3, 8), "format at byte 22: channels: expected 1 or 2, found 3"),
        (fmt(1, 1, 12, 1, 8), "format at byte 24: sample rate: expected 1000..=192000 frames per second, found 12"),
        (fmt(1, 1, 8000, 2, 12), "format at byte 34: bits per value: expected 8, 16, 24 or 32, found 12"),
        (fmt(3, 1, 8000, 2, 16), "format at byte 34: bits per value: expected 32 or 64, found 16"),
        (
            fmt(6, 1, 8000, 1, 8),
            "format at byte 20: format tag: expected 1 (PCM), 3 (floats) or 17 (IMA ADPCM), which sound editors export, found 6",
        ),
        (
            fmt(1, 1, 8000, 4, 16),
            "format at byte 32: bytes of a block: expected the size that encoding and channels need, found 4",
        ),
    ];
    for (format, message) in formats {
        assert_eq!(fault(&[format, data.clone()]), message);
    }
    let behind = [chunk(b"note", &[0; 2]), fmt(85, 1, 8000, 1, 16), data.clone()];
    assert!(fault(&behind).starts_with("format at byte 30: format tag"));
    assert_eq!(fault(&[data]), "header: no format before the data");
    assert_eq!(fault(&[fmt(1, 1, 8000, 1, 8)]), "header: no data");
    let adpcm = [fmt(0x11, 1, 8000, 8, 4), chunk(b"data", &[0, 0, 89, 0, 0, 0, 0, 0])];
    assert_eq!(fault(&adpcm), "ADPCM block at byte 46: step index: expected 0..=88, found 89");
    let mut short = wave(&[fmt(1, 1, 8000, 1, 8), chunk(b"data", &[0; 8])]);
    short.truncate(48);
    assert_eq!(wav::read(&short).unwrap_err().to_string(), "header at byte 44: expected 8 more bytes, found 4");
}
