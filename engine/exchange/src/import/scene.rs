//! A model as its file has it, whatever the format: what figures are made from.
//!
//! Lengths are in metres, +Y is up and triangles run counterclockwise, as in glTF. Colours are in linear light.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use glam::DAffine3;
use keitai_formats::{Diagnostics, PatternKey, counted};
use serde_json::Value;

use super::channels::Channel;
use super::coordinates::Coordinates;
use super::gathered::Numbers;
use super::tree::Tree;
use crate::error::Result;
use crate::rules;

/// Colours and alpha of vertices from here on are treated as 1.
pub(super) const WHOLE: f64 = 0.998;

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
    /// Chooses the nodes of the default scene, and those named patternN of all scenes. An export of Keitai and a file without
    /// scenes are taken whole. The tree must be there. Objects that nobody sees are left out, unless `hidden` are wanted.
    pub(crate) fn choose(&mut self, hidden: bool, findings: &mut Diagnostics) {
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

    pub(crate) fn has(&self, node: usize) -> bool {
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
        described(node, self.nodes.get(node).map_or("", |node| &node.name))
    }

    /// Returns the tree of nodes with these children.
    pub(crate) fn grow(&mut self, children: &[Vec<usize>], locals: Vec<super::tree::Local>) -> Result<()> {
        self.tree = Tree::new(children, locals, |node| self.described(node))?;
        Ok(())
    }
}

/// Returns whether a name, in small letters, is that of a collider, or of a coarser level of detail of another of the `names`.
fn is_hidden(name: &str, names: &HashSet<String>) -> bool {
    const STARTS: [&str; 5] = ["ucx_", "ubx_", "usp_", "ucp_", "umx_"];
    // Godot shows what ends in "-col" or "-convcol", and adds a collider.
    const ENDS: [&str; 7] = ["collider", "collision", "colonly", "convcolonly", "ucx", "navmesh", "noimp"];
    let coarser = name.rsplit_once("_lod").filter(|(_, level)| level.parse::<u8>().is_ok_and(|level| level > 0));
    // Blender numbers copies: "Box_collider.001".
    let plain = name.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
    STARTS.iter().any(|start| name.starts_with(start))
        || plain.rsplit_once(['-', '_', '$']).is_some_and(|(_, end)| ENDS.contains(&end))
        || coarser.is_some_and(|(stem, _)| names.contains(stem) || names.contains(&format!("{stem}_lod0")))
}

/// Returns a node's number and name, for messages.
pub(crate) fn described(number: usize, name: &str) -> String {
    format!("node {number} \"{name}\"")
}

/// Returns the pattern in a name. A number beyond 32 bits becomes the largest, which no figure has.
pub(crate) fn pattern_named(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("pattern")?;
    let digits = &digits[..digits.bytes().take_while(u8::is_ascii_digit).count()];
    (!digits.is_empty()).then(|| digits.parse::<u32>().unwrap_or(u32::MAX) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_patterns_mean_the_same_on_every_machine() {
        let numbers = [("pattern2", 2), ("pattern32.001", 32), ("pattern4294967296", u32::MAX as usize)];
        for (name, number) in numbers {
            assert_eq!(pattern_named(name), Some(number), "{name}");
        }
        assert_eq!(["pattern", "patterns", "Pattern1", "1"].map(pattern_named), [None; 4]);
    }
}
