//! After warm-up a frame allocates nothing, whatever it draws.

use cap::Cap;
use keitai_render::Backend;
use keitai_tests::{case, corpus, player_with, shots};
use std::alloc::System;
use std::path::PathBuf;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Frames drawn once each to warm up, then again and counted. The only test of this file: the count is of the process.
#[test]
fn frames_allocate_nothing() {
    const FRAMES: i32 = 4;
    let mut failures = Vec::new();
    let back_ends = [Backend::Authentic, Backend::Enhanced];
    for (shot, backend) in shots_to_draw().into_iter().flat_map(|shot| back_ends.map(|backend| (shot.clone(), backend)))
    {
        let mut player = player_with(&shot, None, backend);
        let mut picture = player.framebuffer();
        let mut draw = || (0..FRAMES).for_each(|k| player.draw(k, &mut picture).unwrap());
        let loaded = ALLOCATOR.total_allocated();
        draw();
        let before = ALLOCATOR.total_allocated();
        assert!(before > loaded, "the first frames make their buffers");
        draw();
        let bytes = ALLOCATOR.total_allocated() - before;
        if bytes != 0 {
            failures.push(format!("{}, {backend:?}: {bytes} bytes in {FRAMES} frames", shot.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Those of the cases, and of the real content where it is at hand.
fn shots_to_draw() -> Vec<PathBuf> {
    let cases = case::folders().into_iter().map(|folder| folder.join("shot.ron"));
    let mut found: Vec<PathBuf> = cases.filter(|shot| shot.exists()).collect();
    if let Some(corpus) = corpus() {
        found.extend(["viewer", "shots"].iter().flat_map(|folder| shots(&corpus.join("vectors").join(folder))));
    }
    found
}
