//! TRA4: never a panic; every finding has a place in the text; what is read without a finding is written the same twice.

#![no_main]

use keitai_formats::text::LineIndex;
use keitai_formats::tra;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let parsed = tra::read(data);
    let lines = LineIndex::new(data);
    parsed.diagnostics.iter().for_each(|found| assert!(!found.one_line("f", &lines).is_empty()));
    let written = tra::write(&parsed.document);
    if parsed.diagnostics.is_empty() {
        // Names lose what a string cannot hold, once.
        assert_eq!(tra::write(&tra::read(written.as_bytes()).document), written);
    }
});
