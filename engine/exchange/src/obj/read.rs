//! Reads an OBJ model as a [`Scene`].

use std::collections::{HashMap, HashSet};

use glam::DVec3;
use keitai_formats::diagnostic::counted;
use keitai_formats::text::other_encoding;
use keitai_formats::{Content, Diagnostic, Diagnostics, Location, Report, Slot};

use super::material::{Material, Materials};
use super::model::{Corner, MOST_TESTS, Model, Part};
use crate::error::Result;
use crate::gltf::{UNIT, pattern_named};
use crate::import::nodes::Local;
use crate::import::scene::{self, Bytes, Coordinates, Image, Mesh, Mode, Node, Paint, Primitive, Scene};
use crate::import::{self, Beside, Options, Size, clipped, fault};
use crate::light::linear;
use crate::mesh::material_named;
use crate::posture::Placement;
use crate::rules;

/// The end of the first line of an OBJ file that Keitai wrote. Its unit is that of the figure; the unit of other files
/// is a metre.
const OURS: &[u8] = b" by Keitai";
/// Most names of MTL files that are looked for.
const MOST_LIBRARIES: usize = 64;

/// Reads an OBJ file, and the MTL and picture files that it names `beside` it.
pub fn read(data: &[u8], beside: Beside<'_>, options: &Options) -> Report<Option<Content>> {
    if let Some(refused) = other_encoding(data) {
        return Report::new(None, vec![refused]);
    }
    import::report(&rules::OBJ_UNREADABLE, |findings| {
        // Names in other encodings stay equal in both files.
        let model = Model::read(&String::from_utf8_lossy(data))?;
        let size = (model.numbers() * size_of::<f32>()) as u64;
        let loan = options.memory.take(size);
        let _loan = loan.or_else(|lack| fault(&rules::TOO_MUCH, format!("the numbers of the file take {lack}")))?;
        let first = data.split(|byte| *byte == b'\n').next();
        let is_ours = first.is_some_and(|line| line.trim_ascii_end().ends_with(OURS));
        let mut messages = Vec::new();
        let materials = materials(&model, is_ours, beside, &mut messages);
        let size = if is_ours && options.size == Size::Fitting { Size::Factor(1.0) } else { options.size };
        let named =
            materials.iter().filter_map(|material| Some((place(material)?, plain(&material.picture.as_ref()?.name))));
        let elsewhere: HashMap<String, String> = named.collect();
        let mut beside = |name: &str| {
            let other = elsewhere.get(name).filter(|other| *other != name);
            // Some programs put names between quotes.
            let quoted = || name.contains('"').then(|| name.replace('"', ""));
            beside(name).or_else(|| beside(other?)).or_else(|| beside(&quoted()?))
        };
        let unit = if is_ours { UNIT } else { 1.0 };
        let [left_out, undivided] = [model.left_out, model.undivided];
        let is_without_library = model.libraries.is_empty() && model.parts.iter().any(|part| !part.material.is_empty());
        let scene = scene(model, &materials, unit, options.hidden, findings)?;
        let content = import::convert(scene, &mut beside, &Options { size, ..options.clone() }, findings)?;
        if left_out > 0 {
            let lines = counted(left_out, "line");
            findings.report(&rules::NOT_TRIANGLES, format!("{lines} with points or edges left out"));
        }
        if undivided > 0 {
            let faces = counted(undivided, "concave face");
            let message = format!("{faces} divided as if convex: {MOST_TESTS} comparisons are not enough");
            findings.push(Diagnostic::new(&rules::TOO_MUCH, Location::Document, message).allowed_if(true));
        }
        messages.into_iter().for_each(|message| findings.report(&rules::MTL_UNREADABLE, message));
        if is_without_library {
            let message =
                "no line begins with mtllib, which would name the MTL file of the materials: their faces are white";
            findings.report(&rules::MTL_UNREADABLE, message);
        }
        Ok(content)
    })
}

/// Reads the materials that a model uses. A file from Keitai names the pictures of slots that no face uses.
fn materials(model: &Model, is_ours: bool, beside: Beside<'_>, messages: &mut Vec<String>) -> Vec<Material> {
    let used: HashSet<&str> = model.parts.iter().map(|part| &*part.material).collect();
    let is_slot = |name: &str| matches!(material_named(name), Some((Slot::Texture(_), _)));
    let is_kept = |name: &str| used.contains(name) || is_ours && is_slot(name);
    let mut materials = Materials::new(&is_kept);
    let mut count = 0;
    // Of equal statements the last counts.
    let mut known = HashSet::new();
    let mut statements: Vec<&String> = model.libraries.iter().rev().filter(|names| known.insert(*names)).collect();
    statements.reverse();
    for statement in statements {
        let mut is_there = false;
        // The name of a file may contain spaces, and some statements name several.
        let several = statement.split_whitespace().filter(|name| name != statement);
        for (number, name) in std::iter::once(statement.as_str()).chain(several).enumerate() {
            if count == MOST_LIBRARIES {
                messages.push(format!("more than {MOST_LIBRARIES} names of MTL files; the others are left out"));
                return materials.into_list();
            }
            count += 1;
            let name = plain(name);
            if let Some(text) = beside(&name) {
                messages.extend(materials.read(&String::from_utf8_lossy(&text), &name));
                is_there = true;
                if number == 0 {
                    break;
                }
            }
        }
        if !is_there {
            messages.push(format!("the MTL file {} is not there: its faces are white", clipped(&plain(statement))));
        }
    }
    materials.into_list()
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
    Some(format!("{}{}", material.folder, plain(&material.picture.as_ref()?.name)))
}

/// Makes a scene with a node for each part.
fn scene(
    mut model: Model,
    materials: &[Material],
    unit: f64,
    hidden: bool,
    findings: &mut Diagnostics,
) -> Result<Scene<'static>> {
    let mut scene = Scene::default();
    let mut images = HashMap::new();
    for entry in materials {
        let mut material = scene::Material {
            name: entry.name.clone(),
            colour: if entry.is_linear { entry.colour } else { light(entry.colour) }.map(f64::from),
            alpha: entry.alpha.clamp(0.0, 1.0).into(),
            is_opaque_picture: !entry.is_cut,
            ..scene::Material::default()
        };
        material.mode = match (material.alpha < 1.0, entry.is_cut) {
            (true, _) => Mode::Blend,
            (false, true) => Mode::Mask(0.5),
            (false, false) => Mode::Opaque,
        };
        if let Some((place, map)) = place(entry).zip(entry.picture.as_ref()) {
            material.colour = [1.0; 3];
            let image = *images.entry(place.clone()).or_insert_with(|| {
                scene.images.push(Image {
                    name: Some(map.name.clone()),
                    bytes: Bytes::File(place),
                    cut: None,
                    is_sphere: false,
                });
                scene.images.len() - 1
            });
            // The origin of the file's coordinates is the lower left corner.
            let [[su, sv], [ou, ov]] = [map.scale, map.offset].map(|pair| pair.map(f64::from));
            let coordinates = Coordinates { scale: [su, sv], offset: [ou, 1.0 - sv - ov], ..Coordinates::default() };
            material.picture = Some(Paint { image, coordinates });
        }
        scene.materials.push(material);
    }
    let numbers: HashMap<&str, usize> = materials.iter().map(|material| &*material.name).zip(0..).collect();
    for part in std::mem::take(&mut model.parts) {
        let mut primitive = primitive(&model, &part);
        primitive.material = numbers.get(&*part.material).copied();
        let pattern = pattern_named(&part.name).unwrap_or(0);
        scene.nodes.push(Node {
            name: part.name.to_string(),
            mesh: Some(scene.meshes.len()),
            pattern,
            ..Node::default()
        });
        scene.meshes.push(Mesh { primitives: vec![primitive], weights: Vec::new() });
    }
    scene.roots = Some((0..scene.nodes.len()).collect());
    let local = Local::Placed(Placement { scale: DVec3::splat(unit), ..Placement::IDENTITY });
    let count = scene.nodes.len();
    scene.grow(&vec![Vec::new(); count], vec![local; count], hidden, findings)?;
    Ok(scene)
}

fn primitive(model: &Model, part: &Part) -> Primitive {
    let corners = || part.corners.items.iter();
    let defined = |normal: [f32; 3]| normal.iter().all(|number| number.is_finite()).then_some(normal);
    let colour = |corner: &Corner| model.colours.get(corner[0] as usize).copied().flatten();
    let has_colours = corners().any(|corner| colour(corner).is_some());
    let colour = |corner: &Corner| {
        let [r, g, b] = light(colour(corner).unwrap_or([1.0; 3]));
        [r, g, b, 1.0]
    };
    let place = |corner: &Corner| model.places[corner[1] as usize];
    let is_place = |[u, v]: [f32; 2]| u.is_finite() && v.is_finite();
    let normals = || corners().map(|corner| defined(model.normals[corner[2] as usize]));
    let wrong_normals = if part.has_normals { normals().filter(Option::is_none).count() } else { 0 };
    let wrong_places = if part.has_places { corners().filter(|corner| !is_place(place(corner))).count() } else { 0 };
    let turned = |corner: &Corner| {
        let [u, v] = place(corner);
        if is_place([u, v]) { [u, 1.0 - v] } else { [0.0; 2] }
    };
    Primitive {
        positions: corners().map(|corner| model.positions[corner[0] as usize]).collect(),
        normals: part.has_normals.then(|| normals().map(Option::unwrap_or_default).collect()),
        places: part.has_places.then(|| (0, corners().map(turned).collect())).into_iter().collect(),
        colours: has_colours.then(|| corners().map(colour).collect()),
        triangles: part.indices.as_chunks().0.to_vec(),
        undefined: wrong_normals + wrong_places,
        ..Primitive::default()
    }
}

/// Returns levels of sRGB in linear light.
fn light(colour: [f32; 3]) -> [f32; 3] {
    colour.map(|level| f32::from(linear((level.clamp(0.0, 1.0) * 255.0).round() as u8)) / 65535.0)
}
