//! Writes WAV files of 16-bit PCM.

use crate::error::{Error, Result};
use crate::sample::{RATES, RATES_TEXT};

/// Bytes before the values of a file.
pub const HEADER_BYTES: u64 = 44;

/// Returns the first bytes of a file with this number of frames, which [`samples`] follow. `rate` is 1,000 to 192,000 frames
/// per second, and `channels` is 1 or 2.
///
/// # Errors
/// When the rate or the number of channels is out of range, or the file would be larger than 4 GiB, the most that its format
/// can hold.
pub fn header(rate: u32, channels: u16, frames: u64) -> Result<Vec<u8>> {
    let field = |offset, field, expected, found| Error::Field { section: "format", offset, field, expected, found };
    if !(1..=2).contains(&channels) {
        return Err(field(22, "channels", "1 or 2", channels.into()));
    }
    if !RATES.contains(&rate) {
        return Err(field(24, "sample rate", RATES_TEXT, rate.into()));
    }
    let data = frames.checked_mul(2 * u64::from(channels)).and_then(|data| u32::try_from(data).ok());
    let size = data.and_then(|data| Some((data, data.checked_add(HEADER_BYTES as u32 - 8)?)));
    let Some((data, riff)) = size else {
        return Err(Error::Limit { what: "bytes of a WAV file", limit: u32::MAX.into() });
    };
    let mut file = Vec::with_capacity(HEADER_BYTES as usize);
    file.extend(b"RIFF");
    file.extend(riff.to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend(super::PCM.to_le_bytes());
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * 2 * u32::from(channels)).to_le_bytes());
    file.extend((2 * channels).to_le_bytes());
    file.extend(16_u16.to_le_bytes());
    file.extend(b"data");
    file.extend(data.to_le_bytes());
    Ok(file)
}

/// Adds values between -1.0 and 1.0 as 16-bit integers, rounded to the nearest.
pub fn samples(values: &[f32], file: &mut Vec<u8>) {
    for value in values {
        let whole = libm::roundf(value.clamp(-1.0, 1.0) * 32767.0) as i16;
        file.extend(whole.to_le_bytes());
    }
}

/// Returns a file of 16-bit PCM. The values of two channels are interleaved; a last frame of one value is left out.
///
/// # Errors
/// Those of [`header`].
pub fn write(rate: u32, channels: u16, values: &[i16]) -> Result<Vec<u8>> {
    let frames = values.chunks_exact(usize::from(channels.max(1)));
    let mut file = header(rate, channels, frames.len() as u64)?;
    file.extend(frames.flatten().flat_map(|value| value.to_le_bytes()));
    Ok(file)
}
