//! After warm-up a frame allocates nothing, whatever it draws.

use allocation_counter::measure;
use keitai_render::Backend;
use keitai_tests::{all_shots, player};

/// Frames drawn once each to warm up, then again and counted. The count is that of this test's thread.
#[test]
fn frames_allocate_nothing() {
    const FRAMES: i32 = 4;
    let mut failures = Vec::new();
    let back_ends = [Backend::Authentic, Backend::Enhanced];
    for (shot, backend) in
        all_shots(&["viewer", "shots"]).into_iter().flat_map(|shot| back_ends.map(|backend| (shot.clone(), backend)))
    {
        let mut player = player(&shot, None, backend);
        let mut picture = player.framebuffer();
        let mut draw = || (0..FRAMES).for_each(|k| player.draw(k, &mut picture).unwrap());
        assert!(measure(&mut draw).count_total > 0, "the first frames make their buffers");
        let used = measure(&mut draw);
        if used.count_total != 0 {
            failures.push(format!("{}, {backend:?}: {used:?} in {FRAMES} frames", shot.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
