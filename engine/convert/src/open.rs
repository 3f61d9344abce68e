//! Figures and actions from whatever file holds them: binary, source text or joint animation.
//!
//! Every program that shows, checks or compares something reads it through here; texts are converted on the way. What a
//! file is tells its content, and for texts also its name.

use crate::check::finding::{At, Finding};
use crate::{BakeOptions, Choose, Converted, NamedFigure, Skeleton, action, bake, figure, table};
use keitai_formats::text::{LineIndex, Severity};
use keitai_formats::{
    ActionTable, Kind, Loaded, LoopMode, ReadOptions, Result as Read, bac, bck, mbac, mtra, recognise_as, tra,
};

/// Why a file does not give what was wanted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A binary file is broken.
    #[error(transparent)]
    Format(#[from] keitai_formats::Error),
    /// A text, or what was to be made of it, has errors.
    #[error("{}{}error[{code}]: {first}{}", at, if *at == At::Document { "" } else { ": " }, others(*errors))]
    Text {
        /// Where the first error is.
        at: At,
        /// The first error.
        first: String,
        /// Its code.
        code: &'static str,
        /// How many errors there are.
        errors: usize,
    },
    /// The file holds something else.
    #[error("expected {expected}, found {found}")]
    Kind {
        /// What was wanted.
        expected: &'static str,
        /// What it is.
        found: Kind,
    },
}

impl Error {
    /// Whether it says where in the file, and begins with that.
    pub fn is_placed(&self) -> bool {
        matches!(self, Self::Text { at: At::Text(_), .. })
    }
}

fn others(errors: usize) -> String {
    if errors > 1 { format!(" (and {} more)", errors - 1) } else { String::new() }
}

/// A document, and what was odd about its file, one line each.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened<T> {
    /// The document.
    pub document: T,
    /// What was odd.
    pub warnings: Vec<String>,
}

/// Actions, and how their file says that they are to be played.
#[derive(Debug, Clone, PartialEq)]
pub struct Actions {
    /// The actions.
    pub table: ActionTable,
    /// What happens at the end; only joint animations say so.
    pub loop_mode: Option<LoopMode>,
}

/// A document, unless there are errors, and everything that was noticed.
#[derive(Debug)]
pub(crate) struct Found<T> {
    pub(crate) document: Option<T>,
    pub(crate) findings: Vec<Finding>,
}

/// Opens a figure: MBAC or BAC6. `named` is the kind that the file's name stands for.
pub fn open_figure(
    data: &[u8],
    named: Option<Kind>,
    read: &ReadOptions,
    choice: &dyn Choose,
) -> Result<Opened<NamedFigure>, Error> {
    let kind = recognise_as(data, named)?.kind;
    if !matches!(kind, Kind::Figure | Kind::FigureText) {
        return Err(Error::Kind { expected: "a figure (MBAC, BAC)", found: kind });
    }
    opened(read_figure(data, kind, read, choice)?)
}

/// Opens actions: MTRA, TRA4 or BCK. Texts find bones by the skeleton's names, and a joint animation needs as many bones as
/// it has joints; without a skeleton their own bones are taken.
pub fn open_actions(
    data: &[u8],
    named: Option<Kind>,
    skeleton: Option<&Skeleton>,
    read: &ReadOptions,
    choice: &dyn Choose,
) -> Result<Opened<Actions>, Error> {
    let kind = recognise_as(data, named)?.kind;
    if !matches!(kind, Kind::ActionTable | Kind::ActionText | Kind::BoneAnimation) {
        return Err(Error::Kind { expected: "actions (MTRA, TRA, BCK)", found: kind });
    }
    opened(read_actions(data, kind, skeleton, read, choice)?)
}

/// Reads a figure that is binary or else a text.
pub(crate) fn read_figure(
    data: &[u8],
    kind: Kind,
    read: &ReadOptions,
    choice: &dyn Choose,
) -> Read<Found<NamedFigure>> {
    if kind == Kind::Figure {
        let made = |figure| NamedFigure { skeleton: Skeleton::unnamed(&figure), figure };
        return Ok(Found::of_binary(mbac::read(data, read)?, made));
    }
    let parsed = bac::read_under(data, choice.options(&[]).policy);
    let options = choice.options(&parsed.document.settings);
    Ok(Found::of_text(data, figure(&parsed.document, parsed.diagnostics, &options)))
}

/// Reads actions that are binary, a joint animation, or else a text.
pub(crate) fn read_actions(
    data: &[u8],
    kind: Kind,
    skeleton: Option<&Skeleton>,
    read: &ReadOptions,
    choice: &dyn Choose,
) -> Read<Found<Actions>> {
    match kind {
        Kind::ActionTable => Ok(Found::of_binary(mtra::read(data, read)?, |table| Actions { table, loop_mode: None })),
        Kind::BoneAnimation => {
            let Loaded { document: animation, warnings } = bck::read(data, read)?;
            let bones = skeleton.map_or(animation.joints.len(), |skeleton| skeleton.bones.len());
            let baked = bake(&animation, bones, &BakeOptions::default());
            let skeleton = Skeleton { bones: vec![String::new(); bones], ..Skeleton::default() };
            let made = baked.document.map(|baked| Actions {
                table: table(vec![baked.action], &skeleton, &choice.options(&[])),
                loop_mode: Some(animation.loop_mode),
            });
            let read = warnings.iter().map(Finding::from_warning);
            let findings = read.chain(baked.diagnostics.into_iter().map(Finding::from_document)).collect();
            Ok(Found { document: made, findings })
        }
        _ => {
            let parsed = tra::read_under(data, choice.options(&[]).policy);
            let options = choice.options(&parsed.document.settings);
            let own = || Skeleton::of_action(&parsed.document);
            let skeleton = skeleton.cloned().unwrap_or_else(own);
            let found = Found::of_text(data, action(&parsed.document, parsed.diagnostics, &skeleton, &options));
            let actions = |actions| Actions { table: table(actions, &skeleton, &options), loop_mode: None };
            let document = found.document.map(actions);
            Ok(Found { document, findings: found.findings })
        }
    }
}

impl<T> Found<T> {
    /// What a binary reader gave.
    pub(crate) fn of_binary<D>(loaded: Loaded<D>, made: impl FnOnce(D) -> T) -> Self {
        let findings = loaded.warnings.iter().map(Finding::from_warning).collect();
        Self { document: Some(made(loaded.document)), findings }
    }

    fn of_text(text: &[u8], converted: Converted<T>) -> Self {
        let lines = LineIndex::new(text);
        let finding = |diagnostic| Finding::from_text(diagnostic, &lines);
        Self { document: converted.document, findings: converted.diagnostics.into_iter().map(finding).collect() }
    }
}

fn opened<T>(found: Found<T>) -> Result<Opened<T>, Error> {
    let of = |wanted: Severity| found.findings.iter().filter(move |finding| finding.severity == wanted);
    if let Some(document) = found.document {
        let line = |finding: &Finding| match finding.at {
            At::Document => finding.message.clone(),
            at => format!("{at}: {}", finding.message),
        };
        return Ok(Opened { document, warnings: of(Severity::Warning).map(line).collect() });
    }
    let first = of(Severity::Error).next();
    let (at, message, code) = first
        .map_or((At::Document, String::new(), ""), |finding| (finding.at, finding.message.clone(), finding.rule.code));
    Err(Error::Text { at, first: message, code, errors: of(Severity::Error).count() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use keitai_formats::text::Policy;

    fn figure_error(text: &[u8], named: Option<Kind>) -> String {
        open_figure(text, named, &ReadOptions::default(), &Options::default()).unwrap_err().to_string()
    }

    #[test]
    fn a_broken_text_is_one_line() {
        let line = figure_error(b";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure )", None);
        assert!(
            line.starts_with("3:1: error[B004]: Figure: there is no ") && line.ends_with(" (and 3 more)"),
            "{line}"
        );
    }

    #[test]
    fn the_wrong_kind_is_named() {
        assert_eq!(figure_error(b";TRA\n", None), "expected a figure (MBAC, BAC), found TRA");
        assert_eq!(figure_error(b";TRA\n", Some(Kind::FigureText)), "expected a figure (MBAC, BAC), found TRA");
        assert!(figure_error(b"nothing", Some(Kind::FigureText)).starts_with("1:1: error[T022]"));
    }

    #[test]
    fn an_express_choice_wins_over_the_settings_of_a_text() {
        struct Near(Policy);
        impl Choose for Near {
            fn options(&self, settings: &[(String, String)]) -> Options {
                Options { keep_unused_bones: false, policy: self.0, ..Options::default().with_settings(settings) }
            }
        }
        let bone = "( hasBrother false ) ( translate 0 0 0 ) ( rotate 0 0 1 ) ( handle 0 1 0 )";
        let text = format!(
            ";BAC\n;keitai keep-unused-bones\n;keitai trailer-id SE000000\n( Head ( bacVersion 6.0 ) ) ( Figure
             ( Materials ( material ( blendMode normal ) ( doubleFace false ) ( transparent false ) ( lighting false )
               ( textureIndex -1 ) ( colorIndex -1 ) ( specular 0 ) ) )
             ( Vertices ( coords ( pnt 0 0 0 ) ( pnt 9 0 0 ) ( pnt 0 9 0 ) ) )
             ( Bones ( bone ( name \"a\" ) ( hasChild true ) {bone} ( vertexIndices 0 1 2 ) )
                     ( bone ( name \"b\" ) ( hasChild false ) {bone} ) )
             ( Polygons ( face 0 ( i3 0 1 2 ) ( i3 -1 -1 -1 ) ) ) )"
        );
        let bones = |choice: &dyn Choose| {
            let opened = open_figure(text.as_bytes(), None, &ReadOptions::default(), choice).unwrap();
            let figure = opened.document.figure;
            (figure.bones.len(), figure.trailer.unwrap().identifier)
        };
        assert_eq!(bones(&Options::default()), (2, *b"SE000000"));
        assert_eq!(bones(&Near(Policy::default())), (1, *b"SE000000"), "other settings count");
    }
}
