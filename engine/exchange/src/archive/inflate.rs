//! Unpacking of deflate streams, with or without an end.

use flate2::{Decompress, FlushDecompress, Status};

/// Bytes that are unpacked first.
const STEP: usize = 1 << 16;

/// Unpacks a stream as far as it goes, at most one byte beyond `size`. A damaged stream ends where the damage begins.
pub(super) fn inflate(packed: &[u8], size: u64) -> Vec<u8> {
    let most = usize::try_from(size).unwrap_or(usize::MAX).saturating_add(1);
    let mut stream = Decompress::new(false);
    let mut bytes = Vec::new();
    while bytes.len() < most {
        let (before, read) = (bytes.len(), stream.total_in());
        // Each step doubles the bytes. Even if every step copies the bytes before it, the time stays in proportion to
        // their number.
        bytes.reserve_exact(STEP.max(before).min(most - before));
        let rest = usize::try_from(read).ok().and_then(|read| packed.get(read..)).unwrap_or_default();
        let status = stream.decompress_vec(rest, &mut bytes, FlushDecompress::None);
        let stuck = bytes.len() == before && stream.total_in() == read;
        if stuck || !matches!(status, Ok(Status::Ok | Status::BufError)) {
            break;
        }
    }
    bytes.truncate(most);
    bytes
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    #[test]
    fn large_streams_are_unpacked_in_few_steps() {
        let content = vec![7; 5_000_000];
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&content).unwrap();
        let packed = encoder.finish().unwrap();
        for size in [content.len() as u64, u64::MAX] {
            let used = allocation_counter::measure(|| assert_eq!(inflate(&packed, size), content));
            assert!(used.count_total < 20 && used.bytes_max < 20_000_000, "{used:?}");
        }
        assert_eq!(inflate(&packed, 99_999), content[..100_000]);
    }
}
