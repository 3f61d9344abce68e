//! Limits of memory and work of a scene, and damaged scenes.

use crate::scenes::{open, wrong};
use keitai_render::Backend;

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
    let walls = format!("walls: [{}]", "((0, 0), (9, 9)),".repeat(64));
    for kept_off in ["grounded: true", "camera: (rig: Chase(target: \"t\", distance: 9, height: 9, walls: 9))"] {
        let many = format!("({kept_off}, {walls}, repeat: (count: (129, 1), spacing: (9, 9)))");
        let (fault, _) = wrong(format!("(entities: [(name: \"t\"), {many}])"));
        let expected = "tests of grounded entities against walls and heights: expected at most 1048576 ";
        assert!(fault.contains(expected), "{fault}");
    }
    assert!(open("(entities: [(solid: Circle(9), repeat: (count: (2048, 1), spacing: (9, 9)))])").is_ok());
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
