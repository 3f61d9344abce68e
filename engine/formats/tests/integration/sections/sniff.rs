//! Recognition of files.

use keitai_formats::{Error, Kind, Recognised, recognise, recognise_as};

#[test]
fn a_file_is_recognised_by_its_first_bytes() {
    let cases: [(&[u8], Kind); 9] = [
        (b"MB\x05\0", Kind::Figure),
        (b"MT\x05\0", Kind::ActionTable),
        (b"BM", Kind::Texture),
        (b"J3D1bck1", Kind::BoneAnimation),
        (b";BAC\r\n", Kind::FigureText),
        (b"\xEF\xBB\xBF\n ;TRA", Kind::ActionText),
        (b"( Head ( bacVersion 6.0 ) )", Kind::FigureText),
        (b"; made by hand\n( Head ( traVersion 4.0 ) )", Kind::ActionText),
        (b"MB", Kind::Figure),
    ];
    for (data, kind) in cases {
        assert_eq!(recognise(data), Ok(Recognised { kind, swapped: false }), "{}", data.escape_ascii());
    }
}

#[test]
fn an_unknown_file_is_an_error_with_its_first_bytes() {
    let error = recognise(b"\x89PNG\r\n\x1a\n....").unwrap_err();
    assert_eq!(error, Error::UnknownKind { found: b"\x89PNG\r\n\x1a\n".to_vec() });
    assert_eq!(error.to_string(), "header at byte 0: not the start of any known format");
    assert_eq!(recognise(b""), Err(Error::UnknownKind { found: vec![] }));
    assert!(recognise(b"(no version)").is_err());
}

#[test]
fn a_name_helps_with_texts_only() {
    let text = b"```\n( Figure )";
    assert_eq!(recognise_as(text, Kind::of_ending("BAC")).map(|found| found.kind), Ok(Kind::FigureText));
    assert_eq!(recognise_as(b"MT\x05\0", Some(Kind::FigureText)).map(|found| found.kind), Ok(Kind::ActionTable));
    assert!(recognise_as(text, Some(Kind::Figure)).is_err());
    assert!(recognise_as(text, Kind::of_ending("png")).is_err());
}
