//! Converts faces to the four polygon lists, pattern by pattern.
//!
//! A list is ordered by pattern, textured polygons then by texture, and otherwise by text order. Quads a, b, c, d of
//! the text's perimeter are written in strip order a, b, d, c [vendor tool].

use crate::materials::{self, Palette, WHITE, bits, texel};
use crate::options::{Options, Target};
use crate::rules;
use crate::vertices::{Ownership, Vertices};
use keitai_formats::diagnostic::counted;
use keitai_formats::{
    ColourPolygon, Diagnostic, Diagnostics, Pattern, PolygonRun, Polygons, Rgb, TexturedPolygon,
    bac::{Bac, Face, Material},
};
use std::collections::{HashMap, HashSet};

/// The index that stands for no texture, no colour and no texture coordinates.
const NONE: i32 = -1;

/// A face that will be written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WholeFace<'b> {
    /// The pattern it belongs to; 0 is always drawn.
    pattern: usize,
    face: &'b Face,
    material: &'b Material,
    shape: Shape,
    /// For every corner of the text's face, the entry of a bone's list.
    vertices: [usize; 4],
}

/// The corners of a face that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    /// 3 or 4.
    sides: usize,
    /// Position of each corner in the text's face, in the order of the file.
    corners: [usize; 4],
}

impl Shape {
    fn take<T: Copy + Default>(self, of: [T; 4]) -> [T; 4] {
        self.corners.map(|corner| of.get(corner).copied().unwrap_or_default())
    }
}

/// Checks all faces and returns the faces that can be written.
pub(crate) fn keep<'b>(bac: &'b Bac, ownership: &Ownership, findings: &mut Diagnostics) -> Vec<WholeFace<'b>> {
    let mut list = Vec::new();
    let [mut degenerate, mut narrowed, mut unowned] = [const { Defect { count: 0, first: None } }; 3];
    let groups = bac.groups.iter().map(|group| group.faces.as_slice());
    for (pattern, faces) in std::iter::once(bac.polygons.as_slice()).chain(groups).enumerate() {
        for (index, face) in faces.iter().enumerate() {
            let path = || path(pattern, index);
            let Some(vertices) = vertices(face, bac, &path, findings) else { continue };
            let material = usize::try_from(face.material).ok().and_then(|material| bac.materials.get(material));
            let Some(material) = material else {
                let message =
                    format!("{}: material {} does not exist; there are {}", path(), face.material, bac.materials.len());
                findings.push(Diagnostic::new(&rules::MATERIAL_INDEX, face.span.0, message));
                continue;
            };
            let points = vertices.get(..face.vertices.as_slice().len()).unwrap_or_default();
            let mut vertices = [0; 4];
            let mut homeless = None;
            for (vertex, point) in vertices.iter_mut().zip(points) {
                match ownership.entry(*point) {
                    Some(entry) => *vertex = entry,
                    None => homeless = homeless.or(Some(point)),
                }
            }
            let all = vertices.get(..points.len()).unwrap_or_default();
            if let Some(homeless) = homeless {
                unowned.add(face, || format!("{}: vertex {homeless}", path()));
            } else if let Some(shape) = shape(all, points) {
                if shape.sides < all.len() {
                    narrowed.add(face, path);
                }
                list.push(WholeFace { pattern, face, material, shape, vertices });
            } else {
                degenerate.add(face, path);
            }
        }
    }
    degenerate.report(&rules::FACE_DEGENERATE, "with a vertex twice", "dropped", findings);
    narrowed.report(&rules::FACE_DEGENERATE, "with a vertex at two corners in a row", "written as triangles", findings);
    unowned.report(&rules::VERTEX_UNOWNED, "with a vertex that belongs to no bone", "dropped", findings);
    list
}

/// Returns the corners of a face that are written: all when they differ, three of a quad in which only two neighbours
/// are equal, otherwise none. Corner 0 is left out when it is one of the two neighbours, else the second of them. Of
/// the last two corners the first is left out when only merging made them equal, so that their `points` differ [vendor
/// tool].
fn shape(vertices: &[usize], points: &[usize]) -> Option<Shape> {
    let count = vertices.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let equal: Vec<(usize, usize)> = pairs.filter(|(a, b)| vertices.get(*a) == vertices.get(*b)).collect();
    let (sides, corners) = match (count, equal.as_slice()) {
        (4, []) => (4, [0, 1, 3, 2]),
        (4, [(0, 1 | 3)]) => (3, [1, 2, 3, 0]),
        (4, [(1, 2)]) => (3, [0, 1, 3, 2]),
        (4, [(2, 3)]) if points.get(2) != points.get(3) => (3, [0, 1, 3, 2]),
        (3, []) | (4, [(2, 3)]) => (3, [0, 1, 2, 3]),
        _ => return None,
    };
    Some(Shape { sides, corners })
}

/// A kind of defect: the number of faces that have it, and the first of them.
struct Defect<'b> {
    count: usize,
    first: Option<(&'b Face, String)>,
}

impl<'b> Defect<'b> {
    fn add(&mut self, face: &'b Face, path: impl Fn() -> String) {
        self.count += 1;
        self.first.get_or_insert_with(|| (face, path()));
    }

    fn report(self, rule: &'static keitai_formats::Rule, what: &str, note: &str, findings: &mut Diagnostics) {
        if let Some((face, path)) = self.first {
            let message = format!("{path}: {} {what}; this is the first", counted(self.count, "face"));
            findings.push(Diagnostic::new(rule, face.span.0, message).with_note(note));
        }
    }
}

fn path(pattern: usize, index: usize) -> String {
    match pattern.checked_sub(1) {
        None => format!("Figure/Polygons/face[{index}]"),
        Some(group) => format!("Figure/DynamicPolygons/group[{group}]/face[{index}]"),
    }
}

fn vertices(face: &Face, bac: &Bac, path: &impl Fn() -> String, findings: &mut Diagnostics) -> Option<[usize; 4]> {
    let mut vertices = [0; 4];
    let mut whole = true;
    for (vertex, index) in vertices.iter_mut().zip(face.vertices.as_slice()) {
        match usize::try_from(*index) {
            Ok(index) if index < bac.coords.len() => *vertex = index,
            known => {
                let rule = if known.is_ok() { &rules::VERTEX_INDEX } else { &rules::VERTEX_NEGATIVE };
                let message = format!("{}: vertex {index} does not exist; there are {}", path(), bac.coords.len());
                findings.push(Diagnostic::new(rule, face.span.0, message));
                whole = false;
            }
        }
    }
    whole.then_some(vertices)
}

/// Returns the entries of bones' lists that faces use.
pub(crate) fn used(faces: &[WholeFace<'_>]) -> Vec<usize> {
    faces.iter().flat_map(|face| face.shape.take(face.vertices).into_iter().take(face.shape.sides)).collect()
}

/// The polygons of the file with palette, patterns and texture count.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    pub(crate) polygons: Polygons,
    pub(crate) palette: Vec<Rgb>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) texture_count: u16,
}

/// Most entries of a pattern table: 65535 patterns of 64 textures, 16 MiB. A small text may need gigabytes.
const MOST_RUNS: usize = 1 << 22;

pub(crate) fn build(
    bac: &Bac,
    faces: &[WholeFace<'_>],
    vertices: &Vertices,
    options: &Options,
    findings: &mut Diagnostics,
) -> Surface {
    let texture_count = texture_count(bac, faces, findings);
    report_materials(bac, faces, options, findings);
    // Trailing groups without a face vanish, others keep their number [vendor tool].
    let patterns = faces.iter().map(|face| face.pattern).max().unwrap_or(0) + 1;
    if patterns.saturating_mul(usize::from(texture_count)) > MOST_RUNS {
        let [patterns, textures] = [counted(patterns, "pattern"), counted(texture_count, "texture")];
        let message = format!("Figure: {patterns} of {textures}; their product may be {MOST_RUNS}");
        findings.push(Diagnostic::new(&rules::TOO_MANY, bac.places.figure.0, message));
        return Surface::default();
    }
    let mut builder = Builder { bac, options, palette: Palette::default(), colours: HashMap::new(), findings };
    // Palette entries appear in text order, whatever list the faces go to.
    let mut pairs: Vec<(&WholeFace<'_>, Look)> = faces.iter().map(|face| (face, builder.look(face))).collect();
    builder.palette.report(bac, builder.findings);
    let palette = builder.palette.colours;

    let mut surface = Surface { palette, texture_count, ..Surface::default() };
    pairs.sort_by_key(|(face, _)| (face.pattern, face.material.texture.max(NONE)));
    let textures = vec![PolygonRun::default(); usize::from(texture_count)];
    surface.patterns = vec![Pattern { textures, ..Pattern::default() }; patterns];
    for (face, look) in pairs {
        let run = surface.patterns.get_mut(face.pattern).and_then(|pattern| {
            let texture = usize::try_from(face.material.texture);
            texture.map_or(Some(&mut pattern.colour), |texture| pattern.textures.get_mut(texture))
        });
        let Some(run) = run else { continue };
        let material = bits(face.material, options);
        let corners @ [a, b, c, _] = face.shape.take(face.vertices.map(|entry| vertices.number(entry)));
        let is_triangle = face.shape.sides == 3;
        let lists = &mut surface.polygons;
        match look {
            Look::Colour(colour) if is_triangle => {
                lists.colour_triangles.push(ColourPolygon { material, vertices: [a, b, c], colour });
            }
            Look::Colour(colour) => lists.colour_quads.push(ColourPolygon { material, vertices: corners, colour }),
            Look::Texels([s, t, u, _]) if is_triangle => {
                let polygon = TexturedPolygon { material, vertices: [a, b, c], texels: [s, t, u] };
                lists.textured_triangles.push(polygon);
            }
            Look::Texels(texels) => lists.textured_quads.push(TexturedPolygon { material, vertices: corners, texels }),
        }
        let polygons = if is_triangle { &mut run.triangles } else { &mut run.quads };
        *polygons = polygons.saturating_add(1);
    }
    surface
}

/// Returns the highest used texture index + 1; unused lower ones keep their place, higher ones vanish [vendor tool].
fn texture_count(bac: &Bac, faces: &[WholeFace<'_>], findings: &mut Diagnostics) -> u16 {
    let mut count = 0;
    let mut reported: HashSet<i32> = HashSet::new();
    for face in faces {
        let texture = face.material.texture;
        let index = usize::try_from(texture).ok().filter(|index| *index < bac.textures.len());
        if let Some(index) = index {
            count = count.max(index + 1);
        } else if texture != NONE && reported.insert(texture) {
            let message = format!(
                "Figure/Materials/material[{}]: texture {texture} does not exist; there are {}",
                face.face.material,
                bac.textures.len()
            );
            findings.push(Diagnostic::new(&rules::TEXTURE_INDEX, face.material.span.0, message));
        }
    }
    u16::try_from(count).unwrap_or_else(|_| {
        let message = format!("Figure: {count} textures; a file holds 65535");
        findings.push(Diagnostic::new(&rules::TOO_MANY, bac.places.textures.0, message));
        u16::MAX
    })
}

/// Reports attributes of materials that the target does not have.
fn report_materials(bac: &Bac, faces: &[WholeFace<'_>], options: &Options, findings: &mut Diagnostics) {
    let mut seen = vec![false; bac.materials.len()];
    let mut sized: HashSet<i32> = HashSet::new();
    for face in faces {
        let Some(seen) = usize::try_from(face.face.material).ok().and_then(|index| seen.get_mut(index)) else {
            continue;
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        let material = face.material;
        let path = format!("Figure/Materials/material[{}]", face.face.material);
        let mut report = |rule, message: String| findings.push(Diagnostic::new(rule, material.span.0, message));
        if material.texture < 0 && options.target < Target::V3 {
            report(&rules::TARGET_COLOURS, format!("{path}: no texture; {} has no colour polygons", options.target));
        }
        let full = bits(material, &Options { target: Target::V3, ..*options });
        if options.target == Target::V1 && full != bits(material, options) {
            report(&rules::TARGET_ATTRIBUTES, format!("{path}: blending, lighting or specular is lost for V1"));
        }
        if material.lighting && bac.normals.is_none() {
            report(&rules::NO_NORMALS, format!("{path}: lit, but the figure has no normals"));
        }
        if sized.insert(material.texture) {
            materials::report_size(bac, material, options, findings);
        }
    }
}

/// The look of a face: the texels of its corners in the order of the file, or a colour of the palette.
enum Look {
    Texels([[u8; 2]; 4]),
    Colour(u8),
}

struct Builder<'a, 'd> {
    bac: &'a Bac,
    options: &'a Options,
    palette: Palette,
    /// Colours by their numbers; a fault of one is reported once.
    colours: HashMap<i32, Rgb>,
    findings: &'d mut Diagnostics,
}

impl Builder<'_, '_> {
    fn look(&mut self, face: &WholeFace<'_>) -> Look {
        if face.material.texture >= 0 {
            return Look::Texels(face.shape.take(self.texels(face)));
        }
        let known = self.colours.get(&face.material.colour).copied();
        let colour = known.unwrap_or_else(|| self.colour(face));
        self.colours.insert(face.material.colour, colour);
        Look::Colour(self.palette.index(colour))
    }

    fn colour(&mut self, face: &WholeFace<'_>) -> Rgb {
        let index = face.material.colour;
        if index == NONE {
            return WHITE;
        }
        let colour = usize::try_from(index).ok().and_then(|at| Some((at, self.bac.colours.get(at)?)));
        if let Some((at, colour)) = colour {
            return materials::colour(at, colour, self.options, self.findings);
        }
        let path = format!("Figure/Materials/material[{}]", face.face.material);
        let (rule, message) = if self.bac.colours.is_empty() && index >= 0 {
            (&rules::COLOURS_MISSING, format!("{path}: colour {index} is used, but there is no `Colors` chunk"))
        } else {
            let count = self.bac.colours.len();
            (&rules::COLOUR_INDEX, format!("{path}: colour {index} does not exist; there are {count}"))
        };
        self.findings.push(Diagnostic::new(rule, face.material.span.0, message));
        WHITE
    }

    fn texels(&mut self, face: &WholeFace<'_>) -> [[u8; 2]; 4] {
        let mut texels = [[0; 2]; 4];
        let size = usize::try_from(face.material.texture).ok().and_then(|texture| self.bac.textures.get(texture));
        let Some([width, height]) = size.copied() else { return texels };
        let mut missing = false;
        for (written, index) in texels.iter_mut().zip(face.face.texels.as_slice()) {
            let report = |rule, what: &str| {
                let sides = face.face.texels.as_slice();
                let message = format!("Figure: a face with texture coordinates {sides:?}: {what}");
                Diagnostic::new(rule, face.face.span.0, message)
            };
            let coords = usize::try_from(*index).ok().and_then(|index| self.bac.texture_coords.get(index));
            match coords {
                Some([u, v]) => {
                    *written = [texel(*u, width, self.options), texel(*v, height, self.options)];
                    if !(0.0..=1.0).contains(u) || !(0.0..=1.0).contains(v) {
                        let what = format!("({u}, {v}) is outside 0..1");
                        let note = format!("written as texel {}, {}", written[0], written[1]);
                        self.findings.push(report(&rules::TEXEL_RANGE, &what).with_note(note));
                    }
                }
                None if *index == NONE => {
                    // A face has one warning, not one for each corner.
                    if !std::mem::replace(&mut missing, true) {
                        let finding = report(&rules::TEXEL_MISSING, "its material has a texture");
                        self.findings.push(finding.with_note("(0, 0) is used"));
                    }
                }
                None => {
                    let what = format!("{index} does not exist; there are {}", self.bac.texture_coords.len());
                    self.findings.push(report(&rules::TEXEL_INDEX, &what));
                }
            }
        }
        texels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::{
        bac::{Bone, Corners, Group},
        text::{SourceSpan, Spanned},
    };

    /// Returns a text with a face of the last texture in the last group.
    fn text(textures: usize, groups: usize) -> Bac {
        let corners = Corners::Three([0, 1, 2]);
        let face = Face { span: SourceSpan::default(), material: 0, vertices: corners, texels: corners };
        let mut groups = vec![Group::default(); groups];
        groups.last_mut().unwrap().faces.push(face);
        Bac {
            textures: vec![[8, 8]; textures],
            materials: vec![Material { texture: textures as i32 - 1, ..Material::default() }],
            coords: [[0.0; 3], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0]].map(Spanned::from).to_vec(),
            bones: vec![Bone {
                rotate: [0.0, 0.0, 1.0],
                handle: [0.0, 1.0, 0.0],
                vertices: [0, 1, 2].map(Spanned::from).to_vec(),
                ..Bone::default()
            }],
            texture_coords: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
            groups,
            ..Bac::default()
        }
    }

    #[test]
    fn corners_that_are_equal_by_merging_alone_leave_others_out() {
        let corners = |vertices: [usize; 4], points: [usize; 4]| {
            shape(&vertices, &points).map(|shape| shape.corners[..shape.sides].to_vec())
        };
        assert_eq!(corners([7, 8, 9, 9], [0, 1, 2, 2]), Some(vec![0, 1, 2]), "a b c c");
        assert_eq!(corners([7, 8, 9, 9], [0, 1, 2, 3]), Some(vec![0, 1, 3]), "a b c c'");
        assert_eq!(corners([7, 8, 8, 9], [0, 1, 2, 3]), Some(vec![0, 1, 3]), "a b b' c");
        assert_eq!(corners([7, 7, 8, 9], [0, 1, 2, 3]), Some(vec![1, 2, 3]), "a a' b c");
        assert_eq!(corners([7, 8, 9, 7], [0, 1, 2, 3]), Some(vec![1, 2, 3]), "a b c a'");
        assert_eq!(corners([7, 8, 7, 9], [0, 1, 2, 3]), None, "a b a' c");
    }

    #[test]
    fn a_pattern_table_of_gigabytes_is_refused() {
        let convert = |textures, groups| {
            let options = Options { no_limits: true, ..Options::default() };
            let converted = crate::figure(&text(textures, groups), Vec::new(), &options);
            let errors = converted.diagnostics.iter().filter(|finding| finding.rule.code == "C027");
            (converted.document.is_some(), errors.map(|finding| finding.message.clone()).collect::<Vec<_>>())
        };
        assert_eq!(convert(64, 1000), (true, Vec::new()));
        let message = "Figure: 2201 patterns of 2000 textures; their product may be 4194304".to_owned();
        assert_eq!(convert(2000, 2200), (false, vec![message]));
        let message = "Figure: 65536 textures; a file holds 65535".to_owned();
        assert_eq!(convert(65536, 1), (false, vec![message]));
    }

    #[test]
    fn a_size_is_told_once_however_many_materials_have_the_texture() {
        let mut text = text(1, 1);
        text.textures[0] = [512, 512];
        text.materials.push(text.materials[0]);
        let face = Face { material: 1, ..text.groups[0].faces[0] };
        text.groups[0].faces.push(face);
        let converted = crate::figure(&text, Vec::new(), &Options::default());
        assert_eq!(converted.diagnostics.iter().filter(|finding| finding.rule.code == "C021").count(), 1);
    }
}
