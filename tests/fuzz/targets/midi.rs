//! MIDI: never a panic; a tune that can be read plays within full scale.

#![no_main]

use std::sync::Arc;
use std::time::Duration;

use keitai_fuzz as _;
use keitai_sound::tune::{CHANNELS, midi};
use keitai_sound::{Mixer, Sound};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(tune) = midi::read(data) else { return };
    let notes: usize = tune.notes().iter().sum();
    assert!(tune.polyphony() <= notes && notes <= tune.messages.len());
    assert!(tune.messages.is_sorted_by_key(|message| message.at));
    assert!(tune.messages.iter().all(|message| usize::from(message.channel) < CHANNELS && message.at <= tune.length));
    // A synthesizer costs more than all the rest.
    if data.len().is_multiple_of(16) {
        let (mut mixer, mut output) = Mixer::new(16_000).expect("a rate in range");
        mixer.set_music(Some((&Sound::Tune(Arc::new(tune)), true)), Duration::ZERO);
        let mut frames = [0.0; 2 * 512];
        output.mix(&mut frames);
        assert!(frames.iter().all(|value| value.abs() < 1.0));
    }
});
