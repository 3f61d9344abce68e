//! Converts a figure with its textures and actions to glTF.
//!
//! Axes are those of the figure: right-handed, Y up, the front towards +Z. One root node has the scale 0.01. A
//! triangle's corners are reversed; a quad of strip order (0, 1, 2, 3) becomes the triangles (0, 2, 1) and (2, 3, 1).

mod animation;
mod buffer;
mod package;
mod primitive;
mod skeleton;

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use keitai_formats::{ActionTable, Content, Diagnostic, Diagnostics, Location, Material, Normals, Slot, Track, mtra};
use serde_json::{Value, json};

use super::{animation_name, distinguish};
use crate::error::Result;
use crate::export::{Export, report_losses, unused_slots};
use crate::mesh::{self, Part};
use crate::posture::{self, Placement};
use crate::rules;
use animation::{NamedAction, PatternNode, Target};
use buffer::Buffer;
pub use package::Packaging;
use package::{first_whole, is_whole, package, whole_slots};
use primitive::Shape;
use skeleton::Joint;

/// The scale of the root node: a model unit is a hundredth of a metre.
pub(crate) const UNIT: f64 = 0.01;
/// Most bones times frames of all actions together. A figure without bones is treated as one bone: its frames take
/// time, too.
const MOST_SAMPLES: usize = 4_000_000;

/// Words for attributes of materials that glTF has, too.
const COMMON: [&str; 4] = ["key", "double", "lit", "half"];

/// The options of an export.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Frames per second.
    pub fps: f64,
    /// Animate the patterns with `KHR_node_visibility` and `KHR_animation_pointer`.
    pub visibility: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { fps: 30.0, visibility: false }
    }
}

/// Writes a figure with its textures and actions. `name` is the name of the first file; others are named after it or
/// after the textures.
///
/// # Errors
/// When the figure breaks a rule of its format, or its actions have too many frames.
pub fn write(content: &Content, name: &str, packaging: Packaging, options: &Options) -> Result<Export> {
    content.figure.check()?;
    let mut findings = Diagnostics::default();
    let actions = content.tables.iter().flat_map(|(_, table)| &table.actions);
    let frames: usize = actions.map(|action| usize::from(action.last_frame) + 1).sum();
    let bones = content.figure.bones.len();
    if frames.saturating_mul(bones.max(1)) > MOST_SAMPLES {
        let message = format!("{bones} bones over {frames} frames; at most {MOST_SAMPLES} together are exported");
        return Err(Diagnostic::new(&rules::TOO_MUCH_MOTION, Location::Document, message).into());
    }
    let parts = mesh::parts(&content.figure);
    report(content, &parts, &mut findings);
    let joints = skeleton::plan(content);
    let mut tables: Vec<(String, &ActionTable)> =
        content.tables.iter().map(|(name, table)| (name.clone(), table)).collect();
    distinguish(tables.iter_mut().map(|(name, _)| name).collect());
    let mut scene = Scene { content, tables, options, nodes: Vec::new(), buffer: Buffer::default() };
    let json = scene.build(&joints, &parts);
    let files = package(content, &parts, name, packaging, json, scene.buffer)?;
    Ok(Export { files, diagnostics: findings.finish() })
}

fn report(content: &Content, parts: &[Part], findings: &mut Diagnostics) {
    let figure = &content.figure;
    for (index, bone) in figure.bones.iter().enumerate().filter(|(_, bone)| skeleton::is_deformed(bone)) {
        let message = format!("{}: {:?} has scale, shear or a mirror", content.bone(index), bone.matrix.0);
        findings.report(&rules::NOT_EXACT_IN_BLENDER, message);
    }
    let extra =
        |part: &Part| mesh::words(part.material).into_iter().filter(|word| !COMMON.contains(word)).collect::<Vec<_>>();
    let words: BTreeSet<&str> = parts.iter().flat_map(extra).collect();
    if !words.is_empty() {
        let words = words.into_iter().collect::<Vec<_>>().join(", ");
        findings.report(&rules::NOT_IN_GLTF, format!("glTF cannot express these attributes of materials: {words}"));
    }
    report_losses(content, parts, findings);
}

/// The JSON document under construction.
struct Scene<'a> {
    content: &'a Content,
    /// Action tables, each with a name of its own.
    tables: Vec<(String, &'a ActionTable)>,
    options: &'a Options,
    nodes: Vec<Value>,
    buffer: Buffer,
}

impl<'a> Scene<'a> {
    fn build(&mut self, joints: &[Joint], parts: &[Part]) -> Value {
        let figure = &self.content.figure;
        let root = self.add(json!({}));
        let targets = self.skeleton(root, joints, parts);
        let pairs = parts.iter().map(|part| (part.slot, part.material));
        let materials: BTreeSet<(Slot, Material)> = pairs.chain(unused_slots(self.content, parts)).collect();
        let rest = skeleton::rest(figure, joints);
        let shape = Shape::new(self.content, &rest, parts);
        let (meshes, patterns) = self.meshes(parts, &materials, &shape);
        let (scenes, switches) = self.scenes(root, patterns);
        let animations =
            animation::write(&self.actions(), joints, &targets, &switches, self.options.fps, &mut self.buffer);
        let mut json = json!({ "asset": { "version": "2.0", "generator": "Keitai" }, "scene": 0, "scenes": scenes });
        if !joints.is_empty() {
            let inverse: Vec<[f32; 16]> = shape.inverse.iter().map(|inverse| primitive::columns(*inverse)).collect();
            let inverse = self.buffer.floats(&inverse, "MAT4", None, false);
            let nodes: Vec<usize> = targets.iter().map(|target| target.after.unwrap_or(target.node)).collect();
            json["skins"] = json!([{ "joints": nodes, "skeleton": root, "inverseBindMatrices": inverse }]);
        }
        let (whole, first) = (whole_slots(self.content, parts), first_whole(self.content));
        let texture = |slot: Slot, bits: Material| match slot {
            Slot::Texture(slot) if usize::from(slot) < self.content.pictures().count() => {
                let place = whole.iter().position(|other| *other == slot).filter(|_| is_whole(bits));
                Some(place.map_or(usize::from(slot), |place| first + place))
            }
            _ => None,
        };
        let lit = figure.normals != Normals::None;
        let materials = materials.iter().map(|&(slot, bits)| primitive::material(slot, bits, texture(slot, bits), lit));
        let materials: Vec<Value> = materials.collect();
        let mut extensions = Vec::new();
        if !switches.is_empty() {
            extensions.extend(["KHR_animation_pointer", "KHR_node_visibility"]);
        }
        if materials.iter().any(|material| material.get("extensions").is_some()) {
            extensions.push(primitive::UNLIT);
        }
        json["nodes"] = json!(self.nodes);
        for (name, list) in [("meshes", meshes), ("materials", materials), ("animations", animations)] {
            if !list.is_empty() {
                json[name] = json!(list);
            }
        }
        if !extensions.is_empty() {
            json["extensionsUsed"] = json!(extensions);
        }
        json
    }

    fn add(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a mesh and its node for every pattern. Returns the meshes and the nodes.
    fn meshes(
        &mut self,
        parts: &[Part],
        materials: &BTreeSet<(Slot, Material)>,
        shape: &Shape<'_>,
    ) -> (Vec<Value>, Vec<PatternNode>) {
        let (mut meshes, mut patterns) = (Vec::new(), Vec::new());
        // Parts come in the order of patterns.
        for group in parts.chunk_by(|a, b| a.pattern == b.pattern) {
            let primitive = |part: &Part| {
                let material = materials.iter().position(|pair| *pair == (part.slot, part.material));
                primitive::primitive(part, material.unwrap_or_default(), shape, &mut self.buffer)
            };
            let primitives: Vec<Value> = group.iter().map(primitive).collect();
            let pattern = group[0].pattern;
            let name = format!("pattern{pattern}");
            let mut node =
                json!({ "name": name, "mesh": meshes.len(), "extras": { "keitai": { "pattern": pattern } } });
            if !self.content.figure.bones.is_empty() {
                node["skin"] = json!(0);
            }
            meshes.push(json!({ "name": name, "primitives": primitives }));
            patterns.push(PatternNode { node: self.add(node), pattern });
        }
        (meshes, patterns)
    }

    fn scenes(&mut self, root: usize, patterns: Vec<PatternNode>) -> (Vec<Value>, Vec<PatternNode>) {
        let first = self.content.tables.iter().flat_map(|(_, table)| &table.actions).next();
        let mask = first.map_or(0, |action| posture::mask(action, 0));
        let (visible, hidden): (Vec<PatternNode>, Vec<PatternNode>) =
            patterns.into_iter().partition(|shape| posture::shows(mask, shape.pattern));
        let nodes = |list: &[PatternNode]| list.iter().map(|shape| shape.node).collect::<Vec<_>>();
        let main = [vec![root], nodes(&visible)].concat();
        // The second scene has the nodes of the first, too. three.js gives a node of several scenes to the scene whose
        // nodes are all loaded first, and copies of it to the others. The copies have other bones than those that are
        // animated.
        let all = [main.clone(), nodes(&hidden)].concat();
        let name = &self.content.name;
        if !self.options.visibility {
            let mut scenes = vec![json!({ "name": name, "nodes": main })];
            if !hidden.is_empty() {
                scenes.push(json!({ "name": format!("{name}.all"), "nodes": all }));
            }
            return (scenes, Vec::new());
        }
        let mut switches = Vec::new();
        for (list, is_visible) in [(visible, true), (hidden, false)] {
            for shape in list.into_iter().filter(|shape| shape.pattern > 0) {
                self.nodes[shape.node]["extensions"] = json!({ "KHR_node_visibility": { "visible": is_visible } });
                switches.push(shape);
            }
        }
        (vec![json!({ "name": name, "nodes": all })], switches)
    }

    /// Adds the nodes of the bones, below the root.
    fn skeleton(&mut self, root: usize, joints: &[Joint], parts: &[Part]) -> Vec<Target> {
        let figure = &self.content.figure;
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut targets: Vec<Target> = Vec::new();
        for (index, (bone, joint)) in figure.bones.iter().zip(joints).enumerate() {
            let name = self.content.bone(index);
            let parent = bone.parent.and_then(|parent| targets.get(usize::from(parent)));
            let mut parent = parent.map_or(root, |target| target.after.unwrap_or(target.node));
            let mut below = |node: Value, nodes: &mut Vec<Value>, parent: usize| {
                nodes.push(node);
                children.push(Vec::new());
                if let Some(list) = children.get_mut(parent) {
                    list.push(nodes.len() - 1);
                }
                nodes.len() - 1
            };
            // Blender makes a joint of every node between two joints; these extras show an import that it is no bone.
            let mark = json!({ "keitai": { "added": true } });
            if let Some(before) = joint.before {
                let mut before = node(&format!("{name}.shear"), &before);
                before["extras"] = mark.clone();
                parent = below(before, &mut self.nodes, parent);
            }
            let (place, _) = joint.at(&Track::Identity, 0);
            let mut json = node(&name, &place);
            // The joint is the last node of the bone.
            let extras = json!({ "keitai": { "bone": index, "matrix": bone.matrix.0 } });
            json["extras"] = if joint.after { mark } else { extras.clone() };
            let number = below(json, &mut self.nodes, parent);
            let after = joint.after.then(|| {
                let mut after = node(&format!("{name}.matrix"), &Placement::IDENTITY);
                after["extras"] = extras;
                below(after, &mut self.nodes, number)
            });
            targets.push(Target { node: number, after });
        }
        let table = |(name, table): &(String, &ActionTable)| {
            // A table that no file can hold is rebuilt from the animations.
            Some(json!({ "name": name, "mtra": STANDARD.encode(mtra::write(table).ok()?) }))
        };
        let quads = parts.iter().flat_map(|part| &part.quads).flat_map(|quad| quad.corners);
        let ours = json!({
            "quads": quads.map(|corner| corner.vertex).collect::<Vec<_>>(),
            "tables": self.tables.iter().filter_map(table).collect::<Vec<_>>(),
            "fps": self.options.fps,
            "version": figure.version,
            "textures": figure.texture_count,
            "patterns": figure.patterns.len(),
            "palette": figure.palette.iter().map(|c| format!("#{:02x}{:02x}{:02x}", c.r, c.g, c.b)).collect::<Vec<_>>(),
        });
        self.nodes[root] =
            json!({ "name": self.content.name, "scale": [UNIT, UNIT, UNIT], "extras": { "keitai": ours } });
        for (node, children) in self.nodes.iter_mut().zip(children).filter(|(_, children)| !children.is_empty()) {
            node["children"] = json!(children);
        }
        targets
    }

    /// Returns the actions, named after their file and their number in it.
    fn actions(&self) -> Vec<NamedAction<'a>> {
        let mut actions = Vec::new();
        for (file, table) in &self.tables {
            for (index, action) in table.actions.iter().enumerate() {
                let keys: Vec<[u32; 2]> = action.patterns.iter().map(|key| [key.frame.into(), key.mask]).collect();
                let name = animation_name(file, table.actions.len(), index).into_owned();
                let extras = json!({ "table": file, "action": index, "frames": action.last_frame, "patterns": keys });
                actions.push(NamedAction { name, action, extras });
            }
        }
        actions
    }
}

/// Returns a node; values equal to their defaults are left out.
fn node(name: &str, place: &Placement) -> Value {
    let mut node = json!({ "name": name });
    let [translation, scale] = [place.translation, place.scale].map(|vector| vector.as_vec3().to_array());
    let rotation = place.rotation.as_quat().to_array();
    if translation != [0.0; 3] {
        node["translation"] = json!(translation);
    }
    if rotation != [0.0, 0.0, 0.0, 1.0] {
        node["rotation"] = json!(rotation);
    }
    if scale != [1.0; 3] {
        node["scale"] = json!(scale);
    }
    node
}
