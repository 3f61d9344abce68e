//! Files of other programs: a triangle with a picture, in many ways.

use image::ImageFormat::Tga;
use keitai_convert::Target;
use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_formats::{Blend, Content, Diagnostic, Material, Rgb, Severity};

use crate::made::{Made, codes, picture, untextured};

/// The parts of a file that differ.
#[derive(Clone, Copy)]
struct Given<'a> {
    /// Members of the node, with a comma at their end.
    node: &'a str,
    /// Members of the material.
    material: &'a str,
    /// Members of the file, with a comma at their end.
    file: &'a str,
    sampler: &'a str,
    /// Attributes besides the position, with a comma before.
    attributes: &'a str,
    mode: u8,
    /// Nodes after the first one, with a comma before.
    more: &'a str,
    /// Pixels of the picture, one row.
    pixels: &'a [[u8; 4]],
    target: Target,
}

const TEXTURED: &str = r#""pbrMetallicRoughness":{"baseColorTexture":{"index":0}}"#;
const PLAIN: Given<'_> = Given {
    node: "",
    material: TEXTURED,
    file: r#""scenes":[{"nodes":[0]}],"#,
    sampler: "",
    attributes: r#","TEXCOORD_0":1,"TEXCOORD_1":2"#,
    mode: 4,
    more: "",
    pixels: &[[90, 80, 70, 255], [1, 2, 3, 255]],
    target: Target::V3,
};

impl Given<'_> {
    /// The corners are (0, 0, 0), (1, 0, 0) and (0, 1, 0); two lists of texture coordinates, and red vertices of alpha
    /// 0.5.
    fn import(self) -> Result<(Content, Vec<&'static str>), String> {
        let Self { node, material, file, sampler, attributes, mode, more, .. } = self;
        let text = format!(
            r#"{{"scene":0,{file}"nodes":[{{{node}"mesh":0}}{more}],"materials":[{{{material}}}],"samplers":[{{{sampler}}}],
            "images":[{{"uri":"p"}}],"textures":[{{"source":0,"sampler":0}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0{attributes}}},"mode":{mode},"material":0}}]}}]}}"#
        );
        let mut made = Made::new(serde_json::from_str(&text).unwrap());
        made.floats(3, &[0., 0., 0., 1., 0., 0., 0., 1., 0.]);
        made.floats(2, &[0., 0., 1., 0., 0., 1.]);
        made.floats(2, &[0., 0., 3., 0., 0., 2.]);
        made.floats(4, &[1., 0., 0., 0.5].repeat(3));
        let picture = picture(Tga, [self.pixels.len() as u32, 1], |x, _| self.pixels[x as usize]);
        let options = Options { target: self.target, ..Options::default() };
        let report = read(&made.glb(), &mut |_| Some(picture.clone()), &options);
        let codes = codes(&report);
        let told = format!("{:?}", report.diagnostics);
        let is_refused = |found: &Diagnostic| found.severity == Severity::Error && found.rule.code != "X042";
        let is_whole = !report.diagnostics.iter().any(is_refused);
        Ok((report.document.filter(|_| is_whole).ok_or(told)?, codes))
    }

    /// Returns the bits of the only polygon, and the texels of its picture.
    fn look(self) -> (u16, Vec<u8>) {
        let (import, _) = self.import().unwrap();
        let bits = import.figure.polygons.materials().next().unwrap().0;
        (bits & !Material::LIGHTING, import.textures[0].as_ref().unwrap().1.texels[..self.pixels.len()].to_vec())
    }

    fn texels(self) -> [[u8; 2]; 3] {
        self.import().unwrap().0.figure.polygons.textured_triangles[0].texels
    }

    fn codes(self) -> Vec<&'static str> {
        self.import().unwrap().1
    }
}

#[test]
fn a_mirrored_object_keeps_its_outside() {
    let order = |node: &str| {
        let figure = Given { node, ..PLAIN }.import().unwrap().0.figure;
        figure.polygons.textured_triangles[0].vertices.map(|vertex| figure.vertices[usize::from(vertex)])
    };
    assert_eq!(order(""), [[0, 0, 0], [0, 100, 0], [100, 0, 0]]);
    assert_eq!(order(r#""scale":[1,1,-1],"#), [[0, 0, 0], [100, 0, 0], [0, 100, 0]]);
    assert_eq!(order(r#""scale":[-1,1,-1],"#), [[0, 0, 0], [0, 100, 0], [-100, 0, 0]]);
}

#[test]
fn a_material_that_blends_becomes_what_its_alpha_is() {
    let blend = |pixels: &[[u8; 4]], factor: &str| {
        let material = format!(
            r#""alphaMode":"BLEND","pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}},"baseColorFactor":[1,1,1,{factor}]}}"#
        );
        Given { material: &material, pixels, ..PLAIN }.look()
    };
    let [full, half, glass, clear] = [255, 128, 100, 0].map(|alpha| [9, 9, 9, alpha]);
    let (key, blended) = (Material::COLOUR_KEY, Blend::Half.bits());
    assert_eq!(blend(&[full, full], "1"), (0, vec![1, 1]), "all opaque");
    assert_eq!(blend(&[full, clear], "1"), (key, vec![1, 0]));
    assert_eq!(blend(&[full, half], "1"), (blended, vec![1, 2]), "opaque pixels get another colour");
    assert_eq!(blend(&[glass, clear], "1"), (blended | key, vec![1, 0]), "glass is no hole");
    assert_eq!(blend(&[half, [9, 9, 9, 20]], "1"), (blended | key, vec![1, 0]), "20 is nearer to none than to half");
    assert_eq!(blend(&[full, full], "0.5"), (blended, vec![1, 1]));
}

#[test]
fn transparent_vertices_make_a_material_half_transparent() {
    let material = format!(r#""alphaMode":"BLEND",{TEXTURED}"#);
    let given = Given { material: &material, attributes: r#","TEXCOORD_0":1,"COLOR_0":3"#, ..PLAIN };
    assert_eq!(given.look().0, Blend::Half.bits());
    assert_eq!(given.codes(), ["X044"], "the red of the vertices is that of all texels");
}

#[test]
fn the_cutoff_of_a_mask_is_the_bound_of_the_key() {
    let mask = |cutoff: &str| {
        let material = format!(r#""alphaMode":"MASK",{cutoff}{TEXTURED}"#);
        let pixels = [200, 100, 50].map(|alpha| [9, 9, 9, alpha]);
        let (bits, texels) = Given { material: &material, pixels: &pixels, ..PLAIN }.look();
        assert_eq!(bits, Material::COLOUR_KEY);
        texels
    };
    assert_eq!(mask(""), [1, 0, 0]);
    assert_eq!(mask(r#""alphaCutoff":0.1,"#), [1, 1, 1]);
    assert_eq!(mask(r#""alphaCutoff":0.9,"#), [0, 0, 0]);
}

#[test]
fn texture_coordinates_are_those_of_the_material() {
    assert_eq!(PLAIN.texels(), [[0, 0], [0, 0], [2, 0]], "the picture has one row");
    let material = r#""pbrMetallicRoughness":{"baseColorTexture":{"index":0,"texCoord":1}}"#;
    assert_eq!(Given { material, ..PLAIN }.texels(), [[0, 0], [0, 2], [6, 0]]);
    let material = r#""pbrMetallicRoughness":{"baseColorTexture":{"index":0,
        "extensions":{"KHR_texture_transform":{"offset":[1.5,3],"scale":[2,5]}}}}"#;
    for file in ["", r#""extensionsUsed":["KHR_texture_transform"],"extensionsRequired":["KHR_texture_transform"],"#] {
        let file = format!("{}{file}", PLAIN.file);
        assert_eq!(
            Given { material, file: &file, ..PLAIN }.texels(),
            [[1, 0], [1, 5], [5, 0]],
            "from the first repetition on"
        );
    }
}

#[test]
fn content_that_a_figure_lacks_is_told_once() {
    let material = r#""pbrMetallicRoughness":{"baseColorTexture":{"index":0,"texCoord":1}}"#;
    let (clamped, mirrored) = (r#""wrapS":33071"#, r#""wrapS":33071,"wrapT":33648"#);
    let more = r#",{"camera":0},{"extensions":{"KHR_lights_punctual":{"light":0}}},{"camera":0}"#;
    let file = format!(r#"{}"cameras":[{{"type":"perspective","perspective":{{"yfov":1,"znear":1}}}}],"#, PLAIN.file);
    let cases: [(&str, Given<'_>, &[&str]); 7] = [
        ("nothing", PLAIN, &[]),
        ("coordinates beyond a picture that repeats", Given { material, ..PLAIN }, &[]),
        ("coordinates beyond one that does not", Given { material, sampler: clamped, ..PLAIN }, &["X043"]),
        ("coordinates within it", Given { sampler: mirrored, ..PLAIN }, &[]),
        ("cameras and lights", Given { more, file: &file, ..PLAIN }, &["X046"]),
        ("lines", Given { mode: 2, ..PLAIN }, &["X032", "X042"]),
        ("a kilometre", Given { node: r#""scale":[400,1000,1],"#, ..PLAIN }, &["X047"]),
    ];
    for (content, given, codes) in cases {
        assert_eq!(given.codes(), codes, "{content}");
    }
}

#[test]
fn a_texture_has_all_texels_of_its_faces() {
    let pixels = [10, 20, 30].map(|red| [red, 0, 0, 255]);
    let given = Given { pixels: &pixels, ..PLAIN };
    let texture = given.import().unwrap().0.textures[0].clone().unwrap().1;
    assert_eq!((given.texels()[2], [texture.width, texture.height]), ([3, 0], [4, 1]));
    let reds: Vec<u8> = texture.texels.iter().map(|texel| texture.palette[usize::from(*texel)].r).collect();
    assert_eq!(reds, [10, 20, 30, 30], "the far edge shows the last column");
}

#[test]
fn coordinates_without_a_texture_are_not_clamped() {
    let material = r#""pbrMetallicRoughness":{"baseColorFactor":[1,1,1,1]}"#;
    let given = Given { material, ..PLAIN };
    assert_eq!(given.codes(), Vec::<&str>::new());
    // A picture of 256 texels whose far edge is at 256, and one that repeats three times.
    let wide = [[1, 1, 1, 255]; 256];
    assert_eq!(Given { pixels: &wide, ..PLAIN }.codes(), Vec::<&str>::new());
    let material = r#""pbrMetallicRoughness":{"baseColorTexture":{"index":0,"texCoord":1}}"#;
    let repeated = Given { pixels: &wide, material, ..PLAIN };
    assert_eq!(repeated.codes(), Vec::<&str>::new());
    assert_eq!(repeated.texels()[2][0], 192, "a picture of 64 texels fits three times");
    let sides = |given: Given<'_>| {
        let import = given.import().unwrap().0;
        import.textures[0].as_ref().map(|(_, texture)| [texture.width, texture.height])
    };
    assert_eq!(sides(repeated), Some([256; 2]), "players show index 0 outside of the texture");
    let repeated = Given { target: Target::V2, ..repeated };
    assert_eq!(sides(repeated), Some([128; 2]));
    assert_eq!((repeated.codes(), repeated.texels()[2][0]), (vec!["X030"], 96), "V2 has 128 texels");
}

#[test]
fn a_factor_is_in_the_colours_of_the_picture() {
    // Half of the light of 255 is 0.5, which is level 188.
    let material = r#""pbrMetallicRoughness":{"baseColorTexture":{"index":0},"baseColorFactor":[0.5,1,0,1]}"#;
    let (import, _) = Given { material, pixels: &[[255, 90, 200, 255]], ..PLAIN }.import().unwrap();
    assert_eq!(import.textures[0].as_ref().unwrap().1.palette[1], Rgb { r: 188, g: 90, b: 0 });
}

#[test]
fn extensions_that_only_add_something_are_left_out() {
    let with = |list: &str, name: &str| {
        let file = format!(r#"{}"{list}":["{name}"],"#, PLAIN.file);
        Given { file: &file, ..PLAIN }.import().map(|(_, codes)| codes)
    };
    for name in ["KHR_lights_punctual", "KHR_materials_specular"] {
        assert_eq!(with("extensionsRequired", name), Ok(vec!["X040"]));
        assert_eq!(with("extensionsUsed", name), Ok(Vec::new()));
    }
    assert_eq!(with("extensionsRequired", "KHR_mesh_quantization"), Ok(Vec::new()));
}

#[test]
fn a_mesh_is_in_every_place_that_its_node_gives() {
    let import = |accessors: &str| {
        let node =
            format!(r#""scale":[1,2,1],"extensions":{{"EXT_mesh_gpu_instancing":{{"attributes":{{{accessors}}}}}}},"#);
        Given { node: &node, ..PLAIN }.import().map(|(import, _)| import.figure)
    };
    // The places are those of the triangle's corners.
    let figure = import(r#""TRANSLATION":0"#).unwrap();
    let mut vertices = figure.vertices.clone();
    vertices.sort_unstable();
    assert_eq!(figure.polygons.textured_triangles.len(), 3);
    assert_eq!(vertices, [[0, 0, 0], [0, 200, 0], [0, 400, 0], [100, 0, 0], [100, 200, 0], [200, 0, 0]]);
    assert_eq!(import(r#""_COLOR":0"#).unwrap().polygons.textured_triangles.len(), 1, "the place of the node alone");
    assert!(import(r#""TRANSLATION":1"#).unwrap_err().contains("X023"), "two numbers are no place");
    assert!(import(r#""SCALE":99"#).unwrap_err().contains("there is no accessor 99"));
}

#[test]
fn the_default_scene_becomes_the_figure() {
    let with = |file: &str| {
        let more = r#",{"name":"other","mesh":0},{"name":"pattern1","mesh":0}"#;
        let (import, codes) = Given { file, more, ..PLAIN }.import().unwrap();
        (import.figure.polygons.textured_triangles.len(), codes)
    };
    assert_eq!(with(PLAIN.file), (2, vec!["X041"]), "the first object and the pattern");
    assert_eq!(with(r#""scenes":[{"nodes":[0,1]}],"#), (3, Vec::new()));
}

#[test]
fn a_model_of_a_kilometre_is_made_smaller() {
    let (import, _) = Given { node: r#""scale":[400,1000,1],"#, ..PLAIN }.import().unwrap();
    assert!(import.figure.vertices.contains(&[0, 16000, 0]), "the longest side has 16,000 units");
}

#[test]
fn a_picture_that_cannot_be_read_is_a_warning() {
    let text = r#"{"asset":{"version":"2.0"},"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
        "images":[{"uri":"p"}],"textures":[{"source":0}]}"#;
    // Editors write a mark of three bytes.
    let text = format!("\u{FEFF}{text}");
    for (kind, head) in [("JPEG", &b"\xFF\xD8\xFF\xE0"[..]), ("WebP", b"RIFF\0\0\0\0WEBP"), ("KTX", b"\xABKTX 20")] {
        let report = read(text.as_bytes(), &mut |_| Some(head.to_vec()), &Options::default());
        let told = report.of(Severity::Warning).map(ToString::to_string).collect::<String>();
        assert!(told.contains("X029") && told.contains(kind), "{told}");
    }
}

#[test]
fn other_chunks_of_a_glb_file_and_zeros_after_its_text_are_ignored() {
    let text = br#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4}]}"#;
    let other = |kind: &[u8]| [&4u32.to_le_bytes()[..], kind, b"1234"].concat();
    let json = [&(text.len() as u32).to_le_bytes()[..], b"JSON", text].concat();
    let filled = [&(text.len() as u32 + 2).to_le_bytes()[..], b"JSON", text, b"\0\0"].concat();
    let codes = |chunks: &[&[u8]]| {
        let chunks = chunks.concat();
        let header = [&b"glTF"[..], &2u32.to_le_bytes(), &(chunks.len() as u32 + 12).to_le_bytes()].concat();
        codes(&read(&[header, chunks].concat(), &mut |_| None, &Options::default()))
    };
    let strange = other(b"ABCD");
    assert_eq!(codes(&[&json, &strange, &other(b"BIN\0"), &strange]), ["X042"], "the buffer is there");
    assert_eq!(codes(&[&filled, &other(b"BIN\0")]), ["X042"]);
    assert_eq!(codes(&[&json, &strange]), ["X022"]);
    assert_eq!(codes(&[&strange, &json]), ["X020"], "the JSON text comes first");
    assert_eq!(codes(&[&json[..40]]), ["X020"]);
    assert_eq!(codes(&[]), ["X020"]);
}

#[test]
fn bytes_in_a_uri_are_in_base64_or_have_percent_signs() {
    let [zero, one] = ["%00%00%00%00", "%00%00%80%3F"];
    let percent = [zero, zero, zero, one, zero, zero, zero, one, zero].concat();
    for bytes in [format!(",{percent}"), ";base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA".to_owned()] {
        let text = format!(
            r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"bufferViews":[{{"buffer":0,"byteLength":36}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
            "buffers":[{{"byteLength":36,"uri":"data:application/octet-stream{bytes}"}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}]}}"#
        );
        let report = read(text.as_bytes(), &mut |_| None, &Options::default());
        assert_eq!((untextured(&report.document.unwrap()), report.diagnostics.len()), (1, 0), "{bytes}");
    }
}
