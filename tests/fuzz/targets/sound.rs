//! Samples and tunes.

#![no_main]

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use keitai_fuzz::{Target, chosen};
use keitai_sound::tune::{CHANNELS, midi, tones};
use keitai_sound::{Mixer, Sound, wave};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> =
    LazyLock::new(|| chosen(&[("wave", read_wave), ("midi", read_midi), ("tones", read_tones)]));

fuzz_target!(|data: &[u8]| TARGET(data));

/// Every value is within full scale, and there are no more than the file can hold.
fn read_wave(data: &[u8]) {
    let (Ok(sample), Ok((facts, _))) = (wave::read(data), wave::facts(data)) else { return };
    // Two values of ADPCM in a byte.
    assert!(sample.len() <= 2 * data.len() && sample.len() == facts.frames && facts.peak <= 1.0);
    assert!(sample.frame(sample.len()).is_none());
}

/// A tune that can be read plays within full scale.
fn read_midi(data: &[u8]) {
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
}

/// A tone sequence has one voice, in order.
fn read_tones(data: &[u8]) {
    let Ok(tune) = tones::read(data) else { return };
    assert!(tune.polyphony() <= 1);
    assert!(tune.messages.is_sorted_by_key(|message| message.at));
    assert!(tune.messages.iter().all(|message| message.at <= tune.length));
}
