//! The files that a scene or a shot names, straight from its text: whatever else is wrong with it, and each with its place.

use std::path::Path;

use keitai_formats::text::{Position, nearest};
use keitai_formats::{Diagnostic, Rule};

use crate::files;

/// A file that is not there.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Missing {
    /// The last part of its name.
    pub(super) file: String,
    /// As it is written.
    name: String,
    at: Position,
    similar: Option<String>,
}

impl Missing {
    pub(super) fn finding(&self, rule: &'static Rule) -> Diagnostic {
        let mut finding = Diagnostic::new(rule, self.at, format!("{}: no such file", self.name));
        finding.note = self.similar.as_ref().map(|similar| format!("did you mean \"{similar}\"?"));
        finding
    }
}

/// The named files that are missing; names are relative to the folder of `path`.
pub(super) fn missing(path: &Path, text: &str) -> Vec<Missing> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut missing = Vec::new();
    for (name, at) in strings(text) {
        let file = folder.join(&name);
        let named = files::kind(&file).is_some() || files::is_program(&file);
        let Some(own) = file.file_name().map(|own| own.to_string_lossy().into_owned()) else { continue };
        if !named || file.is_file() {
            continue;
        }
        let companions = files::companions(&file).unwrap_or_default();
        let companions: Vec<String> = companions
            .iter()
            .filter_map(|path| path.file_name())
            .map(|own| own.to_string_lossy().into_owned())
            .collect();
        let similar = nearest(&own, companions.iter().map(String::as_str)).map(str::to_owned);
        missing.push(Missing { file: own, name, at, similar });
    }
    missing
}

/// The strings of a RON text and where they begin, without those in comments.
fn strings(text: &str) -> Vec<(String, Position)> {
    let mut found = Vec::new();
    let mut at = Position { line: 1, column: 0 };
    let mut within: Option<(String, Position)> = None;
    let mut comment = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        at = if character == '\n' {
            Position { line: at.line + 1, column: 0 }
        } else {
            Position { column: at.column + 1, ..at }
        };
        match (&mut within, &comment, character, characters.peek()) {
            (Some(_), _, '"', _) => found.extend(within.take()),
            (Some((string, _)), _, other, _) => string.push(other),
            (None, Some('/'), '\n', _) | (None, Some('*'), '*', Some('/')) => comment = None,
            (None, Some(_), ..) => {}
            (None, None, '/', Some(kind @ ('/' | '*'))) => comment = Some(*kind),
            (None, None, '"', _) => within = Some((String::new(), at)),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_places_and_comments_none() {
        let text = "(a: \"one\", // \"two\"\n b: [\"th/*ree\"], /* \"four\"\n*/ c: \"five\")";
        let found: Vec<(String, usize, usize)> =
            strings(text).into_iter().map(|(name, at)| (name, at.line, at.column)).collect();
        let expected = [("one", 1, 5), ("th/*ree", 2, 6), ("five", 3, 7)];
        assert_eq!(found, expected.map(|(name, line, column)| (name.to_owned(), line, column)));
    }
}
