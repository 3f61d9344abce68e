//! Entities that are there for a time: shots, sparks, messages.

use hecs::{Entity, World};

use super::transform::remove;

/// Ticks that an entity has left to live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifetime(pub u32);

/// Lets a tick go by, and removes what has none left, with its children.
pub fn lifetime(world: &mut World) {
    let mut over = Vec::new();
    for (entity, left) in world.query_mut::<(Entity, &mut Lifetime)>() {
        left.0 = left.0.saturating_sub(1);
        if left.0 == 0 {
            over.push(entity);
        }
    }
    for entity in over {
        remove(world, entity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::transform::Parent;

    #[test]
    fn three_ticks_are_three_ticks() {
        let mut world = World::new();
        let spark = world.spawn((Lifetime(3),));
        world.spawn((Parent(spark),));
        let stays = world.spawn((Lifetime(9),));
        let counts: Vec<u32> = (0..4)
            .map(|_| {
                lifetime(&mut world);
                world.len()
            })
            .collect();
        assert_eq!(counts, [3, 3, 1, 1]);
        assert!(world.contains(stays));
    }
}
