//! A figure with everything that comes with it.

use keitai_formats::{ActionTable, Figure, Texture, bone_name};

/// A figure with its textures and actions: what is exported, and what a model of today's formats becomes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content {
    /// Name of the figure; the scene of an export has it. Empty in an import.
    pub name: String,
    /// The figure. [`Figure::check`] must accept it.
    pub figure: Figure,
    /// Names of the bones; a missing one is "boneN".
    pub bones: Vec<String>,
    /// Textures by slot, with the names of their files. A slot without a texture, and those after it, are
    /// exported without a picture.
    pub textures: Vec<Option<(String, Texture)>>,
    /// Action tables, with the names of their files.
    pub tables: Vec<(String, ActionTable)>,
    /// Picture of the sphere map, with the name of its file. Figures do not name one; a scene does.
    pub sphere: Option<(String, Texture)>,
}

impl Content {
    pub(crate) fn bone(&self, bone: usize) -> String {
        self.bones.get(bone).filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| bone_name(bone))
    }

    /// Returns the textures that are exported, by slot.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = &(String, Texture)> {
        self.textures.iter().map_while(Option::as_ref)
    }

    pub(crate) fn picture(&self, slot: u16) -> Option<&(String, Texture)> {
        self.pictures().nth(slot.into())
    }
}
