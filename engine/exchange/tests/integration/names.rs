//! Exports whose extras or attributes another program has left out.

use std::collections::BTreeSet;

use keitai_exchange::gltf::read::{Import, Options, read};
use keitai_formats::{Figure, Slot};

use crate::collections::{self, Collected};
use crate::export::glb;

/// Imports an export in which a word has another letter.
fn without(collected: &Collected, word: &str) -> (Import, Vec<&'static str>) {
    let mut bytes = glb(collected);
    let places: Vec<usize> =
        (0..bytes.len() - word.len()).filter(|at| bytes[*at..].starts_with(word.as_bytes())).collect();
    places.into_iter().for_each(|at| bytes[at + 2] = b'X');
    let report = read(&bytes, &mut |_| None, &Options::default());
    (report.document.unwrap(), report.diagnostics.iter().map(|found| found.rule.code).collect())
}

fn figures() -> impl Iterator<Item = Collected> {
    let is_whole = |own: &Collected| {
        let figure = &own.figure;
        let is_playable = figure.vertices.len() <= 21845 && figure.texture_count <= 16 && figure.patterns.len() <= 33;
        is_playable && figure.polygons.materials().next().is_some()
    };
    collections::all().into_iter().filter(is_whole)
}

/// The patterns, slots and attributes of all polygons.
fn looks(figure: &Figure) -> BTreeSet<(u16, bool, u16, u16)> {
    let mut looks = BTreeSet::new();
    for batch in figure.batches() {
        let slot = if let Slot::Texture(slot) = batch.slot { slot } else { 0 };
        let mut add = |bits: u16| looks.insert((batch.pattern, batch.slot == Slot::Colour, slot, bits));
        let polygons = &figure.polygons;
        match batch.slot {
            Slot::Colour => {
                polygons.colour_triangles[batch.triangles.clone()].iter().for_each(|own| _ = add(own.material.0));
                polygons.colour_quads[batch.quads.clone()].iter().for_each(|own| _ = add(own.material.0));
            }
            Slot::Texture(_) => {
                polygons.textured_triangles[batch.triangles.clone()].iter().for_each(|own| _ = add(own.material.0));
                polygons.textured_quads[batch.quads.clone()].iter().for_each(|own| _ = add(own.material.0));
            }
        }
    }
    looks
}

#[test]
fn materials_patterns_and_bones_are_known_by_their_names() {
    let (mut count, mut same) = (0, 0);
    for collected in figures() {
        count += 1;
        let (import, codes) = without(&collected, "\"keitai\"");
        let (figure, own) = (&collected.figure, &import.made.figure);
        let path = collected.path.display();
        assert!(codes.contains(&"X045"), "{path}: {codes:?}");
        // Polygons with a corner twice are left out, as those of any file are.
        assert!(looks(own).is_subset(&looks(figure)), "{path}: {:?}", looks(own));
        same += usize::from(looks(own) == looks(figure));
        let tree = |figure: &Figure| figure.bones.iter().map(|bone| bone.parent).collect::<Vec<_>>();
        if !figure.bones.is_empty() {
            assert_eq!(tree(figure), tree(own), "{path}");
            let numbered = |(index, name): (usize, &String)| *name == format!("bone{index}");
            assert!(import.made.skeleton.bones.iter().enumerate().all(numbered), "{path}: {:?}", import.made.skeleton);
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
