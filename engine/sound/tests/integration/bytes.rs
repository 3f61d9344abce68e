//! Sound files built of labelled bytes.

/// A chunk of a WAV file.
pub(crate) fn chunk(tag: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut chunk = tag.to_vec();
    chunk.extend((content.len() as u32).to_le_bytes());
    chunk.extend(content);
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}

pub(crate) fn wave(chunks: &[Vec<u8>]) -> Vec<u8> {
    let content = [b"WAVE".to_vec(), chunks.concat()].concat();
    chunk(b"RIFF", &content)
}

/// The first 16 bytes of a `fmt ` chunk.
pub(crate) fn format(tag: u16, channels: u16, rate: u32, block: u16, bits: u16) -> Vec<u8> {
    let second = rate * u32::from(block);
    let words = |words: [u16; 2]| words.map(u16::to_le_bytes).concat();
    [words([tag, channels]), [rate, second].map(u32::to_le_bytes).concat(), words([block, bits])].concat()
}

pub(crate) fn midi(format: u16, division: u16, tracks: &[&[u8]]) -> Vec<u8> {
    let mut file = b"MThd\0\0\0\x06".to_vec();
    file.extend([format, tracks.len() as u16, division].map(u16::to_be_bytes).as_flattened());
    for track in tracks {
        file.extend(b"MTrk");
        file.extend((track.len() as u32).to_be_bytes());
        file.extend(*track);
    }
    file
}

/// Wait 0, end of track.
pub(crate) const END: [u8; 4] = [0, 0xFF, 0x2F, 0];
