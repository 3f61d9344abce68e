//! Random documents: what is written is read back, to the last field and without a diagnostic.

use fastrand::Rng;
use keitai_formats::{
    ActionTable, Figure, Material, Normals, Pattern, PatternKey, PolygonRun, ReadOptions, RollKey, Slot, Track,
    Trailer, VectorKey, bmp, mbac, mtra, swap,
};
use keitai_tests::random::{extreme, for_seeds, texture};

const SEEDS: std::ops::Range<u64> = 0..1000;

fn trailer(rng: &mut Rng) -> Option<Trailer> {
    Some(Trailer { key: [rng.u8(..), rng.u8(..)], identifier: [0; 8].map(|_: u8| rng.alphanumeric() as u8) })
}

/// Returns a figure with no more than a version of the file can hold.
fn figure(rng: &mut Rng) -> Figure {
    let mut figure = Figure { version: rng.u16(3..=5), trailer: trailer(rng), ..extreme::figure(rng) };
    let polygons = &mut figure.polygons;
    if figure.version == 5 {
        if polygons.colour_triangles.len() + polygons.colour_quads.len() == 0 {
            figure.palette.clear();
        }
        return figure;
    }
    let (bits, texels) = match figure.version {
        3 => (Material::COLOUR_KEY | Material::DOUBLE_FACE, 0xFF),
        _ => (Material::IN_TEXT, 0x7F),
    };
    let triangles = polygons.textured_triangles.iter_mut().map(|p| (&mut p.material, p.texels.as_flattened_mut()));
    let quads = polygons.textured_quads.iter_mut().map(|p| (&mut p.material, p.texels.as_flattened_mut()));
    for (material, list) in triangles.chain(quads) {
        material.0 &= bits;
        list.iter_mut().for_each(|texel| *texel &= texels);
    }
    polygons.colour_triangles.clear();
    polygons.colour_quads.clear();
    figure.palette.clear();
    if figure.version == 3 {
        figure.normals = Normals::None;
    }
    let [triangles, quads] =
        [polygons.textured_triangles.len(), polygons.textured_quads.len()].map(|count| count as u16);
    figure.texture_count = 1;
    figure.patterns = vec![Pattern { textures: vec![PolygonRun { triangles, quads }], ..Pattern::default() }];
    figure
}

/// Lets a list begin at frame 0.
fn start<K>(list: &mut Vec<K>, first: K, frame: impl Fn(&mut K) -> &mut u16) {
    match list.first_mut() {
        Some(key) => *frame(key) = 0,
        None => list.push(first),
    }
}

fn action_table(rng: &mut Rng) -> ActionTable {
    let (version, bones) = (rng.u16(4..=5), rng.u16(..6));
    let mut actions: Vec<_> = (0..rng.u8(..4)).map(|_| extreme::action(rng, usize::from(bones))).collect();
    for action in &mut actions {
        action.tracks.resize(usize::from(bones), Track::Identity);
        for track in &mut action.tracks {
            let lists = track.lists_mut();
            let vectors = [lists.translate, lists.scale, lists.rotate].into_iter().flatten();
            vectors.for_each(|list| start(list, VectorKey { frame: 0, value: [0; 3] }, |key| &mut key.frame));
            lists.roll.into_iter().for_each(|list| start(list, RollKey { frame: 0, angle: 0 }, |key| &mut key.frame));
        }
        match version {
            4 => action.patterns.clear(),
            _ => start(&mut action.patterns, PatternKey { frame: 0, mask: 0 }, |key| &mut key.frame),
        }
    }
    ActionTable { version, bone_count: bones, actions, trailer: trailer(rng) }
}

#[test]
fn figures() {
    for_seeds(SEEDS, |rng| {
        let figure = figure(rng);
        assert_eq!(figure.check(), Ok(()));
        let loaded = mbac::read_with(&mbac::write(&figure).unwrap(), &ReadOptions::UNLIMITED).unwrap();
        assert_eq!(loaded.diagnostics, []);
        assert_eq!(loaded.document, figure);
    });
}

#[test]
fn batches_hold_every_polygon_once() {
    for_seeds(SEEDS, |rng| {
        let figure = figure(rng);
        let lists = &figure.polygons;
        for (coloured, lengths) in [
            (true, [lists.colour_triangles.len(), lists.colour_quads.len()]),
            (false, [lists.textured_triangles.len(), lists.textured_quads.len()]),
        ] {
            let mut next = [0, 0];
            for batch in figure.batches().filter(|batch| (batch.slot == Slot::Colour) == coloured) {
                assert_eq!([batch.triangles.start, batch.quads.start], next);
                next = [batch.triangles.end, batch.quads.end];
            }
            assert_eq!(next, lengths);
        }
    });
}

#[test]
fn action_tables() {
    for_seeds(SEEDS, |rng| {
        let table = action_table(rng);
        let loaded = mtra::read(&mtra::write(&table).unwrap()).unwrap();
        assert_eq!(loaded.diagnostics, []);
        assert_eq!(loaded.document, table);
    });
}

#[test]
fn swapped_files() {
    for_seeds(SEEDS, |rng| {
        let (figure, width, height) = (figure(rng), rng.u16(1..=40), rng.u16(1..=40));
        let texture = texture(rng, width, height);
        let plain = [mbac::write(&figure).unwrap(), bmp::write(&texture).unwrap()];
        let loaded = bmp::read(&plain[1]).unwrap();
        assert_eq!((loaded.document, loaded.diagnostics), (texture.clone(), Vec::new()));
        let swap = |mut bytes: Vec<u8>| {
            swap::swap(&mut bytes);
            bytes
        };
        let swapped = plain.clone().map(swap);
        // A file that begins with its magic by chance is not taken as swapped.
        if !swapped[0].starts_with(b"MB") {
            let loaded = mbac::read(&swapped[0]).unwrap();
            assert_eq!((loaded.document, loaded.diagnostics.len()), (figure, 1));
        }
        if !swapped[1].starts_with(b"BM") {
            assert_eq!(bmp::read(&swapped[1]).unwrap().document, texture);
        }
        assert!(swapped.map(swap) == plain, "a swap undoes itself");
    });
}
