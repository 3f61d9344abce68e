//! The files of an export: one GLB file, or a JSON file with a buffer and pictures beside it.

use keitai_formats::{Blend, Content, Material, Slot, Texture};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

use super::buffer::Buffer;
use crate::error::Result;
use crate::export::{name_beside, picture_files, png_name};
use crate::mesh::{Part, texture_size};
use crate::picture;

/// The division of an export into files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packaging {
    /// One file (.glb).
    Binary,
    /// A JSON file (.gltf), a buffer (.bin) and the pictures (.png).
    Separate,
}

/// Filter and wrap mode of the sampler.
const NEAREST: u32 = 9728;
const REPEAT: u32 = 10497;

/// Characters of file names that must be escaped in a URI.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b':')
    .add(b'[')
    .add(b']');

/// Returns whether polygons of a material draw index 0, although glTF would leave out the transparent pixels of its
/// picture: they blend, and have no colour key.
pub(super) fn is_whole(material: Material) -> bool {
    material.blend() != Blend::Normal && !material.has(Material::COLOUR_KEY)
}

/// Returns the slots whose pictures are written a second time, without a transparent colour.
pub(super) fn whole_slots(content: &Content, parts: &[Part]) -> Vec<u16> {
    let is_drawn = |slot| parts.iter().any(|part| part.slot == Slot::Texture(slot) && is_whole(part.material));
    let has_key = |slot, texture: &Texture| {
        texture.texels.contains(&0) || texture_size(slot, texture, parts) != [texture.width, texture.height]
    };
    let textures = (0..content.figure.texture_count).zip(content.pictures());
    textures.filter(|(slot, (_, texture))| is_drawn(*slot) && has_key(*slot, texture)).map(|(slot, _)| slot).collect()
}

/// Returns the index of the first picture without a transparent colour among the textures of the file.
pub(super) fn first_whole(content: &Content) -> usize {
    content.pictures().count().min(content.figure.texture_count.into()) + usize::from(content.sphere.is_some())
}

/// Adds the textures and makes the files. The one called `name` comes first.
pub(super) fn package(
    content: &Content,
    parts: &[Part],
    name: &str,
    packaging: Packaging,
    mut json: Value,
    mut buffer: Buffer,
) -> Result<Vec<(String, Vec<u8>)>> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut beside: Vec<(String, Vec<u8>)> = Vec::new();
    let mut pictures = Vec::new();
    let mut images = Vec::new();
    let mut textures = Vec::new();
    let image = |slot: u16, (file, texture): &(String, Texture)| {
        let mut image = json!({ "name": file });
        let size = [texture.width, texture.height];
        if texture_size(slot, texture, parts) != size {
            image["extras"] = json!({ "keitai": { "size": size } });
        }
        image
    };
    for ((slot, (path, png)), entry) in (0..=u16::MAX).zip(picture_files(content, parts)?).zip(content.pictures()) {
        pictures.push((path, png, image(slot, entry)));
    }
    if let Some((file, texture)) = &content.sphere {
        let path = png_name(file, "sphere", pictures.iter().map(|(path, ..)| path));
        let image = json!({ "name": file, "extras": { "keitai": { "sphere": true } } });
        pictures.push((path, picture::write_png(texture)?, image));
    }
    for slot in whole_slots(content, parts) {
        let Some(entry) = content.picture(slot) else { continue };
        let (file, texture) = entry;
        let size = texture_size(slot, texture, parts);
        let png = picture::encode(&picture::padded(texture, size), false)?;
        let path = png_name(&format!("{file}.opaque"), &slot.to_string(), pictures.iter().map(|(path, ..)| path));
        pictures.push((path, png, image(slot, entry)));
    }
    for (path, png, mut image) in pictures {
        match packaging {
            Packaging::Binary => {
                image["mimeType"] = json!("image/png");
                image["bufferView"] = json!(buffer.view(&png, None));
            }
            Packaging::Separate => {
                image["uri"] = json!(utf8_percent_encode(&path, ESCAPED).to_string());
                beside.push((path, png));
            }
        }
        textures.push(json!({ "sampler": 0, "source": images.len(), "name": image["name"] }));
        images.push(image);
    }
    if !images.is_empty() {
        json["samplers"] = json!([{ "magFilter": NEAREST, "minFilter": NEAREST, "wrapS": REPEAT, "wrapT": REPEAT }]);
        json["images"] = json!(images);
        json["textures"] = json!(textures);
    }
    let Buffer { mut bytes, views, accessors, .. } = buffer;
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    if !bytes.is_empty() {
        json["bufferViews"] = json!(views);
        json["buffers"] = json!([{ "byteLength": bytes.len() }]);
    }
    if !accessors.is_empty() {
        json["accessors"] = json!(accessors);
    }
    if packaging == Packaging::Binary {
        return Ok(vec![(name.to_owned(), binary(&json, &bytes))]);
    }
    if !bytes.is_empty() {
        let path = name_beside(stem) + ".bin";
        json["buffers"][0]["uri"] = json!(utf8_percent_encode(&path, ESCAPED).to_string());
        beside.insert(0, (path, bytes));
    }
    let mut text = format!("{json:#}").into_bytes();
    text.push(b'\n');
    beside.insert(0, (name.to_owned(), text));
    Ok(beside)
}

/// Puts JSON and buffer into one file.
fn binary(json: &Value, bytes: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut chunks = chunk(*b"JSON", &text);
    if !bytes.is_empty() {
        chunks.extend(chunk(*b"BIN\0", bytes));
    }
    let mut file = b"glTF".to_vec();
    file.extend(2u32.to_le_bytes());
    file.extend((chunks.len() as u32 + 12).to_le_bytes());
    file.extend(chunks);
    file
}

fn chunk(kind: [u8; 4], bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes(), kind.as_slice(), bytes].concat()
}
