//! Transforms of entities: position, turn and scale in the space of a parent or of the world, and the matrices from the
//! spaces of entities to the world.
//!
//! A turn is applied about Z first, then X, then Y: y is the direction that an entity faces, x its lean forward and z its
//! tilt. Positions have 12 fraction bits; matrices round them half up to whole units, as on the phones.

use std::hash::Hasher;

use hecs::{Entity, World};
use keitai_render::{AffineTrans, Angle, Q12, Vector3};

use super::components::{SceneComponent, decimal, decimals, merged};
use super::reader::{Fields, Reader};
use crate::error::{Error, Result};
use crate::game_hasher::GameHasher;
use crate::ron_text::number::{Factor, Length, Turn};
use crate::text_file::{Field, Name};

/// Position, turn and scale in the space of the [`Parent`] or else of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transform {
    /// Position, model units.
    pub position: [Q12; 3],
    /// Turns about the X, Y and Z axes.
    pub turn: [Angle; 3],
    /// Scale in all directions, 1.0 = original size.
    pub scale: Q12,
}

impl Default for Transform {
    fn default() -> Self {
        Self { position: [Q12::ZERO; 3], turn: [Angle(0); 3], scale: Q12::ONE }
    }
}

/// The entity whose space the [`Transform`] is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parent(pub Entity);

/// The matrix from entity space to world space. Every tick sets it for all entities with a [`Transform`].
///
/// An entity without a [`Transform`] keeps the matrix that the game gives it, whatever the matrix is: of unequal
/// scales, mirrored or sheared. Parents have no effect on it.
///
/// ```
/// use keitai_runtime::world::WorldTransform;
/// use keitai_runtime::{Settings, Stage};
/// # use keitai_render::{AffineTrans, Compat};
///
/// // Twice as wide and half as high, 10 units to the right.
/// let wide = WorldTransform(AffineTrans::from_raw([8192, 0, 0, 10, 0, 2048, 0, 0, 0, 0, 4096, 0]));
/// let mut stage = Stage::empty((240, 320), Compat::default(), &Settings::default());
/// let entity = stage.world.spawn((wide,));
/// stage.tick(&[]);
/// assert_eq!(*stage.world.get::<&WorldTransform>(entity)?, wide);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorldTransform(pub AffineTrans);

impl WorldTransform {
    /// Returns the position in world space, model units.
    pub(crate) fn position(&self) -> Vector3 {
        let [x, y, z] = self.0.translation;
        Vector3::new(x, y, z)
    }
}

impl Transform {
    /// Returns a transform at a position in whole model units, without turn or scale.
    pub fn at(x: i32, y: i32, z: i32) -> Self {
        Self { position: [x, y, z].map(Q12::saturating_from_num), ..Self::default() }
    }

    /// Reads the transform from an entity's fields. Adds their errors.
    pub(super) fn read(fields: &Fields, errors: &mut Vec<Error>) -> Self {
        let mut transform = Self::default();
        if let Some(at) = fields.parse::<[Length; 3]>("at", errors) {
            transform.position = at.map(|length| length.0);
        }
        if let Some(turn) = fields.parse::<[Turn; 3]>("turn", errors) {
            transform.turn = turn.map(|turn| turn.0);
        }
        if let Some(scale) = fields.parse::<Factor>("scale", errors) {
            transform.scale = scale.0;
        }
        transform
    }

    /// Returns the position in whole model units, rounded half up.
    pub fn rounded(&self) -> Vector3 {
        let [x, y, z] = self.position.map(|c| c.to_bits().saturating_add(2048) >> 12);
        Vector3::new(x, y, z)
    }

    /// Returns the matrix to the parent's space.
    pub(crate) fn matrix(&self) -> AffineTrans {
        let [x, y, z] = self.turn;
        let mut matrix = AffineTrans::rotation_y(y);
        if x.0 & 4095 != 0 {
            matrix = matrix.mul(&AffineTrans::rotation_x(x));
        }
        if z.0 & 4095 != 0 {
            matrix = matrix.mul(&AffineTrans::rotation_z(z));
        }
        if self.scale != Q12::ONE {
            let s = self.scale.to_bits();
            matrix = matrix.mul(&AffineTrans::from_raw([s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0]));
        }
        let at = self.rounded();
        matrix.translation = [at.x, at.y, at.z];
        matrix
    }

    /// Returns the direction that an entity faces in the parent's space, x and z, 4.12. Lean and tilt are ignored.
    pub fn facing(&self) -> [Q12; 2] {
        let turn = AffineTrans::rotation_y(self.turn[1]).linear;
        [turn[0][2], turn[2][2]]
    }
}

impl SceneComponent for Transform {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        Self {
            position: merged(&old.position, self.position, now.position),
            turn: merged(&old.turn, self.turn, now.turn),
            scale: merged(&old.scale, self.scale, now.scale),
        }
    }

    fn line(&self) -> String {
        let [x, y, z] = self.turn.map(|angle| angle.0);
        format!("at {} turn {x} {y} {z} scale {}", decimals(self.position), decimal(self.scale))
    }

    fn hash(&self, hasher: &mut GameHasher) {
        self.position.iter().for_each(|c| hasher.write_i32(c.to_bits()));
        self.turn.iter().for_each(|angle| hasher.write_i32(angle.0));
        hasher.write_i32(self.scale.to_bits());
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

/// Removes an entity with its children, and theirs.
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
    let mut rest = vec![entity];
    while let Some(entity) = rest.pop() {
        let _ = world.despawn(entity);
        let start = links.partition_point(|(parent, _)| *parent < entity);
        let end = links.partition_point(|(parent, _)| *parent <= entity);
        // Taken out, so that a cycle ends.
        rest.extend(links.drain(start..end).map(|(_, child)| child));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_about_z_then_x_then_y() {
        let quarter = Angle(1024);
        let turned = |turn| Transform { turn, ..Transform::default() }.matrix().transform(Vector3::new(1, 10, 100));
        assert_eq!(turned([quarter, Angle(0), Angle(0)]), Vector3::new(1, -100, 10));
        assert_eq!(turned([Angle(0), quarter, Angle(0)]), Vector3::new(100, 10, -1));
        assert_eq!(turned([Angle(0), Angle(0), quarter]), Vector3::new(-10, 1, 100));
        // z: (-10, 1, 100); x: (-10, -100, 1); y: (1, -100, 10)
        assert_eq!(turned([quarter; 3]), Vector3::new(1, -100, 10));
    }

    #[test]
    fn positions_round_half_up() {
        let at = |bits| Transform { position: [Q12::from_bits(bits); 3], ..Transform::default() }.rounded().x;
        assert_eq!([2047, 2048, -2048, -2049, i32::MAX].map(at), [0, 1, 0, -1, i32::MAX >> 12]);
    }

    #[test]
    fn facing_follows_the_turn() {
        let facing = |y| Transform { turn: [Angle(7), Angle(y), Angle(9)], ..Transform::default() }.facing();
        assert_eq!(facing(0), [Q12::ZERO, Q12::ONE]);
        assert_eq!(facing(1024), [Q12::ONE, Q12::ZERO]);
        assert_eq!(facing(-1024), [-Q12::ONE, Q12::ZERO]);
    }

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
