//! Outputs of commands: their names, their number, and the lines about them.

use crate::program::{Folder, corpus, refused, remarks, repository, succeeds, text};

/// Returns a folder with copies of our own robots.
fn robots(name: &str, files: &[&str]) -> Folder {
    Folder::with(name, &files.iter().map(|file| format!("robots/{file}")).collect::<Vec<_>>())
}

#[test]
fn a_name_tells_what_is_in_the_output() {
    let folder = robots("outputs-names", &["tin.mbac", "tin.bmp"]);
    let scene = repository("scenes/demo.ron");
    let play = ["play", scene.to_str().unwrap(), "--headless", "--frames", "1"];
    for (arguments, said) in [
        (&["shot", "tin.mbac", "--sheet", "turn", "-o", "sheet.gif"][..], "a sheet is one picture"),
        (&["shot", "tin.mbac", "-o", "tin"], "the name of the picture has no ending"),
        (&["shot", "tin.mbac", "-o", "tin.jpg"], "no picture has the ending .jpg"),
        (&["shot", scene.to_str().unwrap(), "--size", "60x80", "-o", "demo.png"], "--size goes with a figure"),
        (&["shot", scene.to_str().unwrap(), "--yaw", "9", "-o", "demo.png"], "an option of the camera goes with"),
        (&[&play[..], &["--picture", "p.jpg"]].concat(), "the name must end in .png"),
        (&[&play[..], &["--wav", "w.mp3"]].concat(), "the name must end in .wav"),
        (&[&play[..], &["--record-shot", "rs.png"]].concat(), "the name must end in .ron"),
        (&["convert", "tin.mbac", "-o", "-"], "outputs go to files; give -o NAME"),
        (&["check", "tin.mbac", "-o", "-"], "outputs go to files; give -o NAME"),
        (&["scan", "tin.mbac", "-o", "-"], "outputs go to files; give -o NAME"),
        (&["shot", "tin.mbac", "-o", "-"], "outputs go to files; give -o NAME"),
    ] {
        refused(&folder, arguments, 2, said);
    }
    // The file comes before its options.
    refused(&folder, &["shot", "tin.bmp", "--yaw", "9", "-o", "tin.png"], 3, "found a picture");
    let left = std::fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(left, 2, "nothing is written");
}

/// File managers give an empty file with a name of their own.
#[test]
fn a_thumbnail_is_a_png_whatever_its_name() {
    let folder = robots("outputs-thumbnail", &["tin.mbac", "tin.bmp"]);
    folder.write("thumbnail.A1B2", "");
    succeeds(&folder, &["shot", "--thumbnail", "--size", "128x128", "-o", "thumbnail.A1B2", "tin.mbac"]);
    succeeds(&folder, &["shot", "--size", "128x128", "-o", "tin.png", "tin.mbac"]);
    let read = |name: &str| std::fs::read(folder.0.join(name)).unwrap();
    assert!(read("thumbnail.A1B2") == read("tin.png"));
}

#[test]
fn combined_actions_go_into_the_file_that_is_named() {
    let folder = robots("outputs-combine", &["tin.bac", "walk.tra", "idle.tra"]);
    let combine = ["convert", "walk.tra", "idle.tra", "--figure", "tin.bac", "--combine", "-o", "comb.mtra"];
    let printed = succeeds(&folder, &combine);
    assert!(printed.starts_with("walk.tra, idle.tra -> comb.mtra ("), "{printed}");
    // A figure among the inputs is an output of its own.
    refused(
        &folder,
        &["convert", "tin.bac", "walk.tra", "idle.tra", "--combine", "-o", "all.mtra"],
        2,
        "is one file, but there are several inputs",
    );
    // Several inputs of another kind are a wrong command line as much as one.
    refused(
        &folder,
        &["convert", "walk.tra", "idle.tra", "--combine", "-o", "all.mbac"],
        2,
        "walk.tra becomes a .mtra file, not all.mbac",
    );
}

#[test]
fn several_figures_beside_a_text_are_told() {
    let folder = robots("outputs-several", &["tin.bac", "kabuto.bac", "walk.tra"]);
    let said = remarks(&folder, &["convert", "walk.tra", "-o", "out/"]);
    assert!(said.contains("several figures fit; give --figure FILE; the text's own bones are used"), "{said}");
}

#[test]
fn numbers_of_actions_are_told_in_words() {
    let folder = robots("outputs-actions", &["tin.mbac", "tin.bmp", "tin.mtra"]);
    let said = remarks(&folder, &["convert", "tin.mbac", "-o", "tin.glb"]);
    assert!(said.contains("actions 0 to 9: tin.mtra (found beside it)"), "{said}");
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
    let folder = robots("outputs-many", &["tin.mbac"]);
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
