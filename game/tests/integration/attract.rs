//! The recorded bout plays as it was recorded, to the pixel, in every build. After an intended change of the game,
//! `cargo run -p tin-sumo --example record -- kabuto tin 4` records it again; watch it before.

use keitai::replay::Recording;
use tin_sumo::ai::Level;
use tin_sumo::attract;
use tin_sumo::robots::Wrestler;

use crate::sumo;

fn with_setup(recording: &Recording, setup: &str) -> Recording {
    let mut other = recording.clone();
    setup.clone_into(&mut other.setup);
    other
}

#[test]
fn the_recorded_bout_plays_as_recorded() {
    let recording = attract::read().unwrap();
    if let Err(difference) = attract::verify(&sumo(), &recording).unwrap() {
        panic!("tick {} of {} differs; picture only: {}", difference.tick, recording.ticks(), difference.picture_only);
    }
    assert!((30 * 30..90 * 30).contains(&recording.ticks()), "{} ticks are no bout to look at", recording.ticks());
}

#[test]
fn another_setup_differs_and_an_invalid_one_is_refused() {
    let recording = attract::read().unwrap();
    let other = with_setup(&recording, &recording.setup.replace("tin", "sprout"));
    let difference = attract::verify(&sumo(), &other).unwrap().unwrap_err();
    assert!(difference.tick > 1, "they stand in the same places at first");
    for setup in ["", "tin", "tin tin", "tin nobody 7", "tin kabuto -1", "tin kabuto 7 8"] {
        let Err(error) = attract::verify(&sumo(), &with_setup(&recording, setup)) else {
            panic!("{setup:?} was played");
        };
        assert!(error.to_string().contains(&format!("found `{setup}`")), "{error}");
    }
}

#[test]
fn a_new_record_replays() {
    let recording =
        attract::record(&sumo(), [Wrestler::Sprout, Wrestler::Boiler], [Level::Fair, Level::Hard], 3).unwrap();
    let read = Recording::from_text("a", &recording.to_string()).unwrap();
    assert_eq!(read, recording);
    assert!(attract::verify(&sumo(), &read).unwrap().is_ok());
}
