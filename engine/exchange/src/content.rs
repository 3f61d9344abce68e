//! A figure with everything that is exported along with it.

use keitai_formats::{ActionTable, Figure, Texture, bone_name};

/// A figure with its textures and actions.
#[derive(Debug, Clone, Copy)]
pub struct Content<'a> {
    /// Name of the figure; the scene has it.
    pub name: &'a str,
    /// The figure. [`Figure::check`] must accept it.
    pub figure: &'a Figure,
    /// Names of the bones; a missing one is "boneN".
    pub bones: &'a [String],
    /// Textures by slot, with the names of their files. A slot without a texture is exported without a picture.
    pub textures: &'a [(String, Texture)],
    /// Action tables, with the names of their files.
    pub tables: &'a [(String, ActionTable)],
    /// Picture of the sphere map, with the name of its file. Figures do not name one; a scene does.
    pub sphere: Option<&'a (String, Texture)>,
}

impl Content<'_> {
    pub(crate) fn bone(&self, bone: usize) -> String {
        self.bones.get(bone).filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| bone_name(bone))
    }
}
