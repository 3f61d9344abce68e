//! The seven types of tracks, and the lists of keys in them.

use keitai_formats::{BoneMatrix, Error, RollKey, Section, Track, VectorKey};

use super::labelled::{I16, Piece, U8, U16};
use super::mtra::{error, table, warnings};

fn vectors(keys: &[(u16, [i16; 3])]) -> Vec<Piece> {
    let mut pieces = vec![U16(keys.len() as u16)];
    for &(frame, [x, y, z]) in keys {
        pieces.extend([U16(frame), I16(x), I16(y), I16(z)]);
    }
    pieces
}

fn rolls(keys: &[(u16, i16)]) -> Vec<Piece> {
    let mut pieces = vec![U16(keys.len() as u16)];
    keys.iter().for_each(|&(frame, angle)| pieces.extend([U16(frame), I16(angle)]));
    pieces
}

fn vector_keys(keys: &[(u16, [i16; 3])]) -> Vec<VectorKey> {
    keys.iter().map(|&(frame, value)| VectorKey { frame, value }).collect()
}

const T: [(u16, [i16; 3]); 2] = [(0, [1, 2, 3]), (7, [-1, -2, -3])];
const S: [(u16, [i16; 3]); 1] = [(0, [4096, 2048, -4096])];
const R: [(u16, [i16; 3]); 2] = [(0, [0, 0, 4096]), (2, [4113, 0, 0])];
const A: [(u16, i16); 2] = [(0, 0), (5, -8192)];

#[test]
fn seven_types() {
    let [t, s, r] = [vector_keys(&T), vector_keys(&S), vector_keys(&R)];
    let a: Vec<_> = A.iter().map(|&(frame, angle)| RollKey { frame, angle }).collect();
    let matrix: [i16; 12] = std::array::from_fn(|i| i as i16);
    // Type, payload, words of key data, and the track.
    let cases: [(u8, Vec<Piece>, u32, Track); 7] = [
        (0, matrix.map(I16).to_vec(), 0, Track::Matrix(BoneMatrix(matrix))),
        (1, vec![], 0, Track::Identity),
        (
            2,
            [vectors(&T), vectors(&S), vectors(&R), rolls(&A)].concat(),
            4 * 5 + 2 * 2,
            Track::Scaled { translate: t.clone(), scale: s, rotate: r.clone(), roll: a.clone() },
        ),
        (
            3,
            [[9, 8, 7].map(I16).to_vec(), vectors(&R), vec![I16(-100)]].concat(),
            4 * 2,
            Track::Turned { translate: [9, 8, 7], rotate: r.clone(), roll: -100 },
        ),
        (4, [vectors(&R), rolls(&A)].concat(), 4 * 2 + 2 * 2, Track::Rolled { rotate: r.clone(), roll: a.clone() }),
        (5, vectors(&R), 4 * 2, Track::Rotated { rotate: r.clone() }),
        (
            6,
            [vectors(&T), vectors(&R), rolls(&A)].concat(),
            4 * 4 + 2 * 2,
            Track::Moved { translate: t, rotate: r, roll: a },
        ),
    ];
    for (kind, payload, words, track) in cases {
        let pieces = [vec![U8(kind)], payload].concat();
        let table = table(kind, &pieces, words);
        assert_eq!(table.actions[0].tracks, [track]);
    }
}

#[test]
fn there_is_no_type_7() {
    let message = "track at byte 30: track type: expected 0..=6, found 7";
    assert_eq!(error(7, &[U8(7)]).to_string(), message);
}

#[test]
fn a_list_has_keys() {
    let error = error(5, &[U8(5), U16(0)]);
    assert_eq!(error.to_string(), "track at byte 31: keys in the list: expected 1 or more, found 0");
}

#[test]
fn frames_ascend() {
    for frame in [0, 3] {
        let keys = [(0, [0; 3]), (3, [0; 3]), (frame, [0; 3])];
        let error = error(5, &[vec![U8(5)], vectors(&keys)].concat());
        assert_eq!(
            error.to_string(),
            format!("track at byte 49: key frame: expected one after the key before, found {frame}")
        );
    }
}

#[test]
fn a_late_first_key_is_a_warning() {
    let warnings = warnings(4, &[vec![U8(4)], vectors(&S), rolls(&[(2, 0)])].concat(), 4 + 2);
    assert_eq!(warnings, ["byte 43: warning[K019]: track: first key at frame 2 instead of 0"]);
}

#[test]
fn a_count_beyond_the_file() {
    let expected = Error::Truncated { section: Section::Track, offset: 33, needed: 65535 * 8, available: 28 };
    assert_eq!(error(5, &[U8(5), U16(65535)]), expected);
}
