//! Vertices, plain and in blocks.

use super::labelled::{Bits, File, Raw, U8, U16};

/// Returns a figure with `count` vertices and a bone, and nothing else.
fn file(count: u16) -> File {
    let mut file = File::v5();
    file.counts[0] = U16(count);
    file.counts[1] = U16(0);
    file.table[2] = U16(0);
    file.polygons = vec![];
    file.bones = super::labelled::bone(count, -1);
    file.trailer = super::labelled::trailer(count as u8, 0xAA);
    file
}

#[test]
#[rustfmt::skip]
fn four_widths() {
    let signed = |value: i32, width: u32| (value as u32 & ((1u64 << width) - 1) as u32, width);
    let mut file = file(5);
    file.vertices = vec![Bits(vec![
        (0, 6), (0, 2),                                                 // one vertex of 8 bits
        signed(-128, 8), signed(127, 8), signed(-1, 8),
        (0, 6), (1, 2),                                                 // one of 10
        signed(-512, 10), signed(511, 10), signed(-1, 10),
        (1, 6), (2, 2),                                                 // two of 13
        signed(-4096, 13), signed(4095, 13), signed(-1, 13),
        signed(1, 13), signed(2, 13), signed(-4096, 13),
        (0, 6), (3, 2),                                                 // one of 16
        signed(-32768, 16), signed(32767, 16), signed(-1, 16),
    ])];
    let vertices = [[-128, 127, -1], [-512, 511, -1], [-4096, 4095, -1], [1, 2, -4096], [-32768, 32767, -1]];
    assert_eq!(file.figure().vertices, vertices);
    assert_eq!(keitai_formats::mbac::write(&file.figure()).unwrap(), file.bytes());
}

#[test]
#[rustfmt::skip]
fn a_block_must_not_go_beyond_the_count() {
    let mut file = file(3);
    file.vertices = vec![
        U8(1), Raw(vec![0; 6]), // two vertices
        U8(1), Raw(vec![0; 6]), // and two more
    ];
    let at = 26 + 8 + 7;
    let message = format!("vertices at byte {at}: vertices in the block: expected a block within the vertices, found 2");
    assert_eq!(file.error().to_string(), message);
    assert_eq!(file.error().rule().code, "K004", "no limit of players");
}

#[test]
fn no_vertices_take_no_bytes() {
    let mut file = file(0);
    file.vertices = vec![];
    file.trailer = super::labelled::trailer(0xAA, 0xAA);
    assert_eq!(file.figure().vertices, [[0; 3]; 0]);
    assert_eq!(keitai_formats::mbac::write(&file.figure()).unwrap(), file.bytes());
}

#[test]
fn set_pad_bits_are_a_warning() {
    let mut file = file(1);
    file.vertices = vec![Bits(vec![(0, 6), (1, 2), (0, 30), (3, 2)])];
    assert_eq!(file.warnings(), ["byte 38: warning[K016]: vertices: pad bits are not zero"]);
}
