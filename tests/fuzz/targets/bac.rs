//! BAC6: never a panic; every diagnostic has a line and a column; a document read without a diagnostic is written the same twice.

#![no_main]

use keitai_formats::{Diagnostic, Location, bac};
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let parsed = bac::read(data).with_lines(data);
    let placed = |found: &Diagnostic| matches!(found.location, Location::Line(_));
    assert!(parsed.diagnostics.iter().all(placed));
    let written = bac::write(&parsed.document);
    if parsed.diagnostics.is_empty() {
        // Names lose what a string cannot hold, once.
        assert_eq!(bac::write(&bac::read(written.as_bytes()).document), written);
    }
});
