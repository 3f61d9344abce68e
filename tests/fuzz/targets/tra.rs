//! TRA4: never a panic; every diagnostic has a line and a column; a document read without a diagnostic is written the same twice.

#![no_main]

use keitai_formats::{Diagnostic, Location, tra};
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let parsed = tra::read(data).with_lines(data);
    let placed = |found: &Diagnostic| matches!(found.location, Location::Line(_));
    assert!(parsed.diagnostics.iter().all(placed));
    let written = tra::write(&parsed.document);
    if parsed.diagnostics.is_empty() {
        // Names lose what a string cannot hold, once.
        assert_eq!(tra::write(&tra::read(written.as_bytes()).document), written);
    }
});
