//! An OBJ model to a figure, by way of a glTF document: both are read by the same rules.

use std::cell::RefCell;
use std::io::Cursor;
use std::path::Path;

use keitai_formats::{Diagnostic, Location, Report, counted};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use tobj::{LoadError, LoadOptions, Material, Mesh, Model};

use crate::gltf::read::{Beside, Import, Options, Size};
use crate::gltf::{UNIT, read};
use crate::light::linear;
use crate::rules;

/// The name of the buffer in the glTF document; no file has it.
const BUFFER: &str = "\0";
/// The end of the first line of an OBJ file of ours. Its unit is that of the figure; the unit of other files is a
/// metre.
const OURS: &[u8] = b" by Keitai";

/// Reads an OBJ file, and the MTL and picture files that it names `beside` it.
pub fn read(data: &[u8], beside: Beside<'_>, options: &Options) -> Report<Option<Import>> {
    let files = RefCell::new(beside);
    let unread = RefCell::new(Vec::new());
    let library = |path: &Path| {
        let name = path.to_str().map(plain).unwrap_or_default();
        let text = (files.borrow_mut())(&name).ok_or(LoadError::OpenFileFailed)?;
        tobj::load_mtl_buf(&mut Cursor::new(sound(&String::from_utf8_lossy(&text), &name, &mut unread.borrow_mut())))
    };
    let how = LoadOptions { triangulate: true, single_index: true, ..LoadOptions::default() };
    // Names in other encodings stay alike in both files.
    let text = String::from_utf8_lossy(data);
    let loaded = check_corners(&text).and_then(|()| {
        tobj::load_obj_buf(&mut Cursor::new(text.as_bytes()), &how, library).map_err(|error| error.to_string())
    });
    let (models, materials) = match loaded {
        Ok(loaded) => loaded,
        Err(error) => {
            return Report::new(None, vec![Diagnostic::new(&rules::OBJ_UNREADABLE, Location::Document, error)]);
        }
    };
    let lost =
        materials.as_ref().err().map(|error| format!("its MTL file cannot be read ({error}): the faces are white"));
    let is_ours = data.split(|byte| *byte == b'\n').next().is_some_and(|line| line.trim_ascii_end().ends_with(OURS));
    let mut buffer = Vec::new();
    let document = document(&models, &materials.unwrap_or_default(), if is_ours { UNIT } else { 1.0 }, &mut buffer);
    let size = if is_ours && options.size == Size::Fitting { Size::Factor(1.0) } else { options.size };
    let mut found =
        |name: &str| if name == BUFFER { Some(std::mem::take(&mut buffer)) } else { (files.borrow_mut())(name) };
    let mut report = read::read(document.to_string().as_bytes(), &mut found, &Options { size, ..options.clone() });
    let lost = lost.into_iter().chain(unread.into_inner());
    report.diagnostics.extend(lost.map(|lost| Diagnostic::new(&rules::MTL_UNREADABLE, Location::Document, lost)));
    report
}

/// Refuses corners before the first one, and numbers above those of any file: the library multiplies them without a
/// check.
fn check_corners(text: &str) -> Result<(), String> {
    let most = text.len() as i64;
    let mut counts = [0i64; 3];
    for (line, number) in text.lines().zip(1..) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => counts[0] += 1,
            Some("vt") => counts[1] += 1,
            Some("vn") => counts[2] += 1,
            Some("f" | "l") => {
                let parts = words.flat_map(|corner| corner.split('/').zip(counts));
                let mut parts = parts.filter_map(|(part, count)| Some((part.parse::<i64>().ok()?, count)));
                if let Some((index, _)) = parts.find(|(index, count)| !(-count..=most).contains(index)) {
                    return Err(format!("line {number}: the file has no corner {index}"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the lines of an MTL file that a figure uses. A line that cannot be read is left out: the library refuses the
/// whole file for some of them, and panics for others.
fn sound(text: &str, file: &str, unread: &mut Vec<String>) -> String {
    let (mut lines, mut left_out, mut first) = (String::new(), 0, None);
    for (line, number) in text.lines().zip(1..) {
        let mut words = line.split_whitespace();
        let statement = words.next();
        let count = match statement {
            Some("newmtl" | "map_Kd" | "map_d") if words.next().is_some() => Some(0),
            // An empty name of a picture is none.
            Some("map_Kd" | "map_d") => continue,
            Some("newmtl") => None,
            Some("Kd") => Some(3),
            Some("d") => Some(1),
            _ => continue,
        };
        let is_sound = |count| words.by_ref().take(count).filter(|word| word.parse::<f32>().is_ok()).count() == count;
        if count.is_some_and(is_sound) {
            lines.extend([line, "\n"]);
        } else {
            left_out += 1;
            first.get_or_insert((number, line.trim()));
        }
    }
    if let Some((number, line)) = first {
        let count = counted(left_out, "line");
        unread.push(format!("{count} of {file} left out, the first is line {number}: {line} cannot be read"));
    }
    lines
}

/// Returns the name of a file as it is below the folder: paths of other machines do not exist here, but their files
/// may.
fn plain(name: &str) -> String {
    let name = name.trim().replace('\\', "/");
    let leads_away = name.starts_with('/') || name.contains(':') || name.split('/').any(|part| part == "..");
    if leads_away { name.rsplit('/').next().unwrap_or_default().to_owned() } else { name }
}

fn document(models: &[Model], materials: &[Material], unit: f64, buffer: &mut Vec<u8>) -> Value {
    let (mut images, mut textures): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    let surface = |material: &Material| {
        let mut surface = json!({ "metallicFactor": 0 });
        let picture = material.diffuse_texture.as_deref().map(without_options).filter(|name| !name.is_empty());
        if let Some(name) = picture {
            let image = json!({ "uri": utf8_percent_encode(&plain(name), NON_ALPHANUMERIC).to_string(), "name": name });
            let known = images.iter().position(|own| *own == image).unwrap_or_else(|| {
                images.push(image);
                textures.push(json!({ "source": images.len() - 1 }));
                images.len() - 1
            });
            surface["baseColorTexture"] = json!({ "index": known });
        }
        let alpha = material.dissolve.map_or(1.0, |alpha| alpha.clamp(0.0, 1.0));
        let [r, g, b] = match picture {
            Some(_) => [1.0; 3],
            None => material
                .diffuse
                .unwrap_or([1.0; 3])
                .map(|level| f64::from(linear((level.clamp(0.0, 1.0) * 255.0).round() as u8)) / 65535.0),
        };
        surface["baseColorFactor"] = json!([r, g, b, alpha]);
        let mode = if material.dissolve_texture.is_some() {
            "MASK"
        } else if alpha < 1.0 {
            "BLEND"
        } else {
            "OPAQUE"
        };
        json!({ "name": material.name, "pbrMetallicRoughness": surface, "alphaMode": mode })
    };
    let materials: Vec<Value> = materials.iter().map(surface).collect();
    let mut parts = Parts { buffer, views: Vec::new(), accessors: Vec::new() };
    let (mut meshes, mut nodes) = (Vec::new(), Vec::new());
    for Model { mesh, name } in models.iter().filter(|model| !model.mesh.indices.is_empty()) {
        let mut primitive = json!({ "attributes": parts.attributes(mesh), "indices": parts.indices(&mesh.indices) });
        if let Some(material) = mesh.material_id.filter(|number| *number < materials.len()) {
            primitive["material"] = json!(material);
        }
        nodes.push(json!({ "name": name, "mesh": meshes.len(), "scale": [unit, unit, unit] }));
        meshes.push(json!({ "primitives": [primitive] }));
    }
    let mut document = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": (0..nodes.len()).collect::<Vec<_>>() }],
        "nodes": nodes, "meshes": meshes, "materials": materials, "images": images, "textures": textures,
        "accessors": parts.accessors, "bufferViews": parts.views,
    });
    if !parts.buffer.is_empty() {
        document["buffers"] = json!([{ "byteLength": parts.buffer.len(), "uri": "%00" }]);
    }
    document
}

/// Returns the name of a picture without the options before it, such as `-s 1 1 1`.
fn without_options(name: &str) -> &str {
    if name.trim_start().starts_with('-') {
        name.split_whitespace().next_back().unwrap_or_default()
    } else {
        name.trim()
    }
}

/// The numbers of a document.
struct Parts<'a> {
    buffer: &'a mut Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Parts<'_> {
    fn attributes(&mut self, mesh: &Mesh) -> Value {
        let count = mesh.positions.len() / 3;
        let mut attributes = json!({ "POSITION": self.floats(&mesh.positions, 3) });
        if mesh.normals.len() == count * 3 {
            attributes["NORMAL"] = json!(self.floats(&mesh.normals, 3));
        }
        if mesh.texcoords.len() == count * 2 {
            // The origin of OBJ is the lower left corner.
            let places: Vec<f32> =
                mesh.texcoords.chunks_exact(2).flat_map(|place| [place[0], 1.0 - place[1]]).collect();
            attributes["TEXCOORD_0"] = json!(self.floats(&places, 2));
        }
        if mesh.vertex_color.len() == count * 3 {
            attributes["COLOR_0"] = json!(self.floats(&mesh.vertex_color, 3));
        }
        attributes
    }

    fn floats(&mut self, numbers: &[f32], width: usize) -> usize {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        let mut accessor = self.list(bytes.collect(), 5126, numbers.len() / width);
        accessor["type"] = json!(format!("VEC{width}"));
        // Nothing reads the bounds, but the format requires them.
        (accessor["min"], accessor["max"]) = (json!(vec![0; width]), json!(vec![0; width]));
        self.add(accessor)
    }

    fn indices(&mut self, indices: &[u32]) -> usize {
        let bytes = indices.iter().flat_map(|index| index.to_le_bytes());
        let mut accessor = self.list(bytes.collect(), 5125, indices.len());
        accessor["type"] = json!("SCALAR");
        self.add(accessor)
    }

    fn list(&mut self, bytes: Vec<u8>, kind: u32, count: usize) -> Value {
        self.views.push(json!({ "buffer": 0, "byteOffset": self.buffer.len(), "byteLength": bytes.len() }));
        self.buffer.extend(bytes);
        json!({ "bufferView": self.views.len() - 1, "componentType": kind, "count": count })
    }

    fn add(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}
