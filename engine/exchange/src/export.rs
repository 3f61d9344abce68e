//! The parts that all exports share: files, pictures and what is lost.

use std::collections::BTreeSet;

use keitai_formats::diagnostic::counted;
use keitai_formats::{Content, Diagnostic, Diagnostics, Material, Slot};

use crate::error::Result;
use crate::mesh::{Part, texture_size};
use crate::picture;
use crate::rules;

/// The files of an export.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Export {
    /// Names and contents; the requested file comes first.
    pub files: Vec<(String, Vec<u8>)>,
    /// Everything that the format cannot hold.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the textures of the slots as PNG files under names of their own.
pub(crate) fn picture_files(content: &Content, parts: &[Part]) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let slots = 0..content.figure.texture_count;
    for (slot, (name, texture)) in slots.zip(content.pictures()) {
        let png = picture::write_png(&picture::padded(texture, texture_size(slot, texture, parts)))?;
        let path = png_name(name, &slot.to_string(), files.iter().map(|(path, _)| path));
        files.push((path, png));
    }
    Ok(files)
}

/// Returns the name of a file beside the export without characters that mean something else in a reference to it: a
/// backslash stands between folders, and readers of OBJ files skip spaces and options, which begin with `-`.
pub(crate) fn name_beside(name: &str) -> String {
    let rest = name.trim_start_matches(|c: char| c.is_whitespace() || c == '-');
    "_".repeat(name.len() - rest.len()) + &rest.replace('\\', "_")
}

/// Returns the name of a picture's file: `name`, or followed by `more`, or by a number as well. No other file has the
/// name, not even on a disk where capitals and small letters are the same.
pub(crate) fn png_name<'a>(name: &str, more: &str, files: impl Iterator<Item = &'a String>) -> String {
    let name = name_beside(name);
    let files: BTreeSet<String> = files.map(|path| path.to_lowercase()).collect();
    let is_taken = |path: &String| files.contains(&path.to_lowercase());
    let first = [format!("{name}.png"), format!("{name}.{more}.png")];
    let mut further = first.into_iter().chain((2..).map(|number| format!("{name}.{more}.{number}.png")));
    further.find(|path| !is_taken(path)).unwrap_or_default()
}

/// Returns materials for the slots with a texture that no polygon uses, so that the textures stay with the figure.
pub(crate) fn unused_slots(content: &Content, parts: &[Part]) -> impl Iterator<Item = (Slot, Material)> {
    let slots = (0..content.figure.texture_count).zip(content.pictures()).map(|(slot, _)| Slot::Texture(slot));
    let unused = slots.filter(|slot| parts.iter().all(|part| part.slot != *slot));
    unused.map(|slot| (slot, Material(Material::COLOUR_KEY)))
}

/// Reports slots without a texture and vertices without a polygon.
pub(crate) fn report_losses(content: &Content, parts: &[Part], findings: &mut Diagnostics) {
    let figure = &content.figure;
    for slot in content.pictures().count()..usize::from(figure.texture_count) {
        findings.report(&rules::TEXTURE_MISSING, format!("slot {slot} has no texture; its polygons are white"));
    }
    let used: BTreeSet<u16> = parts.iter().flat_map(Part::corners).map(|corner| corner.vertex).collect();
    if used.len() < figure.vertices.len() {
        let message = format!("{} without a polygon", counted(figure.vertices.len() - used.len(), "vertex"));
        findings.report(&rules::VERTEX_LEFT_OUT, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_names_of_their_own_whatever_the_case() {
        let mut files: Vec<String> = Vec::new();
        let names = ["skin.2", "Haut\u{c4}", "skin", "Skin", "haut\u{e4}", "skin", "skin.5", " -s 1\\a"];
        for (slot, name) in names.iter().enumerate() {
            files.push(png_name(name, &slot.to_string(), files.iter()));
        }
        let expected = [
            "skin.2.png",
            "Haut\u{c4}.png",
            "skin.png",
            "Skin.3.png",
            "haut\u{e4}.4.png",
            "skin.5.png",
            "skin.5.6.png",
            "__s 1_a.png",
        ];
        assert_eq!(files, expected);
    }
}
