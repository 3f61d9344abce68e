//! Texts, images and gauges of a scene, found by name.
//!
//! The scene places them. A name that the scene does not have is ignored, so that a scene may leave elements out.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai::Stage;
use keitai::hecs::{Component, Entity};
use keitai::world::{Hidden, Image, Name, Rectangle, Sprite, Text, Transform, remove};
use keitai::{Font, Q12};

/// Colours of small text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextColour {
    /// Normal.
    Cream,
    /// Selected.
    Gold,
    /// Warning.
    Red,
    /// Unimportant.
    Grey,
}

impl TextColour {
    const ALL: [(Self, &'static str); 4] =
        [(Self::Cream, "cream"), (Self::Gold, "gold"), (Self::Red, "red"), (Self::Grey, "grey")];

    /// Gold for a selected line, cream for others.
    pub fn chosen(chosen: bool) -> Self {
        if chosen { Self::Gold } else { Self::Cream }
    }
}

/// The named elements of a stage.
#[derive(Debug, Default)]
pub struct Signs {
    names: BTreeMap<Arc<str>, Entity>,
    fonts: BTreeMap<TextColour, Font>,
}

impl Signs {
    /// Finds the elements of a stage. The text colours are prefabs in the scene's `ready` list.
    pub fn new(stage: &mut Stage) -> Self {
        let mut signs = Self::default();
        for (entity, name) in stage.world.query::<(Entity, &Name)>().iter() {
            signs.names.insert(Arc::clone(&name.0), entity);
        }
        for (colour, prefab) in TextColour::ALL {
            let Some(entity) = stage.spawn(prefab) else { continue };
            if let Ok(text) = stage.world.get::<&Text>(entity) {
                signs.fonts.insert(colour, text.font.clone());
            }
            remove(&mut stage.world, entity);
        }
        signs
    }

    /// Sets a text.
    pub fn write(&self, stage: &mut Stage, name: &str, text: &str) {
        self.change(stage, name, |sign: &mut Text| {
            if sign.text != text {
                text.clone_into(&mut sign.text);
            }
        });
    }

    /// Sets a text and its colour.
    pub fn write_in(&self, stage: &mut Stage, name: &str, text: &str, colour: TextColour) {
        self.write(stage, name, text);
        if let Some(font) = self.fonts.get(&colour) {
            self.change(stage, name, |sign: &mut Text| sign.font = font.clone());
        }
    }

    /// Shows or hides an element.
    pub fn show(&self, stage: &mut Stage, name: &str, shown: bool) {
        let Some(entity) = self.names.get(name) else { return };
        // Removing a component that is not there is no error.
        let _ = if shown {
            stage.world.remove_one::<Hidden>(*entity).map(|_| ())
        } else {
            stage.world.insert_one(*entity, Hidden).map_err(|_| keitai::hecs::ComponentError::NoSuchEntity)
        };
    }

    /// Moves an element, pixels.
    pub fn put(&self, stage: &mut Stage, name: &str, x: i32, y: i32) {
        self.change(stage, name, |transform: &mut Transform| {
            (transform.position[0], transform.position[1]) = (Q12::saturating_from_num(x), Q12::saturating_from_num(y));
        });
    }

    /// Sets the size of a rectangle, pixels.
    pub fn resize(&self, stage: &mut Stage, name: &str, width: u32, height: u32) {
        self.change(stage, name, |rectangle: &mut Rectangle| rectangle.size = (width, height));
    }

    /// Sets the colour of a rectangle.
    pub fn colour(&self, stage: &mut Stage, name: &str, colour: u32) {
        self.change(stage, name, |rectangle: &mut Rectangle| rectangle.colour = colour);
    }

    /// Sets the part of its texture that an image shows.
    pub fn cut(&self, stage: &mut Stage, name: &str, texels: [i32; 4]) {
        self.change(stage, name, |image: &mut Image| image.texels = texels);
    }

    /// Sets the part of its texture that a sprite shows, and its scale in per cent.
    pub fn cut_sprite(&self, stage: &mut Stage, name: &str, texels: [i32; 4], scale: [i32; 2]) {
        let [left, top, right, bottom] = texels;
        self.change(stage, name, |sprite: &mut Sprite| {
            sprite.texels = texels;
            sprite.size = [(right - left) * scale[0] / 100, (bottom - top) * scale[1] / 100];
        });
    }

    fn change<T: Component>(&self, stage: &Stage, name: &str, change: impl FnOnce(&mut T)) {
        let Some(entity) = self.names.get(name) else { return };
        if let Ok(mut component) = stage.world.get::<&mut T>(*entity) {
            change(&mut component);
        }
    }
}
