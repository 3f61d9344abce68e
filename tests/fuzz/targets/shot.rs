//! Shots: never a panic, whatever the text.

#![no_main]

use keitai_fuzz as _;
use keitai_runtime::shot::Shot;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data)
        && let Err(error) = Shot::parse(text)
    {
        assert!(!error.to_string().is_empty());
    }
});
