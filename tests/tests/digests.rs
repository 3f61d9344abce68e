//! Every picture of the real content, pinned by its digest: the same in debug and release builds.

use keitai_tests::bless::Record;
use keitai_tests::{corpus, draw, references, shots};
use std::collections::BTreeSet;

/// Frame 0 of every shot, and the frames that others drew too.
#[test]
fn shots_of_real_content() {
    let Some(corpus) = corpus() else { return };
    let mut found = String::from("shot\tframe\tdigest\n");
    for folder in ["viewer", "shots"] {
        for shot in shots(&corpus.join("vectors").join(folder)) {
            let frames: BTreeSet<i32> = references(&shot).into_iter().map(|(k, _)| k).chain([0]).collect();
            let name = shot.file_stem().unwrap().to_string_lossy();
            for k in frames {
                found += &format!("{folder}/{name}\t{k}\t{:016x}\n", draw(&shot, k, None).digest());
            }
        }
    }
    Record::new("digests.tsv").check(&found);
}
