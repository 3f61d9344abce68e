//! Tin Sumo's file of the win streak: never a panic; what is read is sound and comes back the same.

#![no_main]

use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;
use tin_sumo::streak::Streak;

fuzz_target!(|data: &[u8]| {
    let Some(streak) = Streak::from_bytes(data) else { return };
    assert!(streak.now <= streak.best);
    assert_eq!(Streak::from_bytes(&streak.to_bytes()), Some(streak));
});
