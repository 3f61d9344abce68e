//! Runs the program from outside.

use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

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
pub(crate) fn keitai(folder: &(impl AsRef<Path> + ?Sized), arguments: &[impl AsRef<str>]) -> Output {
    keitai_reading(folder, arguments, b"")
}

/// Runs keitai as [`keitai`] does, with these bytes as stdin. Checks that a terminal obeys nothing that is printed.
pub(crate) fn keitai_reading(
    folder: &(impl AsRef<Path> + ?Sized),
    arguments: &[impl AsRef<str>],
    stdin: &[u8],
) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_keitai"));
    command.current_dir(folder).args(arguments.iter().map(AsRef::as_ref));
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] {
        command.env_remove(variable);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that is wrong ends without reading.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    let steers = |character: char| {
        let turns = matches!(character, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || character.is_control() && character != '\n'
    };
    let printed = text(&output.stdout) + &text(&output.stderr);
    assert!(!printed.contains(steers), "this changes the state of a terminal: {printed:?}");
    output
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

/// Runs the program, which has to end with this code, and returns the JSON text that it printed.
#[track_caller]
pub(crate) fn json(folder: &(impl AsRef<Path> + ?Sized), arguments: &[&str], code: i32) -> serde_json::Value {
    serde_json::from_str(&ends(folder, &[arguments, &["--json"]].concat(), code).0).unwrap()
}

/// Runs the program, which has to end with this code and a message that contains a text, and returns the message.
#[track_caller]
pub(crate) fn refused(folder: &Folder, arguments: &[&str], code: i32, part: &str) -> String {
    let output = keitai(folder, arguments);
    let message = text(&output.stderr);
    let is_right = is_refusal(&output) && output.status.code() == Some(code) && message.contains(part);
    assert!(is_right, "{arguments:?}: {output:?}");
    message
}

/// Returns whether stdout is empty, and stderr has one line and at most one hint.
pub(crate) fn is_refusal(output: &Output) -> bool {
    let message = text(&output.stderr);
    let mut lines = message.lines();
    let is_told = lines.next().is_some_and(|line| line.starts_with("keitai: "));
    output.stdout.is_empty()
        && is_told
        && lines.next().is_none_or(|hint| hint.starts_with("hint: "))
        && lines.next().is_none()
}

/// Returns all files below a folder, with `/` between names, in alphabetical order, and folders without files.
pub(crate) fn below(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, prefix: &str, names: &mut Vec<String>) {
        let start = names.len();
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                walk(&entry.path(), &format!("{name}/"), names);
            } else {
                names.push(name);
            }
        }
        if names.len() == start && !prefix.is_empty() {
            names.push(prefix.to_owned());
        }
    }
    let mut names = Vec::new();
    walk(folder, "", &mut names);
    names.sort();
    names
}

/// Returns an archive with these names and contents.
pub(crate) fn zip(entries: &[(impl AsRef<str>, impl AsRef<[u8]>)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        writer.start_file(name.as_ref(), SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_ref()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub(crate) fn unpacked(archive: &[u8], name: &str) -> Vec<u8> {
    let mut content = Vec::new();
    ZipArchive::new(Cursor::new(archive)).unwrap().by_name(name).unwrap().read_to_end(&mut content).unwrap();
    content
}
