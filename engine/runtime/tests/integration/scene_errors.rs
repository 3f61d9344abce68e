//! Errors of faulty scenes: place, message and hint.

use crate::content::path;
use crate::scenes::{open, source, wrong};
use keitai_render::Compat;
use keitai_runtime::assets::Assets;
use keitai_runtime::scene::Scene;

/// Compares the first error of each scene, without the name of its file.
#[track_caller]
fn assert_wrong<const N: usize>(scenes: [(&str, &str); N]) {
    let found = scenes.map(|(scene, _)| wrong(scene).0.trim_start_matches("scenes/a.ron:").to_owned());
    assert_eq!(found, scenes.map(|(_, expected)| expected.to_owned()));
}

/// Compares the first error of each scene with one entity, which begins in column 13.
#[track_caller]
fn assert_entity_wrong<const N: usize>(entities: [(&str, &str); N]) {
    let found = entities.map(|(entity, _)| {
        let error = wrong(format!("(entities: [({entity})])")).0;
        error.trim_start_matches("scenes/a.ron:1:").to_owned()
    });
    assert_eq!(found, entities.map(|(_, expected)| expected.to_owned()));
}

/// Compares the first error of each scene with one figure, whose further fields begin in column 42.
#[track_caller]
fn assert_figure_wrong<const N: usize>(entities: [(&str, &str); N]) {
    let all = entities.map(|(fields, expected)| (format!("figure: \"../art/robo.mbac\", {fields}"), expected));
    assert_entity_wrong(all.each_ref().map(|(entity, expected)| (entity.as_str(), *expected)));
}

fn hint(scene: &str) -> String {
    wrong(scene).1.unwrap_or_default()
}

#[test]
fn errors_of_syntax() {
    assert_wrong([
        ("(entities: [(nmae: \"a\")])", "1:14: unknown field `nmae`"),
        ("(\n  siez: (1, 1),\n)", "2:3: unknown field `siez`"),
        ("(\n size: (240, \"a\"))", "2:14: expected integer"),
        ("(size: (1, 1)", "1:13: expected comma"),
        ("() ()", "1:4: non-whitespace trailing characters"),
        ("(entities: [(figure: \"..\\assets\\x\")])", "1:23: unknown escape character"),
        ("(size: (1, 1), size: (1, 1))", "1:16: duplicate field `size`"),
        ("(entities: [(at: (1, 2, 3), at: (1, 2, 3))])", "1:29: duplicate field `at`"),
        ("(seed: -1)", "1:8: the number -1 is out of bounds"),
        ("(entities: [\n (layer:\n     \"x\"),\n])", "3:6: expected integer"),
    ]);
    assert_eq!(wrong(b"(\n\xff)".to_vec()).0, "scenes/a.ron:2:1: not UTF-8: invalid byte at offset 2");
    assert_eq!(hint("(entities: [(nmae: \"a\")])"), "did you mean `name`?");
    assert!(hint("(zzz: 1)").contains("`background`"));
    assert_eq!(
        hint("(entities: [(play: (action: 1, mode: Lop), figure: \"../art/robo.mbac\")])"),
        "did you mean `Loop`?"
    );
    assert_entity_wrong([
        ("layer: 40000", "21: expected -32768..=32767, found 40000"),
        ("solid: Circle(2.5)", "28: expected a whole number, found 2.5"),
        ("frames: \"a\"", "14: unknown field `frames`"),
        ("steer: (turn: 1)", "29: missing field `speed`"),
        ("lifetime: 2.5", "24: expected a whole number, found 2.5"),
        ("solid: 45", "21: expected opening `(`"),
        ("velocity: (1.0, 0.0, 0.0)", "25: expected a name, found 1.0"),
        ("prefab: 'a'", "22: expected string"),
        ("prefab: 'tin'", "22: expected a text in double quotes"),
        ("velocity: (linear: (1, 2.5, 0))", "42: `1` beside a decimal is 1/4096: expected a point in both, or in none"),
    ]);
}

#[test]
fn errors_of_names() {
    let figure = |field: &str| format!("(entities: [(figure: \"../art/robo.mbac\",\n{field})])");
    assert_wrong([
        (r#"(entities: [(name: "robo"), (parent: "rob")])"#, "1:38: there is no entity \"rob\""),
        (r#"(include: ["prefabs.ron"], entities: [(prefab: "car")])"#, "1:48: there is no prefab \"car\""),
        (
            r#"(entities: [(camera: (rig: Chase(target: "no", distance: 1, height: 1)))])"#,
            "1:42: there is no entity \"no\"",
        ),
        (r#"(entities: [(name: "a"), (name: "a")])"#, "1:33: entity \"a\" is defined twice"),
        (r#"(entities: [(name: "x", parent: "x")])"#, "1:33: parent cycle through \"x\""),
        (r#"(entities: [(text: (text: "a", font: Named("big")))])"#, "1:44: there is no font \"big\""),
        // An error in a field of the prefab is reported in the prefab.
        (r#"(prefabs: {"a": (parent: "no")}, entities: [(prefab: "a")])"#, "1:26: there is no entity \"no\""),
        (r#"(entities: [(name: "\u{61}", parent: "\u{62}")])"#, "1:38: there is no entity \"b\""),
        (
            r#"(entities: [(name: "a", camera: (rig: LookAt(target: "a")))])"#,
            "1:54: the rig's target is its own camera",
        ),
        (r#"(prefabs: {"a": (name: "b")})"#, "1:24: `name` is not allowed in a prefab"),
        (r#"(include: ["plain.ron"])"#, "scenes/plain.ron:1:2: unknown field `entities`"),
        (r#"(include: ["none.ron"])"#, "1:12: scenes/none.ron: no such file"),
        ("(sounds: {\"a\": 1,\n\"a\": 2})", "2:1: \"a\" is defined twice"),
    ]);
    let cycle = r#"(entities: [(name: "a", parent: "c"), (name: "b", parent: "a"), (name: "c", parent: "b")])"#;
    assert!(wrong(cycle).0.contains("parent cycle through"), "{}", wrong(cycle).0);
    let twice = wrong(r#"(include: ["prefabs.ron"], prefabs: {"robo": ()})"#).0;
    assert_eq!(twice, "scenes/prefabs.ron:1:12: prefab \"robo\" is defined twice");
    assert_eq!(hint(r#"(entities: [(name: "robo"), (parent: "rob")])"#), "did you mean \"robo\"?");
    assert_eq!(hint(r#"(include: ["prefabs.ron"], entities: [(prefab: "car")])"#), "known names: \"robo\"");
    for field in [
        "play: (action: \"rboo\")",
        "play: (action: 0, then: (action: \"rboo\"))",
        "steer: (speed: 1, turn: 1, idle: (action: \"rboo\"))",
    ] {
        let (error, hint) = wrong(figure(field));
        let column = field.find("\"rboo").unwrap() + 1;
        assert_eq!(error, format!("scenes/a.ron:2:{column}: there is no action \"rboo\""));
        assert_eq!(hint.unwrap(), "did you mean \"robo\"?");
    }
    let names = wrong(figure("action_names: {\"walk\": 0}, play: (action: \"wlak\")"));
    assert_eq!(names, ("scenes/a.ron:2:43: there is no action \"wlak\"".into(), Some("did you mean \"walk\"?".into())));
}

#[test]
fn errors_of_numbers() {
    assert_wrong([
        ("(size: (0, 9))", "1:9: expected 1..=2048, found 0"),
        ("(background: 0x1000000)", "1:14: expected 0x000000..=0xFFFFFF, found 0x1000000"),
        (
            "(paths: {\"p\": (points: [(at: (0, 0, 0)), (at: (9, 0, 0), width: -1)])})",
            "1:65: expected a width of at least 0, found -1",
        ),
        (
            "(paths: {\"p\": (points: [(at: (0, 0, 9)), (at: (0, 0, 9))])})",
            "1:15: points: expected a path with a length above 0 and below 524288",
        ),
        ("(paths: {\"a\": (points: [(at: (0, 0, 0))])})", "1:15: points: expected 2..=4096, found 1"),
        (
            "(paths: {\"p\": (points: [(at: (0, 0, 0)), (at: (0, 0, 9))], closed: true)})",
            "1:15: points: expected 3..=4096, found 2",
        ),
    ]);
    assert_entity_wrong([
        ("lifetime: 4_294_967_296", "24: expected 1..=4294967295, found 4294967296"),
        ("lifetime: 0", "24: expected 1..=4294967295, found 0"),
        ("text: (text: \"A\", lines: 0)", "39: expected 1..=4294967295, found 0"),
        ("steer: (player: 4, speed: 1, turn: 1)", "30: expected 0..=3, found 4"),
        (
            "at: (0, 0, 524288)",
            "25: expected a number from -524288.0 to below 524288.0, such as 2 or 1.5, found 524288",
        ),
        (
            "scale: 2147483648",
            "21: expected a decimal from -524288.0 to below 524288.0, or a whole number of 1/4096 from -2147483648 to \
             2147483647, found 2147483648",
        ),
        ("rectangle: (size: (1, 1), colour: 0, clip: (0, 0, -5, 5))", "64: expected 0..=2147483647, found -5"),
        ("rectangle: (size: (3, -5), colour: 0)", "36: expected 0..=4294967295, found -5"),
        ("turn: (0, 45.0, 0)", "24: expected an angle such as deg(45), or a whole number of 1/4096 turns, found 45.0"),
        ("rectangle: (size: (1, 1), colour: 0xFF000000)", "48: expected 0x000000..=0xFFFFFF, found 0xFF000000"),
        ("light: (direction: (0, 0, 0))", "40: expected a direction of a length above 0"),
        (
            "camera: (projection: PerspectiveFov(9, 8, 682))",
            "22: projection: far is 8, expected above near and at most 32767",
        ),
        (
            "sprite: (texture: \"../art/robo.bmp\", size: (8, 8), texels: (0, 0, 8, 257))",
            "83: expected 0..=256, found 257",
        ),
        (
            "sprite: (texture: \"../art/robo.bmp\", size: (8, -8))",
            "22: size: expected a width and a height of at least 0, found -8",
        ),
        (
            "text: (text: \"x\", font: Small, width: 4)",
            "20: width: expected at least 5, the width of a letter, found 4",
        ),
        (
            "text: (text: \"x\", font: Cells(texture: \"a.bmp\", cell: (8, 256), alphabet: \"\"))",
            "72: expected 1..=255, found 256",
        ),
        (
            "menu: (items: [\"GO\",\n(text: \"LAPS\", values: [\"1\"], value: 1)])",
            "scenes/a.ron:2:8: value: expected 0, found 1",
        ),
        ("solid: Circle(-1)", "28: expected 0..=2147483647, found -1"),
    ]);
    assert_figure_wrong([
        (
            "play: (action: 0, speed: 18446744073709551615)",
            "67: expected a decimal from -32768.0 to below 32768.0, or a whole number of 1/65536 from -2147483648 to \
             2147483647, found 18446744073709551615",
        ),
        ("play: (action: -1)", "57: expected an action's name or number, found the signed integer `-1`"),
        ("texture: 1", "51: expected 0, found 1"),
        ("play: (action: 0, start: 9.5)", "48: start: expected 0..=9, found 9.5"),
        ("play: (action: 7)", "48: expected 0, found 7"),
        ("effect: (light: (direction: (0, 0, 0)))", "77: expected a direction of a length above 0"),
        ("effect: (shading: Toon(threshold: 256, high: 255, low: 0))", "76: expected 0..=255, found 256"),
    ]);
    let frames = |texels: &str| {
        let sprite =
            format!("texture: \"../art/robo.bmp\", size: (8, 8), texels: {texels}, frames: (count: 2, ticks: 1)");
        open(format!("(entities: [(sprite: ({sprite}))])")).is_ok()
    };
    assert_eq!([frames("(64, 0, 32, 64)"), frames("(64, 0, 31, 64)")], [true, false], "mirrored, to the left");
}

#[test]
fn errors_of_files() {
    let beside = "paths are relative to the file that contains them";
    let embed = "name its textures in `textures: [\"..\"]`, and give their files to `embed!`";
    for (path, fault, hint) in [
        ("../art/rob.mbac", "art/rob.mbac: no such file", Some("did you mean \"robo.mbac\"?")),
        ("art/other.mbac", "scenes/art/other.mbac: no such file", Some(beside)),
        ("../art/bare/bare.mbac", "no texture found for art/bare/bare.mbac", Some(embed)),
        ("../../etc/passwd", "\"../../etc/passwd\" leads outside the asset root", None),
        ("/etc/passwd", "\"/etc/passwd\" is absolute; paths are relative to the file that contains them", None),
        ("../art/broken.mbac", "art/broken.mbac: MBAC: header at byte 2: expected 2 more bytes, found 1", None),
        ("../art/robo.mtra", "art/robo.mtra: expected a figure (MBAC, BAC), found MTRA", None),
    ] {
        let (error, found) = wrong(format!("(entities: [\n  (figure: \"{path}\"),\n])"));
        assert_eq!((error, hint.and(found.as_deref())), (format!("scenes/a.ron:2:12: {fault}"), hint));
    }
    assert_wrong([
        (
            "(entities: [(figure: \"../art/robo.mbac\", actions: [\"../art/three.mtra\"])])",
            "1:52: art/three.mtra: made for 3 bones, but art/robo.mbac has 2",
        ),
        ("(entities: [(sprite: (texture: \"../art/no.bmp\", size: (8, 8)))])", "1:32: art/no.bmp: no such file"),
    ]);
}

#[test]
fn fields_that_have_no_effect_are_refused() {
    let entities = |entities: &str| wrong(format!("(entities: [{entities}])")).0.replace("scenes/a.ron:1:", "");
    let camera = |rig: &str| entities(&format!("(name: \"a\"), (parent: \"a\", camera: (rig: {rig}))"));
    for rig in ["Chase(target: \"a\", distance: 4, height: 2)", "Orbit(distance: 4)"] {
        assert_eq!(camera(rig), "48: `rig` has no effect with `parent`");
    }
    assert!(open("(entities: [(name: \"a\"), (parent: \"a\", camera: (rig: LookAt()))])").is_ok());
    assert_entity_wrong([
        ("pattern: 2", "23: `pattern` has no effect without `figure`"),
        ("texture: 2", "23: `texture` has no effect without `figure`"),
        ("gauge: (value: 1, full: 2)", "21: `gauge` has no effect without `rectangle` or `image`"),
        ("steer: (speed: 1, turn: 1, moving: (action: 0))", "21: `moving` has no effect without `figure`"),
        ("figure: \"../art/robo.mbac\", textures: []", "52: expected at least one texture"),
    ]);
}

fn faults(scene: &str) -> Vec<String> {
    let mut assets = Assets::new(source(scene), Compat::default());
    let found = Scene::errors(&mut assets, &path("scenes/a.ron"));
    found.iter().map(|error| error.to_string().trim_start_matches("scenes/a.ron:").to_owned()).collect()
}

#[test]
fn all_errors_are_reported_at_once() {
    let scene = r#"(
 include: ["nowhere.ron"],
 prefabs: {"slow": (figure: "../art/robo.mbac", scale: 1, lifetime: 0)},
 entities: [
  (name: "one", prefab: "slow", at: (1, 2, 3)),
  (name: "one", prefab: "slow"),
  (prefab: "unknown, which may have stood in the file that is missing", pattern: 1),
  (figure: "../art/robo.mbac", textures: ["../art/no.bmp"], play: (action: "fly")),
  (figure: "../art/robo.mbac", texture: 9),
  (pattern: 1, camera: (rig: Chase(target: "two", distance: 9, height: 9, ease: 1))),
  (name: "a", parent: "b"), (name: "b", parent: "a"),
  (nmae: 1),
 ],
 ready: ["slow"],
)"#;
    let expected = [
        "2:12: scenes/nowhere.ron: no such file",
        "12:4: unknown field `nmae`",
        "6:10: entity \"one\" is defined twice",
        "11:49: parent cycle through \"a\"",
        "3:69: expected 1..=4294967295, found 0",
        "8:43: art/no.bmp: no such file",
        "9:41: expected 0, found 9",
        "10:13: `pattern` has no effect without `figure`",
        "10:44: there is no entity \"two\"",
    ];
    assert_eq!(faults(scene), expected);
    assert_eq!(faults("(entities: [()])"), [""; 0]);
    let many = format!("(entities: [{}])", "(pattern: 1),".repeat(300));
    assert_eq!(faults(&many).len(), 100);
}

#[test]
fn prefabs_that_no_entity_uses_are_checked_without_what_an_entity_could_add() {
    let scene = r#"(
 prefabs: {
  "base": (lifetime: 0), "used": (prefab: "base"),
  "cyclic": (prefab: "cyclic"), "orphan": (prefab: "nope"),
  "wrong": (steer: (player: 99, speed: 1.0, turn: 3), rectangle: (size: (5, 5), colour: 0xFFFFFFFF)),
  "part": (pattern: 1, parent: "hub", textures: []),
  "walker": (steer: (speed: 1.0, turn: 3, idle: (action: "idle"), moving: (action: "walk"))),
 },
 entities: [(prefab: "used", lifetime: 3)],
)"#;
    let expected = [
        "4:22: prefab cycle through \"cyclic\"",
        "4:52: there is no prefab \"nope\"",
        "5:29: expected 0..=3, found 99",
        "5:89: expected 0x000000..=0xFFFFFF, found 0xFFFFFFFF",
    ];
    let mut found = faults(scene);
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(faults("(prefabs: {\"a\": (lifetime: 0)})"), ["1:28: expected 1..=4294967295, found 0"]);
    assert!(open("(prefabs: {\"a\": (lifetime: 0)})").is_ok(), "only checks report it");
}

#[test]
fn checks_report_lights_without_an_effect_and_letters_that_a_font_lacks() {
    let light = "light: (direction: (0, -1, 0))";
    let font = "Cells(texture: \"../art/robo.bmp\", cell: (8, 8), alphabet: \"GO: 0123456789\")";
    let scene = |entities: &str| format!("(entities: [\n{entities}\n])");
    let lights = scene(&format!("({light}),\n(children: [({light})]),\n(),"));
    assert_eq!(faults(&lights), ["3:13: only the first light of a scene has an effect"]);
    assert!(open(lights).is_ok(), "only checks report it");
    assert_eq!(faults(&scene(&format!("({light}), ()"))), [""; 0]);

    let text = |text: &str| faults(&scene(&format!("(text: (text: \"{text}\", font: {font}))")));
    assert_eq!([text("GO OG\\n"), text("GO {}")], [vec![], vec![]] as [Vec<String>; 2]);
    assert_eq!(text("GO!?"), ["2:8: the font has no \"!\", \"?\""]);
    assert_eq!(faults(&scene("(text: (text: \"Größe Ł – 携\"))")), ["2:8: the font has no \"携\""]);
    let menu = format!("(menu: (items: [\"GO\",\n(text: \"GO\", values: [\"ON\"])], selected_font: {font}))");
    assert_eq!(faults(&scene(&menu)), ["2:8: the font has no \"N\""]);
}
