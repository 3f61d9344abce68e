//! Cases: folders of data with a picture to draw and the expected result. README.md describes them.

use crate::{player, write_png};
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

/// Returns whether this run records instead of comparing.
pub fn blessing() -> bool {
    std::env::var_os("KEITAI_BLESS").is_some_and(|value| value != "0" && !value.is_empty())
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

/// Runs the case in `folder` and returns what is wrong with it. When blessing, digests are recorded instead. Pictures that
/// are recorded or wrong are drawn below `output`.
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
    let mut failures = Vec::new();
    let mut player = player(&folder.join(&case.shot), case.compat, case.backend);
    let mut framebuffer = player.framebuffer();
    for (&k, recorded) in &case.frames {
        player.draw(k, &mut framebuffer).unwrap_or_else(|e| panic!("{}: frame {k}: {e}", file.display()));
        let digest = format!("{:016x}", framebuffer.digest());
        if *recorded == digest {
            continue;
        }
        let picture = output.join(name).join(format!("k{k}.png"));
        write_png(&framebuffer, &picture);
        if blessing() {
            text = with_digest(&text, k, recorded, &digest).unwrap_or_else(|| {
                panic!("{}: frame {k}: write the entry as `{k}: \"\"` to have it recorded", file.display())
            });
            println!("recorded: {}", picture.display());
        } else {
            let (case, picture) = (name.display(), picture.display());
            failures.push(format!("{case}: frame {k}: digest {digest}, recorded \"{recorded}\": {picture}"));
        }
    }
    if blessing() {
        fs::write(&file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
    failures
}

/// Returns the text of a case with the digest of frame `k` replaced; everything else stays as it was written.
fn with_digest(text: &str, k: i32, recorded: &str, digest: &str) -> Option<String> {
    let (frames, entry) = (text.find("frames:")?, format!("{k}: \"{recorded}\""));
    // The entry may be the end of a longer number.
    let is_whole = |at: &usize| !text[..*at].ends_with(|c: char| c.is_ascii_digit() || c == '-');
    let at = text[frames..].match_indices(&entry).map(|(at, _)| frames + at).find(is_whole)?;
    Some(format!("{}{k}: \"{digest}\"{}", &text[..at], &text[at + entry.len()..]))
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
