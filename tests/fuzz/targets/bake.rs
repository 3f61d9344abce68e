//! Baking of bone animations: never a panic; what is baked is a valid action for the requested number of bones.

#![no_main]

use keitai_convert::{BakeOptions, Options, bake, table};
use keitai_formats::bck;
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

/// The most joints times frames that are baked. More are slow, not wrong.
const SAMPLES: usize = 1 << 8;

fuzz_target!(|data: &[u8]| {
    let Ok(mut loaded) = bck::read(data) else { return };
    let bones = loaded.document.joints.len();
    // A long animation is cut, so that it is no easy way around baking.
    let frames = (SAMPLES / bones.max(1)).max(1);
    loaded.document.duration = loaded.document.duration.min(frames as u16);
    let Some(baked) = bake(&loaded.document, bones, &BakeOptions::default()).document else { return };
    let bone_count = u16::try_from(bones).expect("joints are counted in 16 bits");
    table(vec![baked.action], bone_count, &Options::default()).check().expect("a baked action is sound");
});
