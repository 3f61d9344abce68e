//! Opens figures and actions in any format: binary, source text or joint animation.
//!
//! Texts are converted on the way. The content decides the kind of a file, and for texts also the name.

use crate::actions::action;
use crate::bake::{BakeOptions, bake};
use crate::figure::figure;
use crate::options::{Choose, Rest};
use crate::target::table;
use keitai_formats::diagnostic::rules;
use keitai_formats::{
    ActionTable, Content, Diagnostic, Kind, Location, LoopMode, ReadOptions, Report, Result as Read, Severity,
    Skeleton, bac, bck, mbac, mtra, recognise_as, tra,
};

/// The reason why a file could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Error {
    /// A binary file is broken.
    #[error(transparent)]
    Format(#[from] keitai_formats::Error),
    /// A text, or its conversion, has errors.
    #[error("{first}{}", others(*errors))]
    Text {
        /// The error that comes first in the text.
        first: Box<Diagnostic>,
        errors: usize,
    },
    /// The file holds something else.
    #[error("expected {expected}, found {found}")]
    Kind {
        /// Kinds that were accepted.
        expected: &'static str,
        found: Kind,
    },
}

impl Error {
    /// Returns whether the message begins with a line and a column.
    pub fn is_placed(&self) -> bool {
        matches!(self, Self::Text { first, .. } if matches!(first.location, Location::Line(_)))
    }
}

fn others(errors: usize) -> String {
    if errors > 1 { format!(" (and {} more)", errors - 1) } else { String::new() }
}

/// Actions, and the loop mode of their file.
#[derive(Debug, Clone, PartialEq)]
pub struct Actions {
    /// One track per bone in every action.
    pub table: ActionTable,
    /// Behaviour at the end; only joint animations hold it.
    pub loop_mode: Option<LoopMode>,
}

/// Opens a figure: MBAC or BAC6. `named` is the kind that belongs to the ending of the file's name.
pub fn open_figure(
    data: &[u8],
    named: Option<Kind>,
    options: &ReadOptions,
    choice: &dyn Choose,
) -> Result<Report<Content>, Error> {
    let kind = recognise_as(data, named)?.kind;
    if !kind.is_figure() {
        return Err(Error::Kind { expected: "a figure (MBAC, BAC)", found: kind });
    }
    opened(read_figure(data, kind, options, choice)?)
}

/// Opens actions: MTRA, TRA4 or BCK. Texts find bones by the skeleton's names, and a joint animation needs as many
/// bones as it has joints; without a skeleton their own bones are used.
pub fn open_actions(
    data: &[u8],
    named: Option<Kind>,
    skeleton: Option<&Skeleton>,
    choice: &dyn Choose,
) -> Result<Report<Actions>, Error> {
    let kind = recognise_as(data, named)?.kind;
    if !kind.is_actions() {
        return Err(Error::Kind { expected: "actions (MTRA, TRA, BCK)", found: kind });
    }
    opened(read_actions(data, kind, skeleton, choice)?)
}

pub(crate) fn read_figure(
    data: &[u8],
    kind: Kind,
    options: &ReadOptions,
    choice: &dyn Choose,
) -> Read<Report<Option<Content>>> {
    if kind == Kind::Figure {
        return Ok(mbac::read_with(data, options)?.map(|figure| Some(figure.into())));
    }
    let text = bac::read_with(data, choice.options(&[]).policy);
    let options = choice.options(&text.document.settings);
    Ok(figure(&text.document, text.diagnostics, &options).with_lines(data))
}

/// Reads actions: binary, joint animation or text.
pub(crate) fn read_actions(
    data: &[u8],
    kind: Kind,
    skeleton: Option<&Skeleton>,
    choice: &dyn Choose,
) -> Read<Report<Option<Actions>>> {
    match kind {
        Kind::ActionTable => Ok(mtra::read(data)?.map(|table| Some(Actions { table, loop_mode: None }))),
        Kind::BoneAnimation => {
            let Report { document: animation, mut diagnostics } = bck::read(data)?;
            let bones = skeleton.map_or(animation.joints.len(), |skeleton| skeleton.bones.len());
            let options = choice.options(&[]);
            let rest = skeleton.map(|skeleton| skeleton.rest.as_slice()).filter(|_| options.rest == Rest::Replace);
            let rest = rest.unwrap_or_default();
            let action = bake(&animation, bones, &BakeOptions { rest, ..BakeOptions::default() });
            let actions = action.document.map(|baked| {
                let bone_count = u16::try_from(bones).unwrap_or(u16::MAX);
                let table = table(vec![baked.action], bone_count, &options);
                Actions { table, loop_mode: Some(animation.loop_mode) }
            });
            diagnostics.extend(action.diagnostics);
            Ok(Report::new(actions, diagnostics))
        }
        _ => {
            let text = tra::read_with(data, choice.options(&[]).policy);
            let options = choice.options(&text.document.settings);
            let moving = || Skeleton::of_action(&text.document);
            let skeleton = skeleton.cloned().unwrap_or_else(moving);
            let report = action(&text.document, text.diagnostics, &skeleton, &options).with_lines(data);
            let actions = |actions| Actions { table: table(actions, skeleton.bone_count(), &options), loop_mode: None };
            Ok(report.map(|document| document.map(actions)))
        }
    }
}

/// Returns the document, or the first error.
fn opened<T>(report: Report<Option<T>>) -> Result<Report<T>, Error> {
    let Report { document, diagnostics } = report;
    if let Some(document) = document {
        return Ok(Report::new(document, diagnostics));
    }
    let mut wrong = diagnostics.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    // A conversion gives no document only when there is an error.
    let nothing = || Diagnostic::new(&rules::UNREADABLE, Location::Document, "the conversion gave nothing");
    let first = Box::new(wrong.next().unwrap_or_else(nothing));
    Err(Error::Text { first, errors: 1 + wrong.count() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Options, Target};
    use keitai_formats::Policy;

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

    /// A joint animation without any key, of one joint over ten frames.
    fn still_animation() -> Vec<u8> {
        /// Size of the block: its header, and 54 bytes of the joint.
        const BLOCK: u32 = 0x24 + 54;
        let mut data = b"J3D1bck1".to_vec();
        data.extend([0x20 + BLOCK, 1].map(u32::to_be_bytes).as_flattened());
        data.resize(0x20, 0xff);
        data.extend(b"ANK1");
        data.extend(BLOCK.to_be_bytes());
        // Loop mode, rotation shift, duration, joints; no scale, rotation and translation.
        data.extend([2, 0, 0, 10, 0, 1, 0, 0, 0, 0, 0, 0]);
        data.extend([0x24, BLOCK, BLOCK, BLOCK].map(u32::to_be_bytes).as_flattened());
        data.resize(data.len() + 54, 0);
        data
    }

    #[test]
    fn a_joint_animation_has_no_pattern_keys_before_v3() {
        for (target, version, keys) in [(Target::V1, 4, 0), (Target::V2, 4, 0), (Target::V3, 5, 1)] {
            let options = Options { target, ..Options::default() };
            let actions = open_actions(&still_animation(), None, None, &options).unwrap().document;
            assert_eq!((actions.table.version, actions.table.actions[0].patterns.len()), (version, keys));
            assert!(mtra::write(&actions.table).is_ok(), "{target}");
        }
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
