//! The parts that all exports share: files, pictures and what is lost.

use std::collections::BTreeSet;

use keitai_formats::{Diagnostic, Diagnostics, Location, counted};

use crate::content::Content;
use crate::error::Result;
use crate::mesh::{self, Part, texture_size};
use crate::picture;
use crate::rules;

/// The files of an export.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Export {
    /// Names and contents; the file that was asked for comes first.
    pub files: Vec<(String, Vec<u8>)>,
    /// Everything that the format cannot hold.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the textures of the slots as PNG files under names of their own.
pub(crate) fn picture_files(content: &Content<'_>, parts: &[Part]) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let slots = 0..content.figure.texture_count;
    for (slot, (name, texture)) in slots.zip(content.textures) {
        let png = picture::write_png(&picture::padded(texture, texture_size(slot, Some(texture), parts)))?;
        let taken = |path: &str| files.iter().any(|(known, _)| known.eq_ignore_ascii_case(path));
        let path = format!("{name}.png");
        let path = if taken(&path) { format!("{name}.{slot}.png") } else { path };
        files.push((path, png));
    }
    Ok(files)
}

/// Reports slots without a texture and vertices without a polygon.
pub(crate) fn report_losses(content: &Content<'_>, found: &mut Diagnostics) {
    let figure = content.figure;
    for slot in content.textures.len()..usize::from(figure.texture_count) {
        let message = format!("slot {slot} has no texture; its polygons are white");
        found.push(Diagnostic::new(&rules::TEXTURE_MISSING, Location::Document, message));
    }
    let parts = mesh::parts(figure);
    let used: BTreeSet<u16> = parts.iter().flat_map(Part::corners).map(|corner| corner.vertex).collect();
    if used.len() < figure.vertices.len() {
        let message = format!("{} without a polygon", counted(figure.vertices.len() - used.len(), "vertex"));
        found.push(Diagnostic::new(&rules::VERTEX_LEFT_OUT, Location::Document, message));
    }
}
