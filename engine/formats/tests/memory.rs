//! Memory of the readers of texts and action tables: at most four times the file and 64 MiB, whatever the file. The
//! allocator of this program has that ceiling, so a reader that takes more is stopped. The ceiling applies to the whole
//! process, so this test is a program of its own. The messages of their diagnostics stay short, too.

#![allow(clippy::unwrap_used)] // errors fail the test

use std::alloc::System;

use cap::Cap;
use keitai_formats::{Diagnostic, bac, mtra, tra};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

const LARGE: usize = 16 << 20;

/// Reads a file within its limit of memory, and returns the codes of the diagnostics with lines and columns.
fn read(text: Vec<u8>, read: fn(&[u8]) -> Vec<Diagnostic>) -> Vec<&'static str> {
    ALLOCATOR.set_limit(4 * text.len() + (64 << 20)).unwrap();
    let diagnostics = read(&text);
    let longest = diagnostics.iter().map(|diagnostic| diagnostic.to_string().len()).max().unwrap_or_default();
    assert!(longest < 1000, "a message of {longest} bytes");
    let codes = diagnostics.iter().map(|diagnostic| diagnostic.rule.code).collect();
    ALLOCATOR.set_limit(usize::MAX).unwrap();
    codes
}

fn bac(text: &[u8]) -> Vec<Diagnostic> {
    bac::read(text).with_lines(text).diagnostics
}

fn tra(text: &[u8]) -> Vec<Diagnostic> {
    tra::read(text).with_lines(text).diagnostics
}

/// Repeats `piece` up to `length` bytes between a head and a tail.
fn repeated(head: &str, piece: &str, tail: &str, length: usize) -> Vec<u8> {
    let mut text = head.as_bytes().to_vec();
    text.reserve_exact(length + tail.len());
    while text.len() + piece.len() <= length {
        text.extend(piece.bytes());
    }
    text.extend(tail.bytes());
    text
}

// One test: the ceiling applies to the whole program.
#[test]
fn readers_take_four_times_their_size_and_64_mib() {
    let head = ";TRA\n( Head ( traVersion 4.0 ) )\n( Figure ( totalFrame 9 ) ( bone ( name \"a\" ) ( roll\n";
    let codes = read(repeated(head, "( kf 0 1.5 )\n", ") ) )", LARGE), tra);
    assert_eq!(codes, ["A002"], "nine channels are missing");

    let codes = read(vec![b'\n'; 4 * LARGE], bac);
    assert_eq!(codes, ["B014", "T022", "T025"]);

    let codes = read(repeated(";TRA\n", "(a)", "", LARGE), tra);
    assert!(codes.contains(&"T027"), "{codes:?}");

    let codes = read(repeated(";BAC\n( Figure ( Bones ( bone ( vertexIndices ", "1 ", ") ) ) )", LARGE), bac);
    assert!(codes.contains(&"T017"), "{codes:?}");

    let codes = read(repeated(";BAC\n( Figure ", "( x ) ", ")", 3_000_000), bac);
    assert_eq!(codes.iter().filter(|code| **code == "T018").count(), 20);

    // Tracks of one byte each.
    let (actions, bones) = (u16::MAX, 250);
    let mut table = b"MT\x04\0".to_vec();
    table.extend(actions.to_le_bytes());
    table.extend(u16::to_le_bytes(bones));
    table.extend([0; 20]);
    table.extend([&[0, 0][..], &vec![1; usize::from(bones)]].concat().repeat(usize::from(actions)));
    let mtra = |data: &[u8]| mtra::read(data).map_or_else(|error| vec![(&error).into()], |report| report.diagnostics);
    assert_eq!(read(table, mtra), ["K007"]);

    let long = "n".repeat(LARGE / 2);
    let codes = read(format!(";BAC\n( Figure ( {long} ) ( name {long} ) )").into_bytes(), bac);
    assert!(codes.contains(&"T018") && codes.contains(&"T017"), "{codes:?}");
}
