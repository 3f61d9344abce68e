//! Action tables that cannot be written, and large ones.

use keitai_formats::{ActionTable, Error, Report, Result, Section, Track, mtra};

use super::files::bytes;

fn table() -> ActionTable {
    mtra::read(&bytes("tables", "track type 1: no turn")).unwrap().document
}

#[test]
fn old_versions_and_unsound_tables_are_not_written() {
    type Change = fn(&mut ActionTable);
    let cases: [(&str, Change); 3] = [
        ("pattern keys number 0: version 4 cannot hold pattern keys (1)", |table| table.version = 4),
        ("action header number 0: tracks: expected 2, found 1", |table| table.bone_count = 2),
        ("track number 0: keys in the list: expected 1 or more, found 0", |table| {
            table.actions[0].tracks = vec![Track::Rotated { rotate: vec![] }];
        }),
    ];
    for (message, change) in cases {
        let mut table = table();
        change(&mut table);
        assert_eq!(mtra::write(&table).unwrap_err().to_string(), message);
    }
    let error = mtra::write(&ActionTable { version: 3, ..table() }).unwrap_err();
    assert_eq!((error.rule().code, error.rule().title), ("K029", "cannot be written"));
}

fn read(version: u8, actions: usize, bones: usize, tracks: &[u8]) -> Result<Report<ActionTable>> {
    let counts = [actions as u16, bones as u16].map(u16::to_le_bytes).concat();
    mtra::read(&[&[b'M', b'T', version, 0], &counts[..], &[0; 20], tracks].concat())
}

#[test]
fn counts_are_checked_before_memory_is_taken() {
    let error = read(5, 65535, 65535, &[]).unwrap_err();
    // The number does not fit a 32-bit machine, which reports its largest number.
    let needed = 65535_usize.saturating_mul(65535 + 4);
    assert_eq!(error, Error::Truncated { section: Section::ActionHeader, offset: 28, needed, available: 0 });
}

#[test]
fn no_table_has_more_tracks_than_its_header_counts() {
    let read = |actions: usize, bones: usize| {
        let action = [&[0, 0][..], &vec![1; bones]].concat(); // last frame, a track of type 1 for each bone
        read(4, actions, bones, &action.repeat(actions))
    };
    assert_eq!(read(65535, 7).unwrap().document.actions.len(), 65535);
    let error = read(65535, 8).unwrap_err();
    assert_eq!(error.to_string(), "action header at byte 28: tracks: expected at most 458745, found 524280");
}
