//! Figures beyond the limits of players, and the layout of figures, in `info` and `convert`.

use crate::doors::zip;
use crate::program::{Folder, ends, succeeds};
use keitai_formats::{Action, ActionTable, Track, mtra};

/// Returns a text with a triangle in each of `count` groups.
fn groups(count: usize) -> String {
    let group = "( group ( face 0 ( i3 0 1 2 ) ( i3 -1 -1 -1 ) ) )\n".repeat(count);
    format!(
        ";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure ( Colors ( f3 1 0 0 ) )
  ( Materials ( material ( blendMode normal ) ( doubleFace false ) ( transparent false ) ( lighting false )
    ( textureIndex -1 ) ( colorIndex 0 ) ( specular 0 ) ) )
  ( Vertices ( coords ( pnt 0 0 0 ) ( pnt 9 0 0 ) ( pnt 0 9 0 ) ) )
  ( Bones ( bone ( name \"b\" ) ( hasChild false ) ( hasBrother false )
    ( translate 0 0 0 ) ( rotate 0 0 1 ) ( handle 0 1 0 ) ( vertexIndices 0 1 2 ) ) )
  ( DynamicPolygons {group} ) )\n"
    )
}

#[test]
fn no_limits_reads_what_it_writes() {
    let folder = Folder::new("limits");
    folder.write("many.bac", &groups(33));
    succeeds(&folder, &["convert", "many.bac", "--no-limits"]);
    for arguments in [&["info", "many.mbac"][..], &["info", "many.bac"], &["convert", "many.mbac", "-o", "back.bac"]] {
        let (_, said) = ends(&folder, arguments, 3);
        assert!(said.contains("34"), "{arguments:?}: {said}");
        succeeds(&folder, &[arguments, &["--no-limits"]].concat());
    }
    let (_, said) = ends(&folder, &["convert", "many.mbac", "-o", "other.bac"], 3);
    assert!(said.contains("error[K007]"), "{said}");
}

#[test]
fn the_layout_of_figures_can_be_told() {
    let folder = Folder::new("layout");
    folder.write("one.bac", &groups(1));
    succeeds(&folder, &["convert", "one.bac"]);
    for command in [&["info", "one.mbac"][..], &["convert", "one.mbac", "-o", "back.bac", "--dry-run"]] {
        for (layout, code) in [("auto", 0), ("vendor", 0), ("revised", 3), ("other", 2)] {
            ends(&folder, &[command, &["--mbac-dialect", layout]].concat(), code);
        }
    }
}

#[test]
fn actions_that_would_take_hours_are_not_compared() {
    let folder = Folder::new("compare-work");
    folder.write("one.bac", &groups(1));
    succeeds(&folder, &["convert", "one.bac"]);
    let action = Action { last_frame: u16::MAX, tracks: vec![Track::Identity], patterns: Vec::new() };
    let table = ActionTable { version: 5, bone_count: 1, actions: vec![action; 482], trailer: None };
    folder.write("one.mtra", &mtra::write(&table).unwrap());
    let (_, said) = ends(&folder, &["compare", "one.mbac", "one.mbac"], 3);
    let message = "31588352 frames with 4 vertices and bones each, expected at most 31580641 frames";
    assert!(said.contains(message), "{said}");
}

#[test]
fn tables_whose_texts_take_too_much_memory_stay_tables() {
    let folder = Folder::new("texts-memory");
    let action = Action { last_frame: 1, tracks: vec![Track::Identity; 60_000], patterns: Vec::new() };
    let table = ActionTable { version: 5, bone_count: 60_000, actions: vec![action], trailer: None };
    folder.write("many.mtra", &mtra::write(&table).unwrap());
    let (_, said) = ends(&folder, &["convert", "many.mtra", "-o", "texts/many.tra"], 3);
    assert!(said.contains("texts of 1 action with 60000 tracks take 51840512 bytes of memory"), "{said}");
    assert!(!folder.0.join("texts").exists(), "nothing is written");
}

#[test]
fn packed_texts_whose_documents_take_too_much_memory_are_not_read() {
    let folder = Folder::new("document-memory");
    let text = format!("{}{}", groups(1), " ".repeat(12 << 20));
    folder.write("packed.zip", &zip(&[("a.bac", text.as_bytes())]));
    let size = 4 * text.len();
    for (command, code) in [(&["check", "packed.zip"][..], 1), (&["convert", "packed.zip!a.bac", "-o", "a.mbac"], 3)] {
        let (printed, said) = ends(&folder, command, code);
        let message = format!("the text's document takes {size} bytes of memory");
        assert!(printed.contains(&message) || said.contains(&message), "{printed}{said}");
        succeeds(&folder, &[command, &["--no-limits"]].concat());
    }
    // A file that is not packed may take four times its size.
    folder.write("a.bac", &text);
    succeeds(&folder, &["check", "a.bac"]);
}
