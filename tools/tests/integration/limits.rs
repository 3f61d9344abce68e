//! Inputs that would take too long or too much memory, and archives made to do harm.

use keitai_formats::{Action, ActionTable, Track, mtra};

use crate::program::{Folder, asset, ends, repository, succeeds, zip};

/// Returns the text of a triangle at one bone.
fn triangle() -> String {
    std::fs::read_to_string(repository("tools/tests/commands/files/group.bac")).unwrap()
}

#[test]
fn actions_that_would_take_hours_are_not_compared() {
    let folder = Folder::new("compare-work");
    folder.write("one.bac", &triangle());
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
    let text = triangle() + &" ".repeat(12 << 20);
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

#[test]
fn damaged_archives_write_nothing() {
    let folder = Folder::new("doors-damaged");
    let figure = std::fs::read(asset("robots/tin.mbac")).unwrap();
    let whole = zip(&[("17", &figure)]);
    // The first byte of the packed data is the 33rd: a local header of 30 bytes and a name of 2.
    let mut damaged = whole.clone();
    damaged[60] ^= 0xFF;
    let mut encrypted = whole.clone();
    encrypted[6] |= 1;
    let directory = whole.windows(4).rposition(|bytes| bytes == b"PK\x01\x02").unwrap();
    encrypted[directory + 8] |= 1;
    // Beyond 64 MiB unpacked.
    let bomb = zip(&[("17", &vec![0; 65 << 20])]);
    let faulty = [
        ("cut.jar", &whole[..whole.len() / 2], 3),
        ("bad.jar", &damaged, 1),
        ("locked.jar", &encrypted, 1),
        ("bomb.jar", &bomb, 1),
    ];
    for (name, bytes, code) in faulty {
        folder.write(name, bytes);
        let (_, said) = ends(&folder, &["convert", name, "-o", "out/"], code);
        assert!(said.contains(name) && !said.contains("the others"), "{said}");
    }
    assert!(!folder.0.join("out").exists());
}

/// Starts of figures with large tables are read again and again.
#[test]
fn a_scan_of_many_starts_ends_early_and_tells_where() {
    let folder = Folder::new("scan-starts");
    let figure = std::fs::read(asset("robots/tin.mbac")).unwrap();
    folder.write("packed/starts", &[&figure[..], &b"MB\x05\0\x02\x02\x03\x01".repeat(1 << 20)].concat());
    for (path, code) in [("packed/starts", 3), ("packed", 1)] {
        let (output, message) = ends(&folder, &["scan", path], code);
        assert!(output.contains("starts at byte 0: MBAC"), "{output}");
        let place = "packed/starts: not all was searched from byte ";
        assert!(message.contains(place) && message.contains("1 found"), "{message}");
    }
}
