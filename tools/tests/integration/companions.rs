//! Textures and actions of a figure: which are found, which are named, and which are kept.

use serde_json::Value;

use crate::inputs::{copies, path, succeeds};
use crate::program::{Folder, keitai, text};

/// Returns a folder with one figure in `models` and its texture and table elsewhere.
fn scattered(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (from, to) in [
        ("robots/tin.mbac", "models/robo.mbac"),
        ("robots/tin.bmp", "art/atlas.bmp"),
        ("robots/tin.mtra", "models/moves/walk.mtra"),
    ] {
        let to = folder.0.join(to);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(path(from), to).unwrap();
    }
    folder
}

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_slice(&keitai(&folder.0, arguments).stdout).unwrap()
}

#[test]
fn files_that_could_be_missing_ones_are_named() {
    let folder = scattered("companions-named");
    let said = succeeds(&folder, &["shot", "models/robo.mbac", "--digest"]);
    for line in [
        "note: it could have the texture art/atlas.bmp (256x256); choose with --textures FILE",
        "note: it could have the action table models/moves/walk.mtra (10 actions); choose with --actions FILE",
    ] {
        assert!(said.contains(line), "{said}");
    }
    let told = &json(&folder, &["info", "models/robo.mbac", "--json"])["companions"];
    assert_eq!(told["textures"], serde_json::json!([]));
    assert_eq!(told["texture_candidates"][0]["file"], "art/atlas.bmp");
    assert_eq!(told["action_candidates"][0]["file"], "models/moves/walk.mtra");
    let found = json(&folder, &["check", "models/robo.mbac", "--json"]);
    assert!(found["findings"].to_string().contains("art/atlas.bmp"), "{found}");
}

#[test]
fn what_was_chosen_is_kept_for_the_next_time() {
    let folder = scattered("companions-kept");
    let given = ["--textures", "art/atlas.bmp", "--actions", "models/moves/walk.mtra"];
    let digest = |more: &[&str]| {
        let output = keitai(&folder.0, &[&["shot", "models/robo.mbac", "--action", "1", "--digest"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let wanted = digest(&[&given[..], &["--keep"]].concat());
    assert_eq!(digest(&[]), wanted);
    let told = &json(&folder, &["info", "models/robo.mbac", "--json"])["companions"];
    assert_eq!(told["textures"][0], "models/../art/atlas.bmp");
    assert!(keitai(&folder.0, &["check", "models/robo.mbac.ron"]).status.success());
    // Files that are given take precedence.
    let said = text(&keitai(&folder.0, &["shot", "models/robo.mbac", "--digest", "--textures", "none"]).stderr);
    assert!(said.contains("1 of 1 texture not found"), "{said}");
}

#[test]
fn tables_of_other_figures_and_drawn_pictures_are_left_out() {
    let folder = copies("companions-others", &["robots/tin.mbac", "robots/tin.mtra", "robots/tin.bmp"]);
    std::fs::copy(path("robots/tin.mbac"), folder.0.join("ship.mbac")).unwrap();
    std::fs::remove_file(folder.0.join("tin.bmp")).unwrap();
    succeeds(&folder, &["shot", "tin.mbac", "--size", "128x128", "-o", "ship.png"]);
    let said = succeeds(&folder, &["convert", "ship.mbac", "-o", "ship.glb"]);
    assert!(said.contains("tin.mtra is named after another figure"), "{said}");
    assert!(said.contains("ship.png is a picture that Keitai has drawn"), "{said}");
    assert!(said.contains("1 of 1 texture not found"), "{said}");
    // Paint programs leave out the text that marks such a picture: the part after the header.
    let marked = folder.read("ship.png");
    let size = u32::from_be_bytes(marked[33..37].try_into().unwrap()) as usize;
    assert_eq!(&marked[37..41], b"tEXt");
    std::fs::write(folder.0.join("ship.png"), [&marked[..33], &marked[45 + size..]].concat()).unwrap();
    let said = succeeds(&folder, &["convert", "ship.mbac", "-o", "again.glb"]);
    assert!(said.contains("ship.png is a picture that Keitai has drawn"), "{said}");
    let said = succeeds(&folder, &["convert", "tin.mbac", "--actions", "none", "-o", "still.glb"]);
    assert!(!said.contains("tin.mtra"), "{said}");
    let document = folder.read("still.glb");
    assert!(!text(&document).contains("\"animations\""));
}
