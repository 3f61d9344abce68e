//! Converts parts of a figure to primitives with their vertices.

use super::buffer::{Buffer, VERTICES};
use crate::distinct::Distinct;
use crate::light::linear;
use crate::mesh::{Corner, Paint, Part, Polygon, material_name, texture_sizes};
use crate::posture;
use glam::{DAffine3, DVec3};
use keitai_formats::{Blend, Content, Material, Slot};
use serde_json::{Value, json};

/// The least determinant of a matrix that has an inverse.
const LEAST: f64 = 1e-9;

/// A figure's vertices in its own space at rest.
pub(super) struct Shape<'a> {
    content: &'a Content,
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    joints: Vec<u16>,
    /// For every bone, the inverse of its matrix at rest; the identity for a matrix that has none.
    pub(super) inverse: Vec<DAffine3>,
    /// For every texture slot, the size that texels are divided by.
    sizes: Vec<[u16; 2]>,
}

impl<'a> Shape<'a> {
    pub(super) fn new(content: &'a Content, rest: &[DAffine3], parts: &[Part]) -> Self {
        let bind: Vec<DAffine3> = rest
            .iter()
            .map(|rest| if rest.matrix3.determinant().abs() > LEAST { *rest } else { DAffine3::IDENTITY })
            .collect();
        let owners: Vec<usize> = content.figure.owners().collect();
        let of_owner =
            |vertex: usize| owners.get(vertex).and_then(|owner| bind.get(*owner)).copied().unwrap_or_default();
        let vertices = content.figure.vertices.iter().enumerate();
        let position = |(index, vertex): (usize, &[i16; 3])| {
            of_owner(index).transform_point3(posture::three(*vertex)).as_vec3().to_array()
        };
        let normal = |(index, normal): (usize, DVec3)| {
            of_owner(index).transform_vector3(normal).normalize_or(DVec3::Z).as_vec3().to_array()
        };
        Self {
            content,
            positions: vertices.map(position).collect(),
            normals: posture::normals(&content.figure).into_iter().enumerate().map(normal).collect(),
            joints: owners.iter().map(|owner| u16::try_from(*owner).unwrap_or(u16::MAX)).collect(),
            inverse: bind.iter().map(DAffine3::inverse).collect(),
            sizes: texture_sizes(content, parts),
        }
    }
}

/// Returns the sixteen numbers of a matrix, column by column.
pub(super) fn columns(matrix: DAffine3) -> [f32; 16] {
    glam::DMat4::from(matrix).as_mat4().to_cols_array()
}

pub(super) fn primitive(part: &Part, material: usize, shape: &Shape<'_>, buffer: &mut Buffer) -> Value {
    let mut corners = Distinct::default();
    let mut number = |corner: Corner| corners.number_of(corner);
    let mut indices: Vec<u32> = Vec::new();
    for quad in &part.quads {
        let [a, b, c, d] = quad.corners.map(&mut number);
        indices.extend([a, c, b, c, d, b]);
    }
    for triangle in &part.triangles {
        let [a, b, c] = triangle.corners.map(&mut number);
        indices.extend([a, c, b]);
    }
    let corners = corners.into_items();
    let of = |list: &[[f32; 3]]| -> Vec<[f32; 3]> {
        corners.iter().filter_map(|corner| list.get(usize::from(corner.vertex)).copied()).collect()
    };
    let mut attributes = json!({ "POSITION": buffer.floats(&of(&shape.positions), "VEC3", VERTICES, true) });
    if !shape.normals.is_empty() {
        attributes["NORMAL"] = json!(buffer.floats(&of(&shape.normals), "VEC3", VERTICES, false));
    }
    match part.slot {
        Slot::Texture(slot) => {
            let size = shape.sizes.get(usize::from(slot)).copied().unwrap_or([256; 2]);
            let texel = |corner: &Corner| match corner.paint {
                Paint::Texel(texel) => [0, 1].map(|axis| (f64::from(texel[axis]) / f64::from(size[axis])) as f32),
                Paint::Colour(_) => [0.0; 2],
            };
            let texels: Vec<[f32; 2]> = corners.iter().map(texel).collect();
            attributes["TEXCOORD_0"] = json!(buffer.floats(&texels, "VEC2", VERTICES, false));
        }
        Slot::Colour => {
            let colour = |corner: &Corner| {
                let Paint::Colour(index) = corner.paint else { return [u16::MAX; 4] };
                let colour = shape.content.figure.palette.get(usize::from(index)).copied().unwrap_or_default();
                [linear(colour.r), linear(colour.g), linear(colour.b), u16::MAX]
            };
            let colours: Vec<[u16; 4]> = corners.iter().map(colour).collect();
            attributes["COLOR_0"] = json!(buffer.shorts(&colours, true));
        }
    }
    if !shape.joints.is_empty() {
        let joint = |corner: &Corner| shape.joints.get(usize::from(corner.vertex)).copied().unwrap_or_default();
        let joints: Vec<[u16; 4]> = corners.iter().map(|corner| [joint(corner), 0, 0, 0]).collect();
        let weights = vec![[1.0, 0.0, 0.0, 0.0]; corners.len()];
        attributes["JOINTS_0"] = json!(buffer.shorts(&joints, false));
        attributes["WEIGHTS_0"] = json!(buffer.floats(&weights, "VEC4", VERTICES, false));
    }
    let vertices: Vec<[f32; 1]> = corners.iter().map(|corner| [f32::from(corner.vertex)]).collect();
    attributes["_VERTEX"] = json!(buffer.floats(&vertices, "SCALAR", VERTICES, false));
    let mut ours = json!({ "quads": part.quads.len() });
    for (name, numbers) in [("quadOrder", order(&part.quads)), ("triangleOrder", order(&part.triangles))] {
        if let Some(numbers) = numbers {
            ours[name] = json!(numbers);
        }
    }
    json!({
        "attributes": attributes,
        "indices": buffer.indices(&indices),
        "material": material,
        "extras": { "keitai": ours },
    })
}

/// Returns the numbers of polygons in their list; `None` when they are 0, 1, 2 and so on.
fn order<const N: usize>(polygons: &[Polygon<N>]) -> Option<Vec<usize>> {
    let numbers: Vec<usize> = polygons.iter().map(|polygon| polygon.number).collect();
    (!numbers.iter().copied().eq(0..numbers.len())).then_some(numbers)
}

/// The extension for surfaces that no light changes.
pub(super) const UNLIT: &str = "KHR_materials_unlit";

/// Returns the material of polygons: `texture` is the index of the texture, `lit` is false for a figure without
/// normals.
pub(super) fn material(slot: Slot, material: Material, texture: Option<usize>, lit: bool) -> Value {
    let mut surface = json!({ "metallicFactor": 0, "roughnessFactor": 1 });
    if let Some(texture) = texture {
        surface["baseColorTexture"] = json!({ "index": texture });
    }
    let mut ours = json!({ "bits": material.0 });
    let blended = material.blend() != Blend::Normal;
    if blended {
        surface["baseColorFactor"] = json!([1, 1, 1, 0.5]);
        ours["blend"] = json!(material.blend().word());
    }
    if let Slot::Texture(slot) = slot {
        ours["texture"] = json!(slot);
    }
    let mut json = json!({
        "name": material_name(slot, material),
        "pbrMetallicRoughness": surface,
        "extras": { "keitai": ours },
    });
    if blended {
        json["alphaMode"] = json!("BLEND");
    } else if material.has(Material::COLOUR_KEY) {
        json["alphaMode"] = json!("MASK");
    }
    if material.has(Material::DOUBLE_FACE) {
        json["doubleSided"] = json!(true);
    }
    if !(lit && material.has(Material::LIGHTING)) {
        json["extensions"] = json!({ UNLIT: {} });
    }
    json
}
