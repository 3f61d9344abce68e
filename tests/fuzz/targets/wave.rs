//! WAV: never a panic; every value is within full scale, and there are no more than the file can hold.

#![no_main]

use keitai_fuzz as _;
use keitai_sound::wave;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (Ok(sample), Ok((facts, _))) = (wave::read(data), wave::facts(data)) else { return };
    // Two values of ADPCM in a byte.
    assert!(sample.len() <= 2 * data.len() && sample.len() == facts.frames && facts.peak <= 1.0);
    assert!(sample.frame(sample.len()).is_none());
});
