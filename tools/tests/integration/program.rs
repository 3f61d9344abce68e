//! Runs the program from outside.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for one test, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        // Commands look for files in the folders beside a figure's, too.
        let path = std::env::temp_dir().join(format!("keitai-cli-{}-{name}/in", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, name: &str, content: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
    }
}

/// Runs keitai in `folder`, on a machine without a display.
pub(crate) fn keitai(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// Runs keitai as [`keitai`] does, with these bytes as stdin.
pub(crate) fn keitai_reading(folder: &Path, arguments: &[&str], stdin: &[u8]) -> Output {
    let mut command = command(folder, arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that is wrong ends without reading.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap()
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_keitai"));
    command.current_dir(folder).args(arguments);
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] {
        command.env_remove(variable);
    }
    command
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the program, which has to end well, and returns what it printed.
pub(crate) fn succeeds(folder: &Folder, arguments: &[&str]) -> String {
    let output = keitai(&folder.0, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Returns the exit code and the message. Checks that stdout is empty, and that stderr has one line and at most one hint.
pub(crate) fn refusal(output: &Output) -> (i32, String) {
    assert_eq!(text(&output.stdout), "");
    let message = text(&output.stderr);
    let lines: Vec<_> = message.lines().collect();
    assert!(lines[0].starts_with("keitai: "), "{message}");
    assert!(lines.len() == 1 || lines.len() == 2 && lines[1].starts_with("hint: "), "{message}");
    (output.status.code().unwrap(), message)
}
