//! Hot reload: the scene, and the figures, sprites, images and sounds that a game has made of files that have changed.

use std::sync::Arc;

use keitai_render::TextureMap;

use super::Stage;
use crate::assets::{ActionsAsset, AssetError, AssetPath, Assets, SoundAsset};
use crate::error::{Error, Result};
use crate::scene::Scene;
use crate::world::{Actions, Figure, FigureEffect, Image, Sprite};

impl Stage {
    /// Loads the scene and the changed files again. Only differences are applied; moving entities continue from their
    /// places. Figures, sprites and sounds that a game has made of changed files change, too; a file that cannot be loaded
    /// gives a warning.
    ///
    /// # Errors
    /// The first error. The running scene stays as it was.
    pub fn reload(&mut self, changed: &[AssetPath]) -> Result<()> {
        // The path of a stage without a scene is the root.
        if self.scene.path == AssetPath::root() {
            changed.iter().for_each(|path| self.assets.forget(path));
            self.reloaded = true;
            return Ok(());
        }
        let old = self.outdated.take().unwrap_or_else(|| Box::new(self.assets.clone()));
        changed.iter().for_each(|path| self.assets.forget(path));
        let mut scene = match Scene::load(&mut self.assets, &self.scene.path) {
            Ok(scene) => scene,
            Err(error) => {
                self.assets.set_compat(Some(self.scene.compat));
                self.outdated = Some(old);
                return Err(error);
            }
        };
        let spawned = self.scene.apply_reload(&scene, &self.spawned, &mut self.world);
        let is_of_scene = self.camera == self.spawned.camera.or(self.default_camera);
        let is_gone = !self.camera.is_some_and(|camera| self.world.contains(camera));
        if (scene.size, scene.compat) != (self.scene.size, self.scene.compat) {
            self.renderer = self.assets.settings().renderer(scene.size, scene.compat, self.backend);
            self.spare = None;
        }
        if self.sounds.music.as_ref() == self.scene.music() {
            self.sounds.music = scene.music().cloned();
        }
        scene.keep_changes(&mut self.scene);
        (self.scene, self.spawned) = (scene, spawned);
        self.painter.set_order(&self.spawned.entities);
        if is_of_scene || is_gone {
            self.camera = self.scene_camera();
        }
        self.renew(&old);
        self.propagate_transforms();
        self.reloaded = true;
        Ok(())
    }

    /// Returns whether the scene was loaded again since the last tick, because a file has changed. A game that keeps
    /// entities or values of files looks for them again then.
    pub fn is_reloaded(&self) -> bool {
        self.reloaded
    }

    /// Replaces the `old` assets of all entities by the present ones of the same files. A file that cannot be loaded gives a
    /// warning, and its old asset stays in use.
    fn renew(&mut self, old: &Assets) {
        let mut files = Files { old, new: &mut self.assets, errors: Vec::new() };
        for (figure, actions) in self.world.query_mut::<(&mut Figure, Option<&mut Actions>)>() {
            files.renew_figure(figure);
            for table in actions.into_iter().flat_map(|actions| &mut actions.tables) {
                files.renew_actions(table, figure);
            }
        }
        for sprite in self.world.query_mut::<&mut Sprite>() {
            files.renew_texture(&mut sprite.texture);
        }
        for image in self.world.query_mut::<&mut Image>() {
            files.renew_texture(&mut image.texture);
        }
        for effect in self.world.query_mut::<&mut FigureEffect>() {
            let Some(map) = &mut effect.sphere_map else { continue };
            if files.new.path_of_sphere(map).is_some() {
                continue;
            }
            let Some(path) = files.old.path_of_sphere(map) else { continue };
            let sphere = files.new.sphere(path);
            *map = files.keep(sphere).unwrap_or_else(|| Arc::clone(map));
        }
        self.scene.added_sounds.values_mut().for_each(|cue| files.renew_sound(&mut cue.asset));
        self.sounds.music.iter_mut().for_each(|music| files.renew_sound(&mut music.asset));
        for error in files.errors {
            self.warn(&Error::from(error));
        }
    }
}

/// The files of a stage before and after a change.
struct Files<'a> {
    old: &'a Assets,
    new: &'a mut Assets,
    errors: Vec<AssetError>,
}

impl Files<'_> {
    fn keep<T>(&mut self, result: Result<T, AssetError>) -> Option<T> {
        result.map_err(|error| self.errors.push(error)).ok()
    }

    fn renew_texture(&mut self, texture: &mut Arc<TextureMap>) {
        if self.new.path_of_texture(texture).is_some() {
            return;
        }
        let Some(path) = self.old.path_of_texture(texture) else { return };
        let asset = self.new.texture(path);
        if let Some(asset) = self.keep(asset) {
            *texture = Arc::clone(&asset.map);
        }
    }

    fn renew_figure(&mut self, figure: &mut Figure) {
        figure.textures.iter_mut().for_each(|texture| self.renew_texture(texture));
        if self.new.figure_with(&figure.model).is_some() {
            return;
        }
        let Some(asset) = self.old.figure_with(&figure.model) else { return };
        let new = self.new.figure(&AssetPath::from(asset));
        if let Some(new) = self.keep(new) {
            let (textures, selected) = (std::mem::take(&mut figure.textures), figure.selected);
            *figure = Figure { selected, textures, ..new };
        }
    }

    fn renew_actions(&mut self, table: &mut Arc<ActionsAsset>, figure: &Figure) {
        let fits = usize::from(table.table.bone_count) == figure.document.bones.len();
        if self.old.holds_actions(table) && !(fits && self.new.holds_actions(table)) {
            let asset = self.new.figure_with(&figure.model).or_else(|| self.old.figure_with(&figure.model));
            let Some(asset) = asset.cloned() else { return };
            let new = self.new.actions_for(&table.path, &asset);
            *table = self.keep(new).unwrap_or_else(|| Arc::clone(table));
        }
    }

    fn renew_sound(&mut self, sound: &mut Arc<SoundAsset>) {
        if self.old.holds_sound(sound) && !self.new.holds_sound(sound) {
            let new = self.new.sound(&sound.path);
            *sound = self.keep(new).unwrap_or_else(|| Arc::clone(sound));
        }
    }
}
