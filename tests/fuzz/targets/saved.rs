//! Tin Sumo's file of saved values: never a panic; what is read is valid and comes back the same.

#![no_main]

use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;
use tin_sumo::saved::Store;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(saved) = Store::from_text(text) else { return };
    assert!(saved.value.streak.now <= saved.value.streak.best);
    assert_eq!(Store::from_text(&saved.to_text()).ok(), Some(saved));
});
