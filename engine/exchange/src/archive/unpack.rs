//! Unpacking of deflate streams, with or without an end, and of Yaz0 streams.

use super::MOST_ENTRY;
use crate::error::{Error, Result};
use crate::memory::{Bytes, Memory};
use flate2::{Decompress, FlushDecompress, Status};

/// Bytes that are unpacked at a time.
const BLOCK: usize = 1 << 16;

/// Calls `each` with the blocks of a stream as far as it goes, at most one byte beyond `size`. A damaged stream ends where the
/// damage begins.
pub(super) fn inflate(packed: &[u8], size: u64, each: &mut dyn FnMut(&[u8])) {
    let mut stream = Decompress::new(false);
    let mut block = vec![0; BLOCK];
    let mut missing = size.saturating_add(1);
    while missing > 0 {
        let (before, consumed) = (stream.total_out(), stream.total_in());
        let rest = usize::try_from(consumed).ok().and_then(|consumed| packed.get(consumed..)).unwrap_or_default();
        let most = usize::try_from(missing).map_or(BLOCK, |missing| missing.min(BLOCK));
        let status = stream.decompress(rest, &mut block[..most], FlushDecompress::None);
        let count = stream.total_out() - before;
        each(&block[..count as usize]);
        missing -= count;
        let is_stuck = count == 0 && stream.total_in() == consumed;
        if is_stuck || !matches!(status, Ok(Status::Ok | Status::BufError)) {
            break;
        }
    }
}

/// Bytes before the groups of a Yaz0 stream.
const HEADER: usize = 16;

/// Unpacks a Yaz0 stream: "Yaz0", the size of the unpacked bytes (u32, big endian), eight unused bytes, and groups of a byte of
/// flags and eight pieces. A set flag, from the highest bit on, stands for a byte as it is. A clear one stands for
/// bytes from before: two bytes of `nrrr` with `n + 2` bytes from `rrr + 1` bytes back, or for `n` = 0 a third byte
/// with their number less 18.
pub(super) fn yaz0(data: &[u8], memory: &Memory) -> Result<Bytes> {
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
    use flate2::Compression;
    use flate2::write::DeflateEncoder;
    use std::io::Write;

    #[test]
    fn large_streams_are_unpacked_in_blocks() {
        let content = vec![7; 5_000_000];
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&content).unwrap();
        let packed = encoder.finish().unwrap();
        for (size, count) in [(content.len() as u64, content.len()), (u64::MAX, content.len()), (99_999, 100_000)] {
            let mut unpacked = 0;
            let used = allocation_counter::measure(|| {
                inflate(&packed, size, &mut |block| {
                    assert!(block.iter().all(|byte| *byte == 7));
                    unpacked += block.len();
                });
            });
            assert!(unpacked == count && used.bytes_max < 200_000, "{unpacked} {used:?}");
        }
    }

    fn unpack(data: &[u8]) -> Result<Bytes> {
        super::yaz0(data, &Memory::new(1 << 20))
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
