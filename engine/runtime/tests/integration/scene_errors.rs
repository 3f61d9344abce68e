//! Errors of faulty scenes: place, message and hint, and what checks report. The scenes are in `scene_errors.txt` and `scene_checks.txt`.

use crate::content::{check_cases, path};
use crate::scenes::{open, source, wrong};
use keitai_render::Compat;
use keitai_runtime::Error;
use keitai_runtime::assets::Assets;
use keitai_runtime::scene::Scene;

/// Returns all errors of a scene, without the name of its file.
fn faults(scene: &str) -> Vec<String> {
    let mut assets = Assets::new(source(scene), Compat::default());
    Scene::errors(&mut assets, &path("scenes/a.ron")).iter().map(short).collect()
}

fn short(error: &Error) -> String {
    error.to_string().trim_start_matches("scenes/a.ron:").to_owned()
}

#[test]
fn scenes_have_the_errors_that_are_written_below_them() {
    let messages = |scene: &str, notes: &[&str]| {
        let has = |mark: &str| notes.iter().any(|note| note.starts_with(mark));
        let error = open(scene).err();
        let mut lines: Vec<String> = error.iter().map(|error| format!("=> {}", short(error))).collect();
        if has("hint: ") {
            lines.extend(error.and_then(|error| error.hint()).map(|hint| format!("hint: {hint}")));
        }
        if has("check: ") {
            let faults = faults(scene);
            lines.extend(faults.iter().map(|fault| format!("check: {fault}")));
            lines.extend(faults.is_empty().then(|| "check: nothing".to_owned()));
        }
        lines
    };
    check_cases(include_str!("scene_errors.txt"), messages);
    check_cases(include_str!("scene_checks.txt"), messages);
}

#[test]
fn errors_of_bytes_and_of_many_names_and_entities() {
    assert_eq!(wrong(b"(\n\xff)".to_vec()).0, "scenes/a.ron:2:1: not UTF-8: invalid byte at offset 2");
    assert!(wrong("(zzz: 1)").1.unwrap().contains("`background`"));
    let many = format!("(entities: [{}])", "(pattern: 1),".repeat(300));
    assert_eq!(faults(&many).len(), 100);
}
