//! Signs on the screen, by the names that a scene gives them: what they say, in which ink, where and how large.
//!
//! Where they stand is for the scene to say. A name that the scene does not have is let pass, so that a scene may do
//! without a sign.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai::Stage;
use keitai::hecs::{Component, Entity};
use keitai::world::{Hidden, Image, Name, Rectangle, Sprite, Text, Transform, remove};
use keitai::{Font, Q12};

/// The colours that small print comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// Plain.
    Cream,
    /// What is chosen.
    Gold,
    /// What warns.
    Red,
    /// What is of no importance.
    Grey,
}

impl Ink {
    const ALL: [(Self, &'static str); 4] =
        [(Self::Cream, "cream"), (Self::Gold, "gold"), (Self::Red, "red"), (Self::Grey, "grey")];

    /// Gold for what is chosen, plain for what is not.
    pub fn chosen(chosen: bool) -> Self {
        if chosen { Self::Gold } else { Self::Cream }
    }
}

/// The signs of a stage.
#[derive(Debug, Default)]
pub struct Signs {
    names: BTreeMap<Arc<str>, Entity>,
    inks: BTreeMap<Ink, Font>,
}

impl Signs {
    /// Finds the signs of a stage; the inks are prefabs that its scene keeps ready.
    pub fn new(stage: &mut Stage) -> Self {
        let mut signs = Self::default();
        for (entity, name) in stage.world.query::<(Entity, &Name)>().iter() {
            signs.names.insert(Arc::clone(&name.0), entity);
        }
        for (ink, prefab) in Ink::ALL {
            let Some(entity) = stage.spawn(prefab) else { continue };
            if let Ok(text) = stage.world.get::<&Text>(entity) {
                signs.inks.insert(ink, text.font.clone());
            }
            remove(&mut stage.world, entity);
        }
        signs
    }

    /// Lets a sign say something.
    pub fn write(&self, stage: &mut Stage, name: &str, text: &str) {
        self.change(stage, name, |sign: &mut Text| {
            if sign.text != text {
                text.clone_into(&mut sign.text);
            }
        });
    }

    /// Lets a sign say something in an ink.
    pub fn write_in(&self, stage: &mut Stage, name: &str, text: &str, ink: Ink) {
        self.write(stage, name, text);
        if let Some(font) = self.inks.get(&ink) {
            self.change(stage, name, |sign: &mut Text| sign.font = font.clone());
        }
    }

    /// Shows a sign, or hides it.
    pub fn show(&self, stage: &mut Stage, name: &str, shown: bool) {
        let Some(entity) = self.names.get(name) else { return };
        // To take out what is not there is no mistake.
        let _ = if shown {
            stage.world.remove_one::<Hidden>(*entity).map(|_| ())
        } else {
            stage.world.insert_one(*entity, Hidden).map_err(|_| keitai::hecs::ComponentError::NoSuchEntity)
        };
    }

    /// Puts a sign elsewhere, pixels.
    pub fn put(&self, stage: &mut Stage, name: &str, x: i32, y: i32) {
        self.change(stage, name, |transform: &mut Transform| {
            (transform.position[0], transform.position[1]) = (Q12::saturating_from_num(x), Q12::saturating_from_num(y));
        });
    }

    /// Gives a rectangle its size, pixels.
    pub fn resize(&self, stage: &mut Stage, name: &str, width: u32, height: u32) {
        self.change(stage, name, |rectangle: &mut Rectangle| rectangle.size = (width, height));
    }

    /// Gives a rectangle its colour.
    pub fn colour(&self, stage: &mut Stage, name: &str, colour: u32) {
        self.change(stage, name, |rectangle: &mut Rectangle| rectangle.colour = colour);
    }

    /// Cuts a picture out of its texture elsewhere.
    pub fn cut(&self, stage: &mut Stage, name: &str, texels: [i32; 4]) {
        self.change(stage, name, |image: &mut Image| image.texels = texels);
    }

    /// Cuts a sprite out of its texture elsewhere, and draws it at a share of its size, per cent.
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
