//! Every picture of the real content, pinned by its digest: the same in debug and release builds.

use keitai_render::Backend;
use keitai_tests::bless::Record;
use keitai_tests::{corpus, draw, references, shots};
use std::collections::BTreeSet;

/// Frame 0 of every shot, and the frames that others drew too.
#[test]
fn shots_of_real_content() {
    let Some(corpus) = corpus() else { return };
    let mut found = String::from("shot\tframe\tauthentic\tenhanced\n");
    for folder in ["engine", "viewer", "viewer_more", "viewer_r3", "shots"] {
        for shot in shots(&corpus.join("vectors").join(folder)) {
            let frames: BTreeSet<i32> = references(&shot).into_iter().map(|(k, _)| k).chain([0]).collect();
            let name = shot.file_stem().unwrap().to_string_lossy();
            for k in frames {
                let [authentic, enhanced] =
                    [Backend::Authentic, Backend::Enhanced].map(|backend| draw(&shot, k, None, backend).digest());
                found += &format!("{folder}/{name}\t{k}\t{authentic:016x}\t{enhanced:016x}\n");
            }
        }
    }
    Record::new("digests.tsv").check(&found);
}
