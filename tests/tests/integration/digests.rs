//! Every picture of the real content, pinned by its digest: the same in debug and release builds.

use keitai_render::Backend;
use keitai_tests::bless::Record;
use keitai_tests::{corpus, player_with, references, shots};
use std::collections::BTreeSet;
use std::path::Path;

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
                    [Backend::Authentic, Backend::Enhanced].map(|backend| digest(&shot, k, backend));
                found += &format!("{folder}/{name}\t{k}\t{authentic:016x}\t{enhanced:016x}\n");
            }
        }
    }
    Record::new("digests.tsv").check(&found);
}

fn digest(shot: &Path, k: i32, backend: Backend) -> u64 {
    let mut player = player_with(shot, None, backend);
    let mut picture = player.framebuffer();
    player.draw(k, &mut picture).unwrap_or_else(|e| panic!("{}: {e}", shot.display()));
    picture.digest()
}
