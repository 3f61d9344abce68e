//! Names and strings in files that would change the state of a terminal: escape sequences, NUL and marks of text direction.

use crate::program::{Folder, asset, keitai, text};

/// Characters that a terminal would obey: a colour, text from right to left, and a bell.
const NASTY: &str = "x\u{1b}[31m\u{202e}\u{7}";

/// [`NASTY`] as an escape in RON, with NUL.
const ESCAPED: &str = r"x\u{1b}[31m\u{202e}\u{7}\u{0}";

/// Checks that the output changes no state of a terminal, and returns it.
#[track_caller]
fn plain(folder: &Folder, arguments: &[&str]) -> String {
    let output = keitai(&folder, arguments);
    let said = text(&output.stdout) + &text(&output.stderr);
    let steers = |character: char| {
        let turns = matches!(character, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || character.is_control() && character != '\n'
    };
    assert!(!said.contains(steers), "{arguments:?}: {said:?}");
    said
}

/// Checks that the nasty text is printed in escaped form.
#[track_caller]
fn escaped(folder: &Folder, arguments: &[&str]) {
    let said = plain(folder, arguments);
    assert!(said.contains("\\u{202e}"), "{arguments:?}: {said}");
}

#[test]
fn strings_of_scenes_and_shots_are_escaped() {
    let folder = Folder::new("escaped-strings");
    for (name, scene) in [
        ("file.ron", r#"(entities: [(figure: "NASTY.mbac")])"#),
        ("parent.ron", r#"(entities: [(name: "a", parent: "NASTY")])"#),
        ("twice.ron", r#"(entities: [(name: "NASTY"), (name: "NASTY")])"#),
        ("known.ron", r#"(entities: [(name: "NASTY", parent: "b")])"#),
        ("prefab.ron", r#"(entities: [(prefab: "NASTY")])"#),
        ("include.ron", r#"(entities: [], include: ["NASTY.ron"])"#),
        ("sound.ron", r#"(entities: [], sounds: {"a": (file: "NASTY.wav")})"#),
    ] {
        folder.write(name, &scene.replace("NASTY", ESCAPED));
        escaped(&folder, &["play", name, "--headless"]);
        escaped(&folder, &["check", name]);
        let json = plain(&folder, &["check", name, "--json"]);
        assert!(json.contains(r"\u202e"), "{json}");
    }
    for (name, shot) in [
        ("figure.ron", r#"figures: {"a": "NASTY.mbac"}, frame: []"#),
        ("undeclared.ron", r#"frame: [Render("NASTY", 0, 0)]"#),
        ("texture.ron", r#"textures: {"a": Model("NASTY.bmp")}, frame: []"#),
    ] {
        folder.write(name, &format!("(size: (8, 8), background: 0, {})", shot.replace("NASTY", ESCAPED)));
        for command in [&["shot", name, "--digest"][..], &["check", name], &["bench", name]] {
            escaped(&folder, command);
        }
    }
}

#[test]
fn names_in_source_texts_are_escaped() {
    let folder = Folder::new("escaped-texts");
    let [figure, walk] =
        ["robots/tin.bac", "robots/walk.tra"].map(|name| std::fs::read_to_string(asset(name)).unwrap());
    folder.write("tin.bac", &figure);
    folder.write("word.bac", &figure.replacen("blendMode normal", &format!("blendMode {NASTY}"), 1));
    folder.write("bone.tra", &walk.replacen("\"hips\"", &format!("\"{NASTY}\""), 1));
    for command in [&["convert", "word.bac", "--dry-run"][..], &["check", "word.bac"], &["info", "word.bac"]] {
        escaped(&folder, command);
    }
    escaped(&folder, &["convert", "bone.tra", "--figure", "tin.bac", "--dry-run"]);
    plain(&folder, &["info", "bone.tra"]);
    plain(&folder, &["check", "bone.tra"]);
}

/// Only Unix allows such names.
#[cfg(unix)]
#[test]
fn names_of_files_and_words_of_the_command_line_are_escaped() {
    let folder = Folder::new("escaped-names");
    let (missing, there) = (format!("{NASTY}.mbac"), format!("b{NASTY}.mbac"));
    folder.copy("robots/tin.mbac", &there);
    for file in [missing.as_str(), there.as_str()] {
        for command in ["info", "check", "scan", "bench", "play", "view", "convert"] {
            escaped(&folder, &[command, file]);
        }
        escaped(&folder, &["compare", file, &missing]);
    }
    escaped(&folder, &["shot", &missing, "--digest"]);
    escaped(&folder, &["convert", &there, "-o", &format!("{NASTY}.xyz")]);
    for command in [
        &["explain", NASTY][..],
        &[NASTY],
        &["check", "--ignore", NASTY, "a"],
        &["play", "a.ron", "--frames", NASTY],
        &["shot", "a.ron", "--backend", NASTY],
    ] {
        escaped(&folder, command);
    }
}
