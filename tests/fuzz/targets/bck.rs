//! BCK: never a panic; what is read can be sampled at any frame, and gives numbers.

#![no_main]

use keitai_formats::bck;
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(loaded) = bck::read(data) else { return };
    let animation = loaded.document;
    for frame in [-1.0, 0.0, 0.5, 3.25, 1e9] {
        for joint in 0..animation.joints.len() {
            let pose = animation.sample(joint, frame).expect("the joint is there");
            assert!(pose.scale.iter().chain(&pose.translation).all(|value| value.is_finite()));
        }
    }
});
