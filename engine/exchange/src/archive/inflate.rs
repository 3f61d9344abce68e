//! Unpacking of deflate streams, with or without an end.

use flate2::{Crc, Decompress, FlushDecompress, Status};

/// Bytes that are unpacked at once.
const STEP: usize = 1 << 16;

/// Unpacks a stream as far as it goes, at most one byte beyond `size`. A damaged stream ends where the damage begins.
pub(super) fn inflate(packed: &[u8], size: u64) -> Vec<u8> {
    let most = usize::try_from(size).unwrap_or(usize::MAX).saturating_add(1);
    let mut stream = Decompress::new(false);
    let mut bytes = Vec::new();
    while bytes.len() < most {
        let (before, read) = (bytes.len(), stream.total_in());
        bytes.reserve_exact(STEP.min(most - before));
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

/// Returns the CRC-32 of bytes.
pub(super) fn check_sum(bytes: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum()
}
