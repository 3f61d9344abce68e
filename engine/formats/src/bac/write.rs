//! Writes BAC6 texts: chunks and attributes in the order of the vendor's document, which its converter requires; one
//! item per line; indices as comments. Reals are the shortest decimals that are read back as the same 32-bit float.

use super::{Bac, Bone, Corners, Face, Material};
use crate::text::ChunkWriter;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Writes a document as text.
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
