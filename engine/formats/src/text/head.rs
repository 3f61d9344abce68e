//! The start of both formats: the first line and the Head chunk.

use super::token::{is_line_end, without_comments};
use super::{Grammar, Path, Span, Values, other_encoding, read_tree, rules};
use crate::diagnostic::{Diagnostics, Location, Policy, Report, Rule};
use crate::span::{mark_length, without_mark};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

pub(crate) struct HeadRules {
    /// Name in the first line.
    pub(crate) magic: &'static str,
    pub(crate) version_name: &'static str,
    pub(crate) supported: u8,
    /// Rule that reports other versions.
    pub(crate) other_version: &'static Rule,
    /// Note of that diagnostic.
    pub(crate) note: Option<&'static str>,
    /// Rule that reports a text without a version.
    pub(crate) missing: &'static Rule,
    /// Rule that reports a text without a first line that begins with `;`.
    pub(crate) no_comment: &'static Rule,
    /// Rule that reports other chunks in the head.
    pub(crate) unknown: &'static Rule,
}

#[derive(Debug, Default)]
pub(crate) struct Start {
    /// `None` when there is no version.
    pub(crate) version: Option<f32>,
    pub(crate) settings: Vec<(String, String)>,
}

/// Reads a text under a policy: the start here, the Figure chunk with `figure`.
pub(crate) fn read_text<D: Default>(
    text: &[u8],
    (grammar, head): (Grammar, &HeadRules),
    policy: Policy,
    figure: impl FnOnce(Values<'_>, Start) -> D,
) -> Report<D> {
    if let Some(refused) = other_encoding(text) {
        return Report::new(D::default(), vec![refused]);
    }
    let (mut spelling, mut findings) = (Diagnostics::default(), Diagnostics::default());
    let uncommented = if policy.vendor { without_comments(text) } else { Vec::new() };
    let tree = read_tree(if policy.vendor { &uncommented } else { text }, grammar, policy, &mut spelling);
    let mut end = u32::MAX;
    let mut values = Values { findings: &mut findings, tree: &tree, vendor: policy.vendor, end: &mut end };
    let start = Start { version: read_head(text, head, &mut values), settings: read_settings(text) };
    let document = figure(values, start);
    // Parentheses in the part that is not read do not matter.
    findings.extend(
        spelling.finish().into_iter().filter(|finding| finding.location < Location::Span(Span { start: end, end })),
    );
    findings.into_report(document)
}

/// Checks the first line, the order of chunks and the version. Returns the version; `None` when there is none.
fn read_head(text: &[u8], head: &HeadRules, values: &mut Values<'_>) -> Option<f32> {
    let HeadRules { magic, version_name, supported, other_version, note, missing, no_comment, unknown } = *head;
    let tree = &values.tree.top;
    let first = lines(text).next().unwrap_or_default();
    let word = String::from_utf8_lossy(first.trim_ascii()).replace(|c: char| c.is_ascii_whitespace(), "");
    if word != format!(";{magic}") {
        let message = format!("the first line is not `;{magic}`");
        let start = mark_length(text);
        let rule = if word.starts_with(';') { &rules::NO_MAGIC } else { no_comment };
        values.report(rule, Span::new(start, start + first.len()), message);
    }
    for chunk in tree.chunks().filter(|chunk| !matches!(chunk.name, "Head" | "Figure")) {
        values.unknown(&rules::UNKNOWN_CHUNK_IGNORED, chunk, &Path::top("file"), &["Head", "Figure"]);
    }
    let Some(head) = values.single(tree, "Head", &Path::top("file")) else {
        let at = tree.chunks().next().map_or(Span::NONE, |chunk| chunk.head);
        values.report(missing, at, format!("there is no `( Head ( {version_name} {supported}.0 ) )`"));
        return None;
    };
    if tree.chunks().take_while(|chunk| chunk.name != "Head").any(|chunk| chunk.name == "Figure") {
        values.report(&rules::HEAD_LATE, head.head, "the Head chunk comes after the Figure".to_owned());
    }
    let path = Path::top("Head");
    for chunk in head.chunks().filter(|chunk| chunk.name != version_name) {
        values.unknown(unknown, chunk, &path, &[version_name]);
    }
    let Some(version) = values.single(head, version_name, &path) else {
        values.report(missing, head.head, format!("Head: there is no `( {version_name} {supported}.0 )`"));
        return None;
    };
    let value = values.reals::<1>(version, &path.down(version_name))[0];
    let whole = value - value % 1.0;
    if whole == f32::from(supported) && value != whole {
        let message = format!("Head/{version_name}: version {value} is read as {supported}.0");
        values.report(&rules::MINOR_VERSION, version.span(), message);
    }
    if whole != f32::from(supported) {
        let message =
            format!("Head/{version_name}: this is {magic} version {value}; only version {supported} is supported");
        match note {
            Some(note) => values.report_with(other_version, version.span(), message, note),
            None => values.report(other_version, version.span(), message),
        }
    }
    Some(value)
}

/// Reads settings from comments of the form `;keitai name value`. Our writers leave them so that conversion gives the
/// same file again; other tools see a comment.
fn read_settings(text: &[u8]) -> Vec<(String, String)> {
    let settings =
        lines(text).map(<[u8]>::trim_ascii).filter_map(|line| line.strip_prefix(b";keitai ")).take(MOST_SETTINGS);
    let pair = |line: &[u8]| {
        let line = String::from_utf8_lossy(line).into_owned();
        let (name, value) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        (name.to_owned(), value.trim().to_owned())
    };
    settings.map(pair).collect()
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    without_mark(text).split(|byte| is_line_end(*byte))
}

const MOST_SETTINGS: usize = 32;
