//! Calls of a game while the scene runs: to find, make, move and remove entities, play actions and sounds, load textures
//! and report faults.

use std::collections::BTreeSet;
use std::sync::Arc;

use hecs::{DynamicBundle, Entity};
use keitai_formats::Texture;
use keitai_render::{Q12, TextureMap, Vector3};

use super::Stage;
use crate::assets::AssetPath;
use crate::error::{Error, Result};
use crate::world::transform::{place, remove};
use crate::world::{Actions, Music, Name, Part, Playback, SoundCue, Transform};

impl Stage {
    /// Returns the entity with this name, which a game needs.
    ///
    /// # Errors
    /// When there is none. The error's hint names a similar one.
    pub fn named(&self, name: &str) -> Result<Entity> {
        let mut names = self.world.query::<(Entity, &Name)>();
        let entity = names.iter().find(|(_, title)| &*title.0 == name).map(|(entity, _)| entity);
        let titles = names.iter().map(|(_, title)| &*title.0);
        entity.ok_or_else(|| Error::missing(&self.scene.path, "entity", name, titles))
    }

    /// Makes an entity of a prefab in the scene's `ready` list, and its children. They are at their place at once;
    /// postures, and what the game changes afterwards, are seen from the next tick on, or after
    /// [`Self::propagate_transforms`].
    ///
    /// # Errors
    /// [`Missing`](Error::Missing) when the list does not have the prefab; its hint names a similar one.
    /// [`Full`](Error::Full) when the world would have more than 16,384 entities. Effects that a full world does
    /// without ignore the error: `let Ok(spark) = stage.spawn("spark") else { return };`
    pub fn spawn(&mut self, prefab: &str) -> Result<Entity> {
        self.spawn_with(prefab, ())
    }

    /// Makes an entity as [`Self::spawn`] does, with components that replace the prefab's or are added to them. A
    /// [`Transform`] replaces the prefab's turn and scale as well.
    ///
    /// ```
    /// use keitai_runtime::assets::{AssetPath, Source};
    /// use keitai_runtime::world::{Hidden, Lifetime};
    /// use keitai_runtime::{Settings, Stage};
    ///
    /// let scene = r#"(prefabs: {"spark": (scale: 0.5, lifetime: 30)}, ready: ["spark"])"#;
    /// let source = Source::memory([("a.ron", scene.as_bytes())]);
    /// let mut stage = Stage::open(source, &AssetPath::new("a.ron")?, &Settings::default())?;
    /// let spark = stage.spawn_with("spark", (Lifetime(90), Hidden))?;
    /// assert_eq!(stage.world.get::<&Lifetime>(spark)?.0, 90);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spawn_with(&mut self, prefab: &str, changed: impl DynamicBundle) -> Result<Entity> {
        let group = self.scene.spawn_ready(prefab, &self.spawned, &mut self.world)?;
        // A prefab has one entity at least.
        let entity = group.first().copied().unwrap_or(Entity::DANGLING);
        // Cannot fail: the entity has just been made.
        let _ = self.world.insert(entity, changed);
        place(&self.world, &group);
        Ok(entity)
    }

    /// Removes an entity with its children, and theirs. Nothing happens when it was removed before.
    pub fn remove(&mut self, entity: Entity) {
        remove(&mut self.world, entity);
    }

    /// Puts an entity somewhere else at once, where it is seen before the next tick, but not on the way. Nothing happens
    /// when the entity was removed or has no [`Transform`].
    pub fn place(&mut self, entity: Entity, at: Transform) {
        if let Ok(mut transform) = self.world.get::<&mut Transform>(entity) {
            *transform = at;
        }
        place(&self.world, &[entity]);
        if let Some(previous) = &mut self.previous {
            previous.forget(&self.world, entity);
        }
        self.propagate_transforms();
    }

    /// Returns the texture in a file of the scene's root, for figures, meshes, sprites and images.
    pub fn texture(&mut self, path: &AssetPath) -> Result<Arc<TextureMap>> {
        Ok(Arc::clone(&self.assets.texture(path)?.map))
    }

    /// Returns a texture that was made in code, laid out for the scene's renderer.
    ///
    /// # Errors
    /// When the texture is empty, larger than 256x256, or its texels do not fill its size.
    pub fn make_texture(&self, texture: &Texture) -> keitai_render::Result<Arc<TextureMap>> {
        TextureMap::new(texture, self.assets.compat()).map(Arc::new)
    }

    /// Plays one of an entity's actions from its start, by its name as [`Actions::find`] finds it. An action that is
    /// playing already continues. `part` says how the action is played; the action in it is ignored.
    ///
    /// ```no_run
    /// use keitai_formats::LoopMode;
    /// use keitai_runtime::Stage;
    /// use keitai_runtime::world::Part;
    ///
    /// fn strike(stage: &mut Stage) -> Result<(), keitai_runtime::Error> {
    ///     let robot = stage.named("robot")?;
    ///     stage.play(robot, "shove", Part { mode: LoopMode::Once, ..Part::default() })
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Missing`] when the entity has no action of this name, or is not played at all.
    pub fn play(&mut self, entity: Entity, action: &str, part: Part) -> Result<()> {
        let path = &self.scene.path;
        let Ok((playback, actions)) = self.world.query_one_mut::<(&mut Playback, &Actions)>(entity) else {
            return Err(Error::missing(path, "played figure with the action", action, std::iter::empty()));
        };
        let Some(id) = actions.find(action) else {
            let names: Vec<String> = actions.iter().map(|id| actions.name_of(id)).collect();
            return Err(Error::missing(path, "action", action, names.iter().map(String::as_str)));
        };
        playback.play(Part { action: id, ..part }, actions);
        Ok(())
    }

    /// Loads a sound, which [`Self::play_sound`] and [`Self::set_music`] find by its name. It replaces one of the same name.
    /// A `volume` of 1.0 is that of the file.
    pub fn add_sound(&mut self, name: &str, path: &AssetPath, volume: Q12) -> Result<()> {
        let asset = self.assets.sound(path)?;
        self.scene.added_sounds.insert(name.into(), SoundCue::new(asset, volume));
        Ok(())
    }

    /// Plays one of the scene's `sounds`, at `volume` times its own, at a position in the world or, without one, in the
    /// middle. A name that the scene lacks is silent, and one of [`Self::take_warnings`].
    pub fn play_sound(&mut self, name: &str, volume: Q12, at: Option<[Q12; 3]>) {
        let view = self.camera().map(|camera| camera.view);
        let at = at.map(|[x, y, z]| Vector3::new(x.round().to_num(), y.round().to_num(), z.round().to_num()));
        match self.scene.sound(name) {
            Ok(cue) => self.sounds.play(cue, volume, at, view.as_ref()),
            Err(error) => self.warn(&error),
        }
    }

    /// Plays one of the scene's `sounds` as music, again and again, or ends the music. The change takes `fade` ticks. A name
    /// that the scene lacks changes nothing, and is one of [`Self::take_warnings`].
    pub fn set_music(&mut self, name: Option<&str>, fade: u32) {
        match name.map(|name| self.scene.sound(name)).transpose() {
            Ok(cue) => {
                self.sounds.music = cue.map(|cue| Music { asset: Arc::clone(&cue.asset), fade });
            }
            Err(error) => self.warn(&error),
        }
    }

    /// Keeps a fault that does not stop the game for [`Self::take_warnings`].
    pub fn warn(&mut self, warning: impl Into<String>) {
        self.warnings.insert(warning.into());
    }

    /// Returns the faults since the last call that do not stop the game: sounds that the scene lacks, and cameras whose
    /// projection the renderer refuses. The engine reports each of them once. Of pictures it reports the first 64.
    pub fn take_warnings(&mut self) -> BTreeSet<String> {
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.append(&mut self.painter.warnings.take());
        warnings
    }
}
