//! The files in `assets/` are what the workshop builds, and what was promised of them holds.

use keitai_formats::{bmp, mbac, mtra};
use std::path::{Path, PathBuf};

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_files_are_what_the_workshop_builds() {
    for work in keitai_workshop::all().unwrap() {
        let found = std::fs::read(assets().join(&work.path)).unwrap_or_else(|error| panic!("{}: {error}", work.path));
        assert!(found == work.bytes, "{} is not in step: run `cargo run`", work.path);
    }
}

#[test]
fn robots_are_within_what_phones_had() {
    for livery in keitai_workshop::robot::LIVERIES {
        let read =
            |extension: &str| std::fs::read(assets().join(format!("robots/{}.{extension}", livery.name))).unwrap();
        let figure = mbac::read(&read("mbac")).unwrap().document;
        let table = mtra::read(&read("mtra")).unwrap().document;
        let texture = bmp::read(&read("bmp")).unwrap().document;
        assert!((12..=20).contains(&figure.bones.len()), "{} bones", figure.bones.len());
        assert_eq!(usize::from(table.bone_count), figure.bones.len());
        assert_eq!(table.actions.len(), 10);
        // Pattern 0 with the largest of the faces over it.
        let count = |pattern: &keitai_formats::Pattern| -> u32 {
            pattern.textures.iter().map(|run| u32::from(run.triangles) + u32::from(run.quads)).sum()
        };
        let faces = figure.patterns.iter().skip(1).map(count).max().unwrap_or(0);
        assert_eq!(figure.patterns.len(), 5, "the printed face, and four over it");
        let drawn = count(&figure.patterns[0]) + faces;
        assert!((200..=400).contains(&drawn), "{} draws {drawn} polygons", livery.name);
        assert_eq!((texture.width, texture.height, texture.palette.len()), (256, 256, 256));
    }
}

/// Repeated actions end as they begin, but for the key, which has gone round by then.
#[test]
fn repeated_actions_close() {
    let scores = keitai_workshop::robot::actions::all();
    for score in scores.iter().filter(|score| score.remark.ends_with("Repeat.")) {
        let [first, last] = [0.0, 1.0].map(|t| (score.stance)(t).motions());
        for (joint, (a, b)) in first.iter().zip(&last).enumerate() {
            let apart = a.shift.distance(b.shift).max(a.turn.angle_between(b.turn) * 20.0);
            assert!(apart < 0.01, "{}: bone {joint} jumps by {apart}", score.name);
            assert!(((a.spin - b.spin) / 180.0).fract().abs() < 1e-9, "{}: bone {joint} is turned off", score.name);
        }
    }
}

/// A standing robot has a foot on the ground, and none below it.
#[test]
fn feet_stay_on_the_ground() {
    use keitai_workshop::skeleton::index;
    for score in keitai_workshop::robot::actions::all() {
        if ["cheer", "fall"].contains(&score.name) {
            continue;
        }
        for frame in 0..=score.last_frame {
            let motions = (score.stance)(f64::from(frame) / f64::from(score.last_frame)).motions();
            let heights = index::FEET.map(|foot| motions[foot].shift.y);
            let low = heights[0].min(heights[1]);
            assert!(low.abs() < 0.5, "{} at {frame}: {low}", score.name);
        }
    }
}
