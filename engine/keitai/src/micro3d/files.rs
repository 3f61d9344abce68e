//! Figures, actions and textures, from files of the game and from bytes.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use keitai_formats::Texture;
use keitai_render::{Q12, Q16, SphereMap, TextureMap};
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::world::{Actions, FigureInstance};
use keitai_runtime::{Settings, Stage};

use crate::Result;

/// The most bytes of a file of the game's own.
const LARGEST: u64 = 16 << 20;
/// Name of bytes without a file, in messages.
const BYTES: &str = "bytes";

/// Loads what a game draws and plays. Paths start from the root of the game's files, with `/` between names; the content decides the
/// format, as in scenes. A file that has changed while the game runs is loaded again, see [`Game::reload`](super::Game::reload).
pub struct Files<'a>(pub(super) &'a mut Stage);

impl fmt::Debug for Files<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Files").field(self.0).finish()
    }
}

impl Files<'_> {
    /// Returns the figure in a file, in its rest posture and without textures.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn figure(&mut self, path: &str) -> Result<Figure> {
        let instance = self.0.figure(&AssetPath::new(path)?, &[])?;
        Ok(Figure { instance })
    }

    /// Returns the figure in bytes.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn figure_from(&self, bytes: &[u8]) -> Result<Figure> {
        Files(&mut self.with(bytes)).figure(BYTES)
    }

    /// Returns the action table in a file, for a figure with as many bones.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or has another number of bones.
    pub fn actions(&mut self, path: &str, figure: &Figure) -> Result<ActionTable> {
        Ok(ActionTable(self.0.actions(&figure.instance, &[AssetPath::new(path)?])?))
    }

    /// Returns the action table in bytes, for a figure with as many bones.
    ///
    /// # Errors
    /// When they are damaged, or have another number of bones.
    pub fn actions_from(&self, bytes: &[u8], figure: &Figure) -> Result<ActionTable> {
        Files(&mut self.with(bytes)).actions(BYTES, figure)
    }

    /// Returns the texture in a BMP or PNG file.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn texture(&mut self, path: &str) -> Result<Arc<TextureMap>> {
        Ok(self.0.texture(&AssetPath::new(path)?)?)
    }

    /// Returns the texture in bytes of a BMP or PNG file.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn texture_from(&self, bytes: &[u8]) -> Result<Arc<TextureMap>> {
        Files(&mut self.with(bytes)).texture(BYTES)
    }

    /// Returns a texture that was made in code.
    ///
    /// # Errors
    /// When it is empty, larger than 256x256, or its texels do not fill its size.
    pub fn make_texture(&self, texture: &Texture) -> Result<Arc<TextureMap>> {
        self.0.make_texture(texture).map_err(|error| crate::Error::game(error.to_string()))
    }

    /// Returns the sphere map in a BMP or PNG file of 64x64 pixels, for [`Effect::sphere_map`](super::Effect::sphere_map).
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or has another size.
    pub fn sphere_map(&mut self, path: &str) -> Result<Arc<SphereMap>> {
        Ok(self.0.sphere_map(&AssetPath::new(path)?)?)
    }

    /// Returns the bytes of a file, at most 16 MiB.
    ///
    /// # Errors
    /// When the file cannot be read.
    #[doc(alias = "getResourceAsStream")]
    pub fn bytes(&mut self, path: &str) -> Result<Cow<'static, [u8]>> {
        Ok(self.0.read(path, LARGEST)?)
    }

    /// Loads a sound for [`Stage::play_sound`] and [`Stage::set_music`], under a name. `volume` is 0.0 to 1.0.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn sound(&mut self, name: &str, path: &str, volume: Q12) -> Result<()> {
        Ok(self.0.add_sound(name, &AssetPath::new(path)?, volume)?)
    }

    /// Returns a stage whose only file has these bytes.
    fn with(&self, bytes: &[u8]) -> Stage {
        let settings = Settings { compat: Some(self.0.scene().compat), ..Settings::default() };
        Stage::with_files(Source::memory([(BYTES, bytes.to_vec())]), (1, 1), &settings)
    }
}

/// A figure with its textures and its posture.
#[derive(Debug, Clone)]
pub struct Figure {
    pub(super) instance: FigureInstance,
}

impl Figure {
    /// Sets the texture of slot 0, the only slot of most figures.
    #[doc(alias = "setTexture")]
    pub fn set_texture(&mut self, texture: Arc<TextureMap>) {
        self.set_textures(vec![texture]);
    }

    /// Sets a texture for each slot. Polygons of further slots are not drawn.
    pub fn set_textures(&mut self, textures: Vec<Arc<TextureMap>>) {
        self.instance.textures = textures;
        self.instance.selected = None;
    }

    /// Draws with one of the textures from now on. Polygons of slot 0 have it, and those of other slots are not drawn.
    #[doc(alias = "selectTexture")]
    pub fn select_texture(&mut self, index: usize) {
        self.instance.selected = Some(index);
    }

    /// Takes the posture of an action at a frame, in 1/65536 of a frame. An action beyond the table is the rest posture.
    #[doc(alias = "setPosture")]
    pub fn set_posture(&mut self, table: &ActionTable, action: usize, frame: i32) {
        let FigureInstance { asset, posture, .. } = &mut self.instance;
        match table.action(action) {
            Some(action) => posture.set(&asset.model, action, Q16::from_bits(frame)),
            None => posture.set_rest(&asset.model),
        }
    }

    /// Shows the patterns whose bits are set: bit p shows pattern p, 1..=31.
    #[doc(alias = "setPattern")]
    pub fn set_pattern(&mut self, mask: u32) {
        self.instance.posture.set_pattern(mask);
    }
}

/// The actions of a figure.
#[derive(Debug, Clone)]
pub struct ActionTable(Actions);

impl ActionTable {
    fn action(&self, index: usize) -> Option<&keitai_formats::Action> {
        self.0.tables.first()?.table.actions.get(index)
    }

    /// Returns the number of actions, which are counted from 0.
    #[doc(alias = "getNumActions")]
    pub fn len(&self) -> usize {
        self.0.tables.first().map_or(0, |asset| asset.table.actions.len())
    }

    /// Returns whether there are no actions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the last frame of an action, in 1/65536 of a frame; 0 for one beyond the table.
    #[doc(alias = "getNumFrames")]
    pub fn last_frame(&self, action: usize) -> i32 {
        self.action(action).map_or(0, |action| i32::from(action.last_frame) << 16)
    }
}
