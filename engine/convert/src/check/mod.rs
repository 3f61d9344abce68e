//! What is wrong, doubtful or wasted in a file, and between files that belong together.
//!
//! Every finding has a stable code with an explanation ([`explain`]), a weight, and a byte offset or a line where there is
//! one. [`file()`] checks one file of any kind; [`fit`] and [`textures`] check files against each other.

mod actions;
mod figure;
pub(crate) mod finding;
mod fit;
pub mod rules;

pub use actions::actions;
pub use figure::figure;
pub use finding::{At, Finding};
pub use fit::{animation, fit, sphere_map, textures};

use crate::decompile;
use crate::open::{self, Found};
use crate::{NamedFigure, Options, Skeleton};
use keitai_formats::text::{Rule, nearest};
use keitai_formats::{ActionTable, BoneAnimation, Kind, Limits, ReadOptions, Texture, bck, bmp, recognise_as};

/// What a checked file holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Document {
    /// A figure, from a binary file or from text, and the names of its bones.
    Figure(Box<NamedFigure>),
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

/// Checks one file; `named` is the kind that its name stands for. An action's text is checked against `skeleton`, when there
/// is one.
pub fn file(data: &[u8], named: Option<Kind>, skeleton: Option<&Skeleton>) -> Checked {
    match recognise_as(data, named) {
        Ok(recognised) => known(data, recognised.kind, skeleton),
        Err(error) => Checked { kind: None, document: None, findings: vec![Finding::from_error(&error)] },
    }
}

/// Checks a file of a kind.
fn known(data: &[u8], kind: Kind, skeleton: Option<&Skeleton>) -> Checked {
    let read = ReadOptions { limits: Limits::NONE, ..ReadOptions::default() };
    // What is beyond the limits of players is found in the document.
    let choice = Options { no_limits: true, ..Options::default() };
    let unsaid =
        |found: Vec<Finding>| found.into_iter().filter(move |finding| !kind.is_text() || !said_of_text(finding.rule));
    let found = match kind {
        Kind::Figure | Kind::FigureText => open::read_figure(data, kind, &read, &choice).map(|found| {
            found.checked(|made, findings| {
                findings.extend(unsaid(figure(&made.figure)));
                Document::Figure(Box::new(made))
            })
        }),
        Kind::ActionTable | Kind::ActionText => open::read_actions(data, kind, skeleton, &read, &choice).map(|found| {
            found.checked(|read, findings| {
                findings.extend(unsaid(actions(&read.table)));
                Document::Actions(read.table)
            })
        }),
        Kind::Texture => bmp::read(data, &read).map(|loaded| Found::of_binary(loaded, Document::Texture)),
        Kind::BoneAnimation => bck::read(data, &read).map(|loaded| {
            Found::of_binary(loaded, |document| document).checked(|document, findings| {
                findings.extend(animation(&document, None));
                Document::Animation(document)
            })
        }),
        other => {
            let finding = Finding::new(&rules::UNKNOWN_KIND, format!("{other} files are not checked"));
            Ok(Found { document: None, findings: vec![finding] })
        }
    };
    let Found { document, mut findings } =
        found.unwrap_or_else(|error| Found { document: None, findings: vec![Finding::from_error(&error)] });
    findings.sort_by_key(|finding| finding.at);
    Checked { kind: Some(kind), document, findings }
}

impl<T> Found<T> {
    /// Checks the document, when there is one.
    fn checked(mut self, check: impl FnOnce(T, &mut Vec<Finding>) -> Document) -> Found<Document> {
        let document = self.document.map(|document| check(document, &mut self.findings));
        Found { document, findings: self.findings }
    }
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
    let lists = [keitai_formats::text::rules::ALL, crate::rules::ALL, decompile::rules::ALL, rules::ALL];
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
    use keitai_formats::text::{Position, Severity};

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
        let checked = file(text, None, None);
        assert_eq!(checked.kind, Some(Kind::FigureText));
        let no_bones = checked.findings.iter().find(|finding| finding.rule.code == "B002").unwrap();
        assert_eq!(no_bones.at, At::Text(Position { line: 3, column: 1 }));
        let checked = file(b"MB\x05\x00\x02", None, None);
        assert!(matches!(checked.findings[..], [Finding { at: At::Byte(_), severity: Severity::Error, .. }]));
        assert_eq!(file(b"what", None, None).findings[0].rule.code, rules::UNKNOWN_KIND.code);
    }
}
