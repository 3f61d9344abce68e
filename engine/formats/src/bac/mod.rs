//! The BAC6 document: the source text of a figure.
//!
//! Positions are in model space. Reals are 32-bit floats, as the vendor's converter reads them. Indices are kept as
//! written, valid or not; conversion checks them. Values that messages point to have their place in the text. Places
//! take no part in comparisons of documents.

mod read;

use crate::figure::{Blend, bone_name};
use crate::text::{ChunkWriter, SourceSpan, Spanned};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use read::{read, read_with};

/// The source text of a figure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bac {
    /// Comments for the head of a written text; readers leave the list empty.
    pub remarks: Vec<String>,
    /// Settings of the conversion, name and value, from comments of the form `;keitai name value`.
    pub settings: Vec<(String, String)>,
    /// Name of the figure.
    pub name: Option<String>,
    /// Width and height of each texture, in texels.
    pub textures: Vec<[i32; 2]>,
    /// Colours, 0.0..=1.0 per component.
    pub colours: Vec<Spanned<[f32; 3]>>,
    /// Materials, which faces refer to by index.
    pub materials: Vec<Material>,
    /// Positions in model space.
    pub coords: Vec<Spanned<[f32; 3]>>,
    /// Normals in model space, one per position; `None` when the chunk is absent.
    pub normals: Option<Vec<Spanned<[f32; 3]>>>,
    /// Bones, depth first.
    pub bones: Vec<Bone>,
    /// Texture coordinates, 0.0..=1.0.
    pub texture_coords: Vec<[f32; 2]>,
    /// Faces that are always drawn.
    pub polygons: Vec<Face>,
    /// Groups of faces that actions switch.
    pub groups: Vec<Group>,
    /// Places of the chunks that messages point to.
    pub places: Places,
}

/// Places of the parts of a [`Bac`] in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Places {
    /// The Figure chunk.
    pub figure: SourceSpan,
    /// The normals chunk.
    pub normals: SourceSpan,
    /// The Textures chunk.
    pub textures: SourceSpan,
    /// The Colors chunk.
    pub colours: SourceSpan,
}

/// Drawing attributes of the faces that refer to them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    /// Place in the text.
    pub span: SourceSpan,
    /// Blend function.
    pub blend: Blend,
    /// Both sides are drawn.
    pub double_face: bool,
    /// Palette index 0 of the texture is not drawn.
    pub transparent: bool,
    /// Lit, when the figure has normals and a light is on.
    pub lighting: bool,
    /// Index into [`Bac::textures`]; negative for none.
    pub texture: i32,
    /// Index into [`Bac::colours`]; negative for none.
    pub colour: i32,
    /// 0.0..=1.0; above a threshold the material is sphere mapped.
    pub specular: f32,
    /// An attribute without effect.
    pub alpha: Option<f32>,
    /// An attribute without effect.
    pub shininess: Option<f32>,
}

impl Default for Material {
    /// Returns a white, unlit colour material.
    fn default() -> Self {
        Self {
            span: SourceSpan::default(),
            blend: Blend::Normal,
            double_face: false,
            transparent: false,
            lighting: false,
            texture: -1,
            colour: -1,
            specular: 0.0,
            alpha: None,
            shininess: None,
        }
    }
}

/// A bone. Its axes are given by points: Z goes from `translate` to `rotate`, Y towards `handle`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bone {
    /// Place in the text.
    pub span: SourceSpan,
    /// Name, by which actions find the bone.
    pub name: Option<Spanned<String>>,
    /// The next bone is the first child of this bone.
    pub has_child: bool,
    /// A sibling follows the bone's subtree.
    pub has_brother: bool,
    /// Origin, in model space.
    pub translate: [f32; 3],
    /// A point on the Z axis, in model space.
    pub rotate: [f32; 3],
    /// A point in the direction of the Y axis, in model space.
    pub handle: [f32; 3],
    /// Indices into [`Bac::coords`] of the vertices that the bone owns.
    pub vertices: Vec<Spanned<i32>>,
}

impl Bone {
    /// Returns the name, or "boneN" for a bone without a name.
    pub fn name_or(&self, index: usize) -> String {
        self.name.as_ref().map_or_else(|| bone_name(index), |name| name.value.clone())
    }
}

/// The corners of a face in perimeter order: three or four indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corners {
    /// Corners of a triangle, written `i3`.
    Three([i32; 3]),
    /// Corners of a quad, written `i4`.
    Four([i32; 4]),
}

impl Corners {
    /// Returns the three or four indices, in perimeter order.
    pub fn as_slice(&self) -> &[i32] {
        match self {
            Self::Three(corners) => corners,
            Self::Four(corners) => corners,
        }
    }
}

/// A triangle or a quad with its material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// Place in the text.
    pub span: SourceSpan,
    /// Index into [`Bac::materials`].
    pub material: i32,
    /// Indices into [`Bac::coords`].
    pub vertices: Corners,
    /// Indices into [`Bac::texture_coords`], as many as vertices; -1 without texture.
    pub texels: Corners,
}

/// Faces that actions show and hide together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// Place in the text.
    pub span: SourceSpan,
    /// Name; the file does not hold it.
    pub name: Option<String>,
    /// Triangles and quads that are drawn while the group is shown.
    pub faces: Vec<Face>,
}

/// Writes a document as text: chunks and attributes in the order of the vendor's document, which its converter requires;
/// one item per line; indices as comments. Reals are the shortest decimals that are read back as the same 32-bit float.
pub fn write(bac: &Bac) -> String {
    let mut out = ChunkWriter::new("BAC", &bac.remarks);
    out.settings(&bac.settings);
    out.within("Head", |out| out.line("bacVersion 6.0"));
    out.within("Figure", |out| {
        out.name(bac.name.as_deref());
        materials(bac, out);
        vertices(bac, out);
        out.within("Bones", |out| bac.bones.iter().enumerate().for_each(|(index, bone)| write_bone(index, bone, out)));
        if !bac.texture_coords.is_empty() {
            out.list("TextureCoords", &bac.texture_coords, |[u, v]| format!("f2 {u} {v}"));
        }
        out.within("Polygons", |out| bac.polygons.iter().for_each(|face| out.line(write_face(face))));
        if !bac.groups.is_empty() {
            out.within("DynamicPolygons", |out| groups(bac, out));
        }
    });
    out.text
}

fn materials(bac: &Bac, out: &mut ChunkWriter) {
    if !bac.textures.is_empty() {
        out.list("Textures", &bac.textures, |[width, height]| format!("i2 {width} {height}"));
    }
    if !bac.colours.is_empty() {
        out.list("Colors", &bac.colours, |colour| format!("f3 {}", triple(colour.value)));
    }
    out.within("Materials", |out| {
        for (index, material) in bac.materials.iter().enumerate() {
            out.remark(format!("material {index}"));
            out.within("material", |out| attributes(material, out));
        }
    });
}

fn attributes(material: &Material, out: &mut ChunkWriter) {
    out.line(format!("blendMode {}", material.blend.word()));
    out.line(format!("doubleFace {}", material.double_face));
    out.line(format!("transparent {}", material.transparent));
    out.line(format!("lighting {}", material.lighting));
    out.line(format!("textureIndex {}", material.texture));
    out.line(format!("colorIndex {}", material.colour));
    out.line(format!("specular {}", material.specular));
    if let Some(alpha) = material.alpha {
        out.line(format!("alpha {alpha}"));
    }
    if let Some(shininess) = material.shininess {
        out.line(format!("shininess {shininess}"));
    }
}

fn vertices(bac: &Bac, out: &mut ChunkWriter) {
    out.within("Vertices", |out| {
        out.list("coords", &bac.coords, |point| format!("pnt {}", triple(point.value)));
        if let Some(normals) = &bac.normals {
            out.list("normals", normals, |normal| format!("vct {}", triple(normal.value)));
        }
    });
}

fn write_bone(index: usize, bone: &Bone, out: &mut ChunkWriter) {
    out.remark(format!("bone {index}"));
    out.within("bone", |out| {
        out.name(bone.name.as_ref().map(|name| name.value.as_str()));
        out.line(format!("hasChild {}", bone.has_child));
        out.line(format!("hasBrother {}", bone.has_brother));
        out.line(format!("translate {}", triple(bone.translate)));
        out.line(format!("rotate {}", triple(bone.rotate)));
        out.line(format!("handle {}", triple(bone.handle)));
        out.within("vertexIndices", |out| {
            for row in bone.vertices.chunks(16) {
                let row: Vec<String> = row.iter().map(|index| index.value.to_string()).collect();
                out.put(&row.join(" "));
            }
        });
    });
}

fn groups(bac: &Bac, out: &mut ChunkWriter) {
    for (index, group) in bac.groups.iter().enumerate() {
        out.remark(format!("group {index}, pattern {}", index + 1));
        out.within("group", |out| {
            out.name(group.name.as_deref());
            group.faces.iter().for_each(|face| out.line(write_face(face)));
        });
    }
}

fn write_face(face: &Face) -> String {
    let list = |corners: &Corners| {
        let indices: Vec<String> = corners.as_slice().iter().map(i32::to_string).collect();
        format!("( i{} {} )", indices.len(), indices.join(" "))
    };
    format!("face {} {} {}", face.material, list(&face.vertices), list(&face.texels))
}

fn triple([x, y, z]: [f32; 3]) -> String {
    format!("{x} {y} {z}")
}
