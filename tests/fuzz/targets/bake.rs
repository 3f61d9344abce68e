//! Baking of bone animations: never a panic; what is baked is a sound action for as many bones as were asked for.

#![no_main]

use keitai_convert::{BakeOptions, Options, Skeleton, bake, table};
use keitai_formats::bck;
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(loaded) = bck::read(data) else { return };
    let bones = loaded.document.joints.len();
    let Some(baked) = bake(&loaded.document, bones, &BakeOptions::default()).document else { return };
    let skeleton = Skeleton { bones: vec![String::new(); bones], ..Skeleton::default() };
    table(vec![baked.action], &skeleton, &Options::default()).check().expect("a baked action is sound");
});
