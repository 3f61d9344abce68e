//! Scenes from text to picture, and the errors of faulty scenes.

use crate::content::{actions, figure, picture};
use keitai_controls::{Button, Controls};
use keitai_render::{Backend, Compat};
use keitai_runtime::assets::{AssetPath, Assets, Source};
use keitai_runtime::scene::Scene;
use keitai_runtime::world::{Playback, Transform, WorldTransform, named};
use keitai_runtime::{Error, Settings, Stage};

fn source(scene: impl Into<Vec<u8>>) -> Source {
    Source::memory([
        ("scenes/a.ron".to_owned(), scene.into()),
        (
            "scenes/prefabs.ron".to_owned(),
            br#"(prefabs: {"robo": (figure: "../art/robo.mbac", scale: 2048)})"#.to_vec(),
        ),
        ("scenes/plain.ron".to_owned(), b"(entities: [()])".to_vec()),
        ("art/robo.mbac".to_owned(), figure(1, 2)),
        ("art/robo.bmp".to_owned(), picture(64)),
        ("art/robo.mtra".to_owned(), actions(2)),
        ("art/three.mtra".to_owned(), actions(3)),
        ("art/bare/bare.mbac".to_owned(), figure(1, 1)),
        ("art/broken.mbac".to_owned(), b"MB\x05".to_vec()),
    ])
}

pub(crate) fn open(scene: impl Into<Vec<u8>>) -> Result<Stage, Error> {
    Stage::open(source(scene), &AssetPath::new("scenes/a.ron").unwrap(), &Settings::default())
}

/// Returns the message and the hint of a scene's first error.
#[track_caller]
pub(crate) fn wrong(scene: impl Into<Vec<u8>>) -> (String, Option<String>) {
    let error = open(scene).err().unwrap();
    (error.to_string(), error.hint())
}

#[test]
fn an_empty_scene_is_an_empty_picture() {
    let mut stage = open("()").unwrap();
    let mut picture = stage.framebuffer();
    stage.tick(&[]);
    stage.draw(&mut picture);
    assert_eq!((picture.width(), picture.height()), (240, 320));
    assert!(picture.pixels().iter().all(|pixel| *pixel == 0));
}

#[test]
fn unset_fields_are_those_of_the_prefab() {
    let stage = open(
        r#"(
            include: ["prefabs.ron"],
            prefabs: {"near": (at: (1, 2, 3), tags: ["a", "b"])},
            entities: [
                (name: "one", prefab: "robo", at: (7, 0, 0)),
                (name: "two", prefab: "near", at: (4, 5, 6), parent: "one"),
            ],
        )"#,
    )
    .unwrap();
    let place = |name| {
        let entity = named(&stage.world, name).unwrap();
        stage.world.get::<&WorldTransform>(entity).unwrap().0
    };
    assert_eq!(place("one").to_raw(), [2048, 0, 0, 7, 0, 2048, 0, 0, 0, 0, 2048, 0]);
    assert_eq!(place("two").translation, [9, 3, 3]);
}

#[test]
fn a_steered_figure_walks_while_a_button_is_held() {
    let mut stage = open(
        r#"(entities: [(
            name: "robo", figure: "../art/robo.mbac",
            steer: (speed: 8192, turn: 64, moving: (action: "robo", mode: MirroredLoop), idle: (action: 0, speed: 0)),
        )])"#,
    )
    .unwrap();
    let robo = named(&stage.world, "robo").unwrap();
    let state = |stage: &Stage| {
        let frame = stage.world.get::<&Playback>(robo).unwrap().head.frame;
        (stage.world.get::<&Transform>(robo).unwrap().rounded().z, frame.to_num::<i32>())
    };
    let up = Controls { held: Button::Up.into(), ..Controls::IDLE };
    (0..11).for_each(|_| stage.tick(&[up]));
    assert_eq!(state(&stage), (22, 7), "eleven frames of nine, and back");
    stage.tick(&[Controls::IDLE]);
    assert_eq!(state(&stage), (22, 0));
}

#[test]
fn events_and_copies() {
    let mut stage = open(
        r#"(entities: [(
            figure: "../art/robo.mbac", textures: ["../art/robo.bmp"], actions: ["../art/robo.mtra"],
            action_names: {"go": 0}, play: (action: "go", start: 2), events: [(action: "robo", frame: 4, name: "step")],
            repeat: (count: (3, 2), spacing: (10, -10), stagger: 0x10000),
        )])"#,
    )
    .unwrap();
    assert_eq!(stage.entities().len(), 6);
    let last = *stage.entities().last().unwrap();
    assert_eq!(stage.world.get::<&WorldTransform>(last).unwrap().0.translation, [20, 0, -10]);
    // The first copy starts at frame 2, the second at 3, and so on.
    let came: Vec<usize> = (0..3)
        .map(|_| {
            stage.tick(&[]);
            stage.events.len()
        })
        .collect();
    assert_eq!(came, [2, 1, 0], "the third starts at the event");
}

#[test]
fn errors_of_syntax() {
    assert_eq!(wrong("(entities: [(nmae: \"a\")])").0, "scenes/a.ron:1:14: unknown field `nmae`");
    assert_eq!(wrong("(entities: [(nmae: \"a\")])").1.unwrap(), "did you mean `name`?");
    assert_eq!(wrong("(\n  siez: (1, 1),\n)").0, "scenes/a.ron:2:3: unknown field `siez`");
    assert!(wrong("(zzz: 1)").1.unwrap().contains("`background`"));
    assert_eq!(wrong("(\n size: (240, \"a\"))").0, "scenes/a.ron:2:14: a whole number was expected");
    assert_eq!(wrong("(background: 1.5)").0, "scenes/a.ron:1:14: a whole number was expected, found 1.5");
    assert_eq!(wrong("(size: (1, 1)").0, "scenes/a.ron:1:13: a comma or a closing bracket was expected");
    assert_eq!(wrong("").0, "scenes/a.ron:1:1: expected `(`");
    assert_eq!(wrong("() ()").0, "scenes/a.ron:1:3: unexpected text after the end");
    assert_eq!(wrong(b"(\n\xff)".to_vec()).0, "scenes/a.ron:2:1: not UTF-8: invalid byte at offset 2");
    let entity = |fields: &str| wrong(format!("(entities: [({fields})])")).0.replace("scenes/a.ron:1:", "");
    assert_eq!(entity("at: (1, 2)"), "23: expected 3 values, found 2");
    assert_eq!(entity("solid: Box(1)"), "26: expected 2 values, found 1");
    assert_eq!(entity("tags: \"a\""), "20: expected `[`");
    assert_eq!(entity("action_names: [\"a\"]"), "28: expected `{`");
    assert_eq!(entity("layer: 40000"), "21: number out of range: 40000");
    assert_eq!(entity("velocity: (linear: (1.2.3, 0, 0))"), "34: a number was expected: 1.2.3");
    assert_eq!(wrong("entities: []").0, "scenes/a.ron:1:1: expected `(` before `entities`");
    let quotes = wrong("(entities: [(name: 'a')])");
    assert_eq!(quotes.0, "scenes/a.ron:1:20: a text in quotes was expected");
    assert_eq!(quotes.1.unwrap(), "texts have double quotes");
    let mode = wrong("(entities: [(play: (action: 1, mode: Lop))])");
    assert_eq!(mode, ("scenes/a.ron:1:38: unknown name `Lop`".into(), Some("did you mean `Loop`?".into())));
    assert_eq!(
        wrong("(entities: [(play: (action: 1.5))])").0,
        "scenes/a.ron:1:29: expected an action's name or number, found the floating point number `1.5`"
    );
}

#[test]
fn errors_of_names() {
    let hint = |text: &str| Some(text.to_owned());
    assert_eq!(
        wrong(r#"(entities: [(name: "robo"), (parent: "rob")])"#),
        ("scenes/a.ron:1:38: there is no entity \"rob\"".into(), hint("did you mean \"robo\"?"))
    );
    assert_eq!(
        wrong("(include: [\"prefabs.ron\"], entities: [(prefab: \"car\")])"),
        ("scenes/a.ron:1:48: there is no prefab \"car\"".into(), hint("known names: \"robo\""))
    );
    assert_eq!(
        wrong("(entities: [\n(figure: \"../art/robo.mbac\",\n play: (action: \"rboo\"))])"),
        ("scenes/a.ron:3:17: there is no action \"rboo\"".into(), hint("did you mean \"robo\"?"))
    );
    for field in [
        "play: (action: 0, then: (action: \"rboo\"))",
        "events: [(action: \"rboo\", frame: 1)]",
        "steer: (speed: 1, turn: 1, idle: (action: \"rboo\"))",
        "steer: (speed: 1, turn: 1, moving: (action: \"rboo\"))",
    ] {
        let fault = wrong(format!("(entities: [(figure: \"../art/robo.mbac\",\n{field})])"));
        assert!(
            fault.0.ends_with("there is no action \"rboo\"") && fault.1 == hint("did you mean \"robo\"?"),
            "{fault:?}"
        );
    }
    let camera = r#"(entities: [(camera: (rig: Chase(target: "nobody", distance: 1, height: 1)))])"#;
    assert_eq!(wrong(camera).0, "scenes/a.ron:1:42: there is no entity \"nobody\"");
    assert_eq!(
        wrong(r#"(entities: [(name: "a"), (name: "a")])"#).0,
        "scenes/a.ron:1:33: entity \"a\" is defined twice"
    );
    assert_eq!(
        wrong(r#"(entities: [(name: "a", parent: "c"), (name: "b", parent: "a"), (name: "c", parent: "b")])"#).0,
        "scenes/a.ron:1:33: parent cycle through \"a\""
    );
    assert_eq!(wrong(r#"(entities: [(name: "x", parent: "x")])"#).0, "scenes/a.ron:1:33: parent cycle through \"x\"");
}

#[test]
fn errors_of_numbers() {
    assert_eq!(wrong("(size: (0, 9))").0, "scenes/a.ron:1:8: size: expected 1..=2048, found 0");
    assert_eq!(wrong("(size: (-1, 9))").0, "scenes/a.ron:1:9: number out of range: -1");
    assert_eq!(
        wrong("(entities: [(camera: (projection: PerspectiveFov(9, 8, 682)))])").0,
        "scenes/a.ron:1:35: projection: far is 8, expected above near and at most 32767"
    );
    assert_eq!(
        wrong("(entities: [(repeat: (count: (65535, 65535), spacing: (1, 1)))])").0,
        "scenes/a.ron:1:30: repeat: expected 1 to 16384 entities in the scene, found 4294836225"
    );
    assert_eq!(
        wrong("(entities: [(steer: (player: 4, speed: 1, turn: 1))])").0,
        "scenes/a.ron:1:30: player: expected 0..=3, found 4"
    );
    assert_eq!(
        wrong("(entities: [(lifetime: 0)])").0,
        "scenes/a.ron:1:24: lifetime: expected at least 1 tick, found 0"
    );
    assert_eq!(
        wrong("(entities: [(figure: \"../art/robo.mbac\", texture: 1)])").0,
        "scenes/a.ron:1:51: texture: expected a number below that of the textures, found 1"
    );
    assert_eq!(wrong("(entities: [(pattern: 2)])").0, "scenes/a.ron:1:23: `pattern` has no effect without `figure`");
}

#[test]
fn errors_of_walls_and_heights() {
    let heights = |rest: &str| wrong(format!("(entities: [(heights: (origin: (0, 0), {rest}))])")).0;
    assert_eq!(
        heights("spacing: 0, columns: 2, heights: [1, 2, 3, 4]"),
        "scenes/a.ron:1:49: spacing: expected at least 1, found 0"
    );
    assert_eq!(
        heights("spacing: 9, columns: 2, heights: [1, 2, 3]"),
        "scenes/a.ron:1:73: heights: expected two or more full rows of `columns`, which are at least 2, found 3"
    );
    assert_eq!(wrong("(entities: [(walls: [(1, 2)])])").0, "scenes/a.ron:1:23: expected `(`");
}

#[test]
fn grounded_entities_climb_hills_and_stop_at_walls() {
    let mut stage = open(
        r#"(entities: [
            (walls: [((50, -9), (50, 9))], heights: (origin: (0, -50), spacing: 100, columns: 2, heights: [0, 50, 0, 50])),
            (name: "walker", grounded: true, solid: Circle(5), velocity: (linear: (40960, 0, 0))),
        ])"#,
    )
    .unwrap();
    (0..9).for_each(|_| stage.tick(&[]));
    let walker = named(&stage.world, "walker").unwrap();
    assert_eq!(stage.world.get::<&WorldTransform>(walker).unwrap().0.translation, [40, 20, 0]);
}

/// Sprites that fill a picture of 2048 x 2048: 64 of them are 268,435,456 pixels.
#[test]
fn polygons_of_a_picture_that_cover_too_much_are_an_error() {
    for backend in [Backend::Authentic, Backend::Enhanced] {
        let draw = |count: u32| {
            let sprite = r#"sprite: (texture: "../art/robo.bmp", size: (9000, 9000), key: false)"#;
            let repeat = format!("repeat: (count: ({count}, 1), spacing: (0, 0))");
            let text = format!("(size: (2048, 2048), background: 0xFFFFFF, entities: [({sprite}, {repeat})])");
            let mut stage = open(text).unwrap();
            stage.set_backend(backend);
            let mut picture = stage.framebuffer();
            stage.draw(&mut picture);
            assert_eq!(picture.pixels()[0], 0, "the sprites fill the picture");
            stage.check_picture().map_err(|error| error.to_string())
        };
        assert_eq!((draw(2), draw(64)), (Ok(()), Ok(())));
        let message = "the polygons of a picture cover more than 268435456 pixels, which takes too long to draw";
        assert_eq!(draw(65), Err(message.to_owned()));
    }
}

#[test]
fn scenes_with_too_much_work_are_refused() {
    let repeat = "repeat: (count: (128, 128), spacing: (0, 0))";
    let scene = format!(
        "(size: (2048, 2048), entities: [(rectangle: (size: (2048, 2048), colour: 0, blend: Half), {repeat})])"
    );
    let name = "pixels of rectangles, images, texts, menus and sprites on the screen";
    assert_eq!(
        wrong(scene).0,
        format!("scenes/a.ron:1:45: {name}: expected at most 67108864 per picture, found 71303168")
    );
    // Sixteen full pictures are allowed, a single pixel more is not; a view counts again.
    let full = |more: &str| {
        let full = "(rectangle: (size: (9999, 9999), colour: 0), repeat: (count: (16, 1), spacing: (0, 0)))";
        open(format!("(size: (2048, 2048), entities: [{full}, {more}])")).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(full(""), Ok(()));
    assert!(full("(text: (text: \".\"))").unwrap_err().ends_with("found 67108924"), "one letter of 6 x 10");
    assert!(full("(camera: (area: (0, 0, 1, 1)))").unwrap_err().contains(name));
    assert!(full("(rectangle: (size: (9, 9), colour: 0, clip: (0, 0, 0, 9)))").is_ok(), "nothing in its clip");

    let many = |entity: &str, count| {
        wrong(format!("(entities: [({entity}, repeat: (count: ({count}, 1), spacing: (9, 9)))])")).0
    };
    assert_eq!(
        many("camera: (area: (0, 0, 9, 9))", 65),
        "scenes/a.ron:1:22: cameras with an area: expected at most 64, found 65"
    );
    assert_eq!(many("solid: Circle(9)", 2049), "scenes/a.ron:1:21: solids: expected at most 2048, found 2049");
    let walls = format!("grounded: true, walls: [{}]", "((0, 0), (9, 9)),".repeat(64));
    assert!(
        many(&walls, 129).contains("tests of grounded entities against walls and heights: expected at most 1048576 ")
    );
    assert!(open("(entities: [(solid: Circle(9), repeat: (count: (2048, 1), spacing: (9, 9)))])").is_ok());
}

#[test]
fn errors_of_action_names() {
    let scene = |rest: &str| format!("(entities: [(figure: \"../art/robo.mbac\",\n {rest})])");
    assert_eq!(
        wrong(scene("action_names: {\"go\": 1}")).0,
        "scenes/a.ron:2:23: action: expected a number below that of the actions, found 1"
    );
    assert_eq!(
        wrong(scene("action_names: {\"walk\": 0}, play: (action: \"wlak\")")),
        ("scenes/a.ron:2:44: there is no action \"wlak\"".into(), Some("did you mean \"walk\"?".into()))
    );
}

#[test]
fn errors_of_files() {
    let figure = |path: &str| wrong(format!("(entities: [\n  (figure: \"{path}\"),\n])"));
    let at = "scenes/a.ron:2:12: ";
    assert_eq!(
        figure("../art/rob.mbac"),
        (format!("{at}art/rob.mbac: no such file"), Some("did you mean \"robo.mbac\"?".into()))
    );
    assert_eq!(figure("../../etc/passwd").0, format!("{at}\"../../etc/passwd\" leads outside the asset root"));
    assert!(figure("/etc/passwd").0.starts_with(&format!("{at}\"/etc/passwd\" is absolute")));
    assert_eq!(
        figure("../art/broken.mbac").0,
        format!("{at}art/broken.mbac: MBAC: header at byte 2: expected 2 more bytes, found 1")
    );
    assert_eq!(figure("../art/robo.mtra").0, format!("{at}art/robo.mtra: expected a figure (MBAC, BAC), found MTRA"));
    assert_eq!(
        figure("../art/bare/bare.mbac"),
        (
            format!("{at}no texture found for art/bare/bare.mbac"),
            Some("name its textures in `textures: [\"..\"]`".into())
        )
    );
    assert_eq!(
        wrong("(entities: [(figure: \"../art/robo.mbac\", actions: [\"../art/three.mtra\"])])").0,
        "scenes/a.ron:1:52: art/three.mtra: made for 3 bones, but art/robo.mbac has 2"
    );
}

#[test]
fn errors_of_prefabs() {
    assert_eq!(wrong("(prefabs: {\"a\": (name: \"b\")})").0, "scenes/a.ron:1:24: `name` is not allowed in a prefab");
    assert_eq!(
        wrong("(include: [\"prefabs.ron\"], prefabs: {\"robo\": ()})").0,
        "scenes/prefabs.ron:1:20: prefab \"robo\" is defined twice"
    );
    assert_eq!(
        wrong("(include: [\"plain.ron\"])").0,
        "scenes/plain.ron:1:12: `entities` is not allowed in an included file"
    );
    assert_eq!(wrong("(include: [\"none.ron\"])").0, "scenes/a.ron:1:12: scenes/none.ron: no such file");
    // An error in a field of the prefab is reported in the prefab.
    assert_eq!(
        wrong("(prefabs: {\"a\": (parent: \"no\")}, entities: [(prefab: \"a\")])").0,
        "scenes/a.ron:1:26: there is no entity \"no\""
    );
}

/// Returns all errors of a scene, without the name of its file.
fn faults(scene: &str) -> Vec<String> {
    let mut assets = Assets::new(source(scene), Compat::default());
    let found = Scene::errors(&mut assets, &AssetPath::new("scenes/a.ron").unwrap());
    found.iter().map(|error| error.to_string().trim_start_matches("scenes/a.ron:").to_owned()).collect()
}

#[test]
fn all_errors_are_reported_at_once() {
    let scene = r#"(
 size: (0, 9),
 include: ["nowhere.ron"],
 prefabs: {"slow": (figure: "../art/robo.mbac", scale: 1, lifetime: 0)},
 entities: [
  (name: "one", prefab: "slow", at: (1, 2, 3)),
  (name: "one", prefab: "slow"),
  (prefab: "unknown, which may have stood in the file that is missing", pattern: 1),
  (figure: "../art/robo.mbac", textures: ["../art/no.bmp", "../art/no2.bmp"], texture: 9, play: (action: "fly")),
  (figure: "../art/robo.mbac", actions: ["../art/three.mtra"], play: (action: "robo")),
  (pattern: 1, events: [], camera: (rig: Follow(target: "two", away: (0, 0, 9), ease: 1))),
  (name: "a", parent: "b"), (name: "b", parent: "a", repeat: (count: (0, 1), spacing: (0, 0))),
 ],
 ready: ["slow"],
)"#;
    let expected = [
        "3:12: scenes/nowhere.ron: no such file",
        "2:8: size: expected 1..=2048, found 0",
        "7:10: entity \"one\" is defined twice",
        "12:23: parent cycle through \"a\"",
        "4:69: lifetime: expected at least 1 tick, found 0",
        "9:43: art/no.bmp: no such file",
        "9:60: art/no2.bmp: no such file",
        "9:106: there is no action \"fly\"",
        "10:42: art/three.mtra: made for 3 bones, but art/robo.mbac has 2",
        "11:57: there is no entity \"two\"",
        "11:24: `events` has no effect without `figure`",
        "11:13: `pattern` has no effect without `figure`",
        "12:70: repeat: expected 1 to 16384 entities in the scene, found 0",
    ];
    let found = faults(scene);
    for fault in expected {
        assert!(found.iter().any(|own| own == fault), "{fault}: {found:#?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    assert_eq!(faults("(entities: [()])"), [""; 0]);
    assert_eq!(
        faults("(entities: [(pattern: 1), (pattern: 1), (nmae: 1)])").len(),
        1,
        "a syntax error is the only one"
    );
    let many = format!("(entities: [{}])", "(pattern: 1),".repeat(300));
    assert_eq!(faults(&many).len(), 100);
}

#[test]
fn hostile_files_are_refused_before_they_are_parsed() {
    let deep = |open: &str, close: &str| open.repeat(10_000) + &close.repeat(10_000);
    assert_eq!(wrong(deep("(", ")")).0, "scenes/a.ron:1:33: brackets nest deeper than 32");
    assert_eq!(wrong(deep("[", "]")).0, "scenes/a.ron:1:33: brackets nest deeper than 32");
    assert_eq!(wrong(deep("{1:", "}")).0, "scenes/a.ron:1:97: brackets nest deeper than 32");
    assert_eq!(wrong(deep("Some(", ")")).0, "scenes/a.ron:1:165: brackets nest deeper than 32");
    assert_eq!(wrong(vec![b' '; 100 << 20]).0, "scenes/a.ron: 104857600 bytes, expected at most 1048576");
    let crowd = format!("(entities: [{}])", "(),".repeat(20_000));
    assert_eq!(wrong(crowd).0, "scenes/a.ron:1:49165: entities: expected at most 16384, found 20000");
}

#[test]
fn scenes_whose_entities_would_fill_the_memory_are_refused() {
    // Each would take gigabytes.
    let (walls, many) = ("((0,0),(1,1)),".repeat(20_000), "1,".repeat(250_000));
    let prefab = |of: &str| format!("(prefabs: {{\"a\": (tags: [], walls: [{walls}])}}, {of})");
    let heights = format!("heights: (origin: (0, 0), spacing: 1, columns: 2, heights: [{many}])");
    let found = |scene: String| wrong(scene).0;
    let limit = "text of all entities: expected at most 33554432 bytes, with prefabs and copies, found";
    let copies = "repeat: (count: (128, 128), spacing: (1, 1))";
    assert_eq!(
        found(prefab(&format!("entities: [(), (prefab: \"a\", {copies})]"))).split(": t").next(),
        Some("scenes/a.ron:1:280078")
    );
    for scene in [
        prefab(&format!("entities: [{}]", "(prefab: \"a\"),".repeat(200))),
        prefab(&format!("ready: [{}]", "\"a\",".repeat(200))),
        prefab(&format!("entities: [(children: [{}])]", "(prefab: \"a\"),".repeat(200))),
        prefab(&format!("entities: [(prefab: \"a\", {copies})]")),
        format!("(entities: [({copies}, walls: [{walls}])])"),
        format!("(entities: [({copies}, children: [({heights})])])"),
    ] {
        let fault = found(scene);
        assert!(fault.contains(limit), "{fault}");
    }
    let brackets = "brackets: expected at most 65536 in a scene and its included files, found 65537";
    assert_eq!(found(format!("(entities: [{}])", "(),".repeat(65_535))), format!("scenes/a.ron:1:196615: {brackets}"));
    assert_eq!(
        found(format!("(prefabs: {{{}}})", "\"a\":(),".repeat(65_535))),
        format!("scenes/a.ron:1:458754: {brackets}")
    );
}

#[test]
fn truncated_and_changed_scenes_do_not_panic() {
    let scene = br#"(size: (24, 32), include: ["prefabs.ron"], prefabs: {"p": (at: (1, 2, 3))}, entities: [
        (name: "a", prefab: "robo", play: (action: "robo", then: (action: 0)), steer: (speed: 1, turn: 2)),
        (prefab: "p", parent: "a", camera: (rig: Chase(target: "a", distance: 9, height: 9, ease: 0x800)))])"#;
    for end in 0..scene.len() {
        let _ = open(&scene[..end]);
    }
    for at in 0..scene.len() {
        for byte in [0, b' ', b'(', b')', b'"', b'9', b'-', b'\\', 0xFF] {
            let mut changed = scene.to_vec();
            changed[at] = byte;
            if let Ok(mut stage) = open(changed) {
                stage.tick(&[]);
            }
        }
    }
}

#[test]
fn overlapping_solids_are_contacts() {
    let mut stage = open(
        r#"(entities: [
            (name: "a", solid: Circle(10), velocity: (linear: (4096, 0, 0))),
            (name: "b", at: (22, 50, 0), solid: Box(10, 4)),
        ])"#,
    )
    .unwrap();
    let counts: Vec<usize> = (0..4)
        .map(|_| {
            stage.tick(&[]);
            stage.contacts.len()
        })
        .collect();
    assert_eq!(counts, [0, 0, 1, 1]);
    assert_eq!(stage.contacts[0].push, [-2, 0]);
    assert_eq!(Some(stage.contacts[0].first), named(&stage.world, "a"));
}

#[test]
fn errors_of_sprites() {
    let scene = |sprite: &str| wrong(format!("(entities: [(sprite: ({sprite}, size: (8, 8)))])")).0;
    assert_eq!(scene("texture: \"../art/no.bmp\""), "scenes/a.ron:1:32: art/no.bmp: no such file");
    assert_eq!(
        scene("texture: \"../art/robo.bmp\", texels: (0, 0, 8, 257)"),
        "scenes/a.ron:1:59: texels: expected 0..=256, found 257"
    );
}

#[test]
fn ready_prefabs_can_be_spawned() {
    let scene = r#"(
        include: ["prefabs.ron"],
        prefabs: {"hat": (parent: "base", at: (0, 9, 0)), "unused": (figure: "../art/missing.mbac")},
        ready: ["robo", "hat"],
        entities: [(name: "base", at: (5, 0, 0))],
    )"#;
    let mut stage = open(scene).unwrap();
    let count = stage.world.len();
    let robo = stage.spawn("robo").unwrap();
    let hat = stage.spawn("hat").unwrap();
    assert_eq!(stage.world.len(), count + 2);
    assert_eq!(stage.spawn("unused"), None);
    stage.tick(&[]);
    assert_eq!(stage.world.get::<&Transform>(robo).unwrap().scale.to_bits(), 2048);
    assert_eq!(stage.world.get::<&WorldTransform>(hat).unwrap().0.translation, [5, 9, 0]);
    let free = 16384 - stage.world.len();
    assert!((0..free).all(|_| stage.spawn("hat").is_some()));
    assert_eq!(stage.spawn("hat"), None, "the world is full");

    let (message, hint) = wrong("(\n    include: [\"prefabs.ron\"],\n    ready: [\"rob\"],\n)");
    assert!(message.starts_with("scenes/a.ron:3:") && message.contains("rob"), "{message}");
    assert!(hint.unwrap().contains("robo"));
    let (message, _) = wrong("(\n    prefabs: {\"unused\": (figure: \"no.mbac\")},\n    ready: [\"unused\"],\n)");
    assert!(message.starts_with("scenes/a.ron:2:"), "{message}");
}
