//! A checked scene to entities.

use hecs::{Component, Entity, EntityBuilder, World};

use super::build::EntityTemplate;
use crate::world::camera::Rig;
use crate::world::transform::{Parent, WorldTransform};

/// The entities that a scene has made.
#[derive(Debug, Clone, Default)]
pub struct Spawned {
    /// One per entity of the scene, in the order of its file, copies behind their first.
    pub entities: Vec<Entity>,
    /// The first camera.
    pub camera: Option<Entity>,
}

pub(super) fn spawn(cast: &[EntityTemplate], world: &mut World) -> Spawned {
    let entities: Vec<Entity> = cast.iter().map(|_| world.spawn(())).collect();
    for (member, own) in cast.iter().zip(&entities) {
        insert_components(member, *own, &entities, world);
    }
    let camera = cast.iter().position(|member| member.camera.is_some());
    Spawned { camera: camera.and_then(|camera| entities.get(camera).copied()), entities }
}

/// Gives an empty entity its components.
pub(super) fn insert_components(member: &EntityTemplate, own: Entity, entities: &[Entity], world: &mut World) {
    let entity = |number: Option<usize>| number.and_then(|number| entities.get(number).copied());
    let mut builder = EntityBuilder::new();
    builder.add_bundle((member.transform, WorldTransform::default()));
    add(&mut builder, &member.name);
    add(&mut builder, &member.tags);
    add(&mut builder, &entity(member.parent).map(Parent));
    add(&mut builder, &member.figure);
    add(&mut builder, &member.actions);
    add(&mut builder, &member.playback);
    add(&mut builder, &member.events);
    add(&mut builder, &member.pattern);
    add(&mut builder, &member.layer);
    add(&mut builder, &member.hidden);
    add(&mut builder, &member.effect);
    add(&mut builder, &member.sprite);
    add(&mut builder, &member.image);
    add(&mut builder, &member.rectangle);
    add(&mut builder, &member.text);
    add(&mut builder, &member.light);
    add(&mut builder, &member.camera);
    add(&mut builder, &member.rig.map(|rig| Rig { target: entity(member.rig_target), ..rig }));
    add(&mut builder, &member.velocity);
    add(&mut builder, &member.steer);
    add(&mut builder, &member.solid);
    add(&mut builder, &member.walls);
    add(&mut builder, &member.heights);
    add(&mut builder, &member.grounded);
    add(&mut builder, &member.lifetime);
    // It was made a moment ago.
    let _ = world.insert(own, builder.build());
}

fn add<T: Component + Clone>(builder: &mut EntityBuilder, component: &Option<T>) {
    if let Some(component) = component {
        builder.add(component.clone());
    }
}
