//! Writes WAV files of 16-bit PCM.

use crate::error::{Error, Result};
use crate::sample::check_format;

/// Bytes before the values of a file.
pub const HEADER_BYTES: u64 = 44;

/// Returns the bytes before the values of a file of this number of frames; [`samples`] adds the values. `rate` is 1,000 to
/// 192,000 frames per second, and `channels` is 1 or 2.
///
/// # Errors
/// When the rate or the number of channels is out of range, or the file would be larger than 4 GiB, the most that its format
/// can hold.
pub fn header(rate: u32, channels: u16, frames: u64) -> Result<Vec<u8>> {
    check_format(channels, rate, [22, 24])?;
    let data = frames.checked_mul(2 * u64::from(channels)).and_then(|data| u32::try_from(data).ok());
    let size = data.and_then(|data| Some((data, data.checked_add(HEADER_BYTES as u32 - 8)?)));
    let Some((data, riff)) = size else {
        return Err(Error::Limit { what: "bytes of a WAV file", limit: u32::MAX.into() });
    };
    let second = rate * 2 * u32::from(channels);
    let mut file = start([riff, 16], super::PCM, channels, [rate, second], [2 * channels, 16]);
    file.extend(b"data");
    file.extend(data.to_le_bytes());
    Ok(file)
}

/// Returns the first bytes of a file of any encoding: the sizes of the RIFF and of its format, the tag, the channels, frames and
/// bytes per second, bytes of a block and bits per value.
pub(super) fn start(sizes: [u32; 2], tag: u16, channels: u16, rates: [u32; 2], widths: [u16; 2]) -> Vec<u8> {
    let mut file = Vec::with_capacity(HEADER_BYTES as usize);
    file.extend(b"RIFF");
    file.extend(sizes[0].to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(sizes[1].to_le_bytes());
    file.extend([tag, channels].map(u16::to_le_bytes).as_flattened());
    file.extend(rates.map(u32::to_le_bytes).as_flattened());
    file.extend(widths.map(u16::to_le_bytes).as_flattened());
    file
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
