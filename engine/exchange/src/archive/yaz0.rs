//! Yaz0 streams: "Yaz0", the size of the unpacked bytes (u32, big endian), eight unused bytes, and groups of a byte of
//! flags and eight pieces. A set flag, from the highest bit on, stands for a byte as it is. A clear one stands for
//! bytes from before: two bytes of `nrrr` with `n + 2` bytes from `rrr + 1` bytes back, or for `n` = 0 a third byte
//! with their number less 18.

use super::MOST_ENTRY;
use crate::error::{Error, Result};
use crate::memory::{Bytes, Memory};

const HEADER: usize = 16;

pub(super) fn is_packed(data: &[u8]) -> bool {
    data.starts_with(b"Yaz0")
}

pub(super) fn unpack(data: &[u8], memory: &Memory) -> Result<Bytes> {
    let refuse = |reason: &str| Error::Archive(format!("Yaz0: {reason}"));
    let size = data.get(4..HEADER).and_then(|header| header.first_chunk()).map(|size| u32::from_be_bytes(*size));
    let size = size.filter(|size| u64::from(*size) <= MOST_ENTRY);
    let size = size.ok_or_else(|| refuse(&format!("the size is missing or above {MOST_ENTRY} bytes")))? as usize;
    let mut packed = data.get(HEADER..).unwrap_or_default().iter().copied();
    let loan = memory.take(size as u64);
    let loan = loan.map_err(|lack| refuse(&format!("{size} unpacked bytes, expected at most {}", lack.rest)))?;
    let mut out: Vec<u8> = Vec::with_capacity(size);
    while out.len() < size {
        let flags = packed.next().ok_or_else(|| refuse("the stream is cut off"))?;
        for bit in (0..8).rev() {
            if out.len() >= size {
                break;
            }
            let mut next = || packed.next().map(usize::from).ok_or_else(|| refuse("the stream is cut off"));
            let first = next()?;
            if flags >> bit & 1 == 1 {
                out.push(first as u8);
                continue;
            }
            let back = ((first & 0xF) << 8 | next()?) + 1;
            let count = match first >> 4 {
                0 => next()? + 18,
                count => count + 2,
            };
            let from = out.len().checked_sub(back).ok_or_else(|| refuse("bytes from before the start"))?;
            // The copied bytes may overlap the bytes that the copy makes.
            for at in from..from + count.min(size - out.len()) {
                out.push(out[at]);
            }
        }
    }
    Ok(Bytes::new(out, loan))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpack(data: &[u8]) -> Result<Bytes> {
        super::unpack(data, &Memory::new(1 << 20))
    }

    fn stream(size: u32, groups: &[u8]) -> Vec<u8> {
        [b"Yaz0", &size.to_be_bytes()[..], &[0; 8], groups].concat()
    }

    #[test]
    fn bytes_and_copies_are_unpacked() {
        // "ab", then 5 bytes from 2 back, then 20 bytes from 1 back.
        let packed = stream(27, &[0b1100_0000, b'a', b'b', 0x30, 0x01, 0x00, 0x00, 0x02]);
        assert_eq!(unpack(&packed).unwrap(), [&b"abababa"[..], &[b'a'; 20]].concat());
        assert_eq!(unpack(&stream(0, &[])).unwrap(), b"");
    }

    #[test]
    fn damaged_streams_are_refused() {
        let damaged = [
            stream(1, &[]),
            stream(9, &[0xFF, 1]),
            stream(9, &[0, 0x10, 5]),
            stream(u32::MAX, &[0xFF]),
            stream(1 << 21, &[0xFF]),
        ];
        assert!(damaged.iter().all(|data| unpack(data).is_err()));
        assert!(unpack(b"Yaz0").is_err());
    }
}
