//! One number for the state of a world: places, playback, views, and the selection and values of menus.
//!
//! Each entity is hashed on its own and the hashes are added up, so that the order in which a world stores its entities
//! does not matter. Components of a game do not count, only their effect on these.

use hecs::World;

use super::components;
use super::state_hasher::StateHasher;
use super::transform::Transform;

/// Returns the digest of a world.
pub(crate) fn digest(world: &World) -> u64 {
    let placed = world.iter().filter(|entity| entity.has::<Transform>());
    let hashes = placed.map(|entity| {
        let mut hasher = StateHasher::new(entity.entity().id().into());
        components::hash(entity, &mut hasher);
        hasher.digest()
    });
    hashes.fold(u64::from(world.len()), u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::camera::Camera;
    use crate::world::playback::Playback;
    use keitai_render::Angle;

    #[test]
    fn the_digest_follows_the_state_and_not_the_order_of_archetypes() {
        let mut world = World::new();
        let one = world.spawn((Transform::at(1, 2, 3),));
        let two = world.spawn((Transform::at(4, 5, 6), Playback::default()));
        let before = digest(&world);
        // An entity that gains a component moves behind the others.
        world.insert_one(one, "a tag").unwrap();
        assert_eq!(digest(&world), before);

        world.get::<&mut Transform>(one).unwrap().turn[1] = Angle(1);
        let turned = digest(&world);
        assert_ne!(turned, before);
        world.get::<&mut Playback>(two).unwrap().head.ended = true;
        assert_ne!(digest(&world), turned);
    }

    #[test]
    fn the_last_element_of_a_playing_camera_s_view_counts() {
        let mut world = World::new();
        let camera = Camera::new(Camera::PROJECTION);
        let entity = world.spawn((Transform::default(), Playback::default(), camera));
        let before = digest(&world);
        world.get::<&mut Camera>(entity).unwrap().view.translation[2] += 1;
        assert_ne!(digest(&world), before);
    }
}
