//! BMP: never a panic; what is read comes back the same.

#![no_main]

use keitai_formats::bmp;
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(loaded) = bmp::read(data) else { return };
    let bytes = bmp::write(&loaded.document).expect("what was read can be written");
    let again = bmp::read(&bytes).expect("what was written can be read");
    assert_eq!(again.document, loaded.document);
});
