//! Converts an OBJ model to a figure by way of a glTF document: both are read by the same rules.

use std::collections::{HashMap, HashSet};

use keitai_formats::text::other_encoding;
use keitai_formats::{Diagnostic, Location, Report, Slot, counted};
use serde_json::{Value, json};

use super::material::{Material, Materials};
use super::model::{Fault, Model, Part};
use super::triangles::MOST_TESTS;
use crate::gltf::read::{Beside, Import, Options, Size, clipped};
use crate::gltf::{UNIT, read};
use crate::light::linear;
use crate::mesh::material_named;
use crate::rules;

/// The name of the buffer in the glTF document; no file has it.
const BUFFER: &str = "\0";
/// The end of the first line of an OBJ file that Keitai wrote. Its unit is that of the figure; the unit of other files
/// is a metre.
const OURS: &[u8] = b" by Keitai";
/// Most names of MTL files that are looked for.
const MOST_LIBRARIES: usize = 64;

/// Reads an OBJ file, and the MTL and picture files that it names `beside` it.
pub fn read(data: &[u8], beside: Beside<'_>, options: &Options) -> Report<Option<Import>> {
    if let Some(refused) = other_encoding(data) {
        return Report::new(None, vec![refused]);
    }
    // Names in other encodings stay equal in both files.
    let model = match Model::read(&String::from_utf8_lossy(data)) {
        Ok(model) => model,
        Err(Fault { rule, text }) => {
            return Report::new(None, vec![Diagnostic::new(rule, Location::Document, text)]);
        }
    };
    let is_ours = data.split(|byte| *byte == b'\n').next().is_some_and(|line| line.trim_ascii_end().ends_with(OURS));
    let used: HashSet<&str> = model.parts.iter().map(|part| &*part.material).collect();
    // A file from Keitai names the pictures of slots that no face uses.
    let is_slot = |name: &str| matches!(material_named(name), Some((Slot::Texture(_), _)));
    let is_kept = |name: &str| used.contains(name) || is_ours && is_slot(name);
    let (materials, asked, lost) = (Materials::new(&is_kept), 0, Vec::new());
    let mut libraries = Libraries { beside: &mut *beside, materials, asked, lost };
    // Of equal statements the last counts.
    let mut known = HashSet::new();
    let mut statements: Vec<&String> = model.libraries.iter().rev().filter(|names| known.insert(*names)).collect();
    statements.reverse();
    let _ = statements.into_iter().try_for_each(|names| libraries.read(names));
    let Libraries { materials, lost, .. } = libraries;
    let materials = materials.into_list();
    let mut buffer = Vec::new();
    let text = document(&model, &materials, if is_ours { UNIT } else { 1.0 }, &mut buffer).to_string();
    let size = if is_ours && options.size == Size::Fitting { Size::Factor(1.0) } else { options.size };
    let named = materials.iter().filter_map(|material| Some((place(material)?, plain(material.picture.as_ref()?))));
    let elsewhere: HashMap<String, String> = named.filter(|(place, name)| place != name).collect();
    let mut found = |name: &str| match name {
        BUFFER => Some(std::mem::take(&mut buffer)),
        name => beside(name).or_else(|| beside(elsewhere.get(name)?)),
    };
    let mut report = read::read(text.as_bytes(), &mut found, &Options { size, ..options.clone() });
    let mut warn = |rule, text| {
        report.diagnostics.push(Diagnostic::new(rule, Location::Document, text).allowed_if(true));
    };
    if model.left_out > 0 {
        let lines = counted(model.left_out, "line");
        warn(&rules::NOT_TRIANGLES, format!("{lines} with points or edges left out"));
    }
    if model.undivided > 0 {
        let faces = counted(model.undivided, "concave face");
        let message = format!("{faces} divided as if convex: {MOST_TESTS} comparisons are not enough");
        warn(&rules::TOO_MUCH, message);
    }
    lost.into_iter().for_each(|lost| warn(&rules::MTL_UNREADABLE, lost));
    report
}

/// The MTL files of a model.
struct Libraries<'a, 'b> {
    beside: Beside<'b>,
    materials: Materials<'a>,
    asked: usize,
    lost: Vec<String>,
}

impl Libraries<'_, '_> {
    /// Reads the files of a statement: the name of one may contain spaces, and some statements name several. Returns
    /// `None` when it names more than are read.
    fn read(&mut self, names: &str) -> Option<()> {
        if self.file(names)? {
            return Some(());
        }
        let mut is_there = false;
        for name in names.split_whitespace().filter(|name| *name != names) {
            is_there |= self.file(name)?;
        }
        if !is_there {
            self.lost.push(format!("the MTL file {} is not there: its faces are white", clipped(&plain(names))));
        }
        Some(())
    }

    /// Reads a file. Returns whether it is there.
    fn file(&mut self, name: &str) -> Option<bool> {
        if self.asked == MOST_LIBRARIES {
            self.lost.push(format!("more than {MOST_LIBRARIES} names of MTL files; the others are left out"));
            return None;
        }
        self.asked += 1;
        let name = plain(name);
        let text = (self.beside)(&name);
        if let Some(text) = &text {
            self.lost.extend(self.materials.read(&String::from_utf8_lossy(text), &name));
        }
        Some(text.is_some())
    }
}

/// Returns the name of a file as it is below the folder: paths of other machines do not exist here, but their files
/// may.
fn plain(name: &str) -> String {
    let name = name.trim().replace('\\', "/");
    let leads_away = name.starts_with('/') || name.contains(':') || name.split('/').any(|part| part == "..");
    if leads_away { name.rsplit('/').next().unwrap_or_default().to_owned() } else { name }
}

/// Returns the place of a picture below the folder of the model: that of its MTL file. It may be beside the model, too.
fn place(material: &Material) -> Option<String> {
    Some(format!("{}{}", material.folder, plain(material.picture.as_ref()?)))
}

fn document(model: &Model, materials: &[Material], unit: f64, buffer: &mut Vec<u8>) -> Value {
    let (mut images, mut textures): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    let mut pictures = HashMap::new();
    let surface = |material: &Material| {
        let mut surface = json!({ "metallicFactor": 0 });
        if let Some((place, name)) = place(material).zip(material.picture.as_ref()) {
            let known = *pictures.entry(place.clone()).or_insert_with(|| {
                images.push(json!({ "uri": place.replace('%', "%25"), "name": name }));
                textures.push(json!({ "source": images.len() - 1 }));
                images.len() - 1
            });
            surface["baseColorTexture"] = json!({ "index": known });
        }
        let alpha = material.alpha.clamp(0.0, 1.0);
        let [r, g, b] = if material.picture.is_some() { [1.0; 3] } else { light(material.colour) };
        surface["baseColorFactor"] = json!([r, g, b, alpha]);
        let mode = match (alpha < 1.0, material.is_cut) {
            (true, _) => "BLEND",
            (false, true) => "MASK",
            (false, false) => "OPAQUE",
        };
        let extras = json!({ "keitai": { "opaquePicture": !material.is_cut } });
        json!({ "name": material.name, "pbrMetallicRoughness": surface, "alphaMode": mode, "extras": extras })
    };
    let surfaces: Vec<Value> = materials.iter().map(surface).collect();
    let numbers: HashMap<&str, usize> = materials.iter().map(|material| &*material.name).zip(0..).collect();
    let mut lists = Lists { buffer, views: Vec::new(), accessors: Vec::new() };
    let (mut meshes, mut nodes) = (Vec::new(), Vec::new());
    for part in &model.parts {
        let mut primitive =
            json!({ "attributes": lists.attributes(model, part), "indices": lists.indices(&part.indices) });
        if let Some(material) = numbers.get(&*part.material) {
            primitive["material"] = json!(material);
        }
        nodes.push(json!({ "name": &*part.name, "mesh": meshes.len(), "scale": [unit, unit, unit] }));
        meshes.push(json!({ "primitives": [primitive] }));
    }
    let mut document = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": (0..nodes.len()).collect::<Vec<_>>() }],
        "nodes": nodes, "meshes": meshes, "materials": surfaces, "images": images, "textures": textures,
        "accessors": lists.accessors, "bufferViews": lists.views,
    });
    if !lists.buffer.is_empty() {
        document["buffers"] = json!([{ "byteLength": lists.buffer.len(), "uri": "%00" }]);
    }
    document
}

/// Returns levels of sRGB in linear light.
fn light(colour: [f32; 3]) -> [f32; 3] {
    colour.map(|level| f32::from(linear((level.clamp(0.0, 1.0) * 255.0).round() as u8)) / 65535.0)
}

struct Lists<'a> {
    buffer: &'a mut Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Lists<'_> {
    fn attributes(&mut self, model: &Model, part: &Part) -> Value {
        let corners = || part.corners.items.iter();
        let positions: Vec<_> = corners().map(|corner| model.positions[corner[0]]).collect();
        let mut attributes = json!({ "POSITION": self.floats(positions.as_flattened(), 3) });
        if part.has_normals {
            let normals: Vec<_> = corners().map(|corner| model.normals[corner[2]]).collect();
            attributes["NORMAL"] = json!(self.floats(normals.as_flattened(), 3));
        }
        if part.has_places {
            let places: Vec<_> = corners().map(|corner| model.places[corner[1]]).map(|[u, v]| [u, 1.0 - v]).collect();
            attributes["TEXCOORD_0"] = json!(self.floats(places.as_flattened(), 2));
        }
        if corners().any(|corner| model.colours[corner[0]].is_some()) {
            let colours: Vec<_> = corners().map(|corner| light(model.colours[corner[0]].unwrap_or([1.0; 3]))).collect();
            attributes["COLOR_0"] = json!(self.floats(colours.as_flattened(), 3));
        }
        attributes
    }

    fn floats(&mut self, numbers: &[f32], width: usize) -> usize {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        // The bounds that the format requires are given when the document is read.
        self.add(bytes, 5126, numbers.len() / width, &format!("VEC{width}"))
    }

    fn indices(&mut self, indices: &[u32]) -> usize {
        self.add(indices.iter().flat_map(|index| index.to_le_bytes()), 5125, indices.len(), "SCALAR")
    }

    /// Adds an accessor with a view of its own, and returns its number.
    fn add(&mut self, bytes: impl Iterator<Item = u8>, kind: u32, count: usize, items: &str) -> usize {
        let (number, start) = (self.accessors.len(), self.buffer.len());
        self.buffer.extend(bytes);
        self.views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": self.buffer.len() - start }));
        self.accessors.push(json!({ "bufferView": number, "componentType": kind, "count": count, "type": items }));
        number
    }
}
