//! Figures as GLB files, read back with the `gltf` crate.

use keitai_convert::Tolerances;
use keitai_exchange::gltf::{Options, Packaging, read, write};
use keitai_exchange::import::{Beside, Options as ReadOptions};
use keitai_exchange::obj::{self, ActionFrame};
use keitai_formats::{
    Action, ActionTable, Blend, Bone, ColourPolygon, Content, Figure, Material, Pattern, PatternKey, PolygonRun, Rgb,
    RollKey, Texture, Track, VectorKey,
};
use keitai_render::{Model, Posture, Q16};

use crate::collections::{self, Collected, content};
use crate::posture;
use crate::read_back::ReadBack;

/// Largest distance of a vertex from its exact place, model units.
const BOUND: f64 = 0.01;
/// The bound as a share of the coordinates, for postures beyond 25,000 units: the numbers of a file have 24 bits.
const SHARE: f64 = 4e-7;
/// Rounding of times, which are 24 bits as well: at frame n a vertex may be off its place by n times this part of its
/// way in a frame.
const TIME: f64 = 1.0 / (1 << 23) as f64;
/// Largest distance between an exact place and that of players, which round every product to integers.
const ROUNDING: f64 = 6.0;

pub(crate) fn glb(collected: &Collected) -> Vec<u8> {
    let export = write(&collected.content(), "figure.glb", Packaging::Binary, &Options::default());
    let mut export = export.unwrap_or_else(|error| panic!("{}: {error}", collected.path.display()));
    export.files.swap_remove(0).1
}

#[test]
fn every_vertex_is_in_its_place_at_every_frame_of_every_action() {
    let mut failed = Vec::new();
    let (mut frames, mut largest) = (0, 0.0f64);
    for collected in collections::all() {
        let figure = &collected.figure;
        let read = ReadBack::new(&glb(&collected));
        let actions: Vec<_> = collected.tables.iter().flat_map(|(_, table)| &table.actions).collect();
        assert_eq!(read.gltf.animations().count(), actions.len());
        let mut worst = (0.0f64, String::new());
        let mut size = 0.0f64;
        let mut before = posture::positions(figure, None);
        let mut measure =
            |exact: Vec<glam::DVec3>, found: Vec<Option<glam::DVec3>>, frame: u16, place: &dyn Fn() -> String| {
                frames += 1;
                let before = std::mem::replace(&mut before, exact.clone());
                for (vertex, ((exact, found), before)) in exact.iter().zip(found).zip(before).enumerate() {
                    let Some(found) = found else { continue };
                    size = size.max(exact.abs().max_element());
                    let distance = exact.distance(found) - f64::from(frame) * TIME * exact.distance(before);
                    if distance.is_nan() || distance > worst.0 {
                        worst = (distance, format!("vertex {vertex} {}: {exact} and {found}", place()));
                    }
                }
            };
        let count = figure.vertices.len();
        measure(posture::positions(figure, None), read.positions(None, count), 0, &|| "at rest".to_owned());
        for (index, action) in actions.iter().enumerate() {
            for frame in 0..=action.last_frame {
                let exact = posture::positions(figure, Some((action, frame)));
                let time = f64::from((f64::from(frame) / 30.0) as f32);
                let found = read.positions(Some((index, time)), count);
                measure(exact, found, frame, &|| format!("in action {index} at frame {frame}"));
            }
        }
        largest = largest.max(worst.0);
        if worst.0.is_nan() || worst.0 > BOUND.max(SHARE * size) {
            failed.push(format!("{}: {:.4} {}", collected.path.display(), worst.0, worst.1));
        }
    }
    println!("{frames} postures, at most {largest:.4} units off");
    assert!(failed.is_empty(), "{} figures:\n{}", failed.len(), failed.join("\n"));
}

/// The exact postures are those that the renderer computes in integers, apart from its rounding.
#[test]
fn the_exact_posture_is_that_of_the_renderer() {
    let mut largest = (0.0f64, String::new());
    for collected in collections::all() {
        let figure = &collected.figure;
        let real = !collected.path.components().any(|part| part.as_os_str() == "vectors");
        let Some(model) = Model::new(figure).ok().filter(|_| real) else { continue };
        let (mut posture, mut integers) = (Posture::rest(&model), Vec::new());
        for action in collected.tables.iter().flat_map(|(_, table)| &table.actions) {
            for frame in 0..=action.last_frame {
                posture.set(&model, action, Q16::saturating_from_num(frame));
                posture.positions(&model, &mut integers);
                for (exact, found) in posture::positions(figure, Some((action, frame))).iter().zip(&integers) {
                    let distance = exact.distance(glam::DVec3::new(found.x.into(), found.y.into(), found.z.into()));
                    if distance > largest.0 {
                        largest = (distance, format!("{} at frame {frame}", collected.path.display()));
                    }
                }
            }
        }
    }
    println!("at most {:.2} units of rounding: {}", largest.0, largest.1);
    assert!(largest.0 > 0.0 && largest.0 < ROUNDING, "{largest:?}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let collected = collections::all();
    let robot = collected.iter().find(|collected| !collected.tables.is_empty()).unwrap();
    assert_eq!(glb(robot), glb(robot));
}

/// Frames take time even where there is no bone to move.
#[test]
fn the_frames_of_a_figure_without_bones_are_limited() {
    let figure = Figure { version: 5, patterns: vec![Pattern::default()], ..Figure::default() };
    let action = Action { last_frame: u16::MAX, ..Action::default() };
    let export = |actions: usize| {
        let table = ActionTable { version: 5, actions: vec![action.clone(); actions], ..ActionTable::default() };
        let tables = [("long".to_owned(), table)];
        let export = write(&content(&figure, &tables), "none.glb", Packaging::Binary, &Options::default());
        export.map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(export(1), Ok(()));
    let refused = export(62).unwrap_err();
    assert!(refused.contains("0 bones over 4063232 frames"), "{refused}");
}

/// A viewer draws nothing where a picture is transparent, whatever the blending.
#[test]
fn polygons_that_blend_without_a_key_have_a_picture_without_a_hole() {
    let mut collected = collections::all();
    let has_key = |own: &Collected| own.textures.first().is_some_and(|(_, texture)| texture.texels.contains(&0));
    let is_textured = |own: &&mut Collected| !own.figure.polygons.textured_triangles.is_empty() && has_key(own);
    let collected = collected.iter_mut().find(is_textured).unwrap();
    let mut pictures = |bits: u16| {
        let polygons = &mut collected.figure.polygons;
        polygons.textured_triangles.iter_mut().for_each(|polygon| polygon.material = Material(bits));
        polygons.textured_quads.iter_mut().for_each(|polygon| polygon.material = Material(bits));
        let gltf = gltf::Gltf::from_slice(&glb(collected)).unwrap();
        let blob = gltf.blob.as_deref().unwrap();
        let materials = gltf.materials().filter_map(|own| own.pbr_metallic_roughness().base_color_texture());
        let holes = materials.map(|info| match info.texture().source().source() {
            gltf::image::Source::View { view, .. } => {
                let png = &blob[view.offset()..view.offset() + view.length()];
                png.windows(4).any(|word| word == b"tRNS")
            }
            gltf::image::Source::Uri { .. } => panic!("a picture is in the file"),
        });
        holes.collect::<Vec<_>>()
    };
    assert!(pictures(Blend::Half.bits()).iter().all(|hole| !hole));
    assert!(pictures(Blend::Add.bits() | Material::COLOUR_KEY).iter().all(|hole| *hole));
    assert!(pictures(Material::COLOUR_KEY).iter().all(|hole| *hole));
}

#[test]
fn a_frame_beyond_the_action_is_an_error() {
    let collected = collections::all();
    let collected = collected.iter().find(|own| !own.tables.is_empty()).unwrap();
    let last = collected.tables[0].1.actions[0].last_frame;
    let write =
        |frame| obj::write(&collected.content(), "figure.obj", Some(ActionFrame { action: 0, frame })).map(drop);
    assert_eq!(write(last), Ok(()));
    assert!(write(last + 1).unwrap_err().to_string().contains("X005"));
}

/// Returns a figure of 33 patterns, and an action that shows one of them.
fn with_patterns() -> (Figure, ActionTable) {
    let triangle = ColourPolygon { material: Material(0), vertices: [0, 1, 2], colour: 0 };
    let mut figure = Figure {
        version: 5,
        vertices: vec![[0, 0, 0], [100, 0, 0], [0, 100, 0]],
        palette: vec![Rgb::default()],
        patterns: vec![Pattern { colour: PolygonRun { triangles: 1, quads: 0 }, textures: vec![] }; 33],
        bones: vec![Bone { vertex_count: 3, ..Bone::default() }],
        ..Figure::default()
    };
    figure.polygons.colour_triangles = vec![triangle; 33];
    let action = Action { patterns: vec![PatternKey { frame: 0, mask: 1 << 31 }], ..Action::default() };
    (figure, ActionTable { version: 5, bone_count: 1, actions: vec![action], ..ActionTable::default() })
}

/// Masks have no bit for pattern 32, and players never draw it.
#[test]
fn pattern_32_is_not_shown_along_with_pattern_31() {
    let (figure, table) = with_patterns();
    let tables = [("switch".to_owned(), table)];
    let content = Content { name: "f".to_owned(), ..content(&figure, &tables) };

    let objects = |shown: Option<ActionFrame>| {
        let export = obj::write(&content, "f.obj", shown).unwrap();
        let text = String::from_utf8(export.files[0].1.clone()).unwrap();
        text.lines().filter_map(|line| Some(line.strip_prefix("o ")?.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(objects(None).len(), 33, "a figure at rest has all patterns");
    assert_eq!(objects(Some(ActionFrame { action: 0, frame: 0 })), ["pattern0", "pattern31"]);

    let json = |visibility: bool| {
        let options = Options { visibility, ..Options::default() };
        let export = write(&content, "f.gltf", Packaging::Separate, &options).unwrap();
        serde_json::from_slice::<serde_json::Value>(&export.files[0].1).unwrap()
    };
    let file = json(false);
    let nodes = file["scenes"][0]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| &file["nodes"][node.as_u64().unwrap() as usize]);
    let names: Vec<_> = nodes.map(|node| node["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["f", "pattern0", "pattern31"]);
    let file = json(true);
    let visible = |name: &str| {
        let node = file["nodes"].as_array().unwrap().iter().find(|node| node["name"] == name).unwrap();
        node["extensions"]["KHR_node_visibility"]["visible"].as_bool().unwrap()
    };
    assert_eq!(["pattern30", "pattern31", "pattern32"].map(visible), [false, true, false]);
}

#[test]
fn the_visibility_of_patterns_is_lost_only_without_the_extras() {
    let (figure, table) = with_patterns();
    let tables = [("switch".to_owned(), table)];
    let options = Options { visibility: true, ..Options::default() };
    let files = write(&content(&figure, &tables), "f.gltf", Packaging::Separate, &options).unwrap().files;
    let read = |text: &[u8]| {
        let mut beside = |name: &str| Some(files.iter().find(|(own, _)| own == name)?.1.clone());
        let report = read(text, &mut beside, &ReadOptions::default());
        let patterns = report.document.unwrap().tables[0].1.actions[0].patterns.clone();
        (patterns, report.diagnostics.iter().filter(|found| found.rule.code == "X037").count())
    };
    assert_eq!(read(&files[0].1), (tables[0].1.actions[0].patterns.clone(), 0));
    let mut file: serde_json::Value = serde_json::from_slice(&files[0].1).unwrap();
    file["animations"][0].as_object_mut().unwrap().remove("extras");
    assert_eq!(read(file.to_string().as_bytes()).1, 1);
}

/// Returns an export of an action that switches a pattern at frame 10 of 20, as a JSON document and its buffer.
fn switched(fps: f64) -> (serde_json::Value, Vec<u8>) {
    let (figure, mut table) = with_patterns();
    let key = |frame, value| VectorKey { frame, value };
    let track = Track::Moved {
        translate: vec![key(0, [0; 3]), key(20, [0, 100, 0])],
        rotate: vec![key(0, [0, 0, 4096])],
        roll: vec![RollKey { frame: 0, angle: 0 }],
    };
    let patterns = vec![PatternKey { frame: 0, mask: 2 }, PatternKey { frame: 10, mask: 4 }];
    table.actions = vec![Action { last_frame: 20, tracks: vec![track], patterns }];
    let options = Options { fps, ..Options::default() };
    let tables = [("walk".to_owned(), table)];
    let export = write(&content(&figure, &tables), "f.gltf", Packaging::Separate, &options).unwrap();
    (serde_json::from_slice(&export.files[0].1).unwrap(), export.files[1].1.clone())
}

/// Imports it, and returns the last frame and the pattern keys.
fn switches((json, buffer): &(serde_json::Value, Vec<u8>), options: &ReadOptions) -> (u16, Vec<(u16, u32)>) {
    let report = read(json.to_string().as_bytes(), &mut |_| Some(buffer.clone()), options);
    let action = report.document.unwrap().tables.swap_remove(0).1.actions.swap_remove(0);
    (action.last_frame, action.patterns.iter().map(|key| (key.frame, key.mask)).collect())
}

#[test]
fn pattern_keys_are_kept_where_the_tracks_are_made_anew() {
    let mut file = switched(30.0);
    file.0["animations"][0].as_object_mut().unwrap().remove("extras");
    let tolerances = ReadOptions { tolerances: Some(Tolerances::default()), ..ReadOptions::default() };
    assert_eq!(switches(&file, &tolerances), (20, vec![(0, 2), (10, 4)]));
    let (last, keys) = switches(&file, &ReadOptions { fps: 60.0, ..ReadOptions::default() });
    assert_eq!((last, keys.iter().map(|(_, mask)| *mask).collect::<Vec<_>>()), (40, vec![2, 4]));
}

#[test]
fn pattern_keys_are_at_the_frames_of_another_rate() {
    let mut file = switched(15.0);
    for _ in 0..2 {
        let at = |fps: f64| switches(&file, &ReadOptions { fps, ..ReadOptions::default() });
        assert_eq!(at(15.0), (20, vec![(0, 2), (10, 4)]));
        assert_eq!(at(30.0), (40, vec![(0, 2), (20, 4)]));
        assert_eq!(at(0.6), (1, vec![(0, 4)]), "both at frame 0");
        file.0["animations"][0].as_object_mut().unwrap().remove("extras");
    }
}

#[test]
fn tables_of_one_name_come_back_as_tables_of_their_own() {
    let (figure, table) = with_patterns();
    let long = |last_frame| ActionTable { actions: vec![Action { last_frame, ..Action::default() }], ..table.clone() };
    let tables = [("walk".to_owned(), long(5)), ("walk".to_owned(), long(9))];
    let export = write(&content(&figure, &tables), "f.glb", Packaging::Binary, &Options::default()).unwrap();
    let import = read(&export.files[0].1, &mut |_| None, &ReadOptions::default()).document.unwrap();
    let back = import.tables.iter().map(|(name, table)| (name.as_str(), table.actions[0].last_frame));
    assert_eq!(back.collect::<Vec<_>>(), [("walk", 5), ("walk_2", 9)]);
}

#[test]
fn pictures_that_no_polygon_uses_come_back() {
    let (mut figure, _) = with_patterns();
    figure.texture_count = 1;
    figure.patterns.iter_mut().for_each(|pattern| pattern.textures.push(PolygonRun::default()));
    let texture = Texture { width: 2, height: 1, palette: vec![Rgb::default(); 2], texels: vec![0, 1] };
    // References in the files have a meaning for backslashes, and for spaces and options at the start of a name. The
    // sphere map has the name of a texture, so its picture needs another file name.
    let spare = (" -s 1\\spare".to_owned(), texture);
    let textures = vec![Some(spare.clone())];
    let content = Content { textures, sphere: Some(spare.clone()), ..content(&figure, &[]) };
    let gltf = write(&content, " a\\b.gltf", Packaging::Separate, &Options::default()).unwrap().files;
    let glb = write(&content, "a.glb", Packaging::Binary, &Options::default()).unwrap().files;
    let obj = obj::write(&content, " a\\b.obj", None).unwrap().files;
    assert!(gltf[1..].iter().all(|(name, _)| !name.contains('\\')), "{gltf:?}");
    for (files, read) in [(gltf, read as fn(&[u8], Beside, &ReadOptions) -> _), (glb, read), (obj, obj::read)] {
        let mut beside = |name: &str| Some(files.iter().find(|(own, _)| own == name)?.1.clone());
        let import = read(&files[0].1, &mut beside, &ReadOptions::default()).document.unwrap();
        assert_eq!(import.textures[0].as_ref().map(|(_, texture)| texture), Some(&spare.1));
        assert_eq!(import.sphere, Some(&spare).filter(|_| !files[0].0.ends_with(".obj")).cloned());
    }
}
