//! The trailer of figures and action tables.

use keitai_formats::{Trailer, mbac};

use super::labelled::{File, U8};

#[test]
fn a_trailer_has_the_bytes_computed_by_hand() {
    // "HI000000" less 127 is c9 ca b1 b1 b1 b1 b1 b1; under the keys 4d 43 and 03 01:
    let expected = [
        0x4D, 0x43, 0x84, 0x89, 0xFC, 0xF2, 0xFC, 0xF2, 0xFC, 0xF2, //
        0x03, 0x01, 0xCA, 0xCB, 0xB2, 0xB0, 0xB2, 0xB0, 0xB2, 0xB0,
    ];
    let figure = File::v5().figure();
    assert_eq!(figure.trailer, Some(Trailer { key: *b"MC", identifier: *b"HI000000" }));
    assert!(mbac::write(&figure).unwrap().ends_with(&expected));
}

#[test]
fn only_old_versions_need_no_trailer() {
    let v3 = File { trailer: vec![], ..File::v3() };
    assert_eq!(v3.figure().trailer, None);
    assert_eq!(mbac::write(&v3.figure()).unwrap(), v3.bytes());
    let bytes = File { trailer: vec![U8(1); 3], ..File::v3() };
    assert!(bytes.warnings()[0].ends_with("[K015]: trailer: 3 bytes after the end"), "{:?}", bytes.warnings());
    let none = File { trailer: vec![], ..File::v4() };
    assert!(none.warnings()[0].ends_with("expected 20 bytes, found 0"), "{:?}", none.warnings());
    let v4 = File { trailer: vec![U8(1)], ..File::v4() };
    let warning = v4.warnings().remove(0);
    assert!(warning.ends_with("[K012]: trailer: trailer missing: expected 20 bytes, found 1"), "{warning}");
}
