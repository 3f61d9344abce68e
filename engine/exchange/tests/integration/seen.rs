//! Models look as they do in other programs. Every file is made by hand.

use std::sync::Arc;

use image::ImageFormat::Tga;
use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_exchange::obj;
use keitai_formats::{Content, Material, Rgb, TexturedPolygon};
use keitai_render::{
    AffineTrans, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Model, Posture, Renderer, TextureMap, Vector3,
};
use serde_json::{Value, json};

use crate::made::{Made, codes, picture, textured, told};

const CORNERS: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

/// Returns a file with an upright triangle of one material, which has these attributes of vertices.
fn triangle(material: Value, attributes: &[(&str, &[f32])]) -> Made {
    let upright = [0.0, 0.0, 1.0].repeat(3);
    Made::triangles(&CORNERS, &[&[("NORMAL", &upright[..])], attributes].concat())
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

fn palette(made: &Made, picture: &[u8]) -> Vec<Rgb> {
    made.import(picture).0.figure.palette
}

#[test]
fn light_of_a_material_is_added_to_its_colour_and_its_picture() {
    let seen = |base: Value, light: Value, level: u8| {
        let material = json!({
            "pbrMetallicRoughness": base, "emissiveFactor": [1.0, 0.5, 0.0], "emissiveTexture": light,
            "extensions": { "KHR_materials_emissive_strength": { "emissiveStrength": 2.0 } },
        });
        let made = triangle(material, &[("TEXCOORD_0", &[0.0; 6]), ("TEXCOORD_1", &[0.0; 6])]);
        let (content, codes) = made.import(&picture(Tga, [4, 4], |_, _| [level, level, level, 255]));
        let palette = content.textures.into_iter().flatten().map(|(_, texture)| texture.palette).next();
        let Rgb { r, g, b } = *palette.unwrap_or(content.figure.palette).last().unwrap();
        ([r, g, b], codes)
    };
    let plain = |level: f32| json!({ "baseColorFactor": [level, level, level, 1.0] });
    let [none, painted] = [json!(null), json!({ "baseColorTexture": { "index": 0 } })];
    // Levels of linear light: 56 is 0.04, 100 is 0.127, 138 is 0.255, 166 is 0.382, and from 1 on it is 255.
    assert_eq!(seen(plain(0.04), none.clone(), 0), ([255, 255, 56], vec![]));
    assert_eq!(seen(painted.clone(), none, 3), ([255, 255, 3], vec![]));
    assert_eq!(seen(plain(0.0), json!({ "index": 0 }), 100), ([138, 100, 0], vec![]), "twice and once the light");
    assert_eq!(seen(painted.clone(), json!({ "index": 0 }), 100), ([166, 138, 100], vec![]));
    assert_eq!(seen(painted, json!({ "index": 0, "texCoord": 1 }), 100), ([100; 3], vec!["X058"]));
}

#[test]
fn a_gradient_over_a_large_face_becomes_a_picture() {
    let look = |colours: [f32; 9]| triangle(json!({}), &[("COLOR_0", &colours)]).import(&[]);
    let (content, codes) = look([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    let TexturedPolygon { vertices, texels, .. } = content.figure.polygons.textured_triangles[0];
    let places = vertices.map(|vertex| content.figure.vertices[usize::from(vertex)]);
    let picture = texture(content).picture();
    let at = |[u, v]: [usize; 2]| picture.pixels[v * usize::from(picture.width) + u];
    for (place, texel) in places.into_iter().zip(texels) {
        let [r, g, b] = [place == [0; 3], place[0] > 0, place[1] > 0].map(|has| if has { 255 } else { 0 });
        assert_eq!(at(texel.map(usize::from)), [r, g, b, 255], "{place:?}");
    }
    let middle = [0, 1].map(|axis| texels.iter().map(|texel| usize::from(texel[axis])).sum::<usize>() / 3);
    assert_eq!((at(middle), codes), ([156, 156, 156, 255], vec![]), "a third of the light of each");
    let (content, codes) = look([1.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.9, 0.0, 0.0]);
    assert_eq!((content.figure.polygons.colour_triangles.len(), codes), (1, vec!["X033"]), "hardly a gradient");
}

#[test]
fn colours_of_vertices_are_seen_over_a_plain_picture_and_after_a_white_set() {
    let red = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let attributes: [(&str, &[f32]); 2] = [("TEXCOORD_0", &[0.0; 6]), ("COLOR_0", &red)];
    let plain = picture(Tga, [4, 4], |_, _| [188, 188, 188, 255]);
    // Half of the light of red.
    assert_eq!(palette(&triangle(textured(0), &attributes), &plain), [Rgb { r: 188, g: 0, b: 0 }]);
    let drawn = picture(Tga, [4, 4], |x, _| [x as u8 * 60, 188, 188, 255]);
    let (content, codes) = triangle(textured(0), &attributes).import(&drawn);
    let is_red = |Rgb { g, b, .. }: &Rgb| [*g, *b] == [0, 0];
    assert!(codes == ["X044"] && texture(content).palette.iter().all(is_red), "the picture is multiplied");
    let sets: [(&str, &[f32]); 2] = [("COLOR_0", &[1.0; 9]), ("COLOR_1", &red)];
    assert_eq!(palette(&triangle(json!({}), &sets), &[]), [Rgb { r: 255, g: 0, b: 0 }]);
}

fn texture(content: Content) -> keitai_formats::Texture {
    content.textures.into_iter().flatten().next().unwrap().1
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
    assert_eq!(texture(content).palette, [Rgb::default(), Rgb { r: 137, g: 40, b: 0 }]);
}

#[test]
fn a_large_picture_is_cropped_to_what_faces_show_before_it_is_reduced() {
    let pixels = picture(Tga, [1024, 1024], |x, y| [(x / 32 * 8) as u8, (y / 32 * 8) as u8, 0, 255]);
    let made = triangle(textured(0), &[("TEXCOORD_0", &[0.5, 0.25, 0.625, 0.25, 0.5, 0.375])]);
    let (content, codes) = made.import(&pixels);
    let texels = content.figure.polygons.textured_triangles[0].texels;
    let texture = texture(content);
    // 128 by 128 pixels, and one more on every side.
    assert_eq!(([texture.width, texture.height], codes), ([130, 130], vec!["X030"]));
    let colour = |[u, v]: [u8; 2]| texture.palette[usize::from(texture.texels[usize::from(v) * 130 + usize::from(u)])];
    // Corners of a figure run the other way round.
    let levels = texels.map(colour).map(|Rgb { r, g, .. }| [r, g]);
    assert_eq!(levels, [[128, 64], [128, 96], [160, 64]]);
}

#[test]
fn a_picture_that_does_not_repeat_is_continued_where_faces_leave_it() {
    let pixels = picture(Tga, [2, 2], |x, y| [x as u8 * 100, y as u8 * 100, 0, 255]);
    let made = triangle(textured(0), &[("TEXCOORD_0", &[-0.5, 0.0, 1.5, 0.0, -0.5, 1.5])]);
    let wraps =
        json!({ "samplers": [{ "wrapS": 33071, "wrapT": 33648 }], "textures": [{ "source": 0, "sampler": 0 }] });
    let (content, codes) = made.with(&wraps).import(&pixels);
    assert_eq!(codes, Vec::<&str>::new());
    let texture = texture(content);
    let line = |y: usize| {
        let texels = texture.texels.iter().skip(y * usize::from(texture.width)).take(4);
        texels.map(|texel| texture.palette[usize::from(*texel)]).map(|Rgb { r, g, .. }| [r, g]).collect::<Vec<_>>()
    };
    // The first and the last column go on, and the rows are mirrored.
    let [first, second] = [0, 100].map(|green| [[0, green], [0, green], [100, green], [100, green]]);
    assert_eq!([0, 1, 2].map(line), [first, second, second]);
}

#[test]
fn a_face_may_begin_in_the_middle_of_a_picture_that_repeats() {
    let pixels = picture(Tga, [256, 256], |x, _| if x < 128 { [200, 0, 0, 255] } else { [0, 0, 200, 255] });
    let made = triangle(textured(0), &[("TEXCOORD_0", &[0.5, 0.0, 1.5, 0.0, 0.5, 1.0])]);
    let (content, codes) = made.import(&pixels);
    // Two repetitions of 128 texels, of which the face shows the second half of the first, and the first of the second.
    let columns = content.figure.polygons.textured_triangles[0].texels.map(|[u, _]| u);
    assert_eq!((columns, codes), ([64, 64, 192], Vec::<&str>::new()));
}

#[test]
fn objects_that_nobody_sees_are_left_out_unless_they_are_wanted() {
    let names = ["Box", "Wall-col", "UCX_Box", "Crate-colonly", "Box_collider.001", "Box_LOD1", "Tree_LOD1"];
    let nodes: Vec<Value> = names.iter().map(|name| json!({ "mesh": 0, "name": name })).collect();
    let made = triangle(json!({}), &[]).with(&json!({ "nodes": nodes }));
    let count = |hidden: bool| {
        let options = Options { hidden, split: false, ..Options::default() };
        let report = read(&made.glb(), &mut |_| None, &options);
        let told = told(&report).concat();
        (report.document.unwrap().figure.polygons.colour_triangles.len(), told)
    };
    let message = "note[X061]: left out 4 objects that nobody sees: UCX_Box, Crate-colonly, Box_collider.001, Box_LOD1; \
                   --hidden reads them";
    assert_eq!(count(false), (3, message.to_owned()), "a wall beside its collider, and a coarser tree is the only one");
    assert_eq!(count(true), (7, String::new()));
}

/// Reads an OBJ file of a triangle, and gives the messages.
fn object(statements: &str, library: Option<&str>, picture: Option<&[u8]>) -> (Content, String) {
    let text =
        format!("{statements}v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl skin # of all\nf 1/1 2/2 3/3\n");
    let mut beside = |name: &str| match name {
        "a.mtl" => library.map(|text| text.as_bytes().to_vec()),
        "my skin.tga" => picture.map(<[u8]>::to_vec),
        _ => None,
    };
    let report = obj::read(text.as_bytes(), &mut beside, &Options::default());
    let told = told(&report).concat();
    (report.document.unwrap(), told)
}

#[test]
fn materials_of_obj_files_are_read_as_their_programs_mean_them() {
    let colour = |library: &str| object("mtllib a.mtl\n", Some(library), None).0.figure.palette[0].r;
    assert_eq!(colour("# A file\nnewmtl skin\nKd .5 0 0\n"), 128);
    assert_eq!(colour("# Blender 4.2.1 MTL File: 'None'\nnewmtl skin\nKd .5 0 0\n"), 188, "linear light");
    let bits =
        |library: &str| object("mtllib a.mtl\n", Some(library), None).0.figure.polygons.colour_triangles[0].material;
    assert_eq!(bits("newmtl skin\nTr .5\n").blend(), bits("newmtl skin\nd .5\n").blend());
    assert_ne!(bits("newmtl skin\nTr .5\n").blend(), bits("newmtl skin\nTr 0\n").blend());
    let (_, told) = object("", None, None);
    assert!(told.starts_with("warning[X057]: no line begins with mtllib"), "{told}");
}

#[test]
fn pictures_of_obj_files_are_scaled_moved_and_named_between_quotes() {
    let pixels = picture(Tga, [16, 16], |x, y| [x as u8 * 16, y as u8 * 16, 0, 255]);
    let texels = |map: &str| {
        let (content, told) = object("mtllib a.mtl\n", Some(&format!("newmtl skin\n{map}\n")), Some(&pixels));
        assert_eq!(told, "", "{map}");
        content.figure.polygons.textured_triangles[0].texels
    };
    let whole = [[0, 16], [0, 0], [16, 16]];
    assert_eq!(texels("map_Kd \"my skin.tga\""), whole);
    assert_eq!(texels("map_Ka my skin.tga"), whole);
    assert_eq!(texels("map_Kd -s .5 .5 1 my skin.tga"), [[0, 16], [0, 8], [8, 16]]);
    assert_eq!(texels("map_Kd -s .5 .5 1 -o .25 .5 my skin.tga"), [[4, 8], [4, 0], [12, 8]]);
}

#[test]
fn a_colour_without_numbers_costs_the_colour() {
    let text = "v 0 0 0 nan 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\n";
    assert!(obj::read(text.as_bytes(), &mut |_| None, &Options::default()).document.is_some());
    let colours = [1.0, f32::NAN, 0.0, 1.0, f32::INFINITY, 0.0, 1.0, 0.0, f32::NAN];
    let (content, codes) = triangle(json!({}), &[("COLOR_0", &colours)]).import(&[]);
    assert_eq!((content.figure.palette, codes), (vec![Rgb { r: 255, g: 255, b: 255 }], vec!["X059"]));
}

#[test]
fn a_coordinate_out_of_range_is_told_with_its_mesh_and_its_picture() {
    let pixels = picture(Tga, [64, 64], |x, y| [x as u8, y as u8, 0, 255]);
    // Twenty repetitions of 16 texels are more than 256.
    let made = triangle(textured(0), &[("TEXCOORD_0", &[0.0, 0.0, 20.0, 0.0, 0.0, 1.0])]);
    let made =
        made.with(&json!({ "nodes": [{ "mesh": 0, "name": "hall" }], "images": [{ "uri": "p", "name": "wall" }] }));
    let found = told(&read(&made.glb(), &mut |_| Some(pixels.clone()), &Options::default())).concat();
    assert!(found.contains("X035") && found.contains("node 0 \"hall\", mesh 0, picture \"wall\""), "{found}");
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

#[test]
fn animations_alone_are_named() {
    let made = Made::new(json!({ "nodes": [{}], "animations": [{}] }));
    assert!(told(&read(&made.glb(), &mut |_| None, &Options::default())).concat().contains("only animations"));
}

#[test]
fn other_files_are_named() {
    let told = |text: &str| told(&read(text.as_bytes(), &mut |_| None, &Options::default())).concat();
    assert!(told("version https://git-lfs.github.com/spec/v1\noid sha256:0\n").contains("a pointer of Git LFS"));
    assert!(told("<!DOCTYPE html><html></html>").contains("an HTML or XML page"));
}
