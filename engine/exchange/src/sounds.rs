//! Sound files of phones and of today: which one begins in some bytes, and where it ends.

use std::fmt;

/// Format of a sound file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum SoundFormat {
    Midi,
    Wave,
    Vorbis,
    Smaf,
    Mfi,
    Imelody,
    Aem,
    Amr,
    Qcelp,
}

use SoundFormat::{Aem, Amr, Imelody, Mfi, Midi, Qcelp, Smaf, Vorbis, Wave};

/// Names, endings of files, and first bytes; those of a RIFF come after its size.
const FORMATS: [(SoundFormat, &str, &str, &[u8]); 10] = [
    (Midi, "MIDI file", "mid", b"MThd"),
    (Wave, "WAV file", "wav", b"WAVE"),
    (Vorbis, "Ogg file", "ogg", b"OggS"),
    (Smaf, "SMAF tune", "mmf", b"MMMD"),
    (Mfi, "MFi tune", "mld", b"melo"),
    (Imelody, "iMelody tune", "imy", b"BEGIN:IMELODY"),
    (Aem, "AEM tune", "aem", b"AEM"),
    (Amr, "AMR speech", "amr", b"#!AMR\n"),
    (Amr, "AMR speech", "awb", WIDE_AMR),
    (Qcelp, "QCELP speech", "qcp", b"QLCM"),
];
const WIDE_AMR: &[u8] = b"#!AMR-WB\n";
/// Bytes of frames of AMR speech by their type, without the byte of the type; 0 for types that no file has.
const AMR: [u8; 16] = [12, 13, 15, 17, 19, 20, 26, 31, 5, 0, 0, 0, 0, 0, 0, 0];
const AMR_WIDE: [u8; 16] = [17, 23, 32, 36, 40, 46, 50, 58, 60, 5, 0, 0, 0, 0, 0, 0];
/// Type of a frame without speech.
const NO_SPEECH: u8 = 15;
/// Most bytes of an iMelody tune, a text of few lines.
const MOST_TEXT: usize = 16 << 10;
/// Bytes of a chunk before its data: a name and a size.
const CHUNK: usize = 8;
/// Bytes of a page of an Ogg file before the sizes of its segments, whose number is the last byte.
const PAGE: usize = 27;

impl SoundFormat {
    /// Returns the format of a file by its first bytes.
    pub fn of(data: &[u8]) -> Option<Self> {
        let riff = data.strip_prefix(b"RIFF").and_then(|rest| rest.get(4..));
        let begins = |(format, .., mark): &&(Self, &str, &str, &[u8])| match (format, riff) {
            (Wave | Qcelp, riff) => riff.is_some_and(|riff| riff.starts_with(mark)),
            _ => data.starts_with(mark),
        };
        FORMATS.iter().find(begins).map(|(format, ..)| *format)
    }

    /// Returns the format of files whose names end so.
    pub fn of_ending(ending: &str) -> Option<Self> {
        FORMATS.iter().find(|(_, _, name, _)| name.eq_ignore_ascii_case(ending)).map(|(format, ..)| *format)
    }

    /// Returns the usual ending of files.
    pub fn ending(self) -> &'static str {
        FORMATS.iter().find(|(format, ..)| *format == self).map_or("", |(_, _, ending, _)| ending)
    }

    /// Returns the size of a file of this format at the start of `data`. The error is the number of bytes that were read for
    /// nothing. Only a `whole` file can be an AEM tune, which has no size.
    pub(crate) fn size(self, data: &[u8], whole: bool) -> Result<usize, usize> {
        let big = |at: usize| number(data, at, u32::from_be_bytes);
        let little = |at: usize| number(data, at, u32::from_le_bytes);
        let within = |size: usize| if size <= data.len() { Ok(size) } else { Err(CHUNK) };
        match self {
            Aem if whole => Ok(data.len()),
            Aem => Err(0),
            Smaf | Mfi => within(big(4).saturating_add(CHUNK)),
            Wave | Qcelp => within(little(4).saturating_add(CHUNK)),
            Midi => {
                let mut tracks = data.get(10..12).map_or(0, |count| usize::from(count[0]) << 8 | usize::from(count[1]));
                let mut end = big(4).saturating_add(CHUNK);
                while tracks > 0 {
                    let name = data.get(end..).and_then(|rest| rest.first_chunk::<4>()).ok_or(end.min(data.len()))?;
                    tracks -= usize::from(name == b"MTrk");
                    end = end.saturating_add(CHUNK).saturating_add(big(end + 4));
                }
                if (CHUNK + 7..=data.len()).contains(&end) { Ok(end) } else { Err(end.min(data.len())) }
            }
            Vorbis => {
                let mut end = 0;
                while let Some(page) = data.get(end..).filter(|page| page.starts_with(b"OggS") && page.len() >= PAGE) {
                    let segments = page.get(PAGE..PAGE + usize::from(page[PAGE - 1])).ok_or(end + PAGE)?;
                    end += PAGE + segments.len() + segments.iter().map(|size| usize::from(*size)).sum::<usize>();
                    if page[5] & 4 != 0 && end <= data.len() {
                        return Ok(end);
                    }
                }
                Err(end.min(data.len()))
            }
            Imelody => {
                const END: &[u8] = b"END:IMELODY";
                let text = &data[..data.len().min(MOST_TEXT)];
                let end = text.windows(END.len()).position(|part| part == END).ok_or(text.len())? + END.len();
                Ok(end + data[end..].iter().take(2).take_while(|byte| matches!(byte, b'\r' | b'\n')).count())
            }
            Amr => {
                let (sizes, start) = if data.starts_with(WIDE_AMR) { (AMR_WIDE, WIDE_AMR.len()) } else { (AMR, 6) };
                let mut end = start;
                // The other bits of the byte are 0, apart from that of a frame that came well.
                while let Some(head) = data.get(end).filter(|head| **head & 0x83 == 0) {
                    let kind = head >> 3 & 15;
                    match usize::from(sizes[usize::from(kind)]) {
                        0 if kind != NO_SPEECH => break,
                        size if end + 1 + size > data.len() => break,
                        size => end += 1 + size,
                    }
                }
                if end > start { Ok(end) } else { Err(CHUNK) }
            }
        }
    }
}

/// Returns a number of 32 bits; the largest one beyond the end.
fn number(data: &[u8], at: usize, read: fn([u8; 4]) -> u32) -> usize {
    let bytes = data.get(at..).and_then(|rest| rest.first_chunk());
    bytes.map_or(usize::MAX, |bytes| read(*bytes) as usize)
}

impl fmt::Display for SoundFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(FORMATS.iter().find(|(format, ..)| format == self).map_or("", |(_, name, ..)| name))
    }
}
