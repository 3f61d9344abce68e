//! The root of a shot's files, and messages about files that are something else.

use crate::content::{actions, figure, path, picture};
use keitai_formats::{ReadOptions, mbac};
use keitai_runtime::Settings;
use keitai_runtime::assets::Source;
use keitai_runtime::shot::{Player, Shot};

const SECRET: &str = "root:x:0:0:hunter2";

fn refused(source: &Source, shot: &str) -> Option<String> {
    let shot = Shot::parse(shot).unwrap();
    Player::open(&shot, &Settings::default(), source, &path("shots/a.ron")).err().map(|error| error.to_string())
}

/// Returns the error of a shot of these files without statements.
fn error(source: &Source, files: &str) -> String {
    refused(source, &format!("(size: (8, 8), background: 0, {files}, frame: [])")).unwrap_or_default()
}

#[test]
fn files_of_a_shot_are_relative_to_its_folder_and_stay_in_the_root() {
    let source = Source::memory([("shots/a.mbac", figure(1, 1)), ("art/a.bmp", picture(64))]);
    assert_eq!(error(&source, r#"figures: {"a": "a.mbac"}, textures: {"a": Model("../art/a.bmp")}"#), "");
    let outside = r#""../../etc/passwd" leads outside the asset root"#;
    assert_eq!(error(&source, r#"figures: {"a": "../../etc/passwd"}"#), outside);
    assert_eq!(error(&source, r#"actions: {"a": "../../etc/passwd"}"#), outside);
    assert_eq!(error(&source, r#"textures: {"a": Sphere("../../etc/passwd")}"#), outside);
    assert!(error(&source, r#"figures: {"a": "/dev/zero"}"#).contains("is absolute"));
    assert_eq!(error(&source, r#"figures: {"a": "b.mbac"}"#), "shots/b.mbac: no such file");
}

#[test]
fn errors_of_syntax_are_those_of_scenes() {
    let size = |size: &str, background: &str| {
        Shot::parse(&format!("(size: {size}, background: {background}, frame: [])")).unwrap_err().to_string()
    };
    assert_eq!(size("(8, 4097)", "0"), "1:12: expected 1..=4096, found 4097");
    assert_eq!(size("(0, 8)", "0"), "1:9: expected 1..=4096, found 0");
    assert_eq!(size("(8, 8)", "4294967296"), "1:28: expected -2147483648..=4294967295, found 4294967296");
    let far = "1:28: the number 99999999999999999999 is out of bounds";
    assert_eq!(size("(8, 8)", "99999999999999999999"), far);
    let wrong = |statement: &str| {
        let error = Shot::parse(&format!("(size: (8, 8), background: 0,\nframe: [{statement}])")).unwrap_err();
        (error.to_string(), error.hint())
    };
    assert!(wrong("Primitives(\"tin\", (0, 0), 0x1, 1, [], [], [], [])").0.starts_with("2:20: "));
    assert!(wrong("Textures(figure: \"tin\")").0.ends_with(": expected string"));
    let (message, hint) = wrong("Centre(1, 2)");
    assert!(message.ends_with(": unknown name `Centre`"), "{message}");
    assert_eq!(hint.unwrap(), "did you mean `Center`?");
}

#[test]
fn actions_for_another_number_of_bones_are_refused() {
    let source =
        Source::memory([("shots/a.mbac", figure(1, 2)), ("shots/b.mtra", actions(3)), ("shots/c.mtra", actions(2))]);
    let load = |table: &str| {
        let pose = r#"Posture(figure: "a", actions: "b", action: 0, start: 0, step: 0)"#;
        let files = format!(r#"figures: {{"a": "a.mbac"}}, actions: {{"b": "{table}"}}"#);
        refused(&source, &format!("(size: (8, 8), background: 0, {files}, frame: [{pose}])"))
    };
    assert_eq!(load("b.mtra").as_deref(), Some("statement 1: actions for 3 bones, but the figure has 2"));
    assert_eq!(load("c.mtra"), None);
}

#[test]
fn work_without_bound_is_refused() {
    let load = |count: usize, clip: &str| {
        let rectangle = "Rectangle(at: (0, 0), size: (9999, 9999), colour: 0, blend: Half), ";
        let frame = format!("{clip} {}", rectangle.repeat(count));
        let source = Source::memory([("", &[][..]); 0]);
        refused(&source, &format!("(size: (4096, 4096), background: 0, frame: [{frame}])"))
    };
    assert_eq!(load(16, ""), None);
    let message = "statement 17: 285212672 pixels per frame up to here, expected at most 268435456";
    assert_eq!(load(17, "").as_deref(), Some(message));
    assert_eq!(load(17, "Clip(Some((0, 0, 4096, 99))),"), None);

    let mut many = mbac::read_with(&figure(1, 60_000), &ReadOptions::UNLIMITED).unwrap().document;
    many.vertices = vec![[0; 3]; 20_000];
    many.bones[0].vertex_count = 20_000;
    let many = mbac::write(&many).unwrap();
    let source = Source::memory([("shots/a.mbac", many), ("shots/a.mtra", actions(60_000))]);
    let load = |statement: &str, count: usize| {
        let files = "figures: {\"a\": \"a.mbac\"}, actions: {\"a\": \"a.mtra\"}";
        let frame = statement.repeat(count);
        refused(&source, &format!("(size: (8, 8), background: 0, {files}, frame: [{frame}])"))
    };
    let message = |statement: usize, work: &str| {
        Some(format!("statement {statement}: {work} per frame up to here, expected at most 16777216"))
    };
    let render = "Render(\"a\", 0, 0),";
    assert_eq!((load(render, 838), load(render, 839)), (None, message(839, "16780000 vertices")));
    let posture = "Posture(figure: \"a\", actions: \"a\", action: 0, start: 0, step: 0),";
    assert_eq!((load(posture, 279), load(posture, 280)), (None, message(280, "16800000 bones")));
}

#[cfg(unix)]
#[test]
fn links_and_devices_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    std::fs::create_dir_all(root.join("shots")).unwrap();
    std::fs::write(folder.path().join("secret"), SECRET).unwrap();
    std::os::unix::fs::symlink("../../secret", root.join("shots/link")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", root.join("shots/zero")).unwrap();
    let source = Source::folder(&root).unwrap();
    let link = error(&source, r#"figures: {"a": "link"}"#);
    let zero = error(&source, r#"figures: {"a": "zero"}"#);
    assert!(link.contains("leads outside") && zero.contains("leads outside"), "{link}\n{zero}");
}

#[test]
fn messages_do_not_quote_files_of_another_kind() {
    for name in ["a", "a.mbac", "a.bac", "a.mtra", "a.tra", "a.bck", "a.bmp"] {
        let files = [(format!("shots/{name}"), SECRET.as_bytes().to_vec()), ("shots/f.mbac".to_owned(), figure(1, 1))];
        let source = Source::memory(files);
        for declaration in
            ["figures: {\"a\": \"NAME\"}", "textures: {\"a\": Model(\"NAME\")}", "actions: {\"a\": \"NAME\"}"]
        {
            let message = error(&source, &declaration.replace("NAME", name));
            assert!(!message.is_empty(), "{declaration} with {name}");
            for part in ["root", "hunter2", ":0"] {
                assert!(!message.contains(part), "{declaration} with {name}: {message}");
            }
        }
    }
}
