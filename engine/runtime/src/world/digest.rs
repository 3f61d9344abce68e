//! One number for the state of a world: where everything is, and what it plays.
//!
//! Each entity is hashed for itself and the hashes are added up, so that the order in which a world keeps its entities
//! does not matter. Components that a game adds do not count; what they do to places and playback does.

use hecs::{Entity, World};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::camera::Camera;
use super::playback::Playback;
use super::transform::Transform;

/// The digest of a world.
pub fn digest(world: &World) -> u64 {
    let mut query = world.query::<(Entity, &Transform, Option<&Playback>, Option<&Camera>)>();
    let each = query.iter().map(|(entity, transform, playback, camera)| {
        let mut bytes = Bytes::default();
        transform.position.iter().for_each(|c| bytes.put(c.to_bits()));
        transform.turn.iter().for_each(|angle| bytes.put(angle.0));
        bytes.put(transform.scale.to_bits());
        if let Some(Playback { part, head, .. }) = playback {
            bytes.put(part.action.table as i32);
            bytes.put(part.action.action as i32);
            bytes.put(part.speed.to_bits());
            bytes.put(head.frame.to_bits());
            bytes.put(i32::from(head.returning) | i32::from(head.ended) << 1);
        }
        if let Some(camera) = camera {
            camera.view.to_raw().into_iter().for_each(|element| bytes.put(element));
        }
        xxh3_64_with_seed(&bytes.held[..bytes.length], entity.id().into())
    });
    each.fold(u64::from(world.len()), u64::wrapping_add)
}

/// Numbers as bytes, least significant first.
struct Bytes {
    held: [u8; 96],
    length: usize,
}

impl Default for Bytes {
    fn default() -> Self {
        Self { held: [0; 96], length: 0 }
    }
}

impl Bytes {
    fn put(&mut self, number: i32) {
        if let Some(place) = self.held.get_mut(self.length..self.length + 4) {
            place.copy_from_slice(&number.to_le_bytes());
            self.length += 4;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_render::Angle;

    #[test]
    fn it_changes_with_what_counts_and_not_with_the_order_of_archetypes() {
        let mut world = World::new();
        let one = world.spawn((Transform::at(1, 2, 3),));
        let two = world.spawn((Transform::at(4, 5, 6), Playback::default()));
        let before = digest(&world);
        // Moves it behind the other in the world's own order.
        world.insert_one(one, "a tag").unwrap();
        assert_eq!(digest(&world), before);

        world.get::<&mut Transform>(one).unwrap().turn[1] = Angle(1);
        let turned = digest(&world);
        assert_ne!(turned, before);
        world.get::<&mut Playback>(two).unwrap().head.ended = true;
        assert_ne!(digest(&world), turned);
    }

    #[test]
    fn there_is_room_for_everything() {
        // Seven of the transform, five of playback, twelve of the view.
        assert_eq!(Bytes::default().held.len(), 4 * (7 + 5 + 12));
    }
}
