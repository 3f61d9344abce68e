//! Content of other programs that figures do not have: converted, and reported once. Every file is made by hand.

use image::ImageFormat::{self, Tga};
use keitai_exchange::gltf::read;
use keitai_exchange::import::{Options, Size};
use keitai_formats::{Blend, Content, Material, Normals, Rgb};
use serde_json::json;

use crate::made::{Made, codes, picture, textured, untextured};

/// Returns triangles in a material that shows the picture.
fn painted(positions: &[[f32; 3]], attributes: &[(&str, &[f32])]) -> Made {
    Made::triangles(positions, attributes).with(&json!({ "materials": [textured(0)] }))
}

const CORNERS: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
const PLACES: [f32; 6] = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0];
const UPRIGHT: [f32; 9] = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0];

#[test]
fn coordinates_in_the_middle_of_a_texel_take_it() {
    let tga = picture(Tga, [4, 1], |x, _| [x as u8 * 60, 0, 0, 255]);
    for texel in 0..4u8 {
        let middle = [(f32::from(texel) + 0.5) / 4.0, 0.5].repeat(3);
        let (import, codes) = painted(&CORNERS, &[("NORMAL", &UPRIGHT), ("TEXCOORD_0", &middle)]).import(&tga);
        assert_eq!(import.figure.polygons.textured_triangles[0].texels, [[texel, 0]; 3]);
        assert_eq!(codes, Vec::<&str>::new());
    }
}

#[test]
fn pictures_of_other_kinds_come_in_whatever_their_names() {
    use ImageFormat::{Gif, Jpeg, WebP};
    let file = painted(&CORNERS, &[("NORMAL", &UPRIGHT), ("TEXCOORD_0", &PLACES)]);
    for format in [Gif, Tga, WebP, Jpeg] {
        let bytes = picture(format, [8, 8], |_, _| [200, 100, 50, 255]);
        let (import, codes) = file.import(&bytes);
        assert_eq!(codes, Vec::<&str>::new(), "{format:?}");
        let texture = &import.textures[0].as_ref().unwrap().1;
        let Rgb { r, g, b } = texture.palette[usize::from(texture.texels[0])];
        assert!(
            [(r, 200), (g, 100), (b, 50)].iter().all(|(a, b): &(u8, u8)| a.abs_diff(*b) < 4),
            "{format:?}: {r} {g} {b}"
        );
    }
}

#[test]
fn a_large_picture_is_reduced_by_area() {
    let stripes = picture(Tga, [512, 512], |x, _| if x % 2 == 0 { [0, 0, 0, 255] } else { [255; 4] });
    let file = painted(&CORNERS, &[("NORMAL", &UPRIGHT), ("TEXCOORD_0", &PLACES)]);
    let (import, codes) = file.import(&stripes);
    let texture = &import.textures[0].as_ref().unwrap().1;
    assert_eq!((texture.width, texture.height, codes), (256, 256, vec!["X030"]));
    // Half the light of white.
    assert!(texture.picture().pixels.iter().all(|pixel| *pixel == [188, 188, 188, 255]));
    assert_eq!(import.figure.polygons.textured_triangles[0].texels, [[0, 0], [0, 255], [255, 0]]);
}

#[test]
fn triangles_of_a_square_stay_apart_when_a_quad_would_show_other_texels() {
    let corners =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let pixels = picture(Tga, [64, 64], |x, y| [x as u8, y as u8, 0, 255]);
    let counts = |last: [f32; 2]| {
        let places = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0], last];
        let file = painted(&corners, &[("TEXCOORD_0", places.as_flattened()), ("NORMAL", &UPRIGHT.repeat(2))]);
        let polygons = file.import(&pixels).0.figure.polygons;
        (polygons.textured_triangles.len(), polygons.textured_quads.len())
    };
    assert_eq!(counts([0.0, 0.0]), (0, 1));
    assert_eq!(counts([1.0, 1.0]), (2, 0), "players take the texel of the last corner from the others");
}

#[test]
fn a_mesh_without_normals_is_flat_and_lit() {
    let corners = [CORNERS.as_slice(), &[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]].concat();
    let figure = Made::triangles(&corners, &[]).import(&[]).0.figure;
    assert!(figure.polygons.materials().all(|material| material.has(Material::LIGHTING)));
    let Normals::Packed(normals) = &figure.normals else { panic!("no normals") };
    let distinct: std::collections::HashSet<_> = normals.iter().collect();
    assert_eq!((normals.len(), distinct.len()), (6, 2), "each triangle has its own");
}

#[test]
fn faces_of_a_closed_body_need_one_side() {
    let [o, x, y, z] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let body = [[o, y, x], [o, x, z], [o, z, y], [x, y, z]];
    let double = |faces: &[[[f32; 3]; 3]], material: serde_json::Value| {
        let mut file = Made::triangles(faces.as_flattened(), &[]);
        file.json["materials"] = json!([material]);
        let figure = file.import(&[]).0.figure;
        figure.polygons.materials().filter(|material| material.has(Material::DOUBLE_FACE)).count()
    };
    let both = json!({ "doubleSided": true });
    assert_eq!(double(&body, both.clone()), 0);
    assert_eq!(double(&body[..3], both.clone()), 3, "open");
    assert_eq!(double(&body.map(|[a, b, c]| [a, c, b]), both), 4, "a room");
    let clear = |opacity: f32| json!({ "doubleSided": true, "alphaMode": "BLEND", "pbrMetallicRoughness": { "baseColorFactor": [1, 1, 1, opacity] } });
    // Both sides let 0.33 * 0.33 through: two faces on each side a quarter of a quarter, and on one side a quarter.
    assert_eq!(double(&body, clear(0.67)), 8, "its back shines through");
    // Two sides let 0.7 * 0.7 through, which is half.
    assert_eq!(double(&body, clear(0.3)), 0, "one side, drawn over what is inside");
    assert_eq!(double(&body[..3], clear(0.3)), 3, "one side alone may be seen");
}

#[test]
fn models_of_centimetres_and_of_a_micrometre_are_made_larger() {
    let (import, codes) = Made::triangles(&CORNERS.map(|corner| corner.map(|side| side * 1e-6)), &[]).import(&[]);
    assert_eq!((untextured(&import), codes), (1, vec!["X047"]));
    // A strip of 64 triangles, each 3 mm wide.
    let at = |x: u32| [x as f32 * 0.003, if x.is_multiple_of(2) { 0.0 } else { 0.006 }, 0.0];
    let corners: Vec<[f32; 3]> = (0..64_u32)
        .flat_map(|x| if x.is_multiple_of(2) { [x, x + 2, x + 1] } else { [x, x + 1, x + 2] })
        .map(at)
        .collect();
    let file = Made::triangles(&corners, &[]);
    let (import, codes) = file.import(&[]);
    assert_eq!((untextured(&import), codes), (64, vec!["X047"]));
    let (small, found) = file.read(&[], &Options { size: Size::Factor(1.0), ..Options::default() });
    assert!(untextured(&small) < 40 && found.iter().any(|found| found.rule.code == "X034"));
    let (fitted, _) = file.read(&[], &Options { size: Size::Units(500.0), ..Options::default() });
    let longest = fitted.figure.vertices.iter().map(|vertex| vertex[0]).max();
    assert_eq!(longest, Some(500));
}

#[test]
fn a_model_far_from_the_origin_is_told_to_come_nearer() {
    let file = Made::triangles(&CORNERS.map(|[x, y, z]| [x + 10_000.0, y, z]), &[]);
    let (_, found) = file.read(&[], &Options::default());
    assert!(found[0].message.ends_with("3 units; near the origin it could be larger"), "{found:?}");
    let report = read(&file.glb(), &mut |_| None, &Options { size: Size::Factor(1.0), ..Options::default() });
    assert_eq!(codes(&report), ["X027"], "its triangle is not missing");
}

#[test]
fn alpha_is_opaque_half_or_a_hole() {
    let bits = |alpha: f32| {
        let material = json!({ "alphaMode": "BLEND", "pbrMetallicRoughness": { "baseColorFactor": [1, 1, 1, alpha] } });
        let mut file = Made::triangles(&CORNERS, &[("NORMAL", &UPRIGHT)]);
        file.json["materials"] = json!([material]);
        let (import, codes) = file.import(&[]);
        // White of 0.6 and more is half by two faces.
        let faces = if [0.6, 0.75].contains(&alpha) { 2 } else { 1 };
        assert_eq!(import.figure.polygons.materials().count(), faces, "{alpha}");
        (import.figure.polygons.materials().next().unwrap().0 & !Material::LIGHTING, codes)
    };
    assert_eq!(bits(0.2), (Blend::Add.bits(), vec!["X048"]));
    assert_eq!(bits(0.95), (0, vec!["X048"]));
    assert_eq!(bits(0.5), (Blend::Half.bits(), vec![]));
    assert_eq!(bits(0.75), (Blend::Half.bits(), vec![]));
    assert_eq!(bits(0.6), (Blend::Half.bits(), vec!["X048"]));
    assert_eq!(bits(1.0), (0, vec![]));
}

#[test]
fn faces_that_nobody_sees_are_left_out() {
    let count = |material: serde_json::Value| {
        let mut file = Made::triangles(&CORNERS, &[("NORMAL", &UPRIGHT)]);
        file.json["materials"] = json!([material, {}]);
        file.repeat(1);
        let (import, codes) = file.import(&[]);
        (import.figure.polygons.materials().count(), codes)
    };
    let alpha = |mode: &str, alpha: f32| {
        count(json!({ "alphaMode": mode, "pbrMetallicRoughness": { "baseColorFactor": [1, 1, 1, alpha] } }))
    };
    assert_eq!(alpha("BLEND", 0.0), (1, vec!["X048"]));
    assert_eq!(alpha("MASK", 0.4), (1, vec!["X048"]));
    assert_eq!(alpha("MASK", 0.5), (2, vec![]));
    assert_eq!(alpha("OPAQUE", 0.0), (2, vec![]));
}

#[test]
fn morph_targets_give_the_shape_at_rest_or_patterns() {
    let mut file = Made::triangles(&CORNERS, &[("NORMAL", &UPRIGHT)]);
    let target = file.floats(3, &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    file.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": target }]);
    let highest = |import: &Content| import.figure.vertices.iter().map(|vertex| vertex[1]).max();
    let (rest, codes) = file.import(&[]);
    assert_eq!((highest(&rest), codes), (Some(100), vec!["X026"]));
    file.json["meshes"][0]["weights"] = json!([0.5]);
    assert_eq!(highest(&file.import(&[]).0), Some(150));
    let (patterns, found) = file.read(&[], &Options { patterns: true, ..Options::default() });
    assert_eq!((patterns.figure.patterns.len(), highest(&patterns), found.len()), (3, Some(200), 0));
}

#[test]
fn seventeen_pictures_share_sixteen_textures() {
    let mut file = Made::triangles(&CORNERS, &[("NORMAL", &UPRIGHT), ("TEXCOORD_0", &PLACES)]);
    let numbers = 0..17;
    file.json["images"] = numbers.clone().map(|number| json!({ "uri": format!("{number}") })).collect();
    file.json["textures"] = numbers.clone().map(|number| json!({ "source": number })).collect();
    file.json["materials"] = numbers.clone().map(textured).collect();
    numbers.skip(1).for_each(|number| file.repeat(number));
    let mut beside = |name: &str| {
        let red = name.parse::<u8>().unwrap() * 10;
        Some(picture(Tga, [32, 16], |_, _| [red, 0, 200, 255]))
    };
    let report = read(&file.glb(), &mut beside, &Options::default());
    assert_eq!(codes(&report), ["X050"]);
    let import = report.document.unwrap();
    let figure = import.figure;
    assert!(figure.texture_count <= 16);
    let mut reds: Vec<u8> = Vec::new();
    for batch in figure.batches() {
        let keitai_formats::Slot::Texture(slot) = batch.slot else { continue };
        let texture = &import.textures[usize::from(slot)].as_ref().unwrap().1;
        for triangle in &figure.polygons.textured_triangles[batch.triangles.clone()] {
            let texel = |[x, y]: [u8; 2]| texture.texels[usize::from(y) * usize::from(texture.width) + usize::from(x)];
            let [a, b, c] = triangle.texels.map(texel);
            assert!(a == b && b == c, "a triangle stays in its picture");
            reds.push(texture.palette[usize::from(a)].r);
        }
    }
    reds.sort_unstable();
    assert_eq!(reds, (0..17).map(|number| number * 10).collect::<Vec<u8>>());
}

#[test]
fn a_new_picture_leaves_the_slots_of_materials_without_one_free() {
    let mut file = painted(&CORNERS, &[("NORMAL", &UPRIGHT), ("TEXCOORD_0", &PLACES)]);
    file.json["materials"] = json!([textured(0), { "extras": { "keitai": { "bits": 0, "texture": 0 } } }]);
    file.repeat(1);
    let (import, _) = file.import(&picture(Tga, [4, 4], |_, _| [9, 9, 9, 255]));
    let runs = import.figure.patterns[0].textures.iter().map(|run| run.triangles);
    assert_eq!(runs.collect::<Vec<_>>(), [1, 1]);
    assert_eq!(import.textures.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn more_than_256_colours_of_faces_are_reduced() {
    let corners: Vec<[f32; 3]> = (0..300).flat_map(|x| CORNERS.map(|[a, b, c]| [a + x as f32, b, c])).collect();
    let colours: Vec<f32> =
        (0..300).flat_map(|face| [face as f32 / 300.0, (face % 17) as f32 / 17.0, 0.5].repeat(3)).collect();
    let (import, codes) = Made::triangles(&corners, &[("COLOR_0", &colours)]).import(&[]);
    assert_eq!((import.figure.polygons.colour_triangles.len(), codes), (300, vec!["X052"]));
    assert!(import.figure.palette.len() <= 256);
}

#[test]
fn a_new_colour_takes_the_place_of_one_that_no_face_uses() {
    let corners = [CORNERS, CORNERS.map(|[x, y, _]| [x, y, 1.0])].concat();
    let colours =
        [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let mut file = Made::triangles(&corners, &[("COLOR_0", colours.as_flattened())]);
    let mut palette: Vec<String> = (0..256).map(|blue| format!("#0000{blue:02x}")).collect();
    palette[7] = "#ff0000".to_owned();
    palette[8] = "#ff0000".to_owned();
    file.json["nodes"][0]["extras"] = json!({ "keitai": { "patterns": 1, "palette": palette } });
    let [red, green] = [Rgb { r: 255, g: 0, b: 0 }, Rgb { r: 0, g: 255, b: 0 }];
    assert_eq!(file.import(&[]).0.figure.palette, [red, green]);
}

#[test]
fn a_mesh_with_too_many_vertices_is_simplified() {
    // A hilly square of 200 by 200 cells.
    let at = |x: usize, y: usize| [x as f32, (x as f32 * 0.1).sin() + (y as f32 * 0.1).cos(), -(y as f32)];
    let cell = |index: usize| {
        let (x, y) = (index % 200, index / 200);
        [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]
    };
    let corners: Vec<[f32; 3]> = (0..40_000).flat_map(cell).collect();
    let file = Made::triangles(&corners, &[]);
    let (import, codes) = file.import(&[]);
    let figure = &import.figure;
    assert!(codes.contains(&"X051") && figure.vertices.len() <= 21845, "{codes:?}, {}", figure.vertices.len());
    let side = |axis: usize| {
        figure.vertices.iter().map(|vertex| vertex[axis]).max().unwrap()
            - figure.vertices.iter().map(|vertex| vertex[axis]).min().unwrap()
    };
    assert_eq!(side(0), side(2), "the outline stays");
    let (few, _) = file.read(&[], &Options { triangles: Some(500), ..Options::default() });
    assert!((400..=500).contains(&untextured(&few)), "{}", untextured(&few));
}

#[test]
fn animations_of_an_object_each_are_one_action_with_every_key() {
    let mut file = Made::triangles(&CORNERS, &[("NORMAL", &UPRIGHT)]);
    file.json["nodes"] = json!([{ "mesh": 0 }, { "mesh": 0 }]);
    file.json["scenes"] = json!([{ "nodes": [0, 1] }]);
    // Blender's default: 24 frames a second. The last key is at 0.375 s, frame 11.25.
    let times: Vec<f32> = (0..10).map(|frame| frame as f32 / 24.0).collect();
    let moves: Vec<f32> = (0..10).flat_map(|frame| [frame as f32, 0.0, 0.0]).collect();
    let (input, output) = (file.floats(1, &times), file.floats(3, &moves));
    let animation = |node: usize| {
        json!({
            "name": format!("Object{node}Action"), "samplers": [{ "input": input, "output": output }],
            "channels": [{ "sampler": 0, "target": { "node": node, "path": "translation" } }],
        })
    };
    file.json["animations"] = json!([animation(0), animation(1)]);
    let (import, codes) = file.import(&[]);
    assert_eq!(codes, ["X053", "X054"]);
    let [(_, table)] = import.tables.as_slice() else { panic!("{} tables", import.tables.len()) };
    assert_eq!((table.actions.len(), table.actions[0].last_frame), (1, 12));
    let (slow, _) = file.read(&[], &Options { fps: 24.0, ..Options::default() });
    assert_eq!(slow.tables[0].1.actions[0].last_frame, 9);
}

#[test]
fn all_faults_of_a_file_are_reported_together() {
    let mut file = painted(&CORNERS, &[("NORMAL", &UPRIGHT), ("TEXCOORD_0", &[0.0; 6])]);
    let mut primitive = file.json["meshes"][0]["primitives"][0].clone();
    primitive["attributes"]["NORMAL"] = json!(2);
    primitive["indices"] = json!(0);
    file.json["meshes"][0]["primitives"] = json!([primitive, primitive]);
    let report = read(&file.glb(), &mut |_| None, &Options::default());
    assert_eq!(codes(&report), ["X023", "X023", "X029"]);
}

#[test]
fn a_texture_without_a_picture_has_the_colour_of_its_material() {
    let mut file = painted(&CORNERS, &[("TEXCOORD_0", &[0.0; 6])]);
    file.json["textures"] = json!([{ "extensions": { "EXT_unknown": { "source": 0 } } }]);
    let (import, codes) = file.import(&[]);
    assert_eq!((import.figure.palette.len(), codes), (1, vec!["X029"]));
}

#[test]
fn a_picture_that_is_not_there_takes_no_slot() {
    let mut file = painted(&CORNERS, &[("NORMAL", &UPRIGHT), ("TEXCOORD_0", &PLACES)]);
    file.json["images"] = json!([{ "uri": "gone" }, { "uri": "p" }]);
    file.json["textures"] = json!([{ "source": 0 }, { "source": 1 }]);
    file.json["materials"] = json!([textured(0), textured(1)]);
    file.repeat(1);
    let tga = picture(Tga, [4, 4], |x, y| [x as u8 * 60, y as u8 * 60, 0, 255]);
    let options = Options { split: false, ..Options::default() };
    let import = read(&file.glb(), &mut |name| (name == "p").then(|| tga.clone()), &options).document.unwrap();
    // Files of textures stand for the slots in order, so that one without a file would move all after it.
    assert_eq!((import.textures.len(), import.figure.texture_count), (1, 1));
    assert!(import.textures[0].is_some());
}

#[test]
fn triangles_that_run_against_their_normals_are_counted() {
    let [a, b, c] = CORNERS;
    assert_eq!(Made::triangles(&[a, c, b], &[("NORMAL", &UPRIGHT)]).import(&[]).1, ["X049"]);
}
