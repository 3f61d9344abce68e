//! `check` of any bytes: never a panic; every diagnostic can be printed.

#![no_main]

use keitai_convert::check;
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for diagnostic in check::file(data, None, None).diagnostics {
        assert!(!diagnostic.to_string().is_empty());
    }
});
