//! Errors of faulty scenes: message, place and hint.

use crate::scenes::{open, source, wrong};
use keitai_render::Compat;
use keitai_runtime::assets::{AssetPath, Assets};
use keitai_runtime::scene::Scene;
use keitai_runtime::world::Rig;

#[test]
fn errors_of_syntax() {
    assert_eq!(wrong("(entities: [(nmae: \"a\")])").0, "scenes/a.ron:1:14: unknown field `nmae`");
    assert_eq!(wrong("(entities: [(nmae: \"a\")])").1.unwrap(), "did you mean `name`?");
    assert_eq!(wrong("(\n  siez: (1, 1),\n)").0, "scenes/a.ron:2:3: unknown field `siez`");
    assert!(wrong("(zzz: 1)").1.unwrap().contains("`background`"));
    let (message, hint) = wrong("(entities: [(scale: 1,5)])");
    assert_eq!(message, "scenes/a.ron:1:23: the name of a field was expected, found 5");
    assert_eq!(hint.unwrap(), "decimals have a point, such as 3.5");
    let (message, hint) = wrong("(entities: [(figure: \"..\\assets\\x\")])");
    assert_eq!(message, "scenes/a.ron:1:23: unknown escape character");
    assert_eq!(hint.unwrap(), "folders are separated by `/`, not by `\\`");
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
    assert_eq!(entity("solid: 10"), "21: a name was expected, found 10");
    assert_eq!(entity("solid: Circle(10.5)"), "28: a whole number was expected, found 10.5");
    let hint = |scene: &str| wrong(scene.to_owned()).1.unwrap();
    assert_eq!(hint("# a comment\n()"), "comments begin with `//`");
    assert_eq!(hint("(entities: [(play: \"walk\")])"), "write `play: (..)`");
    assert_eq!(entity("layer: 40000"), "21: layer: expected -32768..=32767, found 40000");
    assert_eq!(wrong("(entities: [\n (layer:\n     \"x\"),\n])").0, "scenes/a.ron:3:6: a whole number was expected");
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
fn a_distance_from_walls_is_not_negative() {
    let chase = |walls: i32| {
        let rig = format!("Chase(target: \"a\", distance: 1, height: 1, walls: {walls})");
        format!("(entities: [(name: \"a\"), (camera: (rig: {rig}))])")
    };
    assert_eq!(wrong(chase(-1)).0, "scenes/a.ron:1:91: walls: expected 0 or more, found -1");
    let stage = open(chase(40)).unwrap();
    assert_eq!(stage.world.query::<&Rig>().iter().map(|rig| rig.walls).collect::<Vec<_>>(), [40]);
}

#[test]
fn errors_of_numbers() {
    assert_eq!(wrong("(size: (0, 9))").0, "scenes/a.ron:1:8: size: expected 1..=2048, found 0");
    assert_eq!(wrong("(size: (-1, 9))").0, "scenes/a.ron:1:8: size: expected 1..=2048, found -1");
    let entity = |fields: &str| wrong(format!("(entities: [({fields})])")).0.replace("scenes/a.ron:1:", "");
    assert_eq!(entity("lifetime: 4_294_967_296"), "24: lifetime: expected 1..=4294967295, found 4294967296");
    assert_eq!(entity("lifetime: -1"), "24: lifetime: expected 1..=4294967295, found -1");
    assert_eq!(entity("text: (text: \"A\", lines: -1)"), "39: lines: expected 1..=4294967295, found -1");
    assert_eq!(entity("sound: (file: \"a\", priority: -1, near: 5)"), "43: priority: expected 0..=255, found -1");
    assert_eq!(
        entity("rectangle: (size: (1, 1), colour: 0, clip: Some((0, 0, 0x80000000, 1)))"),
        "69: expected -2147483648..=2147483647, found 0x80000000"
    );
    assert_eq!(wrong("(seed: -1)").0, "scenes/a.ron:1:8: seed: expected 0 or more, found -1");
    assert_eq!(
        entity("at: (0, 0, 524288)"),
        "25: expected a number from -524288.0 to below 524288.0, such as 2 or 1.5, found 524288"
    );
    assert_eq!(
        entity("scale: 2147483648"),
        "21: expected a decimal from -524288.0 to below 524288.0, or a whole number of 1/4096 from -2147483648 to \
         2147483647, found 2147483648"
    );
    assert_eq!(
        wrong("(entities: [(camera: (projection: PerspectiveFov(9, 8, 682)))])").0,
        "scenes/a.ron:1:35: projection: far is 8, expected above near and at most 32767"
    );
    assert_eq!(
        wrong("(entities: [(repeat: (count: (65535, 65535), spacing: (1, 1)))])").0,
        "scenes/a.ron:1:30: entities: expected at most 16384 in the scene, copies included, found 4294836225"
    );
    assert_eq!(
        [4, -1].map(|player| entity(&format!("steer: (player: {player}, speed: 1, turn: 1)"))),
        [4, -1].map(|player| format!("30: player: expected 0..=3, found {player}"))
    );
    assert_eq!(wrong("(entities: [(lifetime: 0)])").0, "scenes/a.ron:1:24: lifetime: expected 1..=4294967295, found 0");
    assert_eq!(
        wrong("(entities: [(figure: \"../art/robo.mbac\", texture: 1)])").0,
        "scenes/a.ron:1:51: texture: expected 0, found 1"
    );
    let long = "paths: {\"far\": (points: [(at: (0, 0, 0)), (at: (0, 0, 300000))])}";
    let along = |mode: &str| format!("({long}, entities: [(along: (path: \"far\", speed: 1, mode: {mode}))])");
    assert_eq!(
        wrong(along("MirroredLoop")).0,
        "scenes/a.ron:1:118: mode: expected a path of at most 262143 units for a mirrored mode, found 300000"
    );
    assert_eq!(faults(&along("Once")), [""; 0]);
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
fn errors_of_action_names() {
    let scene = |rest: &str| format!("(entities: [(figure: \"../art/robo.mbac\",\n {rest})])");
    assert_eq!(wrong(scene("action_names: {\"go\": 1}")).0, "scenes/a.ron:2:23: action: expected 0, found 1");
    // No posture lies between the last frame and the one that would follow.
    assert_eq!(wrong(scene("play: (action: 0, start: 9.5)")).0, "scenes/a.ron:2:27: start: expected 0..=9, found 10");
    assert_eq!(wrong(scene("play: (action: 7)")).0, "scenes/a.ron:2:17: action: expected 0, found 7");
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
            Some("name its textures in `textures: [\"..\"]`, and give their files to `embed!`".into())
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
        "4:69: lifetime: expected 1..=4294967295, found 0",
        "9:43: art/no.bmp: no such file",
        "9:60: art/no2.bmp: no such file",
        "9:106: there is no action \"fly\"",
        "10:42: art/three.mtra: made for 3 bones, but art/robo.mbac has 2",
        "11:57: there is no entity \"two\"",
        "11:24: `events` has no effect without `figure`",
        "11:13: `pattern` has no effect without `figure`",
        "12:70: repeat: expected at least 1 column and 1 row, found 0",
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
fn errors_of_sprites() {
    let scene = |sprite: &str| wrong(format!("(entities: [(sprite: ({sprite}, size: (8, 8)))])")).0;
    assert_eq!(scene("texture: \"../art/no.bmp\""), "scenes/a.ron:1:32: art/no.bmp: no such file");
    assert_eq!(
        scene("texture: \"../art/robo.bmp\", texels: (0, 0, 8, 257)"),
        "scenes/a.ron:1:59: texels: expected 0..=256, found 257"
    );
}

#[test]
fn fields_that_have_no_effect_are_refused() {
    let entities = |entities: &str| wrong(format!("(entities: [{entities}])")).0.replace("scenes/a.ron:1:", "");
    let camera = |rig: &str| entities(&format!("(name: \"a\"), (parent: \"a\", camera: (rig: {rig}))"));
    for rig in
        ["Chase(target: \"a\", distance: 4, height: 2)", "Orbit(distance: 4)", "Follow(target: \"a\", away: (1, 2, 3))"]
    {
        assert_eq!(camera(rig), "54: `rig` has no effect with `parent`");
    }
    assert!(open("(entities: [(name: \"a\"), (parent: \"a\", camera: (rig: LookAt()))])").is_ok());
    assert_eq!(
        entities("(name: \"a\", camera: (rig: LookAt(target: \"a\")))"),
        "54: the rig's target is its own camera"
    );
    assert_eq!(
        entities("(name: \"a\"), (parent: \"a\", grounded: true)"),
        "50: `grounded` has no effect with `parent`"
    );
    assert_eq!(entities("(children: [(grounded: true)])"), "36: `grounded` has no effect with `parent`");
    assert_eq!(
        entities("(walls: [((0, 0), (5, 5)), ((5, 5), (5, 5))])"),
        "40: length of a wall: expected two different points, found 0"
    );
    assert_eq!(
        entities("(menu: (items: [(text: \"x\", values: [\"a\"], value_keys: [\"b\"])]))"),
        "49: `values` has no effect with `value_keys`"
    );
    assert_eq!(
        entities("(text: (text: \"x\", font: Small, width: 4))"),
        "52: width: expected at least 5, the width of a letter, found 4"
    );
    assert_eq!(entities("(figure: \"../art/robo.mbac\", textures: [])"), "52: textures: expected at least 1, found 0");
    let frames = |texels: &str| {
        let sprite =
            format!("texture: \"../art/robo.bmp\", size: (8, 8), texels: {texels}, frames: (count: 2, ticks: 1)");
        open(format!("(entities: [(sprite: ({sprite}))])")).is_ok()
    };
    assert_eq!([frames("(64, 0, 32, 64)"), frames("(64, 0, 31, 64)")], [true, false], "mirrored, to the left");
    assert_eq!(
        wrong("(paths: {\"p\": (points: [(at: (0, 0, 0)), (at: (9, 0, 0), width: -1)])})").0,
        "scenes/a.ron:1:65: width: expected at least 0, found -1"
    );
}

#[test]
fn names_that_occur_twice_are_refused() {
    for map in ["prefabs", "fonts", "sounds", "paths"] {
        let value = match map {
            "prefabs" => "()",
            "fonts" => "(texture: \"\", cell: (1, 1), alphabet: \"a\")",
            "sounds" => "(file: \"a\")",
            _ => "(points: [])",
        };
        assert_eq!(
            wrong(format!("({map}: {{\"a\": {value},\n\"a\": {value}}})")).0,
            "scenes/a.ron:2:1: \"a\" is defined twice"
        );
    }
    let names = "(entities: [(figure: \"../art/robo.mbac\", action_names: {\"a\": 0, \"a\": 1})])";
    assert_eq!(wrong(names).0, "scenes/a.ron:1:65: \"a\" is defined twice");
}

#[test]
fn prefabs_that_no_entity_uses_are_checked_without_what_an_entity_could_add() {
    let scene = r#"(
 prefabs: {
  "base": (lifetime: 0), "used": (prefab: "base"),
  "cyclic": (prefab: "cyclic"), "orphan": (prefab: "nope"),
  "wrong": (steer: (player: 99, speed: 1.0, turn: 3), rectangle: (size: (5, 5), colour: 0xFFFFFFFF)),
  "part": (pattern: 1, meets: ["car"], parent: "hub", textures: [], along: (path: "road", speed: 1.0)),
 },
 entities: [(prefab: "used", lifetime: 3)],
)"#;
    let expected = [
        "4:22: prefab cycle through \"cyclic\"",
        "4:52: there is no prefab \"nope\"",
        "5:29: player: expected 0..=3, found 99",
        "5:89: colour: expected 0x000000..=0xFFFFFF, found 4294967295",
    ];
    let mut found = faults(scene);
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(faults("(prefabs: {\"a\": (lifetime: 0)})"), ["1:28: lifetime: expected 1..=4294967295, found 0"]);
    assert!(open("(prefabs: {\"a\": (lifetime: 0)})").is_ok(), "only checks report it");
}

#[test]
fn checks_tell_lights_that_do_not_count_and_letters_that_a_font_lacks() {
    let light = "light: (direction: (0, -1, 0))";
    let font = "Cells(texture: \"../art/robo.bmp\", cell: (8, 8), alphabet: \"GO: 0123456789\")";
    let scene = |entities: &str| format!("(entities: [\n{entities}\n])");
    let lights = scene(&format!("({light}),\n(children: [({light})], repeat: (count: (2, 1), spacing: (1, 1))),\n(),"));
    assert_eq!(faults(&lights), ["3:21: only the first light of a scene counts"]);
    assert!(open(lights).is_ok(), "only checks report it");
    assert_eq!(faults(&scene(&format!("({light}), ()"))), [""; 0]);

    let text = |text: &str, more: &str| faults(&scene(&format!("(text: (text: \"{text}\", font: {font}){more})")));
    assert_eq!(text("GO OG\\n", ""), [""; 0]);
    assert_eq!(text("GO!?", ""), ["2:15: the font has no \"!\", \"?\""]);
    assert_eq!(text("GO {}", ", number: (time: true)"), [""; 0]);
    assert_eq!(text("GO {}", ", number: (decimals: 1)"), ["2:15: the font has no \".\""]);
    assert_eq!(faults(&scene("(text: (text: \"Größe Ł\"))")), ["2:15: the font has no \"Ł\""]);
    let menu = format!("(menu: (items: [\"GO\",\n(text: \"GO\", values: [\"ON\"])], selected_font: {font}))");
    assert_eq!(faults(&scene(&menu)), ["3:1: the font has no \"N\""]);
}
