//! Textures and actions of a figure: which are found, and which are named.

use crate::program::{Folder, json, remarks, succeeds, text};

/// Returns a folder with one figure in `models` and its texture and table elsewhere.
fn scattered(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (from, to) in [
        ("robots/tin.mbac", "models/robo.mbac"),
        ("robots/tin.bmp", "art/atlas.bmp"),
        ("robots/tin.mtra", "models/moves/walk.mtra"),
    ] {
        folder.copy(from, to);
    }
    folder
}

#[test]
fn files_that_could_be_missing_ones_are_named() {
    let folder = scattered("companions-named");
    let said = remarks(&folder, &["shot", "models/robo.mbac", "--digest"]);
    for line in [
        "note: it could have the texture art/atlas.bmp (256x256); choose with --textures FILE",
        "note: it could have the action table models/moves/walk.mtra (10 actions); choose with --actions FILE",
    ] {
        assert!(said.contains(line), "{said}");
    }
    let told = &json(&folder, &["info", "models/robo.mbac"], 0)["companions"];
    assert_eq!(told["textures"], serde_json::json!([]));
    assert_eq!(told["texture_candidates"][0]["file"], "art/atlas.bmp");
    assert_eq!(told["action_candidates"][0]["file"], "models/moves/walk.mtra");
    let found = json(&folder, &["check", "models/robo.mbac"], 0);
    assert!(found["findings"].to_string().contains("art/atlas.bmp"), "{found}");
}

#[test]
fn tables_of_other_figures_and_drawn_pictures_are_left_out() {
    let folder = Folder::with("companions-others", &["robots/tin.mbac", "robots/tin.mtra", "robots/tin.bmp"]);
    folder.copy("robots/tin.mbac", "ship.mbac");
    std::fs::remove_file(folder.0.join("tin.bmp")).unwrap();
    succeeds(&folder, &["shot", "tin.mbac", "--size", "128x128", "-o", "ship.png"]);
    let said = remarks(&folder, &["convert", "ship.mbac", "-o", "ship.glb"]);
    assert!(said.contains("tin.mtra is named after another figure"), "{said}");
    assert!(said.contains("ship.png is a picture that Keitai has drawn"), "{said}");
    assert!(said.contains("1 of 1 texture not found"), "{said}");
    // Paint programs leave out the text that marks such a picture: the part after the header.
    let marked = folder.read("ship.png");
    let size = u32::from_be_bytes(marked[33..37].try_into().unwrap()) as usize;
    assert_eq!(&marked[37..41], b"tEXt");
    folder.write("ship.png", &[&marked[..33], &marked[45 + size..]].concat());
    let said = remarks(&folder, &["convert", "ship.mbac", "-o", "again.glb"]);
    assert!(said.contains("ship.png is a picture that Keitai has drawn"), "{said}");
    let said = remarks(&folder, &["convert", "tin.mbac", "--actions", "none", "-o", "still.glb"]);
    assert!(!said.contains("tin.mtra"), "{said}");
    let document = folder.read("still.glb");
    assert!(!text(&document).contains("\"animations\""));
}
