//! Files that only some systems allow, and many files, in `keitai check`.

use keitai_formats::{
    Action, ActionTable, Bone, Figure, Pattern, Rgb, Texture, Track, Trailer, VectorKey, bmp, mbac, mtra,
};

use crate::program::{Folder, ends, refused, text};

/// Returns a figure of bones without vertices.
fn figure(bones: usize) -> Vec<u8> {
    let (patterns, bones) = (vec![Pattern::default()], vec![Bone::default(); bones]);
    mbac::write(&Figure { version: 5, patterns, bones, trailer: Some(Trailer::default()), ..Figure::default() })
        .unwrap()
}

/// Returns a table of one action, in which all bones turn from +Z to +X.
fn table(bones: u16) -> Vec<u8> {
    let key = |frame, value| VectorKey { frame, value };
    let turn = Track::Rotated { rotate: vec![key(0, [0, 0, 4096]), key(9, [4096, 0, 0])] };
    let actions = vec![Action { last_frame: 9, tracks: vec![turn; bones.into()], patterns: Vec::new() }];
    mtra::write(&ActionTable { version: 5, bone_count: bones, actions, trailer: Some(Trailer::default()) }).unwrap()
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_a_file_that_cannot_be_read() {
    let folder = Folder::new("check-links");
    folder.write("one.mbac", &figure(1));
    for (target, link) in
        [("none", "gone.mbac"), ("loop.mtra", "loop.mtra"), ("none", "notes"), ("/dev/null", "null.mbac")]
    {
        std::os::unix::fs::symlink(target, folder.0.join(link)).unwrap();
    }
    let (said, _) = ends(&folder, &["check", "."], 1);
    let names: Vec<&str> = said.lines().filter(|line| line.contains("K010")).map(|line| &line[..11]).collect();
    assert_eq!(names, ["./gone.mbac", "./loop.mtra"], "{said}");
    ends(&folder, &["convert", ".", "-o", "out/"], 3);
}

#[cfg(unix)]
#[test]
fn names_of_files_may_be_any_bytes_and_reach_no_terminal_as_such() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("check-names");
    for name in [&b"\xff\xfe.mbac"[..], b"\xff.ron", b"\x1b[31mred.mbac", "left\u{202e}right.mbac".as_bytes()] {
        std::fs::write(folder.0.join(std::ffi::OsStr::from_bytes(name)), b"MB\x05\0").unwrap();
    }
    folder.write("cut.mbac", b"MB\x05\0");
    let (said, _) = ends(&folder, &["check", "."], 1);
    assert_eq!(said.lines().count(), 5, "{said}");
    assert!(said.contains("\\u{1b}[31mred.mbac") && said.contains("left\\u{202e}right.mbac"), "{said}");
    assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said}");
    let message = refused(&folder, &["info", "\u{1b}]0;title\u{7}"], 3, "title");
    assert!(!message.contains(['\u{1b}', '\u{7}']), "{message}");
}

#[test]
fn a_thousand_files_of_one_folder_are_checked_together() {
    let folder = Folder::new("check-many");
    let texture = Texture { width: 1, height: 1, palette: vec![Rgb::default()], texels: vec![0] };
    let texture = bmp::write(&texture).unwrap();
    for number in 0..250 {
        folder.write(&format!("f{number}.mbac"), &figure(1 + number % 5));
        folder.write(&format!("f{number}.mtra"), &table(1 + number as u16 % 5));
        folder.write(&format!("g{number}.bmp"), &texture);
        folder.write(&format!("h{number}.bmp"), &texture);
    }
    // Bones without vertices are notes.
    let errors = |code: i32| {
        let (lines, _) = ends(&folder, &["check", "."], code);
        lines.lines().filter(|line| !line.contains("note[K043]")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(errors(0), Vec::<String>::new());
    // A table with another number of bones than the figure of its name, among figures that it fits.
    folder.write("f7.mtra", &table(4));
    let lines = errors(1);
    assert!(lines.len() == 1 && lines[0].contains("f7.mtra"), "{lines:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_a_bar_for_many_files() {
    let folder = Folder::new("bar");
    for number in 0..40 {
        folder.copy("../tools/tests/commands/files/square.bac", &format!("many/{number}.bac"));
    }
    let command = format!("{} check many", env!("CARGO_BIN_EXE_keitai"));
    let script = std::process::Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .current_dir(&folder.0)
        .env("TERM", "xterm")
        .output();
    let Some(output) = script.ok().filter(|output| output.status.success()) else {
        println!("there is no `script` that makes a terminal: skipped");
        return;
    };
    let said = text(&output.stdout);
    assert!(said.contains("/40 files") && said.contains("40 files: 0 errors"), "{said}");
    // Without a terminal there is no bar.
    assert_eq!(ends(&folder, &["check", "many"], 0).1, "40 files: 0 errors, 0 warnings, 0 notes\n");
}
