//! A changed scene to a world that is running: what is written differently is changed, nothing else.
//!
//! Entities are the same when they have the same name, or no name and the same position among the nameless. Entities
//! that are written no more go away, new ones come.

use std::collections::BTreeMap;
use std::sync::Arc;

use hecs::{Component, Entity, World};
use keitai_render::Font;

use super::build::EntityTemplate;
use super::spawn::{Spawned, insert_components};
use crate::world::camera::{Camera, Rig};
use crate::world::effect::FigureEffect;
use crate::world::figure::FigureInstance;
use crate::world::flat::{Image, Text};
use crate::world::playback::Actions;
use crate::world::sprite::Sprite;
use crate::world::transform::{Parent, remove};

/// A name, or a position among the nameless.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Identity {
    Named(Arc<str>),
    Nameless(usize),
}

fn identities(cast: &[EntityTemplate]) -> Vec<Identity> {
    let mut nameless = 0;
    let identity = |member: &EntityTemplate| match &member.name {
        Some(name) => Identity::Named(Arc::clone(&name.0)),
        None => {
            nameless += 1;
            Identity::Nameless(nameless)
        }
    };
    cast.iter().map(identity).collect()
}

pub(super) fn apply_reload(
    old: &[EntityTemplate],
    new: &[EntityTemplate],
    spawned: &Spawned,
    world: &mut World,
) -> Spawned {
    let known = identities(old).into_iter().zip(old.iter().zip(&spawned.entities));
    let mut known: BTreeMap<Identity, (&EntityTemplate, &Entity)> = known.collect();
    let mut entities = Vec::with_capacity(new.len());
    let mut pairs = Vec::with_capacity(new.len());
    for identity in identities(new) {
        // What a game has removed stays away.
        let before = known.remove(&identity);
        entities.push(before.map_or_else(|| world.spawn(()), |(_, entity)| *entity));
        pairs.push(before.map(|(cast, _)| cast));
    }
    for (_, entity) in known.into_values() {
        remove(world, *entity);
    }
    for ((member, before), entity) in new.iter().zip(pairs).zip(&entities) {
        match before {
            None => insert_components(member, *entity, &entities, world),
            Some(_) if !world.contains(*entity) => {}
            Some(before) => Change { world, entity: *entity }.all(before, member, &spawned.entities, &entities),
        }
    }
    let camera = new.iter().position(|member| member.camera.is_some());
    Spawned { camera: camera.and_then(|camera| entities.get(camera).copied()), entities }
}

/// The changes to one entity.
struct Change<'a> {
    world: &'a mut World,
    entity: Entity,
}

impl Change<'_> {
    fn all(&mut self, old: &EntityTemplate, new: &EntityTemplate, old_entities: &[Entity], entities: &[Entity]) {
        let entity = |number: Option<usize>, entities: &[Entity]| number.and_then(|n| entities.get(n).copied());
        self.equal(&Some(old.transform), &Some(new.transform));
        self.equal(&old.tags, &new.tags);
        self.equal(&entity(old.parent, old_entities).map(Parent), &entity(new.parent, entities).map(Parent));
        self.part(&old.figure, &new.figure, same_figure);
        self.part(&old.actions, &new.actions, same_actions);
        self.equal(&old.playback, &new.playback);
        self.equal(&old.events, &new.events);
        self.equal(&old.pattern, &new.pattern);
        self.equal(&old.layer, &new.layer);
        self.equal(&old.hidden, &new.hidden);
        self.part(&old.effect, &new.effect, same_effect);
        self.part(&old.sprite, &new.sprite, same_sprite);
        self.part(&old.image, &new.image, same_image);
        self.equal(&old.rectangle, &new.rectangle);
        self.part(&old.text, &new.text, same_text);
        self.equal(&old.light, &new.light);
        self.part(&old.camera, &new.camera, |a: &Camera, b| {
            (a.projection, a.area, a.centre) == (b.projection, b.area, b.centre)
        });
        let rig = |cast: &EntityTemplate, entities: &[Entity]| {
            cast.rig.map(|rig| Rig { target: entity(cast.rig_target, entities), ..rig })
        };
        self.equal(&rig(old, old_entities), &rig(new, entities));
        self.equal(&old.velocity, &new.velocity);
        self.equal(&old.steer, &new.steer);
        self.equal(&old.solid, &new.solid);
        self.equal(&old.walls, &new.walls);
        self.equal(&old.heights, &new.heights);
        self.equal(&old.grounded, &new.grounded);
        self.equal(&old.lifetime, &new.lifetime);
    }

    fn equal<T: Component + Clone + PartialEq>(&mut self, old: &Option<T>, new: &Option<T>) {
        self.part(old, new, T::eq);
    }

    /// A component that is written differently is put in anew, one that is written no more is taken out.
    fn part<T: Component + Clone>(&mut self, old: &Option<T>, new: &Option<T>, same: impl Fn(&T, &T) -> bool) {
        // The entity is there, and to take out what a game has taken out already is no mistake.
        match (old, new) {
            (Some(old), Some(new)) if same(old, new) => {}
            (_, Some(new)) => {
                let _ = self.world.insert_one(self.entity, new.clone());
            }
            (Some(_), None) => {
                let _ = self.world.remove_one::<T>(self.entity);
            }
            (None, None) => {}
        }
    }
}

fn same_all<T>(a: &[Arc<T>], b: &[Arc<T>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
}

fn same_figure(a: &FigureInstance, b: &FigureInstance) -> bool {
    Arc::ptr_eq(&a.asset, &b.asset) && same_all(&a.textures, &b.textures) && a.selected == b.selected
}

fn same_actions(a: &Actions, b: &Actions) -> bool {
    same_all(&a.tables, &b.tables) && a.names == b.names
}

fn same_effect(a: &FigureEffect, b: &FigureEffect) -> bool {
    let sphere = |effect: &FigureEffect| effect.sphere_map.as_ref().map(Arc::as_ptr);
    (a.unlit, a.shading, a.opaque, a.painter, sphere(a)) == (b.unlit, b.shading, b.opaque, b.painter, sphere(b))
}

fn same_sprite(a: &Sprite, b: &Sprite) -> bool {
    let plain = |sprite: &Sprite| (sprite.texels, sprite.size, sprite.angle, sprite.blend, sprite.key, sprite.screen);
    Arc::ptr_eq(&a.texture, &b.texture) && plain(a) == plain(b)
}

fn same_image(a: &Image, b: &Image) -> bool {
    Arc::ptr_eq(&a.texture, &b.texture) && (a.texels, a.key, a.ink) == (b.texels, b.key, b.ink)
}

fn same_text(a: &Text, b: &Text) -> bool {
    (&a.text, a.align, a.ink) == (&b.text, b.align, b.ink) && same_font(&a.font, &b.font)
}

fn same_font(a: &Font, b: &Font) -> bool {
    match (a, b) {
        (
            Font::Plain { lettering, colour, outlined },
            Font::Plain { lettering: other, colour: other_colour, outlined: other_outlined },
        ) => (lettering, colour, outlined) == (other, other_colour, other_outlined),
        (Font::Cells(a), Font::Cells(b)) => {
            Arc::ptr_eq(a.texture(), b.texture()) && (a.cell(), a.alphabet()) == (b.cell(), b.alphabet())
        }
        _ => false,
    }
}
