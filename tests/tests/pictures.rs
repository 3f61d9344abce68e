//! Pictures drawn by others, compared with ours: the vendor's own viewer pixel by pixel, and MascotME by share.

use keitai_render::{Compat, SortTies};
use keitai_tests::{Picture, corpus, draw, references};

/// What the vendor's viewer drew is drawn exactly.
#[test]
fn the_vendors_viewer() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("vectors/viewer");
    let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap();
    let mut failures = Vec::new();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, status) = (fields[0], fields[3]);
        // Equal keys: the viewer's sort is not stable, ours is by choice. Two polygons of this posture have one key.
        let ties = Compat { sort_ties: SortTies::ViewerQuicksort, ..Compat::default() };
        let compat = (status == "ties" || name == "robot_action_02_f120").then_some(ties);
        let shot = folder.join(format!("{name}.ron"));
        for (k, path) in references(&shot) {
            let wrong = Picture::read(&path).wrong(&Picture::from(&draw(&shot, k, compat)));
            if wrong != 0 {
                failures.push(format!("{name}: {wrong} pixels differ"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// MascotME's pictures: the share of pixels within 8 levels per channel.
#[test]
fn mascotme() {
    let Some(corpus) = corpus() else { return };
    for (name, percent) in [
        ("01_sample10_plain", 98.0),
        ("02_robo_lit", 97.0),
        ("03_robo_toon", 97.0),
        ("06_car_textured", 99.0),
        ("08_ghost_sprites", 98.0),
        ("12_sphere", 98.0),
        ("13_blend_key", 98.0),
        ("14_patterns", 99.0),
        ("15_cmdlist", 99.0),
    ] {
        let shot = corpus.join(format!("vectors/shots/{name}.ron"));
        for (k, path) in references(&shot) {
            let picture = Picture::read(&path);
            let far = picture.farther_than(&Picture::from(&draw(&shot, k, Some(Compat::mascotme()))), 8);
            println!("{name} frame {k}: {far} pixels");
            let near = 100.0 * (1.0 - far as f64 / picture.pixels.len() as f64);
            assert!(near > percent, "{name} frame {k}: {near:.2} % within 8 levels, expected over {percent} %");
        }
    }
}
