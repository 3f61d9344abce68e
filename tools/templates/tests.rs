//! A recorded play is the same as when it was recorded, with the files inside the program. `no such file` names one
//! that `embed!` lacks.
//!
//! After a change that is meant to play differently, rewrite the record:
//! `cargo run -- --headless --replay tests/play.replay --renew`

use keitai::Options;

use super::*;

#[test]
fn the_recorded_play_is_the_same() {
    let options = Options {
        headless: true,
        replay: Some(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/play.replay").into()),
        ..Options::default()
    };
    // The picture of a play that differs goes to the folder for temporary files.
    std::env::set_current_dir(std::env::temp_dir()).unwrap();
    app(FILES.embedded()).run(&options).unwrap();
}
