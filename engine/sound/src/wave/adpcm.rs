//! IMA ADPCM as WAV files have it: blocks with the state of the decoder at their start.
//!
//! A block starts with four bytes per channel: the first value (signed, 16 bits), the step's index (0 to 88) and a zero.
//! Codes of four bits follow, the low half of a byte first. Of two channels each has four bytes (eight codes) in turn.

use super::start;
use crate::cursor::Cursor;
use crate::error::Result;

/// Step sizes by index, from the IMA's recommended practice of 1992.
const STEPS: [i32; 89] = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107,
    118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963,
    1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894,
    6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794,
    32767,
];
/// Change of the index by the three low bits of a code.
const CHANGES: [i32; 8] = [-1, -1, -1, -1, 2, 4, 6, 8];
const LAST: i32 = STEPS.len() as i32 - 1;

#[derive(Debug, Clone, Copy, Default)]
struct State {
    value: i32,
    index: i32,
}

impl State {
    /// Decodes four bits.
    fn step(&mut self, code: u8) -> i16 {
        let step = STEPS[self.index.clamp(0, LAST) as usize];
        let mut difference = step >> 3;
        for (bit, shift) in [(4, 0), (2, 1), (1, 2)] {
            if code & bit != 0 {
                difference += step >> shift;
            }
        }
        self.value += if code & 8 == 0 { difference } else { -difference };
        self.value = self.value.clamp(-32768, 32767);
        self.index = (self.index + CHANGES[usize::from(code & 7)]).clamp(0, LAST);
        self.value as i16
    }

    /// Returns the code that brings the decoder closest to a value, and decodes it.
    fn encode(&mut self, value: i16) -> u8 {
        let step = STEPS[self.index.clamp(0, LAST) as usize];
        let mut difference = i32::from(value) - self.value;
        let mut code = 0;
        if difference < 0 {
            code = 8;
            difference = -difference;
        }
        for (bit, shift) in [(4, 0), (2, 1), (1, 2)] {
            if difference >= step >> shift {
                code |= bit;
                difference -= step >> shift;
            }
        }
        self.step(code);
        code
    }
}

/// Decodes a block. Adds the values, interleaved for two channels.
pub(super) fn decode(block: &mut Cursor, channels: usize, values: &mut Vec<i16>) -> Result<()> {
    let mut states = [State::default(); 2];
    for state in &mut states[..channels] {
        let first = block.u16_le()?.cast_signed();
        let index = block.u8()?;
        if i32::from(index) > LAST {
            return Err(block.field(1, "step index", "0..=88", index.into()));
        }
        block.u8()?;
        *state = State { value: first.into(), index: index.into() };
        values.push(first);
    }
    let mut group = [[0; 8]; 2];
    while block.left() >= 4 * channels {
        for (state, decoded) in states.iter_mut().zip(&mut group).take(channels) {
            for (pair, byte) in decoded.chunks_exact_mut(2).zip(block.take(4)?) {
                pair[0] = state.step(byte & 15);
                pair[1] = state.step(byte >> 4);
            }
        }
        for at in 0..8 {
            values.extend(group[..channels].iter().map(|decoded| decoded[at]));
        }
    }
    Ok(())
}

/// Bytes of a block that is written, and its frames: the first value and two for each byte after the header.
const BLOCK: usize = 256;
const FRAMES: usize = 1 + 2 * (BLOCK - 4);

/// Returns a mono WAV file in IMA ADPCM, a quarter of the size of 16-bit PCM. `rate` is 1,000 to 192,000 frames per second,
/// and there are at most [`MAX_FRAMES`](crate::MAX_FRAMES) values: [`read`](super::read) refuses others.
pub fn encode(rate: u32, values: &[i16]) -> Vec<u8> {
    let blocks = values.len().div_ceil(FRAMES);
    let data = blocks * BLOCK;
    // Fewer bytes than frames: the quotient fits, the product may not.
    let second = (u64::from(rate) * BLOCK as u64 / FRAMES as u64) as u32;
    let mut file = start([52 + data as u32, 20], super::IMA_ADPCM, 1, [rate, second], [BLOCK as u16, 4]);
    file.reserve(24 + data);
    file.extend(2_u16.to_le_bytes());
    file.extend((FRAMES as u16).to_le_bytes());
    file.extend(b"fact");
    file.extend(4_u32.to_le_bytes());
    file.extend((values.len() as u32).to_le_bytes());
    file.extend(b"data");
    file.extend((data as u32).to_le_bytes());
    let mut state = State::default();
    for block in values.chunks(FRAMES) {
        let first = block.first().copied().unwrap_or(0);
        state.value = first.into();
        file.extend(first.to_le_bytes());
        file.extend([state.index as u8, 0]);
        // The last block is filled up with its last value.
        let last = block.last().copied().unwrap_or(0);
        let mut rest = block.iter().skip(1).copied().chain(std::iter::repeat(last));
        for _ in 4..BLOCK {
            let (low, high) = (rest.next().unwrap_or(last), rest.next().unwrap_or(last));
            let low = state.encode(low);
            file.push(low | state.encode(high) << 4);
        }
    }
    file
}
