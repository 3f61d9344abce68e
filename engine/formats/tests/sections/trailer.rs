//! The trailer of figures and action tables.

use keitai_formats::{Trailer, WarningKind, mbac};

use crate::labelled::{File, U8, trailer};

#[test]
fn a_trailer_is_kept() {
    let figure = File::v5().figure();
    assert_eq!(figure.trailer, Some(Trailer { key: *b"MC", identifier: *b"HI000000" }));
}

#[test]
fn known_bytes() {
    // "HI000000" less 127 is c9 ca b1 b1 b1 b1 b1 b1; under the keys 4d 43 and 03 01:
    let expected = [
        0x4D, 0x43, 0x84, 0x89, 0xFC, 0xF2, 0xFC, 0xF2, 0xFC, 0xF2, //
        0x03, 0x01, 0xCA, 0xCB, 0xB2, 0xB0, 0xB2, 0xB0, 0xB2, 0xB0,
    ];
    assert!(mbac::write(&File::v5().figure()).unwrap().ends_with(&expected));
}

#[test]
fn a_wrong_check_value() {
    let file = File { trailer: trailer(3, 2), ..File::v5() };
    let warnings = file.warnings();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].offset, file.bytes().len() - 10);
    assert_eq!(warnings[0].kind, WarningKind::TrailerCheck { expected: [3, 1], found: [3, 2] });
    assert_eq!(
        warnings[0].to_string(),
        "trailer at byte 94: trailer check value does not match counts: expected [03, 01], found [03, 02]"
    );
}

#[test]
fn only_old_versions_do_without() {
    let v3 = File { trailer: vec![], ..File::v3() };
    assert_eq!(v3.figure().trailer, None);
    assert_eq!(mbac::write(&v3.figure()).unwrap(), v3.bytes());
    let v4 = File { trailer: vec![U8(1)], ..File::v4() };
    assert_eq!(v4.warnings()[0].kind, WarningKind::TrailerMissing { found: 1 });
}

#[test]
fn bytes_after_the_end() {
    let mut file = File::v5();
    file.trailer.extend([U8(1), U8(2)]);
    assert_eq!(file.warnings()[0].kind, WarningKind::TrailingBytes { count: 2 });
}
