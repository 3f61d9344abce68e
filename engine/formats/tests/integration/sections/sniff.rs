//! Recognition of files.

use keitai_formats::{Ends, Error, Kind, Recognised, recognise, recognise_as, recognise_ends};

use super::files::bytes;

#[test]
fn a_file_is_recognised_by_its_first_bytes() {
    let cases: [(&[u8], Kind); 12] = [
        (b"MB\x05\0", Kind::Figure),
        (b"MT\x05\0", Kind::ActionTable),
        (b"BM", Kind::Texture),
        (b"J3D1bck1", Kind::BoneAnimation),
        (b";BAC\r\n", Kind::FigureText),
        (b"\xEF\xBB\xBF\n ;TRA", Kind::ActionText),
        (b"( Head ( bacVersion 6.0 ) )", Kind::FigureText),
        (b"; made by hand\n( Head ( traVersion 4.0 ) )", Kind::ActionText),
        (b"MB", Kind::Figure),
        (b"\x89PNG\r\n\x1a\n", Kind::Png),
        (b"PK\x03\x04", Kind::Archive),
        (b"\xABJSR184\xBB\r\n\x1A\n", Kind::M3g),
    ];
    for (data, kind) in cases {
        assert_eq!(recognise(data), Ok(Recognised { kind, swapped: false }), "{}", data.escape_ascii());
    }
}

#[test]
fn an_unknown_file_is_an_error_with_its_first_bytes() {
    let error = recognise(b"GIF89a......").unwrap_err();
    assert_eq!(error, Error::UnknownKind { found: b"GIF89a..".to_vec() });
    assert_eq!(error.to_string(), "header at byte 0: not the start of any known format");
    assert!(recognise(b"MX..BM").is_err() && recognise(b"M").is_err(), "no swapped figure");
    let empty = recognise(b"").unwrap_err();
    assert_eq!((&empty, empty.to_string()), (&Error::UnknownKind { found: vec![] }, "the file is empty".to_owned()));
    assert!(recognise(b"(no version)").is_err());
    assert!(recognise(b"MThd\0\0\0\x06").is_err(), "a MIDI file is no action table");
}

#[test]
fn a_name_helps_with_texts_only() {
    let text = b"```\n( Figure )";
    assert_eq!(recognise_as(text, Kind::of_ending("BAC")).map(|file| file.kind), Ok(Kind::FigureText));
    assert_eq!(recognise_as(b"MT\x05\0", Some(Kind::FigureText)).map(|file| file.kind), Ok(Kind::ActionTable));
    assert!(recognise_as(text, Some(Kind::Figure)).is_err());
    assert!(recognise_as(text, Kind::of_ending("png")).is_err());
}

#[test]
fn the_ends_of_a_file_tell_its_kind_or_that_it_may_be_swapped() {
    assert_eq!(recognise_ends(b"MT\x05\0", b"\0\0"), Ends::Kind(Kind::ActionTable));
    assert_eq!(recognise_ends(b"MT = a text", b"xt"), Ends::Unknown);
    assert_eq!(recognise_ends(b"BM", b"\0\0"), Ends::Unknown);
    assert_eq!(recognise_ends(b"BM............\x28\0\0\0", b"\0\0"), Ends::Kind(Kind::Texture));
    assert_eq!(recognise_ends(b"\x12\x34", b"BM"), Ends::MaybeSwapped);
    assert_eq!(recognise_ends(b"\x12\x34", b"MB"), Ends::MaybeSwapped, "a texture: the ends are reversed");
    assert_eq!(recognise_ends(b"\x12\x34", b"M"), Ends::Unknown);
    assert_eq!(recognise_ends(b"", b""), Ends::Unknown);
}

#[test]
fn a_swapped_figure_is_recognised_by_its_header() {
    let swapped = bytes("figures", "a swapped figure");
    // 104 bytes: 50 + 104 % 20 = 54 swaps, of which the last two undo those of the pairs in the middle.
    assert_eq!((swapped.len(), &swapped[102..]), (104, &b"BM"[..]));
    assert_eq!(swapped[50..54], bytes("figures", "version 5")[50..54]);
    assert_eq!(recognise(&swapped), Ok(Recognised { kind: Kind::Figure, swapped: true }));
    assert!(recognise(&bytes("figures", "the end of a swapped figure alone proves nothing")).is_err());
}
