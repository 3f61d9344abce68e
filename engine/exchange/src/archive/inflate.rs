//! Unpacking of deflate streams, with or without an end.

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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

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
}
