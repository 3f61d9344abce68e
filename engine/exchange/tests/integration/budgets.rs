//! Files that would take much memory or time for their size. Work is counted before it is done.

use std::cell::Cell;

use allocation_counter::{AllocationInfo, measure};
use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_exchange::obj;
use keitai_formats::Content;
use serde_json::{Value, json};

use crate::facts::facts;
use crate::made::{Made, told};

const MEGABYTE: u64 = 1 << 20;
/// A triangle of an OBJ file.
const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

/// Reads a file of one mesh and some members, and returns the messages. Accessor 0 is a triangle, accessor 1 has many
/// zeros, and accessors 2 and 3 are two times and places.
fn import(members: &Value, beside: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Vec<String> {
    let mut made = Made::new(json!({
        "nodes": [{ "mesh": 0 }], "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
    }));
    made.floats(3, &[0., 0., 0., 1., 0., 0., 0., 1., 0.]);
    let zeros = json!({ "componentType": 5126, "count": 174_000, "type": "VEC3" });
    made.json["accessors"].as_array_mut().unwrap().push(zeros);
    made.json["bufferViews"].as_array_mut().unwrap().push(json!({ "buffer": 0, "byteLength": 4 }));
    made.floats(1, &[0., 1.]);
    made.floats(3, &[0., 0., 0., 1., 0., 0.]);
    told(&read(&made.with(members).glb(), beside, &Options::default()))
}

/// Imports as [`import`] does. Returns the messages, and the memory that reading took beyond that for the text.
fn measured(members: &Value) -> (Vec<String>, AllocationInfo) {
    let mut found = Vec::new();
    let used = measure(|| found = import(members, &mut |_| None));
    (found, used)
}

fn primitives(count: usize) -> Value {
    json!(vec![json!({ "attributes": { "POSITION": 0 } }); count])
}

/// Reads an OBJ file, and returns the messages.
fn object(text: &str) -> (Option<Content>, String) {
    let report = obj::read(text.as_bytes(), &mut |_| None, &Options::default());
    let told = told(&report).concat();
    (report.document, told)
}

#[test]
fn a_concave_face_that_takes_too_long_is_told() {
    // Many turns around a triangle, and a corner on the other side.
    let face = "1 2 3 ".repeat(6000);
    let (_, told) = object(&format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0.5 0\nf {face} 4\n"));
    assert!(told.contains("warning[X028]: 1 concave face divided as if convex"), "{told}");
}

#[test]
fn a_group_with_more_triangles_than_one_accessor_holds_is_read() {
    // Both halves of a square, again and again.
    let squares = |count: usize| format!("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n{}", "f 1 2 3\nf 1 3 4\n".repeat(count));
    let (import, told) = object(&squares(350_000));
    assert!(import.is_none() && told.contains("more than 65535 polygons"), "{told}");
    assert!(told.contains("--triangles 65535 simplifies it"), "{told}");
    // Triangles that all meet at four places: compared with each other, they take more than a minute.
    let options = Options { triangles: Some(1), ..Options::default() };
    let report = obj::read(squares(20_000).as_bytes(), &mut |_| None, &options);
    assert!(self::told(&report).concat().contains("X042"), "{:?}", self::told(&report));
    let (_, told) = object(&format!("v 0 0 0\nf {}", "1 ".repeat(700_000)));
    assert!(told.contains("line 2: a face of 700000 corners; at most 699050 are read"), "{told}");
}

#[test]
fn groups_that_a_file_comes_back_to_count_once() {
    let group = |number| format!("g {}\nusemtl {}\nf 1 2 3\n", number % 3, number % 2);
    let (import, _) = object(&(CORNERS.to_owned() + &(0..=1 << 14).map(group).collect::<String>()));
    assert_eq!(facts(&import.unwrap())["area"], ((1 << 14) + 1) * 10_000);
}

#[test]
fn groups_of_an_obj_file_share_their_names() {
    let faces = |word: &str, corners: &str, count| -> String {
        (0..count).map(|number| format!("{word} {number}\nf {corners}\n")).collect()
    };
    let text = format!("{CORNERS}o {}\n{}", "ä".repeat(50_000), faces("usemtl", "1 2 3", 1000));
    let used = measure(|| assert!(obj::read(text.as_bytes(), &mut |_| None, &Options::default()).document.is_some()));
    assert!(used.bytes_max < 64 * MEGABYTE, "{used:?}");
    let text = CORNERS.to_owned() + &faces("g", "1 1 1", 40_000);
    assert_eq!(object(&text).1, "error[X028]: line 32773: more than 16384 groups");
}

#[test]
fn a_material_library_is_read_once() {
    let asked = Cell::new(0);
    let read = |libraries: &str, library: Option<&str>| {
        let text = format!("{CORNERS}{libraries}usemtl a\nf 1 2 3\n");
        let mut beside = |_: &str| {
            asked.set(asked.get() + 1);
            library.map(|text| text.as_bytes().to_vec())
        };
        let report = obj::read(text.as_bytes(), &mut beside, &Options::default());
        let palette = report.document.as_ref().map(|import| import.figure.palette[0]);
        (palette.unwrap().r, told(&report), asked.take())
    };
    let library = "newmtl a\nKd 0 0 0\nnewmtl b\nKd x\n";
    let lost = "warning[X057]: 1 line of a.mtl left out, the first is line 4: Kd x cannot be read";
    assert_eq!(read(&"mtllib a.mtl\n".repeat(300), Some(library)), (0, vec![lost.to_owned()], 1));
    let lost = "warning[X057]: the MTL file a.mtl is not there: its faces are white";
    assert_eq!(read(&"mtllib a.mtl\n".repeat(300), None), (255, vec![lost.to_owned()], 1));
    // Names of materials are clipped in both files.
    let text = format!("mtllib a\n{CORNERS}usemtl {0}a\nf 1 2 3\n", "n".repeat(255));
    let library = format!("newmtl {}b\nKd 0 0 0\n", "n".repeat(255));
    let report = obj::read(text.as_bytes(), &mut |_| Some(library.clone().into_bytes()), &Options::default());
    assert_eq!(report.document.unwrap().figure.palette[0].r, 0);
    let many: String = (0..70).map(|number| format!("mtllib {number}.mtl\n")).collect();
    let lost = "warning[X057]: more than 64 names of MTL files; the others are left out";
    assert_eq!(read(&many, Some("newmtl a\nKd 0 0 0\n")), (0, vec![lost.to_owned()], 64));
    let names: String = (0..1000).map(|number| format!(" {number}.mtl")).collect();
    assert_eq!(read(&format!("mtllib{names}\n"), None), (255, vec![lost.to_owned()], 64));
}

#[test]
fn values_of_a_json_text_are_counted_before_they_are_read() {
    let materials = vec![json!({}); 500_000];
    let text = json!({ "asset": { "version": "2.0" }, "materials": materials }).to_string();
    let mut found = Vec::new();
    let used = measure(|| found = told(&read(text.as_bytes(), &mut |_| None, &Options::default())));
    assert_eq!(
        found,
        ["error[X028]: 4500017 values in the JSON text, where an object counts as 8; at most 4500000 are read"]
    );
    assert!(used.bytes_max < MEGABYTE, "{used:?}");
    let found = import(&json!({ "samplers": vec![json!({}); 100_001] }), &mut |_| None);
    assert_eq!(found, ["error[X028]: 100001 samplers; at most 100000 are read"]);
    // Marks within a text are no values.
    let text = "\\\"{[,".repeat(1_000_000);
    assert_eq!(import(&json!({ "extras": text }), &mut |_| None), Vec::<String>::new());
}

#[test]
fn items_are_compared_before_they_are_read() {
    let primitive = json!({ "attributes": { "POSITION": 1, "NORMAL": 0 } });
    let (found, used) = measured(&json!({ "meshes": [{ "primitives": [primitive] }] }));
    assert!(found[0].contains("NORMAL has 3 items, expected 174000 as the positions"), "{found:?}");
    assert!(used.bytes_max < MEGABYTE, "{used:?}");
    let places = json!({ "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": 1, "SCALE": 0 } } });
    let (found, used) = measured(&json!({ "nodes": [{ "mesh": 0, "extensions": places }] }));
    assert!(found[0].contains("its accessors have [174000, 0, 3] items"), "{found:?}");
    assert!(used.bytes_max < MEGABYTE, "{used:?}");
    let time = json!({ "componentType": 5126, "count": 1, "type": "SCALAR" });
    let value = json!({ "componentType": 5126, "count": 174_000, "type": "VEC3" });
    let position = json!({ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" });
    let channel = json!({ "sampler": 0, "target": { "node": 0, "path": "scale" } });
    let (found, used) = measured(&json!({
        "accessors": [position, time, value],
        "animations": [{ "channels": [channel], "samplers": [{ "input": 1, "output": 2 }] }],
    }));
    assert_eq!(found, ["error[X023]: animation 0, channel 0: 1 time, expected 1 value, found 174000"]);
    assert!(used.bytes_max < MEGABYTE, "{used:?}");
}

#[test]
fn numbers_of_morph_targets_are_counted() {
    let targets = vec![json!({ "POSITION": 1 }); 600];
    let mesh =
        json!({ "weights": vec![1; 600], "primitives": [{ "attributes": { "POSITION": 1 }, "targets": targets }] });
    let found = import(&json!({ "meshes": [mesh] }), &mut |_| None);
    let error =
        r#"error[X028]: accessor 1 (node 0 "", mesh 0, primitive 0): more than 67108864 numbers of all accessors"#;
    assert_eq!(found.last().map(String::as_str), Some(error));
}

#[test]
fn pixels_of_damaged_pictures_are_counted() {
    // The header of a TGA picture of 4096 by 4096 pixels, and one byte.
    let mut picture = vec![0; 19];
    (picture[2], picture[13], picture[15], picture[16]) = (2, 16, 16, 24);
    let model = |uri: &dyn Fn(usize) -> String| {
        let list = |item: &dyn Fn(usize) -> Value| json!((0..40).map(item).collect::<Vec<_>>());
        json!({
            "images": list(&|index| json!({ "uri": uri(index) })), "textures": list(&|index| json!({ "source": index })),
            "materials": list(&|index| json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": index } } })),
        })
    };
    let found = import(&model(&|index| format!("p{index}")), &mut |_| Some(picture.clone()));
    assert_eq!(found.last().unwrap(), "error[X028]: image 32 \"\": more than 536870912 pixels of all images");
    // A file that many images share is read once.
    let mut asked = 0;
    let mut beside = |_: &str| {
        asked += 1;
        Some(picture.clone())
    };
    let found = import(&model(&|_| "p".to_owned()), &mut beside);
    let unread: Vec<&String> = found.iter().filter(|text| text.contains("X029")).collect();
    assert!(unread.len() == 1 && unread[0].ends_with("(and 39 more of the same)"), "{unread:?}");
    assert_eq!(asked, 1);
}

#[test]
fn names_are_clipped_at_a_character() {
    let name = format!("a{}", "ä".repeat(500_000));
    let primitive = json!({ "attributes": { "POSITION": 1, "NORMAL": 0 } });
    let found = import(
        &json!({ "nodes": [{ "mesh": 0, "name": name }], "meshes": [{ "primitives": [primitive] }] }),
        &mut |_| None,
    );
    let start = format!("error[X023]: node 0 \"a{}\", mesh 0", "ä".repeat(127));
    assert!(found[0].starts_with(&start), "{}", found[0].chars().take(400).collect::<String>());
}

#[test]
fn extras_and_weights_are_read_once_for_many_primitives() {
    let long = json!({ "list": vec![0; 20_000] });
    let small = |members: &Value| {
        let (_, used) = measured(members);
        assert!(used.bytes_total < 256 * MEGABYTE, "{used:?}");
    };
    small(&json!({ "nodes": [{ "mesh": 0, "extras": long }], "meshes": [{ "primitives": primitives(1000) }] }));
    let primitive = json!({ "attributes": { "POSITION": 0 }, "extras": long });
    small(&json!({ "nodes": vec![json!({ "mesh": 0 }); 1000], "meshes": [{ "primitives": [primitive] }] }));
    let primitive = json!({ "attributes": { "POSITION": 0 }, "targets": [{ "POSITION": 0 }] });
    small(&json!({ "meshes": [{ "weights": vec![0; 200_000], "primitives": vec![primitive; 1000] }] }));
}

#[test]
fn primitives_are_counted_where_nothing_is_drawn() {
    let refused = |members: &Value| {
        let found = import(members, &mut |_| None);
        let is_refused = found.last().is_some_and(|text| text.contains("more than 131072 primitives of all nodes"));
        assert!(is_refused, "{:?}", found.last());
    };
    let position = json!({ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" });
    let none = json!({ "bufferView": 0, "componentType": 5126, "count": 0, "type": "VEC3" });
    let places = json!({ "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": 1 } } });
    refused(&json!({
        "accessors": [position, none], "nodes": vec![json!({ "mesh": 0, "extensions": places }); 40],
        "meshes": [{ "primitives": primitives(4000) }],
    }));
    let mut attributes = json!({ "POSITION": 0 });
    (0..60_000).for_each(|number| attributes[format!("_{number}")] = json!(0));
    refused(&json!({
        "nodes": vec![json!({ "mesh": 0 }); 40], "meshes": [{ "primitives": [{ "attributes": attributes }] }],
    }));
}

/// Returns the errors about a file of one mesh and some members.
fn errors(members: &Value) -> Option<String> {
    let found = import(members, &mut |_| None).into_iter().filter(|text| text.starts_with("error"));
    found.reduce(|all, next| format!("{all}\n{next}"))
}

#[test]
fn lists_that_name_one_thing_many_times_take_time_in_proportion() {
    let long = json!({ "keitai": { "list": vec![0; 20_000] } });
    let nodes = json!([{ "mesh": 0, "extras": long }]);
    assert_eq!(errors(&json!({ "scene": 0, "nodes": nodes, "scenes": [{ "nodes": vec![0; 100_000] }] })), None);
    let nodes: Vec<Value> = (0..16_000).map(|_| json!({ "mesh": 0 })).collect();
    let points = vec![json!({ "attributes": { "POSITION": 0 }, "mode": 0 }); 20_000];
    let scenes = json!([{ "nodes": (0..16_000).collect::<Vec<_>>() }]);
    let error =
        errors(&json!({ "scene": 0, "nodes": nodes, "scenes": scenes, "meshes": [{ "primitives": points }] })).unwrap();
    assert!(error.contains("more than 131072 primitives"), "{error}");
    let skins = vec![json!({ "joints": [1] }); 100_000];
    assert_eq!(errors(&json!({ "scene": 0, "nodes": nodes, "scenes": scenes, "skins": skins })), None);
}

#[test]
fn many_animations_and_textures_take_time_in_proportion() {
    let animations: Vec<Value> =
        (0..100_000).map(|number| json!({ "name": format!("{number:030}"), "channels": [], "samplers": [] })).collect();
    assert_eq!(errors(&json!({ "animations": animations })), None);
    let material = |number: usize| {
        let factor = [number as f64 / 1e6, 1.0, 1.0, 1.0];
        json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 }, "baseColorFactor": factor } })
    };
    let materials: Vec<Value> = (0..100_000).map(material).collect();
    let textures = json!({ "materials": materials, "textures": [{ "source": 0 }], "images": [{ "uri": "p" }] });
    let error = errors(&textures).unwrap();
    assert!(error.contains("material 256 \"\": one picture more than 256"), "{error}");
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
    let animation = json!({ "channels": [channel], "samplers": [{ "input": 2, "output": 3 }] });
    let file = json!({ "nodes": nodes, "skins": [{ "joints": joints }], "animations": [animation] });
    let error = errors(&file).unwrap();
    assert!(error.contains("31 frames of 2001 bones"), "{error}");
}
