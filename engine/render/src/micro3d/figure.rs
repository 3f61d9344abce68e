//! Figures with their textures and posture, and tables of actions.

use alloc::sync::Arc;
use alloc::vec::Vec;

use keitai_formats::{Action, Skeleton, mbac, mtra};

use crate::error::{Error, Result};
use crate::figure::FigureDraw;
use crate::model::Model;
use crate::numbers::Q16;
use crate::posture::Posture;
use crate::texture::TextureMap;
use crate::{Effect, FigureLayout};

/// A figure with its textures and its posture.
#[derive(Debug, Clone)]
#[doc(alias = "dispose")]
pub struct Figure {
    /// The path of its file, for shots and the debug overlay.
    pub path: Arc<str>,
    /// The contents of the file.
    pub document: Arc<keitai_formats::Figure>,
    /// Names of the bones, for actions from texts; empty when only bytes were read.
    pub skeleton: Arc<Skeleton>,
    /// The model to pose and draw.
    pub model: Arc<Model>,
    /// A texture for each slot of the model; polygons of further slots are not drawn.
    #[doc(alias = "getNumTextures")]
    pub textures: Vec<Arc<TextureMap>>,
    /// Index of the one texture to draw with. With the default `select_texture: GroupZeroOnly` the polygons of slot 0 have it, and
    /// those of other slots are not drawn; with `AllGroups` all have it; with `Ignore` each slot keeps its own. `None`: each slot has
    /// its own. An index beyond the textures leaves polygons with a texture out.
    pub selected: Option<usize>,
    /// The posture and the visible patterns; the caller may set matrices of its own.
    pub posture: Posture,
    /// Error of the last [`Self::set_posture`]; the next drawing reports it.
    pub fault: Option<Error>,
}

impl Figure {
    /// Reads the bytes of an MBAC file. The figure is in its rest posture and has no textures.
    #[doc(alias("Figure", "new Figure"))]
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::new(mbac::read(bytes)?.document)
    }

    /// Returns the figure of a document, in its rest posture and without textures.
    ///
    /// # Errors
    /// When the document contradicts itself.
    pub fn new(document: keitai_formats::Figure) -> Result<Self> {
        let model = Model::new(&document)?;
        Ok(Self {
            path: "figure".into(),
            document: document.into(),
            skeleton: Arc::default(),
            posture: Posture::rest(&model),
            model: model.into(),
            textures: Vec::new(),
            selected: None,
            fault: None,
        })
    }

    /// Returns the name of its file, without the ending.
    pub fn name(&self) -> &str {
        let file = self.path.rsplit('/').next().unwrap_or(&self.path);
        file.rsplit_once('.').map_or(file, |(name, _)| name)
    }

    /// Sets the texture of slot 0, the only slot of most figures.
    #[doc(alias = "setTexture")]
    pub fn set_texture(&mut self, texture: Arc<TextureMap>) {
        self.set_textures([texture]);
    }

    /// Sets a texture for each slot. Polygons of further slots are not drawn.
    #[doc(alias = "setTexture")]
    pub fn set_textures(&mut self, textures: impl IntoIterator<Item = Arc<TextureMap>>) {
        self.textures.clear();
        self.textures.extend(textures);
        self.selected = None;
    }

    /// Draws with one of the textures from now on. Polygons of slot 0 have it, and those of other slots are not drawn.
    #[doc(alias = "selectTexture")]
    pub fn select_texture(&mut self, index: usize) {
        self.selected = Some(index);
    }

    /// Returns the selected texture.
    #[doc(alias = "getTexture")]
    pub fn texture(&self) -> Option<&Arc<TextureMap>> {
        self.textures.get(self.selected?)
    }

    /// Takes the posture of an action at a frame, in 1/65536 of a frame. An action beyond the table is the rest posture. The
    /// figure then gives a message when it is drawn, as it does after a table for another number of bones.
    #[doc(alias = "setPosture")]
    pub fn set_posture(&mut self, table: &ActionTable, action: usize, frame: i32) {
        match table.action(action) {
            Some(action) => self.posture.set(&self.model, action, Q16::from_bits(frame)),
            None => self.posture.set_rest(&self.model),
        }
        let (bones, expected) = (usize::from(table.0.bone_count), self.model.bone_count());
        self.fault = if action >= table.len() {
            Some(Error::Missing { what: "action", index: action, count: table.len() })
        } else {
            (bones != expected).then_some(Error::Bones { found: bones, expected })
        };
    }

    /// Shows the patterns whose bits are set: bit p shows pattern p, 1..=31.
    #[doc(alias = "setPattern")]
    pub fn set_pattern(&mut self, mask: u32) {
        self.posture.set_pattern(mask);
    }

    /// Returns the number of patterns, pattern 0 included.
    #[doc(alias = "getNumPattern")]
    pub fn pattern_count(&self) -> usize {
        self.model.patterns.len()
    }

    /// Brings back the rest posture, and takes the textures away.
    pub fn reset(&mut self) {
        self.posture.set_rest(&self.model);
        self.textures.clear();
        (self.selected, self.fault) = (None, None);
    }

    /// Returns the figure as the renderer takes it.
    pub(super) fn draw<'a>(
        &'a self,
        offset: (i32, i32),
        layout: &'a FigureLayout,
        effect: &'a Effect,
    ) -> FigureDraw<'a> {
        let (model, posture, textures) = (&*self.model, &self.posture, &self.textures);
        FigureDraw { model, posture, textures, selected: self.selected, layout, effect, offset }
    }

    /// Checks the last action, and the textures of all polygons that the patterns show.
    pub(super) fn check(&self) -> Result<()> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        if let Some(index) = self.selected.filter(|index| *index >= self.textures.len()) {
            return Err(Error::Missing { what: "texture", index, count: self.textures.len() });
        }
        // With a selected texture the other slots are left out on purpose.
        let first_without = if self.selected.is_some() { usize::MAX } else { self.textures.len() };
        match self.model.textured_from(first_without, self.posture.pattern()) {
            Some((slot, polygons)) => Err(Error::NoTexture { slot, polygons }),
            None => Ok(()),
        }
    }
}

/// Figures are equal when they have the same model and textures, whatever their posture.
impl PartialEq for Figure {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.model, &other.model) && (&self.textures, self.selected) == (&other.textures, other.selected)
    }
}

/// A table of actions, for figures with as many bones.
#[derive(Debug, Clone)]
pub struct ActionTable(Arc<keitai_formats::ActionTable>);

impl ActionTable {
    /// Reads the bytes of an MTRA file.
    #[doc(alias("ActionTable", "new ActionTable"))]
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Ok(Self(Arc::new(mtra::read(bytes)?.document)))
    }

    /// Returns the table of a document.
    pub fn new(document: Arc<keitai_formats::ActionTable>) -> Self {
        Self(document)
    }

    /// Returns the document.
    pub fn document(&self) -> &keitai_formats::ActionTable {
        &self.0
    }

    fn action(&self, index: usize) -> Option<&Action> {
        self.0.actions.get(index)
    }

    /// Returns the number of actions, which are counted from 0.
    #[doc(alias("getNumActions", "getNumAction"))]
    pub fn len(&self) -> usize {
        self.0.actions.len()
    }

    /// Returns whether there are no actions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the last frame of an action, in 1/65536 of a frame; 0 for one beyond the table.
    #[doc(alias("getNumFrames", "getNumFrame"))]
    pub fn last_frame(&self, action: usize) -> i32 {
        self.action(action).map_or(0, |action| i32::from(action.last_frame) << 16)
    }
}
