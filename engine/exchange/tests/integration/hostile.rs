//! Damaged glTF files: every one is an error or a sound figure, never a panic.
//!
//! `KEITAI_MUTATIONS` sets the number of files.

use std::time::{Duration, Instant};

use keitai_exchange::gltf::read::{Options, read};
use serde_json::{Value, json};

/// Two bones, a quad and a triangle, and an action of a few keys; objects without a skin, and an export without its extras.
const SEEDS: [&[u8]; 4] = [
    include_bytes!("../../../../tests/fuzz/seeds/gltf/square.glb"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/square.gltf"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/objects.gltf"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/names.gltf"),
];
/// Numbers that decide about sizes, offsets and indices.
const NUMBERS: [&str; 10] = ["0", "1", "-1", "2", "3", "255", "65536", "4294967295", "1e39", "18446744073709551615"];

/// Changes bytes, or one number of the JSON text.
fn mutate(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    if random.bool() {
        for _ in 0..random.usize(1..4) {
            let index = random.usize(..bytes.len());
            bytes[index] = random.u8(..);
        }
        return;
    }
    let starts: Vec<usize> =
        (1..bytes.len()).filter(|at| bytes[*at].is_ascii_digit() && b":[,".contains(&bytes[*at - 1])).collect();
    let Some(start) = random.choice(starts) else { return };
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit() || b".e".contains(byte)).count();
    let number = NUMBERS[random.usize(..NUMBERS.len())].bytes();
    bytes.splice(start..start + length, number);
    // The length of the JSON chunk and of the file stand in the header of a GLB file.
    if bytes.starts_with(b"glTF")
        && let Some(binary) = bytes.windows(4).position(|word| word == b"BIN\0")
    {
        let json = (binary - 4 - 20) as u32;
        bytes[12..16].copy_from_slice(&json.to_le_bytes());
        let length = bytes.len() as u32;
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
    }
}

#[test]
fn a_length_shorter_than_the_header_is_an_error() {
    for length in [0_u32, 11] {
        let mut bytes = SEEDS[0].to_vec();
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
        let error = read(&bytes, &mut |_| None, &Options::default()).unwrap_err().to_string();
        assert!(error.contains(&format!("a length of {length} bytes")), "{error}");
    }
}

#[test]
fn damaged_files_are_errors_or_sound_figures() {
    let count = std::env::var("KEITAI_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(3000);
    let mut random = fastrand::Rng::with_seed(14);
    let (mut sound, mut refused) = (0, 0);
    for number in 0..count {
        let mut bytes = SEEDS[number % SEEDS.len()].to_vec();
        for _ in 0..random.usize(1..4) {
            mutate(&mut bytes, &mut random);
        }
        let options = Options { merge_quads: random.bool(), ..Options::default() };
        match read(&bytes, &mut |_| None, &options) {
            Ok(report) => {
                report.document.made.figure.check().unwrap();
                report.document.tables.iter().for_each(|(_, table)| table.check().unwrap());
                sound += 1;
            }
            Err(_) => refused += 1,
        }
    }
    println!("{sound} sound, {refused} refused");
    assert!(sound > 0 && refused > 0);
}

/// Reads a file of one triangle with other members, and returns the error.
fn refusal(members: &Value) -> Option<String> {
    let numbers: [f32; 9] = [0., 0., 0., 1., 0., 0., 0., 1., 0.];
    let bytes: Vec<u8> =
        numbers.iter().flat_map(|number| number.to_le_bytes()).chain([0; 4]).chain(1f32.to_le_bytes()).collect();
    let accessor = |offset: usize, count: usize, kind: &str| {
        json!({ "bufferView": 0, "byteOffset": offset, "componentType": 5126, "count": count, "type": kind,
            "min": [0, 0, 0], "max": [1, 1, 0] })
    };
    let mut file = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
        "buffers": [{ "byteLength": bytes.len(), "uri": "b" }], "bufferViews": [{ "buffer": 0, "byteLength": bytes.len() }],
        "accessors": [accessor(0, 3, "VEC3"), { "bufferView": 0, "byteOffset": 36, "componentType": 5126, "count": 2, "type": "SCALAR",
            "min": [0], "max": [1] }, accessor(0, 2, "VEC3")],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
    });
    for (name, member) in members.as_object().unwrap() {
        file[name] = member.clone();
    }
    let start = Instant::now();
    let result = read(file.to_string().as_bytes(), &mut |_| Some(bytes.clone()), &Options::default());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    result.map(drop).map_err(|error| error.to_string()).err()
}

#[test]
fn lists_that_name_one_thing_many_times_take_time_in_proportion() {
    let long = json!({ "keitai": { "list": vec![0; 20_000] } });
    let nodes = json!([{ "mesh": 0, "extras": long }]);
    assert_eq!(refusal(&json!({ "nodes": nodes, "scenes": [{ "nodes": vec![0; 100_000] }] })), None);
    let nodes: Vec<Value> = (0..16_000).map(|_| json!({ "mesh": 0 })).collect();
    let points = vec![json!({ "attributes": { "POSITION": 0 }, "mode": 0 }); 20_000];
    let scenes = json!([{ "nodes": (0..16_000).collect::<Vec<_>>() }]);
    let error = refusal(&json!({ "nodes": nodes, "scenes": scenes, "meshes": [{ "primitives": points }] })).unwrap();
    assert!(error.contains("more than 131072 primitives"), "{error}");
    let skins = vec![json!({ "joints": [1] }); 100_000];
    assert_eq!(refusal(&json!({ "nodes": nodes, "scenes": scenes, "skins": skins })), None);
}

#[test]
fn many_animations_and_textures_take_time_in_proportion() {
    let animations: Vec<Value> =
        (0..100_000).map(|number| json!({ "name": format!("{number:030}"), "channels": [], "samplers": [] })).collect();
    assert_eq!(refusal(&json!({ "animations": animations })), None);
    let material = |number: usize| {
        let factor = [number as f64 / 1e6, 1.0, 1.0, 1.0];
        json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 }, "baseColorFactor": factor } })
    };
    let materials: Vec<Value> = (0..100_000).map(material).collect();
    let textures = json!({ "materials": materials, "textures": [{ "source": 0 }], "images": [{ "uri": "p" }] });
    let error = refusal(&textures).unwrap();
    assert!(error.contains("material 16 \"\": one texture more than 16"), "{error}");
}

#[test]
fn bones_far_below_their_parents_are_refused_when_they_move_for_long() {
    let (above, bones) = (12_000, 2_000);
    let mut nodes: Vec<Value> = (1..above).map(|next| json!({ "children": [next] })).collect();
    let joints: Vec<usize> = (above..above + bones).collect();
    nodes.push(json!({ "children": joints }));
    nodes.resize(above + bones, json!({}));
    nodes[0]["mesh"] = json!(0);
    let channel = json!({ "sampler": 0, "target": { "node": above, "path": "translation" } });
    let animation = json!({ "channels": [channel], "samplers": [{ "input": 1, "output": 2 }] });
    let file = json!({ "nodes": nodes, "skins": [{ "joints": joints }], "animations": [animation] });
    let error = refusal(&file).unwrap();
    assert!(error.contains("31 frames of 2001 bones"), "{error}");
}
