//! Menus of scenes, found by name.

use std::sync::Arc;

use crate::controls::Controls;
use hecs::{Entity, Without};
use keitai_render::Q12;

use crate::error::{Error, Result};
use crate::stage::Stage;
use crate::world::{Hidden, ListMenu, MenuChoice, Name, WorldTransform};

/// The menu of a named entity of a scene.
#[derive(Debug, Clone)]
pub struct SceneMenu {
    entity: Entity,
    /// Name of the item that was decided about last.
    item: Arc<str>,
}

impl SceneMenu {
    /// Returns the menu of the entity with this name.
    pub fn find(stage: &Stage, name: &str) -> Result<Self> {
        let mut menus = stage.world.query::<(Entity, &Name)>().with::<&ListMenu>();
        let menus: Vec<(Entity, &Name)> = menus.iter().collect();
        match menus.iter().find(|(_, menu)| &*menu.0 == name) {
            Some((entity, _)) => Ok(Self { entity: *entity, item: Arc::default() }),
            None => Err(Error::missing(&stage.scene().path, "menu", name, menus.iter().map(|(_, menu)| &*menu.0))),
        }
    }

    /// Advances the menu by a tick with the stage's mouse, plays its sound, and returns what a player has decided. A menu that
    /// is hidden or removed does nothing.
    pub fn tick(&mut self, stage: &mut Stage, controls: &[Controls]) -> Option<MenuChoice<'_>> {
        let mouse = stage.mouse;
        let (action, item, sound) = {
            let mut parts = stage.world.query_one::<Without<(&mut ListMenu, &WorldTransform), &Hidden>>(self.entity);
            let (menu, transform) = parts.get().ok()?;
            let position = transform.position();
            menu.at = (position.x, position.y);
            let action = menu.advance(controls, &mouse);
            (action, menu.selected().map(Arc::clone), menu.sound().map(Arc::clone))
        };
        if let Some(sound) = sound {
            stage.play_sound(&sound, Q12::ONE, None);
        }
        self.item = item?;
        action.map(|action| action.at(&self.item))
    }

    /// Changes the menu: its items, their values, the selection. Returns the result of `change`; `None` when the menu was
    /// removed.
    pub fn change<T>(&self, stage: &mut Stage, change: impl FnOnce(&mut ListMenu) -> T) -> Option<T> {
        let mut menu = stage.world.get::<&mut ListMenu>(self.entity).ok()?;
        Some(change(&mut menu))
    }
}
