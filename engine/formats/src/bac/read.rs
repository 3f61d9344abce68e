//! Reads BAC6 texts.
//!
//! Chunks may come in any order. A missing attribute that has a default gets it, with a warning. Other missing
//! attributes are errors. The vendor's converter refuses such texts or crashes.

use super::{Bac, Bone, Corners, Face, Group, Material};
use crate::diagnostic::{Diagnostic, Policy, Report, Rule, Severity};
use crate::figure::{Blend, bone_name};
use crate::text::{Chunk, Grammar, HeadRules, Path, SourceSpan, Spanned, Values, clipped, read_text, rules, words};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

const GRAMMAR: Grammar = Grammar(&[
    ("", &["Head", "Figure"]),
    ("Head", &["bacVersion"]),
    ("Figure", FIGURE),
    ("Textures", &["i2"]),
    ("Colors", &["f3"]),
    ("Materials", &["material"]),
    ("material", MATERIAL),
    ("Vertices", VERTICES),
    ("coords", &["pnt"]),
    ("normals", &["vct"]),
    ("Bones", &["bone"]),
    ("bone", BONE),
    ("TextureCoords", &["f2"]),
    ("Polygons", &["face"]),
    ("DynamicPolygons", &["group"]),
    ("group", GROUP),
    ("face", &["i2", "i3", "i4"]),
]);

const FIGURE: &[&str] =
    &["name", "Textures", "Colors", "Materials", "Vertices", "Bones", "TextureCoords", "Polygons", "DynamicPolygons"];

const VERTICES: &[&str] = &["coords", "normals"];

const GROUP: &[&str] = &["name", "face"];

/// Attributes of a material, in the order that the vendor's converter requires.
const MATERIAL: &[&str] = &[
    "blendMode",
    "doubleFace",
    "transparent",
    "lighting",
    "textureIndex",
    "colorIndex",
    "specular",
    "alpha",
    "shininess",
];

/// Attributes that a material needs. The vendor's converter counts them, whatever their names [vendor tool].
const ATTRIBUTES: usize = 7;

/// Attributes of a bone, in the order that the vendor's converter requires.
const BONE: &[&str] = &["name", "hasChild", "hasBrother", "translate", "rotate", "handle", "vertexIndices"];

/// Most chunks of a figure that a message lists.
const LISTED: usize = 12;

const HEAD: HeadRules = HeadRules {
    magic: "BAC",
    version_name: "bacVersion",
    supported: 6,
    other_version: &rules::BAC_VERSION,
    note: None,
    missing: &rules::HEAD_MISSING,
    no_comment: &rules::FIRST_LINE_MISSING,
    unknown: &rules::UNKNOWN_CHUNK,
};

/// Reads a BAC6 text.
pub fn read(text: &[u8]) -> Report<Bac> {
    read_with(text, Policy::default())
}

/// Reads a BAC6 text under a policy. Under the vendor's policy chunks outside of their parents are lost.
pub fn read_with(text: &[u8], policy: Policy) -> Report<Bac> {
    read_text(text, (GRAMMAR, &HEAD), policy, |values, start| {
        let mut reader = Reader { values, bac: Bac { settings: start.settings, ..Bac::default() }, ended: false };
        reader.figures();
        reader.bac
    })
}

struct Reader<'d> {
    values: Values<'d>,
    bac: Bac,
    /// A fault ended the reading of groups.
    ended: bool,
}

impl<'d> AsMut<Values<'d>> for Reader<'d> {
    fn as_mut(&mut self) -> &mut Values<'d> {
        &mut self.values
    }
}

impl<'d> Reader<'d> {
    fn figures(&mut self) {
        let Some(figure) = self.values.figure() else { return };
        let path = Path::top("Figure");
        self.bac.places.figure = SourceSpan(figure.head);
        for chunk in figure.chunks() {
            self.part(chunk, &path);
        }
        self.values.single(figure, "name", &path);
        for name in FIGURE.iter().filter(|name| **name != "name") {
            self.values.joined(figure, name, &path);
        }
        self.completeness(figure);
    }

    fn part(&mut self, chunk: &'d Chunk<'d>, figure: &Path<'_>) {
        let path = figure.down(chunk.name);
        match chunk.name {
            "name" => self.bac.name = self.values.string(chunk, &path).map(|name| name.value),
            "Textures" => {
                self.bac.places.textures = SourceSpan(chunk.head);
                self.list(chunk, &path, "i2", Self::texture);
            }
            "Colors" => {
                self.bac.places.colours = SourceSpan(chunk.head);
                self.list(chunk, &path, "f3", |reader, chunk, path| {
                    let colour = Spanned::new(reader.values.reals(chunk, path), chunk.span());
                    reader.bac.colours.push(colour);
                });
            }
            "Materials" => self.list(chunk, &path, "material", Self::material),
            "Vertices" => self.vertices(chunk, &path),
            "Bones" => self.list(chunk, &path, "bone", Self::bone),
            "TextureCoords" => self.list(chunk, &path, "f2", |reader, chunk, path| {
                let coords = reader.values.reals(chunk, path);
                reader.bac.texture_coords.push(coords);
            }),
            "Polygons" => self.list(chunk, &path, "face", |reader, chunk, path| {
                let face = reader.face(chunk, path);
                reader.bac.polygons.extend(face);
            }),
            "DynamicPolygons" => self.list(chunk, &path, "group", |reader, chunk, path| {
                let faults: [fn(&Diagnostic) -> bool; 2] = [|finding| finding.severity == Severity::Error, |_| false];
                let rule = (&rules::GROUPS_LOST, chunk, path);
                let count = reader.bac.groups.len();
                if !reader.ended && Values::ends_in(reader, rule, faults, |reader| reader.group(chunk, path)) {
                    reader.ended = true;
                    reader.bac.groups.truncate(count);
                }
            }),
            _ => self.values.unknown(&rules::UNKNOWN_CHUNK, chunk, figure, FIGURE),
        }
    }

    /// Reads each chunk `name` of a list with `read`, and reports other chunks. The vendor's converter does not check
    /// the names of chunks that hold no other chunks [vendor tool].
    fn list(
        &mut self,
        chunk: &'d Chunk<'d>,
        path: &Path<'_>,
        name: &str,
        mut read: impl FnMut(&mut Self, &'d Chunk<'d>, &Path<'_>),
    ) {
        self.values.only_chunks(chunk, path);
        let mut index = 0;
        for inner in chunk.chunks() {
            if inner.name == name || (self.values.vendor && GRAMMAR.is_leaf(name)) {
                read(self, inner, &path.item(name, index));
                index += 1;
            } else {
                self.values.unknown(&rules::UNKNOWN_CHUNK, inner, path, &[name]);
            }
        }
    }

    fn texture(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) {
        self.values.count(chunk, path, 2);
        let size = self.values.integers(chunk, path);
        self.bac.textures.push([0, 1].map(|side| size.get(side).map_or(0, |side| side.value)));
    }

    fn material(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) {
        self.attributes(chunk, path, MATERIAL, &rules::UNKNOWN_CHUNK_IGNORED);
        let mut material = Material { span: SourceSpan(chunk.span()), ..Material::default() };
        let mut missing = Vec::new();
        for name in MATERIAL {
            let Some(attribute) = self.values.single(chunk, name, path) else {
                missing.push(*name);
                continue;
            };
            let path = path.down(name);
            let values = &mut self.values;
            match *name {
                "blendMode" => {
                    let words = Blend::ALL.map(|blend| (blend.word(), blend));
                    material.blend = values.word(attribute, &path, &words).unwrap_or_default();
                }
                "doubleFace" => material.double_face = values.truth(attribute, &path).unwrap_or_default(),
                "transparent" => material.transparent = values.truth(attribute, &path).unwrap_or_default(),
                "lighting" => material.lighting = values.truth(attribute, &path).unwrap_or_default(),
                "textureIndex" => material.texture = values.one_integer(attribute, &path).unwrap_or(-1),
                "colorIndex" => material.colour = values.one_integer(attribute, &path).unwrap_or(-1),
                "specular" => material.specular = values.reals::<1>(attribute, &path)[0],
                "alpha" => material.alpha = Some(values.reals::<1>(attribute, &path)[0]),
                "shininess" => material.shininess = Some(values.reals::<1>(attribute, &path)[0]),
                _ => {}
            }
        }
        missing.retain(|name| !matches!(*name, "alpha" | "shininess"));
        let enough = self.values.vendor && chunk.chunks().len() >= ATTRIBUTES;
        if !missing.is_empty() && !enough {
            let message = format!("{path}: {} missing", missing.join(", "));
            let note = "taken as normal, false, -1 or 0; the vendor's converter refuses this";
            self.values.report_with(&rules::MATERIAL_INCOMPLETE, chunk.head, message, note);
        }
        self.bac.materials.push(material);
    }

    /// Reports unknown attributes, and an order of attributes that the vendor's converter refuses.
    fn attributes(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>, known: &[&str], unknown: &'static Rule) {
        self.values.only_chunks(chunk, path);
        let mut last = 0;
        let mut ordered = true;
        for inner in chunk.chunks() {
            match known.iter().position(|name| *name == inner.name) {
                Some(position) => {
                    ordered &= position >= last;
                    last = position;
                }
                None => self.values.unknown(unknown, inner, path, known),
            }
        }
        if !ordered {
            let message = format!("{path}: the vendor's converter refuses this order of attributes");
            let note = format!("it wants {}", known.join(", "));
            self.values.report_with(&rules::CHUNK_ORDER, chunk.head, message, &note);
        }
    }

    fn vertices(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) {
        self.values.only_chunks(chunk, path);
        for name in VERTICES {
            self.values.joined(chunk, name, path);
        }
        for inner in chunk.chunks() {
            match inner.name {
                "coords" => self.list(inner, &path.down("coords"), "pnt", |reader, chunk, path| {
                    let point = Spanned::new(reader.values.reals(chunk, path), chunk.span());
                    reader.bac.coords.push(point);
                }),
                "normals" => {
                    self.bac.places.normals = SourceSpan(inner.head);
                    self.bac.normals.get_or_insert_default();
                    self.list(inner, &path.down("normals"), "vct", |reader, chunk, path| {
                        let normal = Spanned::new(reader.values.reals(chunk, path), chunk.span());
                        reader.bac.normals.get_or_insert_default().push(normal);
                    });
                }
                _ => self.values.unknown(&rules::UNKNOWN_CHUNK, inner, path, VERTICES),
            }
        }
    }

    fn bone(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) {
        self.attributes(chunk, path, BONE, &rules::UNKNOWN_CHUNK);
        let index = self.bac.bones.len();
        let mut bone = Bone { span: SourceSpan(chunk.head), ..Bone::default() };
        let mut missing = Vec::new();
        for name in BONE {
            let Some(attribute) = self.values.single(chunk, name, path) else {
                missing.push(*name);
                continue;
            };
            let path = path.down(name);
            let values = &mut self.values;
            match *name {
                "name" => bone.name = values.string(attribute, &path),
                "hasChild" => bone.has_child = values.truth(attribute, &path).unwrap_or_default(),
                "hasBrother" => bone.has_brother = values.truth(attribute, &path).unwrap_or_default(),
                "translate" => bone.translate = values.reals(attribute, &path),
                "rotate" => bone.rotate = values.reals(attribute, &path),
                "handle" => bone.handle = values.reals(attribute, &path),
                "vertexIndices" => bone.vertices = values.integers(attribute, &path),
                _ => {}
            }
        }
        if missing.first() == Some(&"name") {
            let message = format!("{path}: the bone has no name");
            let note = format!("called \"{}\"; the vendor's converter refuses this", bone_name(index));
            self.values.report_with(&rules::BONE_NAME_MISSING, chunk.head, message, &note);
        }
        missing.retain(|name| !matches!(*name, "name" | "vertexIndices"));
        if !missing.is_empty() {
            let message = format!("{path} \"{}\": {} missing", bone.name_or(index), missing.join(", "));
            self.values.report(&rules::BONE_INCOMPLETE, chunk.head, message);
        }
        self.bac.bones.push(bone);
    }

    fn group(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) {
        self.values.only_chunks(chunk, path);
        let mut group = Group { span: SourceSpan(chunk.head), ..Group::default() };
        let name = self.values.single(chunk, "name", path);
        group.name = name.and_then(|name| self.values.string(name, &path.down("name"))).map(|name| name.value);
        for inner in chunk.chunks() {
            match inner.name {
                "name" => {}
                "face" => {
                    let face = self.face(inner, &path.item("face", group.faces.len()));
                    group.faces.extend(face);
                }
                _ => self.values.unknown(&rules::UNKNOWN_CHUNK, inner, path, GROUP),
            }
        }
        if group.faces.is_empty() {
            let message = format!("{path}: the group has no faces");
            self.values.report_with(&rules::GROUP_EMPTY, chunk.head, message, "the vendor's converter refuses this");
        }
        self.bac.groups.push(group);
    }

    fn face(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) -> Option<Face> {
        let material = match words(self.values.tree, chunk).next() {
            Some(atom) => self.values.integer(&atom, path)?,
            None => -1,
        };
        let mut lists = chunk.chunks();
        let (Some(vertices), Some(texels), None, 1) =
            (lists.next(), lists.next(), lists.next(), words(self.values.tree, chunk).count())
        else {
            let message = format!("{path}: expected `( face material ( i3 v v v ) ( i3 t t t ) )` or the same with i4");
            self.values.report(&rules::FACE_SHAPE, chunk.span(), message);
            return None;
        };
        let corners = [self.corners(vertices, path), self.corners(texels, path)];
        let [Some(vertices), Some(texels)] = corners else { return None };
        let (sides, texel_sides) = (vertices.as_slice().len(), texels.as_slice().len());
        if sides != texel_sides {
            let message = format!("{path}: {sides} vertices, but {texel_sides} texture coordinates");
            self.values.report(&rules::FACE_MIXED, chunk.span(), message);
            return None;
        }
        Some(Face { span: SourceSpan(chunk.span()), material, vertices, texels })
    }

    fn corners(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) -> Option<Corners> {
        let lower = chunk.name.to_ascii_lowercase();
        let named = match if self.values.vendor { lower.as_str() } else { chunk.name } {
            "i3" => 3,
            "i4" => 4,
            other => {
                let sides = other.strip_prefix('i').and_then(|sides| sides.parse::<u8>().ok());
                let message = match sides {
                    Some(sides) => format!("{path}: a face of {sides} corners; only i3 and i4 can be drawn"),
                    None => format!("{path}: `{}` instead of i3 or i4", clipped(other)),
                };
                self.values.report(&rules::FACE_SIDES, chunk.span(), message);
                return None;
            }
        };
        let path = path.down(chunk.name);
        let mut corners = [0; 4];
        let mut whole = true;
        for (corner, atom) in corners.iter_mut().zip(words(self.values.tree, chunk)) {
            match self.values.integer(&atom, &path) {
                Some(value) => *corner = value,
                None => whole = false,
            }
        }
        self.values.count(chunk, &path, named);
        let [a, b, c, _] = corners;
        let corners = if named == 3 { Corners::Three([a, b, c]) } else { Corners::Four(corners) };
        (whole && words(self.values.tree, chunk).count() == named).then_some(corners)
    }

    /// Reports missing parts without which there is no figure.
    fn completeness(&mut self, figure: &'d Chunk<'d>) {
        let mut names: Vec<String> = figure.chunks().take(LISTED).map(|chunk| clipped(chunk.name)).collect();
        let more = figure.chunks().len() - names.len();
        if more > 0 {
            names.push(format!("and {more} more"));
        }
        let listed = if names.is_empty() { "no chunks".to_owned() } else { names.join(", ") };
        let bac = &self.bac;
        let faces = bac.polygons.len() + bac.groups.len();
        let needs = [
            (bac.coords.is_empty(), &rules::NO_VERTICES, "no `( Vertices ( coords ... ) )` with points"),
            (bac.bones.is_empty(), &rules::NO_BONES, "no `Bones` chunk with at least one bone"),
            (bac.materials.is_empty(), &rules::NO_MATERIALS, "no `Materials` chunk with at least one material"),
            (faces == 0, &rules::NO_POLYGONS, "no face in `Polygons`, and no group of `DynamicPolygons`"),
        ];
        for (missing, rule, what) in needs {
            if missing {
                self.values.report(rule, figure.head, format!("Figure: there is {what}; found {listed}"));
            }
        }
    }
}
