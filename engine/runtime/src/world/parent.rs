//! Parents of entities, and the matrices from the spaces of entities to the world.

use hecs::{Entity, World};
use keitai_render::AffineTrans;

use super::components::SceneComponent;
use super::reader::Reader;
use super::transform::{Transform, WorldTransform};
use crate::error::Result;
use crate::text_file::{Field, Name};

/// The entity whose space the [`Transform`] is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parent(pub Entity);

/// The longest line of parents. Further parents, as in a cycle that a game has made, are ignored.
pub(super) const MAX_PARENTS: usize = 32;

/// Sets the [`WorldTransform`] of all entities with a [`Transform`].
pub(crate) fn propagate_transforms(world: &mut World) {
    let new: Vec<Entity> = world.query::<Entity>().with::<&Transform>().without::<&WorldTransform>().iter().collect();
    for entity in new {
        // Cannot fail: the query has just found the entity.
        let _ = world.insert_one(entity, WorldTransform::default());
    }
    for (transform, parent, world_transform) in
        world.query::<(&Transform, Option<&Parent>, &mut WorldTransform)>().iter()
    {
        world_transform.0 = to_world(world, transform, parent);
    }
}

/// Sets the [`WorldTransform`] of some entities, before their first tick.
pub(crate) fn place(world: &World, entities: &[Entity]) {
    for entity in entities {
        let mut parts = world.query_one::<(&Transform, Option<&Parent>, &mut WorldTransform)>(*entity);
        if let Ok((transform, parent, world_transform)) = parts.get() {
            world_transform.0 = to_world(world, transform, parent);
        }
    }
}

/// Returns the matrix from the space of an entity to that of the world.
fn to_world(world: &World, transform: &Transform, parent: Option<&Parent>) -> AffineTrans {
    let mut matrix = transform.matrix();
    let mut next = parent.copied();
    for _ in 0..MAX_PARENTS {
        let Some(Parent(entity)) = next else { break };
        let mut above = world.query_one::<(&Transform, Option<&Parent>)>(entity);
        let Ok((transform, parent)) = above.get() else { break };
        matrix = transform.matrix().mul(&matrix);
        next = parent.copied();
    }
    matrix
}

pub(crate) fn remove(world: &mut World, entity: Entity) {
    // Most entities have no children, and are removed without an allocation.
    if !world.query_mut::<&Parent>().into_iter().any(|parent| parent.0 == entity) {
        // Fails when the entity was removed.
        let _ = world.despawn(entity);
        return;
    }
    let links = world.query_mut::<(Entity, &Parent)>().into_iter();
    let mut links: Vec<(Entity, Entity)> = links.map(|(child, parent)| (parent.0, child)).collect();
    links.sort_by_key(|(parent, _)| *parent);
    let mut removed = vec![entity];
    while let Some(entity) = removed.pop() {
        let _ = world.despawn(entity);
        let start = links.partition_point(|(parent, _)| *parent < entity);
        let end = links.partition_point(|(parent, _)| *parent <= entity);
        // Taken out, so that a cycle ends.
        removed.extend(links.drain(start..end).map(|(_, child)| child));
    }
}

impl SceneComponent for Parent {
    fn line(&self) -> String {
        format!("parent {}", self.0.id())
    }
}

impl Parent {
    /// Reads the name of the parent. The template keeps its position until the entities are made.
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        reader.refuse_in_child(field, "parent")?;
        reader.template.parent = Some(reader.loader.entity(field, &field.parse::<Name>()?)?);
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use keitai_render::{Angle, Q12};

    use super::*;

    fn place(world: &World, entity: Entity) -> AffineTrans {
        world.get::<&WorldTransform>(entity).unwrap().0
    }

    #[test]
    fn a_child_moves_with_its_parents() {
        let mut world = World::new();
        let turned = Transform { turn: [Angle(0), Angle(1024), Angle(0)], ..Transform::at(100, 0, 0) };
        let grandparent = world.spawn((turned,));
        let parent =
            world.spawn((Transform { scale: Q12::from_num(2), ..Transform::at(0, 5, 0) }, Parent(grandparent)));
        let child = world.spawn((Transform::at(0, 0, 7), Parent(parent)));
        propagate_transforms(&mut world);
        assert_eq!(place(&world, child).translation, [114, 5, 0]);
        assert_eq!(place(&world, child).linear[1][1], Q12::from_num(2));

        remove(&mut world, grandparent);
        assert!(world.is_empty());
    }

    #[test]
    fn a_long_chain_of_children_is_removed() {
        let mut world = World::new();
        let first = world.spawn((Transform::default(),));
        let mut last = first;
        for _ in 0..100_000 {
            last = world.spawn((Parent(last),));
        }
        let other = world.spawn((Parent(last),));
        let _ = world.despawn(last);
        remove(&mut world, first);
        assert_eq!(world.iter().map(|entity| entity.entity()).collect::<Vec<_>>(), [other]);
    }

    #[test]
    fn a_parent_cycle_ends() {
        let mut world = World::new();
        let one = world.spawn((Transform::at(1, 0, 0),));
        let two = world.spawn((Transform::at(1, 0, 0), Parent(one)));
        world.insert_one(one, Parent(two)).unwrap();
        propagate_transforms(&mut world);
        assert_eq!(place(&world, one).translation[0], 1 + MAX_PARENTS as i32);
        remove(&mut world, one);
        assert!(world.is_empty());
    }
}
