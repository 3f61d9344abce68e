//! Tone sequences: never a panic; one voice, in order.

#![no_main]

use keitai_fuzz as _;
use keitai_sound::tune::tones;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(tune) = tones::read(data) else { return };
    assert!(tune.polyphony() <= 1);
    assert!(tune.messages.is_sorted_by_key(|message| message.at));
    assert!(tune.messages.iter().all(|message| message.at <= tune.length));
});
