//! Meshes on a skeleton to the source text of a figure: corners are welded, lengths become model units.
//!
//! Numbers are rounded before they are written (positions to 1/100, normals to 1/1000), so that the texts are short and
//! the same on every machine.

use crate::mesh::{Corner, Facet, Finish, Mesh};
use crate::skeleton::Joint;
use glam::DVec3;
use keitai_formats::Blend;
use keitai_formats::bac::{Bac, Bone, Corners, Face, Group, Material};
use keitai_formats::text::{SourceSpan, Span, Spanned};
use std::collections::BTreeMap;

/// Model units per workshop unit.
pub const UNIT: f64 = 1.4;

/// The materials of every figure, by [`Finish`].
pub const MATERIALS: [(Finish, Material); 5] = [
    (Finish::Lacquer, material(Blend::Normal, false, true, 1.0)),
    (Finish::Matte, material(Blend::Normal, false, true, 0.0)),
    (Finish::CutOut, material(Blend::Normal, true, true, 0.0)),
    (Finish::Flat, material(Blend::Normal, false, false, 0.0)),
    (Finish::Shadow, material(Blend::Half, true, false, 0.0)),
];

const fn material(blend: Blend, transparent: bool, lighting: bool, specular: f32) -> Material {
    Material {
        span: SourceSpan(Span::NONE),
        blend,
        double_face: false,
        transparent,
        lighting,
        texture: 0,
        colour: -1,
        specular,
        alpha: None,
        shininess: None,
    }
}

/// A figure as the workshop builds it.
pub struct Sculpture<'a> {
    /// Its name.
    pub name: &'a str,
    /// First lines of the text.
    pub remarks: Vec<String>,
    /// Width and height of its texture.
    pub texture: [u16; 2],
    /// Its skeleton.
    pub joints: &'a [Joint],
    /// The mesh of each joint, in model space at rest.
    pub parts: Vec<(usize, Mesh)>,
    /// Names of the polygon groups.
    pub groups: &'a [&'a str],
}

impl Sculpture<'_> {
    /// Returns the source text's document.
    pub fn bac(&self) -> Bac {
        let mut weld = Weld::default();
        let mut used: Vec<Finish> = self.facets().map(|(_, facet)| facet.finish).collect();
        used.sort();
        used.dedup();
        let mut polygons = Vec::new();
        let mut groups: Vec<Group> =
            self.groups.iter().map(|name| Group { name: Some((*name).into()), ..Group::default() }).collect();
        for (joint, facet) in self.facets() {
            let material = used.iter().position(|finish| *finish == facet.finish).unwrap_or(0) as i32;
            let face = weld.face(joint, facet, material, self.texture);
            match facet.group {
                None => polygons.push(face),
                Some(group) => groups[group].faces.push(face),
            }
        }
        let materials = MATERIALS.iter().filter(|(finish, _)| used.contains(finish)).map(|(_, material)| *material);
        Bac {
            remarks: self.remarks.clone(),
            name: Some(self.name.into()),
            textures: vec![self.texture.map(i32::from)],
            materials: materials.collect(),
            coords: weld.vertices.iter().map(|v| free(hundredths(v.0))).collect(),
            normals: Some(weld.vertices.iter().map(|v| free(thousandths(v.1))).collect()),
            bones: bones(self.joints, &weld),
            texture_coords: weld.texels.iter().map(|&texel| share(texel, self.texture)).collect(),
            polygons,
            groups,
            ..Bac::default()
        }
    }

    fn facets(&self) -> impl Iterator<Item = (usize, &Facet)> {
        self.parts.iter().flat_map(|(joint, mesh)| mesh.facets.iter().map(|facet| (*joint, facet)))
    }
}

/// Values of the text without repetitions, in the order of their first use.
#[derive(Default)]
struct Weld {
    /// Position in 1/100 and normal in 1/1000, both model space.
    vertices: Vec<([i32; 3], [i32; 3])>,
    owner: Vec<usize>,
    known: BTreeMap<(usize, [i32; 3], [i32; 3]), i32>,
    texels: Vec<[i32; 2]>,
    known_texels: BTreeMap<[i32; 2], i32>,
}

impl Weld {
    fn face(&mut self, joint: usize, facet: &Facet, material: i32, texture: [u16; 2]) -> Face {
        let vertices: Vec<i32> = facet.corners.iter().map(|corner| self.vertex(joint, corner)).collect();
        let texels: Vec<i32> = facet.corners.iter().map(|corner| self.texel(corner.texel, texture)).collect();
        let corners = |list: &[i32]| match *list {
            [a, b, c, d] => Corners::Four([a, b, c, d]),
            _ => Corners::Three([list[0], list[1], list[2]]),
        };
        Face { span: Default::default(), material, vertices: corners(&vertices), texels: corners(&texels) }
    }

    fn vertex(&mut self, joint: usize, corner: &Corner) -> i32 {
        let whole = |v: DVec3, unit: f64| v.to_array().map(|c| (c * unit).round() as i32);
        let (at, normal) = (whole(corner.at * UNIT, 100.0), whole(corner.normal, 1000.0));
        *self.known.entry((joint, at, normal)).or_insert_with(|| {
            self.vertices.push((at, normal));
            self.owner.push(joint);
            self.vertices.len() as i32 - 1
        })
    }

    fn texel(&mut self, texel: [f64; 2], texture: [u16; 2]) -> i32 {
        let texel = [0, 1].map(|i| (texel[i].round() as i32).clamp(0, i32::from(texture[i]) - 1));
        *self.known_texels.entry(texel).or_insert_with(|| {
            self.texels.push(texel);
            self.texels.len() as i32 - 1
        })
    }
}

fn bones(joints: &[Joint], weld: &Weld) -> Vec<Bone> {
    let bone = |(index, joint): (usize, &Joint)| {
        let later = |parent| joints.iter().enumerate().skip(index + 1).any(|(_, other)| other.parent == parent);
        let origin = joint.at * UNIT;
        let point = |offset: DVec3| (origin + offset).to_array().map(|c| ((c * 100.0).round() / 100.0) as f32);
        Bone {
            name: Some(free(joint.name.to_string())),
            has_child: later(Some(index)),
            has_brother: later(joint.parent),
            translate: point(DVec3::ZERO),
            rotate: point(DVec3::Z * 10.0),
            handle: point(DVec3::Y * 10.0),
            vertices: (0..).zip(&weld.owner).filter(|(_, owner)| **owner == index).map(|(i, _)| free(i)).collect(),
            ..Bone::default()
        }
    };
    joints.iter().enumerate().map(bone).collect()
}

/// Returns a value without a place in a text.
pub fn free<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::NONE)
}

fn hundredths(v: [i32; 3]) -> [f32; 3] {
    v.map(|c| (f64::from(c) / 100.0) as f32)
}

fn thousandths(v: [i32; 3]) -> [f32; 3] {
    v.map(|c| (f64::from(c) / 1000.0) as f32)
}

/// Returns a texel as a share of the picture in five digits, which is enough to find the texel again.
fn share(texel: [i32; 2], texture: [u16; 2]) -> [f32; 2] {
    [0, 1].map(|i| ((f64::from(texel[i]) / f64::from(texture[i] - 1) * 1e5).round() / 1e5) as f32)
}
