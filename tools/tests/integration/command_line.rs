//! The program from outside: exit codes, stdout and stderr, and runs without a display.

use std::path::Path;

use crate::program::{Folder, keitai, refusal, text};
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
        let (code, message) = refusal(&keitai(&folder.0, arguments));
        assert_eq!(code, 2, "{arguments:?}: {message}");
        assert!(message.contains(said), "{arguments:?}: {message}");
    }
}

#[test]
fn files_that_cannot_be_read_name_themselves() {
    let folder = Folder::new("unreadable");
    std::fs::write(folder.0.join("cut.mbac"), b"MB\x05\0\x02\x02\x03").unwrap();
    std::fs::write(folder.0.join("odd.ron"), "(size: (240, 320), frme: [])").unwrap();
    for (arguments, said) in [
        (&["info", "none.mbac"][..], "none.mbac"),
        (&["info", "cut.mbac"], "byte"),
        (&["view", "cut.mbac"], "cut.mbac"),
        (&["shot", "odd.ron", "-o", "a.png"], "odd.ron: 1:"),
        (&["play", "none.ron"], "none.ron"),
    ] {
        let (code, message) = refusal(&keitai(&folder.0, arguments));
        assert_eq!(code, 3, "{arguments:?}: {message}");
        assert!(message.contains(said), "{arguments:?}: {message}");
    }
}

#[test]
fn help_and_version_are_data() {
    let folder = Folder::new("help");
    for arguments in [["--help"], ["--version"], ["-h"]] {
        let output = keitai(&folder.0, &arguments);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("keitai") && output.stderr.is_empty());
    }
}

#[test]
fn a_shot_is_written_and_compared() {
    let folder = Folder::new("shot");
    let shot = r"(size: (8, 8), background: 0x102030, frame: [])";
    std::fs::write(folder.0.join("blank.ron"), shot).unwrap();
    std::fs::write(folder.0.join("other.ron"), shot.replace("0x102030", "0x102031")).unwrap();

    let write = keitai(&folder.0, &["shot", "blank.ron", "-o", "blank.png"]);
    assert_eq!(write.status.code(), Some(0), "{}", text(&write.stderr));
    let same = keitai(&folder.0, &["shot", "blank.ron", "--frame", "7", "--ref", "blank.png"]);
    assert_eq!(same.status.code(), Some(0), "{}", text(&same.stderr));

    let (code, message) = refusal(&keitai(&folder.0, &["shot", "other.ron", "--ref", "blank.png"]));
    assert_eq!(code, 4);
    assert!(message.contains("64 of 64 pixels") && message.contains("102031 instead of 102030"), "{message}");

    let gif = keitai(&folder.0, &["shot", "blank.ron", "--frames", "0..3", "-o", "blank.gif"]);
    assert_eq!(gif.status.code(), Some(0), "{}", text(&gif.stderr));
    assert!(std::fs::read(folder.0.join("blank.gif")).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn a_shot_names_files_beside_its_folder() {
    let folder = Folder::new("shot-beside");
    std::fs::create_dir_all(folder.0.join("all/shots/deep")).unwrap();
    let picture = Texture { width: 8, height: 8, palette: vec![Rgb::default(); 256], texels: vec![0; 64] };
    std::fs::write(folder.0.join("all/a.bmp"), bmp::write(&picture).unwrap()).unwrap();
    let shot = r#"(size: (8, 8), background: 0, textures: {"a": Model("../../a.bmp")}, frame: [])"#;
    std::fs::write(folder.0.join("all/shots/deep/a.ron"), shot).unwrap();

    let path = "all/shots/deep/a.ron";
    let write = keitai(&folder.0, &["shot", path, "-o", "a.png"]);
    assert_eq!(write.status.code(), Some(0), "{}", text(&write.stderr));
    let measure = keitai(&folder.0, &["bench", path, "--frames", "1", "--rounds", "1"]);
    assert_eq!(measure.status.code(), Some(0), "{}", text(&measure.stderr));
    assert!(text(&measure.stdout).contains("1 frame x 1 round\n"), "{measure:?}");
    let (code, message) = refusal(&keitai(&folder.0, &["shot", path, "--root", "all/shots", "-o", "a.png"]));
    assert!(code == 3 && message.contains("leads outside the asset root"), "{message}");
}

/// Returns the path of a scene in the repository.
fn scene(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes").join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_scene_plays_without_a_window_to_the_same_picture() {
    let folder = Folder::new("play");
    let demo = scene("demo.ron");
    let output = |arguments: &[&str]| {
        let output = keitai(&folder.0, &[&["play", &demo, "--headless"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
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
    let play = |arguments: &[&str]| keitai(&folder.0, &[&["play", &demo, "--headless"], arguments].concat());
    let recorded = play(&["--record", "a.ron", "--frames", "70"]);
    assert_eq!(text(&recorded.stdout), "wrote a.ron: 70 ticks\nscenes/demo.ron: 70 ticks\n");
    let replayed = play(&["--replay", "a.ron"]);
    assert_eq!((replayed.status.code(), text(&replayed.stdout)), (Some(0), "scenes/demo.ron: 70 ticks\n".to_owned()));

    // The state of tick 41; one digit is changed.
    let record = std::fs::read_to_string(folder.0.join("a.ron")).unwrap();
    let digit = record.find("states: \"").unwrap() + 9 + 40 * 8;
    let other = if &record[digit..=digit] == "0" { "1" } else { "0" };
    std::fs::write(folder.0.join("b.ron"), [&record[..digit], other, &record[digit + 1..]].concat()).unwrap();
    let (code, message) = refusal(&play(&["--replay", "b.ron"]));
    assert_eq!(code, 4);
    assert!(message.contains("b.ron: the state differs in tick 41 of 70; wrote ./keitai-0001.png"), "{message}");
    assert!(message.contains("hint: if the change is intended, add `--headless --renew`"), "{message}");
    assert!(std::fs::read(folder.0.join("keitai-0001.png")).unwrap().starts_with(b"\x89PNG"));

    // Renewed, it has the digests of this play again.
    let renewed = play(&["--replay", "b.ron", "--renew", "--picture", "b.png"]);
    assert_eq!(text(&renewed.stdout), "wrote b.ron: 70 ticks\nscenes/demo.ron: 70 ticks\n");
    assert_eq!(std::fs::read_to_string(folder.0.join("b.ron")).unwrap(), record);
    assert!(std::fs::read(folder.0.join("b.png")).unwrap().starts_with(b"\x89PNG"));

    // With another renderer the pictures differ, and the states are compared all the same.
    let enhanced = ["--replay", "a.ron", "--backend", "enhanced"];
    assert_eq!(play(&enhanced).status.code(), Some(0));
    assert_eq!(refusal(&play(&[&enhanced[..], &["--renew"]].concat())).0, 2);

    // Controls alone compare nothing, and get their digests only on request.
    let script = format!("{}states: \"\", pictures: [])", record.split("states").next().unwrap());
    std::fs::write(folder.0.join("b.ron"), script).unwrap();
    let played = play(&["--replay", "b.ron"]);
    assert_eq!(played.status.code(), Some(0));
    assert!(text(&played.stderr).contains("b.ron is a script, without digests: nothing is compared"));
    let (code, message) = refusal(&play(&["--replay", "b.ron", "--renew"]));
    assert!(code == 2 && message.contains("b.ron: a script, without digests"), "{message}");
    assert_eq!(play(&["--replay", "b.ron", "--renew", "--force"]).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.0.join("b.ron")).unwrap(), record);

    std::fs::write(folder.0.join("c.ron"), &record[..record.len() / 2]).unwrap();
    assert_eq!(refusal(&play(&["--replay", "c.ron"])).0, 3);
    let (code, message) = refusal(&keitai(&folder.0, &["play", &scene("light.ron"), "--replay", "a.ron"]));
    assert!(code == 2 && message.contains("a record of scenes/demo.ron"), "{message}");
    // The record of a game needs the game's rules.
    let bout = scene("sumo/attract.replay");
    let (code, message) =
        refusal(&keitai(&folder.0, &["play", &scene("sumo/fight.ron"), "--headless", "--replay", &bout]));
    assert!(code == 2 && message.contains("of a game with the setup"), "{message}");
    for arguments in [["--frames", "3"], ["--record", "d.ron"], ["--language", "de"]] {
        assert_eq!(refusal(&play(&[&["--replay", "a.ron"][..], &arguments].concat())).0, 2);
    }
    assert_eq!(refusal(&keitai(&folder.0, &["play", &demo, "--digest"])).0, 2);
}

#[test]
fn a_replay_is_in_the_language_of_its_record() {
    let folder = Folder::new("language");
    std::fs::write(
        folder.0.join("texts.ron"),
        r#"(languages: [("en", "English"), ("de", "Deutsch")], texts: {"a": {"en": "YES", "de": "JA"}})"#,
    )
    .unwrap();
    std::fs::write(
        folder.0.join("scene.ron"),
        r#"(size: (40, 16), texts: "texts.ron", entities: [(text: (key: "a"))])"#,
    )
    .unwrap();
    let play = |arguments: &[&str]| keitai(&folder.0, &[&["play", "scene.ron", "--headless"], arguments].concat());
    for (language, arguments) in [("en", &[][..]), ("de", &["--language", "de"])] {
        let record = format!("{language}.replay");
        let recorded = play(&[&["--record", &record, "--frames", "30", "--digest"], arguments].concat());
        assert_eq!(recorded.status.code(), Some(0), "{}", text(&recorded.stderr));
        let replayed = play(&["--replay", &record, "--digest"]);
        assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed.stderr));
        assert!(text(&recorded.stdout).ends_with(&text(&replayed.stdout)), "{language}");
        // A renewed record keeps the language.
        let before = std::fs::read(folder.0.join(&record)).unwrap();
        assert_eq!(play(&["--replay", &record, "--renew"]).status.code(), Some(0));
        assert!(std::fs::read(folder.0.join(&record)).unwrap() == before, "{language}");
    }
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
    let Some(corpus) = std::env::var_os("KEITAI_CORPUS") else {
        println!("KEITAI_CORPUS is not set: skipped");
        return;
    };
    let robo = Path::new(&corpus).join("corpus/test_model_robo.mbac");
    let folder = Folder::new("info");
    let told = keitai(&folder.0, &["info", robo.to_str().unwrap()]);
    assert_eq!(told.status.code(), Some(0));
    let told = text(&told.stdout);
    for fact in ["MBAC version 5", "318 (normals: packed)", "26 (6 roots)", "HI000000"] {
        assert!(told.contains(fact), "{told}");
    }
    let json = keitai(&folder.0, &["info", "--json", robo.to_str().unwrap()]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["kind"], "figure");
    assert_eq!(json["bones"].as_array().unwrap().len(), 26);
    assert_eq!(json["polygons"]["textured_quads"], 28);
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 0);
}

#[test]
fn the_word_help_prints_the_page_of_a_command() {
    let folder = Folder::new("help-word");
    let told = |arguments: &[&str]| text(&keitai(&folder.0, arguments).stdout);
    assert_eq!(told(&["help"]), told(&["--help"]));
    assert_eq!(told(&["help", "shot"]), told(&["shot", "--help"]));
    assert!(told(&["help", "shot"]).contains("--sheet"));
}

#[test]
fn figures_that_cannot_be_compared_have_no_distance() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    let compare = |other: &str| -> serde_json::Value {
        let output = keitai(&assets, &["compare", "robots/tin.mbac", other, "--json"]);
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let report = compare("ring/tray.mbac");
    assert_eq!((&report["largest"], &report["measured"]), (&serde_json::Value::Null, &serde_json::json!([])));
    assert_eq!(compare("robots/tin.mbac")["largest"], 0.0);
}

#[test]
fn info_tells_the_bounds_of_a_figure() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    let told = |arguments: &[&str]| {
        let output = keitai(&assets, arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    // The smallest and greatest coordinates of the text. The sails have a bone with an origin of its own.
    let figure = told(&["info", "props/windmill.bac"]);
    assert!(figure.contains("\n  bounds       x -76 to 76, y 0 to 194, z -34 to 42\n"), "{figure}");
    let json: serde_json::Value = serde_json::from_str(&told(&["info", "props/windmill.bac", "--json"])).unwrap();
    assert_eq!(json["bounds"], serde_json::json!({ "low": [-76, 0, -34], "high": [76, 194, 42] }));
    assert_eq!(told(&["info", "props/windmill.bmp"]).matches("bounds").count(), 0);
}

#[test]
fn sources_and_converted_files_of_our_own_are_told_alike() {
    let robots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/robots");
    let info = |file: &str| -> serde_json::Value {
        let output = keitai(&robots, &["info", "--json", file]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (source, figure) = (info("tin.bac"), info("tin.mbac"));
    assert_eq!((&source["format"], &figure["format"]), (&"BAC".into(), &"MBAC".into()));
    assert_eq!(source["polygons"], figure["polygons"]);
    assert_eq!(source["bones"], figure["bones"]);
    let (walk, table) = (info("walk.tra"), info("tin.mtra"));
    assert_eq!(walk["kind"], "action-table");
    assert_eq!(walk["bones"], table["bones"]);
}
