//! Texts by key, in the language of the player.

use std::sync::Arc;

use hecs::World;

use super::components::SceneComponent;
use super::list_menu::ListMenu;
use super::number::Number;
use super::screen::Text;

/// The key of an entity's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextKey(pub(crate) Arc<str>);

impl TextKey {
    /// Sets a text and the pattern of its number to the text of the key, which `lookup` returns.
    pub(crate) fn set(&self, text: &mut Text, number: Option<&mut Number>, lookup: &mut impl FnMut(&str) -> Arc<str>) {
        let translated = lookup(&self.0);
        match number {
            Some(number) => {
                translated.as_ref().clone_into(&mut number.pattern);
                number.show(&mut text.text);
            }
            None => translated.as_ref().clone_into(&mut text.text),
        }
    }
}

/// Sets all texts with a key, and the items of menus. `lookup` returns the text of a key.
pub(crate) fn translate(world: &mut World, mut lookup: impl FnMut(&str) -> Arc<str>) {
    for (key, text, number) in world.query_mut::<(&TextKey, &mut Text, Option<&mut Number>)>() {
        key.set(text, number, &mut lookup);
    }
    for menu in world.query_mut::<&mut ListMenu>() {
        menu.translate(&mut lookup);
    }
}

impl SceneComponent for TextKey {}
