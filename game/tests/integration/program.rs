//! The program on a machine without a display: the recorded bout, and records of whole sessions.

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in a folder that is also the user's data folder.
fn tin_sumo(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tin-sumo"));
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] {
        command.env_remove(variable);
    }
    command.current_dir(folder).env("XDG_DATA_HOME", folder).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn without_a_display_the_recorded_bout_becomes_a_moving_picture() {
    let folder = tempfile::tempdir().unwrap();
    let output = tin_sumo(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.starts_with("no display") && said.lines().count() == 2, "{said}");
    assert!(said.contains("every tick equals the record") && said.contains("wrote ./tin-sumo-0001.gif"), "{said}");
    let gif = std::fs::read(folder.path().join("tin-sumo-0001.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a") && gif.len() < 4 << 20, "{} bytes", gif.len());
    let again = text(&tin_sumo(folder.path(), &[]).stdout);
    assert_eq!(again.replace("0002", "0001"), said, "the same again");
}

#[test]
fn a_recorded_session_replays_with_its_saved_values() {
    let folder = tempfile::tempdir().unwrap();
    // The title waits ten seconds, then the recorded bout is shown.
    let recorded = tin_sumo(folder.path(), &["--headless", "--frames", "400", "--record", "session.ron"]);
    assert_eq!(text(&recorded.stdout), "wrote session.ron: 400 ticks\nscenes/sumo/fight.ron: 400 ticks\n");
    let replayed = tin_sumo(folder.path(), &["--headless", "--replay", "session.ron"]);
    assert_eq!((replayed.status.code(), text(&replayed.stderr)), (Some(0), String::new()));

    let path = folder.path().join("session.ron");
    let record = std::fs::read_to_string(&path).unwrap();
    let setup = record.lines().find(|line| line.contains("setup:")).unwrap();
    for (other, code, said) in [
        ("(streak:(now:7,best:987))", 4, "the state differs in tick 1 of 400"),
        ("(streak:(now:5,best:3))", 2, "of a game with the setup \"(streak:(now:5,best:3))\""),
    ] {
        std::fs::write(&path, record.replace(setup, &format!("    setup: \"{other}\","))).unwrap();
        let refused = tin_sumo(folder.path(), &["--headless", "--replay", "session.ron"]);
        assert_eq!(refused.status.code(), Some(code), "{}", text(&refused.stderr));
        assert!(text(&refused.stderr).contains(said), "{}", text(&refused.stderr));
    }
}
