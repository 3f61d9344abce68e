//! The program on a machine without a display.

use std::path::Path;
use std::process::{Command, Output};

fn play(folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tin-sumo"));
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] {
        command.env_remove(variable);
    }
    command.current_dir(folder).env("XDG_DATA_HOME", folder).output().unwrap()
}

#[test]
fn without_a_display_the_recorded_bout_becomes_a_moving_picture() {
    let folder = tempfile::tempdir().unwrap();
    let output = play(folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("no display") && said.lines().count() == 2, "{said}");
    assert!(said.contains("every tick equals the record") && said.contains("wrote ./tin-sumo-0001.gif"), "{said}");
    let gif = std::fs::read(folder.path().join("tin-sumo-0001.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a") && gif.len() < 4 << 20, "{} bytes", gif.len());
    let again = String::from_utf8(play(folder.path()).stdout).unwrap();
    assert_eq!(again.replace("0002", "0001"), said, "the same again");
}
