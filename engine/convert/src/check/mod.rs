//! Checks: errors, doubtful values and waste in a file, and between files that belong together.
//!
//! Every diagnostic has a stable code with an explanation, a severity, and a byte offset or a line where
//! there is one. [`file()`] checks one file of any kind; [`fit`] and [`textures`] check files against each other.

mod actions;
mod figure;
mod fit;
pub mod rules;

pub use actions::actions;
pub use figure::figure;
pub use fit::{animation, fit, sphere_map, texture, texture_size, textures};

use crate::open;
use crate::options::Options;
use keitai_formats::diagnostic::rules::UNKNOWN_KIND;
use keitai_formats::{
    ActionTable, BoneAnimation, Content, Diagnostic, Kind, Location, ReadOptions, Report, Result, Rule, Skeleton,
    Texture, bck, bmp, recognise_as,
};

/// A document that a checked file holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Document {
    /// A figure, from a binary file or from text, and the names of its bones.
    Figure(Box<Content>),
    /// Actions, from a binary file or from text.
    Actions(ActionTable),
    /// A texture of up to 256 colours.
    Texture(Texture),
    /// Curves of a J3D model's joints.
    Animation(BoneAnimation),
}

/// Contents of a checked file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contents {
    /// Kind of the file; `None` when it is not known.
    pub kind: Option<Kind>,
    /// The document; `None` when the file cannot be read.
    pub document: Option<Document>,
}

/// Checks one file. `named` is the kind that belongs to the ending of the file's name. An action's text is checked
/// against `skeleton`, when there is one.
pub fn file(data: &[u8], named: Option<Kind>, skeleton: Option<&Skeleton>) -> Report<Contents> {
    let kind = recognise_as(data, named).map(|recognised| recognised.kind);
    let report = kind.clone().and_then(|kind| known(data, kind, skeleton));
    let report = report.unwrap_or_else(|error| Report::new(None, vec![Diagnostic::from(&error)]));
    report.map(|document| Contents { kind: kind.ok(), document })
}

fn known(data: &[u8], kind: Kind, skeleton: Option<&Skeleton>) -> Result<Report<Option<Document>>> {
    let options = ReadOptions::UNLIMITED;
    // Counts beyond the limits of players are found in the document.
    let choice = Options { no_limits: true, ..Options::default() };
    let mut report =
        match kind {
            Kind::Figure | Kind::FigureText => open::read_figure(data, kind, &options, &choice)?
                .map(|figure| Some(Document::Figure(Box::new(figure?)))),
            Kind::ActionTable | Kind::ActionText => open::read_actions(data, kind, skeleton, &choice)?
                .map(|actions| Some(Document::Actions(actions?.table))),
            Kind::Texture => {
                let mut report = bmp::read_with(data, &options)?.map(|texture| Some(Document::Texture(texture)));
                let unread = bmp::unread_by_players(data);
                if !unread.is_empty() {
                    let message = format!("players do not read {}", unread.join(", "));
                    report.diagnostics.push(Diagnostic::new(&rules::NOT_FOR_PLAYERS, Location::Document, message));
                }
                report
            }
            Kind::BoneAnimation => bck::read(data)?.map(|animation| Some(Document::Animation(animation))),
            other => {
                let message = format!("{other} files are not checked");
                Report::new(None, vec![Diagnostic::new(&UNKNOWN_KIND, Location::Document, message)])
            }
        };
    let findings = match &report.document {
        Some(Document::Figure(content)) => figure(&content.figure),
        Some(Document::Actions(table)) => actions(table),
        Some(Document::Animation(document)) => animation(document, None),
        Some(Document::Texture(document)) => texture(document),
        None => Vec::new(),
    };
    report.diagnostics.extend(findings.into_iter().filter(|finding| !kind.is_text() || !covered_by_text(finding.rule)));
    report.diagnostics.sort_by_key(|diagnostic| diagnostic.location);
    Ok(report)
}

/// Returns whether a rule of binary documents repeats a diagnostic that a text gets with a line and a column.
fn covered_by_text(rule: &Rule) -> bool {
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

/// Returns the rules of readers, conversion, decompilation and checks.
pub fn all_rules() -> impl Iterator<Item = &'static Rule> {
    let lists =
        [keitai_formats::text::rules::ALL, crate::rules::ALL, keitai_formats::diagnostic::rules::ALL, rules::ALL];
    lists.into_iter().flatten().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::Severity;
    use keitai_formats::text::Position;

    #[test]
    fn a_text_is_checked_with_lines_and_a_file_with_bytes() {
        let text = b";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure\n( Bones ) )";
        let checked = file(text, None, None);
        assert_eq!(checked.document.kind, Some(Kind::FigureText));
        let no_bones = checked.diagnostics.iter().find(|diagnostic| diagnostic.rule.code == "B002").unwrap();
        assert_eq!(no_bones.location, Location::Line(Position { line: 3, column: 1 }));
        let checked = file(b"MB\x05\x00\x02", None, None);
        let [only] = &checked.diagnostics[..] else { panic!("{:?}", checked.diagnostics) };
        assert_eq!((only.location, only.severity), (Location::Byte(5), Severity::Error));
        assert!(file(b"what", None, None).diagnostics[0].is(&UNKNOWN_KIND));
    }

    /// Returns a picture of 4 x 1 texels and four colours: the size of its header, the bits of a pixel and its
    /// compression.
    fn picture(header: u32, depth: u16, compression: u32, pixels: &[u8]) -> Vec<u8> {
        let raster = 14 + header + 16;
        let mut bytes = b"BM".to_vec();
        bytes.extend([0, 0, raster, header, 4, 1].map(u32::to_le_bytes).as_flattened());
        bytes.extend([1, depth].map(u16::to_le_bytes).as_flattened());
        bytes.extend([compression, 0, 0, 0, 4, 0].map(u32::to_le_bytes).as_flattened());
        bytes.resize(raster as usize, 0);
        bytes.extend(pixels);
        bytes
    }

    #[test]
    fn pictures_that_players_do_not_read_have_a_warning() {
        let messages = |bytes: &[u8]| -> Vec<String> {
            let checked = file(bytes, None, None);
            assert!(matches!(checked.document.document, Some(Document::Texture(_))), "{:?}", checked.diagnostics);
            checked.diagnostics.iter().map(|finding| format!("{} {}", finding.rule.code, finding.message)).collect()
        };
        assert_eq!(messages(&picture(40, 8, 0, &[0, 1, 2, 3])), [""; 0]);
        let wide = messages(&picture(124, 8, 0, &[0, 1, 2, 3]));
        assert_eq!(wide, ["K069 players do not read a header of 124 bytes"]);
        let packed = messages(&picture(40, 8, 1, &[4, 1, 0, 1]));
        assert_eq!(packed, ["K069 players do not read run lengths"]);
        let few = messages(&picture(108, 4, 0, &[0x01, 0x23, 0, 0]));
        assert_eq!(few, ["K069 players do not read a header of 108 bytes, 4 bits per pixel"]);
        let mut swapped = picture(56, 8, 0, &[0, 1, 2, 3]);
        keitai_formats::swap::swap(&mut swapped);
        assert!(messages(&swapped).contains(&"K069 players do not read a header of 56 bytes".to_owned()));
    }
}
