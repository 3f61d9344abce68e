//! The JSON document of a glTF file: the parts that a figure is made from.
//!
//! Every member has a default, because files leave out more than the format allows.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::import::clipped;
use crate::import::nodes::Interpolation;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Document {
    pub(super) asset: Asset,
    pub(super) accessors: Vec<Accessor>,
    pub(super) animations: Vec<Animation>,
    pub(super) buffers: Vec<Buffer>,
    pub(super) buffer_views: Vec<View>,
    pub(super) extensions_required: Vec<String>,
    pub(super) images: Vec<Image>,
    pub(super) materials: Vec<Material>,
    pub(super) meshes: Vec<Mesh>,
    pub(super) nodes: Vec<Node>,
    pub(super) samplers: Vec<Wrap>,
    pub(super) scene: Option<usize>,
    pub(super) scenes: Vec<Scene>,
    pub(super) skins: Vec<Skin>,
    pub(super) textures: Vec<Texture>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Asset {
    pub(super) version: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<usize>,
    pub(super) byte_offset: usize,
    pub(super) component_type: Number,
    pub(super) normalized: bool,
    pub(super) count: usize,
    #[serde(rename = "type")]
    pub(super) kind: Kind,
    pub(super) sparse: Option<Sparse>,
}

/// Kind of the numbers of an accessor.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(try_from = "u32")]
pub(super) enum Number {
    I8,
    U8,
    I16,
    U16,
    U32,
    #[default]
    F32,
}

impl TryFrom<u32> for Number {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        Ok(match number {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return Err(format!("unknown component type {number}")),
        })
    }
}

impl Number {
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }
}

/// Shape of the items of an accessor.
#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Kind {
    #[default]
    Scalar,
    Vec2,
    Vec3,
    Vec4,
    Mat2,
    Mat3,
    Mat4,
}

impl Kind {
    /// Returns the numbers of an item.
    pub(super) fn width(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Vec4 | Self::Mat2 => 4,
            Self::Mat3 => 9,
            Self::Mat4 => 16,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Sparse {
    pub(super) count: usize,
    pub(super) indices: SparseList,
    pub(super) values: SparseList,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct SparseList {
    pub(super) buffer_view: usize,
    pub(super) byte_offset: usize,
    /// Of indices alone.
    pub(super) component_type: Number,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Animation {
    #[serde(deserialize_with = "name")]
    pub(super) name: Option<String>,
    pub(super) channels: Vec<Channel>,
    pub(super) samplers: Vec<Sampler>,
    #[serde(deserialize_with = "ours")]
    pub(super) extras: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Channel {
    pub(super) sampler: usize,
    pub(super) target: Target,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Target {
    pub(super) node: Option<usize>,
    pub(super) path: String,
    pub(super) extensions: Extensions,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Sampler {
    pub(super) input: usize,
    pub(super) output: usize,
    pub(super) interpolation: Interpolation,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Buffer {
    pub(super) uri: Option<String>,
    pub(super) extensions: Extensions,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct View {
    pub(super) buffer: usize,
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    pub(super) byte_stride: Option<usize>,
    pub(super) extensions: Extensions,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Image {
    #[serde(deserialize_with = "name")]
    pub(super) name: Option<String>,
    pub(super) uri: Option<String>,
    pub(super) buffer_view: Option<usize>,
    #[serde(deserialize_with = "ours")]
    pub(super) extras: Value,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Material {
    #[serde(deserialize_with = "name")]
    pub(super) name: Option<String>,
    pub(super) pbr_metallic_roughness: Option<Base>,
    pub(super) emissive_factor: [f32; 3],
    pub(super) emissive_texture: Option<Info>,
    pub(super) alpha_mode: AlphaMode,
    pub(super) alpha_cutoff: Option<f32>,
    pub(super) double_sided: bool,
    pub(super) extensions: Extensions,
    #[serde(deserialize_with = "ours")]
    pub(super) extras: Value,
}

/// The colour of a material.
#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Base {
    #[serde(alias = "diffuseFactor")]
    pub(super) base_color_factor: [f32; 4],
    #[serde(alias = "diffuseTexture")]
    pub(super) base_color_texture: Option<Info>,
}

impl Default for Base {
    fn default() -> Self {
        Self { base_color_factor: [1.0; 4], base_color_texture: None }
    }
}

impl Material {
    /// Returns the colour and the picture: those of the older extension in a material without others.
    pub(super) fn base(&self) -> Option<&Base> {
        self.pbr_metallic_roughness.as_ref().or(self.extensions.replaced.as_deref())
    }
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum AlphaMode {
    #[default]
    Opaque,
    Mask,
    Blend,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Info {
    pub(super) index: usize,
    pub(super) tex_coord: u32,
    pub(super) extensions: Extensions,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Mesh {
    #[serde(deserialize_with = "name")]
    pub(super) name: Option<String>,
    pub(super) primitives: Vec<Primitive>,
    pub(super) weights: Vec<f32>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Primitive {
    pub(super) attributes: BTreeMap<String, usize>,
    pub(super) indices: Option<usize>,
    pub(super) material: Option<usize>,
    pub(super) mode: Option<u32>,
    pub(super) targets: Vec<BTreeMap<String, usize>>,
    pub(super) extensions: Extensions,
    #[serde(deserialize_with = "ours")]
    pub(super) extras: Value,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Node {
    #[serde(deserialize_with = "name")]
    pub(super) name: Option<String>,
    pub(super) children: Vec<usize>,
    pub(super) matrix: Option<[f32; 16]>,
    pub(super) translation: Option<[f32; 3]>,
    pub(super) rotation: Option<[f32; 4]>,
    pub(super) scale: Option<[f32; 3]>,
    pub(super) mesh: Option<usize>,
    pub(super) skin: Option<usize>,
    pub(super) weights: Option<Vec<f32>>,
    pub(super) camera: Option<IgnoredAny>,
    pub(super) extensions: Extensions,
    #[serde(deserialize_with = "ours")]
    pub(super) extras: Value,
}

/// How a texture is continued beyond its sides.
#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Wrap {
    pub(super) wrap_s: u32,
    pub(super) wrap_t: u32,
}

impl Wrap {
    pub(super) const REPEAT: u32 = 10497;
    pub(super) const MIRRORED_REPEAT: u32 = 33648;
}

impl Default for Wrap {
    fn default() -> Self {
        Self { wrap_s: Self::REPEAT, wrap_t: Self::REPEAT }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Scene {
    pub(super) nodes: Vec<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Skin {
    pub(super) joints: Vec<usize>,
    pub(super) inverse_bind_matrices: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Texture {
    pub(super) source: Option<usize>,
    pub(super) sampler: Option<usize>,
    extensions: BTreeMap<String, Value>,
}

impl Texture {
    /// Extensions that name pictures in formats which only some programs read.
    const PICTURES: [&str; 4] = ["EXT_texture_avif", "EXT_texture_webp", "KHR_texture_basisu", "MSFT_texture_dds"];

    /// Returns the number of the picture, or else that of an extension.
    pub(super) fn image(&self) -> Option<usize> {
        let number = |name: &&str| usize::try_from(self.extensions.get(*name)?.get("source")?.as_u64()?).ok();
        self.source.or_else(|| Self::PICTURES.iter().find_map(number))
    }
}

/// The extensions that are read, of any kind of item.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Extensions {
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub(super) instances: Option<Box<Instances>>,
    #[serde(rename = "EXT_meshopt_compression")]
    meshopt: Option<Box<Meshopt>>,
    #[serde(rename = "KHR_animation_pointer")]
    pub(super) pointer: Option<Box<Pointer>>,
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub(super) draco: Option<Box<Draco>>,
    #[serde(rename = "KHR_lights_punctual")]
    pub(super) light: Option<IgnoredAny>,
    #[serde(rename = "KHR_materials_emissive_strength")]
    pub(super) strength: Option<Value>,
    /// The older extension of materials, which holds the colour and the picture instead.
    #[serde(rename = "KHR_materials_pbrSpecularGlossiness")]
    replaced: Option<Box<Base>>,
    #[serde(rename = "KHR_materials_unlit")]
    pub(super) unlit: Option<IgnoredAny>,
    #[serde(rename = "KHR_meshopt_compression")]
    newer_meshopt: Option<Box<Meshopt>>,
    #[serde(rename = "KHR_texture_transform")]
    pub(super) transform: Option<Box<Transform>>,
}

impl Extensions {
    /// Returns the place and the kind of the numbers that meshoptimizer has compressed.
    pub(super) fn meshopt(&self) -> Option<&Meshopt> {
        self.meshopt.as_deref().or(self.newer_meshopt.as_deref())
    }
}

/// Accessors of the places of a mesh that is in many.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Instances {
    pub(super) attributes: BTreeMap<String, usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Meshopt {
    pub(super) buffer: usize,
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    pub(super) byte_stride: usize,
    pub(super) count: usize,
    pub(super) mode: String,
    pub(super) filter: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Pointer {
    pub(super) pointer: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Draco {
    pub(super) buffer_view: usize,
    pub(super) attributes: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Transform {
    pub(super) offset: [f32; 2],
    pub(super) rotation: f32,
    pub(super) scale: [f32; 2],
    pub(super) tex_coord: Option<u32>,
}

impl Default for Transform {
    fn default() -> Self {
        Self { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2], tex_coord: None }
    }
}

/// Reads a name; messages and bones repeat names many times.
fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let mut name = Option::<String>::deserialize(deserializer)?;
    if let Some(name) = &mut name {
        name.truncate(clipped(name).len());
    }
    Ok(name)
}

/// Reads the value `keitai` of extras, which may be of any kind.
fn ours<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    let mut extras = Value::deserialize(deserializer)?;
    Ok(extras.get_mut("keitai").map(Value::take).unwrap_or_default())
}

impl Document {
    /// Returns the first item that is named and that the file does not have. Accessors and views are checked when they are
    /// read.
    pub(super) fn missing(&self) -> Option<String> {
        let primitives = || self.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let channels = self.animations.iter().flat_map(|animation| &animation.channels);
        let pictures = self.materials.iter().flat_map(|entry| {
            entry.base().and_then(|base| base.base_color_texture.as_ref()).into_iter().chain(&entry.emissive_texture)
        });
        let children =
            self.nodes.iter().flat_map(|node| &node.children).chain(self.skins.iter().flat_map(|skin| &skin.joints));
        let nodes = children.chain(self.scenes.iter().flat_map(|scene| &scene.nodes)).copied();
        let nodes = nodes.chain(channels.filter_map(|channel| channel.target.node));
        let named = nodes
            .map(|number| ("node", number, self.nodes.len()))
            .chain(self.nodes.iter().filter_map(|node| Some(("mesh", node.mesh?, self.meshes.len()))))
            .chain(self.nodes.iter().filter_map(|node| Some(("skin", node.skin?, self.skins.len()))))
            .chain(primitives().filter_map(|part| Some(("material", part.material?, self.materials.len()))))
            .chain(pictures.map(|info| ("texture", info.index, self.textures.len())))
            .chain(self.textures.iter().filter_map(|texture| Some(("image", texture.image()?, self.images.len()))))
            .chain(self.scene.map(|number| ("scene", number, self.scenes.len())));
        let mut missing = named.filter(|(_, number, count)| number >= count);
        missing.next().map(|(list, number, _)| format!("there is no {list} {number}"))
    }
}
