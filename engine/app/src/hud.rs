//! Head-up displays: texts, gauges, images and sprites of a scene, found by name.
//!
//! The scene places the entities; a game changes them through [`Hud`]. A name that the scene lacks changes nothing. A
//! debug build warns of each such name once; a game whose scenes leave parts out checks [`Hud::has`] first.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use keitai_render::Q12;
use keitai_runtime::hecs::{Component, Entity};
use keitai_runtime::world::{Gauge, Hidden, Name, Text, Transform};
use keitai_runtime::{Error, Stage};

/// The named entities of a stage.
#[derive(Debug, Clone, Default)]
pub struct Hud {
    entities: BTreeMap<Arc<str>, Entity>,
    /// The names for which a warning was given.
    warnings: RefCell<BTreeSet<String>>,
}

impl Hud {
    /// Finds the named entities of a stage.
    pub fn new(stage: &Stage) -> Self {
        let mut names = stage.world.query::<(Entity, &Name)>();
        let entities = names.iter().map(|(entity, name)| (Arc::clone(&name.0), entity)).collect();
        Self { entities, warnings: RefCell::default() }
    }

    /// Returns whether the stage had an entity of this name.
    pub fn has(&self, name: &str) -> bool {
        self.entities.contains_key(name)
    }

    /// Sets the text of an entity.
    pub fn set_text(&self, stage: &mut Stage, name: &str, text: &str) {
        let set = self.change(stage, name, |component: &mut Text| {
            if component.text != text {
                text.clone_into(&mut component.text);
            }
        });
        if set.is_none() {
            self.warn(stage, "text", name);
        }
    }

    /// Sets the text of an entity, and its font to one of the scene's `fonts` or to that of a text prefab in its `ready` list.
    pub fn set_text_like(&self, stage: &mut Stage, name: &str, text: &str, font: &str) {
        self.set_text(stage, name, text);
        let Some(font) = stage.scene().font(font).cloned() else { return self.warn(stage, "font", font) };
        self.change(stage, name, |component: &mut Text| component.font = font);
    }

    /// Shows or hides an entity.
    pub fn show(&self, stage: &mut Stage, name: &str, visible: bool) {
        let Some(entity) = self.entity(stage, name) else { return };
        if !visible {
            // Fails when the game has removed the entity.
            let _ = stage.world.insert_one(entity, Hidden);
        } else if stage.world.satisfies::<&Hidden>(entity) {
            let _ = stage.world.remove_one::<Hidden>(entity);
        }
    }

    /// Moves an entity to a pixel, relative to its parent.
    pub fn set_position(&self, stage: &mut Stage, name: &str, x: i32, y: i32) {
        self.change(stage, name, |transform: &mut Transform| {
            (transform.position[0], transform.position[1]) = (Q12::saturating_from_num(x), Q12::saturating_from_num(y));
        });
    }

    /// Sets the value of a gauge.
    pub fn set_value(&self, stage: &mut Stage, name: &str, value: i32) {
        if self.change(stage, name, |gauge: &mut Gauge| gauge.value = value).is_none() {
            self.warn(stage, "gauge", name);
        }
    }

    /// Changes a component of an entity, and returns the result of `change`; `None` when the scene has no entity of this name, or the
    /// entity lacks the component.
    ///
    /// ```
    /// # use keitai_app::hud::Hud;
    /// # use keitai_runtime::Stage;
    /// use keitai_runtime::world::{Image, Rectangle};
    ///
    /// /// Shows how warm the motor is, 0..=60, and a hot one in red.
    /// fn show_heat(hud: &Hud, stage: &mut Stage, heat: u32) {
    ///     hud.change(stage, "heat", |bar: &mut Rectangle| {
    ///         bar.size.0 = heat;
    ///         bar.colour = if heat > 50 { 0xFF2020 } else { 0x20C040 };
    ///     });
    ///     // The second picture of the texture is the lamp that is lit.
    ///     hud.change(stage, "lamp", |lamp: &mut Image| lamp.texels = [16, 0, 32, 16]);
    /// }
    /// ```
    pub fn change<T: Component, R>(
        &self,
        stage: &mut Stage,
        name: &str,
        change: impl FnOnce(&mut T) -> R,
    ) -> Option<R> {
        let entity = self.entity(stage, name)?;
        let mut component = stage.world.get::<&mut T>(entity).ok()?;
        Some(change(&mut component))
    }

    fn entity(&self, stage: &mut Stage, name: &str) -> Option<Entity> {
        let entity = self.entities.get(name).copied();
        if entity.is_none() {
            self.warn(stage, "entity", name);
        }
        entity
    }

    /// Warns once of what the scene lacks. An entity that the game has removed is no fault.
    fn warn(&self, stage: &mut Stage, what: &'static str, name: &str) {
        let is_removed = || self.entities.get(name).is_some_and(|entity| !stage.world.contains(*entity));
        if cfg!(not(debug_assertions)) || self.warnings.borrow().contains(name) || is_removed() {
            return;
        }
        self.warnings.borrow_mut().insert(name.to_owned());
        let near = stage.named(name).err().filter(|_| what == "entity");
        let scene = stage.scene().path.clone();
        stage.warn(&near.unwrap_or_else(|| Error::Missing { scene, what, name: name.to_owned(), similar: None }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_scene_lacks_is_told_once() {
        let scene = br#"(entities: [
            (name: "heat", rectangle: (size: (80, 6), colour: 0xFF0000), gauge: (value: 1, full: 9)),
            (name: "life", rectangle: (size: (80, 6), colour: 0xFF0000)),
            (name: "note", text: (text: "GO")),
        ])"#;
        let mut stage = crate::testing::open(scene, &[]);
        let hud = Hud::new(&stage);
        let set = |stage: &mut Stage| {
            hud.set_value(stage, "heat", 1);
            hud.set_value(stage, "hea", 1);
            hud.set_text(stage, "life", "80");
            hud.set_text_like(stage, "note", "GO", "gold");
            hud.set_value(stage, "note", 3);
            stage.take_warnings()
        };
        let expected = [
            "a.ron: there is no entity \"hea\"; did you mean \"heat\"?",
            "a.ron: there is no font \"gold\"",
            "a.ron: there is no gauge \"note\"",
            "a.ron: there is no text \"life\"",
        ];
        assert!(set(&mut stage).into_iter().eq(expected));
        let note = stage.named("note").unwrap();
        stage.remove(note);
        hud.set_text(&mut stage, "note", "GONE");
        assert!(set(&mut stage).is_empty() && hud.has("note") && !hud.has("hea"));
    }
}
