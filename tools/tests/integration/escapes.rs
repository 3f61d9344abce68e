//! Names of files and words of the command line that would change the state of a terminal. Every run of a test checks that
//! no such character is printed.
#![cfg(unix)]

use crate::program::{Folder, keitai, text};

/// Characters that a terminal would obey: a colour, text from right to left, and a bell.
const NASTY: &str = "x\u{1b}[31m\u{202e}\u{7}";

/// Checks that the nasty text is printed in escaped form.
#[track_caller]
fn escaped(folder: &Folder, arguments: &[&str]) {
    let output = keitai(folder, arguments);
    let printed = text(&output.stdout) + &text(&output.stderr);
    assert!(printed.contains("\\u{202e}"), "{arguments:?}: {printed}");
}

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
