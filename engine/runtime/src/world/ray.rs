//! Rays through the world: against walls, solids and the ground.
//!
//! Walls and solids have no height here: a ray meets them wherever it passes over them on the ground. Heights are met from
//! above, at the first of the points along the ray that lies below them.

use hecs::{Entity, World};
use keitai_render::{Q12, Vector3};

use super::solid::Solid;
use super::terrain::Heights;
use super::transform::WorldTransform;
use super::wall::Walls;
use crate::ground::length;

/// The first thing that a ray meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RayHit {
    /// The entity with the solid, the walls or the heights.
    pub entity: Entity,
    /// Share of the ray before the hit, 0 to 1.0; 0 when the ray begins inside.
    pub share: Q12,
    /// The point of the ray at this share, model units, rounded down.
    pub point: Vector3,
}

/// Returns the first wall, solid or ground that a ray meets, among the entities that `counts` accepts. The ray begins
/// at `from` and ends after `movement`. Of things met at once the entity with the lower number is returned.
///
/// ```
/// use keitai_runtime::hecs::World;
/// use keitai_runtime::world::{Solid, Transform, WorldTransform, ray};
/// # use keitai_render::{AffineTrans, Q12, Vector3};
///
/// let mut world = World::new();
/// let at = WorldTransform(AffineTrans::translation(100, 0, 0));
/// let barrel = world.spawn((Solid::Box(20, 20), at));
/// let hit = ray(&world, Vector3::new(0, 50, 0), Vector3::new(160, 0, 0), |_| true).unwrap();
/// assert_eq!((hit.entity, hit.share, hit.point.x), (barrel, Q12::lit("0.5"), 80));
/// ```
pub fn ray(world: &World, from: Vector3, movement: Vector3, counts: impl Fn(Entity) -> bool) -> Option<RayHit> {
    let (start, way) = ([from.x, from.z], [movement.x, movement.z]);
    let mut query = world.query::<(Entity, Option<(&Solid, &WorldTransform)>, Option<&Walls>, Option<&Heights>)>();
    let hits = query.iter().filter(|(entity, ..)| counts(*entity)).filter_map(|(entity, solid, walls, heights)| {
        let solid = solid.and_then(|(solid, at)| {
            let [x, _, z] = at.0.translation;
            solid.hit([x, z], start, way)
        });
        let walls = walls.and_then(|walls| walls.0.iter().filter_map(|wall| wall.hit(start, way)).min());
        let ground = heights.and_then(|heights| hit_ground(heights, from, movement));
        Some((solid.into_iter().chain(walls).chain(ground).min()?, entity))
    });
    let (share, entity) = hits.min_by_key(|(share, entity)| (*share, entity.id()))?;
    Some(RayHit { entity, share: Q12::from_bits(share), point: point(from, movement, share) })
}

fn point(from: Vector3, movement: Vector3, share: i32) -> Vector3 {
    let along = |from: i32, by: i32| {
        let at = i64::from(from) + ((i64::from(by) * i64::from(share)) >> 12);
        at.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    };
    Vector3::new(along(from.x, movement.x), along(from.y, movement.y), along(from.z, movement.z))
}

/// Returns the share of a ray at which it is first below the ground. The ray is tested four times per cell, at most 4096
/// times, and the hit is then found between two of these points.
fn hit_ground(heights: &Heights, from: Vector3, movement: Vector3) -> Option<i32> {
    let is_below = |share: i32| {
        let at = point(from, movement, share);
        at.y < heights.at([at.x, at.z])
    };
    if is_below(0) {
        return Some(0);
    }
    let tests = (length([movement.x, movement.z]) / (heights.spacing() / 4).max(1)).clamp(1, 4096);
    let share = |test: i32| (i64::from(test) * 4096 / i64::from(tests)) as i32;
    let below = (1..=tests).find(|test| is_below(share(*test)))?;
    let (mut above, mut below) = (share(below - 1), share(below));
    while below - above > 1 {
        let middle = (above + below) / 2;
        if is_below(middle) { below = middle } else { above = middle }
    }
    Some(below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::wall::Wall;
    use keitai_render::AffineTrans;

    fn placed(x: i32, z: i32) -> WorldTransform {
        WorldTransform(AffineTrans::translation(x, 9, z))
    }

    #[test]
    fn the_nearest_hit_counts_and_entities_can_be_left_out() {
        let mut world = World::new();
        let own = world.spawn((Solid::Circle(5), placed(0, 0)));
        let far = world.spawn((Solid::Box(10, 10), placed(80, 0)));
        let walls = world.spawn((Walls(vec![Wall([50, -9], [50, 9]), Wall([40, -9], [40, 9])]),));
        let hit = |without: &[Entity]| {
            let counts = |entity| !without.contains(&entity);
            ray(&world, Vector3::new(0, 0, 0), Vector3::new(100, 0, 0), counts).map(|hit| (hit.entity, hit.point.x))
        };
        assert_eq!(hit(&[]), Some((own, 0)));
        assert_eq!(hit(&[own]), Some((walls, 39)), "40 of 100 in 4096ths, rounded down");
        assert_eq!(hit(&[own, walls]), Some((far, 69)));
        assert_eq!(hit(&[own, walls, far]), None);
    }

    #[test]
    fn rays_meet_the_ground_from_above() {
        let mut world = World::new();
        // A ridge of height 40 along z at x = 100.
        let heights = Heights::new([0, 0], 100, 3, vec![0, 40, 0, 0, 40, 0]).unwrap();
        let hill = world.spawn((heights,));
        let hit = |from, movement| ray(&world, from, movement, |_| true).map(|hit| (hit.entity, hit.point));
        let down = hit(Vector3::new(50, 100, 50), Vector3::new(0, -4096, 0)).unwrap();
        assert_eq!(down, (hill, Vector3::new(50, 19, 50)), "just below the height of 20");
        let level = hit(Vector3::new(0, 20, 50), Vector3::new(200, 0, 0)).unwrap();
        assert!((52..=53).contains(&level.1.x), "{level:?}: the slope is above 20 from x = 52.5 on");
        assert_eq!(hit(Vector3::new(0, 40, 50), Vector3::new(200, 0, 0)), None, "over the ridge");
        assert_eq!(hit(Vector3::new(100, 0, 50), Vector3::new(1, 0, 0)).unwrap().1, Vector3::new(100, 0, 50));
        let far = Vector3::new(i32::MIN, i32::MAX, i32::MIN);
        let _ = hit(far, Vector3::new(i32::MAX, i32::MIN, i32::MAX));
    }
}
