//! The 20 bytes at the end of MBAC and MTRA files.
//!
//! Two records of two key bytes and eight masked bytes hold the same text. The first key is arbitrary. The second key
//! is a check value made from counts of the file; a computed 0 is stored as 0xAA [vendor tool].

use crate::bytes::{Cursor, Sink};
use crate::counted;
use crate::diagnostic::rules;
use crate::error::{Result, Section};
use crate::figure::Trailer;

pub(crate) const SIZE: usize = 20;

/// Returns the second key, from the low bytes of two counts.
pub(crate) fn check_key(first: usize, second: usize) -> [u8; 2] {
    [first, second].map(|count| match (count & 0xFF) as u8 {
        0 => 0xAA,
        byte => byte,
    })
}

fn unmask(key: [u8; 2], masked: [u8; 8]) -> [u8; 8] {
    core::array::from_fn(|i| (masked[i] ^ key[i & 1]).wrapping_add(127))
}

fn mask(key: [u8; 2], plain: [u8; 8]) -> [u8; 8] {
    core::array::from_fn(|i| plain[i].wrapping_sub(127) ^ key[i & 1])
}

/// Reads the trailer from the rest of the file. When it is `required` and missing, there is a warning.
pub(crate) fn read(cursor: &mut Cursor<'_>, required: bool, check: [u8; 2]) -> Result<Option<Trailer>> {
    cursor.section = Section::Trailer;
    let rest = cursor.remaining();
    if rest < SIZE {
        if required {
            cursor.warn(&rules::TRAILER_MISSING, format_args!("trailer missing: expected {SIZE} bytes, found {rest}"));
        } else if rest > 0 {
            cursor.warn(&rules::TRAILING_BYTES, format_args!("{} after the end", counted(rest, "byte")));
        }
        return Ok(None);
    }
    let at = cursor.offset;
    let key = cursor.array()?;
    let identifier = unmask(key, cursor.array()?);
    let second_key = cursor.array()?;
    let second = unmask(second_key, cursor.array()?);
    if identifier != second {
        let [first, second] = [identifier.escape_ascii(), second.escape_ascii()];
        let message = format_args!("the two identifiers differ: \"{first}\" and \"{second}\"");
        cursor.warn_at(at, &rules::TRAILER_UNEQUAL, message);
    }
    if !identifier.is_ascii() {
        let message = format_args!("the identifier is not ASCII: \"{}\"", identifier.escape_ascii());
        cursor.warn_at(at, &rules::TRAILER_NOT_ASCII, message);
    }
    if second_key != check {
        let message =
            format_args!("check value does not match the counts: expected {check:02x?}, found {second_key:02x?}");
        cursor.warn_at(at + SIZE / 2, &rules::TRAILER_CHECK, message);
    }
    let rest = cursor.remaining();
    if rest > 0 {
        cursor.warn(&rules::TRAILING_BYTES, format_args!("{} after the end", counted(rest, "byte")));
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
    fn a_zero_in_the_check_key_is_written_as_aa() {
        assert_eq!(check_key(256, 257), [0xAA, 1]);
    }

    #[test]
    fn wrong_trailers_are_read_with_warnings() {
        let mut sink = Sink::default();
        write(&mut sink, Trailer::default(), [7, 9]);
        let mut bytes = sink.bytes;
        bytes[12] ^= 1;
        bytes.push(0);
        let mut cursor = Cursor::new(&bytes);
        assert_eq!(read(&mut cursor, true, [7, 8]), Ok(Some(Trailer::default())));
        let messages: Vec<String> = cursor.into_report(()).diagnostics.iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
            [
                "byte 0: warning[K013]: trailer: the two identifiers differ: \"HI000000\" and \"GI000000\"",
                "byte 10: warning[K011]: trailer: check value does not match the counts: expected [07, 08], found [07, 09]",
                "byte 20: warning[K015]: trailer: 1 byte after the end",
            ]
        );
    }
}
