//! A model as its file has it, whatever the format: what figures are made from.
//!
//! Lengths are in metres, +Y is up and triangles run counterclockwise, as in glTF. Colours are in linear light.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use glam::DAffine3;
use keitai_formats::diagnostic::counted;
use keitai_formats::{Diagnostics, PatternKey};
use serde_json::Value;

use super::nodes::{Channel, Local, Tree, is_hidden};
use crate::error::Result;
use crate::rules;

/// Colours and alpha of vertices from here on are treated as 1.
pub(super) const FULL: f64 = 0.998;
/// Numbers of the halves of quads begin here: no file is large enough for so many triangles.
pub(super) const HALVES: u32 = 1 << 31;

#[derive(Debug, Default)]
pub(crate) struct Scene<'d> {
    pub(crate) nodes: Vec<Node>,
    pub(crate) tree: Tree,
    /// Nodes of the default scene; `None` in a file without scenes.
    pub(crate) roots: Option<BTreeSet<usize>>,
    /// Nodes whose meshes become the figure.
    pub(crate) chosen: Vec<bool>,
    pub(crate) meshes: Vec<Mesh>,
    pub(crate) skins: Vec<Skin>,
    pub(crate) materials: Vec<Material>,
    pub(crate) images: Vec<Image<'d>>,
    pub(crate) animations: Vec<Animation>,
    /// Extras of the root node of an export.
    pub(crate) extras: Option<Value>,
    /// Animation channels that move no node, and are lost.
    pub(crate) lost_channels: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) mesh: Option<usize>,
    pub(crate) skin: Option<usize>,
    /// Shares of the morph targets, where they are not those of the mesh.
    pub(crate) weights: Option<Vec<f32>>,
    /// Places of a mesh that is in many; `None` for one that is at its node.
    pub(crate) instances: Option<Vec<DAffine3>>,
    pub(crate) pattern: usize,
    /// Extras of an export.
    pub(crate) extras: Value,
}

#[derive(Debug, Default)]
pub(crate) struct Mesh {
    pub(crate) primitives: Vec<Primitive>,
    pub(crate) weights: Vec<f32>,
}

/// Triangles of one material. All lists of vertices have the length of the positions.
#[derive(Debug, Default)]
pub(crate) struct Primitive {
    pub(crate) number: usize,
    pub(crate) material: Option<usize>,
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) normals: Option<Vec<[f32; 3]>>,
    /// Texture coordinates by the number of their set; the origin is the upper left corner.
    pub(crate) places: Vec<(u32, Vec<[f32; 2]>)>,
    /// Red, green, blue and alpha.
    pub(crate) colours: Option<Vec<[f32; 4]>>,
    pub(crate) joints: Option<Vec<Strongest>>,
    /// Numbers of the vertices in the figure that the file was made from.
    pub(crate) numbers: Option<Vec<u32>>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Numbers of the triangles in that figure.
    pub(crate) order: Numbers,
    /// Morph targets; those that no node uses are empty.
    pub(crate) targets: Vec<Target>,
    /// Vertex attributes that have no number and are 0.
    pub(crate) undefined: usize,
}

/// Differences of a shape.
#[derive(Debug, Default)]
pub(crate) struct Target {
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) normals: Vec<[f32; 3]>,
}

/// The joint that has the largest weight of a vertex.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Strongest {
    /// Number in the skin.
    pub(crate) joint: u32,
    pub(crate) weight: f64,
    /// Sum of the weights of all joints.
    pub(crate) total: f64,
}

impl Strongest {
    pub(crate) fn share(&self) -> f64 {
        if self.total > 0.0 { self.weight / self.total } else { 1.0 }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Skin {
    /// Nodes.
    pub(crate) joints: Vec<usize>,
    pub(crate) inverse: Vec<DAffine3>,
}

#[derive(Debug, Clone)]
pub(crate) struct Material {
    pub(crate) name: String,
    pub(crate) colour: [f64; 3],
    pub(crate) alpha: f64,
    pub(crate) picture: Option<Paint>,
    /// The light that it gives, and its picture.
    pub(crate) glow: [f64; 3],
    pub(crate) glow_picture: Option<Paint>,
    pub(crate) mode: Mode,
    pub(crate) is_double: bool,
    /// Glass of a body: two sides are seen, one before the other.
    pub(crate) is_body: bool,
    pub(crate) is_unlit: bool,
    /// The alpha of the picture is ignored.
    pub(crate) is_opaque_picture: bool,
    /// Extras of an export.
    pub(crate) extras: Value,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Mode {
    Opaque,
    /// Pixels with at least this alpha are drawn.
    Mask(f64),
    Blend,
}

/// A picture, and how it lies on the faces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Paint {
    pub(crate) image: usize,
    pub(crate) coordinates: Coordinates,
}

#[derive(Debug)]
pub(crate) struct Image<'d> {
    pub(crate) name: Option<String>,
    pub(crate) bytes: Bytes<'d>,
    /// Size of the texture that the picture was padded from.
    pub(crate) cut: Option<[u16; 2]>,
    pub(crate) is_sphere: bool,
}

#[derive(Debug)]
pub(crate) enum Bytes<'d> {
    Inside(Cow<'d, [u8]>),
    /// Name of a file beside the model.
    File(String),
    /// The reason why there are none.
    Missing(String),
}

#[derive(Debug, Default)]
pub(crate) struct Animation {
    pub(crate) name: Option<String>,
    pub(crate) channels: Vec<Channel>,
    pub(crate) patterns: Option<Vec<PatternKey>>,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            colour: [1.0; 3],
            alpha: 1.0,
            picture: None,
            glow: [0.0; 3],
            glow_picture: None,
            mode: Mode::Opaque,
            is_double: false,
            is_body: false,
            is_unlit: false,
            is_opaque_picture: false,
            extras: Value::Null,
        }
    }
}

impl Material {
    /// Returns the sets of texture coordinates that the material uses.
    pub(crate) fn sets(&self) -> impl Iterator<Item = u32> {
        self.picture.iter().chain(&self.glow_picture).map(|paint| paint.coordinates.set)
    }
}

impl Scene<'_> {
    /// Makes the tree of nodes with these children, and chooses nodes.
    pub(crate) fn grow(
        &mut self,
        children: &[Vec<usize>],
        locals: Vec<Local>,
        hidden: bool,
        findings: &mut Diagnostics,
    ) -> Result<()> {
        self.tree = Tree::new(children, locals, |node| self.described(node))?;
        self.choose(hidden, findings);
        Ok(())
    }

    /// Chooses the nodes of the default scene, and those named patternN of all scenes. An export of Keitai and a file without
    /// scenes are taken whole. Objects that nobody sees are left out, unless `hidden` are wanted.
    fn choose(&mut self, hidden: bool, findings: &mut Diagnostics) {
        self.choose_roots(findings);
        let names: HashSet<String> = self.meshed().map(|(_, node, _)| node.name.to_lowercase()).collect();
        let is_hidden = |node: &Node| is_hidden(&node.name.to_lowercase(), &names);
        let left_out = self.meshed().filter(|(_, node, _)| is_hidden(node)).map(|(number, ..)| number);
        let left_out: Vec<usize> = left_out.collect();
        // A file of colliders alone is read.
        if hidden || left_out.is_empty() || left_out.len() == self.meshed().count() {
            return;
        }
        const NAMED: usize = 5;
        let names = left_out.iter().filter_map(|number| self.nodes.get(*number)).map(|node| &*node.name);
        let names: Vec<&str> = names.take(NAMED).collect();
        let more = if left_out.len() > NAMED { ", ..." } else { "" };
        let objects = counted(left_out.len(), "object");
        let message = format!("left out {objects} that nobody sees: {}{more}; --hidden reads them", names.join(", "));
        findings.report(&rules::HIDDEN, message);
        for number in left_out {
            self.chosen.iter_mut().skip(number).take(1).for_each(|flag| *flag = false);
        }
    }

    fn choose_roots(&mut self, findings: &mut Diagnostics) {
        self.chosen = vec![true; self.nodes.len()];
        let Some(roots) = self.roots.as_ref().filter(|_| self.extras.is_none()) else { return };
        // Parents come before their children.
        for &node in &self.tree.order {
            let parent = self.tree.parents.get(node).copied().flatten();
            let is_inside = roots.contains(&node) || parent.is_some_and(|parent| self.has(parent));
            self.chosen.iter_mut().skip(node).take(1).for_each(|flag| *flag = is_inside);
        }
        let mut left_out = Vec::new();
        for (number, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some()) {
            let Some(flag) = self.chosen.get_mut(number).filter(|flag| !**flag) else { continue };
            *flag = node.pattern > 0;
            if !*flag {
                left_out.push(number);
            }
        }
        if let Some(first) = left_out.first() {
            let objects = counted(left_out.len(), "object");
            let message = format!("{objects} outside of the default scene left out: {}", self.described(*first));
            findings.report(&rules::SCENE_LEFT_OUT, message);
        }
    }

    fn has(&self, node: usize) -> bool {
        self.chosen.get(node).copied().unwrap_or(false)
    }

    /// Returns the nodes whose meshes become the figure, with their numbers and those of the meshes.
    pub(crate) fn meshed(&self) -> impl Iterator<Item = (usize, &Node, usize)> {
        let nodes = self.nodes.iter().enumerate().filter(|(number, _)| self.has(*number));
        nodes.filter_map(|(number, node)| Some((number, node, node.mesh?)))
    }

    /// Returns the numbers of the skins that move something in the figure, and of those that move nothing at all.
    pub(crate) fn used_skins(&self) -> impl Iterator<Item = (usize, &Skin)> {
        let mut moves: Vec<Option<bool>> = vec![None; self.skins.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            if let Some(moves) = node.skin.and_then(|skin| moves.get_mut(skin)) {
                *moves = Some(*moves == Some(true) || self.has(number));
            }
        }
        self.skins.iter().enumerate().zip(moves).filter(|(_, moves)| *moves != Some(false)).map(|(skin, _)| skin)
    }

    /// Returns a node's number and name, for messages.
    pub(crate) fn described(&self, node: usize) -> String {
        format!("node {node} \"{}\"", self.nodes.get(node).map_or("", |node| &node.name))
    }
}

/// The numbers of the triangles of a primitive in the figure that it was exported from.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// Number of quads, whose triangles come first, two for each.
    quads: Option<usize>,
    quad_order: Option<Vec<u16>>,
    triangle_order: Option<Vec<u16>>,
}

impl Numbers {
    pub(crate) fn of(extras: &Value) -> Self {
        let quads = extras.get("quads").and_then(Value::as_u64).and_then(|quads| usize::try_from(quads).ok());
        let order = |name: &str| -> Option<Vec<u16>> {
            let list = extras.get(name)?.as_array()?;
            list.iter().map(|number| u16::try_from(number.as_u64()?).ok()).collect()
        };
        Self { quads, quad_order: order("quadOrder"), triangle_order: order("triangleOrder") }
    }

    /// Returns the number of a triangle; `None` in a file of another program. Halves of quads come after all triangles
    /// until they are merged.
    pub(super) fn number(&self, index: usize) -> Option<u32> {
        let place = |order: &Option<Vec<u16>>, index: usize| {
            let place = order.as_ref().and_then(|order| order.get(index));
            place.map_or(index as u32, |place| u32::from(*place))
        };
        Some(match index.checked_sub(self.quads?.saturating_mul(2)) {
            // The two halves of a quad follow each other.
            None => HALVES + 2 * place(&self.quad_order, index / 2) + index as u32 % 2,
            Some(triangle) => place(&self.triangle_order, triangle),
        })
    }
}

/// Start and size of a part of a picture, by axis; 0..1 is the whole of it.
pub(crate) type Window = [[f64; 2]; 2];

pub(super) const WHOLE: Window = [[0.0; 2], [1.0; 2]];

/// The picture beyond its edges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) enum Edge {
    #[default]
    Repeats,
    /// The last pixels go on.
    Stretched,
    Mirrored,
}

impl Edge {
    /// Returns the pixel of a side that is seen at a place.
    pub(super) fn pixel(self, place: isize, side: usize) -> usize {
        let side = side.max(1).cast_signed();
        let pixel = match self {
            Self::Repeats => place.rem_euclid(side),
            Self::Stretched => place.clamp(0, side - 1),
            Self::Mirrored => place.rem_euclid(2 * side).min(2 * side - 1 - place.rem_euclid(2 * side)),
        };
        pixel.unsigned_abs()
    }
}

/// The list of texture coordinates that a material uses, and how they are turned into places of its picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Coordinates {
    /// Number of the `TEXCOORD` attribute of a primitive.
    pub(crate) set: u32,
    pub(crate) offset: [f64; 2],
    /// Radians.
    pub(crate) rotation: f64,
    pub(crate) scale: [f64; 2],
    /// The part of the picture that is kept, or the picture with what is seen around it.
    pub(crate) window: Window,
    pub(crate) edges: [Edge; 2],
}

impl Default for Coordinates {
    fn default() -> Self {
        Self { set: 0, offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2], window: WHOLE, edges: [Edge::Repeats; 2] }
    }
}

impl Coordinates {
    /// Returns the place in the picture, 0..=1 for the whole of it: scaled, turned and moved as `KHR_texture_transform`
    /// says.
    pub(super) fn place(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let [u, v] = [u * self.scale[0], v * self.scale[1]];
        let turned = if self.rotation == 0.0 {
            [u, v]
        } else {
            let (sine, cosine) = (libm::sin(self.rotation), libm::cos(self.rotation));
            [cosine * u + sine * v, cosine * v - sine * u]
        };
        let place = [turned[0] + self.offset[0], turned[1] + self.offset[1]];
        if self.window == WHOLE {
            return place;
        }
        let [start, size] = self.window;
        [0, 1].map(|axis| (place[axis] - start[axis]) / size[axis])
    }

    /// Returns whether a place is drawn differently, because it is outside a picture of this size that does not repeat.
    pub(super) fn is_lost(&self, place: [f64; 2], size: [u16; 2]) -> bool {
        (0..2).any(|axis| {
            let half = 0.5 / f64::from(size[axis].max(1));
            self.edges[axis] != Edge::Repeats && !(-half..=1.0 + half).contains(&place[axis])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_beyond_an_edge_are_those_of_the_wrap_mode() {
        let row = |edge: Edge| [-4, -3, -1, 0, 2, 3, 5, 6].map(|place| edge.pixel(place, 3));
        assert_eq!(row(Edge::Repeats), [2, 0, 2, 0, 2, 0, 2, 0]);
        assert_eq!(row(Edge::Stretched), [0, 0, 0, 0, 2, 2, 2, 2]);
        assert_eq!(row(Edge::Mirrored), [2, 2, 0, 0, 2, 2, 0, 0]);
    }

    #[test]
    fn places_are_scaled_then_turned_then_moved() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let whole = Coordinates { offset: [0.5, 0.25], rotation: quarter, scale: [2.0, 4.0], ..Coordinates::default() };
        // (0.25, 0.125) scaled is (0.5, 0.5), a quarter turn makes (0.5, -0.5) of it.
        let [u, v] = whole.place([0.25, 0.125]);
        assert!((u - 1.0).abs() < 1e-12 && (v + 0.25).abs() < 1e-12, "{u} {v}");
        assert_eq!(Coordinates::default().place([0.3, 7.0]), [0.3, 7.0]);
    }
}
