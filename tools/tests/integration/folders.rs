//! Folders of art: which files belong together, and what a folder becomes.

use crate::conversion::below;
use crate::program::{Folder, ends, remarks, succeeds};

#[test]
fn actions_belong_to_the_figure_whose_name_theirs_begins_with() {
    let folder = Folder::with("folders-names", &["props/hills.bac", "props/windmill.bac"]);
    folder.copy("props/windmill.tra", "windmill_turn_slow.tra");
    let said = remarks(&folder, &["convert", ".", "-o", "out/"]);
    assert!(!said.contains("several figures fit"), "{said}");
    succeeds(&folder, &["compare", "windmill_turn_slow.tra", "windmill_turn_slow.tra"]);
    // Windmills have two bones, hills one.
    std::fs::rename(folder.0.join("out/windmill_turn_slow.mtra"), folder.0.join("hills_turn.mtra")).unwrap();
    let (checked, _) = ends(&folder, &["check", "hills.bac", "windmill.bac", "hills_turn.mtra"], 1);
    assert!(checked.contains("hills_turn.mtra"), "{checked}");
}

#[test]
fn a_converted_folder_plays_and_its_outputs_are_no_inputs() {
    let folder = Folder::with("folders-art", &["props/windmill.bac", "props/windmill.tra", "props/windmill.bmp"]);
    folder.write("tex/notes.txt", "a folder of textures");
    folder.copy("ring/tray.bmp", "tex/tex_tray.bmp");
    folder.write("manual/page.txt", "a folder without figures");
    folder.copy("ring/tray.bmp", "manual/page.bmp");
    let wanted = ["tex/tex_tray.bmp", "windmill.bmp", "windmill.mbac", "windmill.mtra"];
    for _ in 0..2 {
        succeeds(&folder, &["convert", ".", "-o", "out/", "--force"]);
        assert_eq!(below(&folder.0.join("out")), wanted);
    }
    assert_eq!(folder.read("out/windmill.bmp"), folder.read("windmill.bmp"));
    let said = remarks(&folder, &["shot", "out/windmill.mbac", "--digest"]);
    assert!(!said.contains("texture not found"), "{said}");
    // Binary files become texts, from which a second run must make nothing.
    for _ in 0..2 {
        succeeds(&folder, &["convert", "out", "-o", "out/texts/", "--force"]);
        let texts = ["tex/tex_tray.bmp", "windmill.bac", "windmill.bmp", "windmill.tra"];
        assert_eq!(below(&folder.0.join("out/texts")), texts);
    }
    // In their own folder the pictures are where they belong.
    succeeds(&folder, &["convert", "out", "-o", "out", "--force"]);
    // A scan leaves out what it has found before, too.
    let found = [(); 2].map(|()| remarks(&folder, &["scan", "manual", "-o", "manual/found", "--force"]));
    assert_eq!(found[0], found[1]);
}

#[test]
fn two_folders_may_have_the_same_picture_but_not_two_of_one_name() {
    let folder = Folder::with("folders-two", &["props/windmill.bac", "props/hills.bac"]);
    let place = |name: &str| folder.0.join(name);
    for (figure, own) in [("windmill.bac", "a"), ("hills.bac", "b")] {
        folder.copy("ring/tray.bmp", &format!("{own}/skin.bmp"));
        std::fs::rename(place(figure), place(own).join(figure)).unwrap();
    }
    succeeds(&folder, &["convert", "a", "b", "-o", "out/"]);
    assert_eq!(below(&place("out")), ["hills.mbac", "skin.bmp", "windmill.mbac"]);
    folder.copy("props/windmill.bmp", "b/skin.bmp");
    let (_, said) = ends(&folder, &["convert", "a", "b", "-o", "other/"], 2);
    assert!(!place("other").exists() && said.contains("skin.bmp: would be written twice"), "{said}");
}

#[test]
fn files_that_a_folder_leaves_out_are_told() {
    let folder = Folder::with(
        "folders-mixed",
        &["props/windmill.bac", "props/windmill.tra", "robots/tin.mbac", "robots/tin.mtra"],
    );
    folder.copy("robots/tin.mbac", "windmill.mbac");
    folder.write("tin.glb", "glTF");
    folder.write("game.jar", "PK\x03\x04");
    let (_, said) = ends(&folder, &["convert", ".", "-o", "out/"], 3);
    assert!(said.contains("./game.jar: error[K010]") && !folder.0.join("out").exists(), "{said}");
    std::fs::remove_file(folder.0.join("game.jar")).unwrap();
    let said = remarks(&folder, &["convert", ".", "-o", "out/"]);
    assert!(said.contains("left out 2 binary files: ./tin.mbac, ./tin.mtra; sources are converted instead"), "{said}");
    assert!(!said.contains("windmill.mbac"), "{said}");
    assert_eq!(below(&folder.0.join("out")), ["windmill.mbac", "windmill.mtra"]);
    for left_out in ["tin.mbac", "tin.mtra", "tin.glb"] {
        std::fs::remove_file(folder.0.join(left_out)).unwrap();
    }
    assert_eq!(remarks(&folder, &["convert", ".", "-o", "out/", "--force"]), "");
}
