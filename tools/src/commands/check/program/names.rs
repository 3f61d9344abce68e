//! The files that a scene or a shot names, read from its text, whatever else is wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use keitai_formats::text::{Position, nearest};
use keitai_formats::{Diagnostic, Rule};
use keitai_runtime::ron_text::strings;

use crate::session::{self, Session};

/// Fields with files. Those of other fields are names and texts, even if they end as files do.
const FILES: [&str; 8] = ["include", "figure", "figures", "textures", "texture", "actions", "sphere", "file"];

/// Most missing files that are compared with the names beside them.
const MOST_COMPARED: usize = 20;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Missing {
    /// Last part of the name.
    pub(super) file: String,
    name: String,
    pub(super) at: Position,
    similar: Option<String>,
}

impl Missing {
    pub(super) fn diagnostic(&self, rule: &'static Rule) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(rule, self.at, format!("{}: no such file", self.name));
        diagnostic.note = self.similar.as_ref().map(|similar| format!("did you mean \"{similar}\"?"));
        diagnostic
    }

    /// Returns whether a message is about the file.
    pub(super) fn is_in(&self, message: &str) -> bool {
        let begins = |at: usize| at == 0 || message[..at].ends_with(['/', '"', ' ']);
        message.match_indices(&self.file).any(|(at, _)| begins(at))
    }
}

/// Returns the files that a text names, with their names and the offsets of those; names are relative to the folder of `path`.
pub(crate) fn named<'t>(session: &Session, path: &Path, text: &'t str) -> Vec<(PathBuf, &'t str, usize)> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_key = |(name, at): &(&str, usize)| text[at + name.len() + 2..].trim_start().starts_with(':');
    let keys: BTreeSet<&str> = strings(text).filter(is_key).map(|(name, _)| name).collect();
    let (mut end, mut field) = (0, "");
    let file = |(name, at): (&'t str, usize)| {
        let before = &text[end..at];
        end = at + name.len() + 2;
        // The field of a list or a map is before its first string.
        let key = before.lines().rev().find_map(|line| line.split("//").next()?.rsplit_once(':'));
        let key = key.and_then(|(key, _)| key.rsplit(|c: char| !c.is_alphanumeric()).next());
        field = key.filter(|key| !key.is_empty()).unwrap_or(field);
        // The statements of a shot name its figures, textures and actions, which are keys of maps.
        let is_name = keys.contains(name) && !before.trim_start().starts_with(':');
        let file = folder.join(name);
        let known = session.kind(&file).is_some() || session::is_program(&file);
        (known && !is_name && FILES.contains(&field)).then_some((file, name, at))
    };
    strings(text).filter_map(file).collect()
}

pub(super) fn missing(session: &Session, path: &Path, text: &str) -> Vec<Missing> {
    let (mut missing, mut folders) = (Vec::new(), BTreeMap::<PathBuf, Vec<String>>::new());
    for (file, name, at) in named(session, path, text) {
        let Some(entry) = file.file_name().map(|entry| entry.to_string_lossy().into_owned()) else { continue };
        if file.is_file() {
            continue;
        }
        let names = folders.entry(session.folder(&file)).or_insert_with(|| {
            let files = session.neighbours(&file).unwrap_or_default().into_iter();
            files.filter_map(|path| session.file_name(&path)).collect()
        });
        let is_compared = missing.len() < MOST_COMPARED;
        let similar = || nearest(&entry, names.iter().map(String::as_str)).map(str::to_owned);
        let similar = if is_compared { similar() } else { None };
        missing.push(Missing { file: entry, name: name.to_owned(), at: Position::of(text, at), similar });
    }
    missing
}
