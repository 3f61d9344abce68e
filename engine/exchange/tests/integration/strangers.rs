//! Content of other programs that figures do not have: converted, and reported once. Every file is made by hand.

use image::ImageFormat::{self, Tga};
use keitai_convert::decompile::unpack_normal;
use keitai_exchange::gltf::read;
use keitai_exchange::import::{Options, Size};
use keitai_formats::{Normals, Rgb};
use serde_json::json;

use crate::facts::facts;
use crate::made::{CORNERS, Made, UPRIGHT, codes, picture, textured, untextured};

const PLACES: [f32; 6] = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0];

#[test]
fn pictures_of_other_kinds_come_in_whatever_their_names() {
    use ImageFormat::{Gif, Jpeg, WebP};
    let file = Made::triangles(&CORNERS, &[("NORMAL", &UPRIGHT), ("TEXCOORD_0", &PLACES)])
        .with(&json!({ "materials": [textured(0)] }));
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
    let facts = facts(&report.document.unwrap());
    assert!(facts["slots"].as_u64().unwrap() <= 16);
    let shown = facts["faces"].as_array().unwrap().iter().map(|face| {
        assert!((1..3).all(|corner| face["shown"][corner] == face["shown"][0]), "a triangle stays in its picture");
        face["shown"][0][0].as_u64().unwrap()
    });
    let mut reds: Vec<u64> = shown.collect();
    reds.sort_unstable();
    assert_eq!(reds, (0..17).map(|number| number * 10).collect::<Vec<u64>>());
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
