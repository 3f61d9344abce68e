//! Hot reload of what a game has made: entities of prefabs, figures, sprites, images and sounds with files that have changed.

use std::sync::Arc;

use keitai_render::TextureMap;

use super::Stage;
use crate::assets::{ActionsAsset, AssetError, AssetPath, Assets, SoundAsset};
use crate::error::Error;
use crate::world::{Actions, Figure, FigureEffect, Image, Sprite};

impl Stage {
    /// Replaces the `old` assets of all entities by the present ones of the same files. A file that cannot be loaded gives a
    /// warning, and its old asset stays in use.
    pub(super) fn renew(&mut self, old: &Assets) {
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
            let loaded = files.new.sphere(path);
            *map = files.found(loaded).unwrap_or_else(|| Arc::clone(map));
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
    fn found<T>(&mut self, loaded: Result<T, AssetError>) -> Option<T> {
        loaded.map_err(|error| self.errors.push(error)).ok()
    }

    fn renew_texture(&mut self, texture: &mut Arc<TextureMap>) {
        if self.new.path_of_texture(texture).is_some() {
            return;
        }
        let Some(path) = self.old.path_of_texture(texture) else { return };
        let loaded = self.new.texture(path);
        if let Some(asset) = self.found(loaded) {
            *texture = Arc::clone(&asset.map);
        }
    }

    fn renew_figure(&mut self, figure: &mut Figure) {
        figure.textures.iter_mut().for_each(|texture| self.renew_texture(texture));
        if self.new.figure_with(&figure.model).is_some() {
            return;
        }
        let Some(asset) = self.old.figure_with(&figure.model) else { return };
        let loaded = self.new.figure(&AssetPath::from(asset));
        if let Some(renewed) = self.found(loaded) {
            let (textures, selected) = (std::mem::take(&mut figure.textures), figure.selected);
            *figure = Figure { selected, textures, ..renewed };
        }
    }

    fn renew_actions(&mut self, table: &mut Arc<ActionsAsset>, figure: &Figure) {
        let fits = usize::from(table.table.bone_count) == figure.document.bones.len();
        if self.old.holds_actions(table) && !(fits && self.new.holds_actions(table)) {
            let asset = self.new.figure_with(&figure.model).or_else(|| self.old.figure_with(&figure.model));
            let Some(asset) = asset.cloned() else { return };
            let loaded = self.new.actions_for(&table.path, &asset);
            *table = self.found(loaded).unwrap_or_else(|| Arc::clone(table));
        }
    }

    fn renew_sound(&mut self, sound: &mut Arc<SoundAsset>) {
        if self.old.holds_sound(sound) && !self.new.holds_sound(sound) {
            let loaded = self.new.sound(&sound.path);
            *sound = self.found(loaded).unwrap_or_else(|| Arc::clone(sound));
        }
    }
}
