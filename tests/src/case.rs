//! Cases: folders of data with a picture to draw and the expected result. README.md describes them.

use crate::bless::blessing;
use crate::{Picture, player};
use keitai_render::{Backend, Compat};
use ron::extensions::Extensions;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A case as its `case.ron` describes it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    #[serde(default = "shot_file")]
    shot: String,
    frames: BTreeMap<i32, String>,
    #[serde(default)]
    compat: Option<Compat>,
    #[serde(default)]
    backend: Backend,
}

fn shot_file() -> String {
    "shot.ron".into()
}

struct Run<'a> {
    folder: &'a Path,
    /// Folder for pictures of failures.
    output: PathBuf,
    failures: Vec<String>,
}

/// Returns the folders of all cases, in order.
///
/// # Panics
/// When there are none.
pub fn folders() -> Vec<PathBuf> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let entries = fs::read_dir(&cases).unwrap_or_else(|e| panic!("{}: {e}", cases.display()));
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(!folders.is_empty(), "no cases in {}", cases.display());
    folders.sort();
    folders
}

/// Returns the shots that are files of a case.
pub fn shots() -> Vec<PathBuf> {
    folders().into_iter().map(|folder| folder.join("shot.ron")).filter(|shot| shot.exists()).collect()
}

/// Runs the case in `folder` and returns what is wrong with it; pictures of failures go below `output`. When blessing,
/// digests and our own pictures are recorded first.
///
/// # Panics
/// When the case or what it names cannot be read.
pub fn run(folder: &Path, output: &Path) -> Vec<String> {
    let file = folder.join("case.ron");
    let mut text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let case: Case = options.from_str(&text).unwrap_or_else(|e| panic!("{}:{e}", file.display()));
    assert!(!case.frames.is_empty(), "{}: no frames", file.display());
    let name = folder.file_name().expect("a folder has a name");
    let mut run = Run { folder, output: output.join(name), failures: Vec::new() };
    let mut player = player(&folder.join(&case.shot), case.compat, case.backend);
    let mut framebuffer = player.framebuffer();
    for (&k, recorded) in &case.frames {
        player.draw(k, &mut framebuffer).unwrap_or_else(|e| panic!("{}: frame {k}: {e}", file.display()));
        let drawn = Picture::from(&framebuffer);
        let digest = format!("{:016x}", framebuffer.digest());
        if blessing() {
            text = with_digest(&text, k, recorded, &digest).unwrap_or_else(|| {
                panic!("{}: frame {k}: write the entry as `{k}: \"\"` to have it recorded", file.display())
            });
            drawn.write(&folder.join(format!("k{k}.ours.png")));
        } else {
            run.compare_ours(k, &drawn, recorded, &digest);
        }
    }
    if blessing() {
        fs::write(&file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
    run.look_for_strays(&case);
    run.failures.into_iter().map(|failure| format!("{}: {failure}", name.display())).collect()
}

/// Returns the text of a case with the digest of frame `k` replaced; everything else stays as it was written.
fn with_digest(text: &str, k: i32, recorded: &str, digest: &str) -> Option<String> {
    let frames = text.find("frames:")?;
    let entry = format!("{k}: \"{recorded}\"");
    let mut from = frames;
    loop {
        let at = from + text[from..].find(&entry)?;
        // The entry may be the end of a longer number.
        if !text[..at].ends_with(|c: char| c.is_ascii_digit() || c == '-') {
            return Some(format!("{}{k}: \"{digest}\"{}", &text[..at], &text[at + entry.len()..]));
        }
        from = at + 1;
    }
}

impl Run<'_> {
    fn compare_ours(&mut self, k: i32, drawn: &Picture, recorded: &str, digest: &str) {
        let path = self.folder.join(format!("k{k}.ours.png"));
        let ours = path.exists().then(|| Picture::read(&path));
        if recorded != digest {
            let seen = ours.as_ref().map_or(String::new(), |ours| self.differences(k, drawn, ours));
            self.failures.push(format!("frame {k}: digest {digest}, recorded \"{recorded}\"{seen}"));
        }
        match ours {
            None => self.failures.push(format!("frame {k}: {} is missing", path.display())),
            Some(ours) if recorded == digest && ours != *drawn => {
                self.failures.push(format!("frame {k}: {} is not the picture of the digest", path.display()));
            }
            Some(_) => {}
        }
    }

    /// Writes what was drawn and how it differs, and returns where.
    fn differences(&self, k: i32, drawn: &Picture, wanted: &Picture) -> String {
        let actual = self.output.join(format!("k{k}.actual.png"));
        drawn.write(&actual);
        if !wanted.has_size_of(drawn) {
            return format!("; another size than wanted: {}", actual.display());
        }
        let difference = self.output.join(format!("k{k}.difference.png"));
        drawn.difference(wanted).write(&difference);
        let wrong = wanted.different_from(drawn);
        format!("; {wrong} pixels differ: {} and {}", actual.display(), difference.display())
    }

    /// Looks for pictures of frames that the case does not have.
    fn look_for_strays(&mut self, case: &Case) {
        for entry in fs::read_dir(self.folder).unwrap() {
            let name = entry.unwrap().file_name().to_string_lossy().into_owned();
            let Some(stem) = name.strip_suffix(".png") else { continue };
            let frame = stem.strip_suffix(".ours").and_then(|frame| frame.strip_prefix('k'));
            let k = frame.and_then(|k| k.parse::<i32>().ok());
            if k.is_none_or(|k| !case.frames.contains_key(&k)) {
                self.failures.push(format!("{name} belongs to no frame of the case"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recording_changes_one_digest_and_nothing_else() {
        let text = "( // 1: \"\"\n frames: {11: \"a\", 1: \"a\", -1: \"a\"}, )";
        let changed = with_digest(text, 1, "a", "ff").unwrap();
        assert_eq!(changed, "( // 1: \"\"\n frames: {11: \"a\", 1: \"ff\", -1: \"a\"}, )");
        assert_eq!(with_digest(text, 2, "a", "ff"), None);
    }
}
