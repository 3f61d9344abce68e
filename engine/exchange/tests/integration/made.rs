//! glTF files and pictures under construction, and what is said about files.

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_formats::{Content, Diagnostic, Report};
use serde_json::{Value, json};

/// Corners of a triangle, and their normals.
pub(crate) const CORNERS: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
pub(crate) const UPRIGHT: [f32; 9] = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0];

/// A document and its only buffer.
pub(crate) struct Made {
    pub(crate) json: Value,
    buffer: Vec<u8>,
}

impl Made {
    /// Begins with a document without accessors.
    pub(crate) fn new(mut json: Value) -> Self {
        json["asset"] = json!({ "version": "2.0" });
        json["accessors"] = json!([]);
        json["bufferViews"] = json!([]);
        Self { json, buffer: Vec::new() }
    }

    /// Begins a file of triangles, three positions in metres each, and lists of attributes of their vertices. Texture 0 is
    /// the file "p".
    pub(crate) fn triangles(positions: &[[f32; 3]], attributes: &[(&str, &[f32])]) -> Self {
        let mut made = Self::new(json!({
            "nodes": [{ "mesh": 0 }], "materials": [{}], "images": [{ "uri": "p" }], "textures": [{ "source": 0 }],
            "meshes": [{ "primitives": [{ "attributes": {}, "material": 0 }] }],
        }));
        for (name, values) in [&[("POSITION", positions.as_flattened())], attributes].concat() {
            let list = made.floats(values.len() / positions.len(), values);
            made.json["meshes"][0]["primitives"][0]["attributes"][name] = json!(list);
        }
        made
    }

    /// Adds a primitive that differs from the first one in its material.
    pub(crate) fn repeat(&mut self, material: usize) {
        let mut primitive = self.json["meshes"][0]["primitives"][0].clone();
        primitive["material"] = json!(material);
        self.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(primitive);
    }

    /// Replaces members of the same names by these.
    pub(crate) fn with(mut self, members: &Value) -> Self {
        for (name, member) in members.as_object().unwrap() {
            self.json[name] = member.clone();
        }
        self
    }

    /// Adds items of `width` numbers each, and returns the number of their accessor.
    pub(crate) fn accessor(&mut self, kind: u32, width: usize, count: usize, bytes: &[u8]) -> usize {
        let view = json!({ "buffer": 0, "byteOffset": self.buffer.len(), "byteLength": bytes.len() });
        self.buffer.extend(bytes);
        self.buffer.resize(self.buffer.len().next_multiple_of(4), 0);
        self.json["bufferViews"].as_array_mut().unwrap().push(view);
        let accessors = self.json["accessors"].as_array_mut().unwrap();
        let (index, items) = (accessors.len(), ["SCALAR", "VEC2", "VEC3", "VEC4"][width - 1]);
        let bounds = vec![0; width];
        accessors.push(json!({
            "bufferView": index, "componentType": kind, "type": items, "count": count, "min": bounds, "max": bounds,
        }));
        index
    }

    pub(crate) fn floats(&mut self, width: usize, values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.accessor(5126, width, values.len() / width, &bytes)
    }

    pub(crate) fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.buffer.len() }]);
        let mut text = json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let chunk = |kind: &[u8], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], kind, bytes].concat();
        let chunks = [chunk(b"JSON", &text), chunk(b"BIN\0", &self.buffer)].concat();
        [&b"glTF"[..], &2u32.to_le_bytes(), &(chunks.len() as u32 + 12).to_le_bytes(), &chunks].concat()
    }

    /// Imports the file. All files beside it are this picture.
    pub(crate) fn read(&self, picture: &[u8], options: &Options) -> (Content, Vec<Diagnostic>) {
        let report = read(&self.glb(), &mut |_| Some(picture.to_vec()), options);
        (report.document.unwrap_or_else(|| panic!("{:?}", report.diagnostics)), report.diagnostics)
    }

    pub(crate) fn import(&self, picture: &[u8]) -> (Content, Vec<&'static str>) {
        let (import, found) = self.read(picture, &Options { split: false, ..Options::default() });
        (import, found.iter().map(|found| found.rule.code).collect())
    }
}

/// Returns a material that shows a texture.
pub(crate) fn textured(texture: usize) -> Value {
    json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": texture } } })
}

/// Returns a picture file; JPEG files lose the alpha.
pub(crate) fn picture(format: ImageFormat, [width, height]: [u32; 2], colour: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
    let pixels = RgbaImage::from_fn(width, height, |x, y| Rgba(colour(x, y)));
    let mut bytes = std::io::Cursor::new(Vec::new());
    DynamicImage::from(pixels).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Returns the number of triangles without textures, two for each quad.
pub(crate) fn untextured(import: &Content) -> usize {
    let polygons = &import.figure.polygons;
    polygons.colour_triangles.len() + 2 * polygons.colour_quads.len()
}

pub(crate) fn codes<T>(report: &Report<T>) -> Vec<&'static str> {
    report.diagnostics.iter().map(|found| found.rule.code).collect()
}

pub(crate) fn told<T>(report: &Report<T>) -> Vec<String> {
    report.diagnostics.iter().map(ToString::to_string).collect()
}
