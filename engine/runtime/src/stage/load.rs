//! Figures, actions, textures and files of its own that a game loads while a scene runs.
//!
//! Each file is loaded once and shared with the scene. After a hot reload entities have what the changed file holds, and
//! the same call returns it.

use std::borrow::Cow;
use std::sync::Arc;

use keitai_formats::{ActionTable, Texture};
use keitai_render::{Q12, SphereMap, TextureMap};

use super::Stage;
use crate::assets::AssetPath;
use crate::error::Result;
use crate::world::figure::FigureInstance;
use crate::world::{Actions, SoundCue};

impl Stage {
    /// Returns the figure in a file of the scene's root, in its rest posture, with the textures in these files: one for each of its
    /// texture slots. Polygons of further slots are not drawn.
    ///
    /// ```
    /// use keitai_runtime::assets::{AssetPath, Source};
    /// use keitai_runtime::world::{Part, Playback, Transform};
    /// use keitai_runtime::{Settings, Stage};
    ///
    /// let source = Source::folder("../..".as_ref())?;
    /// let mut stage = Stage::open(source, &AssetPath::new("scenes/chase.ron")?, &Settings::default())?;
    /// let [mbac, bmp, mtra] = ["mbac", "bmp", "mtra"].map(|ending| AssetPath::new(&format!("assets/robots/tin.{ending}")));
    /// let figure = stage.figure(&mbac?, &[bmp?])?;
    /// let actions = stage.actions(&figure, &[mtra?])?;
    /// let playback = Playback::new(Part::default(), &actions);
    /// stage.world.spawn((figure, actions, playback, Transform::at(0, 0, 200)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a file cannot be read or is damaged.
    pub fn figure(&mut self, path: &AssetPath, textures: &[AssetPath]) -> Result<FigureInstance> {
        let asset = self.assets.figure(path)?;
        let textures = textures.iter().map(|path| self.texture(path)).collect::<Result<_>>()?;
        Ok(FigureInstance::new(asset, textures))
    }

    /// Returns the action tables in files of the scene's root for a figure. Bones of source texts are found by the figure's names.
    ///
    /// # Errors
    /// When a file cannot be read, is damaged, or has another number of bones than the figure.
    pub fn actions(&mut self, figure: &FigureInstance, paths: &[AssetPath]) -> Result<Actions> {
        let tables = paths.iter().map(|path| self.assets.actions_for(path, &figure.asset));
        Ok(Actions { tables: tables.collect::<std::result::Result<_, _>>()?, names: Vec::new() })
    }

    /// Returns the action table in a file of the scene's root, for any figure. Bones of source texts stay in the order of the text.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn action_table(&mut self, path: &AssetPath) -> Result<Arc<ActionTable>> {
        Ok(Arc::clone(&self.assets.actions(path)?.table))
    }

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

    /// Returns the sphere map in a file of the scene's root, for [`FigureEffect::sphere_map`](crate::world::FigureEffect).
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or is not of 64x64 texels.
    pub fn sphere_map(&mut self, path: &AssetPath) -> Result<Arc<SphereMap>> {
        Ok(self.assets.sphere(path)?)
    }

    /// Returns the bytes of a file of the game's own, of at most `limit` bytes. Its path is relative to the folder of the scene, and
    /// it may have any name. Hot reload watches it: after a change the scene is loaded again, and the game may read it again.
    ///
    /// ```
    /// # use keitai_runtime::assets::{AssetPath, Source};
    /// # use keitai_runtime::{Settings, Stage};
    /// let source = Source::memory([("scenes/a.ron", &b"()"[..]), ("scenes/levels/1.txt", b"#..#")]);
    /// let mut stage = Stage::open(source, &AssetPath::new("scenes/a.ron")?, &Settings::default())?;
    /// assert_eq!(*stage.read("levels/1.txt", 4096)?, *b"#..#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such file, when it is larger, cannot be read, or is outside the root of the scene.
    pub fn read(&mut self, path: &str, limit: u64) -> Result<Cow<'static, [u8]>> {
        let path = self.scene.path.folder().join(path)?;
        Ok(self.assets.read(&path, limit)?)
    }

    /// Returns a texture that was made in code, laid out for the scene's renderer.
    ///
    /// # Errors
    /// When the texture is empty, larger than 256x256, or its texels do not fill its size.
    pub fn make_texture(&self, texture: &Texture) -> keitai_render::Result<Arc<TextureMap>> {
        TextureMap::new(texture, self.assets.compat()).map(Arc::new)
    }
}
