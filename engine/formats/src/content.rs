//! A figure with everything that comes with it: names and their order, textures and actions.

use alloc::string::String;
use alloc::vec::Vec;

use crate::tra::{BoneMotion, Tra};
use crate::{ActionTable, BoneMatrix, Figure, Texture, bone_name};

/// A figure with its names, textures and actions, as every reader of figures returns it and the writers of models take
/// it. A file of phones holds the figure alone, and a text the names of its bones, too.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content {
    /// Name of the figure; the scene of an export has it. Empty after reading.
    pub name: String,
    /// The figure. [`Figure::check`] must accept it.
    pub figure: Figure,
    /// Names and counts for the conversion of actions. A missing name is "boneN".
    pub skeleton: Skeleton,
    /// Textures by slot, with the names of their files. A slot without a texture, and those after it, are
    /// exported without a picture.
    pub textures: Vec<Option<(String, Texture)>>,
    /// Action tables, with the names of their files.
    pub tables: Vec<(String, ActionTable)>,
    /// Picture of the sphere map, with the name of its file. Figures do not name one; a scene does.
    pub sphere: Option<(String, Texture)>,
}

impl From<Figure> for Content {
    /// Returns a figure without names.
    fn from(figure: Figure) -> Self {
        Self { skeleton: Skeleton::unnamed(&figure), figure, ..Self::default() }
    }
}

impl Content {
    /// Returns the name of a bone.
    pub fn bone(&self, bone: usize) -> String {
        self.skeleton.bones.get(bone).filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| bone_name(bone))
    }

    /// Returns the textures that are exported, by slot.
    pub fn pictures(&self) -> impl Iterator<Item = &(String, Texture)> {
        self.textures.iter().map_while(Option::as_ref)
    }

    /// Returns the texture of a slot that is exported.
    pub fn picture(&self, slot: u16) -> Option<&(String, Texture)> {
        self.pictures().nth(slot.into())
    }
}

/// The names and counts of a figure that the conversion of actions needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Skeleton {
    /// Names of the figure's bones, in file order.
    pub bones: Vec<String>,
    /// Bones of the text that the file does not have, in text order.
    pub removed: Vec<RemovedBone>,
    /// Number of polygon groups.
    pub groups: usize,
    /// Matrices of the figure's bones; empty without a figure. Poses of joint animations replace them.
    pub rest: Vec<BoneMatrix>,
}

/// A bone of a text that the file made from it does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedBone {
    /// Number of the bone in the text, from 0.
    pub number: usize,
    /// Name in the text.
    pub name: String,
}

impl Skeleton {
    /// Returns the number of bones, for tables.
    pub fn bone_count(&self) -> u16 {
        u16::try_from(self.bones.len()).unwrap_or(u16::MAX)
    }

    /// Returns the skeleton of a figure without names: its bones are called "bone0", "bone1" and so on.
    pub fn unnamed(figure: &Figure) -> Self {
        Self {
            bones: (0..figure.bones.len()).map(bone_name).collect(),
            removed: Vec::new(),
            groups: figure.patterns.len().saturating_sub(1),
            rest: figure.bones.iter().map(|bone| bone.matrix).collect(),
        }
    }

    /// Returns the number of bones of the text.
    pub fn text_count(&self) -> usize {
        self.bones.len() + self.removed.len()
    }

    /// Returns the number in the text of each bone of the file.
    pub fn text_numbers(&self) -> impl Iterator<Item = usize> {
        // In text order.
        let mut removed = self.removed.iter().map(|bone| bone.number).peekable();
        (0..self.text_count()).filter(move |number| removed.next_if_eq(number).is_none())
    }

    /// Returns the skeleton of an action without a figure: its own bones, and the largest number of groups.
    pub fn of_action(tra: &Tra) -> Self {
        let name = |(index, bone): (usize, &BoneMotion)| {
            bone.name.as_ref().map_or_else(|| bone_name(index), |name| name.value.clone())
        };
        Self { bones: tra.bones.iter().enumerate().map(name).collect(), groups: 32, ..Self::default() }
    }
}
