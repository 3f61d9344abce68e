//! Figures, actions and textures, from files of the game.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use keitai_formats::Texture;
use keitai_render::micro3d::{ActionTable, Figure};
use keitai_render::{Q12, SphereMap, TextureMap};
use keitai_runtime::Stage;
use keitai_runtime::assets::AssetPath;

use crate::Result;

/// The most bytes of a file of the game's own.
const LARGEST: u64 = 16 << 20;

/// Loads what a game draws and plays. Paths start from the root of the game's files, with `/` between names; the content decides the
/// format, as in scenes. A file that has changed while the game runs is loaded again, see [`Program::reload`](super::Program::reload).
/// [`Figure::read`], [`ActionTable::read`], [`TextureMap::read`] and [`SphereMap::read`] take bytes instead. A file that cannot be
/// read or is damaged is an error.
pub struct Files<'a>(pub(super) &'a mut Stage);

impl fmt::Debug for Files<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Files").field(self.0).finish()
    }
}

impl Files<'_> {
    /// Returns the figure in a file, in its rest posture and without textures.
    pub fn figure(&mut self, path: &str) -> Result<Figure> {
        Ok(self.0.assets().figure(&AssetPath::new(path)?)?)
    }

    /// Returns the action table in a file. Bones of source texts stay in the order of the text.
    pub fn actions(&mut self, path: &str) -> Result<ActionTable> {
        Ok(ActionTable::new(Arc::clone(&self.0.assets().actions(&AssetPath::new(path)?)?.table)))
    }

    /// Returns the texture in a BMP or PNG file.
    pub fn texture(&mut self, path: &str) -> Result<Arc<TextureMap>> {
        Ok(self.0.texture(&AssetPath::new(path)?)?)
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
        Ok(self.0.assets().sphere(&AssetPath::new(path)?)?)
    }

    /// Returns the bytes of a file, at most 16 MiB.
    ///
    /// # Errors
    /// When the file cannot be read.
    #[doc(alias = "getResourceAsStream")]
    pub fn bytes(&mut self, path: &str) -> Result<Cow<'static, [u8]>> {
        Ok(self.0.assets().read(&AssetPath::new(path)?, LARGEST)?)
    }

    /// Loads a sound for [`Stage::play_sound`] and [`Stage::set_music`], under a name. `volume` is 0.0 to 1.0.
    pub fn sound(&mut self, name: &str, path: &str, volume: Q12) -> Result<()> {
        Ok(self.0.add_sound(name, &AssetPath::new(path)?, volume)?)
    }
}
