//! Limits of memory and work of a scene, and damaged scenes.

use crate::content::{self, drawn};
use crate::scenes::{open, wrong};
use keitai_formats::{Bone, Figure, Pattern, Trailer, mbac};
use keitai_render::Backend;

/// Sprites that fill a picture of 2048 x 2048: 64 of them are 268,435,456 pixels.
#[test]
fn polygons_of_a_picture_that_cover_too_much_are_an_error() {
    for backend in [Backend::Authentic, Backend::Enhanced] {
        let draw = |count: usize| {
            let sprite = r#"sprite: (texture: "../art/robo.bmp", size: (9000, 9000), key: false)"#;
            let sprites = format!("({sprite}),").repeat(count);
            let mut stage = open(format!("(size: (2048, 2048), background: 0xFFFFFF, entities: [{sprites}])")).unwrap();
            stage.set_backend(backend);
            assert_eq!(drawn(&mut stage).pixels()[0], 0, "the sprites fill the picture");
            stage.check_picture().map_err(|error| error.to_string())
        };
        assert_eq!((draw(2), draw(64)), (Ok(()), Ok(())));
        let message = "the polygons of a picture cover more than 268435456 pixels, which takes too long to draw";
        assert_eq!(draw(65), Err(message.to_owned()));
    }
}

/// Returns a scene of equal entities, from the second line on.
fn many(entity: &str, count: usize) -> String {
    format!("(entities: [\n{}])", format!("({entity}),\n").repeat(count))
}

#[test]
fn scenes_with_too_much_work_are_refused() {
    let half = "(rectangle: (size: (2048, 2048), colour: 0, blend: Half)),\n".repeat(17);
    let name = "pixels of rectangles, images, texts, menus and sprites on the screen";
    assert_eq!(
        wrong(format!("(size: (2048, 2048), entities: [\n{half}])")).0,
        format!("scenes/a.ron:18:1: {name} per picture: expected at most 67108864, found 71303168")
    );
    // Sixteen full pictures are allowed, a single pixel more is not; each view is counted.
    let full = |more: &str| {
        let full = "(rectangle: (size: (9999, 9999), colour: 0)),".repeat(16);
        open(format!("(size: (2048, 2048), entities: [{full} {more}])")).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(full(""), Ok(()));
    assert!(full("(text: (text: \".\"))").unwrap_err().ends_with("found 67108924"), "one letter of 6 x 10");
    assert!(full("(camera: (area: (0, 0, 1, 1)))").unwrap_err().contains(name));
    assert!(full("(rectangle: (size: (9, 9), colour: 0, clip: (0, 0, 0, 9)))").is_ok(), "nothing in its clip");

    assert_eq!(
        wrong(many("camera: (area: (0, 0, 9, 9))", 65)).0,
        "scenes/a.ron:66:1: cameras with an area: expected at most 64, found 65"
    );
    assert_eq!(wrong(many("solid: Circle(9)", 513)).0, "scenes/a.ron:514:1: solids: expected at most 512, found 513");
    assert!(open(many("solid: Circle(9)", 512)).is_ok());
}

#[test]
fn hostile_files_are_refused_before_they_are_parsed() {
    let deep = |open: &str, close: &str| open.repeat(10_000) + &close.repeat(10_000);
    for text in
        [deep("(", ")"), deep("[", "]"), deep("{1:", "}"), deep("(entities: Some(", "))"), deep("(entities: [", "])")]
    {
        // The text is refused where it is not a scene, or at the limit of the parser.
        assert!(wrong(text).0.starts_with("scenes/a.ron:1:"));
    }
    assert_eq!(wrong(vec![b' '; 100 << 20]).0, "scenes/a.ron: 104857600 bytes, expected at most 1048576");
    let crowd = format!("(entities: [{}])", "(),".repeat(20_000));
    assert!(wrong(crowd).0.ends_with("expected at most 16384 items"));
}

#[test]
fn scenes_whose_entities_would_fill_the_memory_are_refused() {
    // Each would take gigabytes.
    let words = "a long word,".repeat(22_000);
    let prefab = |of: &str| format!("(prefabs: {{\"a\": (layer: 12, text: (text: \"{words}\"))}}, {of})");
    let message = |scene: String| wrong(scene).0;
    let limit = "bytes of all entities, with their prefabs: expected at most 33554432, found";
    let entities = format!("entities: [(), {}]", "(prefab: \"a\"),\n".repeat(200));
    // The 128th exceeds the limit.
    assert_eq!(message(prefab(&entities)).split(": b").next(), Some("scenes/a.ron:128:1"));
    for scene in [
        prefab(&format!("entities: [{}]", "(prefab: \"a\"),".repeat(200))),
        prefab(&format!("ready: [{}]", "\"a\",".repeat(200))),
        prefab(&format!("entities: [(children: [{}])]", "(prefab: \"a\"),".repeat(200))),
    ] {
        let fault = message(scene);
        assert!(fault.contains(limit), "{fault}");
    }
}

#[test]
fn figures_that_would_fill_the_memory_are_refused() {
    let wrong = |count: usize, vertices| {
        let scene = many("figure: \"many.mbac\"", count);
        let mut figure = Figure { vertices: vec![[0; 3]; vertices], bones: vec![Bone::default(); 65], ..many_bones() };
        figure.bones[0].vertex_count = vertices as u16;
        let files = [("scenes/a.ron", scene.into_bytes()), ("scenes/many.mbac", mbac::write(&figure).unwrap())];
        content::open("scenes/a.ron", files).err().map(|error| error.to_string())
    };
    // 16,131 figures of 65 bones have 1,048,515.
    assert_eq!(wrong(16_131, 3), None);
    let message = |line: u32, things: &str| Some(format!("scenes/a.ron:{line}:1: {things}"));
    assert_eq!(
        wrong(16_132, 3),
        message(16_133, "bones of all figures: expected at most 1048576, found 1048580")
            .map(|text| text.replace(":1: ", ":10: "))
    );
    assert_eq!(wrong(420, 20_000), message(421, "vertices per picture: expected at most 8388608, found 8400000"));
}

/// Returns a figure of version 5 without parts.
fn many_bones() -> Figure {
    Figure { version: 5, patterns: vec![Pattern::default()], trailer: Some(Trailer::default()), ..Figure::default() }
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
