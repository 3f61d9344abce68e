//! Folders of art: which files belong together, and what a folder becomes.

use std::path::Path;

use crate::inputs::{copies, path, succeeds};
use crate::program::{keitai, text};

#[test]
fn actions_belong_to_the_figure_whose_name_theirs_begins_with() {
    let folder = copies("folders-names", &["props/hills.bac", "props/windmill.bac"]);
    std::fs::copy(path("props/windmill.tra"), folder.0.join("windmill_turn_slow.tra")).unwrap();
    let said = succeeds(&folder, &["convert", ".", "-o", "out/"]);
    assert!(!said.contains("several figures fit"), "{said}");
    succeeds(&folder, &["compare", "windmill_turn_slow.tra", "windmill_turn_slow.tra"]);
    // Windmills have two bones, hills one.
    std::fs::rename(folder.0.join("out/windmill_turn_slow.mtra"), folder.0.join("hills_turn.mtra")).unwrap();
    let checked = keitai(&folder.0, &["check", "hills.bac", "windmill.bac", "hills_turn.mtra"]);
    assert!(text(&checked.stdout).contains("hills_turn.mtra"), "{checked:?}");
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_converted_folder_plays_and_its_outputs_are_no_inputs() {
    let folder = copies("folders-art", &["props/windmill.bac", "props/windmill.tra", "props/windmill.bmp"]);
    folder.write("tex/notes.txt", "a folder of textures");
    std::fs::copy(path("ring/tray.bmp"), folder.0.join("tex/tex_tray.bmp")).unwrap();
    folder.write("manual/page.txt", "a folder without figures");
    std::fs::copy(path("ring/tray.bmp"), folder.0.join("manual/page.bmp")).unwrap();
    let wanted = ["tex", "windmill.bmp", "windmill.mbac", "windmill.mtra"];
    for _ in 0..2 {
        succeeds(&folder, &["convert", ".", "-o", "out/", "--force"]);
        assert_eq!(names(&folder.0.join("out")), wanted);
        assert_eq!(names(&folder.0.join("out/tex")), ["tex_tray.bmp"]);
    }
    assert_eq!(folder.read("out/windmill.bmp"), folder.read("windmill.bmp"));
    let said = succeeds(&folder, &["shot", "out/windmill.mbac", "--digest"]);
    assert!(!said.contains("texture not found"), "{said}");
    // Binary files become texts, from which a second run must make nothing.
    for _ in 0..2 {
        succeeds(&folder, &["convert", "out", "-o", "out/texts/", "--force"]);
        assert_eq!(names(&folder.0.join("out/texts")), ["tex", "windmill.bac", "windmill.bmp", "windmill.tra"]);
    }
    // In their own folder the pictures are where they belong.
    succeeds(&folder, &["convert", "out", "-o", "out", "--force"]);
    // A scan leaves out what it has found before, too.
    let found = [(); 2].map(|()| succeeds(&folder, &["scan", "manual", "-o", "manual/found", "--force"]));
    assert_eq!(found[0], found[1]);
}

#[test]
fn two_folders_may_have_the_same_picture_but_not_two_of_one_name() {
    let folder = copies("folders-two", &["props/windmill.bac", "props/hills.bac"]);
    let place = |name: &str| folder.0.join(name);
    for (figure, own) in [("windmill.bac", "a"), ("hills.bac", "b")] {
        std::fs::create_dir(place(own)).unwrap();
        std::fs::rename(place(figure), place(own).join(figure)).unwrap();
        std::fs::copy(path("ring/tray.bmp"), place(own).join("skin.bmp")).unwrap();
    }
    succeeds(&folder, &["convert", "a", "b", "-o", "out/"]);
    assert_eq!(names(&place("out")), ["hills.mbac", "skin.bmp", "windmill.mbac"]);
    std::fs::copy(path("props/windmill.bmp"), place("b/skin.bmp")).unwrap();
    let refused = keitai(&folder.0, &["convert", "a", "b", "-o", "other/"]);
    assert!(!refused.status.success() && !place("other").exists());
    assert!(text(&refused.stderr).contains("skin.bmp: would be written twice"), "{refused:?}");
}

#[test]
fn files_that_a_folder_leaves_out_are_told() {
    let folder =
        copies("folders-mixed", &["props/windmill.bac", "props/windmill.tra", "robots/tin.mbac", "robots/tin.mtra"]);
    std::fs::copy(path("robots/tin.mbac"), folder.0.join("windmill.mbac")).unwrap();
    folder.write("tin.glb", "glTF");
    let said = succeeds(&folder, &["convert", ".", "-o", "out/"]);
    assert!(said.contains("left out 2 binary files: ./tin.mbac, ./tin.mtra; sources are converted instead"), "{said}");
    assert!(!said.contains("windmill.mbac"), "{said}");
    assert_eq!(names(&folder.0.join("out")), ["windmill.mbac", "windmill.mtra"]);
    for left_out in ["tin.mbac", "tin.mtra", "tin.glb"] {
        std::fs::remove_file(folder.0.join(left_out)).unwrap();
    }
    assert_eq!(succeeds(&folder, &["convert", ".", "-o", "out/", "--force"]), "");
}
