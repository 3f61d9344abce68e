//! Replays and files of controls: never a panic, whatever the text; what is read is written and read again the same.

#![no_main]

use keitai_fuzz as _;
use keitai_runtime::controls::Maps;
use keitai_runtime::controls_file;
use keitai_runtime::replay::Recording;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Recording::from_text("a.ron", text) {
        Ok(recording) => {
            let again = Recording::from_text("a.ron", &recording.to_string());
            assert_eq!(again.map_err(|error| error.to_string()), Ok(recording));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match controls_file::parse("a.ron", text, &Maps::default()) {
        Ok(maps) => {
            let defaults = Maps::default();
            let written = controls_file::text(&maps, &defaults);
            let again = controls_file::parse("a.ron", &written, &defaults);
            let again = again.map(|maps| controls_file::text(&maps, &defaults));
            assert_eq!(again.map_err(|error| error.to_string()), Ok(written));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
