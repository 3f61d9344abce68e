//! The program from outside: exit codes, stdout and stderr, and runs without a display.

use crate::program::{Folder, asset, corpus, ends, json, keitai, refused, repository, succeeds, text};
use keitai_formats::{Rgb, Texture, bmp};

#[test]
fn wrong_command_lines_are_usage_errors() {
    let folder = Folder::new("usage");
    for (arguments, said) in [
        (&["shot", "a.ron", "--fram", "1"][..], "--frame"),
        (&["inof", "a"], "'info'"),
        (&["shot", "a.ron"], "-o out.png"),
        (&["shot", "a.ron", "-o", "a.jpg"], ".jpg"),
        (&["shot", "a.ron", "--frames", "0..9", "-o", "a.png"], "out.gif"),
        (&["view", "a.bmp"], "no figure"),
        (&["info"], "<PATH>"),
    ] {
        refused(&folder, arguments, 2, said);
    }
    folder.write("scene.ron", "(entities: [])");
    for (frames, found) in [(["--frame", "4294967295"], "4294967295"), (["--frames", "0..108002"], "108001")] {
        let arguments = [&["shot", "scene.ron", "-o", "a.gif"], &frames[..]].concat();
        refused(&folder, &arguments, 2, &format!("frame {found}: a scene is drawn up to frame 108000"));
    }
}

#[test]
fn files_that_cannot_be_read_name_themselves() {
    let folder = Folder::new("unreadable");
    folder.write("cut.mbac", b"MB\x05\0\x02\x02\x03");
    folder.write("odd.ron", "(size: (240, 320), frme: [])");
    for (arguments, said) in [
        (&["info", "none.mbac"][..], "none.mbac"),
        (&["info", "cut.mbac"], "byte"),
        (&["view", "cut.mbac"], "cut.mbac"),
        (&["shot", "odd.ron", "-o", "a.png"], "odd.ron: 1:"),
        (&["play", "none.ron"], "none.ron"),
    ] {
        refused(&folder, arguments, 3, said);
    }
}

#[test]
fn help_and_version_are_data() {
    let folder = Folder::new("help");
    for arguments in [["--help"], ["--version"], ["-h"]] {
        let (printed, said) = ends(&folder, &arguments, 0);
        assert!(printed.contains("keitai") && said.is_empty());
    }
}

#[test]
fn a_shot_is_written_and_compared() {
    let folder = Folder::new("shot");
    let shot = r"(size: (8, 8), background: 0x102030, frame: [])";
    folder.write("blank.ron", shot);
    folder.write("other.ron", &shot.replace("0x102030", "0x102031"));

    succeeds(&folder, &["shot", "blank.ron", "-o", "blank.png"]);
    succeeds(&folder, &["shot", "blank.ron", "--frame", "7", "--ref", "blank.png"]);

    let message = refused(&folder, &["shot", "other.ron", "--ref", "blank.png"], 4, "64 of 64 pixels");
    assert!(message.contains("102031 instead of 102030"), "{message}");
    folder.write("small.ron", &shot.replace("8, 8", "8, 7"));
    refused(&folder, &["shot", "small.ron", "--ref", "blank.png"], 4, "8x7 pixels, but blank.png has 8x8");
    refused(&folder, &["shot", "blank.ron", "--ref", "new.png", "-o", "new.png"], 3, "new.png: No such file");
    assert!(!folder.as_ref().join("new.png").exists());

    succeeds(&folder, &["shot", "blank.ron", "--frames", "0..3", "-o", "blank.gif"]);
    assert!(folder.read("blank.gif").starts_with(b"GIF89a"));
}

#[test]
fn a_shot_names_files_beside_its_folder() {
    let folder = Folder::new("shot-beside");
    let picture = Texture { width: 8, height: 8, palette: vec![Rgb::default(); 256], texels: vec![0; 64] };
    folder.write("all/a.bmp", &bmp::write(&picture).unwrap());
    let shot = r#"(size: (8, 8), background: 0, textures: {"a": Model("../../a.bmp")}, frame: [])"#;
    folder.write("all/shots/deep/a.ron", shot);

    let path = "all/shots/deep/a.ron";
    succeeds(&folder, &["shot", path, "-o", "a.png"]);
    let measured = succeeds(&folder, &["bench", path, "--frames", "1", "--rounds", "1"]);
    assert!(measured.contains("1 frame x 1 round\n"), "{measured}");
    refused(&folder, &["shot", path, "--root", "all/shots", "-o", "a.png"], 3, "leads outside the asset root");
}

/// Returns the path of a scene in the repository.
fn scene(name: &str) -> String {
    repository("scenes").join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_scene_plays_without_a_window_to_the_same_picture() {
    let folder = Folder::new("play");
    let demo = scene("demo.ron");
    let output = |arguments: &[&str]| succeeds(&folder, &[&["play", &demo, "--headless"], arguments].concat());
    assert_eq!(output(&["--frames", "40"]), "scenes/demo.ron: 40 ticks\n");
    let digests = [&["--digest"][..], &["--digest", "--frames", "300"], &["--digest", "--frames", "299"]].map(output);
    assert!(digests[0].starts_with("0x") && digests[0].trim_end().len() == 18, "{digests:?}");
    assert_eq!(digests[0], digests[1]);
    assert_ne!(digests[1], digests[2]);
    assert_ne!(output(&["--digest", "--backend", "enhanced"]), digests[0]);
}

#[test]
fn a_replay_equals_its_record_or_reports_the_first_difference() {
    let folder = Folder::new("record");
    let demo = scene("demo.ron");
    let headless = ["play", &demo, "--headless"];
    let play = |arguments: &[&str]| ends(&folder, &[&headless, arguments].concat(), 0);
    let refuse =
        |arguments: &[&str], code: i32, said: &str| refused(&folder, &[&headless, arguments].concat(), code, said);
    let (recorded, _) = play(&["--record", "a.ron", "--frames", "70"]);
    assert_eq!(recorded, "wrote a.ron: 70 ticks\nscenes/demo.ron: 70 ticks\n");
    assert_eq!(play(&["--replay", "a.ron"]).0, "scenes/demo.ron: 70 ticks\n");

    // The state of tick 41; one digit is changed.
    let record = text(&folder.read("a.ron"));
    let digit = record.find("states: \"").unwrap() + 9 + 40 * 8;
    let other = if &record[digit..=digit] == "0" { "1" } else { "0" };
    folder.write("b.ron", &[&record[..digit], other, &record[digit + 1..]].concat());
    let different = "b.ron: the state differs in tick 41 of 70; wrote ./keitai-0001.png";
    let message = refuse(&["--replay", "b.ron"], 4, different);
    assert!(message.contains("hint: if the change is intended, add `--headless --renew`"), "{message}");
    assert!(folder.read("keitai-0001.png").starts_with(b"\x89PNG"));

    // Renewed, it has the digests of this play again.
    let (renewed, _) = play(&["--replay", "b.ron", "--renew", "--picture", "b.png"]);
    assert_eq!(renewed, "wrote b.ron: 70 ticks\nscenes/demo.ron: 70 ticks\n");
    assert_eq!(text(&folder.read("b.ron")), record);
    assert!(folder.read("b.png").starts_with(b"\x89PNG"));

    // With another renderer the pictures differ, and the states are compared all the same.
    let enhanced = ["--replay", "a.ron", "--backend", "enhanced"];
    play(&enhanced);
    refuse(&[&enhanced[..], &["--renew"]].concat(), 2, "");

    // Controls alone compare nothing, and get their digests only on request.
    let script = format!("{}states: \"\", pictures: [])", record.split("states").next().unwrap());
    folder.write("b.ron", &script);
    let (_, said) = play(&["--replay", "b.ron"]);
    assert!(said.contains("b.ron is a script, without digests: nothing is compared"), "{said}");
    refuse(&["--replay", "b.ron", "--renew"], 2, "b.ron: a script, without digests");
    play(&["--replay", "b.ron", "--renew", "--force"]);
    assert_eq!(text(&folder.read("b.ron")), record);

    folder.write("c.ron", &record[..record.len() / 2]);
    refuse(&["--replay", "c.ron"], 3, "c.ron");
    refused(&folder, &["play", &scene("light.ron"), "--replay", "a.ron"], 2, "a record of scenes/demo.ron");
    // The record of a game needs the game's rules.
    let bout = scene("sumo/attract.replay");
    refused(
        &folder,
        &["play", &scene("sumo/fight.ron"), "--headless", "--replay", &bout],
        2,
        "of a game with the setup",
    );
    for arguments in [["--frames", "3"], ["--record", "d.ron"]] {
        refuse(&[&["--replay", "a.ron"][..], &arguments].concat(), 2, "");
    }
    refused(&folder, &["play", &demo, "--digest"], 2, "");
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn without_a_display_the_viewer_does_not_start() {
    let output = keitai(&Folder::new("headless").0, &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("no display"), "{}", text(&output.stderr));
}

#[test]
fn info_describes_a_real_figure_as_text_and_json() {
    let Some(corpus) = corpus("corpus") else { return };
    let told = succeeds(&corpus, &["info", "test_model_robo.mbac"]);
    for fact in ["MBAC version 5", "318 (normals: packed)", "26 (6 roots)", "HI000000"] {
        assert!(told.contains(fact), "{told}");
    }
    let json = json(&corpus, &["info", "test_model_robo.mbac"], 0);
    assert_eq!(json["kind"], "figure");
    assert_eq!(json["bones"].as_array().unwrap().len(), 26);
    assert_eq!(json["polygons"]["textured_quads"], 28);
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 0);
}

#[test]
fn the_word_help_prints_the_page_of_a_command() {
    let folder = Folder::new("help-word");
    let told = |arguments: &[&str]| succeeds(&folder, arguments);
    assert_eq!(told(&["help"]), told(&["--help"]));
    assert_eq!(told(&["help", "shot"]), told(&["shot", "--help"]));
    assert!(told(&["help", "shot"]).contains("--sheet"));
}

#[test]
fn figures_that_cannot_be_compared_have_no_distance() {
    let compare = |other: &str, code: i32| json(&asset(""), &["compare", "robots/tin.mbac", other], code);
    let report = compare("ring/tray.mbac", 4);
    assert_eq!((&report["largest"], &report["measured"]), (&serde_json::Value::Null, &serde_json::json!([])));
    assert_eq!(compare("robots/tin.mbac", 0)["largest"], 0.0);
}

#[test]
fn info_tells_the_bounds_of_a_figure() {
    let props = asset("props");
    // The smallest and greatest coordinates of the text. The sails have a bone with an origin of its own.
    let figure = succeeds(&props, &["info", "windmill.bac"]);
    assert!(figure.contains("\n  bounds       x -76 to 76, y 0 to 194, z -34 to 42\n"), "{figure}");
    let bounds = &json(&props, &["info", "windmill.bac"], 0)["bounds"];
    assert_eq!(*bounds, serde_json::json!({ "low": [-76, 0, -34], "high": [76, 194, 42] }));
    assert_eq!(succeeds(&props, &["info", "windmill.bmp"]).matches("bounds").count(), 0);
}

#[test]
fn sources_and_converted_files_of_our_own_are_told_alike() {
    let info = |file: &str| json(&asset("robots"), &["info", file], 0);
    let (source, figure) = (info("tin.bac"), info("tin.mbac"));
    assert_eq!((&source["format"], &figure["format"]), (&"BAC".into(), &"MBAC".into()));
    assert_eq!(source["polygons"], figure["polygons"]);
    assert_eq!(source["bones"], figure["bones"]);
    let (walk, table) = (info("walk.tra"), info("tin.mtra"));
    assert_eq!(walk["kind"], "action-table");
    assert_eq!(walk["bones"], table["bones"]);
}
