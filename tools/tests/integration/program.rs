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

    /// Returns a folder with copies of files of `assets`.
    pub(crate) fn with(name: &str, files: &[impl AsRef<str>]) -> Self {
        let folder = Self::new(name);
        for file in files.iter().map(AsRef::as_ref) {
            folder.copy(file, file.rsplit('/').next().unwrap());
        }
        folder
    }

    /// Copies a file of `assets` to a place, and makes the folders above it.
    pub(crate) fn copy(&self, file: &str, to: &str) {
        self.write(to, &std::fs::read(asset(file)).unwrap());
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, name: &str, content: &(impl AsRef<[u8]> + ?Sized)) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
    }
}

pub(crate) fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(name)
}

pub(crate) fn asset(name: &str) -> PathBuf {
    repository("assets").join(name)
}

/// Returns the path of a file or a folder of the corpus, where it is available.
pub(crate) fn corpus(name: &str) -> Option<PathBuf> {
    let corpus = std::env::var_os("KEITAI_CORPUS");
    if corpus.is_none() {
        println!("KEITAI_CORPUS is not set: skipped");
    }
    Some(PathBuf::from(corpus?).join(name))
}

/// Runs keitai in `folder`, on a machine without a display.
pub(crate) fn keitai(folder: &(impl AsRef<Path> + ?Sized), arguments: &[&str]) -> Output {
    command(folder.as_ref(), arguments).output().unwrap()
}

/// Runs keitai as [`keitai`] does, with these bytes as stdin.
pub(crate) fn keitai_reading(folder: &Folder, arguments: &[&str], stdin: &[u8]) -> Output {
    let mut command = command(&folder.0, arguments);
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

/// Runs the program, which has to end with this code, and returns what it printed on stdout and on stderr.
#[track_caller]
pub(crate) fn ends(folder: &(impl AsRef<Path> + ?Sized), arguments: &[&str], code: i32) -> (String, String) {
    let output = keitai(folder, arguments);
    let (printed, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {printed}{said}");
    (printed, said)
}

/// Runs the program, which has to end well, and returns what it printed.
#[track_caller]
pub(crate) fn succeeds(folder: &(impl AsRef<Path> + ?Sized), arguments: &[&str]) -> String {
    ends(folder, arguments, 0).0
}

/// Runs the program, which has to end well, and returns what it said on stderr.
#[track_caller]
pub(crate) fn remarks(folder: &Folder, arguments: &[&str]) -> String {
    ends(folder, arguments, 0).1
}

/// Runs the program, which has to end with this code, and returns the JSON text that it printed.
#[track_caller]
pub(crate) fn json(folder: &(impl AsRef<Path> + ?Sized), arguments: &[&str], code: i32) -> serde_json::Value {
    serde_json::from_str(&ends(folder, &[arguments, &["--json"]].concat(), code).0).unwrap()
}

/// Runs the program, which has to end with this code and a message that contains a text, and returns the message.
#[track_caller]
pub(crate) fn refused(folder: &Folder, arguments: &[&str], code: i32, said: &str) -> String {
    let (found, message) = refusal(&keitai(folder, arguments));
    assert!(found == code && message.contains(said), "{arguments:?}: {found}, {message}");
    message
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
