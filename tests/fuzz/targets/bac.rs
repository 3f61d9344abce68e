//! BAC6: never a panic; every finding has a place in the text; what is read without a finding comes back the same.

#![no_main]

use keitai_formats::bac;
use keitai_formats::text::LineIndex;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let parsed = bac::read(data);
    let lines = LineIndex::new(data);
    parsed.diagnostics.iter().for_each(|found| assert!(!found.one_line("f", &lines).is_empty()));
    let again = bac::read(bac::write(&parsed.document).as_bytes());
    if parsed.diagnostics.is_empty() {
        assert_eq!(again.document, parsed.document);
    }
});
