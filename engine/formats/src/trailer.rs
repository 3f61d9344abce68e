//! The 20 bytes at the end of MBAC and MTRA files.
//!
//! Two records of two key bytes and eight masked bytes hold the same text. The first key is arbitrary. The second is a
//! check value made from counts of the file, a computed 0 being stored as 0xAA (observed in the vendor tool's output).

use crate::bytes::{Cursor, Sink};
use crate::error::{Result, Section};
use crate::figure::Trailer;
use crate::warning::WarningKind;

/// Length of the trailer.
pub(crate) const SIZE: usize = 20;

/// The second key, from the low bytes of two counts.
pub(crate) fn check_key(first: usize, second: usize) -> [u8; 2] {
    [first, second].map(|count| match (count & 0xFF) as u8 {
        0 => 0xAA,
        byte => byte,
    })
}

fn unmask(key: [u8; 2], masked: [u8; 8]) -> [u8; 8] {
    std::array::from_fn(|i| (masked[i] ^ key[i & 1]).wrapping_add(127))
}

fn mask(key: [u8; 2], plain: [u8; 8]) -> [u8; 8] {
    std::array::from_fn(|i| plain[i].wrapping_sub(127) ^ key[i & 1])
}

/// Reads what is left of the file. `required`: a missing trailer is worth a warning.
pub(crate) fn read(cursor: &mut Cursor<'_>, required: bool, check: [u8; 2]) -> Result<Option<Trailer>> {
    cursor.enter(Section::Trailer);
    let left = cursor.remaining();
    if left < SIZE {
        if required {
            cursor.warn(WarningKind::TrailerMissing { found: left });
        } else if left > 0 {
            cursor.warn(WarningKind::TrailingBytes { count: left });
        }
        return Ok(None);
    }
    let at = cursor.offset();
    let key = cursor.array()?;
    let identifier = unmask(key, cursor.array()?);
    let second_key = cursor.array()?;
    let second = unmask(second_key, cursor.array()?);
    if identifier != second {
        cursor.warn_at(at, WarningKind::TrailerUnequal { first: identifier, second });
    }
    if !identifier.is_ascii() {
        cursor.warn_at(at, WarningKind::TrailerNotAscii { identifier });
    }
    if second_key != check {
        cursor.warn_at(at + 10, WarningKind::TrailerCheck { expected: check, found: second_key });
    }
    if cursor.remaining() > 0 {
        cursor.warn(WarningKind::TrailingBytes { count: cursor.remaining() });
    }
    Ok(Some(Trailer { key, identifier }))
}

pub(crate) fn write(sink: &mut Sink, trailer: Trailer, check: [u8; 2]) {
    for key in [trailer.key, check] {
        sink.raw(&key);
        sink.raw(&mask(key, trailer.identifier));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_of_a_known_file() {
        // 'H' = 0x48: 0x48 - 0x7F = 0xC9, ^ 0x4D = 0x84.
        assert_eq!(mask(*b"MC", *b"HI000000")[0], 0x84);
        assert_eq!(unmask(*b"MC", mask(*b"MC", *b"HI000000")), *b"HI000000");
    }

    #[test]
    fn a_zero_in_the_check_key_is_written_as_aa() {
        assert_eq!(check_key(256, 257), [0xAA, 1]);
    }

    #[test]
    fn missing_trailer() {
        for (required, left, warnings) in [(true, 0, 1), (true, 19, 1), (false, 0, 0), (false, 3, 1)] {
            let bytes = vec![0; left];
            let mut cursor = Cursor::new(&bytes);
            assert_eq!(read(&mut cursor, required, [1, 1]), Ok(None));
            assert_eq!(cursor.into_warnings().len(), warnings, "required {required}, {left} bytes left");
        }
    }

    #[test]
    fn oddities_are_told() {
        let mut sink = Sink::default();
        write(&mut sink, Trailer::default(), [7, 9]);
        let mut bytes = sink.into_bytes();
        bytes[12] ^= 1;
        bytes.push(0);
        let mut cursor = Cursor::new(&bytes);
        assert_eq!(read(&mut cursor, true, [7, 8]), Ok(Some(Trailer::default())));
        let kinds: Vec<_> = cursor.into_warnings().into_iter().map(|warning| warning.kind).collect();
        assert_eq!(
            kinds,
            [
                WarningKind::TrailerUnequal { first: *b"HI000000", second: *b"GI000000" },
                WarningKind::TrailerCheck { expected: [7, 8], found: [7, 9] },
                WarningKind::TrailingBytes { count: 1 },
            ]
        );
    }
}
