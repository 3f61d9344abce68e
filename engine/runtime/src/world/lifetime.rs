//! Entities that are removed after a time: projectiles, sparks, messages.

use hecs::{Entity, World};
use serde::Deserialize;

use super::components::SceneComponent;
use super::transform::remove;
use crate::ron_text::number::within;

/// Ticks until the entity is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Lifetime(#[serde(deserialize_with = "within::<1, { u32::MAX as i64 }, _, _>")] pub u32);

impl SceneComponent for Lifetime {}

/// Counts all lifetimes down by a tick and removes entities that reach 0, with their children.
pub(crate) fn lifetime(world: &mut World) {
    let mut dead = Vec::new();
    for (entity, time) in world.query_mut::<(Entity, &mut Lifetime)>() {
        time.0 = time.0.saturating_sub(1);
        if time.0 == 0 {
            dead.push(entity);
        }
    }
    for entity in dead {
        remove(world, entity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::transform::Parent;

    #[test]
    fn an_entity_is_removed_in_its_last_tick() {
        let mut world = World::new();
        let spark = world.spawn((Lifetime(3),));
        world.spawn((Parent(spark),));
        let stays = world.spawn((Lifetime(9),));
        let counts = [0; 4].map(|_| {
            lifetime(&mut world);
            world.len()
        });
        assert_eq!(counts, [3, 3, 1, 1]);
        assert!(world.contains(stays));
    }
}
