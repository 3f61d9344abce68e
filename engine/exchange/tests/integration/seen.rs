//! Models look as they do in other programs. Every file is made by hand.

use std::sync::Arc;

use image::ImageFormat::Tga;
use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_formats::{Content, Material, Rgb};
use keitai_render::{
    AffineTrans, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Model, Posture, Renderer, TextureMap, Vector3,
};
use serde_json::{Value, json};

use crate::made::{CORNERS, Made, UPRIGHT, codes, picture, textured};

/// Returns a file with an upright triangle of one material, which has these attributes of vertices.
fn triangle(material: Value, attributes: &[(&str, &[f32])]) -> Made {
    Made::triangles(&CORNERS, &[&[("NORMAL", &UPRIGHT[..])], attributes].concat())
        .with(&json!({ "materials": [material] }))
}

/// Returns a square around (x, 0, z), as two triangles.
fn square(x: f32, z: f32, half: f32) -> Vec<f32> {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    corners.iter().flat_map(|[right, up]| [x + right * half, up * half, z]).collect()
}

#[test]
fn a_part_before_a_wall_that_turns_away_is_seen() {
    let colour =
        |rgb: [f32; 3]| json!({ "pbrMetallicRoughness": { "baseColorFactor": [rgb[0], rgb[1], rgb[2], 1.0] } });
    let mut made = Made::new(json!({
        "nodes": [{ "mesh": 0 }], "images": [{ "uri": "p" }], "textures": [{ "source": 0 }],
        "materials": [colour([1.0, 0.0, 0.0]), colour([0.0, 1.0, 0.0]), textured(0)],
    }));
    // As the wall in the middle.
    let frame = picture(Tga, [4, 4], |x, y| {
        if (1..3).contains(&x) && (1..3).contains(&y) { [255, 0, 0, 255] } else { [0, 255, 0, 255] }
    });
    let primitive = |made: &mut Made, numbers: &[f32], material: usize| json!({ "attributes": { "POSITION": made.floats(3, numbers) }, "material": material });
    let wall = primitive(&mut made, &square(0.0, 0.0, 2.0), 0);
    let mut pad = primitive(&mut made, &square(1.5, 0.1, 0.3), 1);
    let places = made.floats(2, &[0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    pad["attributes"]["TEXCOORD_0"] = json!(places);
    made.json["meshes"] = json!([{ "primitives": [wall, pad] }]);
    let green = |made: &Made, split: bool| {
        let report = read(&made.glb(), &mut |_| Some(frame.clone()), &Options { split, ..Options::default() });
        let codes = codes(&report);
        let Content { figure, textures, .. } = report.document.unwrap();
        let model = Model::new(&figure).unwrap();
        let map = |(_, texture)| Arc::new(TextureMap::new(&texture, &Compat::default()).unwrap());
        let textures: Vec<Arc<TextureMap>> = textures.into_iter().flatten().map(map).collect();
        // From the left: the middle of the wall is nearer than the pad on its right.
        let mut layout = FigureLayout::default();
        layout.centre = (60, 60);
        layout.set_parallel_size(600, 600);
        layout.transform =
            AffineTrans::look_at(Vector3::new(-400, 0, 400), Vector3::new(2896, 0, -2896), Vector3::new(0, 4096, 0));
        let (posture, effect) = (Posture::rest(&model), Effect::default());
        let mut framebuffer = Framebuffer::new(120, 120);
        let draw = FigureDraw::new(&model, &posture, &textures, &layout, &effect);
        Renderer::new(120, 120, Compat::default()).draw_figure(&draw, &mut framebuffer);
        let is_green = |pixel: &&u32| {
            let [blue, green, red, _] = pixel.to_le_bytes();
            green > 200 && red < 50 && blue < 50
        };
        (framebuffer.pixels().iter().filter(is_green).count(), codes)
    };
    // 60 by 60 units, seen at half a right angle: 12 by 8 pixels, and three quarters of them.
    for (material, expected) in [(1, 80..=120), (2, 60..=90)] {
        made.json["meshes"][0]["primitives"][1]["material"] = json!(material);
        assert_eq!(green(&made, false), (0, vec![]), "the wall is drawn last");
        let (pixels, codes) = green(&made, true);
        assert!(expected.contains(&pixels), "{pixels}");
        assert_eq!(codes, ["X060"]);
    }
}

#[test]
fn backs_that_nobody_sees_and_that_cover_others_are_left_out() {
    let colour = |rgb: [u8; 3]| json!({ "doubleSided": true, "pbrMetallicRoughness": { "baseColorFactor": [rgb[0], rgb[1], rgb[2], 1] } });
    let mut made = Made::new(json!({ "nodes": [{ "mesh": 0 }], "materials": [colour([1, 0, 0]), colour([0, 1, 0])] }));
    // A slab: a square below, which looks down, and four of its size divided above it.
    let mut below = square(0.0, 0.0, 1.0);
    below.chunks_exact_mut(9).for_each(|triangle| triangle[..6].rotate_left(3));
    let above: Vec<f32> = [-0.75, -0.25, 0.25, 0.75]
        .iter()
        .flat_map(|x| {
            square(*x, 0.02, 0.25).chunks_exact(3).flat_map(|at| [at[0], at[1] * 4.0, at[2]]).collect::<Vec<_>>()
        })
        .collect();
    let part = |made: &mut Made, places: &[f32], material: usize| json!({ "attributes": { "POSITION": made.floats(3, places) }, "material": material });
    let parts = [part(&mut made, &below, 0), part(&mut made, &above, 1)];
    let double = |made: &Made, split: bool| {
        let figure = made.read(&[], &Options { split, ..Options::default() }).0.figure;
        figure.polygons.materials().filter(|material| material.has(Material::DOUBLE_FACE)).count()
    };
    made.json["meshes"] = json!([{ "primitives": parts }]);
    assert_eq!((double(&made, false) > 2, double(&made, true)), (true, 0), "both sides look away from each other");
    made.json["meshes"] = json!([{ "primitives": parts[..1] }]);
    assert_eq!(double(&made, true), 1, "a square alone is seen from both sides");
}

#[test]
fn texels_that_no_face_shows_take_no_colours() {
    // All texels differ but those of a cell of 16 by 16.
    let cell =
        |x: u32, y: u32| if x / 16 == 4 && y / 16 == 7 { [137, 40, 0, 255] } else { [x as u8, y as u8, 99, 255] };
    let pixels = picture(Tga, [256, 256], cell);
    let made = triangle(textured(0), &[("TEXCOORD_0", &[0.27, 0.45, 0.3, 0.45, 0.27, 0.48])]);
    let (content, codes) = made.import(&pixels);
    assert_eq!(codes, Vec::<&str>::new());
    let palette = &content.textures[0].as_ref().unwrap().1.palette;
    assert_eq!(*palette, [Rgb::default(), Rgb { r: 137, g: 40, b: 0 }]);
}

#[test]
fn a_colour_without_numbers_costs_the_colour() {
    let colours = [1.0, f32::NAN, 0.0, 1.0, f32::INFINITY, 0.0, 1.0, 0.0, f32::NAN];
    let (content, codes) = triangle(json!({}), &[("COLOR_0", &colours)]).import(&[]);
    assert_eq!((content.figure.palette, codes), (vec![Rgb { r: 255, g: 255, b: 255 }], vec!["X059"]));
}

#[test]
fn animations_alone_become_actions_of_the_bones_given() {
    let file = |body: Value, arm: Value| {
        let mut made = triangle(json!({}), &[]).with(&json!({ "nodes": [body, arm] }));
        let times = made.floats(1, &[0.0, 1.0]);
        let turns = made.floats(4, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8]);
        let moves = made.floats(3, &[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        made.json["animations"] = json!([{
            "name": "wave", "samplers": [{ "input": times, "output": turns }, { "input": times, "output": moves }],
            "channels": [
                { "sampler": 0, "target": { "node": 1, "path": "rotation" } },
                { "sampler": 1, "target": { "node": 0, "path": "translation" } },
            ],
        }]);
        made
    };
    let arm = json!({ "name": "arm", "translation": [1, 0, 0] });
    let mut seen = arm.clone();
    seen["mesh"] = json!(0);
    let whole = file(json!({ "name": "body", "mesh": 0, "children": [1] }), seen).import(&[]).0;
    let bones = whole.skeleton.bones.iter().cloned().zip(whole.figure.bones.iter().cloned()).collect();
    let options = Options { bones: Some(bones), ..Options::default() };
    let (alone, found) = file(json!({ "name": "body", "children": [1] }), arm).read(&[], &options);
    assert_eq!(whole.tables[0].1.actions[0].tracks.len(), 3, "root, body and arm");
    assert_eq!((alone.tables, found), (whole.tables, vec![]));
}
