//! A figure in one posture as OBJ and MTL, with its textures as PNG files.
//!
//! Positions are in model units, faces counter-clockwise. Quads stay quads. Every pattern is an object, and the faces
//! of every bone are a group: a face belongs to the bone of its first corner.

use std::collections::BTreeMap;
use std::fmt::Write;

use glam::{DAffine3, DVec3};
use keitai_formats::{Action, Blend, Content, Diagnostic, Diagnostics, Location, Material, Normals, Rgb, Slot};

use crate::error::Result;
use crate::export::{Export, name_beside, picture_files, report_losses, unused_slots};
use crate::mesh::{self, Corner, Paint, Part, material_name, texture_sizes};
use crate::posture;
use crate::rules;

/// An action and the frame that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionFrame {
    /// Number of the action over all tables.
    pub action: usize,
    /// Whole frame, up to the last one of the action.
    pub frame: u16,
}

/// Writes a figure at rest with all its patterns, or at a frame of an action with the patterns that it shows. `name` is
/// the name of the first file.
///
/// # Errors
/// When the figure breaks a rule of its format, or there is no such action or no such frame.
pub fn write(content: &Content, name: &str, pose: Option<ActionFrame>) -> Result<Export> {
    let figure = &content.figure;
    figure.check()?;
    let mut findings = Diagnostics::default();
    let parts = mesh::parts(figure);
    report_losses(content, &parts, &mut findings);
    let moment = pose.map(|pose| at(content, pose)).transpose()?;
    let locals =
        moment.map_or_else(|| posture::rest(figure), |(action, frame)| posture::at_frame(figure, action, frame));
    let mask = moment.map(|(action, frame)| posture::mask(action, frame));
    let globals = posture::globals(figure, &locals);
    let is_shown = |part: &Part| mask.is_none_or(|mask| posture::shows(mask, part.pattern));
    let parts: Vec<Part> = parts.into_iter().filter(is_shown).collect();
    let pictures = picture_files(content, &parts)?;
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let library = name_beside(stem) + ".mtl";
    let mut text = format!("# {} by Keitai\nmtllib {library}\n", content.name);
    let mut object = Object::new(content, &globals, &parts);
    object.vertices(&mut text);
    object.faces(&parts, &mut text);
    let unused = unused_slots(content, &parts).map(|(slot, key)| (material_name(slot, key), (slot, key, None)));
    object.materials.extend(unused);
    let materials = object.library(&pictures.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>());
    let mut files = vec![(name.to_owned(), text.into_bytes()), (library, materials.into_bytes())];
    files.extend(pictures);
    Ok(Export { files, diagnostics: findings.finish() })
}

fn at(content: &Content, pose: ActionFrame) -> Result<(&Action, u16)> {
    let mut actions = content.tables.iter().flat_map(|(_, table)| &table.actions);
    let count = actions.clone().count();
    let action = actions.nth(pose.action).ok_or_else(|| {
        let message = format!("action {} of {count}; the first is 0", pose.action);
        Diagnostic::new(&rules::NO_SUCH_ACTION, Location::Document, message)
    })?;
    if pose.frame > action.last_frame {
        let message = format!("frame {} of action {}; the last is {}", pose.frame, pose.action, action.last_frame);
        return Err(Diagnostic::new(&rules::NO_SUCH_ACTION, Location::Document, message).into());
    }
    Ok((action, pose.frame))
}

type Key = (Slot, Material, Option<Rgb>);

struct Object<'a> {
    content: &'a Content,
    globals: &'a [DAffine3],
    owners: Vec<usize>,
    sizes: Vec<[u16; 2]>,
    /// Numbers of the texture coordinates, from 1.
    texels: BTreeMap<(u16, [u8; 2]), usize>,
    materials: BTreeMap<String, Key>,
}

impl<'a> Object<'a> {
    fn new(content: &'a Content, globals: &'a [DAffine3], parts: &[Part]) -> Self {
        let mut texels = BTreeMap::new();
        for part in parts {
            let Slot::Texture(slot) = part.slot else { continue };
            for corner in part.corners() {
                if let Paint::Texel(texel) = corner.paint {
                    texels.insert((slot, texel), 0);
                }
            }
        }
        texels.values_mut().zip(1..).for_each(|(number, next)| *number = next);
        Self {
            content,
            globals,
            owners: content.figure.owners().collect(),
            sizes: texture_sizes(content, parts),
            texels,
            materials: BTreeMap::new(),
        }
    }

    fn vertices(&self, text: &mut String) {
        let global = |vertex: usize| self.owners.get(vertex).and_then(|owner| self.globals.get(*owner)).copied();
        for (index, vertex) in self.content.figure.vertices.iter().enumerate() {
            let place = global(index).unwrap_or_default().transform_point3(posture::three(*vertex));
            line(text, "v", &place.to_array());
        }
        for (slot, texel) in self.texels.keys() {
            let [width, height] = self.sizes.get(usize::from(*slot)).copied().unwrap_or([256; 2]).map(f64::from);
            let [u, v] = texel.map(f64::from);
            line(text, "vt", &[u / width, 1.0 - v / height]);
        }
        for (index, normal) in posture::normals(&self.content.figure).into_iter().enumerate() {
            let normal = global(index).unwrap_or_default().transform_vector3(normal).normalize_or(DVec3::Z);
            line(text, "vn", &normal.to_array());
        }
    }

    fn faces(&mut self, parts: &[Part], text: &mut String) {
        let mut before: Option<(u16, usize, String)> = None;
        for part in parts {
            // Strip order a, b, c, d is the perimeter a, b, d, c; counter-clockwise it is a, c, d, b.
            let quads = part.quads.iter().map(|quad| {
                let [a, b, c, d] = quad.corners;
                vec![a, c, d, b]
            });
            let triangles = part.triangles.iter().map(|triangle| {
                let [a, b, c] = triangle.corners;
                vec![a, c, b]
            });
            for corners in quads.chain(triangles) {
                let Some(first) = corners.first() else { continue };
                let bone = self.owners.get(usize::from(first.vertex)).copied().unwrap_or_default();
                let now = (part.pattern, bone, self.material(part, first.paint));
                let changed = |part: &dyn Fn(&(u16, usize, String)) -> bool| before.as_ref().is_none_or(part);
                if changed(&|before| before.0 != now.0) {
                    text.push_str(&format!("o pattern{}\n", now.0));
                }
                if changed(&|before| (before.0, before.1) != (now.0, now.1)) {
                    text.push_str(&format!("g pattern{} {}\n", now.0, word(&self.content.bone(bone))));
                }
                if changed(&|before| before.2 != now.2) {
                    text.push_str(&format!("usemtl {}\n", now.2));
                }
                before = Some(now);
                text.push('f');
                corners.iter().for_each(|corner| self.corner(part.slot, *corner, text));
                text.push('\n');
            }
        }
    }

    fn corner(&self, slot: Slot, corner: Corner, text: &mut String) {
        let vertex = usize::from(corner.vertex) + 1;
        let texel = match (slot, corner.paint) {
            (Slot::Texture(slot), Paint::Texel(texel)) => self.texels.get(&(slot, texel)),
            _ => None,
        };
        let texel = texel.map(usize::to_string).unwrap_or_default();
        text.push_str(&match (&self.content.figure.normals, texel.is_empty()) {
            (Normals::None, true) => format!(" {vertex}"),
            (Normals::None, false) => format!(" {vertex}/{texel}"),
            (_, _) => format!(" {vertex}/{texel}/{vertex}"),
        });
    }

    /// Returns the name of the material of a face. A colour has materials of its own.
    fn material(&mut self, part: &Part, paint: Paint) -> String {
        let mut name = material_name(part.slot, part.material);
        let mut colour = None;
        if let Paint::Colour(index) = paint {
            let Rgb { r, g, b } = self.content.figure.palette.get(usize::from(index)).copied().unwrap_or_default();
            name = format!("{name}.{r:02x}{g:02x}{b:02x}");
            colour = Some(Rgb { r, g, b });
        }
        self.materials.entry(name.clone()).or_insert((part.slot, part.material, colour));
        name
    }

    fn library(&self, pictures: &[&str]) -> String {
        let mut text = String::from("# Materials by Keitai\n");
        for (name, (slot, material, colour)) in &self.materials {
            text.push_str(&format!("newmtl {name}\n"));
            let Rgb { r, g, b } = colour.unwrap_or(Rgb { r: 255, g: 255, b: 255 });
            line(&mut text, "Kd", &[r, g, b].map(|level| f64::from(level) / 255.0));
            line(&mut text, "Ks", &[0.0; 3]);
            let picture = match slot {
                Slot::Texture(slot) => pictures.get(usize::from(*slot)),
                Slot::Colour => None,
            };
            if let Some(picture) = picture {
                text.push_str(&format!("map_Kd {picture}\n"));
                if material.has(Material::COLOUR_KEY) {
                    text.push_str(&format!("map_d {picture}\n"));
                }
            }
            if material.blend() != Blend::Normal {
                text.push_str("d 0.5\n");
            }
            let lit = material.has(Material::LIGHTING) && self.content.figure.normals != Normals::None;
            text.push_str(if lit { "illum 1\n" } else { "illum 0\n" });
        }
        text
    }
}

/// Writes a statement with numbers, the shortest decimals of 32-bit floats.
fn line(text: &mut String, word: &str, numbers: &[f64]) {
    text.push_str(word);
    for number in numbers {
        // Adding zero makes -0 positive. Writing to a string cannot fail.
        let _ = write!(text, " {}", (*number as f32) + 0.0);
    }
    text.push('\n');
}

/// Returns a name as one word: spaces would make several groups of it.
fn word(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_")
}
