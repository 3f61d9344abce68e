//! The action table: header, actions and pattern keys.

use keitai_formats::{Action, ActionTable, Error, PatternKey, Section, Track, Trailer, mtra};

use super::labelled::{Piece, Raw, Text, U8, U16, U32, bytes, lines, trailer};

/// Version 5, one action of 9 frames with one track and one pattern key. `words` is the size of the track's keys.
fn file(kind: u8, track: &[Piece], words: u32) -> Vec<u8> {
    let mut pieces = vec![
        Text("MT"),
        U16(5),
        U16(1), // actions
        U16(1), // bones
    ];
    pieces.extend((0..8).map(|number| U16(u16::from(number == kind)))); // tracks of each type
    pieces.push(U32(words + 3)); // words of key data, with one pattern key
    pieces.push(U16(9)); // last frame
    pieces.extend_from_slice(track);
    pieces.extend([
        U16(1),  // pattern keys
        U16(0),  // frame
        U32(11), // mask
    ]);
    pieces.extend(trailer(1, (words + 3) as u8));
    bytes(&pieces)
}

/// Returns the table of a file without diagnostics, which is written back unchanged.
pub(crate) fn table(kind: u8, track: &[Piece], words: u32) -> ActionTable {
    let bytes = file(kind, track, words);
    let loaded = mtra::read(&bytes).unwrap();
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(mtra::write(&loaded.document).unwrap(), bytes);
    loaded.document
}

pub(crate) fn warnings(kind: u8, track: &[Piece], words: u32) -> Vec<String> {
    lines(&mtra::read(&file(kind, track, words)).unwrap().diagnostics)
}

pub(crate) fn error(kind: u8, track: &[Piece]) -> Error {
    mtra::read(&file(kind, track, 0)).unwrap_err()
}

#[test]
fn one_action() {
    let table = table(1, &[U8(1)], 0);
    let expected = ActionTable {
        version: 5,
        bone_count: 1,
        actions: vec![Action {
            last_frame: 9,
            tracks: vec![Track::Identity],
            patterns: vec![PatternKey { frame: 0, mask: 11 }],
        }],
        trailer: Some(Trailer::default()),
    };
    assert_eq!(table, expected);
}

#[test]
fn before_version_5_there_are_no_pattern_keys() {
    let pieces = |version, words: u32| {
        let mut pieces = vec![Text("MT"), U16(version), U16(1), U16(2)];
        pieces.extend([0, 2, 0, 0, 0, 0, 0, 0].map(U16));
        pieces.extend([U32(words), U16(4), U8(1), U8(1)]);
        pieces.extend(trailer(2, 0xAA));
        bytes(&pieces)
    };
    for version in [2, 3, 4] {
        let loaded = mtra::read(&pieces(version, 0)).unwrap();
        assert_eq!(loaded.diagnostics, []);
        assert_eq!(loaded.document.actions[0].patterns, []);
        let written = mtra::write(&loaded.document);
        match version {
            4 => assert_eq!(written.unwrap(), pieces(4, 0)),
            _ => assert_eq!(written, Err(Error::TargetVersion { supported: "4 or 5", asked: version })),
        }
    }
    let mut table = table(1, &[U8(1)], 0);
    table.version = 4;
    let error = mtra::write(&table).unwrap_err();
    assert_eq!(error.to_string(), "pattern keys number 0: version 4 cannot hold pattern keys (1)");
    table.version = 3;
    let error = mtra::write(&table).unwrap_err();
    assert_eq!((error.rule().code, error.rule().title), ("K029", "cannot be written"));
}

#[test]
fn wrong_redundant_counts_are_warnings() {
    let warnings = warnings(2, &[U8(1)], 5);
    let expected = [
        "byte 10: warning[K018]: header: tracks of type 1: the file holds 1, its header says 0",
        "byte 12: warning[K018]: header: tracks of type 2: the file holds 0, its header says 1",
        "byte 24: warning[K018]: header: words of key data: the file holds 3, its header says 8",
        "byte 49: warning[K011]: trailer: check value does not match the counts: expected [01, 03], found [01, 08]",
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn pattern_keys_out_of_order_are_a_warning() {
    let mut bytes = file(1, &[U8(1)], 0);
    bytes.truncate(31);
    bytes.extend([2, 0, 5, 0, 1, 0, 0, 0, 5, 0, 2, 0, 0, 0]); // two keys, both at frame 5
    let loaded = mtra::read(&bytes).unwrap();
    assert_eq!(loaded.document.actions[0].patterns.len(), 2);
    let expected = "byte 39: warning[K020]: pattern keys: pattern key at frame 5 follows one at frame 5";
    assert_eq!(loaded.diagnostics[1].to_string(), expected, "after a warning about the header's size of the keys");
}

#[test]
fn counts_are_checked_before_memory_is_taken() {
    let mut pieces = vec![Text("MT"), U16(5), U16(65535), U16(65535)];
    pieces.push(Raw(vec![0; 20]));
    let error = mtra::read(&bytes(&pieces)).unwrap_err();
    // The number does not fit a 32-bit machine, which reports its largest number.
    let needed = 65535_usize.saturating_mul(65535 + 4);
    assert_eq!(error, Error::Truncated { section: Section::ActionHeader, offset: 28, needed, available: 0 });
}

#[test]
fn no_table_has_more_tracks_than_its_header_counts() {
    let read = |actions: usize, bones: usize| {
        let mut data = bytes(&[Text("MT"), U16(4), U16(actions as u16), U16(bones as u16), Raw(vec![0; 20])]);
        let action = [&[0, 0][..], &vec![1; bones]].concat(); // last frame, a track of type 1 for each bone
        data.extend(action.repeat(actions));
        mtra::read(&data)
    };
    assert_eq!(read(65535, 7).unwrap().document.actions.len(), 65535);
    let error = read(65535, 8).unwrap_err();
    assert_eq!(error.to_string(), "action header at byte 28: tracks: expected at most 458745, found 524280");
}

#[test]
fn other_files() {
    let error = mtra::read(b"MB\x05\0").unwrap_err();
    assert_eq!(error, Error::Magic { offset: 0, expected: "MT", found: b"MB".to_vec() });
    let error = mtra::read(b"MT\x06\0").unwrap_err();
    assert_eq!(error, Error::Version { supported: "2, 3, 4 or 5", found: 6 });
}

#[test]
fn unsound_tables() {
    let mut table = table(1, &[U8(1)], 0);
    table.bone_count = 2;
    let error = mtra::write(&table).unwrap_err();
    assert_eq!(error.to_string(), "action header number 0: tracks: expected 2, found 1");
    table.bone_count = 1;
    table.actions[0].tracks = vec![Track::Rotated { rotate: vec![] }];
    let error = mtra::write(&table).unwrap_err();
    assert_eq!(error.to_string(), "track number 0: keys in the list: expected 1 or more, found 0");
}
