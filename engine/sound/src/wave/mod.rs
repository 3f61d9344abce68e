//! WAV files: PCM of 8 to 32 bits, floats of 32 and 64 bits, and IMA ADPCM of 4 bits.
//!
//! A file is a RIFF of the form `WAVE` with the chunks `fmt ` and `data`. All integers are little-endian, and a chunk of
//! odd length is followed by a byte of padding. PCM of 8 bits is unsigned, any other signed. Other chunks are skipped,
//! apart from `fact`, which has the number of frames of an ADPCM file, whose last block may be padded. `data` of 0xFFFFFFFF bytes
//! ends with the file.

mod adpcm;

use crate::cursor::Cursor;
use crate::error::{Error, Result};
use crate::sample::{Sample, SampleBuilder, SampleFacts, check_format};
pub use adpcm::encode as encode_adpcm;

/// `wFormatTag` of PCM.
const PCM: u16 = 1;
/// `wFormatTag` of floats.
const FLOAT: u16 = 3;
/// `wFormatTag` of IMA ADPCM.
const IMA_ADPCM: u16 = 0x11;
/// `wFormatTag` of a format whose first sub-format bytes are the tag.
const EXTENSIBLE: u16 = 0xFFFE;

const TAGS: &str = "1 (PCM), 3 (floats) or 17 (IMA ADPCM), which sound editors export";

/// Encoding of the values in a WAV file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// Integers of 8, 16, 24 or 32 bits.
    Pcm(u16),
    /// Floats of 32 or 64 bits.
    Float(u16),
    /// IMA ADPCM, 4 bits per value.
    ImaAdpcm,
}

impl std::fmt::Display for Encoding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pcm(bits) => write!(f, "PCM, {bits} bits"),
            Self::Float(bits) => write!(f, "floats, {bits} bits"),
            Self::ImaAdpcm => f.write_str("IMA ADPCM, 4 bits"),
        }
    }
}

/// The `fmt ` chunk.
#[derive(Debug, Clone, Copy)]
struct Format {
    encoding: Encoding,
    channels: u8,
    rate: u32,
    /// Bytes of a block, which is a frame of PCM.
    block: usize,
}

/// Reads a WAV file.
///
/// # Errors
/// When the file is damaged, or of an encoding that is not supported.
pub fn read(bytes: &[u8]) -> Result<Sample> {
    Ok(build(bytes, true)?.0.finish())
}

/// Reads the facts of a WAV file without keeping its frames, and its encoding. Errors are those of [`read`].
pub fn facts(bytes: &[u8]) -> Result<(SampleFacts, Encoding)> {
    build(bytes, false).map(|(builder, encoding)| (builder.facts, encoding))
}

fn build(bytes: &[u8], is_kept: bool) -> Result<(SampleBuilder, Encoding)> {
    let mut file = Cursor::new(bytes, "header");
    file.expect("RIFF")?;
    // The size is often wrong in files that were streamed, and no reader depends on it.
    file.u32_le()?;
    file.expect("WAVE")?;
    let mut format = None;
    let mut frames = None;
    while file.left() >= 8 {
        let tag = file.array()?;
        let size = match (&tag, file.u32_le()?) {
            // A stream that was never finished.
            (b"data", u32::MAX) => file.left(),
            (_, size) => size as usize,
        };
        match &tag {
            b"fmt " => format = Some(read_format(&mut file.block(size, "format")?)?),
            b"fact" if size > 0 => frames = Some(file.block(size, "fact")?.u32_le()?),
            b"data" => {
                let format = format.ok_or(Error::Missing("format before the data"))?;
                let mut builder = SampleBuilder::new(format.rate, format.channels, is_kept)?;
                read_data(&mut file.block(size, "data")?, format, frames, &mut builder)?;
                return Ok((builder, format.encoding));
            }
            _ => _ = file.block(size, "chunk")?,
        }
        if size % 2 == 1 && file.left() > 0 {
            file.u8()?;
        }
    }
    Err(Error::Missing("data"))
}

fn read_format(chunk: &mut Cursor) -> Result<Format> {
    let mut tag = chunk.u16_le()?;
    let mut at_tag = chunk.clone();
    let channels = chunk.u16_le()?;
    let rate = chunk.u32_le()?;
    check_format(channels, rate, [chunk.offset - 6, chunk.offset - 4])?;
    // Bytes per second, which follow from the other fields.
    chunk.u32_le()?;
    let block = chunk.u16_le()?;
    let at_block = chunk.clone();
    let bits = chunk.u16_le()?;
    let at_bits = chunk.clone();
    if tag == EXTENSIBLE {
        // Size of the extension, valid bits and the channel mask come before the sub-format.
        chunk.take(8)?;
        tag = chunk.u16_le()?;
        at_tag = chunk.clone();
    }
    let encoding = match (tag, bits) {
        (PCM, 8 | 16 | 24 | 32) => Encoding::Pcm(bits),
        (FLOAT, 32 | 64) => Encoding::Float(bits),
        (IMA_ADPCM, 4) => Encoding::ImaAdpcm,
        (PCM, _) => return Err(at_bits.field(2, "bits per value", "8, 16, 24 or 32", bits.into())),
        (FLOAT, _) => return Err(at_bits.field(2, "bits per value", "32 or 64", bits.into())),
        (IMA_ADPCM, _) => return Err(at_bits.field(2, "bits per value", "4", bits.into())),
        _ => return Err(at_tag.field(2, "format tag", TAGS, tag.into())),
    };
    let whole = match encoding {
        Encoding::Pcm(bits) | Encoding::Float(bits) => block == bits / 8 * channels,
        // A header of four bytes per channel, and groups of eight values per channel.
        Encoding::ImaAdpcm => block >= 4 * channels && block % (4 * channels) == 0,
    };
    if !whole {
        return Err(at_block.field(2, "bytes of a block", "the size that encoding and channels need", block.into()));
    }
    Ok(Format { encoding, channels: channels as u8, rate, block: block.into() })
}

/// Returns an integer of one to four bytes as part of full scale.
fn integer(value: &[u8]) -> f32 {
    let mut whole = [0; 4];
    whole[4 - value.len()..].copy_from_slice(value);
    if value.len() == 1 {
        whole[3] ^= 0x80;
    }
    i32::from_le_bytes(whole) as f32 / 2_147_483_648.0
}

/// Returns a float of four or eight bytes within full scale; NaN is silence.
fn float(value: &[u8]) -> f32 {
    let value = match *value {
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
        [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]) as f32,
        _ => 0.0,
    };
    if value.is_nan() { 0.0 } else { value.clamp(-1.0, 1.0) }
}

/// Reads the `data` chunk. `frames` is the number of frames in the `fact` chunk.
fn read_data(chunk: &mut Cursor, format: Format, frames: Option<u32>, builder: &mut SampleBuilder) -> Result<()> {
    match format.encoding {
        Encoding::Pcm(bits) => {
            let values = chunk.take(chunk.left())?.chunks_exact((bits / 8).into());
            builder.add(values.map(integer))?;
        }
        Encoding::Float(bits) => {
            let values = chunk.take(chunk.left())?.chunks_exact((bits / 8).into());
            builder.add(values.map(float))?;
        }
        Encoding::ImaAdpcm => {
            // The last block is filled up, and may reach beyond the longest sample.
            let channels = usize::from(format.channels);
            let mut rest = frames.map_or(usize::MAX, |frames| (frames as usize).saturating_mul(channels));
            let mut values = Vec::new();
            while chunk.left() > 0 {
                values.clear();
                let mut block = chunk.block(format.block.min(chunk.left()), "ADPCM block")?;
                adpcm::decode(&mut block, channels, &mut values)?;
                values.truncate(rest);
                rest -= values.len();
                builder.add(values.iter().map(|value| f32::from(*value) / 32768.0))?;
            }
        }
    }
    Ok(())
}

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
    let mut file = start([riff, 16], PCM, channels, [rate, second], [2 * channels, 16]);
    file.extend(b"data");
    file.extend(data.to_le_bytes());
    Ok(file)
}

/// Returns the first bytes of a file of any encoding: the sizes of the RIFF and of its format, the tag, the channels, frames and
/// bytes per second, bytes of a block and bits per value.
fn start(sizes: [u32; 2], tag: u16, channels: u16, rates: [u32; 2], widths: [u16; 2]) -> Vec<u8> {
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

/// Returns a file of 16-bit PCM. The values of two channels are interleaved; a last frame of one value is left out. Errors
/// are those of [`header`].
pub fn write(rate: u32, channels: u16, values: &[i16]) -> Result<Vec<u8>> {
    let frames = values.chunks_exact(usize::from(channels.max(1)));
    let mut file = header(rate, channels, frames.len() as u64)?;
    file.extend(frames.flatten().flat_map(|value| value.to_le_bytes()));
    Ok(file)
}
