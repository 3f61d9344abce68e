//! Content of other programs that figures do not have: converted, and reported once. Every file is made by hand.

use image::ImageFormat::{self, Tga};
use keitai_convert::decompile::unpack_normal;
use keitai_exchange::gltf::read;
use keitai_exchange::import::{Options, Size};
use keitai_formats::{Normals, Rgb};
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
fn a_model_of_centimetres_is_made_larger() {
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

/// The normals of a slanted face are upright on it even under uneven scale.
#[test]
fn normals_are_upright_on_uneven_objects() {
    let file = Made::triangles(&CORNERS, &[("NORMAL", &[0.6, 0.8, 0.0].repeat(3))]);
    let figure = file.with(&json!({ "nodes": [{ "mesh": 0, "scale": [1, 4, 1] }] })).import(&[]).0.figure;
    let Normals::Packed(packed) = &figure.normals else { panic!("{:?}", figure.normals) };
    // (0.6, 0.8) becomes (0.6, 0.2) by the scale.
    let [x, y, z] = unpack_normal(packed[0]).0;
    assert!((x / y - 3.0).abs() < 0.2 && z.abs() < 0.05, "{x} {y} {z}");
}
