//! Figures and actions from whatever file holds them: binary, source text or joint animation.
//!
//! Programs that only want to show something read everything through here; the text is converted on the way with the
//! options given.

use crate::check::{At, Finding};
use crate::{BakeOptions, Converted, Made, Options, Skeleton, action, bake, figure, table};
use keitai_formats::text::{Diagnostic, LineIndex, Severity};
use keitai_formats::{ActionTable, Figure, Kind, Loaded, ReadOptions, bac, bck, mbac, mtra, recognise, tra};

/// Why a file does not give what was wanted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A binary file is broken.
    #[error(transparent)]
    Format(#[from] keitai_formats::Error),
    /// A text, or what was to be made of it, has errors.
    #[error("{}{}{} [{}]{}", at, if *at == At::Document { "" } else { ": " }, first, code, more(*errors))]
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

fn more(errors: usize) -> String {
    if errors > 1 { format!(" and {} more", errors - 1) } else { String::new() }
}

/// A document, and what was odd about its file, one line each.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened<T> {
    /// The document.
    pub document: T,
    /// What was odd.
    pub warnings: Vec<String>,
}

/// Opens a figure: MBAC or BAC6.
pub fn open_figure(data: &[u8], read: &ReadOptions, options: &Options) -> Result<Opened<Made>, Error> {
    match recognise(data)?.kind {
        Kind::Figure => {
            let opened = binary(mbac::read(data, read)?);
            let skeleton = Skeleton::unnamed(&opened.document);
            Ok(Opened { document: Made { figure: opened.document, skeleton }, warnings: opened.warnings })
        }
        Kind::FigureText => {
            let parsed = bac::read(data);
            let options = options.with_settings(&parsed.document.settings);
            text(data, figure(&parsed.document, parsed.diagnostics, &options))
        }
        found => Err(Error::Kind { expected: "a figure (MBAC, BAC)", found }),
    }
}

/// Opens actions for a figure: MTRA, TRA4 or BCK. Texts find bones by the skeleton's names; a joint animation needs as many
/// bones as it has joints.
pub fn open_actions(
    data: &[u8],
    figure: &Figure,
    skeleton: &Skeleton,
    read: &ReadOptions,
    options: &Options,
) -> Result<Opened<ActionTable>, Error> {
    match recognise(data)?.kind {
        Kind::ActionTable => Ok(binary(mtra::read(data, read)?)),
        Kind::ActionText => {
            let parsed = tra::read(data);
            let options = options.with_settings(&parsed.document.settings);
            let opened = text(data, action(&parsed.document, parsed.diagnostics, skeleton, &options))?;
            let document = table(opened.document, skeleton, &options);
            Ok(Opened { document, warnings: opened.warnings })
        }
        Kind::BoneAnimation => {
            let loaded = binary(bck::read(data, read)?);
            let baked = bake(&loaded.document, figure.bones.len(), &BakeOptions::default());
            let opened = text(data, baked)?;
            let document = table(vec![opened.document.action], skeleton, options);
            Ok(Opened { document, warnings: loaded.warnings.into_iter().chain(opened.warnings).collect() })
        }
        found => Err(Error::Kind { expected: "actions (MTRA, TRA, BCK)", found }),
    }
}

fn binary<T>(loaded: Loaded<T>) -> Opened<T> {
    let warnings = loaded.warnings.iter().map(ToString::to_string).collect();
    Opened { document: loaded.document, warnings }
}

fn text<T>(data: &[u8], converted: Converted<T>) -> Result<Opened<T>, Error> {
    let lines = LineIndex::new(data);
    let of = |wanted: Severity| converted.diagnostics.iter().filter(move |diagnostic| diagnostic.severity == wanted);
    if let Some(document) = converted.document {
        let line =
            |diagnostic: &Diagnostic| format!("{}: {}", lines.position(diagnostic.span.start), diagnostic.message);
        return Ok(Opened { document, warnings: of(Severity::Warning).map(line).collect() });
    }
    let first = of(Severity::Error).next().cloned().map(|diagnostic| Finding::from_text(diagnostic, &lines));
    let (at, first, code) =
        first.map_or((At::Document, String::new(), ""), |finding| (finding.at, finding.message, finding.rule.code));
    Err(Error::Text { at, first, code, errors: of(Severity::Error).count() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_text_is_one_line() {
        let text = b";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure )";
        let error = open_figure(text, &ReadOptions::default(), &Options::default()).unwrap_err();
        let line = error.to_string();
        assert!(line.starts_with("3:1: Figure: there is no ") && line.ends_with(" and 3 more"), "{line}");
    }

    #[test]
    fn the_wrong_kind_is_named() {
        let text = b";TRA\n";
        let error = open_figure(text, &ReadOptions::default(), &Options::default()).unwrap_err();
        assert_eq!(error.to_string(), "expected a figure (MBAC, BAC), found TRA");
    }
}
