//! What is wrong, doubtful or wasted in a file, and between files that belong together.
//!
//! Every finding has a stable code with an explanation ([`explain`]), a weight, and a byte offset or a line where there is
//! one. [`file()`] checks one file of any kind; [`fit`] and [`textures`] check files against each other.

mod actions;
mod figure;
mod fit;
mod reading;
pub mod rules;

pub use actions::actions;
pub use figure::figure;
pub use fit::{animation, fit, sphere_map, textures};

use crate::back;
use crate::{Made, Options, Skeleton};
use keitai_formats::text::{Diagnostic, LineIndex, Position, Rule, Severity, nearest};
use keitai_formats::{
    ActionTable, BoneAnimation, Kind, Limits, ReadOptions, Texture, bac, bck, bmp, mbac, mtra, recognise, tra,
};

/// Where a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// In the document as a whole.
    Document,
    /// At a byte of the file.
    Byte(usize),
    /// At a place of the text.
    Text(Position),
}

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Document => Ok(()),
            Self::Byte(offset) => write!(f, "byte {offset}"),
            Self::Text(position) => write!(f, "{position}"),
        }
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Its weight.
    pub severity: Severity,
    /// Where.
    pub at: At,
    /// What.
    pub message: String,
    /// What was done about it, or what to do.
    pub note: Option<String>,
}

impl Finding {
    /// A finding about a document as a whole, with its rule's weight.
    pub fn new(rule: &'static Rule, message: impl Into<String>) -> Self {
        Self { rule, severity: rule.severity, at: At::Document, message: message.into(), note: None }
    }

    fn at(mut self, at: At) -> Self {
        self.at = at;
        self
    }

    pub(crate) fn from_text(diagnostic: Diagnostic, lines: &LineIndex<'_>) -> Self {
        let Diagnostic { rule, severity, span, message, note, .. } = diagnostic;
        Self { rule, severity, at: At::Text(lines.position(span.start)), message, note }
    }
}

/// What a checked file holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Document {
    /// A figure, from a binary file or from text, and the names of its bones.
    Figure(Box<Made>),
    /// Actions, from a binary file or from text.
    Actions(ActionTable),
    /// A texture.
    Texture(Texture),
    /// A joint animation.
    Animation(BoneAnimation),
}

/// A checked file.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// What it is, when that is known.
    pub kind: Option<Kind>,
    /// What it holds, when it can be read.
    pub document: Option<Document>,
    /// Findings, by place.
    pub findings: Vec<Finding>,
}

/// Checks one file. An action's text is checked against `skeleton`, when there is one.
pub fn file(data: &[u8], skeleton: Option<&Skeleton>) -> Checked {
    let kind = match recognise(data) {
        Ok(recognised) => recognised.kind,
        Err(error) => return Checked { kind: None, document: None, findings: vec![reading::error(&error)] },
    };
    let read = ReadOptions { limits: Limits::NONE, ..ReadOptions::default() };
    let (document, mut findings) = match kind {
        Kind::Figure => reading::take(mbac::read(data, &read), |document, findings| {
            findings.extend(figure(&document));
            let skeleton = Skeleton::unnamed(&document);
            Document::Figure(Box::new(Made { figure: document, skeleton }))
        }),
        Kind::ActionTable => reading::take(mtra::read(data, &read), |document, findings| {
            findings.extend(actions(&document));
            Document::Actions(document)
        }),
        Kind::Texture => reading::take(bmp::read(data, &read), |document, _| Document::Texture(document)),
        Kind::BoneAnimation => reading::take(bck::read(data, &read), |document, findings| {
            findings.extend(animation(&document, None));
            Document::Animation(document)
        }),
        Kind::FigureText => figure_text(data),
        Kind::ActionText => action_text(data, skeleton),
        _ => (None, vec![Finding::new(&rules::UNKNOWN_KIND, "a kind of file that is not checked")]),
    };
    findings.sort_by_key(|finding| finding.at);
    Checked { kind: Some(kind), document, findings }
}

fn figure_text(data: &[u8]) -> (Option<Document>, Vec<Finding>) {
    let parsed = bac::read(data);
    let options = Options { no_limits: true, ..Options::default() }.with_settings(&parsed.document.settings);
    let converted = crate::figure(&parsed.document, parsed.diagnostics, &options);
    let lines = LineIndex::new(data);
    let findings = converted.diagnostics.into_iter().map(|diagnostic| Finding::from_text(diagnostic, &lines));
    let mut findings: Vec<Finding> = findings.collect();
    let document = converted.document.map(|made| {
        findings.extend(figure(&made.figure).into_iter().filter(|finding| !said_of_text(finding.rule)));
        Document::Figure(Box::new(made))
    });
    (document, findings)
}

fn action_text(data: &[u8], skeleton: Option<&Skeleton>) -> (Option<Document>, Vec<Finding>) {
    let parsed = tra::read(data);
    let skeleton = skeleton.cloned().unwrap_or_else(|| Skeleton::of_action(&parsed.document));
    let options = Options::default();
    let converted = crate::action(&parsed.document, parsed.diagnostics, &skeleton, &options);
    let lines = LineIndex::new(data);
    let findings = converted.diagnostics.into_iter().map(|diagnostic| Finding::from_text(diagnostic, &lines));
    let mut findings: Vec<Finding> = findings.collect();
    let document = converted.document.map(|made| {
        let table = crate::table(made, &skeleton, &options);
        findings.extend(actions(&table).into_iter().filter(|finding| !said_of_text(finding.rule)));
        Document::Actions(table)
    });
    (document, findings)
}

/// Rules of binary documents that the text's own findings cover, with a line.
fn said_of_text(rule: &Rule) -> bool {
    let covered = [
        &rules::SINGULAR,
        &rules::KEY_BEYOND_END,
        &rules::SWITCH_BEYOND_END,
        &rules::LONG_ACTION,
        &rules::BEYOND_LIMITS,
        &rules::LIGHT_WITHOUT_NORMALS,
        &rules::EMPTY_PATTERN,
        &rules::NEVER_DRAWN,
    ];
    covered.iter().any(|covered| covered.code == rule.code)
}

/// All rules of reading, conversion, the way back and checks.
pub fn all_rules() -> impl Iterator<Item = &'static Rule> {
    let lists = [keitai_formats::text::rules::ALL, crate::rules::ALL, back::rules::ALL, rules::ALL];
    lists.into_iter().flatten().copied()
}

/// The rule of a code, in upper or lower case.
///
/// # Errors
/// The nearest code, when there is no such code but one like it.
pub fn explain(code: &str) -> Result<&'static Rule, Option<&'static str>> {
    let rule = all_rules().find(|rule| rule.code.eq_ignore_ascii_case(code));
    rule.ok_or_else(|| nearest(code, all_rules().map(|rule| rule.code)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_unique_and_explained() {
        let mut codes: Vec<&str> = all_rules().map(|rule| rule.code).collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
        assert!(all_rules().all(|rule| !rule.title.is_empty() && rule.explanation.ends_with('.')));
        assert_eq!(explain("t007").unwrap().code, "T007");
        assert!(explain("nonsense").is_err());
    }

    #[test]
    fn a_text_is_checked_with_lines_and_a_file_with_bytes() {
        let text = b";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure\n( Bones ) )";
        let checked = file(text, None);
        assert_eq!(checked.kind, Some(Kind::FigureText));
        let no_bones = checked.findings.iter().find(|finding| finding.rule.code == "B002").unwrap();
        assert_eq!(no_bones.at, At::Text(Position { line: 3, column: 1 }));
        let checked = file(b"MB\x05\x00\x02", None);
        assert!(matches!(checked.findings[..], [Finding { at: At::Byte(_), severity: Severity::Error, .. }]));
        assert_eq!(file(b"what", None).findings[0].rule.code, rules::UNKNOWN_KIND.code);
    }
}
