//! Figures that were exported, imported again.

use std::collections::{HashMap, HashSet};

use keitai_convert::Target;
use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_formats::{Content, Figure, Rgb, Severity, Slot, Texture, VectorKey, mbac, mtra};

use crate::collections::{self, Collected};
use crate::export::glb;
use crate::posture;

/// Largest distance of a vertex from its place in the first figure, at any frame.
const BOUND: f64 = 1.0;
/// Random figures of the corpus that are beyond the bound: by 2.7 % and by 28 % of it.
const BEYOND: [&str; 2] = ["83ad36738b8e.mbac", "c35390fefb8f.mbac"];
/// The bound as a share of the coordinates, for postures beyond 800 units whose tracks are calculated again: a roll has 4096
/// steps a turn, and directions have 12 bits after the point.
const SHARE: f64 = 1.2e-3;

fn playable() -> impl Iterator<Item = Collected> {
    collections::all().into_iter().filter(Collected::is_playable)
}

fn import(collected: &Collected) -> Result<Content, String> {
    let report = read(&glb(collected), &mut |_| None, &Options::default());
    report.document.ok_or_else(|| format!("{}: {:?}", collected.path.display(), report.diagnostics))
}

/// A polygon by its contents: its batch, its material, and for each corner the place of the vertex in the bone.
pub(crate) type Contents = (u16, Slot, u16, Vec<([i16; 3], usize, [u8; 2])>, Option<Rgb>);

pub(crate) fn contents(figure: &Figure) -> Vec<Contents> {
    let mut contents = Vec::new();
    let owners: Vec<usize> = figure.owners().collect();
    let vertex = |vertex: u16| (figure.vertices[usize::from(vertex)], owners[usize::from(vertex)]);
    let polygons = &figure.polygons;
    for batch in figure.batches() {
        let mut add = |bits: u16, vertices: &[u16], texels: &[[u8; 2]], colour: Option<u8>| {
            let corner = |index: usize| {
                let (position, bone) = vertex(vertices[index]);
                (position, bone, texels.get(index).copied().unwrap_or_default())
            };
            let corners = (0..vertices.len()).map(corner).collect();
            let colour = colour.map(|colour| figure.palette[usize::from(colour)]);
            contents.push((batch.pattern, batch.slot, bits, corners, colour));
        };
        match batch.slot {
            Slot::Colour => {
                for polygon in &polygons.colour_triangles[batch.triangles.clone()] {
                    add(polygon.material.0, &polygon.vertices, &[], Some(polygon.colour));
                }
                for polygon in &polygons.colour_quads[batch.quads.clone()] {
                    add(polygon.material.0, &polygon.vertices, &[], Some(polygon.colour));
                }
            }
            Slot::Texture(_) => {
                for polygon in &polygons.textured_triangles[batch.triangles.clone()] {
                    add(polygon.material.0, &polygon.vertices, &polygon.texels, None);
                }
                for polygon in &polygons.textured_quads[batch.quads.clone()] {
                    add(polygon.material.0, &polygon.vertices, &polygon.texels, None);
                }
            }
        }
    }
    contents
}

#[test]
fn an_exported_figure_comes_back_as_it_was() {
    let mut failed = Vec::new();
    let (mut figures, mut exact) = (0, 0);
    for collected in playable() {
        let figure = &collected.figure;
        figures += 1;
        let back = match import(&collected) {
            Ok(back) => back,
            Err(error) => {
                failed.push(error);
                continue;
            }
        };
        let own = &back.figure;
        let mut differ = |what: &str, same: bool| {
            if !same {
                failed.push(format!("{}: {what}", collected.path.display()));
            }
        };
        differ("polygons", contents(figure) == contents(own));
        differ("palette", figure.palette.iter().all(|colour| own.palette.contains(colour)));
        differ("patterns", figure.patterns == own.patterns);
        differ("textures", figure.texture_count == own.texture_count);
        let tree = |figure: &Figure| figure.bones.iter().map(|bone| bone.parent).collect::<Vec<_>>();
        differ("bone tree", tree(figure) == tree(own));
        differ("matrices", figure.bones.iter().zip(&own.bones).all(|(a, b)| a.matrix == b.matrix));
        let textures = collected.textures.iter().zip(&back.textures);
        differ(
            "pictures",
            textures.into_iter().all(|((_, texture), own)| {
                own.as_ref()
                    .is_some_and(|(_, own)| own.texels == texture.texels && own.palette.starts_with(&texture.palette))
            }),
        );
        exact += usize::from(figure.vertices == own.vertices);
        if own.version >= 5 {
            differ("written and read", mbac::write(own).is_ok());
        }
    }
    println!("{figures} figures, {exact} with the same vertices in the same order");
    assert!(failed.is_empty(), "{}:\n{}", failed.len(), failed.join("\n"));
}

/// Returns for every vertex of a figure the vertex of an imported figure in the same bone at the same place; `None` for
/// one that no polygon uses.
fn vertices(figure: &Figure, imported: &Figure) -> Vec<Option<usize>> {
    let places = |figure: &Figure| figure.owners().zip(figure.vertices.clone()).collect::<Vec<_>>();
    let known: HashMap<_, _> = places(imported).into_iter().zip(0..).collect();
    places(figure).iter().map(|place| known.get(place).copied()).collect()
}

/// Returns the largest distance of a vertex from its place, over all frames of all actions, and the largest coordinate.
fn farthest(collected: &Collected, back: &Content) -> (f64, f64, usize) {
    let (figure, own) = (&collected.figure, &back.figure);
    let partners = vertices(figure, own);
    let (mut worst, mut size, mut frames) = (0.0f64, 0.0f64, 0);
    for (name, table) in &collected.tables {
        let imported = &back.tables.iter().find(|(own, _)| own == name).unwrap_or_else(|| panic!("no table {name}")).1;
        assert_eq!(table.actions.len(), imported.actions.len());
        for (action, own_action) in table.actions.iter().zip(&imported.actions) {
            assert_eq!(action.last_frame, own_action.last_frame);
            for frame in 0..=action.last_frame {
                frames += 1;
                let exact = posture::positions(figure, Some((action, frame)));
                let found = posture::positions(own, Some((own_action, frame)));
                for (exact, partner) in exact.iter().zip(&partners) {
                    let Some(partner) = partner else { continue };
                    let distance = exact.distance(found[*partner]);
                    size = size.max(exact.abs().max_element());
                    worst = if distance.is_nan() { f64::INFINITY } else { worst.max(distance) };
                }
            }
        }
    }
    (worst, size, frames)
}

#[test]
fn exported_actions_come_back_as_they_were() {
    let mut failed = Vec::new();
    let (mut frames, mut largest) = (0, 0.0f64);
    for collected in playable() {
        let back = import(&collected).unwrap();
        let (worst, size, counted) = farthest(&collected, &back);
        frames += counted;
        largest = largest.max(worst);
        if worst > BOUND {
            failed.push(format!("{}: {worst:.3} of {size:.0}", collected.path.display()));
        }
        for (name, table) in &collected.tables {
            let imported = &back.tables.iter().find(|(own, _)| own == name).unwrap().1;
            for (action, own) in table.actions.iter().zip(&imported.actions) {
                // A missing list of pattern keys means the same as a key with no pattern.
                let same = action.tracks == own.tracks && (action.patterns == own.patterns || table.version < 5);
                if !same {
                    failed.push(format!("{}: {name} has other tracks", collected.path.display()));
                }
            }
        }
    }
    println!("{frames} postures, at most {largest:.3} units off");
    assert!(frames > 0 && failed.is_empty(), "{}:\n{}", failed.len(), failed.join("\n"));
}

/// Without the stored tables, tracks are made from the sampled rotations.
#[test]
fn actions_of_other_programs_have_every_vertex_within_the_steps_of_the_format() {
    let mut failed = Vec::new();
    let (mut frames, mut largest, mut refused) = (0, 0.0f64, 0);
    for collected in playable() {
        if collected.is_random() && has_coarse_scales(&collected) {
            continue;
        }
        let mut bytes = glb(&collected);
        let stored = b"\"tables\"";
        let at = bytes.windows(stored.len()).position(|window| window == stored).unwrap();
        bytes[at + 1] = b'T';
        let report = read(&bytes, &mut |_| None, &Options::default());
        // The rolls of some random actions add up to more than the sixteen turns of 16 bits, which is an error of the
        // file.
        if collected.is_random() && report.diagnostics.iter().any(|found| found.severity == Severity::Error) {
            refused += 1;
            continue;
        }
        let back = report.document.unwrap();
        let (worst, size, counted) = farthest(&collected, &back);
        frames += counted;
        largest = largest.max(worst);
        // Each bone of a random chain adds the steps of its rotation.
        let links = if collected.is_random() { deepest(&collected.figure) } else { 1.0 };
        let is_beyond = worst > BOUND.max(SHARE * size) * links;
        if is_beyond != BEYOND.iter().any(|name| collected.path.ends_with(name)) {
            failed.push(format!("{}: {worst:.3} of {size:.0}", collected.path.display()));
        }
    }
    println!("{frames} postures, at most {largest:.3} units off, {refused} figures refused");
    assert!(refused < 5, "{refused}");
    assert!(frames > 0 && failed.is_empty(), "{}:\n{}", failed.len(), failed.join("\n"));
}

/// Returns the number of bones in the longest chain of a figure.
fn deepest(figure: &Figure) -> f64 {
    let mut depths: Vec<f64> = Vec::new();
    for bone in &figure.bones {
        depths.push(1.0 + bone.parent.map_or(0.0, |parent| depths[usize::from(parent)]));
    }
    depths.into_iter().fold(1.0, f64::max)
}

/// Returns whether a step of the format, 1/4096, is more than a hundredth of a scale.
fn has_coarse_scales(collected: &Collected) -> bool {
    let tracks = collected.tables.iter().flat_map(|(_, table)| &table.actions).flat_map(|action| &action.tracks);
    let coarse = |key: &VectorKey| key.value.iter().any(|scale| scale.unsigned_abs() < 100);
    tracks.filter_map(|track| track.lists().scale).any(|keys| keys.iter().any(coarse))
}

#[test]
fn an_animation_that_was_changed_is_not_taken_from_the_stored_table() {
    // The first rotation that turns gets another value at its last frame. Bones with equal values share them, so a
    // rotation that shares no values is changed.
    let place_of_turn = |exported: &[u8]| {
        let gltf = gltf::Gltf::from_slice(exported).unwrap();
        let channels = || gltf.animations().flat_map(|animation| animation.channels().collect::<Vec<_>>());
        let output = |channel: &gltf::animation::Channel| channel.sampler().output().index();
        let channel = channels().find(|channel| {
            channel.target().property() == gltf::animation::Property::Rotation
                && channel.sampler().input().count() > 2
                && channels().filter(|other| output(other) == output(channel)).count() == 1
        })?;
        let output = channel.sampler().output();
        Some(output.view().unwrap().offset() + output.offset() + (output.count() - 1) * 16)
    };
    let (exported, last) = (collections::all().iter().filter(|own| !own.tables.is_empty()))
        .map(glb)
        .find_map(|exported| place_of_turn(&exported).map(|last| (exported, last)))
        .unwrap();
    let buffer = exported.windows(4).position(|window| window == b"BIN\0").unwrap() + 4;
    let mut changed = exported.clone();
    let half: f32 = 0.5;
    for number in 0..4 {
        changed[buffer + last + number * 4..][..4].copy_from_slice(&half.to_le_bytes());
    }
    let tables = |bytes: &[u8]| read(bytes, &mut |_| None, &Options::default()).document.unwrap().tables;
    let (before, after) = (tables(&exported), tables(&changed));
    let differ: usize = (before.iter().zip(&after))
        .flat_map(|((_, before), (_, after))| before.actions.iter().zip(&after.actions))
        .map(|(before, after)| {
            before.tracks.iter().zip(&after.tracks).filter(|(before, after)| before != after).count()
        })
        .sum();
    assert_eq!(differ, 1, "only the track of that bone is calculated again");
}

/// Returns whether a polygon has a corner twice: it has no area and is left out.
fn has_bent(figure: &Figure) -> bool {
    let twice = |polygon: &Contents| (0..polygon.3.len()).any(|at| polygon.3[..at].contains(&polygon.3[at]));
    contents(figure).iter().any(twice)
}

/// Returns whether the triangles of a figure make its quads in only one way. No triangle may have a corner twice,
/// because it has no area and is left out. None may be there twice, whatever its material, because the list of quads
/// names only vertices.
fn is_clear(figure: &Figure) -> bool {
    let mut known = HashSet::new();
    contents(figure).into_iter().all(|(_, _, _, corners, _)| {
        corners.windows(3).all(|half| {
            let mut places: Vec<_> = half.iter().map(|(position, bone, _)| (*position, *bone)).collect();
            places.sort();
            let whole = places.windows(2).all(|pair| pair[0] != pair[1]);
            whole && known.insert(places)
        })
    })
}

/// Blender drops the extras of meshes, which separate the quads from the triangles.
#[test]
fn quads_and_triangles_are_told_apart_without_the_extras_of_meshes() {
    let parts = |figure: &Figure| {
        let mut parts = contents(figure);
        parts.sort_by_cached_key(|part| format!("{part:?}"));
        parts
    };
    let (mut quads, mut flat, mut compared) = (0, 0, 0);
    for collected in playable() {
        let mut bytes = glb(&collected);
        // Those of the primitives; the root node has a list under the same name.
        let own = b"\"quads\":";
        let places: Vec<usize> = (0..bytes.len() - own.len()).filter(|at| bytes[*at..].starts_with(own)).collect();
        for at in places {
            if bytes[at + own.len()] != b'[' {
                bytes[at + 1] = b'Q';
            }
        }
        let read = read(&bytes, &mut |_| None, &Options::default()).document.unwrap().figure;
        let polygons = &collected.figure.polygons;
        quads += polygons.textured_quads.len() + polygons.colour_quads.len();
        flat += polygons.textured_triangles.len() + polygons.colour_triangles.len();
        if !collected.is_random() && !has_bent(&collected.figure) || is_clear(&collected.figure) {
            compared += 1;
            assert!(parts(&collected.figure) == parts(&read), "{}", collected.path.display());
        }
    }
    println!("{quads} quads, {flat} triangles, {compared} figures compared");
    assert!(quads > 0 && flat > 0 && compared > 0);
}

/// The vertices have a limit of their own, and so do the indices.
#[test]
fn indices_do_not_count_as_vertices() {
    let read = |indexed: usize| {
        let primitives = r#"{"attributes":{"POSITION":0},"indices":1},"#.repeat(indexed);
        let text = format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
            "buffers":[{{"byteLength":1200000,"uri":"zeros"}}],"bufferViews":[{{"buffer":0,"byteLength":1200000}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}},
            {{"bufferView":0,"componentType":5121,"count":1200000,"type":"SCALAR"}}],
            "meshes":[{{"primitives":[{primitives}{{"attributes":{{"POSITION":0}}}}]}}]}}"#
        );
        let back = read(text.as_bytes(), &mut |_| Some(vec![0; 1_200_000]), &Options::default());
        back.document.map(drop).ok_or_else(|| format!("{:?}", back.diagnostics))
    };
    assert_eq!(read(1), Ok(()));
    let refused = read(4).unwrap_err();
    assert!(refused.contains("primitive 3: more than 4194304 indices"), "{refused}");
}

#[test]
fn tables_for_players_before_v3_can_be_written() {
    let square = include_bytes!("../../../../tests/fuzz/seeds/gltf/square.glb");
    for target in [Target::V1, Target::V2] {
        let options = Options { target, ..Options::default() };
        let tables = read(square, &mut |_| None, &options).document.unwrap().tables;
        assert!(!tables.is_empty());
        for (name, table) in tables {
            assert!(mtra::write(&table).is_ok(), "{target}: {name}");
        }
    }
}

/// Everything that an older file cannot hold is reported, and the rest can be written.
#[test]
fn figures_for_players_before_v3_can_be_written() {
    let mut written = [0; 2];
    let mut told: HashSet<&str> = HashSet::new();
    for collected in playable() {
        let exported = glb(&collected);
        for (target, written) in [Target::V1, Target::V2].into_iter().zip(&mut written) {
            let options = Options { target, ..Options::default() };
            let report = read(&exported, &mut |_| None, &options);
            let codes = report.diagnostics.iter().map(|found| found.rule.code);
            told.extend(codes.filter(|code| code.starts_with('C')));
            let has_errors = report.has_errors();
            let Some(Content { figure, .. }) = report.document.filter(|_| !has_errors) else { continue };
            let lost = target == Target::V1 && figure.normals != collected.figure.normals;
            assert!(!lost || report.diagnostics.iter().any(|found| found.rule.code == "C034"));
            let bytes = mbac::write(&figure).unwrap_or_else(|error| panic!("{}: {error}", collected.path.display()));
            assert_eq!(u16::from_le_bytes([bytes[2], bytes[3]]), target.figure_version());
            *written += 1;
        }
    }
    let mut told: Vec<&str> = told.into_iter().collect();
    told.sort_unstable();
    println!("{written:?} written, told: {told:?}");
    assert!(written.iter().all(|written| *written > 0));
    assert!(["C031", "C033", "C034"].iter().all(|code| told.contains(code)));
}

#[test]
fn pictures_are_reduced_for_v2_unless_texels_may_wrap() {
    let is_plain = |own: &Collected| {
        let [one_pattern, one_texture] = [own.figure.patterns.len() == 1, own.figure.texture_count == 1];
        one_pattern
            && one_texture
            && own.figure.palette.is_empty()
            && !own.figure.polygons.textured_triangles.is_empty()
    };
    let mut plain = collections::all().into_iter().find(is_plain).unwrap();
    plain.figure.polygons.textured_triangles[0].texels[0] = [200, 128];
    let palette = vec![Rgb { r: 0, g: 0, b: 0 }];
    plain.textures = vec![("skin".to_owned(), Texture { width: 256, height: 256, palette, texels: vec![0; 65536] })];
    let bytes = glb(&plain);
    let codes = |allow_uv_wrap| {
        let options = Options { target: Target::V2, allow_uv_wrap, ..Options::default() };
        let report = read(&bytes, &mut |_| None, &options);
        assert!(mbac::write(&report.document.unwrap().figure).is_ok());
        report.diagnostics.iter().map(|found| (found.rule.code, found.severity)).collect::<Vec<_>>()
    };
    assert_eq!(codes(true), [("C020", Severity::Warning)]);
    assert_eq!(codes(false), [("X030", Severity::Warning)], "the picture is reduced");
}
