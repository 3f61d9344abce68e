//! Where entities are: position, turn and size in the space of a parent or of the world, and the matrix made of them.
//!
//! A turn is applied about Z first, then X, then Y, so that y is the way an entity faces, x how it leans forward and z how
//! it tilts. Positions carry 12 fraction bits; matrices round them half up to whole units, as the era's had it.

use hecs::{Entity, World};
use keitai_render::{AffineTrans, Angle, Q12, Vector3};

/// Position, turn and size, as seen from the [`Parent`] or else the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transform {
    /// Model units.
    pub position: [Q12; 3],
    /// Turns about the X, Y and Z axes.
    pub turn: [Angle; 3],
    /// Size in all directions; 1.0 changes nothing.
    pub scale: Q12,
}

impl Default for Transform {
    fn default() -> Self {
        Self { position: [Q12::ZERO; 3], turn: [Angle(0); 3], scale: Q12::ONE }
    }
}

/// The entity whose space a [`Transform`] is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parent(pub Entity);

/// Entity space to world space; made by [`propagate_transforms`] for everything that has a [`Transform`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorldTransform(pub AffineTrans);

impl WorldTransform {
    /// Where the entity's origin is, model units.
    pub fn position(&self) -> Vector3 {
        let [x, y, z] = self.0.translation;
        Vector3::new(x, y, z)
    }
}

/// The longest line of parents. What lies beyond, as in a circle that a game has made, is left out.
const DEEPEST: usize = 32;

impl Transform {
    /// At a place given in whole model units, not turned.
    pub fn at(x: i32, y: i32, z: i32) -> Self {
        Self { position: [x, y, z].map(Q12::saturating_from_num), ..Self::default() }
    }

    /// The position in whole model units, rounded half up.
    pub fn rounded(&self) -> Vector3 {
        let [x, y, z] = self.position.map(|c| c.to_bits().saturating_add(2048) >> 12);
        Vector3::new(x, y, z)
    }

    /// Own space to the parent's.
    pub fn matrix(&self) -> AffineTrans {
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

    /// The way that an entity turned like this faces, in the parent's space, 4.12; leaning and tilting do not count.
    pub fn facing(&self) -> [Q12; 2] {
        let turn = AffineTrans::rotation_y(self.turn[1]).linear;
        [turn[0][2], turn[2][2]]
    }
}

/// Gives every entity with a [`Transform`] its [`WorldTransform`].
pub fn propagate_transforms(world: &mut World) {
    let new: Vec<Entity> = world.query::<Entity>().with::<&Transform>().without::<&WorldTransform>().iter().collect();
    for entity in new {
        // It was there a moment ago.
        let _ = world.insert_one(entity, WorldTransform::default());
    }
    for (transform, parent, place) in world.query::<(&Transform, Option<&Parent>, &mut WorldTransform)>().iter() {
        let mut matrix = transform.matrix();
        let mut next = parent.copied();
        for _ in 0..DEEPEST {
            let Some(Parent(entity)) = next else { break };
            let mut above = world.query_one::<(&Transform, Option<&Parent>)>(entity);
            let Ok((transform, parent)) = above.get() else { break };
            matrix = transform.matrix().mul(&matrix);
            next = parent.copied();
        }
        place.0 = matrix;
    }
}

/// Removes an entity and everything that has it for a parent, or a parent's parent.
pub fn remove(world: &mut World, entity: Entity) {
    // Gone already is what was wanted.
    let _ = world.despawn(entity);
    let orphans: Vec<Entity> = world
        .query::<(Entity, &Parent)>()
        .iter()
        .filter(|(_, parent)| parent.0 == entity)
        .map(|(orphan, _)| orphan)
        .collect();
    for orphan in orphans {
        remove(world, orphan);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(world: &World, entity: Entity) -> AffineTrans {
        world.get::<&WorldTransform>(entity).unwrap().0
    }

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
    fn a_circle_of_parents_ends() {
        let mut world = World::new();
        let one = world.spawn((Transform::at(1, 0, 0),));
        let two = world.spawn((Transform::at(1, 0, 0), Parent(one)));
        world.insert_one(one, Parent(two)).unwrap();
        propagate_transforms(&mut world);
        assert_eq!(place(&world, one).translation[0], 1 + DEEPEST as i32);
        remove(&mut world, one);
        assert!(world.is_empty());
    }

    #[test]
    fn facing_follows_the_turn() {
        let facing = |y| Transform { turn: [Angle(7), Angle(y), Angle(9)], ..Transform::default() }.facing();
        assert_eq!(facing(0), [Q12::ZERO, Q12::ONE]);
        assert_eq!(facing(1024), [Q12::ONE, Q12::ZERO]);
        assert_eq!(facing(-1024), [-Q12::ONE, Q12::ZERO]);
    }
}
