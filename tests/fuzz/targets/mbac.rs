//! MBAC: never a panic; what is read passes the check; what can be written comes back the same.

#![no_main]

use keitai_formats::{Error, ReadOptions, mbac, recognise};
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = recognise(data);
    let _ = mbac::read(data);
    let unlimited = ReadOptions::UNLIMITED;
    let Ok(loaded) = mbac::read_with(data, &unlimited) else { return };
    let figure = loaded.document;
    figure.check().expect("a figure that was read is sound");
    figure.batches().for_each(drop);
    match mbac::write(&figure) {
        Ok(bytes) => {
            let again = mbac::read_with(&bytes, &unlimited).expect("what was written can be read");
            assert_eq!(again.document, figure);
        }
        Err(Error::TargetVersion { asked: 2, .. } | Error::Unwritable { .. }) => {}
        Err(error) => panic!("{error}"),
    }
});
