//! Hot reload: changes are applied, moving entities continue, an error changes nothing.

use crate::content::{actions, drawn, figure, loaded, moves, path, picture};
use keitai_render::{Clip, Q12};
use keitai_runtime::assets::Source;
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::world::{
    Actions, Camera, Figure, Gauge, ListMenu, Playback, Rig, RigPath, Sounds, Sprite, Text, Transform,
};
use keitai_runtime::{Error, Settings, Stage};
use keitai_sound::{Sound, wave};
use tempfile::TempDir;

/// A folder with a scene and a figure.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("robo.mbac", figure(1, 2));
        folder.write("robo.mtra", actions(2));
        folder.write("robo.bmp", picture(64));
        folder
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.0.path().join(name), bytes).unwrap();
    }

    pub(crate) fn stage(&self, scene: &str) -> Stage {
        self.write("a.ron", scene);
        Stage::open(Source::folder(self.0.path()).unwrap(), &path("a.ron"), &Settings::default()).unwrap()
    }

    pub(crate) fn change(&self, stage: &mut Stage, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
        self.write(name, bytes);
        stage.reload(&[path(name)])
    }
}

const SCENE: &str = r#"(entities: [
    (name: "robo", figure: "robo.mbac", play: (action: "robo"), velocity: (linear: (4096, 0, 0))),
    (name: "gone", at: (1, 2, 3)),
    (camera: (rig: Orbit(target: "robo", distance: 100, spin: 16))),
])"#;

#[test]
fn changes_are_applied_and_moving_entities_go_on() {
    let folder = Folder::new();
    let mut stage = folder.stage(SCENE);
    let robo = stage.named("robo").unwrap();
    (0..5).for_each(|_| stage.tick(&[]));
    let view = stage.world.get::<&Camera>(stage.camera.unwrap()).unwrap().view;

    let changed = SCENE.replace("(name: \"gone\", at: (1, 2, 3))", "(name: \"new\", parent: \"robo\", layer: 2)");
    folder.write("a.ron", changed.replace("linear: (4096", "linear: (8192"));
    assert!(!stage.is_reloaded());
    stage.reload(&[path("a.ron")]).unwrap();
    assert!(stage.is_reloaded());

    let state = |stage: &Stage| {
        let frame = stage.world.get::<&Playback>(robo).unwrap().head.frame.to_num::<i32>();
        (stage.world.get::<&Transform>(robo).unwrap().rounded().x, frame)
    };
    assert_eq!(state(&stage), (5, 5));
    assert!(stage.named("gone").is_err());
    assert!(stage.named("new").is_ok());
    let camera = stage.camera.unwrap();
    assert_eq!(stage.world.get::<&Camera>(camera).unwrap().view, view);
    stage.tick(&[]);
    assert_eq!(state(&stage), (7, 6), "at the new velocity");
    assert!(!stage.is_reloaded());
}

#[test]
fn what_has_moved_on_stays_when_another_value_beside_it_changes() {
    const SCENE: &str = r#"(
        entities: [
            (name: "robo", figure: "robo.mbac", play: (action: "robo"), steer: (speed: 9.0, turn: 9)),
            (name: "ball", velocity: (linear: (1.0, 0.0, 0.0), acceleration: (0.5, 0.0, 0.0))),
            (camera: (rig: Orbit(distance: 100, spin: 16))),
        ],
    )"#;
    let folder = Folder::new();
    let mut stage = folder.stage(SCENE);
    let forward = Controls { held: Button::Up.into(), ..Controls::IDLE };
    (0..4).for_each(|_| stage.tick(&[forward]));
    let state = |stage: &Stage| {
        let place = |name: &str| stage.world.get::<&Transform>(stage.named(name).unwrap()).unwrap().rounded();
        let (robo, ball) = (place("robo"), place("ball"));
        let frame = stage.world.get::<&Playback>(stage.named("robo").unwrap()).unwrap().head.frame.to_num::<i32>();
        let rig = *stage.world.get::<&Rig>(stage.camera.unwrap()).unwrap();
        let RigPath::Orbit { angle, .. } = rig.path else { panic!("{rig:?}") };
        (robo.z, frame, ball.x, angle.0)
    };
    assert_eq!(state(&stage), (36, 4, 7, 64));
    let changes = [
        ("steer:", "scale: 0.5, steer:"),
        ("\"robo\")", "\"robo\", speed: 0.5)"),
        ("(0.5,", "(-2.5,"),
        ("distance: 100", "distance: 200"),
    ];
    let changed = replaced(SCENE, &changes);
    folder.change(&mut stage, "a.ron", &changed).unwrap();
    assert_eq!(state(&stage), (36, 4, 7, 64));
    stage.tick(&[forward]);
    assert_eq!(state(&stage), (45, 4, 10, 80));
}

/// Returns a scene with other texts in place of some that it has.
fn replaced(scene: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(scene.to_owned(), |scene, (from, to)| {
        assert!(scene.contains(from), "{from}");
        scene.replace(from, to)
    })
}

#[test]
fn what_a_game_shows_stays_when_its_look_changes() {
    const SCENE: &str = r#"(entities: [
        (name: "note", text: (text: "", colour: 0xFF)),
        (name: "life", rectangle: (size: (80, 6), colour: 0), gauge: (value: 9, full: 10)),
        (name: "menu", menu: (items: ["GO", (text: "LAPS", values: ["1", "3"])])),
    ])"#;
    let folder = Folder::new();
    let mut stage = folder.stage(SCENE);
    let [note, life, menu] = ["note", "life", "menu"].map(|name| stage.named(name).unwrap());
    stage.world.get::<&mut Text>(note).unwrap().text = "GO".to_owned();
    stage.world.get::<&mut Gauge>(life).unwrap().value = 4;
    stage.world.get::<&mut ListMenu>(menu).unwrap().set_value("LAPS", 1);
    stage.world.get::<&mut ListMenu>(menu).unwrap().select("LAPS");
    let changed = [("0xFF", "0xFFFF"), ("10", "20"), ("\"GO\", ", "\"GO\", \"END\", ")];
    folder.change(&mut stage, "a.ron", replaced(SCENE, &changed)).unwrap();
    assert_eq!(stage.world.get::<&Text>(note).unwrap().text, "GO");
    let (gauge, menu) = (*stage.world.get::<&Gauge>(life).unwrap(), stage.world.get::<&ListMenu>(menu).unwrap());
    assert_eq!((gauge.value, gauge.full), (4, 20));
    assert_eq!((menu.selected().map(|id| &**id), menu.value("LAPS")), (Some("LAPS"), Some(1)));
}

#[test]
fn a_background_of_the_game_stays_until_the_file_changes_its_own() {
    let folder = Folder::new();
    let mut stage = folder.stage("(background: 0x000001)");
    stage.set_background(0x000002);
    let mut reload = |scene: &str| {
        folder.change(&mut stage, "a.ron", scene).unwrap();
        stage.scene().background
    };
    assert_eq!(reload("(background: 0x000001, seed: 1)"), 2);
    assert_eq!(reload("(background: 0x000003)"), 3);
}

#[test]
fn an_area_of_the_game_goes_on_when_another_value_beside_it_changes() {
    let folder = Folder::new();
    let scene = "(entities: [(camera: (area: (0, 0, 8, 8)))])";
    let mut stage = folder.stage(scene);
    let area = Some(Clip { left: 0, top: 0, right: 4, bottom: 4 });
    let camera = stage.camera.unwrap();
    stage.world.get::<&mut Camera>(camera).unwrap().area = area;
    folder.change(&mut stage, "a.ron", scene.replace("8, 8)", "8, 8), centre: (1, 1)")).unwrap();
    let camera = *stage.world.get::<&Camera>(camera).unwrap();
    assert_eq!((camera.area, camera.centre), (area, Some((1, 1))));
}

#[test]
fn children_that_are_new_are_not_made_where_the_game_has_removed_their_parent() {
    let folder = Folder::new();
    let mut stage = folder.stage(r#"(entities: [(name: "coin"), (name: "eye", camera: ())])"#);
    stage.remove(stage.named("coin").unwrap());
    let scene =
        r#"(entities: [(name: "coin", children: [(children: [()])]), (parent: "coin"), (name: "eye", camera: ())])"#;
    folder.change(&mut stage, "a.ron", scene).unwrap();
    assert_eq!(stage.world.len(), 1);
}

#[test]
fn a_child_stays_when_its_parent_is_renamed_or_goes() {
    let folder = Folder::new();
    let mut stage = folder.stage(r#"(entities: [(name: "old"), (name: "child", parent: "old", at: (1, 2, 3))])"#);
    let child = stage.named("child").unwrap();
    for scene in [
        r#"(entities: [(name: "new"), (name: "child", parent: "new")])"#,
        r#"(entities: [(name: "child", at: (4, 5, 6))])"#,
    ] {
        folder.change(&mut stage, "a.ron", scene).unwrap();
        assert_eq!(stage.named("child").unwrap(), child);
        assert!(stage.world.contains(child));
    }
    assert_eq!(stage.world.get::<&Transform>(child).unwrap().rounded().x, 4);
}

#[test]
fn compat_goes_with_the_scene_that_sets_it() {
    let folder = Folder::new();
    let mut stage = folder.stage("(entities: [])");
    let usual = stage.scene().compat;
    folder.change(&mut stage, "a.ron", br#"(compat: "viewer", entities: [])"#).unwrap();
    assert_ne!(stage.scene().compat, usual);
    folder.change(&mut stage, "a.ron", b"(entities: [])").unwrap();
    assert_eq!(stage.scene().compat, usual);
}

#[test]
fn a_scene_that_gets_or_loses_its_camera_is_seen_through_the_right_one() {
    let folder = Folder::new();
    let mut stage = folder.stage("()");
    let usual = stage.camera;
    let mut reload = |scene: &str| {
        folder.change(&mut stage, "a.ron", scene).unwrap();
        (stage.camera, stage.named("eye").ok(), stage.world.len())
    };
    assert_eq!(reload("(seed: 1)"), (usual, None, 1), "the same one in its place");
    let (camera, eye, entities) = reload("(entities: [(name: \"eye\", camera: ())])");
    assert!(eye.is_some() && camera == eye && entities == 1, "{camera:?} {eye:?} {entities}");
    let (camera, _, entities) = reload("()");
    assert!(camera.is_some() && camera != eye && entities == 1, "{camera:?} {entities}");
}

#[test]
fn entities_are_drawn_in_the_order_of_the_changed_file() {
    let folder = Folder::new();
    let scene = |before: &str| {
        format!(r#"(size: (16, 16), entities: [{before} (name: "mark", rectangle: (size: (8, 8), colour: 0xFFFFFF))])"#)
    };
    let mut stage = folder.stage(&scene(""));
    let changed = scene(r#"(name: "panel", rectangle: (size: (16, 16), colour: 0xFF0000)),"#);
    folder.change(&mut stage, "a.ron", &changed).unwrap();
    assert_eq!(drawn(&mut stage).digest(), drawn(&mut folder.stage(&changed)).digest());
}

#[test]
fn views_and_lights_follow_the_order_of_the_changed_file() {
    let folder = Folder::new();
    let scene = |before: &str| {
        let last =
            r#"(camera: (area: (0, 0, 8, 8), projection: ParallelSize(8, 8))), (light: (direction: (0, 0, -1)))"#;
        format!(r#"(size: (8, 8), entities: [(camera: ()), (figure: "robo.mbac"), {before} {last}])"#)
    };
    let mut stage = folder.stage(&scene(""));
    let more = scene(
        r#"(name: "b", camera: (area: (0, 0, 8, 8))), (name: "l", light: (direction: (0, 0, 1), intensity: 0.0)),"#,
    );
    folder.change(&mut stage, "a.ron", &more).unwrap();
    let mut new = folder.stage(&more);
    assert_eq!(stage.shot().unwrap().text, new.shot().unwrap().text);
}

#[test]
fn a_figure_without_its_action_and_its_pattern_is_as_in_a_new_scene() {
    let folder = Folder::new();
    let scene = |more: &str| format!("(entities: [(name: \"robo\", figure: \"robo.mbac\"{more})])");
    let mut stage = folder.stage(&scene(", play: (action: 0), pattern: 6"));
    let posture = |stage: &Stage| stage.world.get::<&Figure>(stage.named("robo").unwrap()).unwrap().posture.clone();
    (0..3).for_each(|_| stage.tick(&[]));
    for more in [", pattern: 6", ""] {
        folder.change(&mut stage, "a.ron", scene(more)).unwrap();
        assert_eq!(posture(&stage), posture(&folder.stage(&scene(more))), "{more}");
    }
}

#[test]
fn an_error_changes_nothing() {
    let folder = Folder::new();
    let mut stage = folder.stage(SCENE);
    let before = drawn(&mut stage);

    let error = folder.change(&mut stage, "robo.bmp", b"BM no more").unwrap_err().to_string();
    assert!(error.starts_with("a.ron:2:28: robo.bmp: BMP: header"), "{error}");
    let error = folder.change(&mut stage, "a.ron", b"(entities: [").unwrap_err().to_string();
    assert!(error.starts_with("a.ron:1:12:"), "{error}");
    assert_eq!(before.digest(), drawn(&mut stage).digest());

    folder.write("a.ron", SCENE);
    folder.write("robo.bmp", picture(32));
    stage.reload(&[path("a.ron"), path("robo.bmp")]).unwrap();
}

#[test]
fn a_stage_without_files_has_nothing_to_reload() {
    let mut stage = Stage::empty((8, 8), Default::default(), &Settings::default());
    let entity = stage.world.spawn((Transform::default(),));
    stage.reload(&[path("a.ron")]).unwrap();
    assert!(stage.world.contains(entity));
}

#[test]
fn files_that_a_refused_scene_names_are_known() {
    let folder = Folder::new();
    let mut stage = folder.stage("()");
    assert_eq!(stage.assets().files(), [path("a.ron")]);
    folder.write("parts.ron", b"(prefabs: {\"car\": (figure: \"cars/new.mbac\")})");
    folder.write("a.ron", br#"(include: ["parts.ron"], entities: [(prefab: "car")])"#);
    assert!(stage.reload(&[path("a.ron")]).unwrap_err().to_string().contains("cars/new.mbac: no such file"));
    assert_eq!(stage.assets().files(), ["a.ron", "cars/new.mbac", "parts.ron"].map(path));
}

#[test]
fn files_that_a_scene_names_no_longer_are_forgotten_and_those_of_the_game_are_not() {
    let folder = Folder::new();
    folder.write("parts.ron", b"(prefabs: {\"car\": (figure: \"robo.mbac\", textures: [\"robo.bmp\"])})");
    let with = "(include: [\"parts.ron\"], entities: [(prefab: \"car\")])";
    let mut stage = folder.stage(with);
    folder.write("notes.txt", b"1");
    stage.assets().read(&path("notes.txt"), 9).unwrap();
    stage.reload(&[path("a.ron")]).unwrap();
    for name in ["parts.ron", "robo.mbac", "notes.txt"] {
        assert!(stage.assets().files().contains(&path(name)), "{name}");
    }
    folder.change(&mut stage, "a.ron", b"()").unwrap();
    assert_eq!(stage.assets().files(), ["a.ron", "notes.txt"].map(path));
}

#[test]
fn entities_that_a_game_has_made_get_changed_files() {
    let folder = Folder::new();
    folder.write("mark.bmp", picture(64));
    let scene = r#"(prefabs: {"mark": (sprite: (texture: "mark.bmp", size: (8, 8)))}, ready: ["mark"])"#;
    let mut stage = folder.stage(scene);
    let mark = stage.spawn("mark").unwrap();
    let robot = loaded(&mut stage, "robo.mbac", &["robo.bmp"]).unwrap();
    let moves = moves(&mut stage, "robo.mbac", "robo.mtra").unwrap();
    let robo = stage.world.spawn((robot, moves));
    let content = |stage: &Stage| {
        let mut figure = stage.world.query_one::<(&Figure, &Actions)>(robo);
        let (figure, actions) = figure.get().unwrap();
        let sprite = stage.world.get::<&Sprite>(mark).unwrap();
        let bones = figure.document.bones.len();
        (sprite.texture.width(), figure.textures[0].width(), bones, actions.tables[0].table.bone_count)
    };
    let before = content(&stage);

    // A reload that fails changes nothing, and the next one still finds what is to be changed.
    folder.write("mark.bmp", picture(32));
    folder.write("robo.bmp", picture(32));
    folder.write("robo.mbac", figure(1, 3));
    folder.write("robo.mtra", actions(3));
    folder.write("a.ron", b"(");
    let all = ["mark.bmp", "robo.bmp", "robo.mbac", "robo.mtra", "a.ron"].map(path);
    assert!(stage.reload(&all).is_err());
    assert_eq!(content(&stage), before);
    folder.change(&mut stage, "a.ron", scene).unwrap();
    let after = content(&stage);
    assert_eq!((before, after), ((64, 64, 2, 2), (32, 32, 3, 3)));

    // A file that is damaged leaves its old content, with a warning.
    folder.change(&mut stage, "robo.bmp", b"nothing").unwrap();
    assert_eq!(content(&stage), after);
    let warnings = stage.take_warnings();
    assert!(warnings.iter().any(|warning| warning.starts_with("robo.bmp: ")), "{warnings:?}");
}

#[test]
fn sounds_that_a_game_has_added_or_plays_get_changed_files() {
    let folder = Folder::new();
    let click = |rate: u32| wave::write(rate, 1, &[0, 9000, -9000, 0]).unwrap();
    folder.write("own.wav", click(8000));
    let mut stage = folder.stage("()");
    stage.add_sound("own", &path("own.wav"), Q12::ONE).unwrap();
    stage.set_music(Some("own"), 0);
    stage.tick(&[]);
    folder.change(&mut stage, "own.wav", click(11025)).unwrap();
    stage.play_sound("own", Q12::ONE, None);
    assert!(stage.take_warnings().is_empty());
    let Sounds { played, music, .. } = &stage.sounds;
    for asset in [&played[0].asset, &music.as_ref().unwrap().asset] {
        assert!(matches!(&asset.sound, Sound::Sample(sample) if sample.rate() == 11025));
    }
}
