//! Normals: plain and packed.

use keitai_formats::{Axis, Normals, PackedNormal, mbac};

use super::labelled::{Bits, File, I16, U8};

fn file(format: u8, normals: Vec<super::labelled::Piece>) -> File {
    File { formats: vec![U8(2), U8(format), U8(3), U8(1)], normals, ..File::v5() }
}

#[test]
fn plain_normals_are_normals() {
    let file = file(1, [4096, 0, 0, 0, -4096, 0, 1, 2, 3].map(I16).to_vec());
    let figure = file.figure();
    assert_eq!(figure.normals, Normals::Vectors(vec![[4096, 0, 0], [0, -4096, 0], [1, 2, 3]]));
    assert_eq!(figure.vertices, File::v5().figure().vertices, "they do not take the vertices' place");
    assert_eq!(mbac::write(&figure).unwrap(), file.bytes());
}

#[test]
#[rustfmt::skip]
fn packed_normals() {
    let file = file(
        2,
        vec![Bits(vec![
            (64, 7), (4, 3),               // an axis: -Y
            (65, 7), (64, 7), (1, 1),      // x = -63, y = -64, z below 0
            (63, 7), (1, 7), (0, 1),       // x = 63, y = 1, z above 0
        ])],
    );
    let direction = |x, y, z_negative| PackedNormal::Direction { x, y, z_negative };
    let expected = vec![PackedNormal::Axis(Axis::MinusY), direction(-63, -64, true), direction(63, 1, false)];
    assert_eq!(file.figure().normals, Normals::Packed(expected));
    assert_eq!(mbac::write(&file.figure()).unwrap(), file.bytes());
}

#[test]
fn axis_codes_end_at_5() {
    for code in [6, 7] {
        let file = file(2, vec![Bits(vec![(64, 7), (0, 3), (64, 7), (code, 3), (64, 7), (0, 3)])]);
        let at = 26 + 8 + 10 + 1;
        let message = format!("normals at byte {at}: axis code: expected 0..=5, found {code}");
        assert_eq!(file.error().to_string(), message);
    }
}
