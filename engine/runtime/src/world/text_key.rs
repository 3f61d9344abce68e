//! Texts by key, in the language of the player.

use std::sync::Arc;

use hecs::{EntityBuilderClone, World};

use super::list_menu::ListMenu;
use super::number::Number;
use super::screen::{Text, TextKey};

/// Sets a text and the pattern of its number to the text of a key, which `lookup` returns.
fn set(key: &TextKey, text: &mut Text, number: Option<&mut Number>, lookup: &mut impl FnMut(&str) -> Arc<str>) {
    let translated = lookup(&key.0);
    match number {
        Some(number) => {
            translated.as_ref().clone_into(&mut number.pattern);
            number.show(&mut text.text);
        }
        None => translated.as_ref().clone_into(&mut text.text),
    }
}

/// Sets all texts with a key, and the items of menus. `lookup` returns the text of a key.
pub(crate) fn translate(world: &mut World, mut lookup: impl FnMut(&str) -> Arc<str>) {
    for (key, text, number) in world.query_mut::<(&TextKey, &mut Text, Option<&mut Number>)>() {
        set(key, text, number, &mut lookup);
    }
    for menu in world.query_mut::<&mut ListMenu>() {
        menu.translate(&mut lookup);
    }
}

/// Sets the text and the menu of an entity that is not made yet.
pub(crate) fn translate_template(entity: &mut EntityBuilderClone, mut lookup: impl FnMut(&str) -> Arc<str>) {
    let (key, mut number) = (entity.get::<&TextKey>().cloned(), entity.get::<&Number>().cloned());
    if let Some((key, text)) = key.zip(entity.get_mut::<&mut Text>()) {
        set(&key, text, number.as_mut(), &mut lookup);
    }
    if let Some(number) = number {
        entity.add(number);
    }
    if let Some(menu) = entity.get_mut::<&mut ListMenu>() {
        menu.translate(&mut lookup);
    }
}
