//! Converts meshes to vertices, and to triangles with their colours.

use std::borrow::Cow;
use std::collections::HashMap;

use glam::{DAffine3, DMat3, DVec3};
use keitai_convert::pack_normal;
use keitai_formats::{Diagnostics, Limits, Rgb};

use super::geometry::{Geometry, Triangle, Vertex, missing_normals, turned};
use super::glass::{Glass, best, settled};
use super::scene::{FULL, Primitive, Scene, Skin};
use super::skeleton::{Bones, scaled};
use super::surface::{Surface, Surfaces, is_gradient};
use super::{Options, fault, keep};
use crate::error::Result;
use crate::light::encoded;
use crate::memory::{Loan, Memory};
use crate::posture::integer_of;
use crate::rules;

/// Most vertices of all primitives, before they are welded.
pub(crate) const MOST_VERTICES: usize = 1 << 20;
/// Most corners of triangles of all primitives.
const MOST_CORNERS: usize = 1 << 22;
/// Bytes of memory of a triangle and of a vertex, from the meshes to the figure.
const MEMORY: [usize; 2] = [72, 80];
/// Places are one place even before rounding when they are nearer than this share of their largest coordinate.
const SAME: f64 = 1e-6;

/// A primitive where a node has it.
struct MeshInstance<'a> {
    /// The node and the mesh, for messages.
    described: &'a dyn Fn() -> String,
    primitive: &'a Primitive,
    pattern: usize,
    surface: (usize, &'a Surface),
    /// Matrices of the joints of a skin.
    skin: Option<&'a [(usize, DAffine3)]>,
    /// The bone of a mesh without a skin, and its matrix.
    rigid: (usize, DAffine3),
    /// Shares of the morph targets in the shape.
    weights: &'a [f32],
}

impl Primitive {
    /// Returns the positions and the normals, with shares of the morph targets.
    fn shape(&self, weights: &[f32]) -> (Vec<[f64; 3]>, Option<Vec<[f64; 3]>>) {
        let floats = |list: &Vec<[f32; 3]>| -> Vec<[f64; 3]> { list.iter().map(|item| item.map(f64::from)).collect() };
        let (mut positions, mut normals) = (floats(&self.positions), self.normals.as_ref().map(floats));
        for (target, weight) in self.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            let add = |list: &mut [[f64; 3]], moves: &[[f32; 3]]| {
                for (item, moved) in list.iter_mut().zip(moves) {
                    *item = std::array::from_fn(|axis| item[axis] + f64::from(*weight) * f64::from(moved[axis]));
                }
            };
            add(&mut positions, &target.positions);
            add(normals.as_deref_mut().unwrap_or_default(), &target.normals);
        }
        (positions, normals)
    }
}

/// A vertex of a primitive.
struct Corner {
    /// Number after welding.
    vertex: u32,
    /// Place in the space of its bone before rounding.
    point: DVec3,
    /// Place in the picture, 0..=1 for the whole of it.
    texture: [f32; 2],
    /// Number in the primitive.
    source: u32,
    /// Its joint or object is mirrored: its triangles run the other way round.
    is_mirrored: bool,
}

struct Looks<'a> {
    surface: (u32, &'a Surface),
    /// Colours of the vertices in linear light, and alpha.
    colours: Option<&'a [[f32; 4]]>,
    /// Colour of faces whose vertices have none.
    plain: Rgb,
    pattern: u16,
}

impl<'a> Looks<'a> {
    fn new(surface: (usize, &'a Surface), colours: Option<&'a [[f32; 4]]>, pattern: usize) -> Self {
        let (number, surface) = surface;
        let plain = if surface.slot.is_some() { Rgb::default() } else { encoded(surface.colour) };
        // No figure has so many patterns.
        let pattern = u16::try_from(pattern).unwrap_or(u16::MAX);
        Self { surface: (number as u32, surface), colours, plain, pattern }
    }
}

/// Everything that vertices and triangles are made from.
pub(super) struct Parts<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) bones: &'a Bones,
    pub(super) surfaces: &'a Surfaces,
    /// Model units in a unit of the file.
    pub(super) unit: f64,
    pub(super) options: &'a Options,
}

/// Numbers of all primitives so far.
#[derive(Default)]
struct Budget {
    vertices: usize,
    corners: usize,
}

impl Budget {
    /// Takes the memory of all triangles and vertices so far, in place of the `loan` of those before.
    fn take(&self, loan: &mut Option<Loan>, memory: &Memory, instance: &MeshInstance<'_>) -> Result<()> {
        let triangles = self.corners / 3;
        let size = triangles * MEMORY[0] + self.vertices * MEMORY[1];
        memory.renew(loan, size as u64).or_else(|lack| {
            let (described, vertices) = ((instance.described)(), self.vertices);
            fault(&rules::TOO_MUCH, format!("{described}: {triangles} triangles and {vertices} vertices take {lack}"))
        })
    }
}

/// Gathers the meshes of all nodes that were chosen.
pub(super) fn gather(parts: &Parts<'_>, findings: &mut Diagnostics) -> Result<Geometry> {
    let Parts { scene, bones, .. } = *parts;
    let mut geometry = Geometry::default();
    let globals = scaled(scene.tree.globals(&bones.bind), parts.unit);
    // Matrices of the skins that nodes have in common.
    let mut skins: HashMap<usize, Vec<(usize, DAffine3)>> = HashMap::new();
    let mut budget = Budget::default();
    for (number, node, mesh_number) in scene.meshed() {
        let Some(mesh) = scene.meshes.get(mesh_number) else { continue };
        let skin = node.skin.and_then(|number| {
            let skin = scene.skins.get(number)?;
            Some(&**skins.entry(number).or_insert_with(|| matrices(skin, bones, &globals)))
        });
        let (bone, to_bone) = bones.rigid(&scene.tree, number, &globals);
        // A skin places its mesh alone.
        let instances = match &node.instances {
            Some(instances) if skin.is_none() => instances.as_slice(),
            _ => &[DAffine3::IDENTITY],
        };
        let weights = node.weights.as_ref().unwrap_or(&mesh.weights);
        geometry.begin(number, mesh_number);
        for primitive in &mesh.primitives {
            let Some(surface) = parts.surfaces.of(primitive.material) else { continue };
            let described =
                || format!("{}, mesh {mesh_number}, primitive {}", scene.described(number), primitive.number);
            for (pattern, weights) in shapes(node.pattern, weights, primitive.targets.len(), parts.options.patterns) {
                for instance in instances {
                    let rigid = (bone, to_bone * *instance);
                    let (described, weights) = (&described as &dyn Fn() -> String, &*weights);
                    let instance = MeshInstance { described, primitive, pattern, surface, skin, rigid, weights };
                    keep(geometry.primitive(parts, &instance, &mut budget), findings)?;
                }
            }
        }
    }
    Ok(geometry)
}

/// Returns the patterns that a primitive is part of, with the weights of its morph targets there: one `pattern` and the
/// `weights` at rest, or with `patterns` the shape without any in pattern 1 and each target in a pattern of its own.
fn shapes(pattern: usize, weights: &[f32], targets: usize, patterns: bool) -> Vec<(usize, Cow<'_, [f32]>)> {
    if patterns && targets > 0 {
        let alone = |shape: usize| (1..=targets).map(|target| f32::from(u8::from(target == shape))).collect();
        return (0..=targets.min(Limits::PLAYERS.patterns - 2)).map(|shape| (shape + 1, alone(shape))).collect();
    }
    vec![(pattern, weights.into())]
}

impl Geometry {
    fn primitive(&mut self, parts: &Parts<'_>, instance: &MeshInstance<'_>, budget: &mut Budget) -> Result<()> {
        let MeshInstance { primitive, .. } = *instance;
        self.losses.undefined += primitive.undefined;
        let mut triangles = Cow::from(&primitive.triangles);
        budget.corners += triangles.len() * 3;
        if budget.corners > MOST_CORNERS {
            let message = format!("{}: more than {MOST_CORNERS} corners of triangles", (instance.described)());
            return fault(&rules::TOO_MUCH, message);
        }
        let before = budget.vertices;
        budget.vertices += primitive.positions.len();
        budget.take(&mut self.loan, &parts.options.memory, instance)?;
        let (positions, mut normals) = primitive.shape(instance.weights);
        let surface = instance.surface.1;
        let mut sources: Vec<u32> = (0..positions.len() as u32).collect();
        if let Some(normals) = normals.as_ref().filter(|_| !surface.is_double && !surface.is_own) {
            self.losses.turned += turned(&positions, normals, &triangles);
        } else if normals.is_none() && surface.is_lit {
            let (numbers, vectors) = missing_normals(&positions, triangles.to_mut());
            (sources, normals) = (numbers, Some(vectors));
        }
        budget.vertices = before + sources.len();
        if budget.vertices > MOST_VERTICES {
            let message = format!("{}: more than {MOST_VERTICES} vertices", (instance.described)());
            return fault(&rules::TOO_MUCH, message);
        }
        budget.take(&mut self.loan, &parts.options.memory, instance)?;
        let corners = self.corners(parts, instance, &sources, &positions, normals.as_deref())?;
        // The lists are large, and no longer needed.
        drop((sources, positions, normals));
        let looks = Looks::new(instance.surface, primitive.colours.as_deref(), instance.pattern);
        self.triangles.reserve(triangles.len());
        for (index, [x, y, z]) in triangles.iter().enumerate() {
            let corner = |number: &u32| corners.get(*number as usize);
            let (Some(a), Some(b), Some(c)) = (corner(x), corner(y), corner(z)) else { continue };
            // A figure has the corners the other way round, and so has a mirrored triangle.
            let corners = if a.is_mirrored { [a, b, c] } else { [a, c, b] };
            self.add(corners, &looks, primitive.order.number(index));
        }
        Ok(())
    }

    /// Returns the vertices of a primitive: those of the file by their numbers in `sources`, with these normals.
    fn corners(
        &mut self,
        parts: &Parts<'_>,
        instance: &MeshInstance<'_>,
        sources: &[u32],
        positions: &[[f64; 3]],
        normals: Option<&[[f64; 3]]>,
    ) -> Result<Vec<Corner>> {
        let MeshInstance { primitive, described, .. } = *instance;
        let coordinates = instance.surface.1.coordinates;
        let texture = primitive.places.iter().find(|(set, _)| *set == coordinates.set).map(|(_, places)| places);
        let skin = instance.skin.zip(primitive.joints.as_ref());
        let mut corners = Vec::with_capacity(sources.len());
        for (at, index) in sources.iter().map(|index| *index as usize).enumerate() {
            let (bone, matrix) = match &skin {
                None => instance.rigid,
                Some((matrices, strongest)) => {
                    let strongest = strongest.get(index).copied().unwrap_or_default();
                    self.losses.weights.add(strongest.share(), described);
                    let Some(pair) = matrices.get(strongest.joint as usize).copied() else {
                        let message = format!("{}: vertex {index} has a joint that the skin lacks", described());
                        return fault(&rules::SKIN_EMPTY, message);
                    };
                    pair
                }
            };
            let point =
                matrix.transform_point3(positions.get(index).copied().map(DVec3::from_array).unwrap_or_default());
            let integers = [integer_of(point.x), integer_of(point.y), integer_of(point.z)];
            if integers.contains(&None) {
                self.losses.out_of_range(point, || format!("{}: vertex {index}", described()));
            }
            let rest = parts.bones.rest(bone);
            self.reach(rest.transform_point3(point));
            let position = integers.map(Option::unwrap_or_default);
            let normal = normals.and_then(|normals| normals.get(at)).map(|normal| {
                let normal = DVec3::from_array(*normal);
                let turned = if skin.is_some() { matrix.matrix3 * normal } else { upright(&matrix.matrix3) * normal };
                pack_normal(turned.to_array())
            });
            let number = primitive.numbers.as_ref().and_then(|numbers| numbers.get(index)).copied();
            let vertex = self.vertices.number_of(Vertex { bone: bone as u32, number, position, normal });
            let texture = texture.and_then(|list| list.get(index)).copied().unwrap_or_default();
            corners.push(Corner {
                vertex,
                point,
                texture: coordinates.place(texture.map(f64::from)).map(|place| place as f32),
                source: index as u32,
                is_mirrored: rest.matrix3.determinant() * matrix.matrix3.determinant() < 0.0,
            });
        }
        Ok(corners)
    }

    /// Adds the triangle of three corners. `number` is as in [`Triangle`].
    fn add(&mut self, corners: [&Corner; 3], looks: &Looks<'_>, number: Option<u32>) {
        let Looks { surface: (surface_number, surface), colours, .. } = looks;
        let vertices = corners.map(|corner| corner.vertex);
        let sides = [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner| corners[corner]));
        let is_none = |[a, b]: &[&Corner; 2]| {
            if surface.is_own { a.vertex == b.vertex } else { self.meet(a.vertex, b.vertex) }
        };
        if number.is_none() && sides.iter().any(is_none) {
            // A triangle that has no area before rounding is no loss.
            let is_apart = |[a, b]: &[&Corner; 2]| {
                a.point.distance(b.point) > SAME * a.point.abs().max(b.point.abs()).max_element()
            };
            let lost = sides.iter().filter(|side| is_none(side)).all(is_apart);
            self.losses.degenerate += usize::from(lost);
            return;
        }
        let colours = colours.as_ref().map(|list| {
            // The list has a colour for each vertex.
            corners.map(|corner| list.get(corner.source as usize).map_or([1.0; 4], |colour| colour.map(f64::from)))
        });
        let area = self.area_of(vertices);
        self.area += area;
        let mut colour = colours.map_or(looks.plain, |colours| self.colour(surface, area, colours));
        let alpha = colours.map_or(1.0, |colours| colours.iter().map(|[.., alpha]| alpha).sum::<f64>() / 3.0);
        let glass = surface.opacity.map(|opacity| {
            if surface.slot.is_some() {
                return if alpha < FULL { Glass::HALF } else { surface.glass };
            }
            let pixel = [colour.r, colour.g, colour.b, libm::round(alpha * 255.0) as u8];
            let (glass, _) = best(&[pixel], opacity);
            let [r, g, b, _] = settled(glass, pixel, opacity).0;
            colour = Rgb { r, g, b };
            glass
        });
        self.triangles.push(Triangle {
            pattern: looks.pattern,
            surface: *surface_number,
            glass,
            number,
            vertices,
            places: corners.map(|corner| corner.texture),
            colour,
        });
    }

    /// Returns the colour of the next triangle, whose corners have these colours.
    fn colour(&mut self, surface: &Surface, area: f64, corners: [[f64; 4]; 3]) -> Rgb {
        let corners = corners.map(|[r, g, b, _]| [r, g, b]);
        if surface.slot.is_some() {
            self.losses.tinted += usize::from(corners.iter().flatten().any(|part| *part < FULL));
            return Rgb::default();
        }
        let corners = corners.map(|colour| [0, 1, 2].map(|part| colour[part] * surface.colour[part]));
        let levels = corners.map(encoded);
        if levels[0] == levels[1] && levels[1] == levels[2] {
            return levels[0];
        }
        self.losses.shaded += 1;
        if surface.opacity.is_none() && is_gradient(area, self.area, levels) {
            self.gradients.push((self.triangles.len(), area, corners));
        }
        encoded([0, 1, 2].map(|part| corners.iter().map(|colour| colour[part]).sum::<f64>() / 3.0))
    }
}

/// Returns the matrix for normals: under uneven scale, they are scaled the other way round.
fn upright(matrix: &DMat3) -> DMat3 {
    const EVEN: f64 = 1e-6;
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let bound = EVEN * x.length_squared();
    let is_even = [y, z].iter().all(|axis| (axis.length_squared() - x.length_squared()).abs() <= bound)
        && [x.dot(y), y.dot(z), z.dot(x)].iter().all(|cosine| cosine.abs() <= bound);
    if is_even {
        return *matrix;
    }
    DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y)) * matrix.determinant().signum()
}

/// Returns for every joint of a skin its bone, and the matrix from the mesh to the bone's space.
fn matrices(skin: &Skin, bones: &Bones, globals: &[DAffine3]) -> Vec<(usize, DAffine3)> {
    let inverse = |index: usize| skin.inverse.get(index).copied().unwrap_or_default();
    let joints = skin.joints.iter().enumerate().map(|(index, joint)| {
        let (bone, to_bone) = bones.owner(*joint, globals);
        (bone, to_bone * inverse(index))
    });
    joints.collect()
}
