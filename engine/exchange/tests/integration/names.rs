//! Exports whose extras or attributes another program has left out.

use std::collections::BTreeSet;

use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_formats::{Content, Figure, Slot};

use crate::collections::{self, Collected};
use crate::export::glb;
use crate::import::contents;
use crate::made::codes;

/// Imports an export in which a word has another letter.
fn without(collected: &Collected, word: &str) -> (Content, Vec<&'static str>) {
    let mut bytes = glb(collected);
    let places: Vec<usize> =
        (0..bytes.len() - word.len()).filter(|at| bytes[*at..].starts_with(word.as_bytes())).collect();
    places.into_iter().for_each(|at| bytes[at + 2] = b'X');
    let report = read(&bytes, &mut |_| None, &Options::default());
    let codes = codes(&report);
    (report.document.unwrap(), codes)
}

fn figures() -> impl Iterator<Item = Collected> {
    let has_polygons = |own: &Collected| own.figure.polygons.materials().next().is_some();
    collections::all().into_iter().filter(Collected::is_playable).filter(has_polygons)
}

/// The patterns, slots and attributes of all polygons.
fn looks(figure: &Figure) -> BTreeSet<(u16, Slot, u16)> {
    contents(figure).into_iter().map(|(pattern, slot, bits, ..)| (pattern, slot, bits)).collect()
}

#[test]
fn materials_patterns_and_bones_are_known_by_their_names() {
    let (mut count, mut same) = (0, 0);
    for collected in figures() {
        count += 1;
        let (import, codes) = without(&collected, "\"keitai\"");
        let (figure, own) = (&collected.figure, &import.figure);
        let path = collected.path.display();
        assert!(codes.contains(&"X045"), "{path}: {codes:?}");
        // Polygons with a corner twice are left out, as those of any file are.
        assert!(looks(own).is_subset(&looks(figure)), "{path}: {:?}", looks(own));
        same += usize::from(looks(own) == looks(figure));
        let tree = |figure: &Figure| figure.bones.iter().map(|bone| bone.parent).collect::<Vec<_>>();
        if !figure.bones.is_empty() {
            assert_eq!(tree(figure), tree(own), "{path}");
            let numbered = |(index, name): (usize, &String)| *name == format!("bone{index}");
            assert!(import.skeleton.bones.iter().enumerate().all(numbered), "{path}: {:?}", import.skeleton.bones);
        }
    }
    assert!(same > count * 9 / 10, "{same} of {count}");
}

#[test]
fn an_export_whose_vertices_have_lost_their_numbers_is_told() {
    for collected in figures() {
        let (_, codes) = without(&collected, "\"_VERTEX\"");
        assert!(codes.contains(&"X045"), "{}: {codes:?}", collected.path.display());
        let report = read(&glb(&collected), &mut |_| None, &Options::default());
        assert!(report.diagnostics.iter().all(|found| found.rule.code != "X045"), "{}", collected.path.display());
    }
}
