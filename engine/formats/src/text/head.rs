//! The start of both formats: the first line and the Head chunk.

use super::{Path, Span, Values, mark_length, rules, without_mark};
use crate::diagnostic::Rule;

/// The beginning of a format's texts.
pub(crate) struct HeadRules {
    /// Name in the first line.
    pub(crate) magic: &'static str,
    /// Name of the version chunk.
    pub(crate) version_name: &'static str,
    /// The supported version.
    pub(crate) supported: u8,
    /// Rule that reports other versions.
    pub(crate) other_version: &'static Rule,
    /// Note of that diagnostic.
    pub(crate) note: Option<&'static str>,
}

/// Checks the first line, the order of chunks and the version. Returns the version; `None` when there is none.
pub(crate) fn read_head(text: &[u8], head: &HeadRules, values: &mut Values<'_>) -> Option<f32> {
    let HeadRules { magic, version_name, supported, other_version, note } = *head;
    let tree = &values.tree.top;
    let first = without_mark(text).split(|byte| *byte == b'\n').next().unwrap_or_default();
    let word = String::from_utf8_lossy(first.trim_ascii()).replace(|c: char| c.is_ascii_whitespace(), "");
    if word != format!(";{magic}") {
        let message = format!("the first line is not `;{magic}`");
        let start = mark_length(text);
        values.report(&rules::NO_MAGIC, Span::new(start, start + first.len()), message);
    }
    for chunk in tree.chunks().filter(|chunk| !matches!(chunk.name, "Head" | "Figure")) {
        values.unknown(&rules::UNKNOWN_CHUNK_IGNORED, chunk, &Path::top("file"), &["Head", "Figure"]);
    }
    let Some(head) = values.single(tree, "Head", &Path::top("file")) else {
        let at = tree.chunks().next().map_or(Span::NONE, |chunk| chunk.head);
        values.report(&rules::HEAD_MISSING, at, format!("there is no `( Head ( {version_name} {supported}.0 ) )`"));
        return None;
    };
    if tree.chunks().take_while(|chunk| chunk.name != "Head").any(|chunk| chunk.name == "Figure") {
        values.report(&rules::HEAD_LATE, head.head, "the Head chunk comes after the Figure".to_owned());
    }
    let path = Path::top("Head");
    let Some(version) = values.single(head, version_name, &path) else {
        values.report(&rules::HEAD_MISSING, head.head, format!("Head: there is no `( {version_name} {supported}.0 )`"));
        return None;
    };
    let value = values.reals::<1>(version, &path.down(version_name))[0];
    if value.trunc() == f32::from(supported) && value.fract() != 0.0 {
        let message = format!("Head/{version_name}: version {value} is read as {supported}.0");
        values.report(&rules::MINOR_VERSION, version.span(), message);
    }
    if value.trunc() != f32::from(supported) {
        let message =
            format!("Head/{version_name}: this is {magic} version {value}; only version {supported} is supported");
        match note {
            Some(note) => values.report_with(other_version, version.span(), message, note),
            None => values.report(other_version, version.span(), message),
        }
    }
    Some(value)
}

/// Reads settings from comments of the form `;keitai name value`. Our writers leave them so that conversion gives the same
/// file again; other tools see a comment.
pub(crate) fn read_settings(text: &[u8]) -> Vec<(String, String)> {
    let lines = without_mark(text).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let settings = lines.filter_map(|line| line.strip_prefix(b";keitai ")).take(MOST_SETTINGS);
    let pair = |line: &[u8]| {
        let line = String::from_utf8_lossy(line).into_owned();
        let (name, value) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        (name.to_owned(), value.trim().to_owned())
    };
    settings.map(pair).collect()
}

/// Most settings that are read.
const MOST_SETTINGS: usize = 32;
