//! Records of scenes, and what depends on the machine: a display, the corpus, the number of open files.

use crate::program::{Folder, asset, corpus, ends, json, keitai, refused, repository, succeeds, text};

/// Returns the path of a scene in the repository.
fn scene(name: &str) -> String {
    repository("scenes").join(name).to_str().unwrap().to_owned()
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
    let output = keitai(&Folder::new("headless"), &[""; 0]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("no display"), "{}", text(&output.stderr));
}

#[test]
fn info_describes_a_real_figure_as_text_and_json() {
    let Some(corpus) = corpus("corpus") else { return };
    let text = succeeds(&corpus, &["info", "test_model_robo.mbac"]);
    for fact in ["MBAC version 5", "318 (normals: packed)", "26 (6 roots)", "HI000000"] {
        assert!(text.contains(fact), "{text}");
    }
    let json = json(&corpus, &["info", "test_model_robo.mbac"], 0);
    assert_eq!(json["kind"], "figure");
    assert_eq!(json["bones"].as_array().unwrap().len(), 26);
    assert_eq!(json["polygons"]["textured_quads"], 28);
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 0);
}

#[test]
fn the_distances_of_a_joint_animation_have_their_units() {
    let Some(animations) = corpus("vectors/bck") else { return };
    let folder = Folder::new("outputs-joints");
    let animations = std::fs::read_dir(animations).unwrap().map(|entry| entry.unwrap().path());
    let animation = animations.filter(|path| path.extension().is_some_and(|ending| ending == "bck")).min().unwrap();
    std::fs::copy(animation, folder.0.join("walk.bck")).unwrap();
    let said = succeeds(&folder, &["convert", "walk.bck"]);
    assert!(
        said.starts_with("walk.bck (at whole frames within ") && said.contains("; between frames within "),
        "{said}"
    );
}

/// Every output is open until all are complete, and a program may have few files open at first.
#[cfg(unix)]
#[test]
fn there_may_be_more_outputs_than_open_files() {
    let folder = Folder::with("outputs-many", &["robots/tin.mbac"]);
    for number in 0..99 {
        folder.copy("robots/tin.mbac", &format!("{number}.mbac"));
    }
    let convert = r#"ulimit -S -n 64; exec "$0" convert . -o out/"#;
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", convert, env!("CARGO_BIN_EXE_keitai")]).current_dir(&folder.0);
    let output = shell.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_dir(folder.0.join("out")).unwrap().count(), 100);
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
