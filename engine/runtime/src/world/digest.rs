//! One number for the state of a world: places, playback, views, and the selection and values of menus.
//!
//! Each entity is hashed on its own and the hashes are added up, so that the order in which a world stores its entities
//! does not matter. Components of a game are left out; only their effect on the state above is included. Entities with
//! neither a place nor a camera are left out, too.

use hecs::World;

use super::camera::Camera;
use super::transform::{Transform, WorldTransform};
use crate::game_hasher::GameHasher;

pub(crate) fn digest(world: &World) -> u64 {
    let mut hasher = GameHasher::default();
    let counted = world
        .archetypes()
        .filter(|entities| entities.has::<Transform>() || entities.has::<WorldTransform>() || entities.has::<Camera>());
    counted.map(|entities| super::hash(entities, &mut hasher)).fold(u64::from(world.len()), u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::playback::Playback;
    use keitai_render::Angle;

    #[test]
    fn the_digest_follows_the_state_and_not_the_order_of_archetypes() {
        let mut world = World::new();
        let one = world.spawn((Transform::at(1, 2, 3),));
        let two = world.spawn((Transform::at(4, 5, 6), Playback::default()));
        let before = digest(&world);
        // An entity that gains a component moves after the others.
        world.insert_one(one, "a tag").unwrap();
        assert_eq!(digest(&world), before);

        world.get::<&mut Transform>(one).unwrap().turn[1] = Angle(1);
        let turned = digest(&world);
        assert_ne!(turned, before);
        world.get::<&mut Playback>(two).unwrap().head.ended = true;
        assert_ne!(digest(&world), turned);
    }

    #[test]
    fn matrices_and_views_count_with_and_without_a_transform() {
        let mut world = World::new();
        let placed = world.spawn((WorldTransform::default(),));
        let camera = world.spawn((Camera::new(Camera::PROJECTION),));
        let playing = world.spawn((Transform::default(), Playback::default(), Camera::new(Camera::PROJECTION)));
        let mut digests = vec![digest(&world)];
        world.get::<&mut WorldTransform>(placed).unwrap().0.translation[2] += 1;
        digests.push(digest(&world));
        for entity in [camera, playing] {
            world.get::<&mut Camera>(entity).unwrap().view.translation[2] += 1;
            digests.push(digest(&world));
        }
        assert!((1..4).all(|at| !digests[..at].contains(&digests[at])), "{digests:?}");
    }
}
