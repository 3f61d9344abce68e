//! Archives: never a panic, no more bytes than an entry states; an archive with an entry replaced can be read.

#![no_main]

use keitai_exchange::archive::{Archive, is_safe};
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(archive) = Archive::open(data.to_vec()) else { return };
    let mut replaced = false;
    for entry in archive.entries() {
        assert!(!is_safe(&entry.name) || !entry.name.split('/').any(|part| part == ".."));
        match archive.read(&entry.name) {
            Ok(bytes) if !replaced => {
                replaced = true;
                assert!(bytes.len() < 1 << 23, "{} bytes from {}", bytes.len(), data.len());
                let Ok(patched) = archive.with_replaced(&entry.name, b"new") else { continue };
                let again = Archive::open(patched).expect("what was written can be read");
                assert_eq!(again.read(&entry.name).expect("the new entry"), b"new");
            }
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
