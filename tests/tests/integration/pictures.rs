//! Pictures drawn by others, compared with ours pixel by pixel: the vendor's own viewer's and MascotME's.

use keitai_render::Compat;
use keitai_render::compat::SortTies;
use keitai_tests::{Picture, corpus, draw, references, shots};

/// Every picture of the vendor's viewer is drawn exactly.
#[test]
fn the_vendors_viewer() {
    let Some(corpus) = corpus() else { return };
    let (mut failures, mut pictures) = (Vec::new(), 0);
    for folder in ["viewer", "viewer_more"] {
        for shot in shots(&corpus.join("vectors").join(folder)) {
            let name = shot.file_stem().unwrap().to_string_lossy().into_owned();
            let compat = has_ties(&name).then(|| Compat { sort_ties: SortTies::ViewerQuicksort, ..Compat::default() });
            let references = references(&shot);
            assert!(!references.is_empty(), "{name} has no picture");
            for (k, path) in references {
                pictures += 1;
                let wrong = Picture::read(&path).wrong(&Picture::from(&draw(&shot, k, compat)));
                if wrong != 0 {
                    failures.push(format!("{name}: {wrong} pixels differ"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(pictures, 127);
}

/// Returns whether a picture shows overlapping polygons with equal keys. The viewer's sort is not stable; ours is.
fn has_ties(name: &str) -> bool {
    let sorted = ["ties_", "a_sort_k"].iter().any(|start| name.starts_with(start));
    sorted || name == "robot_action_02_f120"
}

/// MascotME's pictures under its settings. `data/mascotme.tsv` has for each picture the number of pixels that differ, the
/// number that differ by more than 8 levels in a channel, the property of MascotME that is shown, and where the pixels are.
#[test]
fn mascotme() {
    let Some(corpus) = corpus() else { return };
    let mut found = Vec::new();
    for line in include_str!("../../data/mascotme.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, k) = (fields[0], fields[1].parse().unwrap());
        let shot = corpus.join(format!("vectors/shots/{name}.ron"));
        let picture = Picture::read(&shot.with_file_name(format!("{name}_k{k}.png")));
        let ours = Picture::from(&draw(&shot, k, Some(Compat::mascotme())));
        let [differ, far] = [0, 8].map(|levels| picture.farther_than(&ours, levels));
        let near = 100.0 * (1.0 - far as f64 / picture.pixels.len() as f64);
        println!("{name} frame {k}: {differ} pixels differ, {near:.3} % within 8 levels");
        if [differ, far].map(|pixels| pixels.to_string()) != fields[2..4] {
            found.push(format!("{name} frame {k}: {differ} pixels differ, {far} by more than 8 levels"));
        }
    }
    assert!(found.is_empty(), "not as in data/mascotme.tsv:\n{}", found.join("\n"));
}
