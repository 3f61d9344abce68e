//! Meshes to vertices and faces.

use std::collections::HashMap;

use glam::{DAffine3, DVec3};
use gltf::mesh::Mode;
use gltf::{Primitive, Semantic};
use keitai_convert::pack_normal;
use keitai_formats::{Diagnostic, Diagnostics, Limits, Location, Material, PackedNormal, Rgb, Slot, counted};
use serde_json::Value;

use super::skeleton::{Bones, integer_of, scaled};
use super::source::{Source, fault, ours};
use super::surface::{Surface, Surfaces};
use super::tree::{Tree, name};
use crate::error::Result;
use crate::gltf::light::encoded;
use crate::rules;

/// Most vertices of all primitives, before they are welded.
const MOST_VERTICES: usize = 1 << 20;
/// Most indices of all primitives; one without indices counts its vertices.
const MOST_INDICES: usize = 1 << 22;

/// A vertex of a bone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Vertex {
    pub(super) bone: usize,
    /// Number in the figure that the file was made from.
    pub(super) number: Option<u32>,
    pub(super) position: [i16; 3],
    pub(super) normal: Option<PackedNormal>,
}

/// A face of three or four corners: in the order of a figure's file, those of a quad in strip order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Face {
    pub(super) pattern: usize,
    pub(super) slot: Slot,
    pub(super) bits: Material,
    /// Number in the list of the figure that the file was made from.
    pub(super) number: Option<usize>,
    /// Vertices, and their texels.
    pub(super) corners: Vec<(usize, [u8; 2])>,
    pub(super) colour: Rgb,
}

/// Vertices and faces of all meshes.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) vertices: Vec<Vertex>,
    pub(super) faces: Vec<Face>,
    known: HashMap<Vertex, usize>,
    vertices_read: usize,
    indices_read: usize,
    weights: WeightLoss,
    shaded: usize,
    degenerate: usize,
    clamped: usize,
}

/// Vertices that several joints move.
#[derive(Debug, Default)]
struct WeightLoss {
    count: usize,
    worst: Option<(f64, String)>,
}

/// A primitive's vertices before they are welded.
struct Corner {
    vertex: usize,
    texture: [f64; 2],
    colour: Option<[f64; 3]>,
}

/// The place of a mesh in a file.
struct Place<'a> {
    described: String,
    pattern: usize,
    surface: Surface,
    primitive: Primitive<'a>,
}

impl Gathered {
    /// Gathers the meshes of all nodes. `unit` is the factor to model units.
    pub(super) fn new(
        source: &Source,
        tree: &Tree,
        bones: &Bones,
        surfaces: &Surfaces,
        unit: f64,
        found: &mut Diagnostics,
    ) -> Result<Self> {
        let mut gathered = Self::default();
        let globals = scaled(tree.globals(&tree.locals), unit);
        for node in source.document.nodes() {
            let Some(mesh) = node.mesh() else { continue };
            let pattern = pattern_of(&node);
            if pattern >= Limits::PLAYERS.patterns {
                return fault(&rules::TOO_MUCH, format!("{}: pattern {pattern}; the last is 32", name(&node)));
            }
            let rigid = globals.get(node.index()).copied().unwrap_or_default();
            let skin = match node.skin() {
                Some(skin) => Some(skin_matrices(source, &skin, bones, &globals)?),
                None => None,
            };
            let fixed = bones.ancestor(tree, node.index()).unwrap_or(0);
            for primitive in mesh.primitives() {
                let described = format!("{}, mesh {}, primitive {}", name(&node), mesh.index(), primitive.index());
                if primitive.morph_targets().next().is_some() {
                    return fault(&rules::MORPH_TARGETS, format!("{described}: it has morph targets"));
                }
                if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
                    let message = format!("{described}: {:?} are not imported", primitive.mode());
                    found.push(Diagnostic::new(&rules::NOT_TRIANGLES, Location::Document, message));
                    continue;
                }
                let surface = surfaces.of(&primitive.material());
                let place = Place { described, pattern, surface, primitive };
                let joint = |bone: usize| {
                    let node = bones.joints.get(bone).and_then(|joint| joint.node);
                    let outer = node.and_then(|node| globals.get(node)).copied().unwrap_or_default();
                    bones.joints.get(bone).map_or(rigid, |joint| joint.to_bone * outer.inverse() * rigid)
                };
                let corners = gathered.corners(source, &place, skin.as_deref(), (fixed, joint(fixed)))?;
                gathered.faces(source, &place, &corners)?;
            }
        }
        gathered.report(found);
        Ok(gathered)
    }

    /// Reads the vertices of a primitive. `rigid` is the bone of a mesh without a skin, and its matrix.
    fn corners(
        &mut self,
        source: &Source,
        place: &Place<'_>,
        skin: Option<&[(usize, DAffine3)]>,
        rigid: (usize, DAffine3),
    ) -> Result<Vec<Corner>> {
        let described = &place.described;
        let get = |semantic: Semantic| place.primitive.get(&semantic);
        let Some(positions) = get(Semantic::Positions) else { return Ok(Vec::new()) };
        let positions = source.numbers::<3>(&positions, described)?;
        let count = positions.len();
        self.vertices_read += count;
        if self.vertices_read > MOST_VERTICES {
            return fault(&rules::TOO_MUCH, format!("{described}: more than {MOST_VERTICES} vertices"));
        }
        let normals = get(Semantic::Normals).map(|list| source.numbers::<3>(&list, described)).transpose()?;
        let texture = get(Semantic::TexCoords(0)).map(|list| source.numbers::<2>(&list, described)).transpose()?;
        let joints = get(Semantic::Joints(0)).map(|list| source.numbers::<4>(&list, described)).transpose()?;
        let weights = get(Semantic::Weights(0)).map(|list| source.numbers::<4>(&list, described)).transpose()?;
        let numbers = get(Semantic::Extras("VERTEX".to_owned()));
        let numbers = numbers.map(|list| source.numbers::<1>(&list, described)).transpose()?;
        let colours = match get(Semantic::Colors(0)) {
            Some(list) if list.dimensions().multiplicity() == 3 => Some(source.numbers::<3>(&list, described)?),
            Some(list) => {
                Some(source.numbers::<4>(&list, described)?.into_iter().map(|[r, g, b, _]| [r, g, b]).collect())
            }
            None => None,
        };
        let mut corners = Vec::with_capacity(count);
        for (index, position) in positions.into_iter().enumerate() {
            let skinned = skin.and_then(|skin| {
                let (joints, weights) = (joints.as_ref()?.get(index)?, weights.as_ref()?.get(index)?);
                let strongest = (0..4).max_by(|a, b| weights[*a].total_cmp(&weights[*b]).then(b.cmp(a)))?;
                let total: f64 = weights.iter().sum();
                self.weights.add(if total > 0.0 { weights[strongest] / total } else { 1.0 }, described);
                skin.get(joints[strongest] as usize).copied()
            });
            if let (Some(_), None) = (skin, skinned) {
                return fault(
                    &rules::SKIN_EMPTY,
                    format!("{described}: vertex {index} has a joint that the skin lacks"),
                );
            }
            let (bone, matrix) = skinned.unwrap_or(rigid);
            let point = matrix.transform_point3(DVec3::from_array(position));
            let [Some(x), Some(y), Some(z)] = point.to_array().map(integer_of) else {
                return out_of_range(described, index, point);
            };
            let normal = normals
                .as_ref()
                .and_then(|normals| normals.get(index))
                .map(|normal| pack_normal(matrix.transform_vector3(DVec3::from_array(*normal)).to_array()));
            let number = numbers.as_ref().and_then(|numbers| numbers.get(index)).map(|[number]| *number as u32);
            let vertex = self.weld(Vertex { bone, number, position: [x, y, z], normal });
            corners.push(Corner {
                vertex,
                texture: texture.as_ref().and_then(|list| list.get(index)).copied().unwrap_or_default(),
                colour: colours.as_ref().and_then(|list: &Vec<[f64; 3]>| list.get(index)).copied(),
            });
        }
        Ok(corners)
    }

    fn weld(&mut self, vertex: Vertex) -> usize {
        *self.known.entry(vertex).or_insert_with(|| {
            self.vertices.push(vertex);
            self.vertices.len() - 1
        })
    }

    fn faces(&mut self, source: &Source, place: &Place<'_>, corners: &[Corner]) -> Result<()> {
        let indices: Vec<usize> = match place.primitive.indices() {
            Some(list) => {
                source.numbers::<1>(&list, &place.described)?.into_iter().map(|[index]| index as usize).collect()
            }
            None => (0..corners.len()).collect(),
        };
        self.indices_read += indices.len();
        if self.indices_read > MOST_INDICES {
            return fault(&rules::TOO_MUCH, format!("{}: more than {MOST_INDICES} indices", place.described));
        }
        if let Some(index) = indices.iter().find(|index| **index >= corners.len()) {
            let message = format!("{}: index {index} of {}", place.described, counted(corners.len(), "vertex"));
            return fault(&rules::ACCESSOR, message);
        }
        let triangles: Vec<[usize; 3]> = match place.primitive.mode() {
            Mode::TriangleStrip => {
                let strip = indices.windows(3).enumerate();
                strip.map(|(odd, w)| if odd % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] }).collect()
            }
            Mode::TriangleFan => {
                let first = indices.first().copied().unwrap_or_default();
                indices.get(1..).unwrap_or_default().windows(2).map(|w| [first, w[0], w[1]]).collect()
            }
            _ => indices.chunks_exact(3).map(|w| [w[0], w[1], w[2]]).collect(),
        };
        let extras = ours(place.primitive.extras());
        // Ours are known by their number of quads, whose triangles come first, two for each.
        let quads = extras.get("quads").and_then(Value::as_u64).and_then(|quads| usize::try_from(quads).ok());
        let order = |name: &str| -> Option<Vec<usize>> {
            let list = extras.get(name)?.as_array()?;
            list.iter().map(|number| Some(usize::from(u16::try_from(number.as_u64()?).ok()?))).collect()
        };
        let [quad_order, triangle_order] = [order("quadOrder"), order("triangleOrder")];
        for (index, triangle) in triangles.into_iter().enumerate() {
            let [x, y, z] = triangle;
            // Ours is (a, c, b) of the file's (a, b, c).
            let used = [x, z, y].map(|corner| &corners[corner]);
            let vertices = used.map(|corner| corner.vertex);
            let twice = vertices[0] == vertices[1] || vertices[1] == vertices[2] || vertices[0] == vertices[2];
            if twice && quads.is_none() {
                self.degenerate += 1;
                continue;
            }
            let number = quads.map(|quads| match index.checked_sub(quads.saturating_mul(2)) {
                // The two halves of a quad follow each other.
                None => {
                    let quad = index / 2;
                    2 * quad_order.as_ref().and_then(|order| order.get(quad).copied()).unwrap_or(quad) + index % 2
                }
                Some(triangle) => {
                    let own = triangle_order.as_ref().and_then(|order| order.get(triangle).copied());
                    own.unwrap_or(triangle)
                }
            });
            let half = quads.is_some_and(|quads| index < quads.saturating_mul(2));
            let texels = self.texels(place.surface.size, used.map(|corner| corner.texture));
            let colour = self.colour(place.surface, used.map(|corner| corner.colour));
            self.faces.push(Face {
                pattern: place.pattern,
                slot: place.surface.slot,
                bits: place.surface.bits,
                // Halves come after all triangles until they are merged.
                number: number.map(|number| if half { HALVES + number } else { number }),
                corners: vertices.into_iter().zip(texels).collect(),
                colour,
            });
        }
        Ok(())
    }

    /// Returns the texels of a face, moved by whole pictures so that they lie in 0..=255.
    fn texels(&mut self, size: [u16; 2], corners: [[f64; 2]; 3]) -> [[u8; 2]; 3] {
        let mut texels = [[0u8; 2]; 3];
        for axis in 0..2 {
            let side = f64::from(size[axis]);
            let places = corners.map(|corner| libm::floor(corner[axis] * side + 0.5));
            let least = places.into_iter().fold(f64::INFINITY, f64::min);
            let most = places.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let away = if least < 0.0 || most > 255.0 { libm::floor(least / side) * side } else { 0.0 };
            for (texel, place) in texels.iter_mut().zip(places) {
                let place = place - away;
                self.clamped += usize::from(!(0.0..=255.0).contains(&place));
                texel[axis] = place.clamp(0.0, 255.0) as u8;
            }
        }
        texels
    }

    /// Returns the colour of a face: that of its corners, or their mean.
    fn colour(&mut self, surface: Surface, corners: [Option<[f64; 3]>; 3]) -> Rgb {
        if surface.slot != Slot::Colour {
            return Rgb::default();
        }
        let corners = corners.map(|colour| {
            let colour = colour.unwrap_or([1.0; 3]);
            [0, 1, 2].map(|part| colour[part] * surface.colour[part])
        });
        let levels = corners.map(encoded);
        if levels[0] == levels[1] && levels[1] == levels[2] {
            return levels[0];
        }
        self.shaded += 1;
        encoded([0, 1, 2].map(|part| corners.iter().map(|colour| colour[part]).sum::<f64>() / 3.0))
    }

    fn report(&self, found: &mut Diagnostics) {
        let mut report = |rule, message: String| found.push(Diagnostic::new(rule, Location::Document, message));
        if let Some((weight, place)) = &self.weights.worst {
            let count = self.weights.count;
            let vertices = counted(count, "vertex");
            let message =
                format!("the strongest of several joints counts for {vertices}; the weakest has {weight:.2}: {place}");
            report(&rules::WEIGHTS, message);
        }
        let counts = [
            (self.shaded, &rules::SHADED_COLOURS, "faces have several colours; the mean is taken"),
            (self.degenerate, &rules::DEGENERATE, "triangles have no area after rounding and are left out"),
            (self.clamped, &rules::TEXEL_CLAMPED, "texture coordinates are outside 0..=255 texels and are clamped"),
        ];
        for (count, rule, what) in counts.into_iter().filter(|(count, ..)| *count > 0) {
            report(rule, format!("{count} {what}"));
        }
    }
}

/// Numbers of the halves of quads begin here: no file is large enough for so many triangles.
pub(super) const HALVES: usize = 1 << (usize::BITS - 1);

impl WeightLoss {
    /// Weights from here on count as the only one.
    const WHOLE: f64 = 0.99;

    fn add(&mut self, weight: f64, place: &str) {
        if weight < Self::WHOLE {
            self.count += 1;
            if self.worst.as_ref().is_none_or(|(worst, _)| weight < *worst) {
                self.worst = Some((weight, place.to_owned()));
            }
        }
    }
}

/// Returns for every joint of a skin its bone, and the matrix from the mesh to the bone's space.
fn skin_matrices(
    source: &Source,
    skin: &gltf::Skin<'_>,
    bones: &Bones,
    globals: &[DAffine3],
) -> Result<Vec<(usize, DAffine3)>> {
    let what = format!("skin {}", skin.index());
    let inverse = match skin.inverse_bind_matrices() {
        Some(list) => source.numbers::<16>(&list, &what)?,
        None => Vec::new(),
    };
    let matrices = skin.joints().enumerate().map(|(index, joint)| {
        let inverse = inverse
            .get(index)
            .map_or(DAffine3::IDENTITY, |columns| DAffine3::from_mat4(glam::DMat4::from_cols_array(columns)));
        let (bone, to_bone) = bones.owner(joint.index(), globals);
        (bone, to_bone * inverse)
    });
    Ok(matrices.collect())
}

/// Returns the pattern of a mesh: by the extras of its node, or by a name such as "pattern2".
fn pattern_of(node: &gltf::Node<'_>) -> usize {
    let given = ours(node.extras()).get("pattern").and_then(Value::as_f64);
    let named = |name: &str| {
        let digits: String = name.strip_prefix("pattern")?.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().ok()
    };
    let mesh = || node.mesh().and_then(|mesh| named(mesh.name()?));
    given.map(|given| given.max(0.0) as usize).or_else(|| node.name().and_then(named)).or_else(mesh).unwrap_or(0)
}

/// Returns the bit of the pattern of a node's mesh, for the mask of what is shown; 0 for a node without a mesh.
pub(super) fn mask_of(node: &gltf::Node<'_>) -> u32 {
    if node.mesh().is_none() { 0 } else { 1u32.checked_shl(pattern_of(node) as u32).unwrap_or(0) }
}

fn out_of_range<T>(place: &str, index: usize, point: DVec3) -> Result<T> {
    let farthest = point.abs().max_element();
    let factor = 32767.0 / farthest;
    let message =
        format!("{place}: vertex {index} is {farthest:.0} units from its joint; --scale {factor:.4} would fit");
    fault(&rules::POSITION_RANGE, message)
}
