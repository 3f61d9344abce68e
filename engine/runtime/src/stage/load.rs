//! Textures and sounds that a game loads while a scene runs.

use std::sync::Arc;

use keitai_formats::Texture;
use keitai_render::{Q12, TextureMap};

use super::Stage;
use crate::assets::AssetPath;
use crate::error::Result;
use crate::world::SoundCue;

impl Stage {
    /// Returns the texture in a file of the scene's root, for figures, meshes, sprites and images.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn texture(&mut self, path: &AssetPath) -> Result<Arc<TextureMap>> {
        Ok(Arc::clone(&self.assets.texture(path)?.map))
    }

    /// Loads a sound, which [`Self::play_sound`] and [`Self::set_music`] find by its name. It replaces one of the same name.
    /// A `volume` of 1.0 is that of the file.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn add_sound(&mut self, name: &str, path: &AssetPath, volume: Q12) -> Result<()> {
        let asset = self.assets.sound(path)?;
        self.scene.added_sounds.insert(name.into(), SoundCue::new(asset, volume));
        Ok(())
    }

    /// Returns a texture that was made in code, laid out for the scene's renderer.
    ///
    /// # Errors
    /// When the texture is empty, larger than 256x256, or its texels do not fill its size.
    pub fn make_texture(&self, texture: &Texture) -> keitai_render::Result<Arc<TextureMap>> {
        TextureMap::new(texture, self.assets.compat()).map(Arc::new)
    }
}
