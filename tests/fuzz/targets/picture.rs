//! PNG pictures of `--ref`: never a panic; what is read comes back the same.

#![no_main]

use keitai_app::picture::{PngReader, encode_png};
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

/// The largest picture that is decoded, pixels.
const PIXELS: u64 = 1 << 16;

fuzz_target!(|data: &[u8]| {
    let Ok(reader) = PngReader::open(data) else { return };
    let (width, height) = reader.size();
    if u64::from(width) * u64::from(height) > PIXELS {
        return;
    }
    let Ok(picture) = reader.decode() else { return };
    let written = encode_png(&picture).expect("what was read can be written");
    let again = PngReader::open(&written).and_then(PngReader::decode).expect("what was written can be read");
    assert!(again == picture);
});
