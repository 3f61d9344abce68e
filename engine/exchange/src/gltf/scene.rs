//! Makes a scene of the parts of a document.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{DAffine3, DMat4, DQuat, DVec3, Quat, Vec3};
use keitai_formats::diagnostic::counted;
use keitai_formats::{Diagnostics, PatternKey};
use serde_json::Value;

use super::document::{self, AlphaMode, Document, Info, Instances, Wrap};
use super::packed::{DRACO, VIEWS};
use super::pattern_of;
use super::primitive;
use super::source::{Source, decoded_name, inside};
use crate::error::Result;
use crate::import::nodes::{Channel, Interpolation, Local, Property};
use crate::import::scene::{Animation, Bytes, Coordinates, Edge, Image, Material, Mode, Node, Paint, Scene, Skin};
use crate::import::{Options, fault, keep};
use crate::posture::{Placement, turn};
use crate::rules;

/// Most keys of all animations.
const MOST_KEYS: usize = 4_000_000;
/// Most primitives of all nodes, also of those that have no triangle.
const MOST_PRIMITIVES: usize = 1 << 17;
/// A primitive counts once more for so many attributes and morph targets.
const ATTRIBUTES: usize = 16;
/// Most matrices of all skins.
const MOST_MATRICES: usize = 1 << 18;
const INSTANCING: &str = "EXT_mesh_gpu_instancing";
/// Extensions that are read, except those for compressed numbers.
const READ: [&str; 11] = [
    INSTANCING,
    "EXT_texture_avif",
    "EXT_texture_webp",
    "KHR_animation_pointer",
    "KHR_materials_emissive_strength",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "MSFT_texture_dds",
];

pub(super) fn read<'s>(
    document: Document,
    source: &'s Source<'_>,
    options: &Options,
    findings: &mut Diagnostics,
) -> Result<Scene<'s>> {
    report_extensions(&document, findings);
    let mut scene = Scene {
        extras: document.nodes.iter().map(|node| &node.extras).find(|ours| ours.get("patterns").is_some()).cloned(),
        lost_channels: lost_channels(&document.animations),
        ..Scene::default()
    };
    let info = |info: &Info| {
        let texture = document.textures.get(info.index)?;
        let sampler = texture.sampler.and_then(|sampler| document.samplers.get(sampler));
        Some(Paint { image: texture.image().unwrap_or(usize::MAX), coordinates: coordinates(info, sampler) })
    };
    scene.materials = document.materials.iter().map(|entry| material(entry, info)).collect();
    scene.images = document.images.iter().map(|entry| image(entry, source)).collect();
    let first = document.scenes.get(document.scene.unwrap_or(0));
    scene.roots = first.map(|scene| scene.nodes.iter().copied().collect());
    let mut is_animated = vec![false; document.nodes.len()];
    let moved = document.animations.iter().flat_map(|animation| &animation.channels);
    for node in moved.filter_map(|channel| channel.target.node) {
        is_animated.iter_mut().skip(node).take(1).for_each(|flag| *flag = true);
    }
    let locals = document.nodes.iter().zip(is_animated).map(|(node, is_animated)| local(node, is_animated)).collect();
    let children: Vec<Vec<usize>> = document.nodes.iter().map(|node| node.children.clone()).collect();
    let mut instances: Vec<Option<Box<Instances>>> = Vec::with_capacity(children.len());
    for node in document.nodes {
        let pattern = pattern_of(&node, &document.meshes);
        let document::Node { name, mesh, skin, weights, extras, extensions, .. } = node;
        let name = name.unwrap_or_default();
        scene.nodes.push(Node { name, mesh, skin, weights, instances: None, pattern, extras });
        instances.push(extensions.instances);
    }
    scene.grow(&children, locals, options.hidden, findings)?;
    if !source.is_whole {
        return Ok(scene);
    }
    scene.skins = skins(&document.skins, source)?;
    place(&mut scene, &document.meshes, &instances, source, findings)?;
    scene.meshes = primitive::meshes(&document.meshes, &scene, source, options, findings)?;
    source.unpacked.drop_accessors();
    let mut keys = Keys::default();
    for (number, animation) in document.animations.into_iter().enumerate() {
        // A faulty animation keeps its number.
        let channels = keep(channels(&animation, number, source, &mut keys), findings)?.unwrap_or_default();
        let patterns = patterns(&animation.extras);
        scene.animations.push(Animation { name: animation.name, channels, patterns });
    }
    Ok(scene)
}

/// Reports the extensions that a file cannot be read without, and cameras and lights, which are left out.
fn report_extensions(document: &Document, findings: &mut Diagnostics) {
    for name in document.extensions_required.iter().map(String::as_str) {
        if !READ.contains(&name) && !VIEWS.contains(&name) && name != DRACO {
            findings
                .report(&rules::EXTENSION_LEFT_OUT, format!("the file needs the extension {name}, which is left out"));
        }
    }
    let cameras = document.nodes.iter().filter(|node| node.camera.is_some()).count();
    let lights = document.nodes.iter().filter(|node| node.extensions.light.is_some()).count();
    if cameras + lights > 0 {
        let message = format!("{} and {} are left out", counted(cameras, "camera"), counted(lights, "light"));
        findings.report(&rules::VIEW_LEFT_OUT, message);
    }
}

/// Returns the number of animation channels that have no node and are lost. The visibility of patterns is not lost where the
/// extras of the animation have its keys.
fn lost_channels(animations: &[document::Animation]) -> usize {
    let lost = |animation: &document::Animation| {
        let has_patterns = animation.extras.get("patterns").is_some();
        let is_kept = |channel: &document::Channel| {
            let pointer = channel.target.extensions.pointer.as_ref();
            has_patterns && pointer.is_some_and(|path| path.pointer.ends_with("/KHR_node_visibility/visible"))
        };
        animation.channels.iter().filter(|channel| channel.target.node.is_none() && !is_kept(channel)).count()
    };
    animations.iter().map(lost).sum()
}

fn coordinates(info: &Info, sampler: Option<&Wrap>) -> Coordinates {
    let edge = |mode| match mode {
        Wrap::REPEAT => Edge::Repeats,
        Wrap::MIRRORED_REPEAT => Edge::Mirrored,
        _ => Edge::Stretched,
    };
    let edges = sampler.map(|wrap| [wrap.wrap_s, wrap.wrap_t].map(edge)).unwrap_or_default();
    let plain = Coordinates { set: info.tex_coord, edges, ..Coordinates::default() };
    let Some(transform) = &info.extensions.transform else { return plain };
    Coordinates {
        set: transform.tex_coord.unwrap_or(plain.set),
        offset: transform.offset.map(f64::from),
        rotation: transform.rotation.into(),
        scale: transform.scale.map(f64::from),
        ..plain
    }
}

fn material(entry: &document::Material, paint: impl Fn(&Info) -> Option<Paint>) -> Material {
    let base = entry.base();
    let [r, g, b, alpha] = base.map_or([1.0; 4], |base| base.base_color_factor).map(f64::from);
    let strength =
        entry.extensions.strength.as_ref().and_then(|value| value.get("emissiveStrength")?.as_f64()).unwrap_or(1.0);
    Material {
        name: entry.name.clone().unwrap_or_default(),
        colour: [r, g, b],
        alpha,
        picture: base.and_then(|base| paint(base.base_color_texture.as_ref()?)),
        glow: entry.emissive_factor.map(|part| f64::from(part) * strength),
        glow_picture: entry.emissive_texture.as_ref().and_then(paint),
        mode: match entry.alpha_mode {
            AlphaMode::Opaque => Mode::Opaque,
            AlphaMode::Mask => Mode::Mask(entry.alpha_cutoff.map_or(0.5, f64::from)),
            AlphaMode::Blend => Mode::Blend,
        },
        is_double: entry.double_sided,
        is_body: false,
        is_unlit: entry.extensions.unlit.is_some(),
        extras: entry.extras.clone(),
        ..Material::default()
    }
}

fn image<'s>(entry: &document::Image, source: &'s Source<'_>) -> Image<'s> {
    let side = |axis: usize| entry.extras.get("size").and_then(|size| size.get(axis)).and_then(Value::as_u64);
    let cut = match [side(0), side(1)].map(|side| side.and_then(|side| u16::try_from(side).ok())) {
        [Some(width @ 1..), Some(height @ 1..)] => Some([width, height]),
        _ => None,
    };
    let missing = |reason: &str| Bytes::Missing(reason.to_owned());
    let bytes = match (entry.buffer_view, &entry.uri) {
        (Some(view), _) => {
            source.view(view).map_or_else(|fault| Bytes::Missing(fault.to_string()), |data| Bytes::Inside(data.into()))
        }
        (None, Some(uri)) if uri.starts_with("data:") => inside(uri).map_or_else(
            || missing("its bytes are neither in base64 nor after a comma"),
            |bytes| Bytes::Inside(bytes.into()),
        ),
        (None, Some(uri)) => Bytes::File(decoded_name(uri).unwrap_or_else(|| uri.clone())),
        (None, None) => missing("it has no bytes"),
    };
    let is_sphere = entry.extras.get("sphere") == Some(&Value::Bool(true));
    Image { name: entry.name.clone(), bytes, cut, is_sphere }
}

fn local(node: &document::Node, is_animated: bool) -> Local {
    if let Some(matrix) = node.matrix {
        let matrix = DAffine3::from_mat4(DMat4::from_cols_array(&matrix.map(f64::from)));
        return if is_animated { taken_apart(matrix) } else { Local::Matrix(matrix) };
    }
    let rotation = node.rotation.map_or(DQuat::IDENTITY, |rotation| Quat::from_array(rotation).as_dquat());
    Local::Placed(Placement {
        translation: node.translation.map_or(DVec3::ZERO, |place| Vec3::from(place).as_dvec3()),
        rotation: turn(rotation),
        scale: node.scale.map_or(DVec3::ONE, |scale| Vec3::from(scale).as_dvec3()),
    })
}

/// Returns a matrix as translation, rotation and scale, unless it has shear. By the format, an animated node has no
/// matrix, but assimp writes one.
fn taken_apart(matrix: DAffine3) -> Local {
    const EXACT: f64 = 1e-4;
    let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
    let placed = Local::Placed(Placement { translation, rotation: turn(rotation), scale });
    let bound = EXACT * matrix.matrix3.to_cols_array().iter().fold(0.0f64, |most, element| most.max(element.abs()));
    if placed.affine().matrix3.abs_diff_eq(matrix.matrix3, bound) { placed } else { Local::Matrix(matrix) }
}

fn skins(skins: &[document::Skin], source: &Source<'_>) -> Result<Vec<Skin>> {
    let mut count = 0usize;
    let mut skin = |(number, entry): (usize, &document::Skin)| -> Result<Skin> {
        let what = format!("skin {number}");
        let inverse = entry.inverse_bind_matrices.map_or(0, |list| source.count(list));
        count = count.saturating_add(inverse.max(entry.joints.len()));
        if count > MOST_MATRICES {
            return fault(&rules::TOO_MUCH, format!("{what}: more than {MOST_MATRICES} matrices of all skins"));
        }
        let inverse = entry.inverse_bind_matrices.map(|list| source.numbers::<16>(list, &what)).transpose()?;
        let inverse = inverse.unwrap_or_default();
        let inverse = inverse.iter().map(|columns| DAffine3::from_mat4(DMat4::from_cols_array(columns))).collect();
        Ok(Skin { joints: entry.joints.clone(), inverse })
    };
    skins.iter().enumerate().map(&mut skin).collect()
}

/// Gives nodes with many places of their mesh these places, and counts the primitives of all nodes.
fn place(
    scene: &mut Scene<'_>,
    meshes: &[document::Mesh],
    instances: &[Option<Box<Instances>>],
    source: &Source<'_>,
    findings: &mut Diagnostics,
) -> Result<()> {
    let size = |entry: &document::Primitive| 1 + (entry.attributes.len() + entry.targets.len()) / ATTRIBUTES;
    let sizes: Vec<usize> = meshes.iter().map(|mesh| mesh.primitives.iter().map(size).sum()).collect();
    let nodes: Vec<(usize, usize)> = scene.meshed().map(|(node, _, mesh)| (node, mesh)).collect();
    let mut primitives = 0usize;
    for (number, mesh) in nodes {
        let described = scene.described(number);
        let Some(node) = scene.nodes.get_mut(number) else { continue };
        let instances = instances.get(number).and_then(Option::as_ref).filter(|_| node.skin.is_none());
        if let Some(instances) = instances {
            node.instances = Some(keep(matrices(instances, number, source), findings)?.unwrap_or_default());
        }
        let places = node.instances.as_ref().map_or(1, Vec::len);
        // A node without instances takes time, too.
        let count = sizes.get(mesh).copied().unwrap_or_default().saturating_mul(places.max(1));
        primitives = primitives.saturating_add(count);
        if primitives > MOST_PRIMITIVES {
            let message = format!("{described}: more than {MOST_PRIMITIVES} primitives of all nodes");
            return fault(&rules::TOO_MUCH, message);
        }
    }
    Ok(())
}

/// Returns the matrices from a mesh that is in many places to the space of its node.
fn matrices(instances: &Instances, node: usize, source: &Source<'_>) -> Result<Vec<DAffine3>> {
    let accessors = ["TRANSLATION", "ROTATION", "SCALE"].map(|name| instances.attributes.get(name).copied());
    if accessors == [None; 3] {
        return Ok(vec![DAffine3::IDENTITY]);
    }
    let what = format!("node {node}, {INSTANCING}");
    let counts = accessors.map(|accessor| accessor.map(|number| source.count(number)));
    let mut known = counts.iter().flatten();
    let first = known.next();
    if known.any(|count| Some(count) != first) {
        let counts = counts.map(Option::unwrap_or_default);
        return fault(&rules::ACCESSOR, format!("{what}: its accessors have {counts:?} items"));
    }
    let [translations, rotations, scales] = accessors;
    let three = |list: Option<usize>| list.map(|list| source.numbers::<3>(list, &what)).transpose();
    let (translations, scales) = (three(translations)?.unwrap_or_default(), three(scales)?.unwrap_or_default());
    let rotations = rotations.map(|list| source.numbers::<4>(list, &what)).transpose()?.unwrap_or_default();
    let matrix = |index: usize| {
        let translation = translations.get(index).map_or(DVec3::ZERO, |place| DVec3::from_array(*place));
        let rotation = rotations.get(index).map_or(DQuat::IDENTITY, |parts| turn(DQuat::from_array(*parts)));
        let scale = scales.get(index).map_or(DVec3::ONE, |scale| DVec3::from_array(*scale));
        DAffine3::from_scale_rotation_translation(scale, rotation, translation)
    };
    Ok((0..first.copied().unwrap_or_default()).map(matrix).collect())
}

/// Lists of keys by their accessors: channels share times, and a small file may name one list in very many channels.
#[derive(Default)]
struct Keys {
    times: HashMap<usize, Arc<[f64]>>,
    /// Values of rotations and of others.
    values: [HashMap<usize, Arc<[[f64; 4]]>>; 2],
    /// Keys of all channels.
    count: usize,
}

impl Keys {
    fn times(&mut self, list: usize, source: &Source<'_>, what: &str) -> Result<Arc<[f64]>> {
        if let Some(times) = self.times.get(&list) {
            return Ok(times.clone());
        }
        let times: Arc<[f64]> = source.numbers::<1>(list, what)?.into_iter().map(|[time]| time.max(0.0)).collect();
        if !times.is_sorted() {
            return fault(&rules::ACCESSOR, format!("{what}: the times are not in order"));
        }
        Ok(self.times.entry(list).or_insert(times).clone())
    }

    fn values(&mut self, list: usize, is_rotation: bool, source: &Source<'_>, what: &str) -> Result<Arc<[[f64; 4]]>> {
        let values = &mut self.values[usize::from(is_rotation)];
        if let Some(values) = values.get(&list) {
            return Ok(values.clone());
        }
        let numbers = match is_rotation {
            true => source.numbers::<4>(list, what)?.into(),
            false => source.numbers::<3>(list, what)?.into_iter().map(|[x, y, z]| [x, y, z, 0.0]).collect(),
        };
        Ok(values.entry(list).or_insert(numbers).clone())
    }
}

/// Returns the channels of an animation that have a node.
fn channels(
    animation: &document::Animation,
    number: usize,
    source: &Source<'_>,
    keys: &mut Keys,
) -> Result<Vec<Channel>> {
    let mut channels = Vec::new();
    for (index, channel) in animation.channels.iter().enumerate() {
        let Some(node) = channel.target.node else { continue };
        let what = format!("animation {number}, channel {index}");
        let Some(sampler) = animation.samplers.get(channel.sampler) else {
            return fault(&rules::GLTF_UNREADABLE, format!("{what}: there is no sampler {}", channel.sampler));
        };
        let property = match channel.target.path.as_str() {
            "translation" => Property::Translation,
            "rotation" => Property::Rotation,
            "scale" => Property::Scale,
            "weights" => Property::Weights,
            _ => return fault(&rules::GLTF_UNREADABLE, format!("{what}: it moves neither a place nor a shape")),
        };
        let interpolation = sampler.interpolation;
        let [times, values] = [sampler.input, sampler.output].map(|list| source.count(list));
        if property == Property::Weights || values == 0 {
            channels.push(Channel { node, property, interpolation, times: [].into(), values: [].into() });
            continue;
        }
        let expected = times.saturating_mul(if interpolation == Interpolation::CubicSpline { 3 } else { 1 });
        if values != expected {
            let [times, expected] = [counted(times, "time"), counted(expected, "value")];
            return fault(&rules::ACCESSOR, format!("{what}: {times}, expected {expected}, found {values}"));
        }
        keys.count = keys.count.saturating_add(values);
        if keys.count > MOST_KEYS {
            return fault(&rules::TOO_MUCH_MOTION, format!("animation {number}: more than {MOST_KEYS} keys"));
        }
        let values = keys.values(sampler.output, property == Property::Rotation, source, &what)?;
        let times = keys.times(sampler.input, source, &what)?;
        channels.push(Channel { node, property, interpolation, times, values });
    }
    Ok(channels)
}

/// Returns the keys of the patterns in the extras of an animation.
fn patterns(extras: &Value) -> Option<Vec<PatternKey>> {
    let number = |value: Option<&Value>| value.and_then(Value::as_f64).filter(|value| *value >= 0.0);
    let key = |key: &Value| {
        let [frame, mask] = [number(key.get(0))?, number(key.get(1))?];
        Some(PatternKey { frame: frame as u16, mask: mask as u32 })
    };
    extras.get("patterns")?.as_array()?.iter().map(key).collect()
}
