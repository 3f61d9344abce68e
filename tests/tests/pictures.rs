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

/// MascotME's pictures: how many pixels are more than 8 levels away in a channel, of 76800. What is left has these causes:
///
/// | shot | pixels | cause |
/// |---|---|---|
/// | `02_robo_lit` | 187 and 12 | shades: whole polygons and seams of the light one level of 32 off; cause not found |
/// | `06_car_textured` | 3 | the same, at edges of a level |
/// | `08_ghost_sprites` | 642 | half sizes of sprites are floored to both sides: a fault not imitated; with it, none |
/// | `12_sphere` | 124 | not found |
#[test]
fn mascotme() {
    let Some(corpus) = corpus() else { return };
    for (name, most) in [
        ("01_sample10_plain", 0),
        ("02_robo_lit", 187),
        ("03_robo_toon", 0),
        ("06_car_textured", 3),
        ("08_ghost_sprites", 642),
        ("12_sphere", 124),
        ("13_blend_key", 0),
        ("14_patterns", 0),
        ("15_cmdlist", 0),
    ] {
        let shot = corpus.join(format!("vectors/shots/{name}.ron"));
        for (k, path) in references(&shot) {
            let picture = Picture::read(&path);
            let far = picture.farther_than(&Picture::from(&draw(&shot, k, Some(Compat::mascotme()))), 8);
            println!("{name} frame {k}: {far} pixels");
            assert!(far <= most, "{name} frame {k}: {far} pixels are far off, expected at most {most}");
        }
    }
}
