//! TRA4: never a panic; every finding has a place in the text; what is read without a finding comes trak the same.

#![no_main]

use keitai_formats::tra;
use keitai_formats::text::LineIndex;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let parsed = tra::read(data);
    let lines = LineIndex::new(data);
    parsed.diagnostics.iter().for_each(|found| assert!(!found.one_line("f", &lines).is_empty()));
    let again = tra::read(tra::write(&parsed.document).as_bytes());
    if parsed.diagnostics.is_empty() {
        assert_eq!(again.document, parsed.document);
    }
});
