//! Figures that were exported, imported again.

use keitai_exchange::gltf::read::{Import, Options, read};
use keitai_formats::{Figure, Rgb, Slot, mbac};

use crate::collections::{self, Collected};
use crate::export::glb;
use crate::posture;

/// Largest distance of a vertex from its place in the first figure, at any frame.
const BOUND: f64 = 1.0;
/// The same as a share of the coordinates, for postures beyond 800 units: directions have 12 bits after the point.
const SHARE: f64 = 1.2e-3;

fn import(collected: &Collected) -> Result<Import, String> {
    let options = Options { merge_quads: true, ..Options::default() };
    let report = read(&glb(collected), &mut |_| None, &options);
    report.map(|report| report.document).map_err(|error| format!("{}: {error}", collected.path.display()))
}

/// A polygon by its contents: its batch, its material, and for each corner the place of the vertex in the bone.
type Content = (u16, Slot, u16, Vec<([i16; 3], usize, [u8; 2])>, Option<Rgb>);

fn contents(figure: &Figure) -> Vec<Content> {
    let mut contents = Vec::new();
    let counts = figure.bones.iter().map(|bone| usize::from(bone.vertex_count)).enumerate();
    let owners: Vec<usize> = counts.flat_map(|(bone, count)| std::iter::repeat_n(bone, count)).collect();
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
    for collected in collections::all() {
        let figure = &collected.figure;
        if figure.vertices.len() > 21845 || figure.texture_count > 16 || figure.patterns.len() > 33 {
            continue;
        }
        figures += 1;
        let back = match import(&collected) {
            Ok(back) => back,
            Err(error) => {
                failed.push(error);
                continue;
            }
        };
        let own = &back.made.figure;
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

#[test]
fn imported_actions_have_every_vertex_within_a_unit() {
    let mut failed = Vec::new();
    let (mut frames, mut largest) = (0, 0.0f64);
    for collected in collections::all() {
        let figure = &collected.figure;
        if figure.vertices.len() > 21845 || figure.texture_count > 16 || figure.patterns.len() > 33 {
            continue;
        }
        let back = match import(&collected) {
            Ok(back) => back,
            Err(error) => {
                failed.push(error);
                continue;
            }
        };
        let own = &back.made.figure;
        if figure.vertices != own.vertices {
            continue;
        }
        let mut worst = (0.0f64, String::new());
        let mut size = 0.0f64;
        for (name, table) in &collected.tables {
            let Some((_, imported)) = back.tables.iter().find(|(own, _)| own == name) else {
                failed.push(format!("{}: no table {name}", collected.path.display()));
                continue;
            };
            assert_eq!(table.actions.len(), imported.actions.len());
            for (index, (action, own_action)) in table.actions.iter().zip(&imported.actions).enumerate() {
                assert_eq!(action.last_frame, own_action.last_frame);
                for frame in 0..=action.last_frame {
                    frames += 1;
                    let exact = posture::positions(figure, Some((action, frame)));
                    let found = posture::positions(own, Some((own_action, frame)));
                    for (exact, found) in exact.iter().zip(&found) {
                        let distance = exact.distance(*found);
                        size = size.max(exact.abs().max_element());
                        if distance.is_nan() || distance > worst.0 {
                            worst = (distance, format!("{name} {index} at frame {frame}"));
                        }
                    }
                }
            }
        }
        largest = largest.max(worst.0);
        if worst.0.is_nan() || worst.0 > BOUND.max(SHARE * size) {
            failed.push(format!("{}: {:.3} of {size:.0} in {}", collected.path.display(), worst.0, worst.1));
        }
    }
    println!("{frames} postures, at most {largest:.3} units off");
    assert!(failed.is_empty(), "{}:\n{}", failed.len(), failed.join("\n"));
}
