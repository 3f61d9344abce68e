//! Byte-swapped files: recognised, read, and reported by a note.

use keitai_formats::{Error, Kind, Recognised, mbac, recognise, swap};

use super::labelled::{File, VENDOR, lines};

#[test]
fn a_swapped_figure() {
    let mut bytes = File::v5().bytes();
    // 104 bytes: 50 + 104 % 20 = 54 swaps, of which the last two undo those of the pairs in the middle.
    assert_eq!(bytes.len(), 104);
    swap::swap(&mut bytes);
    assert_eq!(bytes[102..], *b"BM");
    assert_eq!(bytes[50..54], File::v5().bytes()[50..54]);
    let loaded = mbac::read_with(&bytes, &VENDOR).unwrap();
    assert_eq!(loaded.document, File::v5().figure());
    let expected = "byte 0: note[K023]: header: byte-swapped MBAC file, as games by Fishlabs have them; undone";
    assert_eq!(lines(&loaded.diagnostics), [expected]);
    assert_eq!(recognise(&bytes), Ok(Recognised { kind: Kind::Figure, swapped: true }));
}

#[test]
fn an_end_alone_proves_nothing() {
    let mut bytes = File::v5().bytes();
    swap::swap(&mut bytes);
    bytes[104 - 1 - 4] = 9; // the vertex format, once undone
    let error = mbac::read_with(&bytes, &VENDOR).unwrap_err();
    assert!(matches!(error, Error::Magic { offset: 0, expected: "MB", .. }), "{error}");
    assert!(recognise(&bytes).is_err());
}
