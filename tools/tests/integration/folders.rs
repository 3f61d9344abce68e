//! Folders of art: which files belong together, and what a folder becomes.

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
