//! Textures and meshes that are loaded or made while a scene runs, paths, and files that scenes share.

use std::sync::Arc;

use keitai_formats::{Blend, Material, Rgb, Texture, bmp};
use keitai_render::{Compat, Q12, TextureMap, Vector3};
use keitai_runtime::assets::Source;
use keitai_runtime::mesh::{Fill, Mesh};
use keitai_runtime::world::{Figure, FigureEffect, Image, Part, Playback, Sprite, Transform};
use keitai_runtime::{Settings, Stage};

use crate::content::{drawn, loaded, moves, path, picture, replayed};
use crate::reload::Folder;
use crate::scenes::open;

const SCENE: &str = r#"(size: (24, 8), entities: [
    (name: "sprite", at: (4, 4, 0), sprite: (texture: "robo.bmp", texels: (0, 0, 8, 8), size: (8, 8), key: false, screen: true)),
    (name: "image", at: (8, 0, 0), image: (texture: "robo.bmp", texels: (0, 0, 8, 8), key: false)),
    (name: "robo", figure: "robo.mbac"),
])"#;

fn bytes(colour: Rgb) -> Vec<u8> {
    bmp::write(&plain(colour)).unwrap()
}

/// Returns the pixels in the middle of the sprite and of the image.
fn seen(stage: &mut Stage) -> [u32; 2] {
    let picture = drawn(stage);
    [4, 12].map(|x| picture.pixels()[4 * 24 + x])
}

#[test]
fn textures_of_files_are_added_and_swapped_while_the_scene_runs() {
    let folder = Folder::new();
    folder.write("red.bmp", bytes(RED));
    let mut stage = folder.stage(SCENE);
    assert_eq!(seen(&mut stage), [0, 0]);
    assert!(!stage.assets().files().contains(&path("red.bmp")));
    let red = stage.texture(&path("red.bmp")).unwrap();
    assert!(Arc::ptr_eq(&red, &stage.texture(&path("red.bmp")).unwrap()), "loaded once");
    assert!(stage.assets().files().contains(&path("red.bmp")), "its changes are seen");
    let [sprite, image, robo] = ["sprite", "image", "robo"].map(|name| stage.named(name).unwrap());
    stage.world.get::<&mut Sprite>(sprite).unwrap().texture = Arc::clone(&red);
    stage.tick(&[]);
    assert_eq!(seen(&mut stage), [0xFF0000, 0]);
    stage.world.get::<&mut Image>(image).unwrap().texture = Arc::clone(&red);
    stage.world.get::<&mut Figure>(robo).unwrap().textures[0] = Arc::clone(&red);
    stage.tick(&[]);
    assert_eq!(seen(&mut stage), [0xFF0000, 0xFF0000]);
    // A swapped texture stays when another part of the scene changes, and is replaced when its own file changes.
    folder.write("red.bmp", bytes(Rgb { r: 0, g: 0, b: 255 }));
    folder.change(&mut stage, "a.ron", SCENE.replace("name: \"robo\",", "name: \"robo\", scale: 2.0,")).unwrap();
    assert_eq!(seen(&mut stage), [0xFF0000, 0xFF0000]);
    stage.reload(&[path("red.bmp")]).unwrap();
    assert_eq!(seen(&mut stage), [0x0000FF, 0x0000FF]);
    let blue = stage.texture(&path("red.bmp")).unwrap();
    assert!(Arc::ptr_eq(&blue, &stage.world.get::<&Sprite>(sprite).unwrap().texture));
}

#[test]
fn figures_actions_and_sphere_maps_of_files_are_loaded_while_the_scene_runs() {
    let folder = Folder::new();
    let mut stage = folder.stage("(entities: [])");
    let figure = loaded(&mut stage, "robo.mbac", &["robo.bmp"]).unwrap();
    let actions = moves(&mut stage, "robo.mbac", "robo.mtra").unwrap();
    let sphere_map = Some(stage.assets().sphere(&path("robo.bmp")).unwrap());
    assert!(Arc::ptr_eq(&figure.model, &stage.assets().figure(&path("robo.mbac")).unwrap().model), "loaded once");
    assert_eq!(figure.textures.len(), 1);
    for name in ["robo.mbac", "robo.mtra", "robo.bmp"] {
        assert!(stage.assets().files().contains(&path(name)), "changes of {name} are seen");
    }
    let playback = Playback::new(Part::default(), &actions);
    let effect = FigureEffect { sphere_map, ..FigureEffect::default() };
    let robo = stage.world.spawn((figure, actions, playback, effect, Transform::default()));
    (0..3).for_each(|_| stage.tick(&[]));
    assert_eq!(stage.world.get::<&Playback>(robo).unwrap().head.frame.to_num::<i32>(), 3);

    // A changed file is read again, also for the entity. Its actions do not fit any more, and stay as they were.
    folder.change(&mut stage, "robo.mbac", crate::content::figure(1, 3)).unwrap();
    let other = loaded(&mut stage, "robo.mbac", &["robo.bmp"]).unwrap();
    assert_eq!([other.document.bones.len(), stage.world.get::<&Figure>(robo).unwrap().document.bones.len()], [3, 3]);
    let warnings = stage.take_warnings();
    assert!(warnings.iter().any(|warning| warning.starts_with("robo.mtra: made for 2 bones")), "{warnings:?}");
    stage.tick(&[]);
    let error = moves(&mut stage, "robo.mbac", "robo.mtra").unwrap_err().to_string();
    assert!(error.contains("robo.mtra") && error.contains("robo.mbac"), "{error}");
    let error = loaded(&mut stage, "none.mbac", &[]).unwrap_err().to_string();
    assert!(error.starts_with("none.mbac"), "{error}");
    let error = loaded(&mut stage, "robo.mbac", &["robo.mtra"]).unwrap_err().to_string();
    assert_eq!(error, "robo.mtra: expected a picture (BMP, PNG), found MTRA");
    folder.write("small.bmp", picture(32));
    let error = stage.assets().sphere(&path("small.bmp")).unwrap_err().to_string();
    assert!(error.starts_with("small.bmp"), "{error}");
}

#[test]
fn faults_of_textures_are_errors_and_change_nothing() {
    let folder = Folder::new();
    folder.write("half.bmp", &bytes(RED)[..40]);
    let mut stage = folder.stage(SCENE);
    let mut fault = |name: &str| stage.texture(&path(name)).unwrap_err().to_string();
    assert_eq!(fault("no.bmp"), "no.bmp: no such file");
    assert!(fault("half.bmp").starts_with("half.bmp: "), "{}", fault("half.bmp"));
    folder.write("half.bmp", bytes(RED));
    assert!(stage.texture(&path("half.bmp")).is_ok(), "a fault is not kept");
    assert_eq!(seen(&mut stage), [0, 0]);
}

#[test]
fn scenes_share_the_files_that_both_use() {
    let folder = Folder::new();
    folder.write("other.bmp", picture(64));
    folder.write("b.ron", br#"(entities: [(name: "again", figure: "robo.mbac", play: (action: 0))])"#);
    folder.write("c.ron", br#"(compat: (pixel_format: Rgb888), entities: [(name: "again", figure: "robo.mbac")])"#);
    let mut first = folder.stage(&SCENE.replace("(texture: \"robo.bmp\"", "(texture: \"other.bmp\""));
    let figure =
        |stage: &Stage, name: &str| Figure::clone(&stage.world.get::<&Figure>(stage.named(name).unwrap()).unwrap());
    let robo = figure(&first, "robo");
    let mut second = first.open_scene(&path("b.ron")).unwrap();
    let again = figure(&second, "again");
    assert!(Arc::ptr_eq(&robo.model, &again.model) && Arc::ptr_eq(&robo.textures[0], &again.textures[0]));
    assert_eq!(
        second.assets().files(),
        ["b.ron", "robo.bmp", "robo.mbac", "robo.mtra"].map(path),
        "files of its own only"
    );
    let mut third = second.open_scene(&path("a.ron")).unwrap();
    assert_eq!(third.assets().files().len(), first.assets().files().len());
    assert!(Arc::ptr_eq(&robo.model, &figure(&third, "robo").model));
    let other = figure(&first.open_scene(&path("c.ron")).unwrap(), "again");
    assert!(Arc::ptr_eq(&robo.model, &other.model));
    assert!(!Arc::ptr_eq(&robo.textures[0], &other.textures[0]), "its textures have 8 bits per channel");
    assert_eq!(first.open_scene(&path("no.ron")).err().unwrap().to_string(), "no.ron: no such file");
    let empty = Stage::empty((8, 8), Compat::default(), &Settings::default());
    assert!(empty.open_scene(&path("a.ron")).is_err(), "an empty stage has no files");
    let apart = Stage::open(Source::clone(first.assets().source()), &path("b.ron"), &Settings::default()).unwrap();
    assert!(!Arc::ptr_eq(&figure(&apart, "again").model, &robo.model));
}

const ROAD: &str = r#"(
    background: 0x000001,
    paths: {
        "road": (points: [(at: (0, 0, 0), width: 100), (at: (0, 0, -400), width: 100)]),
    },
    entities: [
        (at: (0, 300, 200), camera: (rig: LookAt(offset: (0, 0, -150)))),
    ],
)"#;

pub(crate) fn at(stage: &mut Stage, point: Vector3) -> u32 {
    let (x, y) = stage.pixel_of(point).unwrap();
    drawn(stage).pixels()[(y * 240 + x) as usize]
}

/// Returns the scene with a strip along its road, drawn with a texture of one colour.
pub(crate) fn road(colour: Rgb, lines: [Q12; 2]) -> (Stage, keitai_runtime::hecs::Entity) {
    let mut stage = open(ROAD).unwrap();
    let texture = stage.make_texture(&plain(colour)).unwrap();
    let mut mesh = Mesh::default();
    let fill = Fill::Texels { slot: 0, at: [[0, 0], [0, 7], [7, 7], [7, 0]] };
    mesh.add_strip(stage.scene().path("road").unwrap(), .., 8, lines, fill, Material(0));
    let road = stage.world.spawn((mesh.figure(vec![texture]).unwrap(), Transform::default()));
    stage.propagate_transforms();
    (stage, road)
}

pub(crate) fn plain(colour: Rgb) -> Texture {
    Texture { width: 8, height: 8, palette: vec![colour], texels: vec![0; 64] }
}

pub(crate) fn sprite(texture: Arc<TextureMap>) -> Sprite {
    let (texels, size, blend) = ([0, 0, 8, 8], [8, 8], Blend::Normal);
    Sprite { texture, texels, size, angle: 0, blend, key: false, screen: false }
}

pub(crate) const RED: Rgb = Rgb { r: 255, g: 0, b: 0 };
pub(crate) const EDGES: [Q12; 2] = [Q12::ONE, Q12::NEG_ONE];

#[test]
fn a_track_along_a_path_is_drawn_from_above() {
    let (mut stage, _) = road(RED, EDGES);
    let mut seen = |x, z| at(&mut stage, Vector3::new(x, 0, z));
    assert_eq!([seen(0, -20), seen(45, -200), seen(-45, -380)], [0xFF0000; 3]);
    assert_eq!([seen(60, -200), seen(0, 20), seen(0, -430)], [1; 3]);
    let (mut below, _) = road(RED, [Q12::NEG_ONE, Q12::ONE]);
    assert_eq!(at(&mut below, Vector3::new(0, 0, -200)), 1, "its front is below");
}

#[test]
fn textures_and_meshes_change_while_the_scene_runs() {
    let (mut stage, road) = road(RED, EDGES);
    let blue = stage.make_texture(&plain(Rgb { r: 0, g: 0, b: 255 })).unwrap();
    stage.world.get::<&mut Figure>(road).unwrap().textures[0] = Arc::clone(&blue);
    assert_eq!(at(&mut stage, Vector3::new(0, 0, -200)), 0xFF);
    let mut mesh = Mesh::default();
    mesh.add_strip(
        stage.scene().path("road").unwrap(),
        ..,
        1,
        [Q12::ZERO, Q12::NEG_ONE],
        Fill::Colour(0x00FF00),
        Material(0),
    );
    *stage.world.get::<&mut Figure>(road).unwrap() = mesh.figure(Vec::new()).unwrap();
    let mut seen = |x| at(&mut stage, Vector3::new(x, 0, -200));
    // The left of a traveller along -z is at -x.
    assert_eq!([seen(-20), seen(20)], [1, 0x00FF00]);
    assert_eq!(replayed(&stage.shot().unwrap()), drawn(&mut stage), "a shot holds the mesh");
}

#[test]
fn a_path_that_is_missing_is_an_error() {
    let stage = open(ROAD).unwrap();
    let missing = stage.scene().path("raod").unwrap_err();
    assert_eq!(missing.to_string(), "scenes/a.ron: there is no path \"raod\"");
    assert_eq!(missing.hint().unwrap(), "did you mean \"road\"?");
}
