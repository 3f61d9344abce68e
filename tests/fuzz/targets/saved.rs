//! Tin Sumo's file of saved values: never a panic; what is read is sound and comes back the same.

#![no_main]

use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;
use tin_sumo::saved::Saved;

fuzz_target!(|data: &[u8]| {
    let Some(saved) = Saved::from_bytes(data) else { return };
    assert!(saved.streak.now <= saved.streak.best);
    assert_eq!(Saved::from_bytes(&saved.to_bytes()), Some(saved));
});
