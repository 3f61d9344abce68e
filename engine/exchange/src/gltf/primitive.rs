//! Reads the vertices and triangles of meshes.

use std::collections::BTreeSet;

use keitai_formats::Diagnostics;
use keitai_formats::diagnostic::counted;

use super::document;
use super::source::Source;
use crate::error::Result;
use crate::import::mesh::MOST_VERTICES;
use crate::import::scene::{Mesh, Numbers, Primitive, Scene, Strongest, Target};
use crate::import::{Options, fault, keep};
use crate::rules;

/// Most indices of all primitives; for a primitive without indices, its vertices are counted.
const MOST_INDICES: usize = 1 << 22;
/// Modes of primitives.
const TRIANGLES: u32 = 4;
const STRIP: u32 = 5;
const FAN: u32 = 6;

/// Reads the meshes of the nodes that were chosen; others stay empty.
pub(super) fn meshes(
    meshes: &[document::Mesh],
    scene: &Scene<'_>,
    source: &Source<'_>,
    options: &Options,
    findings: &mut Diagnostics,
) -> Result<Vec<Mesh>> {
    let mut shapes: Vec<Mesh> = meshes.iter().map(|_| Mesh::default()).collect();
    let mut numbers = BTreeSet::new();
    let mut reader = Reader { scene, source, options, place: String::new(), vertices: 0, indices: 0 };
    for (node, _, number) in scene.meshed().filter(|(.., mesh)| numbers.insert(*mesh)) {
        let (Some(mesh), Some(shape)) = (meshes.get(number), shapes.get_mut(number)) else { continue };
        shape.weights.clone_from(&mesh.weights);
        let active = targets(scene, number, mesh);
        for (index, primitive) in mesh.primitives.iter().enumerate() {
            reader.place = format!("{}, mesh {number}, primitive {index}", scene.described(node));
            let mode = primitive.mode.unwrap_or(TRIANGLES);
            if !matches!(mode, TRIANGLES | STRIP | FAN) {
                findings.report(&rules::NOT_TRIANGLES, format!("{}: {} are left out", reader.place, plural(mode)));
                continue;
            }
            let targets = primitive.targets.len();
            if targets > 0 && !options.patterns {
                let message = format!("{}: left out {}", reader.place, counted(targets, "morph target"));
                findings.report(&rules::MORPH_TARGETS, message);
            }
            let primitive = keep(reader.primitive(primitive, index, &active), findings)?;
            shape.primitives.extend(primitive.flatten());
        }
    }
    Ok(shapes)
}

/// Returns the morph targets of a mesh that change its shape at rest in some node.
fn targets(scene: &Scene<'_>, number: usize, mesh: &document::Mesh) -> BTreeSet<usize> {
    let nodes = scene.meshed().filter(|(.., mesh)| *mesh == number);
    let weights = nodes.filter_map(|(_, node, _)| node.weights.as_ref()).chain([&mesh.weights]);
    let weights: Vec<&Vec<f32>> = weights.collect();
    weights.into_iter().flat_map(|list| (0..).zip(list).filter(|(_, weight)| **weight != 0.0).map(|(n, _)| n)).collect()
}

struct Reader<'a> {
    scene: &'a Scene<'a>,
    source: &'a Source<'a>,
    options: &'a Options,
    /// The node, the mesh and the primitive, for messages.
    place: String,
    /// Numbers of all primitives so far.
    vertices: usize,
    indices: usize,
}

impl Reader<'_> {
    /// Reads a primitive; `None` for one without positions.
    fn primitive(
        &mut self,
        entry: &document::Primitive,
        number: usize,
        active: &BTreeSet<usize>,
    ) -> Result<Option<Primitive>> {
        let (source, place) = (self.source, &self.place);
        let Some(&list) = entry.attributes.get("POSITION") else { return Ok(None) };
        let count = source.count(list);
        if let Some((name, list)) = entry.attributes.iter().find(|(_, list)| source.count(**list) != count) {
            let other = source.count(*list);
            let message = format!("{place}: {name} has {other} items, expected {count} as the positions");
            return fault(&rules::ACCESSOR, message);
        }
        self.vertices += count;
        if self.vertices > MOST_VERTICES {
            return fault(&rules::TOO_MUCH, format!("{place}: more than {MOST_VERTICES} vertices"));
        }
        let positions = source.floats(list, place)?;
        let (mut undefined, mut targets) = (0, Vec::new());
        let mut defined = |list: Option<&usize>| -> Result<Option<Vec<[f32; 3]>>> {
            let Some(list) = list else { return Ok(None) };
            let (items, wrong) = source.defined(*list, place, |number| number as f32)?;
            undefined += wrong;
            Ok(Some(items))
        };
        let normals = defined(entry.attributes.get("NORMAL"))?;
        for (number, target) in entry.targets.iter().enumerate() {
            if !self.options.patterns && !active.contains(&number) {
                targets.push(Target::default());
                continue;
            }
            let positions = target.get("POSITION").map(|list| source.floats(*list, place)).transpose()?;
            let normals = defined(target.get("NORMAL").filter(|_| normals.is_some()))?;
            let (positions, normals) = (positions.unwrap_or_default(), normals.unwrap_or_default());
            targets.push(Target { positions, normals });
        }
        let sets = entry.material.and_then(|material| self.scene.materials.get(material));
        let mut places = Vec::new();
        let mut sets: BTreeSet<u32> = sets.into_iter().flat_map(|material| material.sets()).collect();
        if sets.is_empty() {
            // A slot of an export may have lost its picture, but its texels are there.
            sets.insert(0);
        }
        for set in sets {
            if let Some(list) = entry.attributes.get(&format!("TEXCOORD_{set}")) {
                let (items, wrong) = source.defined(*list, place, |number| number as f32)?;
                undefined += wrong;
                places.push((set, items));
            }
        }
        let (colours, wrong) = self.colours(entry)?;
        undefined += wrong;
        let numbers = entry.attributes.get("_VERTEX").map(|list| source.integers::<1>(*list, place)).transpose()?;
        Ok(Some(Primitive {
            number,
            material: entry.material,
            positions,
            normals,
            places,
            colours,
            joints: self.joints(entry)?,
            numbers: numbers.map(|numbers| numbers.as_flattened().to_vec()),
            triangles: self.triangles(entry, count)?,
            order: Numbers::of(&entry.extras),
            targets,
            undefined,
        }))
    }

    /// Returns the strongest joint of each vertex, the first one of a vertex without weights; `None` without joints. Sets
    /// of four joints are in any order.
    fn joints(&self, entry: &document::Primitive) -> Result<Option<Vec<Strongest>>> {
        let mut strongest: Option<Vec<Strongest>> = None;
        for set in 0.. {
            let list = |name: &str| entry.attributes.get(&format!("{name}_{set}")).copied();
            let Some((joints, weights)) = list("JOINTS").zip(list("WEIGHTS")) else { break };
            let joints = self.source.integers::<4>(joints, &self.place)?;
            let weights = self.source.numbers::<4>(weights, &self.place)?;
            let first = |joints: &[u32; 4]| Strongest { joint: joints[0], ..Strongest::default() };
            let strongest = strongest.get_or_insert_with(|| joints.iter().map(first).collect());
            for (best, (joints, weights)) in strongest.iter_mut().zip(joints.iter().zip(&weights)) {
                for (joint, weight) in joints.iter().zip(weights) {
                    best.total += weight;
                    if *weight > best.weight {
                        (best.joint, best.weight) = (*joint, *weight);
                    }
                }
            }
        }
        Ok(strongest)
    }

    /// Returns the first set of colours that is not white: today's Blender writes a white one before that of the model. Also returns
    /// how many colours are white because they are no numbers.
    fn colours(&self, entry: &document::Primitive) -> Result<(Option<Vec<[f32; 4]>>, usize)> {
        let (mut white, mut wrong) = (None, 0);
        for list in (0..).map_while(|set| entry.attributes.get(&format!("COLOR_{set}")).copied()) {
            let (colours, count) = match self.source.width(list) {
                3 => {
                    let (colours, wrong) = self.source.defined::<_, 3>(list, &self.place, Some)?;
                    (colours.into_iter().map(|[r, g, b]| [r, g, b, Some(1.0)]).collect(), wrong)
                }
                _ => self.source.defined(list, &self.place, Some)?,
            };
            let colours: Vec<[f32; 4]> =
                colours.into_iter().map(|colour: [_; 4]| colour.map(|part| part.unwrap_or(1.0) as f32)).collect();
            wrong += count;
            if colours.iter().flatten().any(|part| *part < 1.0) {
                return Ok((Some(colours), wrong));
            }
            white = Some(colours);
        }
        Ok((white, wrong))
    }

    /// Returns the numbers of the corners of the triangles. `count` is the number of vertices.
    fn triangles(&mut self, entry: &document::Primitive, count: usize) -> Result<Vec<[u32; 3]>> {
        let place = &self.place;
        let indices: Vec<u32> = match entry.indices {
            Some(list) => self.source.integers::<1>(list, place)?.into_iter().map(|[index]| index).collect(),
            None => (0..count as u32).collect(),
        };
        if let Some(index) = indices.iter().find(|index| **index as usize >= count) {
            let message = format!("{place}: index {index} of {}", counted(count, "vertex"));
            return fault(&rules::ACCESSOR, message);
        }
        self.indices += indices.len();
        if self.indices > MOST_INDICES {
            return fault(&rules::TOO_MUCH, format!("{place}: more than {MOST_INDICES} indices"));
        }
        Ok(match entry.mode {
            Some(STRIP) => {
                let strip = indices.windows(3).enumerate();
                strip.map(|(odd, w)| if odd % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] }).collect()
            }
            Some(FAN) => {
                let first = indices.first().copied().unwrap_or_default();
                indices.get(1..).unwrap_or_default().windows(2).map(|w| [first, w[0], w[1]]).collect()
            }
            _ => indices.chunks_exact(3).map(|w| [w[0], w[1], w[2]]).collect(),
        })
    }
}

/// Returns the name of several primitives of a mode that has no area.
fn plural(mode: u32) -> &'static str {
    match mode {
        0 => "points",
        1 => "lines",
        2 => "line loops",
        3 => "line strips",
        _ => "primitives of an unknown mode",
    }
}
