//! Small files for tests, made by the writers.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use keitai_formats::{
    Action, ActionTable, Bone, Figure, Material, Pattern, PolygonRun, Rgb, RollKey, Texture, TexturedPolygon, Track,
    Trailer, VectorKey, bmp, mbac, mtra,
};
use keitai_render::Framebuffer;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::hecs::Entity;
use keitai_runtime::shot::{Player, RecordedShot, Shot};
use keitai_runtime::world::{self, Actions, Layer};
use keitai_runtime::{Error, Settings, Stage};

pub(crate) fn path(name: &str) -> AssetPath {
    AssetPath::new(name).unwrap()
}

pub(crate) fn corpus() -> Option<PathBuf> {
    let corpus = std::env::var_os("KEITAI_CORPUS").map(PathBuf::from);
    if corpus.is_none() {
        println!("KEITAI_CORPUS is not set: skipped");
    }
    corpus
}

pub(crate) fn open<P, B>(scene: &str, files: impl IntoIterator<Item = (P, B)>) -> Result<Stage, Error>
where
    P: Into<String>,
    B: Into<Cow<'static, [u8]>>,
{
    Stage::open(Source::memory(files), &path(scene), &Settings::default())
}

pub(crate) fn drawn(stage: &mut Stage) -> Framebuffer {
    let mut picture = stage.framebuffer();
    stage.draw(&mut picture);
    picture
}

pub(crate) fn repository() -> Source {
    Source::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

/// Returns the files of a folder of the repository, in the order of their names.
pub(crate) fn files_in(folder: &str) -> Vec<AssetPath> {
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)).unwrap();
    let files = entries.map(|entry| entry.unwrap()).filter(|entry| entry.path().is_file());
    let mut files: Vec<AssetPath> =
        files.map(|file| path(&format!("{folder}/{}", file.file_name().display()))).collect();
    files.sort();
    files
}

/// Returns the names and the bytes of the files of folders of the repository.
pub(crate) fn copies_of<const N: usize>(folders: [&str; N]) -> impl Iterator<Item = (String, Vec<u8>)> {
    let root = repository();
    let copy = move |path: AssetPath| (path.to_string(), root.read(&path, 1 << 20).unwrap().into_owned());
    folders.map(files_in).into_iter().flatten().map(copy)
}

pub(crate) fn stage(scene: &str, settings: &Settings) -> Stage {
    Stage::open(repository(), &path(&format!("scenes/{scene}")), settings).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the picture that a recorded shot draws from its text and its files.
pub(crate) fn replayed(recorded: &RecordedShot) -> Framebuffer {
    let shot = Shot::parse(&recorded.text).unwrap();
    let read_file = |name: &str| recorded.files.get(name).cloned().ok_or_else(|| std::io::ErrorKind::NotFound.into());
    let mut player = Player::new(&shot, &Settings::default(), read_file).unwrap_or_else(|error| panic!("{error}"));
    let mut picture = player.framebuffer();
    player.draw(0, &mut picture).unwrap();
    picture
}

/// Returns a triangle that uses texels up to 64, with `slots` texture slots.
pub(crate) fn figure(slots: u16, bones: u16) -> Vec<u8> {
    let mut textures = vec![PolygonRun::default(); slots.into()];
    let mut figure = Figure { version: 5, vertices: vec![[0, 0, 0], [9, 0, 0], [0, 9, 0]], ..Figure::default() };
    if let Some(first) = textures.first_mut() {
        *first = PolygonRun { triangles: 1, quads: 0 };
        figure.polygons.textured_triangles =
            vec![TexturedPolygon { material: Material(0), vertices: [0, 1, 2], texels: [[0, 0], [64, 0], [0, 64]] }];
    }
    figure.texture_count = slots;
    figure.patterns = vec![Pattern { textures, ..Pattern::default() }];
    figure.bones = vec![Bone::default(); bones.into()];
    figure.bones[0].vertex_count = 3;
    figure.trailer = Some(Trailer::default());
    mbac::write(&figure).unwrap()
}

/// Returns a table of one action of ten frames that moves nothing.
pub(crate) fn actions(bones: u16) -> Vec<u8> {
    let action = Action { last_frame: 9, tracks: vec![Track::Identity; bones.into()], patterns: Vec::new() };
    let table = ActionTable { version: 5, bone_count: bones, actions: vec![action], trailer: Some(Trailer::default()) };
    mtra::write(&table).unwrap()
}

/// Returns a figure of two triangles with a texture group each: at (0, 0) and at (20, 0), 10 units wide and high.
pub(crate) fn two_groups() -> Vec<u8> {
    let triangle = |first: u16| TexturedPolygon {
        material: Material(Material::DOUBLE_FACE),
        vertices: [first, first + 1, first + 2],
        texels: [[0, 0], [9, 0], [0, 9]],
    };
    let mut figure = Figure { version: 5, texture_count: 2, ..Figure::default() };
    figure.vertices = vec![[0, 0, 0], [10, 0, 0], [0, 10, 0], [20, 0, 0], [30, 0, 0], [20, 10, 0]];
    figure.polygons.textured_triangles = vec![triangle(0), triangle(3)];
    let group = PolygonRun { triangles: 1, quads: 0 };
    figure.patterns = vec![Pattern { textures: vec![group; 2], ..Pattern::default() }];
    figure.bones = vec![Bone { vertex_count: 6, ..Bone::default() }];
    figure.trailer = Some(Trailer::default());
    mbac::write(&figure).unwrap()
}

/// Returns a table of one action of one bone that moves by `way` units to the right within `last_frame` frames.
pub(crate) fn actions_that_move(last_frame: u16, way: i16) -> Vec<u8> {
    let key = |frame, x| VectorKey { frame, value: [x, 0, 0] };
    let track = Track::Scaled {
        translate: vec![key(0, 0), key(last_frame, way)],
        scale: vec![VectorKey { frame: 0, value: [4096; 3] }],
        rotate: vec![VectorKey { frame: 0, value: [0, 0, 4096] }],
        roll: vec![RollKey { frame: 0, angle: 0 }],
    };
    let action = Action { last_frame, tracks: vec![track], patterns: Vec::new() };
    let table = ActionTable { version: 5, bone_count: 1, actions: vec![action], trailer: Some(Trailer::default()) };
    mtra::write(&table).unwrap()
}

/// Returns a square picture of index 0, which is black.
pub(crate) fn picture(side: u16) -> Vec<u8> {
    let texels = vec![0; usize::from(side) * usize::from(side)];
    bmp::write(&Texture { width: side, height: side, palette: vec![Rgb::default(); 256], texels }).unwrap()
}

/// Returns a joint animation of ten frames in which the first of `joints` moves 9 units along X, one a frame.
pub(crate) fn joints(joints: u16, loop_mode: u8) -> Vec<u8> {
    let tables = [0x40, 0x40 + 54 * u32::from(joints), 0x40 + 54 * u32::from(joints), 0x40 + 54 * u32::from(joints)];
    let translations: [f32; 6] = [0.0, 0.0, 1.0, 9.0, 9.0, 1.0]; // time, value, slope
    let size = tables[3] + 4 * translations.len() as u32;
    let mut out = b"J3D1bck1".to_vec();
    out.extend((0x20 + size).to_be_bytes());
    out.extend(1u32.to_be_bytes()); // blocks
    out.extend([0xFF; 16]);
    out.extend(b"ANK1");
    out.extend(size.to_be_bytes());
    out.extend([loop_mode, 0]); // rotation shift 0
    out.extend(9i16.to_be_bytes()); // duration
    [joints, 0, 0, translations.len() as u16].iter().for_each(|count| out.extend(count.to_be_bytes()));
    tables.iter().for_each(|offset| out.extend(offset.to_be_bytes()));
    out.resize(0x20 + tables[0] as usize, 0);
    for joint in 0..joints {
        // Scale, rotation and translation of X, then of Y and Z: number of keys, first element, mode.
        let moves = if joint == 0 { [2u16, 0, 0] } else { [0; 3] };
        let tracks = [[0; 3], [0; 3], moves, [0; 3], [0; 3], [0; 3], [0; 3], [0; 3], [0; 3]];
        tracks.as_flattened().iter().for_each(|word| out.extend(word.to_be_bytes()));
    }
    translations.iter().for_each(|value| out.extend(value.to_be_bytes()));
    out
}

/// Returns the entities of a layer, in the order of their numbers.
pub(crate) fn on_layer(stage: &Stage, layer: i16) -> Vec<Entity> {
    let mut layers = stage.world.query::<(Entity, &Layer)>();
    let mut entities: Vec<_> = layers.iter().filter(|(_, place)| place.0 == layer).map(|(entity, _)| entity).collect();
    entities.sort_unstable_by_key(|entity| entity.id());
    entities
}

/// Returns a figure from a file with textures from others.
pub(crate) fn loaded(stage: &mut Stage, figure: &str, textures: &[&str]) -> Result<world::Figure, Error> {
    let mut figure = stage.assets().figure(&path(figure))?;
    let textures = textures.iter().map(|name| stage.texture(&path(name))).collect::<Result<Vec<_>, _>>()?;
    figure.set_textures(textures);
    Ok(figure)
}

pub(crate) fn moves(stage: &mut Stage, figure: &str, name: &str) -> Result<Actions, Error> {
    let figure = stage.assets().figure(&path(figure))?;
    Ok(Actions { tables: vec![stage.assets().actions_for(&path(name), &figure)?], names: Vec::new() })
}

/// Beginnings of the lines below a case that say what it should give.
const NOTES: [&str; 3] = ["=> ", "hint: ", "check: "];

/// Checks the cases of a text, which have empty lines between them. `messages_of` returns what a case gives, and has its notes as well. Lines
/// that begin with a number sign are comments.
pub(crate) fn check_cases(text: &str, messages_of: impl Fn(&str, &[&str]) -> Vec<String>) {
    let mut others = Vec::new();
    for case in text.split("\n\n") {
        let lines = case.lines().filter(|line| !line.starts_with('#'));
        let is_note = |line: &&str| NOTES.iter().any(|mark| line.starts_with(mark));
        let (notes, case): (Vec<&str>, Vec<&str>) = lines.partition(is_note);
        let case = case.join("\n");
        let messages = if case.is_empty() { Vec::new() } else { messages_of(&case, &notes) };
        if messages != notes {
            others.push(format!("{case}\n{}", messages.join("\n")));
        }
    }
    assert!(others.is_empty(), "other results:\n{}", others.join("\n\n"));
}
