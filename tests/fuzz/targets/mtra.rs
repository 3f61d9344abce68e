//! MTRA: never a panic; what is read passes the check; what can be written comes back the same.

#![no_main]

use keitai_formats::{Error, mtra};
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(loaded) = mtra::read(data) else { return };
    let table = loaded.document;
    table.check().expect("an action table that was read is sound");
    match mtra::write(&table) {
        Ok(bytes) => {
            let again = mtra::read(&bytes).expect("what was written can be read");
            assert_eq!(again.document, table);
        }
        Err(Error::TargetVersion { asked: 2 | 3, .. }) => {}
        Err(error) => panic!("{error}"),
    }
});
